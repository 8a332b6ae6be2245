"""The error codes of JSON-RPC and of the Model Context Protocol."""

from __future__ import annotations

from ._base import integer
from ._core import SHORT, is_int64, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from .types import Emit, Origin

_EMIT: list[Any] = names("emit")
_ORIGINS = ("protocol", "handler")


class Codes:
    """Constants, and what the specification says of a code."""

    PARSE_ERROR: Final = -32700
    INVALID_REQUEST: Final = -32600
    METHOD_NOT_FOUND: Final = -32601
    INVALID_PARAMS: Final = -32602
    INTERNAL_ERROR: Final = -32603
    HEADER_MISMATCH: Final = -32020
    MISSING_REQUIRED_CLIENT_CAPABILITY: Final = -32021
    UNSUPPORTED_PROTOCOL_VERSION: Final = -32022
    LEGACY_RESOURCE_NOT_FOUND: Final = -32002
    LEGACY_URL_ELICITATION_REQUIRED: Final = -32042

    MODERN_ERROR_CODES: Final = (HEADER_MISMATCH, MISSING_REQUIRED_CLIENT_CAPABILITY, UNSUPPORTED_PROTOCOL_VERSION)
    RESOURCE_NOT_FOUND_CODES: Final = (INVALID_PARAMS, LEGACY_RESOURCE_NOT_FOUND)

    @staticmethod
    def modern_error_code(code: int) -> bool:
        """Whether the code is one of the three that revision 2026-07-28 defines."""
        return is_int64(integer("code", code)) and bool(SHORT.code_is_modern(code))

    @staticmethod
    def resource_not_found_code(code: int, *, modern: bool = True) -> bool:
        """Whether the code, in an answer to ``resources/read``, says that there is no such resource."""
        known = is_int64(integer("code", code))
        return known and bool(SHORT.code_is_resource_not_found(code, 1 if modern else 0))

    @staticmethod
    def name(code: int) -> str | None:
        """The name of the code, or None if it has none."""
        return _name(SHORT.code_name, code)

    @staticmethod
    def draft_name(code: int) -> str | None:
        """What a draft of 2026-07-28 meant by the code: a hint for people, never a verdict."""
        return _name(SHORT.code_draft_name, code)

    @staticmethod
    def may_emit(code: int) -> Emit:
        """Whether an implementation of 2026-07-28 may send the code."""
        found: Emit = _EMIT[SHORT.code_may_emit(code)] if is_int64(integer("code", code)) else "ok"
        return found

    @staticmethod
    def http_status(code: int, origin: Origin = "protocol") -> int:
        """The HTTP status under which a server answers with the code."""
        if origin not in _ORIGINS:
            raise ValueError(f"origin must be one of protocol, handler, not {origin!r}")
        # A number that does not cross the ABI is an application's, as 0 is.
        known = code if is_int64(integer("code", code)) else 0
        return int(SHORT.code_http_status(known, _ORIGINS.index(origin)))


def _name(function: Any, code: int) -> str | None:
    if not is_int64(integer("code", code)):
        return None
    found = function(code)
    return None if found is None else str(found, "utf-8")
