"""Reads an event stream (``text/event-stream``) while it is still open."""

from __future__ import annotations

import ctypes
from _thread import allocate_lock

from . import _core
from ._base import integer, read
from ._json import json_bytes
from .errors import ResponseTooLargeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .types import JSONText


class SseReader:
    r"""Splits an event stream into its messages. Push the bytes as they arrive, and after each push take the messages.

    >>> reader = SseReader()
    >>> reader.push(b'id: 7\ndata: {"jsonrpc":"2.0",')
    >>> list(reader)
    []
    >>> reader.push(b'"id":1,"result":{}}\n\n')
    >>> list(reader), reader.last_event_id
    ([b'{"jsonrpc":"2.0","id":1,"result":{}}'], '7')

    It holds the bytes that were not taken yet. Several threads may use it; each message goes to one of them.
    """

    _handle = ctypes.c_void_p()

    def __init__(self, max_event: int = 0) -> None:
        """``max_event`` is the most bytes that an event may have (0: 16,777,216). A larger one is skipped."""
        if not 0 <= integer("max_event", max_event) < 1 << 63:
            raise ValueError(f"max_event must be from 0 to {(1 << 63) - 1}, not {max_event}")
        handle = ctypes.c_void_p()
        if failed := _core.SHORT.sse_reader_new(max_event, ctypes.byref(handle)):
            raise _core.failure(failed)
        self._handle, self._lock, self._functions, self._finished = handle, allocate_lock(), _core.SHORT, False

    def __del__(self, free: object = _core.SHORT.sse_reader_free) -> None:
        free(self._handle)  # type: ignore[operator]

    def push(self, data: JSONText) -> None:
        """Adds the next bytes of the stream, cut anywhere. ValueError after ``finish``."""
        text = json_bytes("data", data)
        with self._lock:
            if self._finished:
                raise ValueError("push after finish")
            # A large push leaves much to read, so reading it lets other threads run.
            self._functions = _core.functions_for(len(text))
            if failed := self._functions.sse_reader_push(self._handle, text, len(text)):
                raise _core.failure(failed)

    def finish(self) -> None:
        """Says that the stream has ended. Take the messages that are left: an event that is still open counts."""
        with self._lock:
            self._finished = True
            _core.SHORT.sse_reader_finish(self._handle)

    def __iter__(self) -> Iterator[bytes]:
        """The messages that are complete: the data of each event, as UTF-8 (usually JSON). Iterate again after a push.

        ResponseTooLargeError for an event larger than ``max_event``. The next iteration goes on after that event.
        """
        while (message := self._next()) is not None:
            yield message

    def _next(self) -> bytes | None:
        text, has, too_large = _core.Text(), ctypes.c_bool(), ctypes.c_bool()
        out = ctypes.byref(text), ctypes.byref(has), ctypes.byref(too_large)
        with self._lock:
            if failed := self._functions.sse_reader_next(self._handle, *out):
                raise _core.failure(failed)
            if too_large.value:
                raise ResponseTooLargeError("An event of the stream is larger than max_event")
            # The text is valid until the next call.
            return ctypes.string_at(text.ptr, text.len) if has.value else None

    @property
    def last_event_id(self) -> str | None:
        """The id by which the stream can be resumed (``last_event_id`` of a context); None without one."""
        with self._lock:
            return read(_core.SHORT.sse_reader_last_event_id(self._handle)) or None

    @property
    def retry_ms(self) -> int | None:
        """How long the server wants a client to wait before it resumes the stream, in milliseconds; None without it."""
        milliseconds = ctypes.c_uint64()
        with self._lock:
            known = _core.SHORT.sse_reader_retry_ms(self._handle, ctypes.byref(milliseconds))
        return milliseconds.value if known else None

    def __reduce__(self) -> str:
        raise TypeError("cannot pickle or copy an SseReader: it stands for one stream")
