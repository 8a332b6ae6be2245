"""What an error says of the server, and what to do next."""

from __future__ import annotations

import ctypes

from . import _core
from ._base import MCPError, read
from ._json import json_bytes, loads, wrong_type
from .wire import context_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from typing_extensions import Unpack

    from .types import Action, Context, Era, JSONText, Reason, Transport

_ERAS: list[Any] = _core.names("era")
_TRANSPORTS = ("stdio", "http")


class Advice:
    """What to do next, and what that needs. Members that the action does not have are None."""

    era: Era
    """What is known of the server's era after this."""
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
    """How long to wait, in milliseconds."""
    scopes: list[str] | None = None
    """The scopes to ask for."""
    resource_metadata: str | None = None
    """Where the server says its authorization is described: check this URL before you fetch it."""
    last_event_id: str | None = None
    """The event after which to resume the stream."""
    cancel: bool = False
    """Whether to send ``notifications/cancelled``."""
    context_json: str | None = None
    """``context`` as JSON text, with every number as it was spelled."""

    def __init__(self, **members: Any) -> None:
        self.__dict__ = members

    @property
    def context(self) -> Context | None:
        """The context of the next try, for the next ``advise``; None for ``give_up``. A new copy on each read."""
        text = self.context_json
        found: Context | None = None if text is None else loads(text)
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Advice) and self.__dict__ == other.__dict__

    def __repr__(self) -> str:
        return f"Advice({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    __hash__ = None  # type: ignore[assignment]


def era(error: MCPError, transport: Transport = "http") -> Era:
    """What the error says of the server's era, when it is the response to a probe."""
    if transport not in _TRANSPORTS:
        raise ValueError(f"transport must be one of stdio, http, not {transport!r}")
    number = _TRANSPORTS.index(transport)
    found: Era = _ERAS[_checked(error)._ask(lambda functions, handle: functions.error_era(handle, number))]
    return found


def advise(error: MCPError, context: Mapping[str, Any] | JSONText | None = None, **more: Unpack[Context]) -> Advice:
    """What to do next.

    The context says what the client knows, as keyword arguments or as one mapping: see ``Context`` for its members.
    For the next error of the same work, pass ``advice.context``; it counts what was tried, so that the work ends.
    ValueError for a context that has an unknown member or a wrong value.
    """
    text = context_json(context, more)
    found: Advice = _checked(error)._ask(_advise, text)
    return found


def negotiate(
    response: JSONText, context: Mapping[str, Any] | JSONText | None = None, **more: Unpack[Context]
) -> Advice:
    """What to do after the result of a probe (``server/discover``) or of ``initialize``: which version to speak.

    The response is the whole one; the context needs ``purpose``. ValueError for an error or an invalid result.
    """
    body, text = json_bytes("response", response), context_json(context, more)
    return _advice(_core.functions_for(len(body)).negotiate, body, len(body), text, len(text))


def _advise(functions: Any, handle: Any, text: bytes) -> Advice:
    return _advice(functions.error_advise, handle, text, len(text))


def _advice(function: Any, *arguments: Any) -> Advice:
    functions, handle = _core.SHORT, ctypes.c_void_p()
    _core.call(function, *arguments, ctypes.byref(handle))
    try:
        text, context = read(functions.advice_json(handle)), read(functions.advice_context_json(handle))
        # The context is the last member, and parsed on demand.
        members = loads(text[: -len(context) - len(',"context":}')] + "}" if context else text)
        members["text"] = read(functions.advice_text(handle))
        if context:
            members["context_json"] = context
    finally:
        functions.advice_free(handle)
    return Advice(**members)


def _checked(error: Any) -> MCPError:
    if isinstance(error, MCPError):
        return error
    raise wrong_type("error", "an MCPError", error)
