"""Runs the shared vectors through the package, by its public names only.

As a script (``python vectors.py [FOLDER]``) it needs nothing but an installed mcp_errors: prints the rows that fail
and a line for each file, and fails if any row does.
"""

from __future__ import annotations

import base64
import json
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mcp_errors
from mcp_errors import MCPError

TESTS = Path(__file__).resolve().parents[3] / "tests"
Row = dict[str, Any]

# The names of the vectors, where they are others than those of the properties.
PROPERTIES = {
    "modern": "modern_protocol_error",
    "modern_http": "modern_http_protocol_error",
    "modern_for_probe": "modern_protocol_error_for_probe",
}


def rows(name: str, folder: Path = TESTS) -> list[Row]:
    """The rows of a file."""
    path = folder / ("wire" if name == "answers" else "vectors") / f"{name}.jsonl"
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def same(wanted: object, got: object) -> bool:
    """Equal, with integers, floats and truth values distinguished and the order of members free."""
    return json.dumps(wanted, sort_keys=True) == json.dumps(got, sort_keys=True)


# What of the second edition a row leaves out where it is absent.
OPTIONAL = (
    "challenge_error",
    "scope",
    "error_description",
    "resource_metadata",
    "location",
    "last_event_id",
    "retry_ms",
)
OF_ADVICE = (
    "version",
    "missing",
    "declare",
    "delay_ms",
    "scopes",
    "resource_metadata",
    "last_event_id",
    "context",
)


def differences(expect: Row, error: MCPError) -> list[str]:
    """What the error says otherwise than expected."""
    found = []
    for name, wanted in expect.items():
        if name in ("result", "era"):
            continue
        got = type(error).__name__ if name == "kind" else getattr(error, PROPERTIES.get(name, name))
        if not same(wanted, got):
            found.append(f"{name}: {got!r:.120} wanted {wanted!r:.120}")
    if "message_type" in expect:
        found += [f"{name} is there" for name in OPTIONAL if name not in expect and getattr(error, name) is not None]
        if ("id" in expect) != (error.id_json is not None):
            found.append(f"id: {error.id_json}")
    return found


EVENTS: dict[str, Callable[[str], MCPError]] = {
    "timeout": mcp_errors.RequestTimeoutError,
    "closed": mcp_errors.ResponseStreamClosedError,
    "network_error": mcp_errors.ConnectionError,
    "too_large": mcp_errors.ResponseTooLargeError,
}


def body_of(row: Row) -> Any:
    """The body of a row."""
    for name in ("body", "text"):
        if f"{name}_b64" in row:
            return base64.b64decode(row[f"{name}_b64"])
    return row["body"] if "body" in row else row["text"]


def context_of(row: Row, transport: str = "http") -> Any:
    """The context of a row: its text, or its members and the transport."""
    if "context_text" in row:
        return row["context_text"]
    return {"transport": row.get("transport") or transport, **row["context"]}


def read(row: Row, context: Any = None, transport: str | None = None) -> MCPError | None:
    """The error of a row that holds a response or an event; with a context results are judged."""
    if row.get("event"):
        return EVENTS[row["event"]]("local")
    if (transport or row["transport"]) == "http":
        limit = row.get("max_error_body", 0)
        status, headers = row["http_status"], row["headers"]
        return mcp_errors.from_http(status, headers, body_of(row), context=context, max_error_body=limit)
    return mcp_errors.from_response(body_of(row)) if context is None else mcp_errors.from_answer(body_of(row), context)


def check_errors(row: Row) -> list[str]:
    return differences(row["expect"], mcp_errors.from_error_json(row["error"], http_status=row["http_status"]))


def check_responses(row: Row) -> list[str]:
    wanted = row["expect"]["result"]
    try:
        error = read(row, context_of(row) if "context" in row or "context_text" in row else None)
    except ValueError as refused:
        return [] if wanted == "refused" else [str(refused)]
    if error is None:
        return [] if wanted == "not_an_error" else [f"no error, wanted {wanted}"]
    return differences(row["expect"], error) if wanted == "error" else [f"{error!r}, wanted {wanted}"]


def check_messages(row: Row) -> list[str]:
    text = body_of(row)
    found: list[str] = [mcp_errors.message_type(text)]
    error = mcp_errors.from_response(text)
    if error is not None:
        found.append(str(error.message_type))
        if error.id_json != row["expect"]["id"]:
            return [f"id: {error.id_json}"]
    return [] if found == [row["expect"]["type"]] * len(found) else [f"{found}"]


def check_answers(row: Row) -> list[str]:
    error = read(row)
    if error is None:
        return ["no error"]
    era = mcp_errors.era(error, row["transport"])
    return differences(row["expect"], error) + ([] if era == row["expect"]["era"] else [f"era: {era}"])


def spelled(text: str) -> Row:
    """A context with its numbers as they are spelled."""
    found: Row = json.loads(text.lstrip("\ufeff"), parse_int=str, parse_float=str)
    return found


def advice_differs(expect: Row, advice: mcp_errors.Advice, skip: tuple[str, ...] = ()) -> list[str]:
    """What the advice says otherwise than expected; what is not expected must be absent."""
    found = [
        f"{name}: {getattr(advice, name)!r:.120} wanted {wanted!r:.120}"
        for name, wanted in expect.items()
        if name != "context_text" and not same(wanted, getattr(advice, name))
    ]
    if "context_text" in expect:
        wanted, got = (spelled(text) for text in (expect["context_text"], advice.context_json or "{}"))
        if "declared" in expect["context"] and "declare" in expect:
            # A member that the advice makes anew: how its numbers are spelled is free.
            wanted["declared"] = got["declared"] = None
        found += [] if list(wanted.items()) == list(got.items()) else [f"context: {got!r:.200}"]
    skipped = {*expect, *skip} | ({"context"} if "context_text" in expect else set())
    absent = [name for name in OF_ADVICE if name not in skipped]
    found += [f"{name}: {getattr(advice, name)!r:.120}" for name in absent if getattr(advice, name) is not None]
    return [*found, "cancel"] if advice.cancel and not expect.get("cancel") else found


