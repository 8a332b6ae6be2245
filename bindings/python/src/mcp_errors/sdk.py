"""From the exceptions of SDKs and HTTP clients to a typed error, by names and shapes: nothing of theirs is imported."""

from __future__ import annotations

from ._base import MCPError, status
from ._json import wrong_type
from .errors import (
    ConnectionError,
    RequestTimeoutError,
    ResponseStreamClosedError,
    ServerError,
    TransportError,
)
from .wire import from_http, from_http_response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import Any

_TIMEOUT, _CLOSED, _UNREACHABLE, _OTHER = (
    RequestTimeoutError,
    ResponseStreamClosedError,
    ConnectionError,
    TransportError,
)

# What the exceptions of HTTP clients mean, by the package and the name of the class or a base class. A connection that
# timed out while it was being made did not carry the request: it is no RequestTimeoutError.
_BY_NAME: dict[str, dict[str, type[MCPError]]] = {
    "httpx": {
        "ConnectTimeout": _UNREACHABLE,
        "PoolTimeout": _UNREACHABLE,
        "TimeoutException": _TIMEOUT,
        "ConnectError": _UNREACHABLE,
        "ProxyError": _UNREACHABLE,
        "UnsupportedProtocol": _UNREACHABLE,
        "NetworkError": _CLOSED,
        "RemoteProtocolError": _CLOSED,
        "RequestError": _OTHER,
    },
    "requests": {
        "ConnectTimeout": _UNREACHABLE,
        "Timeout": _TIMEOUT,
        "ChunkedEncodingError": _CLOSED,
        "ConnectionError": _UNREACHABLE,
        "RequestException": _OTHER,
    },
    "urllib3": {
        "ConnectTimeoutError": _UNREACHABLE,
        "NewConnectionError": _UNREACHABLE,
        "TimeoutError": _TIMEOUT,
        "ProtocolError": _CLOSED,
        "MaxRetryError": _UNREACHABLE,
        "HTTPError": _OTHER,
    },
    "aiohttp": {
        "ConnectionTimeoutError": _UNREACHABLE,
        "ServerTimeoutError": _TIMEOUT,
        "ClientConnectorError": _UNREACHABLE,
        "ClientOSError": _CLOSED,
        "ServerDisconnectedError": _CLOSED,
        "ClientPayloadError": _CLOSED,
        "ClientConnectionError": _UNREACHABLE,
        "ClientError": _OTHER,
    },
    "http": {
        "RemoteDisconnected": _CLOSED,
        "IncompleteRead": _CLOSED,
        "BadStatusLine": _CLOSED,
        "ImproperConnectionState": _UNREACHABLE,
        "HTTPException": _OTHER,
    },
    "anyio": {"BrokenResourceError": _CLOSED, "ClosedResourceError": _CLOSED, "EndOfStream": _CLOSED},
    "asyncio": {"TimeoutError": _TIMEOUT, "IncompleteReadError": _CLOSED},
    "concurrent": {"TimeoutError": _TIMEOUT},
    "socket": {"timeout": _TIMEOUT},
    "builtins": {
        "TimeoutError": _TIMEOUT,
        "ConnectionRefusedError": _UNREACHABLE,
        "ConnectionError": _CLOSED,
        "OSError": _UNREACHABLE,
    },
}
# The client of the SDKs, under its two names.
_HTTPX = ("httpx", "httpx2", "httpcore", "httpcore2")
_BY_NAME.update(dict.fromkeys(_HTTPX, _BY_NAME["httpx"]))

# What the official SDK says in place of a response that it does not understand: the text, and the statuses it is for.
_STAND_INS = {
    "Server returned an error response": range(400, 1000),
    "Not Found": range(404, 405),
    "Session terminated": range(404, 405),
}
# What the official SDK says when the connection is gone, under the code -32000.
_GONE = ("Connection closed", "SSE stream ended without a response", "SSE stream ended without a resumable response")


class FailedResponses:
    """Remembers the last failed responses of an httpx or httpx2 client, so that ``from_exception`` can use them.

    The official SDK reports a status such as 401, 403, 429 or 503 without the status and the headers. Add an object of
    this class to the client's event hooks, sync or async, and pass it to ``from_exception``::

        failed = mcp_errors.FailedResponses()
        client = httpx2.AsyncClient(event_hooks={"response": [failed]})
    """

    limit = 16
    """How many responses are remembered."""

    def __init__(self) -> None:
        self._responses: list[Any] = []

    def __call__(self, response: Any) -> _Reading:
        """The event hook."""
        failed = response.status_code >= 300 and response.request.method == "POST"
        if failed:
            self._responses.append(response)
            del self._responses[: -self.limit]
        # A stream of events may not end.
        read = failed and "event-stream" not in response.headers.get("content-type", "").lower()
        is_async = hasattr(response.stream, "__aiter__")
        if read and not is_async:
            response.read()
        return _Reading(response if read and is_async else None)

    def _take(self, code: Any, message: Any) -> MCPError | None:
        """The error of the newest response that the SDK reported with this code and message; it is then forgotten."""
        for response in reversed(self._responses):
            error = from_http_response(response)
            if error is None:
                continue
            heard = error.code == code and error.message == message
            stands_in = error.code is None and error.http_status in _STAND_INS.get(message, ())
            if heard or stands_in:
                self._responses.remove(response)
                return error
        return None


