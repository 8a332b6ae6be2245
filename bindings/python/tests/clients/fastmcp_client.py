"""Does the same by FastMCP's client, of the second, third and fourth major version."""

from __future__ import annotations

import asyncio
import sys

from report import report

import mcp_errors

target, tool, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
failed = mcp_errors.FailedResponses()


async def work() -> None:
    from fastmcp import Client
    from fastmcp.client.transports import PythonStdioTransport, StreamableHttpTransport

    if target.startswith("http"):
        transport = StreamableHttpTransport(target, httpx_client_factory=factory)
    else:
        transport = PythonStdioTransport(target, python_cmd=sys.executable)
    async with Client(transport, timeout=seconds) as client:
        if tool.startswith("resource:"):
            await client.read_resource(tool.partition(":")[2])
        else:
            await client.call_tool(tool, {})


def factory(**options: object) -> object:
    try:
        import httpx2 as httpx
        from mcp import MCPError  # noqa: F401
    except ImportError:
        import httpx
    return httpx.AsyncClient(event_hooks={"response": [failed]}, trust_env=False, **options)


report(lambda: asyncio.run(asyncio.wait_for(work(), 30)), failed)
