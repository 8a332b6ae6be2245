"""JSON between this package, its callers and the core: what peers send may be anything."""

from __future__ import annotations

import ctypes
import json
import math
import re
from collections.abc import Mapping
from typing import Any

from ._core import functions_for

_LEVELS = 4
_DEPTH = 64
_parse = json.JSONDecoder().raw_decode
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},:]', re.DOTALL)


class RawJSON(str):
    """JSON text that Python's parser refuses (too deep, or a number with thousands of digits), as it was sent."""

    __slots__ = ()


def utf8(text: str) -> bytes:
    """The text for the core. A pair of surrogates is joined to its character, a lone one reads as U+FFFD."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return without_surrogates(text).encode("utf-8")


def without_surrogates(text: str) -> str:
    """The text with U+FFFD for each lone surrogate."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def loads(text: str, levels: int = _LEVELS) -> Any:
    """The value of a text that the core has found to be JSON.

    Where Python's parser gives up, objects are taken apart member by member, a few levels down; what it still
    refuses is handed out as RawJSON. The core's texts have no white space around them.
    """
    try:
        return _parse(text)[0]
    except (ValueError, RecursionError):
        if levels and text.startswith("{"):
            return {name: loads(value.strip(" \t\r\n"), levels - 1) for name, value in _members(text)}
        return RawJSON(text)


def _members(text: str) -> list[tuple[str, str]]:
    """Names and values (as text) of an object, found without recursion."""
    found: list[tuple[str, str]] = []
    depth, start, name = 0, 1, ""
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        if depth > 1:
            continue
        if mark == ":":
            name, start = json.loads(text[start : token.start()]), token.end()
        elif (mark == "," or depth == 0) and text[start : token.start()].strip(" \t\r\n"):
            found.append((name, text[start : token.start()]))
            start = token.end()
    return found


def dumps(value: Any, subject: str) -> bytes:
    """JSON text of a value of the caller's; ValueError or TypeError names it when it has none."""
    try:
        return json.dumps(value, allow_nan=False, separators=(",", ":"), default=_mapping).encode("ascii")
    except TypeError as failure:
        raise TypeError(f"{subject} is no JSON value: {failure}") from None
    except (ValueError, RecursionError) as failure:
        raise ValueError(f"{subject} cannot be written as JSON: {failure}") from None


def dumps_anyhow(value: Any) -> bytes:
    """JSON text of a value that stands for a peer's: what has no JSON form (cycles, NaN, great depth) reads as null."""
    try:
        return json.dumps(value, allow_nan=False, separators=(",", ":")).encode("ascii")
    except (TypeError, ValueError, RecursionError):
        return json.dumps(_plain(value, _DEPTH, set())).encode("ascii")


def shape(value: Any, depth: int) -> Any:
    """What the core must see of a value to judge its shape: the kinds of values and the names, not what they hold."""
    if isinstance(value, Mapping):
        if not depth:
            return {}
        return {name: shape(member, depth - 1) for name, member in value.items() if isinstance(name, str)}
    if isinstance(value, (list, tuple)):
        return [shape(member, 0) for member in value] if depth else []
    return "" if isinstance(value, str) else None


def string_inside(raw: bytes) -> str:
    """The text of a JSON string, given what stands between its quotes."""
    size = len(raw)
    function = functions_for(size).json_string_decode
    # Decoding can lengthen a text: a byte that is no UTF-8 becomes the three of U+FFFD.
    buffer = bytearray(max(1, 3 * size))
    window = (ctypes.c_char * len(buffer)).from_buffer(buffer)
    length = function(raw, size, ctypes.addressof(window), len(buffer))
    return str(memoryview(buffer)[:length], "utf-8")


def _mapping(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not JSON serializable")


def _plain(value: Any, depth: int, above: set[int]) -> Any:
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return int(value) if value.bit_length() < 1024 else None
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if not depth or id(value) in above:
        return None
    inside = above | {id(value)}
    if isinstance(value, Mapping):
        return {name: _plain(member, depth - 1, inside) for name, member in value.items() if isinstance(name, str)}
    if isinstance(value, (list, tuple)):
        return [_plain(member, depth - 1, inside) for member in value]
    return None
