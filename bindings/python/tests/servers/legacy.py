"""A server of the official SDK 1.x over streamable HTTP (the port as argument) or stdio (no argument)."""

from __future__ import annotations

import sys

from mcp.server.fastmcp import FastMCP

server = FastMCP("adder", host="127.0.0.1", port=int(sys.argv[1]) if len(sys.argv) > 1 else 0, json_response=True)


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


if __name__ == "__main__":
    server.run("streamable-http" if len(sys.argv) > 1 else "stdio")
