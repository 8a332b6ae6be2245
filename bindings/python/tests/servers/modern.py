"""A server of the official SDK 2.x, over stdio, or over streamable HTTP on the listening socket of a given number.

Its tool ``greet`` asks the user for a name before it answers, so it needs elicitation.
"""

from __future__ import annotations

import os
import socket
import sys
from typing import Annotated, Any

import uvicorn
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


@server.tool()
def refuse() -> str:
    """Refuses by an error of this project."""
    import mcp_errors

    raise mcp_errors.missing_capability({"sampling": {}}).to_sdk()


def guarded(app: Any) -> Any:
    """The app, which wants the token that the environment names, if it names one."""
    wanted = os.environ.get("MCP_TEST_TOKEN")

    async def guard(scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope.get("headers", ()))
        if not wanted or scope["type"] != "http" or headers.get(b"authorization") == f"Bearer {wanted}".encode():
            await app(scope, receive, send)
            return
        challenge = [(b"www-authenticate", b'Bearer scope="greet"'), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 401, "headers": challenge})
        await send({"type": "http.response.body", "body": b""})

    return guard


if __name__ == "__main__":
    if len(sys.argv) > 1:
        app = server.streamable_http_app(host="127.0.0.1", json_response=True)
        config = uvicorn.Config(guarded(app), log_level="error")
        uvicorn.Server(config).run([socket.socket(fileno=int(sys.argv[1]))])
    else:
        server.run("stdio")
