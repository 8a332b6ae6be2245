"""Calls a tool by the official SDK, 1.x or 2.x, and prints what ``from_exception`` makes of what it raises.

Arguments: a URL, or a server script for stdio; the tool; a timeout in seconds.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import timedelta

from report import report

import mcp_errors

target, tool, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
failed = mcp_errors.FailedResponses()


async def by_2() -> None:
    import httpx2
    from mcp import Client, StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client

    if target.startswith("http"):
        http = httpx2.AsyncClient(event_hooks={"response": [failed]}, trust_env=False)
        transport = streamable_http_client(target, http_client=http)
    else:
        transport = stdio_client(StdioServerParameters(command=sys.executable, args=[target]))
    async with Client(transport, read_timeout_seconds=seconds) as client:
        await client.call_tool(tool, {})


async def by_1() -> None:
    import httpx
    from mcp import ClientSession, StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client

    if target.startswith("http"):
        http = httpx.AsyncClient(event_hooks={"response": [failed]}, trust_env=False)
        transport = streamable_http_client(target, http_client=http)
    else:
        transport = stdio_client(StdioServerParameters(command=sys.executable, args=[target]))
    async with transport as streams, ClientSession(*streams[:2], timedelta(seconds=seconds)) as session:
        await session.initialize()
        await session.call_tool(tool, {})


def main() -> None:
    try:
        from mcp import Client  # noqa: F401
    except ImportError:
        work = by_1
    else:
        work = by_2
    report(lambda: asyncio.run(asyncio.wait_for(work(), 30)), failed)


main()
