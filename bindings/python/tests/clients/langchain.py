"""Gets tools or resources by langchain-mcp-adapters, which has no timeout to set."""

from __future__ import annotations

import sys

import httpx
from langchain_mcp_adapters.client import MultiServerMCPClient
from report import report

import mcp_errors


async def work(failed: mcp_errors.FailedResponses, target: str, tool: str, _: float) -> None:
    def factory(**options: object) -> httpx.AsyncClient:
        return httpx.AsyncClient(event_hooks={"response": [failed]}, trust_env=False, **options)  # type: ignore[arg-type]

    if target.startswith("http"):
        connection = {"transport": "streamable_http", "url": target, "httpx_client_factory": factory}
    else:
        connection = {"transport": "stdio", "command": sys.executable, "args": [target]}
    client = MultiServerMCPClient({"server": connection})
    if tool.startswith("resource:"):
        await client.get_resources("server", uris=tool.partition(":")[2])
    else:
        await client.get_tools()


report(work)
