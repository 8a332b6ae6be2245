"""What the reading of the rules says of a case, in the form of c_binding.py."""

from __future__ import annotations

import capabilities
import decisions
import jsontext
import rules
import serving
import wire
from context import context_of, objects
from jsontext import Node, NotJSONError, made
from rules import InvalidArgumentError

INVALID_ARGUMENT, INVALID_JSON, NOT_AN_ERROR = 1, 2, 3
CHALLENGE = ("scope", "error_description", "resource_metadata")
FIELDS = ("content_type", "www_authenticate", "retry_after", "limit", "location")
ERAS = ("modern", "modern_without_discover", "legacy", "inconclusive")


def guarded(make):
    """What make gives, or the status of a refusal."""
    try:
        return make()
    except NotJSONError:
        return INVALID_JSON
    except InvalidArgumentError:
        return INVALID_ARGUMENT


def error_of(case: dict) -> rules.Err | str | int:
    """The error, NOT_AN_ERROR, or the status of a refusal."""
    return guarded(lambda: _error_of(case))


def _error_of(case: dict) -> rules.Err | str:
    op, body, status = case["op"], case["body"], case.get("http_status")
    if op == "local":
        return rules.Err(case["kind"], body.decode("utf-8", "replace"), local=True)
    if op == "built":
        data = None if case["data"] is None else jsontext.parse(case["data"])
        code = None if case["code"] is None else str(case["code"])
        if not rules.is_a(case["kind"], "ServerError"):
            raise InvalidArgumentError
        message = body.decode("utf-8", "replace")
        return rules.Err(case["kind"], message, code, data=data, http_status=status, built=True, error_object=bool(code or data))
    if op == "jsonrpc":
        return rules.from_jsonrpc(body, status)
    context = None if case.get("judge") is None else context_of(case["judge"])
    if op == "response":
        return wire.from_response(body) if context is None else wire.from_answer(body, context)
    return wire.from_http(status, body, *(case[name] for name in FIELDS), context)


def error(case: dict) -> dict:
    found = error_of(case)
    if isinstance(found, int):
        return {"status": found}
    if isinstance(found, str):
        return {"status": NOT_AN_ERROR}
    return {**view(found), **sent(found), **advice(found, case.get("context"))}


def view(e: rules.Err) -> dict:
    """The members of mcp_error_view_json; values of the peer's as JSON text."""
    out = {
        "status": 0,
        "kind": e.kind,
        "code": e.code,
        "code_text": e.code or "",
        "code_fits": e.code is not None and len(e.code) < 21 and -(1 << 63) <= int(e.code) < 1 << 63,
        "message": e.message,
        "message_is_string": e.message_is_string,
        "has_data": e.data is not None,
        "data": text_of(e.data),
        "http_status": None if e.http_status is None else str(e.http_status),
        "local": e.local,
        "built": e.built,
        "id": None if e.id is None else e.id.text,
        "message_type": e.message_type,
        "challenge_error": e.challenge.get("error"),
        **{name: e.challenge.get(name) for name in CHALLENGE},
        "location": e.location,
        "last_event_id": e.last_event_id,
        "retry_ms": None if e.retry_ms is None else str(e.retry_ms),
        "retry_after": e.retry_after,
        "well_formed": e.well_formed,
        "invalid": e.invalid,
        "modern": e.modern,
        "modern_http": e.modern_http,
        "modern_for_probe": e.modern,
        "protocol_error": e.protocol_error,
        "era_inconclusive": e.era_inconclusive,
        # Not in abi.md: what the era and the advice hang on besides.
        "error_object": e.error_object,
        "body_ignored": e.oversized,
    }
    if e.kind == rules.MISSING:
        out["required_capabilities"] = e.required.text or "{}"
    if e.kind == rules.UNSUPPORTED:
        suffix = f" (server supports: {', '.join(e.supported)})" if e.supported else ""
        out.update(supported=e.supported, supported_suffix=suffix, requested=text_of(e.member("requested")))
    if e.kind == rules.INPUT_REQUIRED:
        out.update(input_requests=e.input_requests.text or "{}", request_state=text_of(e.member("requestState")))
    return out


def text_of(node: Node | None) -> str:
    return "null" if node is None else node.text


