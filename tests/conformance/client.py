"""An MCP client for the official conformance suite, written to be read. Usage: client.py URL

It speaks 2026-07-28 and the revisions before it, over Streamable HTTP. It decides nothing by itself: which era a server
lives in, which version to speak, what an answer means and what to do next is asked of mcp_errors, and no try is counted
here. One context goes from try to try.
"""

import itertools
import json
import os
import sys

import anyio
import httpx
import mcp_errors
from mcp_errors import MCPError, SseReader, advise, from_http, message_type, negotiate, request_headers
from oauth import Authorization, AuthorizationFailed

VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"]
CAPABILITIES = {"elicitation": {"form": {}}, "roots": {}}
NAME = {"name": "mcp-errors-conformance", "version": "1.0.0"}
META = "io.modelcontextprotocol/"
# Seconds. Advice to wait and try again has no limit of its own: the time that a host has is the host's affair.
PATIENCE = 100


class Client:
    def __init__(self, url: str, http: httpx.AsyncClient, tasks, authorization: Authorization) -> None:
        self.url, self.http, self.tasks, self.authorization = url, http, tasks, authorization
        self.ids = itertools.count(1)
        self.session: str | None = None
        self.capabilities: dict = {}
        self.context = {
            "purpose": "probe",
            "client_versions": VERSIONS,
            "requested_version": VERSIONS[0],
            "declared": CAPABILITIES,
            "supported_caps": CAPABILITIES,
        }

    async def connect(self) -> None:
        await self.ask(None)

    async def ask(self, method: str | None, params: dict | None = None, schema: dict | None = None) -> dict:
        """Sends a request until it has its result, doing what the library advises. Raises the error if that is to give up."""
        params = dict(params or {})
        context = {**self.context, "method": method, "has_cursor": "cursor" in params}
        context.pop("tried", None)
        message, on_stream = None, False
        while method or context["purpose"] != "request":
            if not on_stream:
                message = self.message(context, method, params)
            error, answer = await self.exchange(message, context, schema, on_stream)
            if error is None and context["purpose"] == "request":
                self.context = context
                return json.loads(answer)["result"]

            advice = advise(error, context) if error else negotiate(answer, context)
            print(f"{error.log_line if error else 'negotiated'}: {advice.action} ({advice.reason})")
            if advice.cancel:
                await self.notify("notifications/cancelled", {"requestId": message["id"]}, context)
            if advice.context is None:
                raise error or MCPError(advice.text)
            context = advice.context
            on_stream = advice.action in ("resume_stream", "read_on")
            match advice.action:
                case "go_on":
                    await self.agreed(json.loads(answer)["result"], context)
                case "authenticate" | "step_up":
                    granted = await self.authorization.authorize(advice.scopes, advice.resource_metadata)
                    context["granted_scopes"] = granted
                case "answer_inputs":
                    params.pop("requestState", None)
                    params["inputResponses"] = {
                        name: self.respond(request["method"], request.get("params") or {})
                        for name, request in error.input_requests.items()
                    }
                    if error.request_state is not None:
                        params["requestState"] = error.request_state
                case "refresh_tools":
                    schema = (await self.tools())[params["name"]]["inputSchema"]
                case "restart_pagination":
                    del params["cursor"]
                case "new_session":
                    self.session = None
                case "complete_elicitations" | "try_http_sse":
                    raise error  # wants a person, or a transport that this client does not have
            if advice.delay_ms is not None or advice.action == "back_off":
                await anyio.sleep(1 if advice.delay_ms is None else advice.delay_ms / 1000)
        self.context = context
        return {}

    def message(self, context: dict, method: str | None, params: dict) -> dict:
        """What to send next: a probe or an initialize request, where the context says so, or the request itself."""
        version, declared = context["requested_version"], context["declared"]
        if context["purpose"] == "initialize":
            method = "initialize"
            params = {"protocolVersion": version, "capabilities": declared, "clientInfo": NAME}
        elif context.get("era") != "legacy":
            meta = {META + "protocolVersion": version, META + "clientCapabilities": declared, META + "clientInfo": NAME}
            params = {"_meta": meta} if context["purpose"] == "probe" else {**params, "_meta": meta}
            method = "server/discover" if context["purpose"] == "probe" else method
        return {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": params}

    async def exchange(self, message: dict, context: dict, schema: dict | None = None, on_stream: bool = False):
        """Sends a message, or waits for its answer on another stream. Returns the error that came, and the answer's text."""
        headers = self.headers(context)
        if not on_stream:
            headers |= request_headers(message, schema)
        elif context.get("last_event_id"):
            headers["Last-Event-ID"] = context["last_event_id"]
        body, response = bytearray(), None
        try:
            async with self.stream("GET" if on_stream else "POST", headers, None if on_stream else message) as response:
                self.session = response.headers.get("mcp-session-id", self.session)
                async for text in messages(response, body):
                    if self.is_answer(text, message, context):
                        body = text
                        break
        except (httpx.ConnectError, httpx.ConnectTimeout) as failure:
            return mcp_errors.ConnectionError(str(failure)), None
        except httpx.TimeoutException as failure:
            return mcp_errors.RequestTimeoutError(str(failure)), None
        except httpx.TransportError as failure:
            # A stream that broke is judged by what came of it.
            if response is None or not is_stream(response):
                return mcp_errors.ResponseStreamClosedError(str(failure)), None
        except mcp_errors.ResponseTooLargeError as failure:
            return failure, None
        return from_http(response.status_code, response.headers, body, context=context), body

    def headers(self, context: dict) -> dict[str, str]:
        """What a legacy session wants of every request, and the access token."""
        headers = dict(self.authorization.header)
        if context.get("era") == "legacy" and context["purpose"] == "request":
            headers["MCP-Protocol-Version"] = context["requested_version"]
            if self.session:
                headers["Mcp-Session-Id"] = self.session
        return headers

    def stream(self, verb: str, headers: dict, message: dict | None):
        accept = "application/json, text/event-stream" if message else "text/event-stream"
        return self.http.stream(verb, self.url, headers={"Accept": accept, **headers}, json=message)

    def is_answer(self, text: bytes, message: dict | None, context: dict) -> bool:
        """Whether a message on a stream answers ours. A legacy server's own requests are served."""
        kind = message_type(text)
        if kind == "request" and context.get("era") == "legacy":
            self.tasks.start_soon(self.serve, json.loads(text), context)
        return kind in ("error", "result") and message is not None and json.loads(text).get("id") in (message["id"], None)

    async def agreed(self, result: dict, context: dict) -> None:
        """A version is agreed on: a legacy session begins with these."""
        self.capabilities = result.get("capabilities") or {}
        if context["era"] == "legacy":
            context["has_session"] = self.session is not None
            await self.notify("notifications/initialized", {}, context)
            await self.tasks.start(self.listen, context)

    async def notify(self, method: str, params: dict, context: dict) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        async with self.stream("POST", self.headers(context) | request_headers(message), message) as response:
            await response.aread()

    async def listen(self, context: dict, task_status=anyio.TASK_STATUS_IGNORED) -> None:
        """The stream on which a legacy server sends its own requests. Not every server has one."""
        try:
            async with self.stream("GET", self.headers(context), None) as response:
                task_status.started()
                async for text in messages(response, bytearray()):
                    self.is_answer(text, None, context)
        except (httpx.TransportError, mcp_errors.ResponseTooLargeError) as failure:
            print(f"the listening stream ended: {failure!r}")

    async def serve(self, request: dict, context: dict) -> None:
        """Answers a legacy server's request."""
        result = self.respond(request["method"], request.get("params") or {})
        if result is None:
            reply = mcp_errors.MethodNotFoundError("Method not found", code=-32601).to_response(request["id"])
        else:
            reply = {"jsonrpc": "2.0", "id": request["id"], "result": result}
        async with self.stream("POST", self.headers(context), reply) as response:
            await response.aread()

    def respond(self, method: str, params: dict) -> dict | None:
        """What a server asks of the client. A person would be asked here."""
        if method == "elicitation/create":
            fields = params.get("requestedSchema", {}).get("properties", {})
            return {"action": "accept", "content": {name: sample(field) for name, field in fields.items()}}
        return {"roots/list": {"roots": []}, "ping": {}}.get(method)

    async def list(self, method: str, member: str, key: str = "name") -> dict[str, dict]:
        """The items of all pages, by name."""
        items: dict[str, dict] = {}
        page = await self.ask(method)
        while True:
            items |= {item[key]: item for item in page[member]}
            if not page.get("nextCursor"):
                return items
            page = await self.ask(method, {"cursor": page["nextCursor"]})

    async def tools(self) -> dict[str, dict]:
        """The tools, but for those that the specification tells a client to leave out."""
        return {name: tool for name, tool in (await self.list("tools/list", "tools")).items() if usable(tool)}


def usable(tool: dict) -> bool:
    call = {"jsonrpc": "2.0", "id": 0, "method": "tools/call", "params": {"name": tool["name"], "arguments": {}}}
    try:
        request_headers(call, tool["inputSchema"])
    except ValueError as refused:
        print(f"left out {tool['name']}: {refused}")
        return False
    return True


def is_stream(response: httpx.Response) -> bool:
    return response.headers.get("content-type", "").startswith("text/event-stream")


async def messages(response: httpx.Response, body: bytearray):
    """The messages of an event stream as they arrive; other bodies have none. The body takes every byte."""
    reader = SseReader()
    async for chunk in response.aiter_bytes():
        body += chunk
        if is_stream(response):
            reader.push(chunk)
            for message in reader:
                yield message


def sample(schema: dict):
    """A value that fits a schema, its default if it has one."""
    if "default" in schema:
        return schema["default"]
    if "enum" in schema:
        return schema["enum"][0]
    values = {"boolean": True, "integer": 1, "number": 1.5, "array": [], "object": {}}
    return values.get(schema.get("type"), "text")


async def walk(client: Client, calls: list[dict]) -> None:
    """Uses all that the server has. What one tool refuses does not keep us from the next."""

    async def use(method: str, params: dict, schema: dict | None = None) -> None:
        try:
            await client.ask(method, params, schema)
        except MCPError as error:
            print(f"{method} {params.get('name') or params.get('uri')}: {error.log_line}")

    if "tools" in client.capabilities:
        tools = await client.tools()
        for call in calls or [{"name": name, "arguments": arguments(tool["inputSchema"])} for name, tool in tools.items()]:
            await use("tools/call", {"name": call["name"], "arguments": call["arguments"]}, tools[call["name"]]["inputSchema"])
    if "resources" in client.capabilities:
        for uri in await client.list("resources/list", "resources", "uri"):
            await use("resources/read", {"uri": uri})
    if "prompts" in client.capabilities:
        for name in await client.list("prompts/list", "prompts"):
            await use("prompts/get", {"name": name})


def arguments(schema: dict) -> dict:
    return {name: sample(schema["properties"][name]) for name in schema.get("required", [])}


async def main(url: str) -> int:
    settings = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT", "{}"))
    # A connection that the server is about to close cannot be told from an open one, so each request has its own.
    limits = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(timeout=30, limits=limits) as http, anyio.create_task_group() as tasks:
        client = Client(url, http, tasks, Authorization(url, http, settings))
        try:
            with anyio.fail_after(PATIENCE):
                await client.connect()
                await walk(client, settings.get("toolCalls", []))
            return 0
        except (MCPError, AuthorizationFailed, TimeoutError) as failure:
            print(f"gave up: {failure.log_line if isinstance(failure, MCPError) else repr(failure)}")
            return 1
        finally:
            tasks.cancel_scope.cancel()


if __name__ == "__main__":
    sys.exit(anyio.run(main, sys.argv[1]))
