"""JSON between this package, its callers and the core. What a peer sends may be anything."""

from __future__ import annotations

import ctypes
import json
import math
import re
import sys
from collections.abc import Mapping
from json.encoder import c_make_encoder, encode_basestring_ascii  # type: ignore[attr-defined]

from ._core import functions_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Union

    JSONText = Union[str, bytes, bytearray, memoryview]
    """JSON text: bytes as they were received, or a str."""

_LEVELS = 4
_DEPTH = 64
scan: Any = json.JSONDecoder().scan_once  # type: ignore[attr-defined]
"""Parses a value at an offset of a text; returns it and where it ends."""
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},:]', re.DOTALL)


class RawJSON(str):
    """JSON text that Python's parser refuses (nested too deeply, a number of thousands of digits), as it was sent."""

    __slots__ = ()


def wrong_type(name: str, wanted: str, value: object) -> TypeError:
    """The error for an argument of the wrong type."""
    return TypeError(f"{name} must be {wanted}, not {type(value).__name__}")


def json_bytes(name: str, text: object) -> bytes:
    """The bytes of a JSON text, as an exact bytes object: a subclass may lie about its length."""
    if text.__class__ is bytes:
        return text
    if isinstance(text, str):
        return utf8(text)
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(memoryview(text))
    raise wrong_type(name, "bytes or str", text)


def utf8(text: str) -> bytes:
    """The text for the core. A pair of surrogates is joined to its character, a lone one reads as U+FFFD."""
    try:
        return str.encode(text, "utf-8")
    except UnicodeEncodeError:
        return without_surrogates(text).encode("utf-8")


def without_surrogates(text: str) -> str:
    """The text with U+FFFD for each lone surrogate."""
    return str.encode(text, "utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def loads(text: str, levels: int = _LEVELS) -> Any:
    """The value of a text that the core has found to be JSON.

    Where Python's parser gives up, objects are taken apart member by member, a few levels down. What it still
    refuses is returned as RawJSON. The core's texts have no white space around them.
    """
    try:
        return scan(text, 0)[0]
    except (ValueError, RecursionError):
        if levels and text.startswith("{"):
            return {name: loads(value.strip(" \t\r\n"), levels - 1) for name, value in _members(text)}
        return RawJSON(text)


def loads_finite(text: str) -> Any:
    """The same, for a value to be written as JSON again: a number beyond a float's range is the nearest float."""
    try:
        return json.loads(text, parse_float=_finite)
    except (ValueError, RecursionError):
        return loads(text)


def _finite(digits: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else math.copysign(sys.float_info.max, value)


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


def _host_value(value: Any) -> Any:
    """What a mapping or a pydantic model, such as the SDK's ClientCapabilities, is in JSON."""
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json", by_alias=True, exclude_none=True)
    raise TypeError(f"{type(value).__name__} is not JSON serializable")


_encode: Any = json.JSONEncoder(allow_nan=False, separators=(",", ":"), default=_host_value).encode
if c_make_encoder is not None:
    # What JSONEncoder.encode makes anew for each call.
    _chunks = c_make_encoder(None, _host_value, encode_basestring_ascii, None, ":", ",", False, False, False)

    def _encode_quickly(value: Any) -> str:
        return "".join(_chunks(value, 0))

    _encode = _encode_quickly


_encode_peer = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode
quoted = encode_basestring_ascii
"""A str as a JSON string."""


def dumps(value: Any, subject: str) -> bytes:
    """JSON text of a caller's value. If it has none, the ValueError or TypeError names the subject."""
    try:
        text: str = _encode(value)
    except TypeError as failure:
        raise TypeError(f"{subject} cannot be written as JSON: {failure}") from None
    except (ValueError, RecursionError) as failure:
        raise ValueError(f"{subject} cannot be written as JSON: {failure}") from None
    return text.encode("ascii")


def dumps_anyhow(value: Any) -> bytes:
    """JSON text of a peer's value: what has no JSON form (cycles, NaN, great depth) is written as null."""
    try:
        return _encode_peer(value).encode("ascii")
    except (TypeError, ValueError, RecursionError):
        return _encode_peer(_plain(value, _DEPTH, frozenset())).encode("ascii")


def shape(value: Any, depth: int) -> Any:
    """What the core needs of a value to judge its shape: the kinds of values and the names, not what they hold."""
    if isinstance(value, Mapping):
        if not depth:
            return {}
        return {name: shape(member, depth - 1) for name, member in value.items() if isinstance(name, str)}
    if isinstance(value, (list, tuple)):
        return [shape(member, 0) for member in value] if depth else []
    return "" if isinstance(value, str) else None


def string_inside(raw: bytes) -> str:
    """The text of a JSON string, given the bytes between its quotes."""
    size = len(raw)
    function = functions_for(size).json_string_decode
    # Decoding can lengthen a text: a byte that is not UTF-8 becomes the three bytes of U+FFFD.
    buffer = bytearray(max(1, 3 * size))
    window = (ctypes.c_char * len(buffer)).from_buffer(buffer)
    length = function(raw, size, ctypes.addressof(window), len(buffer))
    return str(memoryview(buffer)[:length], "utf-8")


def _plain(value: Any, depth: int, above: frozenset[int]) -> Any:
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
