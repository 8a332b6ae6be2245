"""The reading of the rules against the vectors and the real servers' answers: before it may judge the core."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import decisions
import jsontext
import rules
from jsontext import made

TESTS = Path(__file__).resolve().parent.parent
EVENTS = {
    "timeout": "RequestTimeoutError",
    "closed": "ResponseStreamClosedError",
    "network_error": "ConnectionError",
}


def rows(name: str) -> list[dict]:
    path = TESTS / "wire" / "answers.jsonl" if name == "answers" else TESTS / "vectors" / f"{name}.jsonl"
    return [json.loads(line) for line in path.open(encoding="utf-8")]


def body_of(row: dict) -> bytes:
    return base64.b64decode(row["body_b64"]) if "body_b64" in row else row["body"].encode("utf-8", "surrogatepass")


def header(row: dict, name: str) -> bytes | None:
    value = row["headers"].get(name)
    return None if value is None else value.encode()


def read(row: dict) -> rules.Err | str:
    if row.get("event"):
        return rules.Err(EVENTS[row["event"]], "local", local=True)
    if row["transport"] != "http":
        return rules.from_response(body_of(row))
    fields = (header(row, n) for n in ("content-type", "www-authenticate", "retry-after"))
    return rules.from_http(row["http_status"], body_of(row), *fields)


def view(error: rules.Err) -> dict:
    """The members of mcp_error_view_json that the vectors name, as plain values."""
    out = {
        "kind": error.kind,
        "code": None if error.code is None else int(error.code),
        "message": error.message,
        "message_is_string": error.message_is_string,
        "has_data": error.data is not None,
        "data": None if error.data is None else json.loads(error.data.raw),
        "http_status": error.http_status,
        "well_formed": error.well_formed,
        "modern": error.modern,
        "modern_http": error.modern_http,
        "protocol_error": error.protocol_error,
        "era_inconclusive": error.era_inconclusive,
        "scope": error.scope,
        "error_description": error.error_description,
        "required_capabilities": json.loads(error.required.raw or b"{}"),
        "supported": error.supported,
        "supported_suffix": f" (server supports: {', '.join(error.supported)})" if error.supported else "",
    }
    requested = error.member("requested")
    out["requested"] = None if requested is None else json.loads(requested.raw)
    return out


def differs(expect: dict, error: rules.Err | str, era: str | None = None) -> list[str]:
    if expect.get("result") == "not_an_error" or error == rules.NOT_AN_ERROR:
        return [] if error == rules.NOT_AN_ERROR and expect.get("result") == "not_an_error" else ["result"]
    got = {**view(error), "result": "error", "era": era}
    return [name for name, value in expect.items() if repr_of(got[name]) != repr_of(value)]


def repr_of(value) -> str:
    return json.dumps(value, sort_keys=True)


def _plain(value):
    return value.plain() if isinstance(value, jsontext.Node) else value


def run_row(name: str, row: dict) -> list[str]:
    expect = row["expect"]
    if name == "errors":
        return differs(expect, rules.from_jsonrpc(row["error"].encode("utf-8", "surrogatepass"), row["http_status"]))
    if name == "responses":
        return differs(expect, read(row))
    if name == "answers":
        error = read(row)
        return differs(expect, error, None if isinstance(error, str) else error.era(row["transport"]))
    if name == "advice":
        text = json.dumps({"transport": row["transport"], **row["context"]}).encode()
        got = decisions.advise(read(row), decisions.context_of(text))
        wanted = {k: _numbers_as_text(v) if k in ("missing", "declare") else v for k, v in expect.items()}
        got = {k: _plain(v) for k, v in got.items()}
        return [] if repr_of(got) == repr_of(wanted) else [repr_of(got)]
    if name == "capabilities":
        if row["op"] == "for_input_request":
            got = decisions.for_input_request(row["method"].encode(), json.dumps(row["params"]).encode())
        else:
            texts = [made(row[k]).value for k in ("declared", "required", "missing", "supported") if k in row]
            got = (decisions.missing if row["op"] == "missing" else decisions.declare)(*texts)
        return [] if repr_of(made(got).plain()) == repr_of(_numbers_as_text(expect)) else [repr_of(made(got).plain())]
    if row["op"] != "check":
        return []  # tables: the C tests have them
    got = decisions.check(row["request"].encode("utf-8", "surrogatepass"), row["server"])
    if got is None or expect == {"ok": True}:
        return [] if got is None and expect == {"ok": True} else [repr(got)]
    data = _plain(got["data"]) or {}
    got = {
        "code": int(got["code"]),
        "http_status": got["http_status"],
        "supported": data.get("supported"),
        "requested": data.get("requested"),
        "required_capabilities": data.get("requiredCapabilities"),
    }
    return [k for k, v in expect.items() if repr_of(got[k]) != repr_of(_numbers_as_text(v) if isinstance(v, dict) else v)]


def _numbers_as_text(value):
    return made(value).plain()


def check_all() -> tuple[int, list[str]]:
    """How many rows were read as they should be, and the others."""
    passed, failed = 0, []
    for name in ("errors", "responses", "answers", "advice", "capabilities", "server"):
        for row in rows(name):
            wrong = run_row(name, row)
            passed += not wrong
            failed += [f"{name} {row['id']}: {', '.join(wrong)}"] if wrong else []
    return passed, failed


if __name__ == "__main__":
    done, wrong = check_all()
    print(*wrong[:40], sep="\n")
    print(f"{done} rows as they should be, {len(wrong)} not")
