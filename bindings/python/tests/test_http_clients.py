"""Real responses of httpx and requests, from a real server on the loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import httpx
import peers
import pytest
import requests
import samples
from conftest import SECONDS

import mcp_errors

CAPABILITY = samples.response(-32021, data={"requiredCapabilities": samples.CAPABILITIES})
CHALLENGE = 'Bearer error="insufficient_scope", scope="a b", error_description="dé"'
Answer = tuple[int, list[tuple[str, str]], bytes]


class Handler(BaseHTTPRequestHandler):
    """Answers each path with what the test laid there."""

    answers: ClassVar[dict[str, Answer]] = {
        "/capability": (400, [("Content-Type", "application/json")], CAPABILITY),
        "/result": (200, [("Content-Type", "application/json")], b'{"jsonrpc":"2.0","id":1,"result":{}}'),
        "/busy": (503, [("Retry-After", "3")], b"<html>"),
        "/scope": (403, [("WWW-Authenticate", 'Basic realm="x"'), ("WWW-Authenticate", CHALLENGE)], b""),
        "/stream": (400, [("Content-Type", "text/event-stream")], b"data: " + CAPABILITY + b"\n\n"),
        "/nothing": (200, [("Content-Type", "application/json")], b""),
    }

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, headers, body = self.answers[self.path]
        self.send_response(status)
        for name, value in (*headers, ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join(SECONDS)


class Checked(BaseHTTPRequestHandler):
    """A server that answers what it refuses by ``to_http``."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        error = mcp_errors.check_request(
            body,
            versions=["2026-07-28"],
            methods=["tools/call"],
            required={"roots": {}},
            headers=self.headers.items(),
        )
        assert error is not None
        status, headers, answer = error.to_http(mcp_errors.request_read(body).id)
        self.send_response(status)
        for name, value in (*headers.items(), ("Content-Length", str(len(answer)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


def test_a_server_built_on_to_http() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Checked)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{server.server_address[1]}", trust_env=False) as client:
            for message, changed, kind, status in (
                (peers.request("tools/call", {}, name="t"), {}, "MissingRequiredClientCapabilityError", 400),
                (peers.request("no/such", {}), {}, "MethodNotFoundError", 404),
                (peers.request("tools/call", {}, "2030-01-01", name="t"), {}, "UnsupportedProtocolVersionError", 400),
                (peers.request("tools/call", {}, name="t"), {"Mcp-Name": "u"}, "HeaderMismatchError", 400),
            ):
                sent = {**mcp_errors.request_headers(message), **changed}
                response = client.post("/mcp", json=message, headers=sent, timeout=SECONDS)
                error = mcp_errors.from_http_response(response)
                assert error is not None
                assert (type(error).__name__, error.http_status, error.id) == (kind, status, 1)
                assert error.well_formed
                assert response.headers["content-type"] == "application/json"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(SECONDS)


def by_httpx(url: str) -> Any:
    return httpx.post(url, content=b"{}", timeout=SECONDS, trust_env=False)


def by_httpx_client(url: str) -> Any:
    with (
        httpx.Client(timeout=SECONDS, trust_env=False) as client,
        client.stream("POST", url, content=b"{}") as response,
    ):
        response.read()
        return response


def by_requests(url: str) -> Any:
    with requests.Session() as session:
        session.trust_env = False
        return session.post(url, data=b"{}", timeout=SECONDS)


CLIENTS = [by_httpx, by_httpx_client, by_requests]


@pytest.mark.parametrize("client", CLIENTS)
def test_answers(address: str, client: Any) -> None:
    error = mcp_errors.from_http_response(client(f"{address}/capability"))
    assert isinstance(error, mcp_errors.MissingRequiredClientCapabilityError)
    assert (error.http_status, error.required_capabilities) == (400, samples.CAPABILITIES)

    assert mcp_errors.from_http_response(client(f"{address}/result")) is None

    busy = mcp_errors.from_http_response(client(f"{address}/busy"))
    assert isinstance(busy, mcp_errors.TransientServerError)
    assert (busy.message, busy.retry_after) == ("HTTP 503", "3")
    assert mcp_errors.advise(busy, purpose="probe").delay_ms == 3000

    scope = mcp_errors.from_http_response(client(f"{address}/scope"))
    assert isinstance(scope, mcp_errors.InsufficientScopeError)
    assert scope.scope == "a b"
    # The server sent Latin-1, which is not UTF-8.
    assert scope.error_description == "d\ufffd"
    assert mcp_errors.advise(scope).action == "step_up"

    stream = mcp_errors.from_http_response(client(f"{address}/stream"))
    assert isinstance(stream, mcp_errors.MissingRequiredClientCapabilityError)

    nothing = mcp_errors.from_http_response(client(f"{address}/nothing"))
    assert isinstance(nothing, mcp_errors.ResponseStreamClosedError)


def test_a_body_that_was_not_read_leaves_status_and_headers(address: str) -> None:
    with (
        httpx.Client(timeout=SECONDS, trust_env=False) as client,
        client.stream("POST", f"{address}/busy", content=b"{}") as response,
    ):
        error = mcp_errors.from_http_response(response)
    assert error is not None
    assert (error.http_status, error.retry_after) == (503, "3")
    with (
        requests.Session() as session,
        session.post(f"{address}/busy", data=b"{}", timeout=SECONDS, stream=True) as streamed,
    ):
        error = mcp_errors.from_http_response(streamed)
        assert error is not None
        assert (error.http_status, error.retry_after) == (503, "3")
        assert streamed.raw.read(6) == b"<html>", "the body is left to the caller"


@pytest.mark.parametrize("status", [600, 799, 999])
def test_statuses_that_no_standard_has(address: str, status: int) -> None:
    Handler.answers["/odd"] = (status, [("Retry-After", "3")], b"x")
    for client in CLIENTS:
        error = mcp_errors.from_http_response(client(f"{address}/odd"))
        assert isinstance(error, mcp_errors.TransientServerError)
        assert (error.http_status, mcp_errors.advise(error, purpose="probe").delay_ms) == (status, 3000)
