"""``from_exception``: exceptions by name and shape, inside groups, causes and contexts."""

from __future__ import annotations

import asyncio
import errno
import http.client
import socket
import sys
import threading
import urllib.error
from collections.abc import Callable, Iterator
from typing import Any

import aiohttp
import anyio
import httpx
import httpx2
import peers
import pytest
import requests
from conftest import SECONDS

import mcp_errors
from mcp_errors import ConnectionError, RequestTimeoutError, ResponseStreamClosedError, TransientServerError

if sys.version_info < (3, 11):
    pytest.skip("exception groups need Python 3.11", allow_module_level=True)


class Rude:
    """A server that accepts, and then keeps silent or hangs up."""

    def __init__(self, behaviour: str) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.behaviour, self.open = behaviour, True
        self.kept: list[socket.socket] = []
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/"

    def serve(self) -> None:
        while self.open:
            peer, _ = self.listener.accept()
            self.kept.append(peer)
            if self.behaviour != "silent":
                peer.recv(65536)
                head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
                status = b"HTTP/1.1 700 Odd\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"
                peer.sendall({"half": head, "odd": status}.get(self.behaviour, b""))
                peer.close()

    def close(self) -> None:
        self.open = False
        with socket.create_connection(self.listener.getsockname()) as last:
            last.sendall(b"\r\n\r\n")
        self.thread.join(SECONDS)
        for peer in (*self.kept, self.listener):
            peer.close()


@pytest.fixture(scope="module", params=["silent", "rude", "half", "odd"])
def server(request: Any) -> Iterator[Rude]:
    rude = Rude(request.param)
    yield rude
    rude.close()


def by_httpx(url: str, seconds: float) -> None:
    httpx.post(url, content=b"{}", timeout=seconds, trust_env=False).raise_for_status()


def by_httpx2(url: str, seconds: float) -> None:
    httpx2.post(url, content=b"{}", timeout=seconds, trust_env=False).raise_for_status()


def by_requests(url: str, seconds: float) -> None:
    response = requests.post(url, data=b"{}", timeout=seconds)
    response.raise_for_status()
    assert response.status_code < 600, "requests raises for no status beyond 599"


def by_aiohttp(url: str, seconds: float) -> None:
    async def post() -> None:
        timeout = aiohttp.ClientTimeout(total=seconds)
        async with aiohttp.ClientSession(timeout=timeout) as session, session.post(url, data=b"{}") as response:
            response.raise_for_status()
            await response.read()

    asyncio.run(post())


def by_http_client(url: str, seconds: float) -> None:
    connection = http.client.HTTPConnection(url[7:-1], timeout=seconds)
    connection.request("POST", "/", b"{}")
    response = connection.getresponse()
    response.read()
    assert response.status < 600, "http.client raises for no status"


Call = Callable[[str, float], None]
ALL: list[Call] = [by_httpx, by_httpx2, by_requests, by_aiohttp, by_http_client]


def raised(call: Call, url: str, seconds: float = SECONDS) -> BaseException:
    try:
        call(url, seconds)
    except Exception as exception:
        return exception
    pytest.fail("nothing was raised")


@pytest.mark.parametrize("call", ALL)
def test_what_clients_raise(call: Call, server: Rude) -> None:
    # Only where the server keeps silent is the limit reached.
    exception = raised(call, server.url, 0.5 if server.behaviour == "silent" else SECONDS)
    error = mcp_errors.from_exception(exception)
    if server.behaviour == "odd":
        if not isinstance(exception, AssertionError):
            assert isinstance(error, TransientServerError)
            assert (error.http_status, error.retry_after) == (700, "7")
        return
    assert error is not None
    assert error.__cause__ is not None
    assert error.local
    assert type(error) is (RequestTimeoutError if server.behaviour == "silent" else ResponseStreamClosedError)


