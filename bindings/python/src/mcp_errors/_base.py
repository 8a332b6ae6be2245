"""What all errors have in common: what they hold, and what it means.

Errors hold plain Python values, so they can be pickled, copied and raised like any other. An error read from bytes
keeps these bytes and what the core concluded from them; it does not change. For an error made from Python values the
core is asked each time, so that a change to ``data`` shows.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

from . import _core
from ._core import SHORT, functions_for
from ._json import dumps, dumps_anyhow, loads, quoted, scan, shape, utf8, wrong_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Optional

    from .types import MessageType

    Facts = tuple[int, Optional[int], Optional[int], MessageType]
    Verdicts = tuple[bool, bool, bool, bool, bool, bool]

KIND_NAMES = _core.names("kind")
MESSAGE_TYPES: list[Any] = _core.names("message_type")


class _Absent:
    """Marks that an error has no data; None is the data ``null``."""

    def __repr__(self) -> str:
        return "<absent>"

    def __reduce__(self) -> str:
        return "ABSENT"


ABSENT: Any = _Absent()
"""What ``data`` is set to when there is none; None is the data ``null``."""

_FLAGS = {
    "well_formed": _core.WELL_FORMED,
    "modern_protocol_error": _core.MODERN,
    "modern_http_protocol_error": _core.MODERN_HTTP,
    "modern_protocol_error_for_probe": _core.MODERN_FOR_PROBE,
    "protocol_error": _core.PROTOCOL_ERROR,
    "era_inconclusive": _core.ERA_INCONCLUSIVE,
}
_MASK = sum(_FLAGS.values())

VERDICTS: list[Verdicts] = [tuple(flags & flag != 0 for flag in _FLAGS.values()) for flags in range(_MASK + 1)]  # type: ignore[misc]
"""The six verdicts by their flags."""

KEPT = ("_body", "_facts", "_data_at")
SLOTS = (*_FLAGS, *KEPT)
"""What an error that was read from bytes keeps: verdicts, the bytes, what the core concluded, and where ``data`` is.

