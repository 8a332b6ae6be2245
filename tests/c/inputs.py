"""Writes the inputs of all vectors and of the real servers' answers as records that prefixes.c reads.

Usage: inputs.py TESTS_DIR OUTPUT
A record: one letter (E error member, R response, Q request, S server, A advice context, C capabilities), the HTTP status (u16),
the length (u32), both little-endian, and the bytes.
"""
import base64
import json
import struct
import sys
from pathlib import Path

tests, output = Path(sys.argv[1]), sys.argv[2]
records = {}


def add(letter, status, value):
    data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
    records[letter.encode() + struct.pack("<HI", status or 0, len(data)) + data] = True


def rows(name):
    return map(json.loads, (tests / name).read_text(encoding="utf-8").splitlines())


for row in rows("vectors/errors.jsonl"):
    add("E", row["http_status"], row["error"])
for name in ("vectors/responses.jsonl", "vectors/advice.jsonl", "wire/answers.jsonl"):
    for row in rows(name):
        if "body" in row or "body_b64" in row:
            add("R", row["http_status"], base64.b64decode(row["body_b64"]) if "body_b64" in row else row["body"])
        if "context" in row:
            add("A", 0, json.dumps(row["context"], separators=(",", ":")))
for row in rows("vectors/capabilities.jsonl"):
    for member in ("declared", "required", "missing", "supported", "params"):
        if member in row:
            add("C", 0, json.dumps(row[member], separators=(",", ":")))
for row in rows("vectors/server.jsonl"):
    if row["op"] == "check":
        add("Q", 0, row["request"])
        add("S", 0, json.dumps(row["server"], separators=(",", ":")))
Path(output).write_bytes(b"".join(records))
