"""The types of this package's arguments and results. Only type checkers and annotations need them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict, Union

JSONText = Union[str, bytes, bytearray, memoryview]
"""JSON text: bytes as they were received, or a str."""

Headers = Union[Mapping[str, Any], Iterable[tuple[Any, Any]], None]
"""HTTP header fields: a mapping, or pairs of names and values; names in any letter case."""

Capabilities = Any
"""A capabilities object: a mapping, or a pydantic model such as the SDK's ``ClientCapabilities``."""

Transport = Literal["stdio", "http"]
"""How client and server are connected."""

Era = Literal["modern", "modern_without_discover", "legacy", "inconclusive"]
"""What a response to a probe says of the server."""

Purpose = Literal["probe", "request", "initialize"]
"""What the message was sent for."""

MessageType = Literal["empty", "not_json", "framing", "error", "result", "request", "notification", "batch", "other"]
"""What a text is."""

Emit = Literal["ok", "discouraged", "forbidden"]
"""Whether an implementation of 2026-07-28 may send an error with a code."""

Origin = Literal["protocol", "handler"]
"""Where a server's error comes from: before a handler ran, or from inside one."""

Action = Literal[
    "give_up",
    "step_up",
    "authenticate",
    "initialize",
    "back_off",
    "reissue",
    "retry_with_version",
    "declare_capabilities",
    "refresh_tools",
    "continue_without_discover",
    "new_session",
    "complete_elicitations",
    "restart_pagination",
    "resume_stream",
    "answer_inputs",
    "read_on",
    "try_http_sse",
    "reprobe",
    "go_on",
]
"""What to do next. A newer library may know more."""

Reason = Literal[
    "insufficient_scope",
    "unauthorized",
    "access_denied",
    "no_answer",
    "transient",
    "maybe_executed",
    "stream_lost",
    "retry_limit",
    "version_mismatch",
    "version_contradiction",
    "no_common_version",
    "nothing_missing",
    "capability_unavailable",
    "capability_undeclared",
    "header_mismatch",
    "method_not_found",
    "not_retryable",
    "not_modern",
    "session_gone",
    "elicitation_required",
    "invalid_cursor",
    "redirected",
    "input_required",
    "invalid_result",
    "not_a_response",
    "not_mcp",
    "not_streamable_http",
    "era_contradicted",
    "agreed",
]
"""Why. A newer library may know more."""


class Context(TypedDict, total=False):
    """What the client knows. Every member may be left out, and None counts as left out."""

    transport: Transport | None
    """Default: ``"http"``."""
    purpose: Purpose | None
    """What the message was sent for. Default: ``"request"``."""
    era: Era | None
    """What is known of the server."""
    tried: Mapping[str, int] | None
    """How often this work took each action, by the action's name."""
    method: str | None
    """The method of the request."""
    idempotent: bool | None
    """Whether the work can be done twice without harm."""
    has_session: bool | None
    """Whether the request carried a session id."""
    has_cursor: bool | None
    """Whether the request carried a pagination cursor."""
    client_versions: Sequence[str] | None
    """All protocol versions that the client speaks, in order of preference."""
    requested_version: str | None
    """The version that the request asked for."""
    declared: Capabilities
    """The capabilities that the request declared."""
    supported_caps: Capabilities
    """All capabilities that the client could declare."""
    granted_scopes: Sequence[str] | None
    """The scopes of the client's access token."""
    asked_scopes: Sequence[str] | None
    """The scopes that the client has asked for already."""
    last_event_id: str | None
    """The id of the last event of the stream."""
    result_types: Sequence[str] | None
    """Result types that the client knows beyond those of the specification."""
    now_ms: int | None
    """The time in milliseconds since 1970, to understand a Retry-After date."""
    host: Any
    """A value of the caller's own, which is kept unchanged."""
