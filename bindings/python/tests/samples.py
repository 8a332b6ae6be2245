"""Errors of every kind, made in every way."""

from __future__ import annotations

import json
from typing import Any

import mcp_errors
from mcp_errors import MCPError
from mcp_errors.errors import CLASSES

CAPABILITIES: dict[str, Any] = {"elicitation": {"form": {}}, "extensions": {"io.example/x": {}}}


def response(code: int, message: Any = "no", data: Any = mcp_errors.ABSENT) -> bytes:
    """The JSON text of an error response."""
    error = {"code": code, "message": message}
    if data is not mcp_errors.ABSENT:
        error["data"] = data
    return json.dumps({"jsonrpc": "2.0", "id": 1, "error": error}).encode()


def read(body: bytes | str, status: int | None = None, headers: Any = None) -> MCPError:
    """The error in an answer; fails if it is none."""
    error = mcp_errors.from_response(body) if status is None else mcp_errors.from_http(status, headers, body)
    assert error is not None
    return error


def built(kind: type[MCPError]) -> MCPError:
    """An error of the class as a host would build it."""
    if issubclass(kind, mcp_errors.ServerError):
        data = {"requiredCapabilities": CAPABILITIES, "supported": ["2026-07-28"], "requested": "1"}
        return kind("built", code=-32021, data=data, http_status=400)
    if issubclass(kind, mcp_errors.InsufficientScopeError):
        return kind("built", scope="a b", error_description="more")
    return kind("built")


def all_errors() -> list[MCPError]:
    """One of each class built by hand, and several read from the wire."""
    read_ones = [
        read(response(-32020)),
        read(response(-32021, data={"requiredCapabilities": CAPABILITIES})),
        read(response(-32021, data={"requiredCapabilities": {"roots": 1}}), 400),
        read(response(-32022, data={"supported": ["2026-07-28", 7], "requested": None}), 400),
        read(response(-32601, "\ud800 odd \x1b[31m"), 404),
        read(response(2**70, data=None)),
        read(response(-1, data=[{"a": 1.5}, "ü"])),
        read(b'{"error":{"code":' + b"9" * 5000 + b',"message":7}}'),
        read(b'{"error":{"code":-32021,"message":"deep","data":' + b"[" * 5000 + b"]" * 5000 + b"}}"),
        read(b"nonsense"),
        read(b"", 200),
        read(b"", 503, {"Retry-After": "120"}),
        read(b"", 401),
        read(b"", 403, {"WWW-Authenticate": 'Bearer error="insufficient_scope", scope="x", error_description="d"'}),
        mcp_errors.ServerError.from_jsonrpc({"code": -32020, "message": "parsed", "data": {"a": (1, 2)}}),
        mcp_errors.ServerError.from_jsonrpc(None),
    ]
    return [built(kind) for kind in CLASSES] + read_ones
