"""The server's side: check a request before any work is done, and make the errors to send."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

from . import _core
from ._base import MESSAGE_TYPES, made_from
from ._json import dumps, json_bytes, loads, utf8, wrong_type
from .errors import (
    HeaderMismatchError,
    MissingRequiredClientCapabilityError,
    ServerError,
    UnsupportedProtocolVersionError,
)
from .wire import header_values, server_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Union

    from .types import Capabilities, Headers, JSONText, MessageType

    Request = Union[JSONText, Mapping[str, Any]]
    """A request: JSON text as it was received, or parsed."""

_HEADERS = ("mcp-protocol-version", "mcp-method", "mcp-name", "mcp-param-")


class RequestParts:
    """The parts of a request that a server needs. A part is None if it is missing or not of the type it should have."""

    message_type: MessageType
    """What the message is: ``"request"``, ``"notification"``, or something else."""
    id: str | int | None
    """The id, to be passed to ``to_response``."""
    method: str | None
    """The method."""
    name: str | None
    """What the request names: ``params.name``, ``params.uri`` or ``params.taskId``, depending on the method."""
    protocol_version: str | None
    """The protocol version in ``params._meta``."""
    capabilities: dict[str, Any] | None
    """The declared client capabilities in ``params._meta``."""
    arguments: dict[str, Any] | None
    """``params.arguments``."""

    def __repr__(self) -> str:
        return f"RequestParts({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


def request_read(request: Request) -> RequestParts:
    """Reads the parts of a request that a server needs. It checks nothing; ``check_request`` does."""
    text = _request_bytes(request)
    read = _core.Request(ctypes.sizeof(_core.Request))
    if failed := _core.functions_for(len(text)).request_read(text, len(text), ctypes.byref(read)):
        raise _core.failure(failed, "request must be JSON" if failed == _core.INVALID_JSON else "")
    parts = RequestParts()
    parts.message_type = MESSAGE_TYPES[read.message_type]
    for name in ("id", "method", "name", "protocol_version", "capabilities", "arguments"):
        span = getattr(read, name)
        raw = text[span.offset : span.offset + span.length] if span.offset >= 0 else None
        setattr(parts, name, None if raw is None else loads(raw.decode("utf-8", "replace")))
    return parts


def check_request(
    request: Request,
    *,
    versions: Sequence[str],
    methods: Sequence[str] | None = None,
    required: Capabilities = None,
    headers: Headers = None,
    input_schema: Mapping[str, Any] | None = None,
) -> ServerError | None:
    """The error to send, or None: go ahead. Its ``http_status`` is the status to send.

    - ``versions``: all protocol versions that the server speaks
    - ``methods``: all methods that it has; None does not check the method
    - ``required``: the capabilities that the work needs
    - ``headers``: the headers of the HTTP request, names in any letter case; None on stdio
    - ``input_schema``: the input schema of the called tool, to check its ``Mcp-Param-*`` headers
    """
    server = {"versions": versions, "methods": methods, "required": {} if required is None else required}
    if headers is not None:
        # Latin-1 keeps every byte: the core refuses what is not visible ASCII.
        sent = header_values(headers, _HEADERS, "utf-8")
        server["headers"] = {name: value.decode("latin-1") for name, value in sent.items()}
    if input_schema is not None:
        server["input_schema"] = input_schema
    return server_error("request_check", _request_bytes(request), dumps(server, "server"))


def request_headers(request: Request, input_schema: Mapping[str, Any] | JSONText | None = None) -> dict[str, str]:
    """The HTTP headers that a client must send with the request.

    Give the tool's input schema for a ``tools/call``. ValueError for a schema with an invalid ``x-mcp-header``: leave
    such a tool out.
    """
    schema = input_schema
    if schema is not None:
        schema = dumps(schema, "input_schema") if isinstance(schema, Mapping) else json_bytes("input_schema", schema)
    found: dict[str, str] = loads(made_from("request_headers", _request_bytes(request), schema).decode("utf-8"))
    return found


def missing_capability(required: Capabilities, *, message: str | None = None) -> MissingRequiredClientCapabilityError:
    """The error for a request that does not declare capabilities that the work needs: those that are missing."""
    error = server_error("error_new_missing_capability", dumps(required, "required"), _message(message))
    assert isinstance(error, MissingRequiredClientCapabilityError)
    return error


def unsupported_version(
    requested: str, supported: Sequence[str], *, message: str | None = None
) -> UnsupportedProtocolVersionError:
    """The error for a request in a protocol version that the server does not speak."""
    if not isinstance(requested, str):
        raise wrong_type("requested", "a str", requested)
    asked, listed = utf8(requested), dumps(supported, "supported")
    error = server_error("error_new_unsupported_version", asked, listed, _message(message))
    assert isinstance(error, UnsupportedProtocolVersionError)
    return error


def header_mismatch(message: str | None = None) -> HeaderMismatchError:
    """The error for a request whose HTTP headers and body do not agree."""
    error = server_error("error_new_header_mismatch", _message(message))
    assert isinstance(error, HeaderMismatchError)
    return error


def _message(message: Any) -> bytes:
    if message is not None and not isinstance(message, str):
        raise wrong_type("message", "a str or None", message)
    return utf8(message or "")


def _request_bytes(request: Any) -> bytes:
    return dumps(request, "request") if isinstance(request, Mapping) else json_bytes("request", request)
