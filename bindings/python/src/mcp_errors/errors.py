"""The errors of the Model Context Protocol as exceptions: one class for each kind that the core knows."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

from . import _core
from ._base import ABSENT, KIND_NAMES, SLOTS, MCPError, integer, made, read, status
from ._json import RawJSON, dumps, dumps_anyhow, loads_finite, without_surrogates, wrong_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .types import Era

__all__ = [
    "AmbiguousPromptName",
    "AmbiguousResourceURI",
    "AmbiguousToolName",
    "CapabilityError",
    "ConnectionError",
    "HeaderMismatchError",
    "InputRequiredError",
    "InsufficientScopeError",
    "InvalidResultError",
    "MCPError",
    "MethodNotFoundError",
    "MissingRequiredClientCapabilityError",
    "ModernProtocolError",
    "ModernServerError",
    "PromptGetError",
    "PromptNotFound",
    "RequestTimeoutError",
    "ResourceNotFound",
    "ResourceReadError",
    "ResponseStreamClosedError",
    "ResponseTooLargeError",
    "ServerError",
    "ServerNotFound",
    "SessionChangedError",
    "TaskError",
    "TaskNotFound",
    "TaskReplacedError",
    "ToolCallError",
    "ToolNotFound",
    "TransientServerError",
    "TransportDetectionError",
    "TransportError",
    "UnsupportedProtocolVersionError",
    "ValidationError",
]

_ERAS = _core.names("era")


class ToolNotFound(MCPError):
    """The server has no such tool."""


class PromptNotFound(MCPError):
    """The server has no such prompt."""


class ResourceNotFound(MCPError):
    """The server has no such resource."""


class ServerNotFound(MCPError):
    """The client knows no such server."""


class ToolCallError(MCPError):
    """A tool could not be called."""


class PromptGetError(MCPError):
    """A prompt could not be got."""


class ResourceReadError(MCPError):
    """A resource could not be read."""


class CapabilityError(MCPError):
    """A capability that the work needs is not there."""


class ValidationError(MCPError):
    """A value is not valid."""


class AmbiguousToolName(MCPError):
    """Several servers have a tool of this name."""


class AmbiguousPromptName(MCPError):
    """Several servers have a prompt of this name."""


class AmbiguousResourceURI(MCPError):
    """Several servers have a resource of this URI."""


class TransportDetectionError(MCPError):
    """It could not be found out which transport a server speaks."""


class TaskNotFound(MCPError):
    """The server has no such task."""


class ConnectionError(MCPError):
    """The server could not be reached, or it refused the connection. Not the built-in of the same name."""


class SessionChangedError(ConnectionError):
    """The session is another one than before."""


class InsufficientScopeError(ConnectionError):
    """The access token does not allow this; ``scope`` says what is needed."""

    def __init__(
        self, message: str | None = None, *, scope: str | None = None, error_description: str | None = None
    ) -> None:
        super().__init__(message)
        for name, value in (("scope", scope), ("error_description", error_description)):
            if value is not None and not isinstance(value, str):
                raise wrong_type(name, "a str or None", value)
        self.scope, self.error_description = scope, error_description


class ModernServerError(ConnectionError):
    """The server speaks only the modern protocol."""


class ServerError(MCPError):
    """The server answered with an error."""

    __slots__ = SLOTS

    _local_when_made = False

    def __init__(
        self,
        message: str | None = None,
        *,
        code: int | None = None,
        data: Any = ABSENT,
        http_status: int | None = None,
    ) -> None:
        super().__init__(message)
        self._facts = None
        self._built = True
        self._code = self._code_of_class if code is None else integer("code", code)
        if code is not None and not _writable(code):
            raise ValueError("code has too many digits to be written")
        if data is not ABSENT:
            self._data = data
        if http_status is not None:
            self._http_status = status("http_status", http_status)

    @classmethod
    def from_jsonrpc(cls, error: Any, *, http_status: int | None = None) -> ServerError:
        """The typed error for an ``error`` member that is parsed already.

        Anything that is not a mapping counts as an empty one. The class follows from the code, also when this is
        called on a subclass. ``data`` stays the caller's own object.
        """
        members = error if isinstance(error, Mapping) else {}
        code, message = members.get("code"), members.get("message")
        number = int(code) if isinstance(code, int) and not isinstance(code, bool) and _writable(code) else None
        if isinstance(message, str):
            made = (ServerError if number is None else _class_for_code(number))(message)
        else:
            made = ServerError(_text_instead(members))
            made._message_is_string = False
        made._built = False
        made._error_object = isinstance(error, Mapping)
        made._code = number
        if "data" in members:
            made._data = members["data"]
        if http_status is not None:
            made._http_status = status("http_status", http_status)
        return made

    def to_jsonrpc(self, era: Era = "modern") -> dict[str, Any]:
        """The ``error`` member to send in a session of the era.

        ValueError for an error made here whose code must not be sent. An error received from a peer may be relayed.
        """
        found: dict[str, Any] = loads_finite(self._sent("error_to_json", era).decode("utf-8"))
        return found

    def to_response_json(self, id: str | int | None = None, era: Era = "modern") -> bytes:
        """The whole JSON-RPC response to send, as JSON text. Without an id it has none."""
        if id is not None and (isinstance(id, bool) or not isinstance(id, (str, int))):
            raise wrong_type("id", "a str, an int or None", id)
        text = b"" if id is None else dumps(id, "id")
        return self._sent("error_to_response_json", era, text, len(text))

    def to_response(self, id: str | int | None = None, era: Era = "modern") -> dict[str, Any]:
        """The whole JSON-RPC response to send, as a dict. Without an id it has none."""
        found: dict[str, Any] = loads_finite(self.to_response_json(id, era).decode("utf-8"))
        return found

    def to_http(self, id: str | int | None = None, era: Era = "modern") -> tuple[int, dict[str, str], bytes]:
        """The HTTP response to send: status, headers and body.

        The status is ``http_status``, or what a handler's error with this code has.
        """
        body, code = self.to_response_json(id, era), self.code or 0
        known = self.http_status or _core.SHORT.code_http_status(code if _core.is_int64(code) else 0, 1)
        return known, {"Content-Type": "application/json"}, body

    def to_sdk(self, era: Era = "modern") -> Exception:
        """The exception of the official SDK that says the same, for a handler to raise."""
        from .sdk import to_sdk

        return to_sdk(self.to_jsonrpc(era))

    def _sent(self, function: str, era: Any, *arguments: Any) -> bytes:
        if era not in _ERAS:
            raise ValueError(f"era must be one of {', '.join(_ERAS)}, not {era!r}")

        def write(functions: Any, handle: Any) -> bytes:
            try:
                return made(getattr(functions, function), handle, _ERAS.index(era), *arguments)
            except ValueError as refused:
                raise ValueError(f"{self.log_line}: {refused}") from None

        sent: bytes = self._ask(write, all_data=True)
        return sent


class MethodNotFoundError(ServerError):
    """The server has no such method (-32601)."""

    _code_of_class = -32601


class ModernProtocolError(ServerError):
    """Base of the three errors that revision 2026-07-28 defines, to catch them together."""


class HeaderMismatchError(ModernProtocolError):
    """HTTP headers and body of the request do not agree (-32020)."""

    _code_of_class = -32020


class MissingRequiredClientCapabilityError(ModernProtocolError):
    """The request did not declare a capability that the work needs (-32021)."""

    _code_of_class = -32021

    @property
    def required_capabilities(self) -> dict[str, Any]:
        """``data.requiredCapabilities`` if it is an object, else an empty one."""
        value = self._member("requiredCapabilities")
        return value if isinstance(value, dict) else dict(value) if isinstance(value, Mapping) else {}


class UnsupportedProtocolVersionError(ModernProtocolError):
    """The server does not speak the protocol version of the request (-32022)."""

    _code_of_class = -32022

    @property
    def supported(self) -> list[str]:
        """The versions in ``data.supported``; what is not a string there is left out."""
        value = self._member("supported")
        if not isinstance(value, (list, tuple)):
            return []
        return [without_surrogates(version) for version in value if _is_text(version)]

    @property
    def supported_suffix(self) -> str:
        """``" (server supports: a, b)"``, or nothing if the server names no version."""
        return str(self._ask(lambda functions, handle: read(functions.error_supported_suffix(handle))))

    @property
    def requested(self) -> Any:
        """``data.requested`` as it is."""
        return self._member("requested")


class InputRequiredError(ServerError):
    """The server needs input from the client before it can go on."""

    request_method: str | None = None
    request_params: Any = None
    transport: Any = None
    _answered_so_far: dict[str, Any] | None = None

    @property
    def input_requests(self) -> dict[str, Any]:
        """``data.inputRequests`` if it is an object, else an empty one."""
        value = self._member("inputRequests")
        return value if isinstance(value, dict) else dict(value) if isinstance(value, Mapping) else {}

    @property
    def request_state(self) -> Any:
        """``data.requestState``, to be sent back unopened."""
        return self._member("requestState")

    @property
    def resumable(self) -> bool:
        """Whether the request can be sent again: its method is known."""
        return isinstance(self.request_method, str)

    @property
    def answered_so_far(self) -> dict[str, Any]:
        """The answers that were given before this error."""
        return self._answered_so_far or {}

    def with_answered_so_far(self, responses: Mapping[str, Any]) -> InputRequiredError:
        """Keeps a copy of the answers given so far; returns the error itself."""
        self._answered_so_far = dict(responses) if isinstance(responses, Mapping) else None
        return self


class InvalidResultError(ServerError):
    """The server's result is none that the protocol allows."""


