"""Odd messages: made from the grammar, and from the vectors and real servers' answers by changing them.

Everything hangs on the one random source that is passed in, so that a seed gives the same cases again.
"""

from __future__ import annotations

import json
import random
import re

import jsontext
import vectors
from jsontext import Node, NotJSONError
from odd import CHARS, CODE_TEXTS, CODES, ESCAPES, ILL, MESSAGES, NAMES, NUMBERS, RAW_NAMES, REQUEST_TYPES, SPACES, VERSIONS


class Raw(bytes):
    """JSON text to be written as it is."""


class Pairs(list):
    """An object's members; names may come twice."""


def seeds() -> list[bytes]:
    """Bodies and error members of the vectors and of real servers."""
    found = [r["error"].encode("utf-8", "surrogatepass") for r in vectors.rows("errors")]
    for name in ("responses", "answers", "advice"):
        found += [vectors.body_of(r) for r in vectors.rows(name) if not r.get("event")]
    return list(dict.fromkeys(found))


class Maker:
    def __init__(self, rng: random.Random, known: list[bytes]):
        self.rng, self.seeds = rng, known
        self.trees = [t for t in map(self._tree, known) if t is not None]

    def _tree(self, text: bytes):
        try:
            return tree_of(jsontext.parse(text)) if len(text) < 20000 else None
        except NotJSONError:
            return None

    def some(self, chance: float) -> bool:
        return self.rng.random() < chance

    # Values

    def string(self) -> str | Raw:
        rng = self.rng
        if self.some(0.5):
            return rng.choice(MESSAGES + VERSIONS + NAMES)
        if self.some(0.2):  # something odd at every place of the blocks that a scanner may read at once
            parts = [
                b"a" * rng.randrange(70),
                rng.choice(ILL + ESCAPES + [b"\xc3\xa9", b"\x7f"]),
                b"b" * rng.randrange(40),
            ]
            return Raw(b'"' + b"".join(parts) + b'"')
        if self.some(0.5):
            return "".join(rng.choices(CHARS, k=rng.randrange(6)))
        parts = [rng.choice(ILL + ESCAPES + [b"a", b"bc", b"\xe6\x97\xa5"]) for _ in range(rng.randrange(6))]
        return Raw(b'"' + b"".join(parts) + b'"')

    def value(self, depth: int = 3):
        rng = self.rng
        pick = rng.randrange(8 if depth else 6)
        if pick < 3:
            return self.string()
        if pick == 3:
            return rng.choice([True, False, None, None])
        if pick == 4:
            return Raw(rng.choice(NUMBERS))
        if pick == 5:
            return rng.choice([Pairs(), [], 0, 1])
        size = rng.randrange(4)
        if pick == 6:
            return [self.value(depth - 1) for _ in range(size)]
        return Pairs((self.name(), self.value(depth - 1)) for _ in range(size))

    def name(self) -> str | Raw:
        return Raw(self.rng.choice(RAW_NAMES)) if self.some(0.08) else self.rng.choice(NAMES)

    def odd(self, usual, chance: float = 0.12):
        return self.value() if self.some(chance) else usual

    def caps(self, chance: float = 0.06):
        """A capabilities object, now and then an odd one."""
        rng, out = self.rng, Pairs()
        settings = [Pairs(), Pairs(), Pairs([("a", Raw(rng.choice(NUMBERS)))]), Pairs([("mimeTypes", ["x"])])]
        for name, inside in (("elicitation", ["form", "url", "vendor"]), ("sampling", ["context", "tools", "z"])):
            if self.some(0.5):
                modes = [(m, self.odd(rng.choice(settings), chance)) for m in inside if self.some(0.4)]
                out.append((name, self.odd(Pairs(modes), chance)))
        for name in ("extensions", "experimental"):
            if self.some(0.35):
                known = ["a.b/c", "io.modelcontextprotocol/tasks", "x", "é\u202e"]
                members = [(n, self.odd(rng.choice(settings), chance)) for n in known if self.some(0.4)]
                if self.some(chance / 2):  # many names, wrong ones put right by a later twin
                    many = [(f"n{n}", rng.choice([1, Pairs()])) for n in range(rng.randrange(24))]
                    members += many + [(n, rng.choice([Pairs(), Pairs(), Pairs(), 1])) for n, _ in many if self.some(0.95)]
                out.append((name, self.odd(Pairs(members), chance)))
        if self.some(0.3):
            out.append(("roots", self.odd(rng.choice(settings), chance)))
        if self.some(0.2):
            out.append((rng.choice(["tasks", "io.example/new", "", "x\u0000"]), self.value(1)))
        return self.shuffled(out)

    def shuffled(self, members: Pairs) -> Pairs:
        if self.some(0.5):
            self.rng.shuffle(members)
        if members and self.some(0.05):
            members.insert(self.rng.randrange(len(members) + 1), self.rng.choice(members))
        return members

    def versions(self) -> list:
        return [self.rng.choice(VERSIONS) for _ in range(self.rng.randrange(4))]

    def error_member(self):
        rng, members = self.rng, Pairs()
        code = Raw(rng.choice(CODE_TEXTS)) if self.some(0.1) else rng.choice(CODES[:4] if self.some(0.7) else CODES)
        if self.some(0.97):
            members.append(("code", code))
        if self.some(0.95):
            members.append(("message", self.odd(rng.choice(MESSAGES), 0.3)))
        if self.some(0.85):
            members.append(("data", self.odd(self.data(code), 0.1)))
        if self.some(0.1):
            members.append((self.name(), self.value()))
        return self.odd(self.shuffled(members), 0.03)

    def data(self, code) -> Pairs:
        rng, members = self.rng, Pairs()
        if code == -32021 or self.some(0.1):
            members.append(("requiredCapabilities", self.odd(self.caps(), 0.08)))
        if code == -32022 or self.some(0.1):
            listed = self.versions()
            if self.some(0.1):
                listed.append(self.value(1))
            members += [("supported", self.odd(listed, 0.08)), ("requested", self.odd(rng.choice(VERSIONS), 0.1))]
        if code == -32042:
            one = [("mode", "url"), ("elicitationId", "e"), ("url", "u"), ("message", "m")]
            one = Pairs((n, self.odd(v, 0.05)) for n, v in one if self.some(0.95))
            members.append(("elicitations", self.odd([one] * rng.randrange(3), 0.1)))
        if self.some(0.2):
            members.append((rng.choice(NAMES), self.value()))
        return self.shuffled(members)

    def input_request(self):
        """A member of inputRequests."""
        rng, params = self.rng, Pairs()
        for name, usual in (
            ("mode", ["url", "form"]),
            ("tools", [[]]),
            ("toolChoice", [Pairs()]),
            ("includeContext", ["none", "x"]),
        ):
            if self.some(0.3):
                params.append((name, self.odd(rng.choice(usual), 0.1)))
        method = rng.choice(["elicitation/create", "sampling/createMessage", "roots/list"])
        return self.odd(Pairs([("method", self.odd(method, 0.04)), ("params", self.odd(params, 0.04))]), 0.03)

    def result(self):
        """The value of a response's result."""
        rng, members = self.rng, Pairs()
        kind = rng.choice(REQUEST_TYPES)
        if self.some(0.9):
            members.append(("resultType", self.odd(kind, 0.05)))
        if kind == "input_required" or self.some(0.1):
            if self.some(0.7):
                asked = Pairs((rng.choice(NAMES), self.input_request()) for _ in range(rng.randrange(3)))
                members.append(("inputRequests", self.odd(asked, 0.05)))
            if self.some(0.6):
                members.append(("requestState", self.odd("state", 0.1)))
        if kind == "complete" or self.some(0.2):
            if self.some(0.9):
                members.append(("supportedVersions", self.odd(self.versions(), 0.05)))
            if self.some(0.9):
                members.append(("capabilities", self.odd(Pairs(), 0.05)))
            if self.some(0.7):
                members.append(("protocolVersion", self.odd(rng.choice(VERSIONS), 0.05)))
        if self.some(0.1):
            members.append((self.name(), self.value()))
        return self.odd(self.shuffled(members), 0.04)

    def answer(self):
        """A response with a result."""
        members = Pairs([("jsonrpc", "2.0"), ("id", self.odd(1, 0.1)), ("result", self.result())])
        if self.some(0.05):
            members.append(("error", self.odd(None, 0.3)))
        return self.odd(self.shuffled(members), 0.02)

    def response(self):
        if self.some(0.1):
            return self.answer()
        members = Pairs()
        if self.some(0.93):
            members.append(
                (
                    "jsonrpc",
                    self.odd(self.rng.choice(["2.0", "2.0", "2.0", "1.0", Raw(b'"2\\u002e0"'), Raw(b"2.0")]), 0.02),
                )
            )
        if self.some(0.9):
            members.append(("id", self.odd(1, 0.1)))
        if self.some(0.92):
            members.append(("error", self.error_member()))
        if self.some(0.1):
            members.append(("result", self.value(1)))
        return self.odd(self.shuffled(members), 0.02)

    # Text

    def write(self, value) -> bytes:
        """JSON text in one of its many spellings; only what is Raw may make it none."""
        space = (lambda: self.rng.choice(SPACES)) if self.some(0.3) else (lambda: b"")
        if self.some(0.03):
            space = lambda: self.rng.choice([b" ", b"\n", b"\t", b"\r"]) * self.rng.randrange(40)  # noqa: E731
        escape = 0.03 if self.some(0.2) else 0.0
        out, todo = [], [value]
        while todo:
            item = todo.pop()
            if isinstance(item, Raw):
                out.append(item)
            elif isinstance(item, (Pairs, list)):
                closing = [Raw(space() + (b"}" if isinstance(item, Pairs) else b"]"))]
                out.append((b"{" if isinstance(item, Pairs) else b"[") + space())
                parts: list = []
                for index, inside in enumerate(item):
                    if index:
                        parts.append(Raw(b"," + space()))
                    if isinstance(item, Pairs):
                        parts += [inside[0], Raw(space() + b":" + space()), inside[1]]
                    else:
                        parts.append(inside)
                todo += reversed(parts + closing)
            elif isinstance(item, str):
                out.append(self.quoted(item, escape))
            else:
                out.append(json.dumps(item).encode())
        return space() + b"".join(out) + space()

    def quoted(self, text: str, escape: float) -> bytes:
        raw = json.dumps(text, ensure_ascii=self.some(0.2)).encode("utf-8", "surrogatepass")
        if not escape and not self.some(0.02):
            return raw
        return re.sub(
            rb"(?<!\\)[A-Za-z.-]",
            lambda m: b"\\u%04x" % m[0][0] if self.some(escape or 0.2) and not _inside_escape(raw, m.start()) else m[0],
            raw,
        )

    def broken(self, text: bytes) -> bytes:
        """Bytes changed without regard to the grammar."""
        rng = self.rng
        for _ in range(rng.choice([1, 1, 1, 2, 5])):
            at = rng.randrange(len(text) + 1)
            pick = rng.randrange(6)
            if pick == 0:
                text = text[:at]
            elif pick == 1:
                text = text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]
            elif pick == 2:
                text = text[:at] + rng.choice(ILL + ESCAPES + [b"{", b"}", b"[", b",", b'"', b":", b" ", b"\0"]) + text[at:]
            elif pick == 3:
                text = text[:at] + text[at + rng.randrange(1, 8) :]
            elif pick == 4:
                end = at + rng.randrange(1, 30)
                text = text[:end] + text[at:end] + text[end:]
            else:
                text = rng.choice([jsontext.BOM, jsontext.BOM * 2, b" ", b"\n", b"\xff\xfe"]) + text
        return text

    def changed(self, tree, budget: int = 2):
        """A tree with a few of its places changed."""
        places = _places(tree)
        for _ in range(self.rng.randrange(1, budget + 2)):
            holder, key = self.rng.choice(places) if places else (None, None)
            if holder is None or key >= len(holder):
                continue
            pairs = isinstance(holder, Pairs)
            pick = self.rng.randrange(6)
            if pick < 3:
                holder[key] = (holder[key][0], self.value()) if pairs else self.value()
            elif pick == 3:
                del holder[key]
            elif pick == 4:
                holder.insert(self.rng.randrange(len(holder) + 1), holder[key])
            else:
                self.rng.shuffle(holder)
        return tree

    def body(self, whole: bool) -> bytes:
        """A response, or an error member; from the grammar, or a known one, changed."""
        pick = self.rng.randrange(10)
        if pick < 5:
            text = self.write(self.response() if whole else self.error_member())
        elif pick < 8:
            tree = _copy(self.rng.choice(self.trees))
            if not whole and isinstance(tree, Pairs):
                tree = next((v for n, v in tree if n == "error"), tree)
            text = self.write(self.changed(tree) if isinstance(tree, (Pairs, list)) else tree)
        else:
            text = self.rng.choice(self.seeds)
        if self.some(0.04):
            text = b"[" + text + self.rng.choice([b"]", b"]", b"]", b"]", b",1]", b",", b"]]"])
        if self.some(0.12):
            text = self.broken(text)
        if self.some(0.003):
            depth = self.rng.choice([60, 64, 65, 127, 128, 129, 1000, 65535, 65536, 65537])
            inner = b"[" * depth + b"]" * depth if self.some(0.7) else b'{"a":' * depth + b"1" + b"}" * depth
            text = text.replace(b"null", inner, 1) if b"null" in text else b'{"error":{"data":' + inner + b"}}"
        return text


def _inside_escape(raw: bytes, at: int) -> bool:
    return re.search(rb"\\u?[0-9a-fA-F]{0,4}$", raw[max(0, at - 6) : at]) is not None


def tree_of(node: Node):
    """Shallow enough by the bound on the length of seeds."""
    if node.kind == "object":
        return Pairs((n, tree_of(v)) for n, v in node.value.items())
    if node.kind == "array":
        return [tree_of(v) for v in node.value]
    return node.value if node.kind == "string" else Raw(node.raw)


def _copy(tree):
    if isinstance(tree, Pairs):
        return Pairs((n, _copy(v)) for n, v in tree)
    return [_copy(v) for v in tree] if isinstance(tree, list) else tree


def _places(tree) -> list[tuple[list, int]]:
    found, todo = [], [tree]
    while todo:
        holder = todo.pop()
        if isinstance(holder, list):
            for index, item in enumerate(holder):
                found.append((holder, index))
                todo.append(item[1] if isinstance(holder, Pairs) else item)
    return found