def sent(e: rules.Err) -> dict:
    """The status of mcp_error_to_json for each era."""
    return {"to_json": [serving.may_be_sent(e, era) for era in ERAS]}


def advice(e: rules.Err, context: bytes | None) -> dict:
    eras = {"era_stdio": e.era("stdio"), "era_http": e.era("http")}
    if context is None:
        return eras
    return {**eras, "advise": guarded(lambda: decisions.advise(e, context_of(context)))}


def negotiate(case: dict) -> dict:
    return {"advise": guarded(lambda: decisions.negotiate(case["body"], case["context"]))}


def message(body: bytes) -> dict:
    found = wire.message(body)
    return {"message_type": found.type, "id": _raw(found.id)}


def classify(case: dict) -> dict:
    """For jsonrpc cases, responses, and answers over HTTP without headers; event streams are unwrapped before."""
    body, status = case["body"], case.get("http_status")
    if case["op"] == "http":
        e = wire.from_http(status, body, streams=False)
        absent = len(body) > wire.BODY_LIMIT and not 200 <= status < 300
        seen = message(b"" if absent else body)
    else:
        e = error_of({**case, "judge": None})
        seen = {} if case["op"] == "jsonrpc" else message(body)
    if isinstance(e, int):
        return {"status": e}
    if isinstance(e, str):
        return {"status": NOT_AN_ERROR, **seen}
    whole = view(e)
    names = "status kind code message_is_string has_data well_formed modern modern_http modern_for_probe"
    out = {name: whole[name] for name in (names + " protocol_error era_inconclusive").split()}
    if e.peers_message:
        out["message"] = e.message
    listed, requested = e.member("supported"), e.member("requested")
    out["data_span"] = _raw(e.data)
    out["required_capabilities_span"] = (e.required.raw or None) if e.kind == rules.MISSING else None
    out["supported_span"] = _raw(listed) if e.kind == rules.UNSUPPORTED and listed and listed.kind == "array" else None
    out["requested_span"] = _raw(requested) if e.kind == rules.UNSUPPORTED else None
    return {**out, **seen}


def _raw(node: Node | None) -> bytes | None:
    return None if node is None else node.raw


def sse(body: bytes) -> dict:
    text = wire.stream(body).response
    return {"status": 0, "text": None if text is None else text.decode("utf-8", "replace").encode()}


def json(text: bytes) -> dict:
    try:
        jsontext.parse(text)
    except NotJSONError as wrong:
        return {"status": INVALID_JSON, "offset": wrong.offset}
    return {"status": 0, "offset": None}


def caps(case: dict) -> dict:
    found = guarded(lambda: _caps(case))
    if isinstance(found, int):
        return {"status": found, "caps": None}
    out = {"status": 0, "caps": made(found)}
    if case["op"] == "missing":
        text = case["required"]
        out["well_formed"] = rules.capabilities_well_formed(jsontext.parse(text)) if text else True
    return out


def _caps(case: dict) -> dict:
    if case["op"] == "for_input_request":
        params = jsontext.parse(case["params"]) if case["params"] else None
        return capabilities.for_input_request(case["method"].decode("utf-8", "replace"), params)
    names = ("declared", "required") if case["op"] == "missing" else ("declared", "missing", "supported")
    for name in names:  # of two bad arguments the one that is not JSON is reported
        jsontext.parse(case[name] or b"{}")
    return getattr(capabilities, case["op"])(*(objects(case[name]) for name in names))


def check(case: dict) -> dict:
    found = guarded(lambda: serving.check(case["request"], case["server"]))
    if isinstance(found, int):
        return {"status": found, "code": None}
    return {"status": 0, "code": None} if found is None else {"status": 0, **found}


def headers(case: dict) -> dict:
    found = guarded(lambda: serving.headers(case["request"], case["schema"]))
    return {"status": found, "headers": None} if isinstance(found, int) else {"status": 0, "headers": found}


def request_read(case: dict) -> dict:
    found = guarded(lambda: serving.request_read(case["request"]))
    if isinstance(found, int):
        return {"read_status": found}
    return {"read_status": 0, **{n: _raw(v) if isinstance(v, Node) else v for n, v in found.items()}}


def string(text: bytes) -> dict:
    """A JSON string that says a text, and an object with it as a member."""
    said = text.decode("utf-8", "replace")
    return {"encoded": made(said), "object": made({"b": [], "a": said})}