class TransientServerError(ServerError):
    """The server cannot answer just now (HTTP 408, 425, 429, 5xx)."""


class TransportError(MCPError):
    """The transport failed, or what came is not a JSON-RPC response."""


class RequestTimeoutError(TransportError):
    """No answer came in time."""


class ResponseStreamClosedError(TransportError):
    """The connection was lost after the request was sent."""


class ResponseTooLargeError(TransportError):
    """The answer was larger than the client takes."""


class TaskError(MCPError):
    """A task failed."""


class TaskReplacedError(TaskError):
    """Another task took the place of this one."""


def _class_table() -> list[type[MCPError]]:
    table: list[type[MCPError]] = []
    for number in range(len(KIND_NAMES)):
        ancestor = number
        while KIND_NAMES[ancestor] not in globals():
            # A newer library knows more kinds: the nearest one known here stands for it.
            ancestor = _core.SHORT.kind_parent(ancestor)
        table.append(globals()[KIND_NAMES[ancestor]])
        if ancestor == number:
            table[number]._kind = number
    return table


CLASSES = _class_table()
"""The classes by the core's numbers of kinds."""
ModernProtocolError._kind = ServerError._kind


def _writable(code: int) -> bool:
    """Whether Python writes the number in decimal: it refuses thousands of digits."""
    try:
        return _core.is_int64(code) or bool(str(code))
    except ValueError:
        return False


def _class_for_code(code: int) -> type[ServerError]:
    if not _core.is_int64(code):
        return ServerError
    number = _core.SHORT.kind_for_code(code)
    found = CLASSES[number]
    return found if number >= 0 and issubclass(found, ServerError) else ServerError


def _text_instead(members: Mapping[str, Any]) -> str:
    """The text of an error whose message is not a string: the core makes it."""
    text = dumps_anyhow({"message": members["message"]} if "message" in members else {})
    functions, pointer = _core.functions_for(len(text)), ctypes.c_void_p()
    _core.call(functions.error_from_jsonrpc, text, len(text), 0, ctypes.byref(pointer))
    try:
        return read(functions.error_message(pointer))
    finally:
        functions.error_free(pointer)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not isinstance(value, RawJSON)
