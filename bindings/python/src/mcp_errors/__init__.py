"""Understands the errors of the Model Context Protocol: typed, judged and with advice.

    >>> import mcp_errors
    >>> line = b'{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'
    >>> error = mcp_errors.from_response(line)
    >>> error
    MethodNotFoundError('Method not found', code=-32601)
    >>> mcp_errors.advise(error, purpose="probe").action == "initialize"
    True

What is concluded, and by which rules, is the same as in the C, Ruby and Rust faces of the library: all ask one core.
"""

from __future__ import annotations

from . import capabilities
from ._base import ABSENT
from ._core import VERSION as LIBRARY_VERSION
from ._json import RawJSON
from .advice import Advice, advise, era
from .codes import Codes
from .errors import (
    AmbiguousPromptName,
    AmbiguousResourceURI,
    AmbiguousToolName,
    CapabilityError,
    ConnectionError,
    HeaderMismatchError,
    InputRequiredError,
    InsufficientScopeError,
    InvalidResultError,
    MCPError,
    MethodNotFoundError,
    MissingRequiredClientCapabilityError,
    ModernProtocolError,
    ModernServerError,
    PromptGetError,
    PromptNotFound,
    RequestTimeoutError,
    ResourceNotFound,
    ResourceReadError,
    ResponseStreamClosedError,
    ResponseTooLargeError,
    ServerError,
    ServerNotFound,
    SessionChangedError,
    TaskError,
    TaskNotFound,
    TaskReplacedError,
    ToolCallError,
    ToolNotFound,
    TransientServerError,
    TransportDetectionError,
    TransportError,
    UnsupportedProtocolVersionError,
    ValidationError,
)
from .http import from_http, from_http_response
from .names import Action, Emit, Era, Origin, Purpose, Reason, Transport
from .sdk import from_exception
from .serve import check_request, header_mismatch, missing_capability, request_id, unsupported_version
from .wire import from_error_json, from_response

__version__ = "0.1.0"

__all__ = [
    "ABSENT",
    "Action",
    "Advice",
    "AmbiguousPromptName",
    "AmbiguousResourceURI",
    "AmbiguousToolName",
    "CapabilityError",
    "Codes",
    "ConnectionError",
    "Emit",
    "Era",
    "HeaderMismatchError",
    "InputRequiredError",
    "InsufficientScopeError",
    "InvalidResultError",
    "LIBRARY_VERSION",
    "MCPError",
    "MethodNotFoundError",
    "MissingRequiredClientCapabilityError",
    "ModernProtocolError",
    "ModernServerError",
    "Origin",
    "PromptGetError",
    "PromptNotFound",
    "Purpose",
    "RawJSON",
    "Reason",
    "RequestTimeoutError",
    "ResourceNotFound",
    "ResourceReadError",
    "ResponseStreamClosedError",
    "ResponseTooLargeError",
    "ServerError",
    "ServerNotFound",
    "SessionChangedError",
    "TaskError",
    "TaskNotFound",
    "TaskReplacedError",
    "ToolCallError",
    "ToolNotFound",
    "TransientServerError",
    "Transport",
    "TransportDetectionError",
    "TransportError",
    "UnsupportedProtocolVersionError",
    "ValidationError",
    "advise",
    "capabilities",
    "check_request",
    "era",
    "from_error_json",
    "from_exception",
    "from_http",
    "from_http_response",
    "from_response",
    "header_mismatch",
    "missing_capability",
    "request_id",
    "unsupported_version",
]