class _Reading:
    """What the hook returns: async clients await it, sync ones do not."""

    def __init__(self, response: Any) -> None:
        self._response = response

    def __await__(self) -> Generator[Any, Any, None]:
        if self._response is not None:
            yield from self._response.aread().__await__()


def from_exception(
    exception: BaseException, failed: FailedResponses | None = None, *, http_status: int | None = None
) -> MCPError | None:
    """The typed error for an exception of an SDK or an HTTP client, which becomes its cause; None if there is none.

    It understands the official SDK's ``MCPError`` (2.x) and ``McpError`` (1.x), the packages on top of it (FastMCP,
    langchain-mcp-adapters), httpx, httpx2, requests, aiohttp, urllib3, http.client, TimeoutError and OSError. It looks
    into exception groups, causes and contexts. An error of this library is returned as it is.

    ``failed`` adds what the SDK drops: the status and the headers of the response, see ``FailedResponses``.
    """
    if not isinstance(exception, BaseException):
        raise wrong_type("exception", "an exception", exception)
    known = status("http_status", http_status) or None
    found: list[tuple[int, MCPError, BaseException]] = []
    for inner in _inside(exception):
        if isinstance(inner, MCPError):
            return inner
        try:
            rank, error = _read(inner, failed, known)
        except Exception:
            # Attributes that mean something else, or raise: this must not hide the exception that was asked about.
            continue
        if error is not None:
            found.append((rank, error, inner))
    if not found:
        return None
    _, error, inner = min(found, key=lambda one: one[0])
    error.__cause__ = inner
    return error


def _inside(exception: BaseException) -> Iterator[BaseException]:
    """The exception and all that are inside it, the outer ones first."""
    waiting, seen = [exception], {id(exception)}
    for current in waiting:
        yield current
        group = _attribute(current, "exceptions")
        inner = [*(group if isinstance(group, (tuple, list)) else ()), current.__cause__, current.__context__]
        # urllib's URLError and urllib3's MaxRetryError have it there.
        inner.append(_attribute(current, "reason"))
        for one in inner:
            if isinstance(one, BaseException) and id(one) not in seen:
                seen.add(id(one))
                waiting.append(one)


def _attribute(exception: BaseException, name: str) -> Any:
    try:
        return getattr(exception, name, None)
    except Exception:
        return None


def _read(exception: BaseException, failed: FailedResponses | None, known: int | None) -> tuple[int, MCPError | None]:
    """The error that this one exception stands for, and its rank: what a peer said is better than a local event.

    A lost connection and an SDK's timeout rank alike: of the two the outer one counts, which was raised later. An SDK
    may wait for the response until its timeout, and then raise what became of the connection.
    """
    error = getattr(exception, "error", None)
    if isinstance(getattr(error, "message", None), str) and hasattr(error, "code"):
        return _of_sdk(exception, error, failed, known)
    response = getattr(exception, "response", None)
    if hasattr(response, "status_code") and hasattr(response, "headers"):
        return 0, from_http_response(response)
    package = type(exception).__module__.partition(".")[0]
    if package in ("aiohttp", "urllib") and getattr(exception, "headers", None) is not None:
        number = getattr(exception, "status", None) or getattr(exception, "code", None)
        if isinstance(number, int) and 300 <= number <= 999:
            return 0, from_http(number, exception.headers, b"")  # type: ignore[attr-defined]
    kind = _kind_of(exception)
    rank = 2 if package in _HTTPX and kind in (_CLOSED, _UNREACHABLE) else 3
    return rank, None if kind is None else kind(str(exception) or type(exception).__name__)


def _of_sdk(
    exception: BaseException, error: Any, failed: FailedResponses | None, known: int | None
) -> tuple[int, MCPError | None]:
    code, message = error.code, error.message
    heard = failed._take(code, message) if failed is not None else None
    if heard is not None:
        return 0, heard
    if code in (-32001, 408) and any(_kind_of(one) is _TIMEOUT for one in _inside(exception)):
        return 2, RequestTimeoutError(message)
    if code == -32000 and message in _GONE:
        return 4, ResponseStreamClosedError(message)
    members = {"code": code, "message": message}
    data = getattr(error, "data", None)
    # None stands for null as well as for no data; the SDK's model knows which of its members were given.
    if data is not None or "data" in getattr(error, "model_fields_set", ()):
        members["data"] = data
    return 1, ServerError.from_jsonrpc(members, http_status=known)


def _kind_of(exception: BaseException) -> type[MCPError] | None:
    """The class for an exception of an HTTP client, or of Python's own for timeouts and connections."""
    # requests has one class for both; the first argument is urllib3's exception.
    if exception.args and type(exception.args[0]).__name__ == "ProtocolError":
        return _CLOSED
    for base in type(exception).__mro__:
        names = _BY_NAME.get(base.__module__.partition(".")[0])
        if names is not None and base.__name__ in names:
            return names[base.__name__]
    return None


def to_sdk(error: dict[str, Any]) -> Exception:
    """The official SDK's exception for an ``error`` member: ``MCPError`` of 2.x, ``McpError`` of 1.x."""
    try:
        from mcp import MCPError as SDKError  # type: ignore[attr-defined, unused-ignore]
    except ImportError:
        from mcp.shared.exceptions import McpError  # type: ignore[attr-defined, unused-ignore]
        from mcp.types import ErrorData  # type: ignore[attr-defined, unused-ignore]

        made: Exception = McpError(ErrorData(**error))
        return made
    raised: Exception = SDKError(**error)
    return raised
