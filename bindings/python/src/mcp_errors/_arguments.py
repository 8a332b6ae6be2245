"""Checks of what callers pass in: a wrong type is a TypeError, a wrong value a ValueError; both name the argument."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeVar, Union

from ._json import utf8

JSONText = Union[str, bytes, bytearray, memoryview]
"""JSON text as it came: bytes, or a str."""

_E = TypeVar("_E", bound=Enum)


def wrong_type(name: str, wanted: str, value: object) -> TypeError:
    """The error for an argument of the wrong type."""
    return TypeError(f"{name} must be {wanted}, not {type(value).__name__}")


def json_bytes(name: str, text: object) -> bytes:
    """The bytes of a JSON text."""
    if isinstance(text, bytes):
        return text
    if isinstance(text, str):
        return utf8(text)
    if isinstance(text, (bytearray, memoryview)):
        return bytes(text)
    raise wrong_type(name, "bytes or str", text)


def optional_text(name: str, value: object) -> str | None:
    """The value, if it is a str or None."""
    if value is None or isinstance(value, str):
        return value
    raise wrong_type(name, "a str or None", value)


def text(name: str, value: object) -> str:
    """The value, if it is a str."""
    if isinstance(value, str):
        return value
    raise wrong_type(name, "a str", value)


def integer(name: str, value: object) -> int:
    """The value, if it is an int; a bool is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value)
    raise wrong_type(name, "an int", value)


def http_status(name: str, value: object) -> int:
    """The value, if it is an HTTP status."""
    status = integer(name, value)
    if 100 <= status <= 599:
        return status
    raise ValueError(f"{name} must be an HTTP status from 100 to 599, not {status}")


def optional_http_status(name: str, value: object) -> int | None:
    """The value, if it is an HTTP status or None."""
    return None if value is None else http_status(name, value)


def member(name: str, values: type[_E], value: Any) -> _E:
    """The member of the enumeration that the value is or names."""
    if not isinstance(value, str):
        raise wrong_type(name, f"a str or a member of {values.__name__}", value)
    try:
        return values(value)
    except ValueError:
        known = ", ".join(str(known.value) for known in values)
        raise ValueError(f"{name} must be one of {known}, not {value!r}") from None


def texts(name: str, value: Any) -> list[str]:
    """The value as a list, if it is a list or tuple of str; a lone str is none."""
    if not isinstance(value, (list, tuple)):
        raise wrong_type(name, "a list of str", value)
    return [text(f"{name}[{index}]", part) for index, part in enumerate(value)]


def mapping(name: str, value: Any) -> Mapping[str, Any]:
    """The value, if it is a mapping."""
    if isinstance(value, Mapping):
        return value
    raise wrong_type(name, "a mapping", value)
