"""Runs jobs by a client, all at once, and prints what ``from_exception`` makes of what they raise, as JSON.

The argument is a JSON array of jobs: a URL, or a server script for stdio; a tool, or ``resource:`` and a URI; the
timeout in seconds that the client gets. There is no other limit: the test that starts this has one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import mcp_errors

NAMES = ("code", "message", "http_status", "retry_after", "scope", "local", "data")
Work = Callable[[mcp_errors.FailedResponses, str, str, float], Awaitable[None]]


def report(work: Work) -> None:
    async def all_jobs() -> list[Any]:
        return await asyncio.gather(*(said(work, job) for job in json.loads(sys.argv[1])))

    print(json.dumps(asyncio.run(all_jobs())))


async def said(work: Work, job: list[Any]) -> dict[str, Any]:
    failed = mcp_errors.FailedResponses()
    try:
        # In a task of its own: the SDKs cancel the task that they run in.
        await asyncio.create_task(work(failed, *job))  # type: ignore[arg-type]
    except BaseException as raised:
        error = mcp_errors.from_exception(raised, failed)
        print(job, type(raised).__name__, repr(raised)[:400], file=sys.stderr)
        if error is None:
            return {"kind": None, "raised": type(raised).__name__}
        advice = mcp_errors.advise(error, client_versions=["2026-07-28", "2025-11-25"])
        known = {name: getattr(error, name) for name in NAMES}
        return {"kind": type(error).__name__, **known, "action": advice.action, "delay_ms": advice.delay_ms}
    return {}
