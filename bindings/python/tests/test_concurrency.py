"""Threads, forked processes, signal handlers and subinterpreters."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import threading
from typing import Any

import pytest
import samples
from conftest import BINDING, SECONDS

import mcp_errors
from mcp_errors import wire


def expected(number: int) -> bytes:
    return samples.response(-32000 - number, f"message {number}", data={"number": number})


def wrong(number: int, rounds: int) -> int:
    """How many of the rounds gave another error than the one sent."""
    body, found = expected(number), 0
    for _ in range(rounds):
        error = mcp_errors.from_response(body)
        found += (
            error is None
            or (error.code, error.message, error.data) != (-32000 - number, f"message {number}", {"number": number})
            or (error.modern_protocol_error != (number in (20,)))
        )
    return found


def test_threads() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    failures: list[int] = []
    threads = [threading.Thread(target=lambda n=n: failures.append(wrong(n, 5000))) for n in range(16, 24)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)
    finally:
        sys.setswitchinterval(interval)
    assert failures == [0] * len(threads)
    assert len(wire._slots) <= len(threads) + 1


def test_threads_share_one_error() -> None:
    error = samples.read(samples.response(-32021, data={"requiredCapabilities": samples.CAPABILITIES}))
    seen: list[Any] = []

    def ask() -> None:
        for _ in range(300):
            seen.append((error.data, mcp_errors.advise(error, supported_caps={}).action, error.log_line))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert len(seen) == 1200
    assert all(one == seen[0] for one in seen)


def test_large_bodies_in_threads() -> None:
    bodies = [samples.response(-1, "m", data=str(number) * 300_000) for number in range(4)]
    seen: dict[int, bool] = {}

    def ask(number: int) -> None:
        errors = [mcp_errors.from_response(bodies[number]) for _ in range(20)]
        seen[number] = all(error is not None and error.data == str(number) * 300_000 for error in errors)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert seen == dict.fromkeys(range(4), True)


def test_a_signal_handler_may_read_errors_too() -> None:
    def handler(*_: Any) -> None:
        assert wrong(3, 1) == 0

    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0002)
    try:
        assert wrong(20, 20_000) == 0
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_forked_processes() -> None:
    assert wrong(20, 10) == 0
    children = []
    for _ in range(4):
        child = os.fork()
        if not child:
            status = 1
            try:
                status = 0 if wrong(20, 500) == 0 and mcp_errors.advise(mcp_errors.ServerError("m")) else 1
            finally:
                os._exit(status)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4


SUBINTERPRETER = f"""
import sys
sys.path.insert(0, {str(BINDING / "src")!r})
import mcp_errors
for _ in range(100):
    error = mcp_errors.from_response({expected(20)!r})
    assert type(error).__name__ == "HeaderMismatchError", error
    assert error.data == {{"number": 20}}
    assert mcp_errors.advise(error).action == "give_up"
"""


def subinterpreters() -> Any:
    """The module for subinterpreters, whose name changed over the versions."""
    for name in ("_interpreters", "_xxsubinterpreters"):
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    pytest.fail("this Python has no subinterpreters")


def test_subinterpreters() -> None:
    script = f"import {subinterpreters().__name__} as interpreters\n"
    script += f"source = {SUBINTERPRETER!r}\nexec(source)\n"
    script += "for _ in range(3):\n"
    # CPython 3.12 has no ctypes in isolated ones.
    isolated = "isolated=False" if sys.version_info[:2] == (3, 12) else ""
    script += f"    one = interpreters.create({isolated})\n"
    script += "    failed = interpreters.run_string(one, source)\n"
    script += "    assert not failed, failed\n"
    script += "    interpreters.destroy(one)\n"
    script += "exec(source)\nprint('done')\n"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (ran.stdout, ran.returncode) == ("done\n", 0), ran.stderr


def test_nothing_is_said_at_exit() -> None:
    script = SUBINTERPRETER + "import gc; kept = [error]; kept.append(kept); raise error from ValueError()"
    ran = subprocess.run(
        [sys.executable, "-X", "dev", "-c", script], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == "mcp_errors.errors.HeaderMismatchError: message 20"
    assert "Exception ignored" not in ran.stderr
