"""The reading of the rules against the vectors and the real servers' answers: before it may judge the core."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import by_rules
import capabilities
import decisions
import rules
import serving
import wire
from by_rules import guarded
from context import context_of
from jsontext import Node, made

TESTS = Path(__file__).resolve().parent.parent
EVENTS = {
    "timeout": "RequestTimeoutError",
    "closed": "ResponseStreamClosedError",
    "network_error": "ConnectionError",
    "too_large": "ResponseTooLargeError",
}
FILES = "errors responses messages advice negotiate dialogs capabilities headers server answers".split()
# What a row leaves out where it is absent.
OPTIONAL = "challenge_error scope error_description resource_metadata location last_event_id retry_ms".split()
TEXTS = "data required_capabilities requested input_requests request_state id".split()


def rows(name: str) -> list[dict]:
    path = TESTS / "wire" / "answers.jsonl" if name == "answers" else TESTS / "vectors" / f"{name}.jsonl"
    return [json.loads(line) for line in path.open(encoding="utf-8")]


def raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def body_of(row: dict) -> bytes:
    encoded = row.get("body_b64", row.get("text_b64"))
    return raw(row["body"] if "body" in row else row["text"]) if encoded is None else base64.b64decode(encoded)


def header(row: dict, name: str) -> bytes | None:
    value = row["headers"].get(name)
    return None if value is None else raw(value)


def context_text(row: dict) -> bytes:
    if "context_text" in row:
        return raw(row["context_text"])
    return json.dumps({"transport": row.get("transport", "http"), **row["context"]}).encode()


def read(row: dict, context: bytes | None = None) -> rules.Err | str | int:
    """As by_rules.error_of does."""
    if row.get("event"):
        return rules.Err(EVENTS[row["event"]], "local", local=True)
    case = {"op": row["transport"].replace("stdio", "response"), "body": body_of(row), "judge": context}
    if case["op"] == "http":
        case |= {name: header(row, name.replace("_", "-")) for name in by_rules.FIELDS}
        case |= {"http_status": row["http_status"], "limit": row.get("max_error_body", 0)}
    return by_rules.error_of(case)


def as_value(node: Node | None):
    """A value as json.loads reads it."""
    return json.loads(written(node)) if node else None


def written(node: Node) -> str:
    if node.source:
        return node.text
    if node.kind == "object":
        return "{" + ",".join(f"{json.dumps(n)}:{written(v)}" for n, v in node.value.items()) + "}"
    if node.kind == "array":
        return "[" + ",".join(map(written, node.value)) + "]"
    return json.dumps(node.value) if node.is_string else node.kind


def view(error: rules.Err) -> dict:
    """The members of mcp_error_view_json that the vectors name, as plain values."""
    out = by_rules.view(error)
    for name in TEXTS:
        out[name] = None if out.get(name) is None else json.loads(out[name])
    for name in ("code", "http_status", "retry_ms"):
        out[name] = None if out[name] is None else int(out[name])
    out["malformed_reason"] = out.pop("invalid")
    return out


def same(left, right) -> bool:
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)


def unlike(expect: dict, got: dict, optional: list[str]) -> list[str]:
    """Members that differ, and optional ones that are there against the row."""
    wrong = [f"{n}: {got.get(n)!r}, not {v!r}" for n, v in expect.items() if not same(got.get(n), v)]
    return wrong + [f"{n}: {got[n]!r}" for n in optional if n not in expect and got.get(n) is not None]


def of_error(expect: dict, error: rules.Err | str | int) -> list[str]:
    wanted = expect.get("result", "error")
    got = {rules.Err: "error", str: "not_an_error", int: "refused"}[type(error)]
    if got != wanted or got != "error":
        return [] if got == wanted else [f"result: {got}"]
    rest = {n: v for n, v in expect.items() if n not in ("result", "era")}
    optional = [*OPTIONAL, "id"] if "message_type" in expect else OPTIONAL
    return unlike(rest, view(error), optional)


def of_advice(expect: dict, got: dict | int, last: bool = True) -> list[str]:
    """last: the context counts."""
    if isinstance(got, int) or "refused" in expect:
        wanted = {True: 1, "json": 2}.get(expect.get("refused"))
        return [] if got == wanted else [f"refused: {got}"]
    plain = {name: as_value(value) for name, value in got.items()}
    expect = dict(expect)
    text = expect.pop("context_text", None)
    wrong = unlike(expect, plain, "version missing declare delay_ms scopes resource_metadata last_event_id cancel".split())
    if last and "context" not in expect and plain.get("context") is not None:
        wrong.append(f"context: {plain['context']}")
    if text is not None and not _kept(json.loads(text, object_pairs_hook=list), got["context"]):
        wrong.append(f"context: {written(got['context'])}, not {text}")
    return wrong


def _kept(wanted: list, got: Node) -> bool:
    """Whether the members stand in this order."""
    return [name for name, _ in wanted] == list(got.value)


def errors(row: dict) -> list[str]:
    return of_error(row["expect"], rules.from_jsonrpc(raw(row["error"]), row["http_status"]))


def responses(row: dict) -> list[str]:
    judged = "context" in row or "context_text" in row
    return of_error(row["expect"], read(row, context_text(row) if judged else None))


def answers(row: dict) -> list[str]:
    error = read(row)
    wrong = of_error(row["expect"], error)
    return wrong if error.era(row["transport"]) == row["expect"]["era"] else [*wrong, "era"]


def messages(row: dict) -> list[str]:
    found = wire.message(body_of(row))
    got = {"type": found.type, "id": found.id.text if found.id else None}
    return unlike(row["expect"], got, [])


def advice(row: dict) -> list[str]:
    text = context_text(row)
    error = read(row, text if row.get("judge") else None)
    return of_advice(row["expect"], guarded(lambda: decisions.advise(error, context_of(text))))


def negotiate(row: dict) -> list[str]:
    text = context_text(row)
    return of_advice(row["expect"], guarded(lambda: decisions.negotiate(raw(row["body"]), text)))


def dialogs(row: dict) -> list[str]:
    text = context_text(row)
    for number, (step, expect) in enumerate(zip(row["steps"], row["expect"], strict=True)):
        text = json.dumps({**json.loads(text), **step.get("set", {})}).encode()
        c, answer = context_of(text), read({"transport": row["transport"], **step}, text)
        if isinstance(answer, str) and c.purpose == "request":
            if expect != {"action": "done"}:
                return [f"step {number}: a result"]
            continue
        got = decisions.negotiate(body_of(step), text) if isinstance(answer, str) else decisions.advise(answer, c)
        wrong = of_advice(expect, got, number == len(row["steps"]) - 1)
        if wrong:
            return [f"step {number}: {w}" for w in wrong]
        text = written(got["context"]).encode() if "context" in got else b"{}"
    return []


def capabilities_row(row: dict) -> list[str]:
    if row["op"] == "for_input_request":
        got = capabilities.for_input_request(row["method"], made(row["params"]))
    else:
        texts = [made(row[k]).value for k in ("declared", "required", "missing", "supported") if k in row]
        got = getattr(capabilities, row["op"])(*texts)
    return [] if same(as_value(made(got)), row["expect"]) else [written(made(got))]


def headers(row: dict) -> list[str]:
    schema = None if row["input_schema"] is None else raw(row["input_schema"])
    got = guarded(lambda: serving.headers(raw(row["request"]), schema))
    if isinstance(got, int):
        got = {"refused": {1: True, 2: "json"}[got]}
    return [] if same(got, row["expect"]) else [str(got)]


def server(row: dict) -> list[str]:
    expect = row["expect"]
    if row["op"] == "may_emit":
        return [] if serving.may_emit(row["code"]) == expect else ["may_emit"]
    if row["op"] == "http_status":
        return [] if serving.http_status(row["code"], row["origin"] == "handler") == expect else ["http_status"]
    got = guarded(lambda: serving.check(raw(row["request"]), json.dumps(row["server"]).encode()))
    if got is None:
        got = {"ok": True}
    elif isinstance(got, int):
        got = {"refused": {1: True, 2: "json"}[got]}
    else:
        data = as_value(got["data"]) or {}
        got = {"code": int(got["code"]), "http_status": got["http_status"], **data}
        got["required_capabilities"] = got.get("requiredCapabilities")
    return unlike(expect, got, [])


def check_all() -> tuple[int, list[str]]:
    """How many rows were read as they should be, and the others."""
    passed, failed = 0, []
    for name in FILES:
        judge = globals()[name if name != "capabilities" else "capabilities_row"]
        for row in rows(name):
            wrong = judge(row)
            passed += not wrong
            failed += [f"{name} {row.get('id', row.get('case'))}: {'; '.join(wrong)}"] if wrong else []
    return passed, failed


if __name__ == "__main__":
    done, wrong = check_all()
    print(*(w[:600] for w in wrong[:40]), sep="\n")
    print(f"{done} rows as they should be, {len(wrong)} not")
