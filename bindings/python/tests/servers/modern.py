"""A server of the official SDK 2.x, over stdio (no argument) or streamable HTTP (the port as argument).

Its tool ``greet`` asks the user for a name before it answers, so it needs elicitation.
"""

from __future__ import annotations

import sys
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver import Elicit, Resolve
from pydantic import BaseModel

server = MCPServer("greeter")


class Name(BaseModel):
    """What the user is asked for."""

    name: str


def ask_name() -> Elicit[Name]:
    """Asks for the name to greet."""
    return Elicit("Whom shall I greet?", Name)


@server.tool()
def greet(who: Annotated[Name, Resolve(ask_name)]) -> str:
    """Greets somebody."""
    return f"Hello, {who.name}"


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]), json_response=True)
    else:
        server.run("stdio")