def advised(row: Row, advise: Callable[[], mcp_errors.Advice]) -> list[str]:
    try:
        advice = advise()
    except ValueError as refused:
        return [] if "refused" in row["expect"] else [str(refused)]
    return ["not refused"] if "refused" in row["expect"] else advice_differs(row["expect"], advice)


def check_advice(row: Row) -> list[str]:
    context = context_of(row)
    error = read(row, context if row.get("judge") else None)
    if error is None:
        return ["no error"]
    if error.local or row["id"].endswith("5"):
        error = pickle.loads(pickle.dumps(error))
    return advised(row, lambda: mcp_errors.advise(error, context))


def check_negotiate(row: Row) -> list[str]:
    return advised(row, lambda: mcp_errors.negotiate(row["body"], context_of(row)))


def check_dialogs(row: Row) -> list[str]:
    context: Any = context_of(row)
    for number, (step, expect) in enumerate(zip(row["steps"], row["expect"])):
        context = {**context, **step.get("set", {})}
        error = read(step, context, row["transport"])
        if error is None and (context.get("purpose") or "request") == "request":
            if expect != {"action": "done"}:
                return [f"step {number}: a result"]
            continue
        advice = mcp_errors.negotiate(body_of(step), context) if error is None else mcp_errors.advise(error, context)
        if found := advice_differs(expect, advice, ("context",)):
            return [f"step {number}: {one}" for one in found]
        context = advice.context
    return []


def check_headers(row: Row) -> list[str]:
    try:
        got = mcp_errors.request_headers(row["request"], row["input_schema"])
    except ValueError as refused:
        return [] if "refused" in row["expect"] else [str(refused)]
    return [] if same(row["expect"], got) else [f"{got}"]


def check_capabilities(row: Row) -> list[str]:
    capabilities = mcp_errors.capabilities
    if row["op"] == "missing":
        got = capabilities.missing(row["declared"], row["required"])
    elif row["op"] == "declare":
        got = capabilities.declare(row["declared"], row["missing"], row["supported"])
    else:
        got = capabilities.for_input_request(row["method"], row["params"])
    return [] if same(row["expect"], got) else [f"{got!r} wanted {row['expect']!r}"]


def check_server(row: Row) -> list[str]:
    if row["op"] == "check":
        try:
            error = mcp_errors.check_request(row["request"], **row["server"])
        except (ValueError, TypeError) as refused:
            return [] if "refused" in row["expect"] else [str(refused)]
        if "refused" in row["expect"]:
            return ["not refused"]
        if error is None or row["expect"] == {"ok": True}:
            return [] if error is None and row["expect"] == {"ok": True} else [f"{error!r} wanted {row['expect']!r}"]
        return differences(row["expect"], error)
    code = row["code"]
    got: object = mcp_errors.Codes.may_emit(code)
    if row["op"] == "http_status":
        got = mcp_errors.Codes.http_status(code, row["origin"])
    return [] if got == row["expect"] else [f"{got!r} wanted {row['expect']!r}"]


def check_ruby(row: Row) -> list[str]:
    asked, expect = row["input"], dict(row["expect"])
    if asked["call"] == "constant":
        return [] if getattr(mcp_errors.Codes, asked["path"].split("::")[1]) == expect["value"] else ["value"]
    if asked["call"] == "codes":
        got = getattr(mcp_errors.Codes, asked["method"].rstrip("?"))(*asked["args"], **asked["kwargs"])
        return [] if got == expect["returns"] else [f"{got!r}"]
    if asked["call"] == "is_subclass":
        classes = (getattr(mcp_errors, asked["class"]), getattr(mcp_errors, asked["of"]))
        return [] if issubclass(*classes) == expect["returns"] else ["is_subclass"]
    if asked["call"] == "from_jsonrpc":
        # Symbol keys are Ruby's; with string keys the same holds.
        error: Any = mcp_errors.ServerError.from_jsonrpc(asked["error"], http_status=asked.get("http_status"))
    else:
        error = getattr(mcp_errors, asked["class"])(*asked["args"], **asked["kwargs"])
    for name in ("http_status", *asked.get("set", ())):
        if name in asked.get("set", {}) or name in asked:
            setattr(error, name, asked.get("set", asked).get(name, asked.get(name)))
    if "with_answered_so_far" in asked:
        error = error.with_answered_so_far(asked["with_answered_so_far"])
    expect["kind"] = expect.pop("class", type(error).__name__)
    return differences(expect, error)


CHECKS: dict[str, Callable[[Row], list[str]]] = {
    "errors": check_errors,
    "responses": check_responses,
    "messages": check_messages,
    "advice": check_advice,
    "negotiate": check_negotiate,
    "dialogs": check_dialogs,
    "headers": check_headers,
    "capabilities": check_capabilities,
    "server": check_server,
    "ruby": check_ruby,
    "answers": check_answers,
}


def main() -> int:
    """Runs all files; the exit status."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else TESTS
    failed = 0
    for name, check in CHECKS.items():
        found = [(row["id"], check(row)) for row in rows(name, folder)]
        wrong = [(row, reasons) for row, reasons in found if reasons]
        for row_id, reasons in wrong[:5]:
            print(f"  {name} {row_id}: {'; '.join(reasons)}")
        print(f"{name}: {len(found) - len(wrong)} of {len(found)}")
        failed += len(wrong) + (not found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
