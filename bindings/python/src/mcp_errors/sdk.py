"""From the exceptions of the official Python SDK to a typed error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._arguments import wrong_type
from ._base import MCPError
from .errors import ServerError


def from_exception(exception: BaseException, *, http_status: int | None = None) -> MCPError:
    """The typed error for the official SDK's ``MCPError`` (2.x) or ``McpError`` (1.x); its cause is the exception.

    An error of this library is returned as it is. The SDK's exceptions do not tell a peer's error from a condition
    of its own (a timeout it reports as -32001, a lost connection as -32000): neither code is given a meaning here.
    """
    if isinstance(exception, MCPError):
        return exception
    members = _members(getattr(exception, "error", None))
    if members is None:
        raise wrong_type("exception", "an error of the MCP SDK", exception)
    typed = ServerError.from_jsonrpc(members, http_status=http_status)
    typed.__cause__ = exception
    return typed


def _members(error: Any) -> Mapping[str, Any] | None:
    if not hasattr(error, "code") or not hasattr(error, "message"):
        return None
    members = {"code": error.code, "message": error.message}
    data = getattr(error, "data", None)
    # None stands for null as well as for no data; the SDK's model remembers which of its members were there.
    if data is not None or "data" in getattr(error, "model_fields_set", ()):
        members["data"] = data
    return members
