"""What the reading of the rules says of a case, in the form of c_face.py."""

from __future__ import annotations

import decisions
import jsontext
import rules
from decisions import InvalidArgumentError
from jsontext import Node, NotJSONError, made

INVALID_ARGUMENT, INVALID_JSON, NOT_AN_ERROR = 1, 2, 3


def error_of(case: dict) -> rules.Err | str | int:
    """The error, NOT_AN_ERROR, or the status of a refusal."""
    op, body, status = case["op"], case["body"], case.get("http_status")
    if op == "local":
        return rules.Err(case["kind"], body.decode("utf-8", "replace"), local=True)
    if op == "response":
        return rules.from_response(body)
    if op == "jsonrpc":
        try:
            return rules.from_jsonrpc(body, status)
        except NotJSONError:
            return INVALID_JSON
    fields = (case["content_type"], case["www_authenticate"], case["retry_after"], case["limit"])
    return rules.from_http(status, body, *fields)


def error(case: dict) -> dict:
    found = error_of(case)
    if isinstance(found, int):
        return {"status": found}
    if isinstance(found, str):
        return {"status": NOT_AN_ERROR}
    return {**view(found), **advice(found, case.get("context"))}


def view(e: rules.Err) -> dict:
    out = {
        "status": 0,
        "kind": e.kind,
        "code": e.code,
        "code_text": e.code or "",
        "code_fits": e.code is not None and len(e.code) < 21 and -(1 << 63) <= int(e.code) < 1 << 63,
        "message": e.message,
        "message_is_string": e.message_is_string,
        "has_data": e.data is not None,
        "data": "null" if e.data is None else e.data.text,
        "http_status": None if e.http_status is None else str(e.http_status),
        "local": e.local,
        "well_formed": e.well_formed,
        "modern": e.modern,
        "modern_http": e.modern_http,
        "modern_for_probe": e.modern,
        "protocol_error": e.protocol_error,
        "era_inconclusive": e.era_inconclusive,
        "retry_after": e.retry_after,
    }
    if e.kind == rules.MISSING:
        out["required_capabilities"] = e.required.text or "{}"
    if e.kind == rules.UNSUPPORTED:
        requested = e.member("requested")
        suffix = f" (server supports: {', '.join(e.supported)})" if e.supported else ""
        out.update(supported=e.supported, supported_suffix=suffix, requested=requested.text if requested else "null")
    if e.kind == "InsufficientScopeError":
        out.update(scope=e.scope, error_description=e.error_description)
    return out


def advice(e: rules.Err, context: bytes | None) -> dict:
    eras = {"era_stdio": e.era("stdio"), "era_http": e.era("http")}
    if context is None:
        return eras
    try:
        return {**eras, "advise": made(decisions.advise(e, decisions.context_of(context)))}
    except NotJSONError:
        return {**eras, "advise": INVALID_JSON}
    except InvalidArgumentError:
        return {**eras, "advise": INVALID_ARGUMENT}


def classify(case: dict) -> dict:
    """For jsonrpc cases, responses, and answers over HTTP without headers."""
    if case["op"] == "http":
        case = {**case, "content_type": None, "www_authenticate": None, "retry_after": None, "limit": 0}
    e = error_of(case)
    if isinstance(e, int):
        return {"status": e}
    if isinstance(e, str):
        return {"status": NOT_AN_ERROR}
    seen = view(e)
    names = "status kind code message_is_string has_data well_formed modern modern_http modern_for_probe"
    out = {name: seen[name] for name in (names + " protocol_error era_inconclusive").split()}
    if e.peers_message:
        out["message"] = e.message
    listed, requested = e.member("supported"), e.member("requested")
    out["data_span"] = _raw(e.data)
    out["required_capabilities_span"] = (e.required.raw or None) if e.kind == rules.MISSING else None
    out["supported_span"] = _raw(listed) if e.kind == rules.UNSUPPORTED and listed and listed.kind == "array" else None
    out["requested_span"] = _raw(requested) if e.kind == rules.UNSUPPORTED else None
    return out


def _raw(node: Node | None) -> bytes | None:
    return None if node is None else node.raw


def sse(body: bytes) -> dict:
    text = rules.sse_response(body)
    return {"status": 0, "text": None if text is None else text.decode("utf-8", "replace").encode()}


def json(text: bytes) -> dict:
    try:
        jsontext.parse(text)
    except NotJSONError as wrong:
        return {"status": INVALID_JSON, "offset": wrong.offset}
    return {"status": 0, "offset": None}


def caps(case: dict) -> dict:
    try:
        if case["op"] == "for_input_request":
            return {"status": 0, "caps": made(decisions.for_input_request(case["method"], case["params"]))}
        names = ("declared", "required") if case["op"] == "missing" else ("declared", "missing", "supported")
        for name in names:  # of two bad arguments the one that is no JSON is told
            jsontext.parse(case[name] or b"{}")
        found = (decisions.missing if case["op"] == "missing" else decisions.declare)(
            *(decisions.objects(case[name]) for name in names)
        )
    except NotJSONError:
        return {"status": INVALID_JSON, "caps": None}
    except InvalidArgumentError:
        return {"status": INVALID_ARGUMENT, "caps": None}
    out = {"status": 0, "caps": made(found)}
    if case["op"] == "missing":
        text = case["required"]
        out["well_formed"] = rules.capabilities_well_formed(jsontext.parse(text)) if text else True
    return out


def check(case: dict) -> dict:
    node = jsontext.parse(case["server"])
    server = {**{name: value.plain() for name, value in node.value.items()}, "required": node.get("required")}
    found = decisions.check(case["request"], server)
    message = rules.read(case["request"])
    request_id = message.get("id") if message else None
    echoed = request_id and (request_id.is_string or request_id.digits)
    out = {"status": 0, "id_status": 0 if message else INVALID_JSON, "id": request_id.raw if echoed else None}
    return {**out, "code": None} if found is None else {**out, **found}
