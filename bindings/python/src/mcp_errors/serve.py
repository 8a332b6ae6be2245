"""The server's side: check a request before any work is done, and make the errors that answer it."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any, Union

from . import _arguments, _core
from ._arguments import JSONText
from ._handle import freed
from ._json import dumps, loads, utf8
from .errors import (
    HeaderMismatchError,
    MissingRequiredClientCapabilityError,
    ServerError,
    UnsupportedProtocolVersionError,
)
from .http import header_values
from .wire import server_error_of

Request = Union[JSONText, Mapping[str, Any]]
"""A request: JSON text as it came, or parsed."""

_HEADERS = ("mcp-protocol-version", "mcp-method", "mcp-name")


def check_request(
    request: Request,
    *,
    versions: Sequence[str],
    methods: Sequence[str] | None = None,
    required: Mapping[str, Any] | None = None,
    headers: Any = None,
) -> ServerError | None:
    """The error to answer with, or None: go ahead. Its ``http_status`` is the status to send.

    - ``versions``: all protocol versions that the server speaks
    - ``methods``: all methods that it has; None does not check the method
    - ``required``: the capabilities that the work needs
    - ``headers``: the headers of the HTTP request, names in any case; None on stdio
    """
    text = _request_bytes(request)
    server = {
        "versions": _arguments.texts("versions", versions),
        "methods": None if methods is None else _arguments.texts("methods", methods),
        "required": {} if required is None else _arguments.mapping("required", required),
        "headers": None if headers is None else _header_texts(headers),
    }
    parts = [b"%b:%b" % (dumps(name, name), dumps(value, name)) for name, value in server.items()]
    asked = b"{%b}" % b",".join(parts)
    functions, pointer = _core.functions_for(len(text)), ctypes.c_void_p()
    status = functions.request_check(text, len(text), asked, len(asked), ctypes.byref(pointer))
    if status:
        raise _core.failure(status, "versions, methods, required or headers")
    return None if not pointer else _taken(functions, pointer)


def request_id(request: Request) -> str | int | None:
    """The id of the request, to be echoed in the answer; None if it has none, or none that can be echoed."""
    text = _request_bytes(request)
    span = _core.Span()
    status = _core.functions_for(len(text)).request_id(text, len(text), ctypes.byref(span))
    if status or span.offset == (1 << 64) - 1:
        return None
    found = loads(text[span.offset : span.offset + span.length].decode("utf-8", "replace"))
    return found if isinstance(found, (str, int)) and not isinstance(found, bool) else None


def missing_capability(
    required: Mapping[str, Any], *, message: str | None = None
) -> MissingRequiredClientCapabilityError:
    """The error for a request that does not declare the capabilities that the work needs: those that are missing."""
    text = dumps(_arguments.mapping("required", required), "required")
    wanted = "required must be a well-formed capabilities object that is not empty"
    error = _built("error_new_missing_capability", text, _message(message), wanted=wanted)
    assert isinstance(error, MissingRequiredClientCapabilityError)
    return error


def unsupported_version(
    requested: str, supported: Sequence[str], *, message: str | None = None
) -> UnsupportedProtocolVersionError:
    """The error for a request in a protocol version that the server does not speak."""
    text = dumps(_arguments.texts("supported", supported), "supported")
    asked = utf8(_arguments.text("requested", requested))
    error = _built("error_new_unsupported_version", asked, text, _message(message))
    assert isinstance(error, UnsupportedProtocolVersionError)
    return error


def header_mismatch(message: str | None = None) -> HeaderMismatchError:
    """The error for a request whose HTTP headers say something else than its body."""
    error = _built("error_new_header_mismatch", _message(message))
    assert isinstance(error, HeaderMismatchError)
    return error


def _built(function: str, *texts: bytes, wanted: str = "") -> ServerError:
    arguments = [part for text in texts for part in (text, len(text))]
    functions, pointer = _core.functions_for(max(map(len, texts))), ctypes.c_void_p()
    status = getattr(functions, function)(*arguments, ctypes.byref(pointer))
    if status:
        raise _core.failure(status, function[len("error_new_") :], wanted)
    return _taken(functions, pointer)


def _taken(functions: Any, pointer: ctypes.c_void_p) -> ServerError:
    with freed(functions, pointer):
        return server_error_of(functions, pointer)


def _message(message: Any) -> bytes:
    return utf8(_arguments.optional_text("message", message) or "")


def _request_bytes(request: Any) -> bytes:
    if isinstance(request, Mapping):
        return dumps(request, "request")
    return _arguments.json_bytes("request", request)


def _header_texts(headers: Any) -> dict[str, str]:
    # Latin-1 keeps every byte apart: what is not visible ASCII is malformed, and the core says so.
    return {name: value.decode("latin-1") for name, value in header_values(headers, _HEADERS, "utf-8").items()}
