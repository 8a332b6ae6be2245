"""Runs the shared vectors through the package, by its public names only.

As a script (``python vectors.py [FOLDER]``) it needs nothing but an installed mcp_errors: prints the rows that fail
and a line for each file, and fails if any row does.
"""

from __future__ import annotations

import base64
import json
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
    """Equal, with integers, floats and truth values told apart and the order of members free."""
    return json.dumps(wanted, sort_keys=True) == json.dumps(got, sort_keys=True)


def differences(expect: Row, error: MCPError) -> list[str]:
    """What the error says otherwise than expected."""
    found = []
    for name, wanted in expect.items():
        if name in ("result", "era"):
            continue
        got = type(error).__name__ if name == "kind" else getattr(error, PROPERTIES.get(name, name))
        if not same(wanted, got):
            found.append(f"{name}: {got!r:.120} wanted {wanted!r:.120}")
    return found


EVENTS: dict[str, Callable[[str], MCPError]] = {
    "timeout": mcp_errors.RequestTimeoutError,
    "closed": mcp_errors.ResponseStreamClosedError,
    "network_error": mcp_errors.ConnectionError,
}


def read(row: Row) -> MCPError | None:
    """The error of a row that holds an answer or an event."""
    if row.get("event"):
        return EVENTS[row["event"]]("local")
    body = base64.b64decode(row["body_b64"]) if "body_b64" in row else row["body"]
    if row["transport"] == "http":
        return mcp_errors.from_http(row["http_status"], row["headers"], body)
    return mcp_errors.from_response(body)


def check_errors(row: Row) -> list[str]:
    return differences(row["expect"], mcp_errors.from_error_json(row["error"], http_status=row["http_status"]))


def check_responses(row: Row) -> list[str]:
    error = read(row)
    wanted = row["expect"]["result"] == "error"
    if error is None:
        return ["no error"] if wanted else []
    return differences(row["expect"], error) if wanted else [f"{error!r}, wanted none"]


def check_answers(row: Row) -> list[str]:
    error = read(row)
    if error is None:
        return ["no error"]
    era = mcp_errors.era(error, row["transport"])
    return differences(row["expect"], error) + ([] if era == row["expect"]["era"] else [f"era: {era}"])


def check_advice(row: Row) -> list[str]:
    error = read(row)
    if error is None:
        return ["no error"]
    advice = mcp_errors.advise(error, transport=row["transport"], **row["context"])
    found = [
        f"{name}: {getattr(advice, name)!r:.120} wanted {wanted!r:.120}"
        for name, wanted in row["expect"].items()
        if not same(wanted, getattr(advice, name))
    ]
    absent = [name for name in ("version", "missing", "declare", "delay_ms") if name not in row["expect"]]
    found += [f"{name}: {getattr(advice, name)!r:.120}" for name in absent if getattr(advice, name) is not None]
    era = mcp_errors.era(error, row["transport"])
    return found if era == row["expect"]["era"] else [*found, f"era: {era}"]


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
        error = mcp_errors.check_request(row["request"], **row["server"])
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
    "advice": check_advice,
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
