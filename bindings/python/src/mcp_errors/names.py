"""The enumerations of the library. Each member is a str and equals its name: ``Era.MODERN == "modern"``."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from ._core import names


class _Name(str, Enum):
    def __str__(self) -> str:
        return str(self.value)


class Transport(_Name):
    """How client and server are connected."""

    STDIO = "stdio"
    HTTP = "http"


class Era(_Name):
    """What an answer to a probe says of the server."""

    MODERN = "modern"
    MODERN_WITHOUT_DISCOVER = "modern_without_discover"
    LEGACY = "legacy"
    INCONCLUSIVE = "inconclusive"


class Purpose(_Name):
    """What the refused message was sent for."""

    PROBE = "probe"
    REQUEST = "request"
    INITIALIZE = "initialize"


class Action(_Name):
    """What to do next."""

    STEP_UP = "step_up"
    AUTHENTICATE = "authenticate"
    GIVE_UP = "give_up"
    INITIALIZE = "initialize"
    BACK_OFF = "back_off"
    REISSUE = "reissue"
    RETRY_WITH_VERSION = "retry_with_version"
    DECLARE_CAPABILITIES = "declare_capabilities"
    REFRESH_TOOLS = "refresh_tools"
    CONTINUE_WITHOUT_DISCOVER = "continue_without_discover"
    NEW_SESSION = "new_session"
    COMPLETE_ELICITATIONS = "complete_elicitations"
    RESTART_PAGINATION = "restart_pagination"


class Reason(_Name):
    """Why."""

    INSUFFICIENT_SCOPE = "insufficient_scope"
    UNAUTHORIZED = "unauthorized"
    ACCESS_DENIED = "access_denied"
    NO_ANSWER = "no_answer"
    TRANSIENT = "transient"
    MAYBE_EXECUTED = "maybe_executed"
    STREAM_LOST = "stream_lost"
    RETRY_LIMIT = "retry_limit"
    VERSION_MISMATCH = "version_mismatch"
    VERSION_CONTRADICTION = "version_contradiction"
    NO_COMMON_VERSION = "no_common_version"
    NOTHING_MISSING = "nothing_missing"
    CAPABILITY_UNAVAILABLE = "capability_unavailable"
    CAPABILITY_UNDECLARED = "capability_undeclared"
    HEADER_MISMATCH = "header_mismatch"
    METHOD_NOT_FOUND = "method_not_found"
    NOT_RETRYABLE = "not_retryable"
    NOT_MODERN = "not_modern"
    SESSION_GONE = "session_gone"
    ELICITATION_REQUIRED = "elicitation_required"
    INVALID_CURSOR = "invalid_cursor"


class Emit(_Name):
    """Whether an implementation of 2026-07-28 may send an error with a code."""

    OK = "ok"
    DISCOURAGED = "discouraged"
    FORBIDDEN = "forbidden"


class Origin(_Name):
    """Where a server's error arises: before a handler ran, or inside one."""

    PROTOCOL = "protocol"
    HANDLER = "handler"


_N = TypeVar("_N", bound=_Name)


def by_number(values: type[_N], core_name: str) -> list[_N]:
    """The members by the core's numbers."""
    found = []
    for name in names(core_name):
        if name not in values.__members__.values():
            raise ImportError(f"The native library of mcp_errors is newer than this package: {core_name} {name!r}")
        found.append(values(name))
    return found


def named(members: list[_N], number: int) -> _N:
    """The member of a number that the core answered with; what it answers in a failure is none."""
    if number < 0:
        raise RuntimeError("the native library of mcp_errors failed")
    return members[number]
