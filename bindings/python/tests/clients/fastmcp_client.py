"""Calls tools and reads resources by FastMCP's client, of the second, third and fourth major version."""

from __future__ import annotations

import sys

from fastmcp import Client
from fastmcp.client.transports import PythonStdioTransport, StreamableHttpTransport
from report import report

import mcp_errors

try:
    import httpx2 as httpx
    from mcp import MCPError  # noqa: F401
except ImportError:
    import httpx


async def work(failed: mcp_errors.FailedResponses, target: str, tool: str, seconds: float) -> None:
    def factory(**options: object) -> object:
        return httpx.AsyncClient(event_hooks={"response": [failed]}, trust_env=False, **options)

    if target.startswith("http"):
        transport = StreamableHttpTransport(target, httpx_client_factory=factory)
    else:
        transport = PythonStdioTransport(target, python_cmd=sys.executable)
    async with Client(transport, timeout=seconds) as client:
        if tool.startswith("resource:"):
            await client.read_resource(tool.partition(":")[2])
        else:
            await client.call_tool(tool, {})


report(work)
