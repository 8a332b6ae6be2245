"""Writes demo.tsv, the answers that the demo shows: from answers.jsonl one of each sort (kind, code, transport, what is needed), of as
many servers as can be.

A line: server, transport, status, content type, www-authenticate, retry-after, body; between them tabs; in them \\t, \\n, \\r, \\\\ for what
would break the line, and \\xHH for other bytes that do not print. An empty field is absent, a body apart, which is empty then.

Usage: select.py [--check]   with --check nothing is written, and the status is 1 if demo.tsv is not what would be.
"""
import json
import sys
from pathlib import Path

here = Path(__file__).parent
NAMES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}


def escape(text):
    return "".join(NAMES.get(c) or (c if 0x20 <= ord(c) < 0x7F else "".join(f"\\x{b:02x}" for b in c.encode())) for c in text)


def sort_of_answer(row):
    """What makes two answers alike enough to show only one of them."""
    expect = row["expect"]
    code, data = expect["code"], expect["data"]
    if expect["kind"] == "ServerError":
        return (expect["kind"], code if code is None or -32768 <= code <= -32000 else "application")
    detail = row["http_status"] if expect["kind"] == "ConnectionError" else None
    if isinstance(data, dict):
        detail = json.dumps([data.get("requiredCapabilities"), sorted(data.get("supported", []))])
    return (expect["kind"], code, row["transport"], expect["era"], detail)


def select(rows):
    short = [row for row in rows if len(row["body"]) <= 400]
    chosen, servers = {}, {}
    for row in short:
        sort = sort_of_answer(row)
        if sort not in chosen:
            # of the answers alike, the one from the server that is shown least so far
            best = min((r for r in short if sort_of_answer(r) == sort), key=lambda r: (servers.get(r["server"], 0), r["id"]))
            servers[best["server"]] = servers.get(best["server"], 0) + 1
            chosen[sort] = best
    return sorted(chosen.values(), key=lambda r: (r["expect"]["kind"], -(r["expect"]["code"] or 0), r["transport"], r["http_status"] or 0))


def line(row):
    headers = row["headers"]
    fields = [row["server"], row["transport"], str(row["http_status"] or "")]
    fields += [headers.get(name, "") for name in ("content-type", "www-authenticate", "retry-after")] + [row["body"]]
    return "\t".join(map(escape, fields)) + "\n"


rows = [json.loads(text) for text in (here / "answers.jsonl").read_text(encoding="utf-8").splitlines()]
output = "".join(map(line, select(rows)))
if sys.argv[1:] == ["--check"]:
    sys.exit(0 if (here / "demo.tsv").read_text() == output else "demo.tsv is stale: run tests/wire/select.py")
(here / "demo.tsv").write_text(output)