ServerError has slots for it, which makes reading quick. Other classes have no slots, so that they can be combined with
any built-in exception.
"""

# Other properties that the core knows of a response. They are kept only where they are present.
MORE = (
    "retry_after",
    "challenge_error",
    "scope",
    "error_description",
    "resource_metadata",
    "location",
    "last_event_id",
    "retry_ms",
)
# The members of data that a verdict or an advice may need.
_JUDGED = ("requiredCapabilities", "supported", "requested", "elicitations", "inputRequests", "requestState")


_USUAL = b'{"kind":"%b","code_text":"%d","http_status":%b,"message_type":"error","error_object":true,"message":"%b"'


def integer(name: str, value: Any) -> int:
    """The value, if it is an int; a bool is refused."""
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    raise wrong_type(name, "an int", value)


def status(name: str, value: Any) -> int:
    """The value, if it is an HTTP status; 0 for None."""
    if value is None:
        return 0
    number = integer(name, value)
    if 100 <= number <= 999:
        return number
    raise ValueError(f"{name} must be an HTTP status from 100 to 999, not {number}")


class MCPError(Exception):
    """Base of all errors of this library. ``str(error)`` is the message."""

    _kind: ClassVar[int] = 0
    # An error outside the ServerError tree that was not read from bytes is a local event.
    _local_when_made: ClassVar[bool] = True
    _code_of_class: ClassVar[int | None] = None

    _body: bytes | None = None
    _facts: Facts | None = None
    # Where data is in the bytes: offset and length, or the packed number of mcp_classify_packed.
    _data_at: tuple[int, int] | int = (0, 0)
    _code: int | None = None
    _code_text: str | None = None
    _data: Any = ABSENT
    _http_status: int | None = None
    _message_is_string: bool = True
    _id: str | None = None
    _built: bool = False
    # Whether the body had an error object; whether it was too long to count; the fault of an invalid result.
    _error_object: bool = False
    _body_ignored: bool = False
    _reason: str | None = None

    retry_after: str | None = None
    """The Retry-After header, as it was sent."""
    challenge_error: str | None = None
    """``error`` of the Bearer challenge in WWW-Authenticate. This and the three below are the peer's text."""
    scope: str | None = None
    """``scope`` of the challenge."""
    error_description: str | None = None
    """``error_description`` of the challenge."""
    resource_metadata: str | None = None
    """``resource_metadata`` of the challenge: check this URL before you fetch it."""
    location: str | None = None
    """The Location header of a redirection."""
    last_event_id: str | None = None
    """The id of the last event of a stream that ended without a response."""
    retry_ms: int | None = None
    """The reconnection time of such a stream, in milliseconds."""

    def __init__(self, message: str | None = None) -> None:
        if message is None:
            super().__init__()
        elif isinstance(message, str):
            super().__init__(message)
        else:
            raise wrong_type("message", "a str", message)

    def __reduce__(self) -> tuple[Any, ...]:
        state = {**self.__dict__, "_built": self._built}
        if self._facts is not None:
            raw = self._raw
            state.update(_body=raw, _facts=self._facts, _data_at=(0, len(raw or b"")), _id=self.id_json)
            state.update((name, getattr(self, name)) for name in _FLAGS)
            state["_error_object"] = self._error_object or isinstance(self._data_at, int)
        return type(self), self.args, state

    def __repr__(self) -> str:
        parts = [repr(self.message)] if self.args else []
        if (digits := self.code_text) is not None:
            parts.append(f"code={digits if len(digits) < 100 else digits[:100] + '...'}")
        if self.http_status is not None:
            parts.append(f"http_status={self.http_status}")
        return f"{type(self).__name__}({', '.join(parts)})"

    # What the error holds.

    @property
    def message(self) -> str:
        """The peer's message as it is. To print it, use ``log_line``."""
        return Exception.__str__(self)

    @property
    def message_is_string(self) -> bool:
        """False if the peer sent an error without a message, or with a message that is not a string."""
        return self._message_is_string if self._facts is None else self._facts[0] & _core.MESSAGE_IS_STRING != 0

    @property
    def code(self) -> int | None:
        """The code, or None. If Python cannot hold it (thousands of digits), only ``code_text`` has it."""
        return self._code if self._facts is None else self._facts[1]

    @property
    def code_text(self) -> str | None:
        """The digits of the code, of any number."""
        code = self.code
        return self._code_text if code is None else str(code)

    @property
    def _raw(self) -> bytes | None:
        """The JSON of the data, in an error that was read from bytes."""
        at = self._data_at
        start, size = (at >> 26 & 8191, at >> 39 & 8191) if isinstance(at, int) else at
        return None if size < 1 or self._body is None else self._body[start : start + size]

    @property
    def data(self) -> Any:
        """The error's data; None if it is missing or null, see ``has_data``.

        Of an error that was read from bytes, each read parses it anew: change the result freely. Parts that Python's
        JSON parser refuses (nested too deeply, huge numbers) are ``RawJSON`` text.
        """
        if self._facts is None:
            return None if self._data is ABSENT else self._data
        at = self._data_at
        if isinstance(at, int):
            # The quick way: the parser itself finds the end. Offset 0 is not a place for data.
            start = at >> 26 & 8191
            if not start:
                return None
            try:
                return scan(self._body[start:].decode("utf-8", "replace"), 0)[0]  # type: ignore[index]
            except (ValueError, RecursionError):
                pass
        raw = self._raw
        return None if raw is None else loads(raw.decode("utf-8", "replace"))

    @property
    def has_data(self) -> bool:
        """Whether there is data, be it null."""
        return self._data is not ABSENT if self._facts is None else self._raw is not None

    @property
    def data_json(self) -> str | None:
        """The data as JSON text: the peer's own text if it was read from bytes. None without data."""
        if self._facts is None:
            return None if self._data is ABSENT else dumps(self._data, "error.data").decode("ascii")
        raw = self._raw
        return None if raw is None else raw.decode("utf-8", "replace")

    @property
    def id_json(self) -> str | None:
        """The JSON of the response's id as it was sent; None without one."""
        if isinstance(self._data_at, int) and self._body is not None:
            span = _core.Span()
            SHORT.message_type_of(self._body, len(self._body), ctypes.byref(span))
            raw = self._body[span.offset : span.offset + span.length]
            return raw.decode("utf-8", "replace") if span.offset >= 0 else None
        return self._id

    @property
    def id(self) -> Any:
        """The id of the response that was read; None if it is missing or null."""
        text = self.id_json
        return None if text is None else loads(text)

    @property
    def message_type(self) -> MessageType | None:
        """What the text was that the error was read from; None for an error that was not read from bytes."""
        return None if self._facts is None or not self._facts[3] else self._facts[3]

    @property
    def http_status(self) -> int | None:
        """The HTTP status of the response. A transport that knows it can set it."""
        return self._http_status if self._facts is None else self._facts[2]

    @http_status.setter
    def http_status(self, value: int | None) -> None:
        number = status("http_status", value) or None
        if self._facts is None:
            self._http_status = number
        else:
            flags, code, _, kind = self._facts
            flags = (flags & ~_MASK) | (self._verdicts(self.well_formed, number) & _MASK)
            self._keep((flags, code, number, kind))

    @property
    def local(self) -> bool:
        """Whether this error was made here: no peer sent it."""
        return self._local_when_made and self._facts is None

    def _keep(self, facts: Facts) -> None:
        """Keeps what the core concluded."""
        self._facts = facts
        for name, verdict in zip(_FLAGS, VERDICTS[facts[0] & _MASK]):
            setattr(self, name, verdict)

    # What it means.

    # Kept in errors that were read from bytes; asked of the core for others.

    well_formed: bool
    """Whether data has the shape that the specification demands for this class of error."""
    modern_protocol_error: bool
    """Whether this is one of the three errors that revision 2026-07-28 defines, and well formed."""
    modern_http_protocol_error: bool
    """The same over HTTP, where a 404 with -32601 counts too."""
    modern_protocol_error_for_probe: bool
    """The same as a response to a probe; always false for a TransportError."""
    protocol_error: bool
    """Whether the protocol itself, not the server's work, made this an error."""
    era_inconclusive: bool
    """Whether this says nothing about the server's era."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What is not kept: verdicts of errors that were not read from bytes, and slots that were never set."""
            if name == "well_formed":
                return self._shape_is_good()
            if name in _FLAGS:
                return self._verdicts(self.well_formed, self._http_status) & _FLAGS[name] != 0
            if name in KEPT:
                return getattr(MCPError, name)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def malformed_reason(self) -> str | None:
        """Why the error is not well formed, or why a result is invalid; None if there is no fault."""
        return self._ask(_text, "error_malformed_reason") or None

    @property
    def log_line(self) -> str:
        """One line for logs and terminals: no control characters, at most 512 bytes, never the peer's data."""
        line: str = self._ask(_text, "error_log_line")
        return line

    def _shape_is_good(self) -> bool:
        text = b"" if self._data is ABSENT else dumps_anyhow(shape(self._data, 3))
        return bool(functions_for(len(text)).data_is_well_formed(self._kind, text, len(text)))

    def _verdicts(self, well_formed: bool, http_status: int | None) -> int:
        code = self.code
        pointer = None if code is None or not _core.is_int64(code) else ctypes.byref(ctypes.c_int64(code))
        return int(SHORT.verdicts(self._kind, pointer, http_status or 0, well_formed))

    def _ask(self, question: Any, *arguments: Any, all_data: bool = False) -> Any:
        """Asks the core through a handle that says the same as this error."""
        handle = ctypes.c_void_p()
        text = self._response()
        if text is not None:
            functions = functions_for(len(text))
            status = functions.error_from_response(text, len(text), ctypes.byref(handle))
            if status:
                raise _core.failure(status)
        else:
            text = self._view(all_data)
            functions = functions_for(len(text))
            _core.call(functions.error_from_view_json, text, len(text), ctypes.byref(handle))
        try:
            return question(functions, handle, *arguments)
        finally:
            functions.error_free(handle)

    def _response(self) -> bytes | None:
        """The response that the error was read from; None if it was changed since, or is of another form."""
        usual = isinstance(self._data_at, int) and self._facts is not None and self._facts[2] is None
        return self._body if usual and not self.__dict__ else None

    def _view(self, all_data: bool) -> bytes:
        """The error as the core's view. Of a host's own data it has only what is judged, unless all is wanted."""
        facts, at = self._facts, self._data_at
        if isinstance(at, int) and facts is not None and not self.__dict__:
            # The usual error: its message needs no decoding, and nothing was set on it.
            body, start, raw = self._body or b"", at & 8191, self._raw
            head = _USUAL % (
                KIND_NAMES[self._kind].encode(),
                facts[1] or 0,
                b"null" if facts[2] is None else b"%d" % facts[2],
                body[start : start + (at >> 13 & 8191)],
            )
            return head + b"}" if raw is None else b'%b,"has_data":true,"data":%b}' % (head, raw)
        parts = ['{"kind":"', KIND_NAMES[self._kind], '","message":', quoted(utf8(self.message).decode())]
        if not self.message_is_string:
            parts.append(',"message_is_string":false')
        if (code := self.code_text) is not None:
            parts += ',"code_text":"', code, '"'
        if (http_status := self.http_status) is not None:
            parts += ',"http_status":', str(http_status)
        if facts is None and self._local_when_made:
            parts.append(',"local":true')
        if self._built:
            parts.append(',"built":true')
        if self._error_object or isinstance(self._data_at, int):
            parts.append(',"error_object":true')
        if self._body_ignored:
            parts.append(',"body_ignored":true')
        if self._reason:
            parts += ',"malformed_reason":', quoted(self._reason)
        if facts is not None and facts[3]:
            parts += ',"message_type":"', facts[3], '"'
        for name in MORE:
            if (value := getattr(self, name)) is not None:
                parts += ',"', name, '":', dumps(value, name).decode("ascii")
        if facts is not None:
            data = self._raw
        elif self._data is ABSENT:
            data = None
        else:
            data = dumps(self._data, "error.data") if all_data else dumps_anyhow(_judged(self._data))
        if data is None:
            parts.append("}")
            return "".join(parts).encode("ascii")
        return b'%b,"has_data":true,"data":%b}' % ("".join(parts).encode("ascii"), data)

    def _member(self, name: str) -> Any:
        data = self.data
        return data.get(name) if isinstance(data, Mapping) else None


def _judged(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {name: data[name] for name in _JUDGED if name in data}
    return shape(data, 0)


def read(text: Any) -> str:
    """The text that a function returned from inside a handle."""
    return str(ctypes.string_at(text.ptr, text.len), "utf-8")


def _text(functions: Any, handle: Any, name: str) -> str:
    return read(getattr(functions, name)(handle))


def made(function: Any, *arguments: Any) -> bytes:
    """The text that a function makes out of the arguments."""
    pointer, length = ctypes.c_void_p(), ctypes.c_size_t()
    _core.call(function, *arguments, ctypes.byref(pointer), ctypes.byref(length))
    try:
        return ctypes.string_at(pointer, length.value)
    finally:
        SHORT.string_free(pointer)


def made_from(name: str, *texts: bytes | None) -> bytes:
    """The text that the named function makes out of texts; None is a text that is missing."""
    arguments = [part for text in texts for part in (text, len(text or b""))]
    functions = functions_for(max(len(text or b"") for text in texts))
    return made(getattr(functions, name), *arguments)
