"""Reading an event stream while it is open."""

from __future__ import annotations

import copy
import ctypes
import gc
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mcp_errors
from mcp_errors import SseReader

ANY: Any = None
RESPONSE = b'{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"m\xc3\xa9"}}'
START = b"\xef\xbb\xbfid: 7\r\nretry: 500\r\ndata: 1\r\ndata: 2\r\n\r\n: ping\n\ndata:\n\n"
STREAM = START + b"id: 8\rdata: " + RESPONSE + b"\r\r"


def test_messages_do_not_depend_on_where_the_bytes_are_cut() -> None:
    for size in (1, 2, 3, 7, len(STREAM)):
        reader, found = SseReader(), []
        for at in range(0, len(STREAM), size):
            reader.push(STREAM[at : at + size])
            found += list(reader)
        assert found == [b"1\n2", RESPONSE]
        assert (reader.last_event_id, reader.retry_ms) == ("8", 500)


def test_a_message_is_what_the_other_functions_read() -> None:
    reader = SseReader()
    reader.push(b"data: " + RESPONSE + b"\n\n")
    (message,) = reader
    assert isinstance(mcp_errors.from_response(message), mcp_errors.MethodNotFoundError)


def test_id_and_retry_are_none_until_the_stream_has_them() -> None:
    reader = SseReader()

    def known() -> tuple[str | None, int | None]:
        return reader.last_event_id, reader.retry_ms

    assert known() == (None, None)
    reader.push(b"id: 1\nretry: 2\ndata: x\n\n")
    assert known() == (None, None), "the event has not been taken"
    assert list(reader) == [b"x"]
    assert known() == ("1", 2)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda data: data.decode()])
def test_every_type_of_text_can_be_pushed(kind: Callable[[bytes], Any]) -> None:
    reader = SseReader()
    reader.push(kind(b"data: x\n\n"))
    assert list(reader) == [b"x"]


def test_an_open_event_counts_at_the_end_but_not_its_id() -> None:
    reader = SseReader()
    reader.push(b"id: 1\ndata: x\n\nid: 2\ndata: y")
    assert list(reader) == [b"x"]
    reader.finish()
    reader.finish()
    assert list(reader) == [b"y"]
    assert reader.last_event_id == "1"
    with pytest.raises(ValueError, match="push after finish"):
        reader.push(b"")


def test_iterations_go_on_where_the_last_one_stopped() -> None:
    reader = SseReader()
    reader.push(b"data: 1\n\ndata: 2\n\ndata: 3\n\n")
    for message in reader:
        assert message == b"1"
        break
    assert list(reader) == [b"2", b"3"]


def test_an_event_that_is_too_large_is_skipped() -> None:
    reader = SseReader(max_event=10)
    reader.push(b"data: 1\n\ndata: " + b"x" * 11 + b"\n\ndata: 2\n\n")
    found: list[bytes] = []
    with pytest.raises(mcp_errors.ResponseTooLargeError, match="larger than max_event"):
        found.extend(reader)
    assert list(reader) == [b"2"]


def test_ill_formed_bytes_are_replaced() -> None:
    reader = SseReader()
    reader.push(b"data: a\xff\x00b\n\n")
    assert list(reader) == [b"a\xef\xbf\xbd\x00b"]


@pytest.mark.parametrize(
    ("call", "error", "named"),
    [
        (lambda: SseReader(ANY), TypeError, "max_event"),
        (lambda: SseReader(True), TypeError, "max_event"),
        (lambda: SseReader(-1), ValueError, "max_event"),
        (lambda: SseReader(1 << 63), ValueError, "max_event"),
        (lambda: SseReader().push(ANY), TypeError, "data"),
        (lambda: copy.copy(SseReader()), TypeError, "SseReader"),
        (lambda: pickle.dumps(SseReader()), TypeError, "SseReader"),
    ],
)
def test_wrong_arguments_name_what_is_wrong(call: Any, error: type[Exception], named: str) -> None:
    with pytest.raises(error, match=named):
        call()


def test_a_push_of_another_thread_waits_until_the_message_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = SseReader()
    reader.push(b"data: 1\n\n")
    pusher = threading.Thread(target=reader.push, args=(b"data: 2\n\n",))
    copy_text = ctypes.string_at

    def copy_slowly(pointer: Any, size: int) -> bytes:
        if not pusher.ident:
            pusher.start()
            pusher.join(0.2)
            assert pusher.is_alive()
        return copy_text(pointer, size)

    monkeypatch.setattr(ctypes, "string_at", copy_slowly)
    found = [next(iter(reader))]
    pusher.join()
    assert found + list(reader) == [b"1", b"2"]


def test_readers_leave_no_memory_behind() -> None:
    def resident() -> int:
        gc.collect()
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS:"))

    def once() -> None:
        reader = SseReader()
        reader.push(b"id: 1\ndata: \xff" + b"x" * 5000 + b"\n\ndata: open")
        assert len(list(reader)) == 1

    for _ in range(1000):
        once()
    before = resident()
    for _ in range(20_000):
        once()
    assert resident() - before < 4 << 20


def test_the_example_of_the_class_runs() -> None:
    import doctest

    from mcp_errors import sse

    assert doctest.testmod(sse).attempted == 5
    assert doctest.testmod(sse).failed == 0
