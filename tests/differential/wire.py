"""An independent reading of the rules: from bytes on the wire to a typed error (section 5). See rules.py."""

from __future__ import annotations

import re
from dataclasses import dataclass

import jsontext
from capabilities import an_object
from context import Context
from jsontext import Node, NotJSONError
from rules import INPUT_REQUIRED, INVALID_RESULT, Err, of_member, strings

NOT_AN_ERROR = "not an error"
BODY_LIMIT = 65536
U64 = (1 << 64) - 1
TYPES = "empty not_json framing error result request notification batch other".split()
INPUT_METHODS = ("elicitation/create", "sampling/createMessage", "roots/list")
TASKS = "io.modelcontextprotocol/tasks"


@dataclass
class Message:
    """What a text is, and the object to read on from where it is a response."""

    type: str
    node: Node | None = None

    @property
    def is_response(self) -> bool:
        return self.type in ("error", "result")

    @property
    def id(self) -> Node | None:
        return self.node.get("id") if self.is_response else None


def inside(text: bytes) -> bytes:
    """Without a byte order mark and white space in front."""
    return text.removeprefix(jsontext.BOM).lstrip(b" \t\r\n")


def message(text: bytes) -> Message:
    try:
        node = jsontext.parse(text)
    except NotJSONError:
        begins = inside(text).lower()
        if not begins:
            return Message("empty")
        return Message("framing" if begins.startswith((b"content-length:", b"content-type:")) else "not_json")
    if node.kind == "array":
        only = Message(_object_type(node.value[0]), node.value[0]) if len(node.value) == 1 else None
        return only if only and only.is_response else Message("batch")
    return Message(_object_type(node), node)


def _object_type(node: Node) -> str:
    error, method, request_id = node.get("error"), node.get("method"), node.get("id")
    if error and error.kind not in ("null", "false"):
        return "error"
    if node.get("result"):
        return "result"
    if method and method.is_string:
        return "request" if request_id and request_id.kind != "null" else "notification"
    return "other"


def from_response(body: bytes) -> Err | str:
    return _in_band(message(body), None, None)


def from_answer(body: bytes, context: Context) -> Err | str:
    return _in_band(message(body), None, context)


def _in_band(answer: Message, status: int | None, context: Context | None) -> Err | str:
    if answer.type == "error":
        error = of_member(answer.node.get("error"), status)
    elif answer.type != "result":
        error = Err("TransportError", "No JSON-RPC response", http_status=status)
    elif context is None:
        return NOT_AN_ERROR
    else:
        result = answer.node.get("result")
        found = judged(result, context)
        if found is None:
            return NOT_AN_ERROR
        kind, reason = found
        text = "Input required" if kind == INPUT_REQUIRED else "Invalid result"
        error = Err(kind, text, data=result, http_status=status, invalid=reason)
    error.message_type, error.id = answer.type, answer.id
    return error


def judged(result: Node, c: Context) -> tuple[str, str | None] | None:
    """Kind and reason of a result that is not an answer."""
    why = _why_invalid(result, c)
    return why if isinstance(why, tuple) or why is None else (INVALID_RESULT, why)


def _why_invalid(result: Node, c: Context) -> str | tuple | None:
    if not result.is_object:
        return "result is not an object"
    if c.purpose == "initialize" or (c.era == "legacy" and c.purpose != "probe"):
        return None
    kind = result.get("resultType")
    if kind and not kind.is_string:
        return "result.resultType is not a string"
    if not kind or kind.value == "complete":
        if c.purpose == "probe" and strings(result.get("supportedVersions")) is None:
            return "result.supportedVersions is not an array of strings"
        if c.purpose == "probe" and an_object(result.get("capabilities")) is None:
            return "result.capabilities is not an object"
        return None
    request = c.purpose == "request"
    if kind.value == "input_required":
        return _why_no_input_required(result, c) or (INPUT_REQUIRED, None)
    if kind.value == "task" and request and c.method == "tools/call":
        extensions = an_object(c.declared.get("extensions")) or {}
        if an_object(extensions.get(TASKS)) is not None:
            return None
    if request and kind.value in c.result_types:
        return None
    return "result.resultType is not known"


def _why_no_input_required(result: Node, c: Context) -> str | None:
    requests, state = result.get("inputRequests"), result.get("requestState")
    if c.purpose != "request" or c.method not in ("tools/call", "prompts/get", "resources/read"):
        return "this method cannot require input"
    if not requests and not state:
        return "result has neither inputRequests nor requestState"
    if requests and not requests.is_object:
        return "result.inputRequests is not an object"
    for one in requests.value.values() if requests else ():
        method = one.get("method")
        if not method or not method.is_string or method.value not in INPUT_METHODS:
            return "a member of result.inputRequests is not an input request"
    return "result.requestState is not a string" if state and not state.is_string else None


# Event streams


@dataclass
class Stream:
    response: bytes | None = None
    last_event_id: str | None = None
    retry_ms: int | None = None


