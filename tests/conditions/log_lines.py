#!/usr/bin/env python3
"""Every code point where a peer could put it into a line for a log or a terminal. Usage: log_lines.py LIBRARY [--short]

Each stands, raw and escaped, in names of capabilities, in versions, in the message and in the Retry-After field. Neither the log
line nor the advice for the person may pass on what controls a terminal, ends a line or turns the direction of text.
"""

from __future__ import annotations

import ctypes
import json
import sys
import unicodedata
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "differential"))
import c_binding

# By Unicode's own tables, not by a list of the code's author: controls, ends of lines and paragraphs, what sets direction.
BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "B"}
MARKS = {"\u061c", "\u200e", "\u200f"}
PER_MESSAGE = 12


def controls(char: str) -> bool:
    kind = unicodedata.category(char)
    return kind in ("Cc", "Zl", "Zp", "Cs") or unicodedata.bidirectional(char) in BIDI or char in MARKS


def members(chars: str, escaped: bool) -> list[bytes]:
    """Error members that show the characters in the names they are read for."""
    quoted = [json.dumps(f"<{c}>", ensure_ascii=escaped) for c in chars]
    named = ",".join(f"{q}:{{}}" for q in quoted)
    listed = ",".join(quoted)
    message = json.dumps(chars, ensure_ascii=escaped)
    texts = [
        f'{{"code":-32021,"message":{message},"data":{{"requiredCapabilities":{{"extensions":{{{named}}}}}}}}}',
        f'{{"code":-32021,"message":{message},"data":{{"requiredCapabilities":{{{named}}}}}}}',
        f'{{"code":-32022,"message":{message},"data":{{"supported":[{listed}],"requested":{quoted[0]}}}}}',
        f'{{"code":-32021,"message":{message},"data":{{"requiredCapabilities":{{"extensions":{{{quoted[0]}:1}}}}}}}}',
    ]
    return [text.encode() for text in texts]


class Lines:
    def __init__(self, library: str):
        self.binding = c_binding.CBinding(library)
        self.context = b'{"purpose":"request","supported_caps":{}}'
        self.count, self.passed_on, self.wrong = 0, Counter(), []

    def of(self, member: bytes) -> None:
        lib, handle, advice = self.binding.lib, c_binding.P(), c_binding.P()
        if lib.mcp_error_from_jsonrpc(member, len(member), 400, ctypes.byref(handle), None):
            raise SystemExit(f"not taken: {member!r}")
        lib.mcp_error_advise(handle, self.context, len(self.context), ctypes.byref(advice), None)
        texts = {"log line": lib.mcp_error_log_line(handle), "advice": lib.mcp_advice_text(advice)}
        texts["reason"] = lib.mcp_error_malformed_reason(handle)
        for name, got in texts.items():
            self.check(name, got.text, member)
        lib.mcp_advice_free(advice)
        lib.mcp_error_free(handle)

    def check(self, name: str, text: str, member: bytes) -> None:
        self.count += 1
        bad = [c for c in text if controls(c)]
        if bad or len(text.encode()) > 512 or (name == "log line" and not text):
            self.wrong.append(f"{name}: {text!r} of {member!r}")
        self.passed_on.update(unicodedata.category(c) for c in set(text) if ord(c) > 127)


def classes(short: bool) -> list[int]:
    """All code points; in the short form a few of each class, and all of the classes that matter."""
    every = [n for n in range(0x110000) if not 0xD800 <= n <= 0xDFFF]
    if not short:
        return every
    seen: Counter[tuple] = Counter()
    few = []
    for number in every:
        key = unicodedata.category(chr(number)), unicodedata.bidirectional(chr(number))
        seen[key] += 1
        if seen[key] <= 40 or key[0] in ("Cc", "Cf", "Zl", "Zp", "Zs"):
            few.append(number)
    return few


def main() -> int:
    lines, numbers = Lines(sys.argv[1]), classes("--short" in sys.argv)
    for start in range(0, len(numbers), PER_MESSAGE):
        chars = "".join(map(chr, numbers[start : start + PER_MESSAGE]))
        for escaped in (False, True):
            for member in members(chars, escaped):
                lines.of(member)
    # The check itself can fail.
    blind = Lines(sys.argv[1])
    for char in "\n\x1b\u202e\u2028\x85\u2067\u200f":
        blind.check("log line", f"a{char}b", b"")
    print(*lines.wrong[:10], sep="\n", end="\n" if lines.wrong else "")
    shown = ", ".join(f"{kind} {count}" for kind, count in sorted(lines.passed_on.items())) or "none"
    print(f"{len(numbers)} code points in {lines.count} texts; beyond ASCII these are shown as they are: {shown}")
    good = not lines.wrong and len(blind.wrong) == 7 and lines.count > 0
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