@pytest.mark.parametrize("call", ALL)
def test_nobody_listens(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(host: Any, *arguments: Any, **options: Any) -> Any:
        # As a resolver says it, without waiting for one that may not be reached.
        if host in ("nowhere.invalid", b"nowhere.invalid"):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return resolve(host, *arguments, **options)

    resolve = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with peers.nobody() as refused:
        for url in (refused, "http://nowhere.invalid/"):
            error = mcp_errors.from_exception(raised(call, url))
            assert type(error) is ConnectionError
            assert error.local
            assert mcp_errors.advise(error).action == "back_off"


@pytest.mark.parametrize(
    ("exception", "kind"),
    [
        (TimeoutError(), RequestTimeoutError),
        (asyncio.TimeoutError(), RequestTimeoutError),
        (socket.timeout("late"), RequestTimeoutError),
        (ConnectionRefusedError(), ConnectionError),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), ConnectionError),
        (socket.gaierror("no such name"), ConnectionError),
        (ConnectionResetError(), ResponseStreamClosedError),
        (BrokenPipeError(), ResponseStreamClosedError),
        (http.client.RemoteDisconnected("gone"), ResponseStreamClosedError),
        (http.client.IncompleteRead(b""), ResponseStreamClosedError),
        (httpx.ReadTimeout("late"), RequestTimeoutError),
        (httpx.ConnectTimeout("late"), ConnectionError),
        (httpx2.ReadTimeout("late"), RequestTimeoutError),
        (httpx2.RemoteProtocolError("gone"), ResponseStreamClosedError),
        (httpx2.ConnectError("refused"), ConnectionError),
        (urllib.error.URLError(ConnectionRefusedError()), ConnectionError),
        (urllib.error.HTTPError("u", 503, "m", {"Retry-After": "7"}, None), TransientServerError),  # type: ignore[arg-type]
    ],
)
def test_kinds(exception: BaseException, kind: type[Exception]) -> None:
    for wrapped in (
        (exception, ExceptionGroup("g", [ExceptionGroup("h", [ValueError(), exception])]))
        if isinstance(exception, Exception)
        else (exception,)
    ):
        assert type(mcp_errors.from_exception(wrapped)) is kind


def chained(outer: BaseException, inner: BaseException, by: str) -> BaseException:
    setattr(outer, by, inner)
    return outer


@pytest.mark.parametrize("by", ["__cause__", "__context__"])
def test_causes_and_contexts(by: str) -> None:
    from mcp import MCPError

    theirs = MCPError(-32601, "Method not found")
    outer = chained(RuntimeError("failed"), chained(KeyError("k"), theirs, by), by)
    error = mcp_errors.from_exception(outer)
    assert isinstance(error, mcp_errors.MethodNotFoundError)
    assert error.__cause__ is theirs


def test_nothing_inside_is_none() -> None:
    for exception in (ValueError("x"), KeyboardInterrupt(), ExceptionGroup("g", [ValueError()]), StopIteration()):
        assert mcp_errors.from_exception(exception) is None
    with pytest.raises(TypeError, match="exception"):
        mcp_errors.from_exception("text")  # type: ignore[arg-type]


def test_circles_and_depth() -> None:
    a, b = ValueError("a"), ValueError("b")
    a.__context__, b.__context__ = b, a
    assert mcp_errors.from_exception(a) is None
    deep: BaseException = TimeoutError()
    for _ in range(50_000):
        deep = chained(ValueError(), deep, "__cause__")
    assert isinstance(mcp_errors.from_exception(deep), RequestTimeoutError)


def test_a_peer_s_error_is_better_than_a_local_event() -> None:
    from mcp import MCPError

    group = ExceptionGroup("g", [ConnectionResetError(), MCPError(-32601, "no")])
    assert isinstance(mcp_errors.from_exception(group), mcp_errors.MethodNotFoundError)
    own = mcp_errors.ServerError("own", code=1)
    assert mcp_errors.from_exception(ExceptionGroup("g", [MCPError(-32601, "no"), own])) is own
    lost = chained(httpx.RemoteProtocolError("gone"), MCPError(-32601, "no"), "__context__")
    assert isinstance(mcp_errors.from_exception(lost), mcp_errors.MethodNotFoundError)


