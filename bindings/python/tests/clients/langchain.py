"""Does the same by langchain-mcp-adapters: a tool, or a resource by its URI."""

from __future__ import annotations

import asyncio
import sys

import httpx
from langchain_mcp_adapters.client import MultiServerMCPClient
from report import report

import mcp_errors

target, tool = sys.argv[1], sys.argv[2]
failed = mcp_errors.FailedResponses()


def factory(**options: object) -> httpx.AsyncClient:
    return httpx.AsyncClient(event_hooks={"response": [failed]}, trust_env=False, **options)  # type: ignore[arg-type]


async def work() -> None:
    if target.startswith("http"):
        connection = {"transport": "streamable_http", "url": target, "httpx_client_factory": factory}
    else:
        connection = {"transport": "stdio", "command": sys.executable, "args": [target]}
    client = MultiServerMCPClient({"server": connection})
    if tool.startswith("resource:"):
        await client.get_resources("server", uris=tool.partition(":")[2])
    else:
        await client.get_tools()


report(lambda: asyncio.run(asyncio.wait_for(work(), 30)), failed)
