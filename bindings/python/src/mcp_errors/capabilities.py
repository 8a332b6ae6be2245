"""Reckoning with client capabilities: JSON objects in, JSON objects out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _arguments, _core
from ._handle import made_from
from ._json import dumps, dumps_anyhow, loads, shape, utf8


def missing(declared: Mapping[str, Any] | None, required: Mapping[str, Any]) -> dict[str, Any]:
    """The part of ``required`` that ``declared`` does not cover, in the shape of ``required``."""
    return _made("caps_missing", _object("declared", declared), _object("required", required))


def declare(
    declared: Mapping[str, Any] | None, missing: Mapping[str, Any], supported: Mapping[str, Any]
) -> dict[str, Any]:
    """``declared`` plus the missing parts, with the values of ``supported``; what that lacks is left out."""
    return _made(
        "caps_declare",
        _object("declared", declared),
        _object("missing", missing),
        _object("supported", supported),
    )


def for_input_request(method: str, params: Any = None) -> dict[str, Any]:
    """The capabilities that a client must have declared to be sent this input request; params as they were sent."""
    return _made(
        "caps_for_input_request",
        utf8(_arguments.text("method", method)),
        dumps({} if params is None else params, "params"),
    )


def well_formed(capabilities: Any) -> bool:
    """Whether the value has the shape of a ``ClientCapabilities`` object."""
    text = dumps_anyhow(shape(capabilities, 2))
    return bool(_core.functions_for(len(text)).caps_is_well_formed(text, len(text)))


def _object(name: str, value: Any) -> bytes:
    return b"{}" if value is None else dumps(_arguments.mapping(name, value), name)


def _made(function: str, *texts: bytes) -> dict[str, Any]:
    arguments = [part for text in texts for part in (text, len(text))]
    functions = _core.functions_for(max(map(len, texts)))
    made = made_from(getattr(functions, function), "capabilities", *arguments)
    found: dict[str, Any] = loads(made.decode("utf-8"))
    return found
