"""A server of the official SDK 1.x, over stdio, or over streamable HTTP on the listening socket of a given number."""

from __future__ import annotations

import socket
import sys

import uvicorn
from mcp.server.fastmcp import FastMCP

server = FastMCP("adder", json_response=True)


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


if __name__ == "__main__":
    if len(sys.argv) > 1:
        config = uvicorn.Config(server.streamable_http_app(), log_level="error")
        uvicorn.Server(config).run([socket.socket(fileno=int(sys.argv[1]))])
    else:
        server.run("stdio")
