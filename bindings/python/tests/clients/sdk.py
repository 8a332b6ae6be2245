"""Calls tools by the official SDK, 1.x or 2.x."""

from __future__ import annotations

import sys
from datetime import timedelta

from mcp import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from report import report

import mcp_errors

try:
    import httpx2 as httpx
    from mcp import Client
except ImportError:
    import httpx
    from mcp import ClientSession

    Client = None


async def work(failed: mcp_errors.FailedResponses, target: str, tool: str, seconds: float) -> None:
    if target.startswith("http"):
        http = httpx.AsyncClient(event_hooks={"response": [failed]}, trust_env=False, timeout=None)
        transport = streamable_http_client(target, http_client=http)
    else:
        transport = stdio_client(StdioServerParameters(command=sys.executable, args=[target]))
    if Client is not None:
        async with Client(transport, read_timeout_seconds=seconds) as client:
            await client.call_tool(tool, {})
    else:
        async with transport as streams, ClientSession(*streams[:2], timedelta(seconds=seconds)) as session:
            await session.initialize()
            await session.call_tool(tool, {})


report(work)
