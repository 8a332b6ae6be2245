"""Many calls leave no memory: a million before a release."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import samples
from conftest import RELEASE

import mcp_errors
from mcp_errors import wire

CALLS = 1_000_000 if RELEASE else 100_000
GROWTH = 4 << 20

# Long enough for a single forgotten text of each call to show.
PADDING = "x" * 1500
WANTED = {**samples.CAPABILITIES, PADDING: {}}
CAPABILITY = samples.response(-32021, data={"requiredCapabilities": samples.CAPABILITIES})
PADDED = samples.response(-32021, PADDING, data={"requiredCapabilities": WANTED})
ESCAPED = samples.response(-32601, "ü\n\ud800" + PADDING, data=None)
ODD = samples.response(1, ["no", "string", PADDING], data=[1])


def resident() -> int:
    """The process's resident memory, in bytes."""
    gc.collect()
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmRSS:"))


def read_and_ask() -> None:
    error = mcp_errors.from_response(CAPABILITY)
    assert error is not None
    assert error.modern_protocol_error
    assert error.data


def by_handle() -> None:
    mcp_errors.from_response(ODD)
    mcp_errors.from_response(ESCAPED)


def by_headers() -> None:
    challenge = 'Bearer error="insufficient_scope", scope="a"'
    mcp_errors.from_http(403, {"www-authenticate": challenge, "retry-after": PADDING}, b"")


def advise() -> None:
    error = mcp_errors.from_http(400, None, PADDED)
    assert error is not None
    mcp_errors.advise(error, declared={}, supported_caps=WANTED)
    mcp_errors.era(error)
    assert error.log_line


def serve() -> None:
    error = mcp_errors.missing_capability(WANTED)
    error.to_response_json(1)
    mcp_errors.capabilities.missing({}, WANTED)
    mcp_errors.check_request(b"{", versions=["v"])


def refused() -> None:
    # pytest.raises takes longer than the calls.
    calls: list[Callable[[], Any]] = [
        lambda: mcp_errors.from_error_json("{"),
        lambda: mcp_errors.missing_capability({}),
    ]
    for call in calls:
        try:
            call()
        except ValueError:
            continue
        pytest.fail("not refused")


@pytest.mark.parametrize(
    ("call", "calls"),
    [
        (read_and_ask, CALLS),
        (by_handle, CALLS // 10),
        (by_headers, CALLS // 10),
        (advise, 20_000 if RELEASE else 5_000),
        (serve, 20_000 if RELEASE else 5_000),
        (refused, 50_000),
    ],
)
def test_memory_stays_flat(call: Callable[[], None], calls: int) -> None:
    for _ in range(calls // 10):
        call()
    before = resident()
    for _ in range(calls):
        call()
    assert resident() - before < GROWTH


def test_one_buffer_is_enough_for_one_thread() -> None:
    wire._slots.clear()
    for _ in range(100):
        mcp_errors.from_response(CAPABILITY)
        mcp_errors.from_response(b"nonsense")
    assert len(wire._slots) == 1


def test_a_leak_would_be_seen() -> None:
    before, kept = resident(), []
    for _ in range(100_000):
        kept.append(mcp_errors.from_response(CAPABILITY))
    assert resident() - before > GROWTH
