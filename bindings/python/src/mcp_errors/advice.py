"""What an error says of the server, and what to do next."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import _arguments, _core
from ._base import MCPError
from ._handle import handle_of, read
from ._json import dumps, loads
from .names import Action, Era, Purpose, Reason, Transport, by_number, named

_TRANSPORT = by_number(Transport, "transport")
_ERA = by_number(Era, "era")
# That the core's names are all known is seen at import, not on the first rare answer.
by_number(Action, "action"), by_number(Reason, "reason")


@dataclass(frozen=True)
class Advice:
    """What to do next, and what that needs."""

    era: Era
    """What the error says of the server's era."""
    action: Action
    """What to do."""
    reason: Reason
    """Why."""
    text: str
    """A sentence for the person."""
    version: str | None = None
    """The protocol version to speak."""
    missing: dict[str, Any] | None = None
    """The capabilities that the server needs and the request did not declare."""
    declare: dict[str, Any] | None = None
    """The whole capabilities object to declare."""
    delay_ms: int | None = None
    """How long to wait, in milliseconds, if the server said so."""


def era(error: MCPError, transport: Transport | str = Transport.HTTP) -> Era:
    """What the error says of the server's era, when it answers a probe."""
    number = _TRANSPORT.index(_arguments.member("transport", Transport, transport))
    with handle_of(_checked(error)) as (functions, handle):
        return named(_ERA, functions.error_era(handle, number))


def advise(
    error: MCPError,
    *,
    transport: Transport | str | None = None,
    purpose: Purpose | str | None = None,
    era: Era | str | None = None,
    attempt: int | None = None,
    method: str | None = None,
    idempotent: bool | None = None,
    has_session: bool | None = None,
    has_cursor: bool | None = None,
    client_versions: Sequence[str] | None = None,
    requested_version: str | None = None,
    declared: Mapping[str, Any] | None = None,
    supported_caps: Mapping[str, Any] | None = None,
    now_ms: int | None = None,
) -> Advice:
    """What to do next.

    - ``transport``: ``"http"`` (if not given) or ``"stdio"``
    - ``purpose``: what the refused message was: a ``"request"`` (if not given), a ``"probe"`` or an ``"initialize"``
    - ``era``: what is known of the server
    - ``attempt``: which try of the same work this was, from 1
    - ``method``: the method of the request
    - ``idempotent``: whether doing the work twice does no harm
    - ``has_session``, ``has_cursor``: whether the request carried a session id, a pagination cursor
    - ``client_versions``: all protocol versions that the client speaks, best first
    - ``requested_version``: the version that the request asked for
    - ``declared``: the capabilities that the request declared
    - ``supported_caps``: all capabilities that the client could declare
    - ``now_ms``: the time, in milliseconds since 1970, to read a Retry-After date by
    """
    given = {
        "transport": _named("transport", Transport, transport),
        "purpose": _named("purpose", Purpose, purpose),
        "era": _named("era", Era, era),
        "attempt": None if attempt is None else _positive("attempt", attempt),
        "method": _arguments.optional_text("method", method),
        "idempotent": _truth("idempotent", idempotent),
        "has_session": _truth("has_session", has_session),
        "has_cursor": _truth("has_cursor", has_cursor),
        "client_versions": None if client_versions is None else _arguments.texts("client_versions", client_versions),
        "requested_version": _arguments.optional_text("requested_version", requested_version),
        "declared": None if declared is None else _arguments.mapping("declared", declared),
        "supported_caps": None if supported_caps is None else _arguments.mapping("supported_caps", supported_caps),
        "now_ms": None if now_ms is None else _arguments.integer("now_ms", now_ms),
    }
    parts = [b"%b:%b" % (dumps(name, name), dumps(value, name)) for name, value in given.items() if value is not None]
    context = b"{%b}" % b",".join(parts)
    with handle_of(_checked(error)) as (functions, handle):
        pointer = ctypes.c_void_p()
        status = functions.error_advise(handle, context, len(context), ctypes.byref(pointer))
        if status:
            raise _core.failure(status, "advise", "a value of the context is out of range")
        try:
            return _advice(loads(read(functions.advice_json(pointer))), read(functions.advice_text(pointer)))
        finally:
            functions.advice_free(pointer)


def _advice(found: dict[str, Any], text: str) -> Advice:
    return Advice(
        era=Era(found["era"]),
        action=Action(found["action"]),
        reason=Reason(found["reason"]),
        text=text,
        version=found.get("version"),
        missing=found.get("missing"),
        declare=found.get("declare"),
        delay_ms=found.get("delay_ms"),
    )


def _checked(error: Any) -> MCPError:
    if isinstance(error, MCPError):
        return error
    raise _arguments.wrong_type("error", "an MCPError", error)


def _named(name: str, values: Any, value: Any) -> str | None:
    return None if value is None else str(_arguments.member(name, values, value))


def _truth(name: str, value: Any) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    raise _arguments.wrong_type(name, "a bool or None", value)


def _positive(name: str, value: Any) -> int:
    number = _arguments.integer(name, value)
    if number >= 1:
        return number
    raise ValueError(f"{name} must be 1 or more, not {number}")
