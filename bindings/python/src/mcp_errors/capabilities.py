"""Compares client capabilities: JSON objects in, JSON objects out."""

from __future__ import annotations

from ._base import made_from
from ._core import functions_for
from ._json import dumps, dumps_anyhow, loads, shape, utf8, wrong_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .types import Capabilities


def missing(declared: Capabilities, required: Capabilities) -> dict[str, Any]:
    """The part of ``required`` that ``declared`` does not cover, in the shape of ``required``."""
    return _made("caps_missing", _object("declared", declared), _object("required", required))


def declare(declared: Capabilities, missing: Capabilities, supported: Capabilities) -> dict[str, Any]:
    """``declared`` plus the missing parts, with the values of ``supported``; what that lacks is left out."""
    objects = (("declared", declared), ("missing", missing), ("supported", supported))
    return _made("caps_declare", *(_object(name, value) for name, value in objects))


def for_input_request(method: str, params: Any = None) -> dict[str, Any]:
    """The capabilities that a client must have declared to be sent this input request; params as they were sent."""
    if not isinstance(method, str):
        raise wrong_type("method", "a str", method)
    return _made("caps_for_input_request", utf8(method), b"{}" if params is None else dumps(params, "params"))


def well_formed(capabilities: Any) -> bool:
    """Whether the value has the shape of a ``ClientCapabilities`` object."""
    text = dumps_anyhow(shape(capabilities, 2))
    return bool(functions_for(len(text)).caps_is_well_formed(text, len(text)))


def _object(name: str, value: Any) -> bytes:
    return b"{}" if value is None else dumps(value, name)


def _made(function: str, *texts: bytes) -> dict[str, Any]:
    found: dict[str, Any] = loads(made_from(function, *texts).decode("utf-8"))
    return found