def test_of_a_timeout_and_a_lost_connection_the_later_counts() -> None:
    from mcp import MCPError

    def late() -> BaseException:
        return chained(MCPError(-32001, "Timed out"), TimeoutError(), "__context__")

    for lost, kind in (
        (httpx.RemoteProtocolError("gone"), ResponseStreamClosedError),
        (httpx2.ReadError("gone"), ResponseStreamClosedError),
        (httpx.ConnectError("refused"), ConnectionError),
    ):
        # FastMCP 2 waits for the response until its timeout, and then raises what became of the connection.
        error = mcp_errors.from_exception(chained(lost, late(), "__context__"))
        assert type(error) is kind
        assert error.__cause__ is lost
    # A second try, made where the exception of the first was handled.
    again = chained(late(), httpx.RemoteProtocolError("gone"), "__cause__")
    assert type(mcp_errors.from_exception(again)) is RequestTimeoutError
    # What closing the session after the timeout raises is no reason for it.
    closed = chained(anyio.ClosedResourceError(), late(), "__context__")
    assert type(mcp_errors.from_exception(closed)) is RequestTimeoutError


def test_a_peer_s_own_32001_is_no_timeout() -> None:
    from mcp import MCPError

    error = mcp_errors.from_exception(MCPError(-32001, "Session not found"))
    assert error is not None
    assert (type(error).__name__, error.code, error.local) == ("ServerError", -32001, False)


class Liar(Exception):
    """Has the attributes that are looked for, of the wrong types."""

    error = "text"
    response = 7
    exceptions = 5
    headers = 5
    status = "x"
    reason = "y"


class Nasty(Exception):
    """A response whose parts are wrong."""

    class response:  # noqa: N801
        status_code = "x"
        headers = 5
        content = None


class Refuses(Exception):
    """Raises where an attribute is looked for."""

    @property
    def reason(self) -> None:
        raise RuntimeError

    error = exceptions = response = reason


def test_odd_shapes_are_none() -> None:
    assert mcp_errors.from_exception(ExceptionGroup("g", [Nasty(), Liar()])) is None
    for odd in (Liar(), Refuses()):
        assert mcp_errors.from_exception(odd) is None
    assert mcp_errors.from_exception(Nasty()) is None


def test_responses_without_their_body() -> None:
    packages: list[Any] = [httpx, httpx2]
    for package in packages:
        transport = package.MockTransport(
            lambda _, p=package: p.Response(429, headers={"Retry-After": "7"}, content=iter([b"x"]))
        )
        with package.Client(transport=transport) as client, client.stream("POST", "http://a/") as response:
            error = mcp_errors.from_http_response(response)
            assert error is not None
            assert (type(error), error.retry_after) == (TransientServerError, "7")


def test_the_hook_remembers_what_the_sdk_reports() -> None:
    from mcp import MCPError

    answers = iter(
        [(503, b"<html>"), (200, b"{}"), (400, b'{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"v"}}')]
    )

    def answer(_: httpx2.Request) -> httpx2.Response:
        status, body = next(answers)
        return httpx2.Response(status, headers={"Retry-After": "7"}, content=body)

    failed = mcp_errors.FailedResponses()
    with httpx2.Client(transport=httpx2.MockTransport(answer), event_hooks={"response": [failed]}) as client:
        for _ in range(3):
            client.post("http://a/")
    # The error with the status that its response had, by code and message.
    error = mcp_errors.from_exception(MCPError(-32022, "v"), failed)
    assert error is not None
    assert (error.http_status, error.id) == (400, 1)
    # A text that the SDK made in place of a response.
    stand_in = MCPError(-32603, "Server returned an error response")
    error = mcp_errors.from_exception(stand_in, failed)
    assert error is not None
    assert (error.http_status, error.retry_after) == (503, "7")
    # What was used is forgotten, and a peer's own -32603 is its own.
    error = mcp_errors.from_exception(stand_in, failed)
    assert error is not None
    assert (error.code, error.http_status) == (-32603, None)


def test_the_hook_forgets_the_oldest() -> None:
    failed = mcp_errors.FailedResponses()
    transport = httpx.MockTransport(lambda _: httpx.Response(503))
    with httpx.Client(transport=transport, event_hooks={"response": [failed]}) as client:
        for _ in range(100):
            client.post("http://a/")
            client.get("http://a/")
    assert len(failed._responses) == failed.limit
