"""Prints what ``from_exception`` makes of the exception that some work raises, as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

import mcp_errors

NAMES = ("code", "message", "http_status", "retry_after", "scope", "local", "data")


def report(work: Callable[[], object], failed: mcp_errors.FailedResponses | None = None) -> None:
    try:
        work()
    except BaseException as raised:
        error = mcp_errors.from_exception(raised, failed)
        print(type(raised).__name__, repr(raised)[:400], file=sys.stderr)
        if error is None:
            print(json.dumps({"kind": None, "raised": type(raised).__name__}))
            return
        said = {name: getattr(error, name) for name in NAMES}
        advice = mcp_errors.advise(error, client_versions=["2026-07-28", "2025-11-25"])
        print(json.dumps({"kind": type(error).__name__, **said, "action": advice.action, "delay_ms": advice.delay_ms}))
    else:
        print("{}")
