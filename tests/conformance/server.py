"""An MCP server for the official conformance suite, written to be read. Usage: server.py PORT

It speaks 2026-07-28 over Streamable HTTP and keeps no session. Every request is checked by `mcp_errors.check_request`
before any work is done; what the server then offers is in fixtures.py and tasks.py.
"""

import asyncio
import inspect
import json
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import fixtures
import tasks
import uvicorn
from mcp_errors import Codes, RequestParts, ServerError, check_request, request_read
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

VERSIONS = ["2026-07-28"]
META = "io.modelcontextprotocol/"
SERVER = {META + "serverInfo": {"name": "mcp-errors-conformance", "version": "1.0.0"}}
CACHEABLE = {"server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"}


@dataclass
class Call:
    """A request that passed the check."""

    asked: RequestParts
    params: dict[str, Any]

    @property
    def meta(self) -> dict[str, Any]:
        return self.params["_meta"]

    @property
    def arguments(self) -> dict[str, Any]:
        return self.asked.arguments or {}


async def endpoint(request: Request) -> Response:
    body = await request.body()
    try:
        asked = request_read(body)
    except ValueError:
        return refusal(ServerError("The request is not JSON", code=Codes.PARSE_ERROR), None, 400)
    tool = fixtures.TOOLS.get(asked.name) if asked.method == "tools/call" else None
    error = check_request(
        body,
        versions=VERSIONS,
        methods=list(METHODS),
        required=tool.needs if tool else NEEDS.get(asked.method),
        headers=request.headers,
        input_schema=tool.schema if tool else None,
    )
    if error:
        return refusal(error, asked.id, error.http_status)
    if asked.message_type == "notification":
        return Response(status_code=202)
    call = Call(asked, json.loads(body)["params"])
    try:
        found = METHODS[asked.method](call)
        result = await found if inspect.isawaitable(found) else found
    except ServerError as failure:
        return refusal(failure, call.asked.id, Codes.http_status(failure.code, "handler"))
    if isinstance(result, AsyncIterator):
        return StreamingResponse(stream(call, result), media_type="text/event-stream")
    return JSONResponse(response(call, result))


def refusal(error: ServerError, id: str | int | None, status: int) -> Response:
    return Response(error.to_response_json(id), status, media_type="application/json")


def response(call: Call, result: Mapping[str, Any]) -> dict[str, Any]:
    whole = {"resultType": "complete", "_meta": SERVER, **result}
    if call.asked.method in CACHEABLE:
        whole |= {"ttlMs": 60_000, "cacheScope": "private"}
    return {"jsonrpc": "2.0", "id": call.asked.id, "result": whole}


async def stream(call: Call, messages: AsyncIterator[dict[str, Any]]) -> AsyncIterator[str]:
    """Notifications as they are, and the result that ends them."""
    async for message in messages:
        whole = {"jsonrpc": "2.0", **message} if "method" in message else response(call, message)
        yield f"data: {json.dumps(whole)}\n\n"


# What the server can do.


def discover(call: Call) -> dict[str, Any]:
    return {
        "supportedVersions": VERSIONS,
        "capabilities": {
            "tools": {"listChanged": True},
            "prompts": {"listChanged": True},
            "resources": {},
            "completions": {},
            "logging": {},
            "extensions": tasks.EXTENSION,
        },
    }


def call_tool(call: Call) -> Any:
    tool = fixtures.TOOLS.get(call.asked.name)
    if tool is None:
        raise ServerError("There is no such tool", code=Codes.INVALID_PARAMS)
    return tool.call(call)


async def listen(call: Call) -> AsyncIterator[dict[str, Any]]:
    """A stream of the changes that the client asked to hear of."""
    return listened(call, call.params.get("notifications") or {})


async def listened(call: Call, wanted: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
    tag = {"_meta": {META + "subscriptionId": str(call.asked.id)}}
    heard = {name: method for name, method in fixtures.CHANGES.items() if wanted.get(name) is True}
    queue: asyncio.Queue[str] = asyncio.Queue()
    fixtures.LISTENERS.add(queue)
    try:
        agreed = {"notifications": dict.fromkeys(heard, True), **tag}
        yield {"method": "notifications/subscriptions/acknowledged", "params": agreed}
        while True:
            method = await queue.get()
            if method in heard.values():
                yield {"method": method, "params": tag}
    finally:
        fixtures.LISTENERS.discard(queue)


METHODS = {
    "server/discover": discover,
    "tools/list": lambda call: {"tools": [tool.listed() for tool in fixtures.TOOLS.values()]},
    "tools/call": call_tool,
    "prompts/list": fixtures.list_prompts,
    "prompts/get": fixtures.get_prompt,
    "resources/list": fixtures.list_resources,
    "resources/templates/list": fixtures.list_templates,
    "resources/read": fixtures.read_resource,
    "completion/complete": lambda call: {"completion": {"values": []}},
    "subscriptions/listen": listen,
    "tasks/get": tasks.get,
    "tasks/update": tasks.update,
    "tasks/cancel": tasks.cancel,
}
NEEDS = dict.fromkeys(["tasks/get", "tasks/update", "tasks/cancel"], {"extensions": tasks.EXTENSION})

app = Starlette(
    routes=[Route("/mcp", endpoint, methods=["POST"])],
    # A web page that has rebound its name to this machine still sends its own name as Host.
    middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["localhost", "127.0.0.1"])],
)

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", timeout_graceful_shutdown=1)
