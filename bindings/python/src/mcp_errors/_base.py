"""What all errors have in common: what they hold, and what is to be concluded from it.

Errors hold plain Python values only, so they can be pickled, copied and raised like any other. What is to be
concluded from them is asked of the core: of errors read from a peer's bytes it was found out while reading; of errors
made from Python values it is found out on each question, so a change to ``data`` shows.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from . import _arguments, _core
from ._handle import handle_of, read
from ._json import dumps, dumps_anyhow, loads, shape

_FLAGS = {
    "well_formed": _core.WELL_FORMED,
    "modern_protocol_error": _core.MODERN,
    "modern_http_protocol_error": _core.MODERN_HTTP,
    "modern_protocol_error_for_probe": _core.MODERN_FOR_PROBE,
    "protocol_error": _core.PROTOCOL_ERROR,
    "era_inconclusive": _core.ERA_INCONCLUSIVE,
}
_MASK = sum(_FLAGS.values())

VERDICTS: Final = [tuple(flags & flag != 0 for flag in _FLAGS.values()) for flags in range(_MASK + 1)]
"""The six verdicts by their flags, in the order of ``SLOTS``."""

KEPT: Final = ("_flags", "code", "_raw", "_http_status")
SLOTS: Final = (*_FLAGS, *KEPT)
"""What an error that was read from bytes keeps. ServerError has slots for it, which makes reading quick; the other
classes keep it in their dict, so that they can be mixed with built-in exceptions of another layout."""


class _Absent:
    """Marks that an error has no data; None is the data ``null``."""

    def __repr__(self) -> str:
        return "<absent>"


ABSENT: Final[Any] = _Absent()


class MCPError(Exception):
    """Base of all errors of this library. ``str(error)`` is the message."""

    code: int | None = None
    """The code, or None if there is none. One with thousands of digits is in ``code_text`` only."""

    _kind: ClassVar[int] = 0
    # Only what differs from these is kept in an instance.
    _flags: int | None = None
    _code_text: str | None = None
    _raw: bytes | None = None
    _data: Any = ABSENT
    _http_status: int | None = None
    _retry_after: str | None = None
    _message_is_string: bool = True
    # An error outside the ServerError tree that was not read from bytes is a local condition.
    _local_when_made: ClassVar[bool] = True

    # What is to be concluded. Kept in errors read from bytes, asked of the core for others.

    well_formed: bool
    """Whether data has the shape that the specification demands for this class of error."""
    modern_protocol_error: bool
    """Whether this is one of the three errors that revision 2026-07-28 defines, and well formed."""
    modern_http_protocol_error: bool
    """The same over HTTP, where a 404 with -32601 counts too."""
    modern_protocol_error_for_probe: bool
    """The same as an answer to a probe: never a transport's error."""
    protocol_error: bool
    """Whether the protocol itself, not the server's work, made this an error."""
    era_inconclusive: bool
    """Whether this says nothing of the server's era."""

    def __init__(self, message: str | None = None) -> None:
        if message is None:
            super().__init__()
        else:
            super().__init__(_arguments.text("message", message))

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.__dict__.copy()
        state.update((name, getattr(self, name)) for name in KEPT)
        if self._raw is not None:
            # Parsed again on demand: it might be nested too deeply for pickle or deepcopy.
            state.pop("_data", None)
        return type(self), self.args, state

    def __setstate__(self, state: dict[str, Any] | None) -> None:
        super().__setstate__(state)
        if self._flags is not None:
            self._keep_verdicts(self._flags)

    def __repr__(self) -> str:
        parts = [repr(self.message)] if self.args else []
        if self.code_text is not None:
            parts.append(f"code={self.code_text if len(self.code_text) < 100 else self.code_text[:100] + '...'}")
        if self._http_status is not None:
            parts.append(f"http_status={self._http_status}")
        return f"{type(self).__name__}({', '.join(parts)})"

    # What the error holds.

    @property
    def message(self) -> str:
        """The peer's message as it is; not safe to print on a terminal, see ``log_line``."""
        return Exception.__str__(self)

    @property
    def message_is_string(self) -> bool:
        """False if the peer sent an error without a message, or with one that is no string."""
        return self._message_is_string if self._flags is None else self._flags & _core.MESSAGE_IS_STRING != 0

    @property
    def code_text(self) -> str | None:
        """The digits of the code as text, whatever their number."""
        return self._code_text if self.code is None else str(self.code)

    @property
    def data(self) -> Any:
        """The error's data; None if absent or null, see ``has_data``.

        Parts that Python's JSON parser refuses (nested too deeply, huge numbers) are given as ``RawJSON`` text.
        """
        value = self._data
        if value is ABSENT:
            if self._raw is None:
                return None
            value = self.__dict__.setdefault("_data", loads(self._raw.decode("utf-8", "replace")))
        return value

    @property
    def has_data(self) -> bool:
        """Whether there is data, be it null."""
        return self._raw is not None or self._data is not ABSENT

    @property
    def data_json(self) -> str | None:
        """The data as JSON text: the peer's own where a peer sent it. None without data."""
        if self._raw is not None:
            return self._raw.decode("utf-8", "replace")
        return None if self._data is ABSENT else dumps(self._data, "error.data").decode("ascii")

    @property
    def http_status(self) -> int | None:
        """The HTTP status of the answer; can be set by the transport that knows it."""
        return self._http_status

    @http_status.setter
    def http_status(self, value: int | None) -> None:
        self._http_status = _arguments.optional_http_status("http_status", value)
        if self._flags is not None:
            self._flags = (self._flags & ~_MASK) | (self._ask(self.well_formed) & _MASK)
            self._keep_verdicts(self._flags)

    @property
    def retry_after(self) -> str | None:
        """The Retry-After header of the answer, as it was sent."""
        return self._retry_after

    @property
    def local(self) -> bool:
        """Whether this error was made here: no peer said it."""
        return self._local_when_made and self._flags is None

    @property
    def malformed_reason(self) -> str | None:
        """Why the error is not well formed; None if it is."""
        with handle_of(self) as (functions, handle):
            return read(functions.error_malformed_reason(handle)) or None

    @property
    def log_line(self) -> str:
        """One line for logs and terminals: no control characters, at most 512 bytes, never the peer's data."""
        with handle_of(self) as (functions, handle):
            return read(functions.error_log_line(handle))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What is not kept: verdicts of errors that were not read from bytes."""
            if name == "well_formed":
                return self._shape_is_good()
            if name in _FLAGS:
                return self._ask(self.well_formed) & _FLAGS[name] != 0
            if name in KEPT:
                return None
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _shape_is_good(self) -> bool:
        if self._data is ABSENT:
            return bool(_core.SHORT.data_is_well_formed(self._kind, b"", 0))
        text = dumps_anyhow(shape(self._data, 3))
        return bool(_core.functions_for(len(text)).data_is_well_formed(self._kind, text, len(text)))

    def _ask(self, well_formed: bool) -> int:
        code = self.code
        pointer = None if code is None or not _core.is_int64(code) else ctypes.byref(ctypes.c_int64(code))
        return int(_core.SHORT.verdicts(self._kind, pointer, self._http_status or 0, well_formed))

    def _keep_verdicts(self, flags: int) -> None:
        for name, verdict in zip(_FLAGS, VERDICTS[flags & _MASK]):
            setattr(self, name, verdict)

    def _member(self, name: str) -> Any:
        data = self.data
        return data.get(name) if isinstance(data, Mapping) else None
