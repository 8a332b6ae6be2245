#!/usr/bin/env python3
"""Writes seeds for the fuzz targets from the vectors, real servers' answers and what once was found: one file an input, none twice.

Usage: seeds.py DIRECTORY. Names are taken from the contents, so running it again changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import sys
from base64 import b64decode
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
# As status_of in harness.h has them.
STATUSES = [0, 200, 202, 204, 301, 400, 401, 403, 404, 405, 407, 408, 422, 425, 429, 500, 502, 503]
LARGEST = 6000
BETWEEN = b"\x1e"


def rows(path: str) -> list[dict]:
    return [json.loads(line) for line in (TESTS / path).open(encoding="utf-8")]


def status(number: int | None) -> bytes:
    return bytes([STATUSES.index(number) if number in STATUSES else 5])


def text(value) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def body(row: dict) -> bytes:
    return b64decode(row["body_b64"]) if "body_b64" in row else row["body"].encode("utf-8", "surrogatepass")


def inputs():
    """Target and input."""
    for row in rows("vectors/errors.jsonl"):
        member = row["error"].encode("utf-8", "surrogatepass")
        yield "jsonrpc", status(row["http_status"]) + member
        view = {"kind": row["expect"]["kind"], "code_text": str(row["expect"]["code"] or ""), "message": row["expect"]["message"]}
        yield "view", text({**view, "has_data": row["expect"]["has_data"], "data": row["expect"]["data"]})
    for row in rows("vectors/responses.jsonl") + rows("wire/answers.jsonl"):
        if row.get("event"):
            continue
        first = status(row["http_status"])
        yield "response", first + body(row)
        headers = [row["headers"].get(name, "").encode() for name in ("content-type", "www-authenticate", "retry-after")]
        if row["http_status"]:
            yield "http", first + b"\xff" + BETWEEN.join([*headers, body(row)])
        if b"event-stream" in headers[0]:
            yield "sse", first + body(row)
            yield "stream", bytes([len(body(row)) % 32, 0]) + body(row)
            yield "stream", bytes([len(body(row)) % 32, 9]) + body(row)
        if "context" in row:
            yield "answer", first + body(row) + BETWEEN + text(row["context"])
    for row in rows("vectors/advice.jsonl"):
        if row.get("event"):
            continue
        try:
            answer = json.loads(body(row).decode("utf-8", "replace"))
        except ValueError:
            continue
        if isinstance(answer, dict):
            member = text(answer.get("error"))
            yield (
                "advise",
                status(row["http_status"]) + member + BETWEEN + (row["context_text"].encode() if "context_text" in row else text({**row["context"], "transport": row["transport"]})),
            )
    for row in rows("vectors/capabilities.jsonl"):
        if row["op"] == "for_input_request":
            yield "capabilities", row["method"].encode() + BETWEEN + text(row["params"]) + BETWEEN + b"{}"
        else:
            names = ("declared", "required" if "required" in row else "missing", "supported")
            yield "capabilities", BETWEEN.join(text(row.get(name, {})) for name in names)
    for row in rows("vectors/server.jsonl"):
        if row["op"] == "check":
            yield "request", row["request"].encode("utf-8", "surrogatepass") + BETWEEN + text(row["server"])
            yield "object", b"\x01server\x1e" + text(row["server"]) + BETWEEN + b"\x02name\x1e" + row["request"].encode("utf-8", "surrogatepass")
    for row in rows("vectors/headers.jsonl"):
        yield "headers", row["request"].encode("utf-8", "surrogatepass") + BETWEEN + (text(row["input_schema"]) if row["input_schema"] else b"")
    for row in rows("vectors/messages.jsonl"):
        message = body({"body": row["text"]} if "text" in row else {"body_b64": row["text_b64"]})
        yield "response", b"\0" + message
    for row in rows("vectors/negotiate.jsonl"):
        yield "negotiate", body(row) + BETWEEN + (row["context_text"].encode() if "context_text" in row else text(row["context"]))
    for row in rows("vectors/dialogs.jsonl"):
        for step in row["steps"]:
            if "body" in step:
                yield "answer", status(step["http_status"]) + body(step) + BETWEEN + text({**row["context"], "transport": row["transport"]})
    # What once was found stays a seed, however the corpus is minimised.
    for row in rows("differential/found.jsonl"):
        case = {name: b64decode(value["b64"]) if isinstance(value, dict) else value for name, value in row.items()}
        context = case.get("context") or b"{}"
        if case["op"] == "jsonrpc":
            yield "jsonrpc", status(case["http_status"]) + case["body"]
            yield "advise", status(case["http_status"]) + case["body"] + BETWEEN + context
        elif case["op"] in ("response", "http"):
            first = status(case.get("http_status"))
            yield "response", first + case["body"]
            yield "answer", first + case["body"] + BETWEEN + context
            headers = [case.get(name) or b"" for name in ("content_type", "www_authenticate", "retry_after")]
            yield "http", first + b"\xff" + BETWEEN.join([*headers, case["body"]])
            yield "sse", first + case["body"]
        elif case["op"] == "negotiate":
            yield "negotiate", case["body"] + BETWEEN + context
        elif case["op"] == "check":
            yield "request", case["request"] + BETWEEN + case["server"]
        elif case["op"] == "headers":
            yield "headers", case["request"] + BETWEEN + (case["schema"] or b"")
        elif case["op"] == "declare":
            yield "capabilities", BETWEEN.join([case["declared"], case["missing"], case["supported"]])
        elif case["op"] == "missing":
            yield "capabilities", BETWEEN.join([case["declared"], case["required"], b"{}"])
    for number, row in enumerate(rows("vectors/errors.jsonl")[:300]):
        caps, supported = row["expect"].get("required_capabilities"), row["expect"].get("supported")
        data = caps if caps is not None else supported if supported is not None else row["expect"]["data"]
        chosen = bytes([number % 36, number % 17 + 64 * (number % 2), number % len(STATUSES)])
        yield "build", chosen + BETWEEN.join([row["expect"]["message"].encode("utf-8", "replace"), text(data), b"2025-11-25"])
        yield "text", text(row["expect"]["message"])[1:-1]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    target = Path(sys.argv[1])
    total = count = 0
    for name, content in inputs():
        if len(content) > LARGEST:
            continue
        path = target / name / hashlib.sha1(content).hexdigest()[:16]
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_bytes(content)
            count, total = count + 1, total + len(content)
    print(f"{count} seeds, {total} bytes")


if __name__ == "__main__":
    main()
