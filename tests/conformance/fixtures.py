"""What the suite's scenarios expect of a server: its tools, prompts and resources."""

import asyncio
import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import tasks
from mcp_errors import Codes, ServerError, capabilities

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA="
ANY = {"type": "object", "properties": {}}


@dataclass
class Tool:
    name: str
    call: Callable[[Any], Any]
    schema: dict[str, Any] = field(default_factory=lambda: ANY)
    needs: dict[str, Any] = field(default_factory=dict)
    """The capabilities that the client must declare."""

    def listed(self) -> dict[str, Any]:
        return {"name": self.name, "description": f"{self.name}, as the suite wants it", "inputSchema": self.schema}


def text(words: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": words}]}


def said(*contents: dict[str, Any]) -> Callable[[Any], dict[str, Any]]:
    return lambda call: {"content": list(contents)}


# Tools that ask the client for input and are called again with the answers.


def elicit(message: str, **properties: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {name: {"type": kind} for name, kind in properties.items()}}
    schema["required"] = list(properties)
    return {"method": "elicitation/create", "params": {"message": message, "requestedSchema": schema}}


def think(words: str) -> dict[str, Any]:
    message = {"role": "user", "content": {"type": "text", "text": words}}
    return {"method": "sampling/createMessage", "params": {"messages": [message], "maxTokens": 100}}


ROOTS = {"method": "roots/list", "params": {}}
KEY = secrets.token_bytes(32)


def sealed(answers: dict[str, Any]) -> str:
    """The answers so far, in a form that the client can carry but not change."""
    content = base64.urlsafe_b64encode(json.dumps(answers).encode()).decode()
    return content + "." + hmac.new(KEY, content.encode(), hashlib.sha256).hexdigest()


def unsealed(state: Any) -> dict[str, Any]:
    content, _, seal = state.partition(".") if isinstance(state, str) else ("", "", "")
    if not hmac.compare_digest(hmac.new(KEY, content.encode(), hashlib.sha256).hexdigest().encode(), seal.encode()):
        raise ServerError("requestState is not what this server gave out", code=Codes.INVALID_PARAMS)
    return json.loads(base64.urlsafe_b64decode(content))


def asking(*rounds: dict[str, Any], then: Callable[[Any, dict[str, Any]], Any], optional: bool = False) -> Callable[[Any], Any]:
    """A handler that asks round after round, and then does its work. Optional questions are for clients that can answer."""

    def handler(call: Any) -> Any:
        answers = unsealed(call.params["requestState"]) if "requestState" in call.params else {}
        given = call.params.get("inputResponses", {})
        if not isinstance(given, dict):
            raise ServerError("inputResponses must be an object", code=Codes.INVALID_PARAMS)
        for requests in rounds:
            answers |= {key: answer for key, answer in given.items() if key in requests and isinstance(answer, dict)}
            open = {key: request for key, request in requests.items() if key not in answers}
            if optional:
                open = {key: request for key, request in open.items() if not capabilities.missing(call.asked.capabilities, needs(request))}
            if open:
                return {"resultType": "input_required", "inputRequests": open, "requestState": sealed(answers)}
        return then(call, answers)

    return handler


def needs(*requests: dict[str, Any]) -> dict[str, Any]:
    """The capabilities that a client must declare to be asked these."""
    return {
        name: value
        for request in requests
        for name, value in capabilities.for_input_request(request["method"], request["params"]).items()
    }


def inquiry(name: str, *rounds: dict[str, Any], answer: str) -> Tool:
    every = [request for requests in rounds for request in requests.values()]
    return Tool(name, asking(*rounds, then=lambda call, answers: text(answer)), needs=needs(*every))


WHO = {"user_name": elicit("What is your name?", name="string")}
CONFIRM = {"confirm": elicit("Please confirm", ok="boolean")}
COLOR = {"step2": elicit("Step 2: What is your favorite color?", color="string")}


def greeting(call: Any, answers: dict[str, Any]) -> dict[str, Any]:
    return text(f"Hello, {answers['user_name'].get('content', {}).get('name', 'stranger')}!")


def escalate(call: Any, answers: dict[str, Any]) -> dict[str, Any]:
    async def work(task: tasks.Task) -> dict[str, Any]:
        return greeting(call, answers)

    return tasks.start(work)


# Tools that work on as tasks.


def background(work: Callable[[Any, tasks.Task], Any]) -> Callable[[Any], Any]:
    return lambda call: tasks.start(lambda task: work(call, task))


async def compute(call: Any) -> dict[str, Any]:
    seconds, label = call.arguments.get("seconds", 0), call.arguments.get("label", "it")

    async def work(task: Any) -> dict[str, Any]:
        await asyncio.sleep(seconds)
        return text(f"{label} took {seconds} seconds")

    return tasks.start(work) if seconds and tasks.declared(call) else await work(None)


async def fail(call: Any, task: tasks.Task) -> dict[str, Any]:
    await asyncio.sleep(1)
    return {**text("The job failed, as it always does"), "isError": True}


async def crash(call: Any, task: tasks.Task) -> dict[str, Any]:
    raise ServerError("The job crashed, as it always does", code=Codes.INTERNAL_ERROR)


async def delete(call: Any, task: tasks.Task) -> dict[str, Any]:
    answers = await task.ask({"confirmation": elicit("Delete it?", confirm="boolean")})
    return text(f"{call.arguments.get('filename')}: {answers['confirmation'].get('action')}")


async def gather(call: Any, task: tasks.Task) -> dict[str, Any]:
    answers = await task.ask({key: elicit(f"What about the {key}?", name="string") for key in ("first", "second")})
    return text(f"{len(answers)} answers")


# Tools that send notifications before their result.


async def progress(call: Any) -> Any:
    async def messages() -> Any:
        for done in (0, 50, 100):
            if "progressToken" in call.meta:
                params = {"progressToken": call.meta["progressToken"], "progress": done, "total": 100}
                yield {"method": "notifications/progress", "params": params}
            await asyncio.sleep(0.05)
        yield text("All steps are done")

    return messages()


async def log(call: Any) -> Any:
    async def messages() -> Any:
        if "io.modelcontextprotocol/logLevel" in call.meta:
            yield {"method": "notifications/message", "params": {"level": "info", "data": "a line of the log"}}
        yield text("Logged where the client wanted it")

    return messages()


CHANGES = {"toolsListChanged": "notifications/tools/list_changed", "promptsListChanged": "notifications/prompts/list_changed"}
LISTENERS: set[asyncio.Queue[str]] = set()


def trigger(change: str) -> Callable[[Any], dict[str, Any]]:
    def handler(call: Any) -> dict[str, Any]:
        for queue in LISTENERS:
            queue.put_nowait(CHANGES[change])
        return text("Said so")

    return handler


IMAGE = {"type": "image", "data": PNG, "mimeType": "image/png"}
EXTENSION = {"extensions": tasks.EXTENSION}
ELICITATION = needs(*WHO.values())
HEADER = {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


def embedded(uri: str, kind: str, words: str) -> dict[str, Any]:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": kind, "text": words}}


EVERY_TOOL = [
    Tool("greet", lambda call: text(f"Hello, {call.arguments.get('name', 'you')}!")),
    Tool("test_simple_text", said({"type": "text", "text": "This is a simple text response for testing."})),
    Tool("test_image_content", said(IMAGE)),
    Tool("test_audio_content", said({"type": "audio", "data": WAV, "mimeType": "audio/wav"})),
    Tool("test_embedded_resource", said(embedded("test://embedded-resource", "text/plain", "This is embedded."))),
    Tool(
        "test_multiple_content_types",
        said({"type": "text", "text": "Several:"}, IMAGE, embedded("test://mixed", "application/json", '{"test":"data"}')),
    ),
    Tool("test_error_handling", lambda call: {**text("This tool intentionally returns an error"), "isError": True}),
    Tool("test_tool_with_progress", progress),
    Tool("test_logging_tool", log),
    Tool("test_custom_header", lambda call: text(call.arguments.get("region", "nowhere")), HEADER),
    Tool("json_schema_2020_12_tool", lambda call: text("Reached"), SCHEMA),
    Tool("test_missing_capability", lambda call: text("Sampling is declared"), needs={"sampling": {}}),
    Tool("test_trigger_tool_change", trigger("toolsListChanged")),
    Tool("test_trigger_prompt_change", trigger("promptsListChanged")),
    Tool("test_streaming_elicitation", asking(WHO, then=greeting), needs=ELICITATION),
    Tool("test_input_required_result_elicitation", asking(WHO, then=greeting), needs=ELICITATION),
    inquiry("test_input_required_result_sampling", {"capital_question": think("What is the capital of France?")}, answer="So it is"),
    inquiry("test_input_required_result_list_roots", {"client_roots": ROOTS}, answer="Those are the roots"),
    inquiry("test_input_required_result_request_state", CONFIRM, answer="state-ok"),
    inquiry("test_input_required_result_tampered_state", CONFIRM, answer="state-ok"),
    inquiry(
        "test_input_required_result_multiple_inputs",
        {**WHO, "greeting": think("Generate a greeting"), "client_roots": ROOTS},
        answer="All there",
    ),
    inquiry(
        "test_input_required_result_multi_round", {"step1": elicit("Step 1: What is your name?", name="string")}, COLOR, answer="Done"
    ),
    Tool(
        "test_input_required_result_capabilities",
        asking({**WHO, "opinion": think("What do you think?")}, then=lambda call, answers: text("Asked what you can answer"), optional=True),
    ),
    Tool("slow_compute", compute),
    Tool("failing_job", background(fail), needs=EXTENSION),
    Tool("protocol_error_job", background(crash), needs=EXTENSION),
    Tool("confirm_delete", background(delete), needs={**EXTENSION, **ELICITATION}),
    Tool("multi_input", background(gather), needs={**EXTENSION, **ELICITATION}),
    Tool("test_tool_with_task", asking(WHO, then=escalate), needs={**EXTENSION, **ELICITATION}),
]
TOOLS = {tool.name: tool for tool in EVERY_TOOL}


# Prompts.


def messages(*contents: dict[str, Any]) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": content} for content in contents]}


def words(sentence: str) -> dict[str, Any]:
    return {"type": "text", "text": sentence}


CONTEXT = {"user_context": elicit("What context should the prompt use?", context="string")}
PROMPTS: dict[str, tuple[list[str], Callable[[Any], Any]]] = {
    "test_simple_prompt": ([], lambda call: messages(words("This is a simple prompt for testing."))),
    "test_prompt_with_arguments": (
        ["arg1", "arg2"],
        lambda call: messages(words("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'".format_map(call.arguments))),
    ),
    "test_prompt_with_embedded_resource": (
        ["resourceUri"],
        lambda call: messages(
            embedded(call.arguments["resourceUri"], "text/plain", "Embedded resource content for testing."),
            words("Please process the embedded resource above."),
        ),
    ),
    "test_prompt_with_image": ([], lambda call: messages(IMAGE, words("Please analyze the image above."))),
    "test_input_required_result_prompt": (
        [],
        asking(CONTEXT, then=lambda call, answers: messages(words(str(answers["user_context"].get("content"))))),
    ),
}


def list_prompts(call: Any) -> dict[str, Any]:
    return {
        "prompts": [
            {"name": name, "description": f"{name}, as the suite wants it", "arguments": [{"name": given, "required": True} for given in wanted]}
            for name, (wanted, _) in PROMPTS.items()
        ]
    }


def get_prompt(call: Any) -> Any:
    if call.params.get("name") not in PROMPTS:
        raise ServerError("There is no such prompt", code=Codes.INVALID_PARAMS)
    wanted, handler = PROMPTS[call.params["name"]]
    if not all(name in call.arguments for name in wanted):
        raise ServerError(f"The prompt needs the arguments {', '.join(wanted)}", code=Codes.INVALID_PARAMS)
    return handler(call)


# Resources.

RESOURCES = {
    "test://static-text": {"mimeType": "text/plain", "text": "This is the content of the static text resource."},
    "test://static-binary": {"mimeType": "image/png", "blob": PNG},
}
TEMPLATE = ("test://template/", "/data")


def list_resources(call: Any) -> dict[str, Any]:
    return {"resources": [{"uri": uri, "name": uri, "mimeType": found["mimeType"]} for uri, found in RESOURCES.items()]}


def list_templates(call: Any) -> dict[str, Any]:
    return {"resourceTemplates": [{"uriTemplate": "{id}".join(TEMPLATE), "name": "template", "mimeType": "application/json"}]}


def read_resource(call: Any) -> dict[str, Any]:
    uri = call.params.get("uri")
    if isinstance(uri, str) and uri.startswith(TEMPLATE[0]) and uri.endswith(TEMPLATE[1]):
        id = uri.removeprefix(TEMPLATE[0]).removesuffix(TEMPLATE[1])
        found = {"mimeType": "application/json", "text": json.dumps({"id": id, "templateTest": True})}
    elif uri in RESOURCES:
        found = RESOURCES[uri]
    else:
        raise ServerError("Resource not found", code=Codes.INVALID_PARAMS, data={"uri": uri})
    return {"contents": [{"uri": uri, **found}]}
