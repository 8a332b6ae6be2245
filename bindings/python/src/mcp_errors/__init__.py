"""Given a response of an MCP server, or the exception of an SDK, reports what kind of error it is and what to do next.

    >>> import mcp_errors
    >>> line = b'{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'
    >>> error = mcp_errors.from_response(line)
    >>> error
    MethodNotFoundError('Method not found', code=-32601)
    >>> mcp_errors.advise(error, purpose="probe").action
    'initialize'

The rules are those of the C, Ruby and Rust libraries: all ask one core.
"""

from __future__ import annotations

from . import capabilities, errors
from ._base import ABSENT
from ._core import VERSION as LIBRARY_VERSION
from ._json import RawJSON
from .advice import Advice, advise, era, negotiate
from .codes import Codes
from .errors import *  # noqa: F403
from .sdk import FailedResponses, from_exception
from .serve import (
    RequestParts,
    check_request,
    header_mismatch,
    missing_capability,
    request_headers,
    request_read,
    unsupported_version,
)
from .sse import SseReader
from .wire import from_answer, from_error_json, from_http, from_http_response, from_response, message_type, sse_response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Action, Capabilities, Context, Emit, Era, MessageType, Origin, Purpose, Reason, Transport

__version__ = "0.1.0"

__all__ = [
    "ABSENT",
    "Action",
    "Advice",
    "Capabilities",
    "Codes",
    "Context",
    "Emit",
    "Era",
    "FailedResponses",
    "LIBRARY_VERSION",
    "MessageType",
    "Origin",
    "Purpose",
    "RawJSON",
    "Reason",
    "RequestParts",
    "SseReader",
    "Transport",
    "advise",
    "capabilities",
    "check_request",
    "era",
    "from_answer",
    "from_error_json",
    "from_exception",
    "from_http",
    "from_http_response",
    "from_response",
    "header_mismatch",
    "message_type",
    "missing_capability",
    "negotiate",
    "request_headers",
    "request_read",
    "sse_response",
    "unsupported_version",
]
__all__ += errors.__all__


def __getattr__(name: str) -> object:
    # The types are for type checkers; importing them takes longer than the rest.
    if name in __all__:
        from . import types

        return getattr(types, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