def stream(body: bytes) -> Stream:
    found, data, event_id = Stream(), [], None
    if body.startswith(jsontext.BOM):
        body = body[3:]

    def dispatch() -> None:
        text = b"\n".join(data)
        if data and message(text).is_response:
            found.response = text
        data.clear()

    lines = re.split(rb"\r\n|\n|\r", body)
    for number, line in enumerate(lines, 1):
        ended = number < len(lines)
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if not line and ended:
            dispatch()
            found.last_event_id = event_id or None
        elif name == b"data":
            data.append(value)
        elif name == b"id" and b"\0" not in value:
            event_id = value.decode("utf-8", "replace")
        elif name == b"retry" and ended and re.fullmatch(rb"[0-9]+", value):
            found.retry_ms = min(int(value.lstrip(b"0")[:24] or b"0"), U64)
    dispatch()
    return found


def is_stream(body: bytes, content_type: bytes | None) -> bool:
    begins = inside(body)
    if not body:
        return False
    if begins.startswith((b"data:", b"event:", b"id:", b"retry:", b":")):
        return True
    media_type = (content_type or b"").partition(b";")[0].strip(b" \t").lower()
    return media_type == b"text/event-stream" and not begins.startswith((b"{", b"["))


# HTTP


def from_http(
    status: int,
    body: bytes,
    content_type: bytes | None = None,
    www_authenticate: bytes | None = None,
    retry_after: bytes | None = None,
    limit: int = 0,
    location: bytes | None = None,
    context: Context | None = None,
    streams: bool = True,
) -> Err | str:
    """streams: whether an event stream is looked for."""
    success, oversized = 200 <= status < 300, len(body) > (limit or BODY_LIMIT)
    if not success and oversized:
        body = b""
    seen = stream(body) if streams and is_stream(body, content_type) else Stream(response=body)
    answer = message(seen.response or b"")
    if not success:
        error = _refusal(status, answer, www_authenticate or b"")
        error.oversized = oversized
        error.message_type, error.id = answer.type, answer.id
        if 300 <= status < 400:
            error.location = _text(location)
    elif seen.response is None or (not body and status not in (202, 204)):
        error = Err("ResponseStreamClosedError", "The response ended without an answer", http_status=status)
        error.message_type, error.last_event_id, error.retry_ms = "empty", seen.last_event_id, seen.retry_ms
    else:
        error = _in_band(answer, status, context)
    if isinstance(error, Err):
        error.retry_after = _text(retry_after)
    return error


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode("utf-8", "replace")


def _refusal(status: int, answer: Message, www_authenticate: bytes) -> Err:
    member = answer.node.get("error") if answer.type == "error" else None
    member = member if member and member.is_object else None
    kind, challenge = "ServerError", {}
    if status in (401, 403, 407):
        challenge = bearer(www_authenticate)
        lacks_scope = status == 403 and challenge.get("error") == "insufficient_scope"
        kind = "InsufficientScopeError" if lacks_scope else "ConnectionError"
    elif status in (408, 425, 429) or status >= 500:
        kind = "TransientServerError"
    elif member:
        version = answer.node.get("jsonrpc")
        if version and version.is_string and version.value == "2.0":
            kind = None  # by code
    error = of_member(member, status, kind) if member else Err(kind, f"HTTP {status}", http_status=status)
    error.challenge = challenge
    return error


# With the slash of a token68: credentials in one piece, which may follow a scheme and say nothing here.
_TOKEN = r"[!#$%&'*+.^_`|~/0-9A-Za-z-]+"
_SCHEME = re.compile(rf"({_TOKEN})")
_PARAMETER = re.compile(rf'({_TOKEN})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)(?:"|\\?$)|([^ \t,]*))', re.DOTALL)
# The rules do not say what is skipped of a field that is wrongly written: a quoted string whole, or else a word or a character.
_GAP, _STRAY = re.compile(r"[ \t,]*"), re.compile(rf'{_TOKEN}|"(?:[^"\\]|\\.)*(?:"|\\?$)|.|$', re.DOTALL)


def challenges(header: bytes) -> list[tuple[str, dict[str, str]]]:
    """The challenges of a WWW-Authenticate field: scheme and parameters, names in lower case, the first of each."""
    text, at = header.decode("utf-8", "replace"), 0
    found: list[tuple[str, dict[str, str]]] = []
    while at < len(text):
        gap = _GAP.match(text, at)
        parameter, scheme = _PARAMETER.match(text, gap.end()), _SCHEME.match(text, gap.end())
        if parameter:
            name, quoted, plain = parameter.groups()
            value = plain if quoted is None else re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL)
            if found:
                found[-1][1].setdefault(name.lower(), value)
            at = parameter.end()
        elif scheme and (at == 0 or "," in gap[0]):
            found.append((scheme[1].lower(), {}))
            at = scheme.end()
        else:
            at = max(_STRAY.match(text, gap.end()).end(), gap.end())
    return found


def bearer(header: bytes) -> dict[str, str]:
    """The parameters of the challenge that is kept."""
    ours = [parameters for scheme, parameters in challenges(header) if scheme == "bearer"]
    return next((p for p in ours if p.get("error") == "insufficient_scope"), ours[0] if ours else {})
