"""From an HTTP answer to a typed error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Union

from . import _arguments
from ._arguments import JSONText
from ._base import MCPError
from .wire import by_headers, from_response

Headers = Union[Mapping[str, Any], Iterable[tuple[Any, Any]], None]
"""Header names and values: a mapping, or pairs; names in any case."""

_NAMES = ("content-type", "www-authenticate", "retry-after")


def from_http(status: int, headers: Headers, body: JSONText, *, max_error_body: int = 0) -> MCPError | None:
    """The typed error in an HTTP answer; None if it is a result.

    The status ranks above the body, and the body is read whatever its Content-Type, an event stream included.
    ``max_error_body`` is the length beyond which a body outside 2xx counts as absent (0: 65,536 bytes).
    """
    number = _arguments.http_status("status", status)
    limit = _arguments.integer("max_error_body", max_error_body)
    if not 0 <= limit < 1 << 63:
        raise ValueError(f"max_error_body must not be negative, not {limit}")
    return _from_http(number, header_values(headers, _NAMES, "utf-8"), _arguments.json_bytes("body", body), limit)


def from_http_response(response: Any, *, max_error_body: int = 0) -> MCPError | None:
    """The typed error in a response of httpx, of requests, or of anything with status_code, headers and content."""
    try:
        status, headers, content = response.status_code, response.headers, response.content
    except AttributeError:
        raise _arguments.wrong_type("response", "a response of httpx or requests", response) from None
    # The bytes of the header as they were sent: httpx keeps them, requests has read them as Latin-1.
    found = header_values(getattr(headers, "raw", headers), _NAMES, "latin-1")
    number = _arguments.http_status("response.status_code", status)
    return _from_http(number, found, _arguments.json_bytes("response.content", content), max_error_body)


def _from_http(status: int, headers: dict[str, bytes], body: bytes, limit: int) -> MCPError | None:
    plain = b"event-stream" not in headers.get("content-type", b"").lower() and len(headers) == (
        "content-type" in headers
    )
    if plain and not limit:
        return from_response(body, http_status=status)
    return by_headers(body, status, headers, limit)


def header_values(headers: Any, names: tuple[str, ...], encoding: str) -> dict[str, bytes]:
    """The headers of these names, which are in lower case; repeated ones joined."""
    found: dict[str, bytes] = {}
    if headers is None:
        return found
    pairs = headers.items() if hasattr(headers, "items") else headers
    try:
        for name, value in pairs:
            text = (str(name, "latin-1") if isinstance(name, bytes) else name).lower()
            if text in names:
                value = _header_bytes(text, value, encoding)
                found[text] = found[text] + b", " + value if text in found else value
    except (TypeError, ValueError, AttributeError) as failure:
        raise TypeError(f"headers must be a mapping of names to values, or pairs of them: {failure}") from None
    return found


def _header_bytes(name: str, value: Any, encoding: str) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, (list, tuple)):
        return b", ".join(_header_bytes(name, part, encoding) for part in value)
    if not isinstance(value, str):
        raise _arguments.wrong_type(f"the value of {name}", "a str or bytes", value)
    try:
        return value.encode(encoding)
    except UnicodeEncodeError:
        return value.encode("utf-8", "replace")
