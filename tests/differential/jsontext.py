"""JSON as RFC 8259 has it, read without recursion: the ground on which rules.py stands.

Python's own json takes NaN and Infinity, recurses, and forgets where things stood; here a value keeps its place in the
bytes, integers keep their digits, and text that is not JSON is refused at the first byte after which nothing could make
it JSON any more.
"""

from __future__ import annotations

import functools
import re

BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(rb"[ \t\n\r]*")
_PLAIN = re.compile(rb'[^"\\\x00-\x1f]*')
_ESCAPE = re.compile(rb"(\\u[0-9a-fA-F]{4}|\\.)", re.DOTALL)
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[^" \t\n\r]+', re.DOTALL)
_DIGITS = re.compile(rb"[0-9]*")
_SIMPLE = {b'"': '"', b"\\": "\\", b"/": "/", b"b": "\b", b"f": "\f", b"n": "\n", b"r": "\r", b"t": "\t"}
_HEX = b"0123456789abcdefABCDEF"
_LITERALS = {ord("t"): b"true", ord("f"): b"false", ord("n"): b"null"}


class NotJSONError(Exception):
    """Carries the offset of the first byte that cannot be part of any JSON text."""

    def __init__(self, offset: int):
        super().__init__(f"no JSON at byte {offset}")
        self.offset = offset


class Node:
    """A value and where it stands. value: dict, list, str, or for a number whether it is an integer.

    An object's members are in the order of their last occurrence; twins are values that a later one of the same name replaced.
    """

    __slots__ = ("end", "kind", "source", "start", "twins", "value")

    def __init__(self, kind, value=None, source=b"", start=0, end=0):
        self.kind, self.value, self.source, self.start, self.end = kind, value, source, start, end
        self.twins = ()

    @property
    def raw(self) -> bytes:
        return self.source[self.start : self.end]

    @property
    def text(self) -> str:
        return self.raw.decode("utf-8", "replace")

    @property
    def compact(self) -> str:
        """As sent, without the white space between the tokens."""
        return b"".join(_TOKEN.findall(self.raw)).decode("utf-8", "replace")

    @property
    def is_object(self) -> bool:
        return self.kind == "object"

    @property
    def is_string(self) -> bool:
        return self.kind == "string"

    @property
    def digits(self) -> str | None:
        """An integer's, with -0 as 0; None for anything else."""
        if self.kind != "number" or not self.value:
            return None
        return "0" if self.raw == b"-0" else self.raw.decode()

    def get(self, *names):
        """The member at the end of a path, None where the path leaves the objects."""
        node = self
        for name in names:
            if node is None or node.kind != "object":
                return None
            node = node.value.get(name)
        return node

    def plain(self):
        """For shallow values: what json.loads would say, numbers as text."""
        if self.kind == "object":
            return {k: v.plain() for k, v in self.value.items()}
        if self.kind == "array":
            return [v.plain() for v in self.value]
        if self.kind == "number":
            return self.raw.decode()
        return {"true": True, "false": False, "null": None}.get(self.kind, self.value)


def decode(inner: bytes) -> str:
    """The inside of a string, decoded: lone surrogates and each maximal ill-formed part read as U+FFFD."""
    if b"\\" not in inner:
        return inner.decode("utf-8", "replace")
    out, high = [], 0
    for index, part in enumerate(_ESCAPE.split(inner)):
        if index % 2 == 0:
            if part:
                if high:
                    out.append("\ufffd")
                    high = 0
                out.append(part.decode("utf-8", "replace"))
            continue
        unit = int(part[2:], 16) if part[1:2] == b"u" else ord(_SIMPLE[part[1:]])
        if high and 0xDC00 <= unit <= 0xDFFF:
            out.append(chr(0x10000 + ((high - 0xD800) << 10) + unit - 0xDC00))
            high = 0
            continue
        if high:
            out.append("\ufffd")
        high = unit if 0xD800 <= unit <= 0xDBFF else 0
        if not high:
            out.append("\ufffd" if 0xDC00 <= unit <= 0xDFFF else chr(unit))
    return "".join(out) + ("\ufffd" if high else "")


def _string(data: bytes, pos: int) -> int:
    """From after the opening quote to after the closing one."""
    size = len(data)
    while True:
        pos = _PLAIN.match(data, pos).end()
        if pos >= size or data[pos] < 0x20:
            raise NotJSONError(pos)
        if data[pos] == 0x22:
            return pos + 1
        pos += 1
        if pos >= size or data[pos] not in b'"\\/bfnrtu':
            raise NotJSONError(pos)
        if data[pos] == ord("u"):
            digits = 0
            while digits < 4:
                digits, pos = digits + 1, pos + 1
                if pos >= size or data[pos] not in _HEX:
                    raise NotJSONError(pos)
        pos += 1


def _number(data: bytes, pos: int) -> tuple[int, bool]:
    """Its end, and whether it is an integer."""
    size, integer = len(data), True

    def digits(at: int) -> int:
        end = _DIGITS.match(data, at).end()
        if end == at:
            raise NotJSONError(at)
        return end

    if data[pos] == ord("-"):
        pos += 1
    pos = pos + 1 if data[pos : pos + 1] == b"0" else digits(pos)
    if data[pos : pos + 1] == b".":
        integer, pos = False, digits(pos + 1)
    if pos < size and data[pos] in b"eE":
        integer, pos = False, pos + 1
        if pos < size and data[pos] in b"+-":
            pos += 1
        pos = digits(pos)
    return pos, integer


@functools.lru_cache(maxsize=8)
def parse(data: bytes) -> Node:
    """The value of a text. A repeated name: the last wins."""
    size = len(data)
    space = _SPACE.match
    pos = space(data, len(BOM) if data.startswith(BOM) else 0).end()
    open_nodes: list[Node] = []
    names: list[str] = []  # of the members whose values are being read, one for each open object

    def name(at: int) -> int:
        """Reads a member's name and its colon; returns where the value begins."""
        if at >= size or data[at] != 0x22:
            raise NotJSONError(at)
        end = _string(data, at + 1)
        names.append(decode(data[at + 1 : end - 1]))
        end = space(data, end).end()
        if end >= size or data[end] != 0x3A:
            raise NotJSONError(end)
        return space(data, end + 1).end()

    while True:
        if pos >= size:
            raise NotJSONError(pos)
        byte = data[pos]
        if byte in b"{[":
            node = Node("object", {}, data, pos) if byte == 0x7B else Node("array", [], data, pos)
            pos = space(data, pos + 1).end()
            closer = 0x7D if byte == 0x7B else 0x5D
            if pos < size and data[pos] == closer:
                pos += 1
                node.end = pos
            else:
                open_nodes.append(node)
                if byte == 0x7B:
                    pos = name(pos)
                continue
        elif byte == 0x22:
            end = _string(data, pos + 1)
            node = Node("string", decode(data[pos + 1 : end - 1]), data, pos, end)
            pos = end
        elif byte in b"-0123456789":
            end, integer = _number(data, pos)
            node = Node("number", integer, data, pos, end)
            pos = end
        elif byte in _LITERALS:
            word, start = _LITERALS[byte], pos
            for wanted in word:
                if pos >= size or data[pos] != wanted:
                    raise NotJSONError(pos)
                pos += 1
            node = Node(word.decode(), None, data, start, pos)
        else:
            raise NotJSONError(pos)
        # A value is complete: hang it up, and close what it closes.
        while open_nodes:
            parent = open_nodes[-1]
            in_object = parent.kind == "object"
            if in_object:
                own = names.pop()
                if own in parent.value:
                    parent.twins = [*parent.twins, parent.value.pop(own)]
                parent.value[own] = node
            else:
                parent.value.append(node)
            pos = space(data, pos).end()
            if pos >= size:
                raise NotJSONError(pos)
            if data[pos] == 0x2C:
                pos = space(data, pos + 1).end()
                if in_object:
                    pos = name(pos)
                break
            if data[pos] != (0x7D if in_object else 0x5D):
                raise NotJSONError(pos)
            pos += 1
            open_nodes.pop()
            parent.end = pos
            node = parent
        else:
            pos = space(data, pos).end()
            if pos < size:
                raise NotJSONError(pos)
            return node


def made(value) -> Node:
    """A node of our own making; nodes inside stay as they are."""
    if isinstance(value, Node):
        return value
    if isinstance(value, dict):
        return Node("object", {k: made(v) for k, v in value.items()})
    if isinstance(value, list):
        return Node("array", [made(v) for v in value])
    if isinstance(value, str):
        return Node("string", value)
    if isinstance(value, bool) or value is None:
        return Node({True: "true", False: "false", None: "null"}[value])
    raw = str(value).encode()
    return Node("number", True, raw, 0, len(raw))


def equal(left: Node, right: Node) -> bool:
    """The same value: member order and the spelling of strings are free, numbers must have the same digits."""
    pairs = [(left, right)]
    while pairs:
        a, b = pairs.pop()
        if a.kind != b.kind:
            return False
        if a.kind == "object":
            if a.value.keys() != b.value.keys():
                return False
            pairs += [(v, b.value[k]) for k, v in a.value.items()]
        elif a.kind == "array":
            if len(a.value) != len(b.value):
                return False
            pairs += zip(a.value, b.value, strict=True)
        elif (a.kind == "number" and a.raw != b.raw) or (a.kind == "string" and a.value != b.value):
            return False
    return True
