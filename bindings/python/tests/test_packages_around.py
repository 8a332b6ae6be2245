"""The exceptions of the packages that people use, raised by the packages, against a server on the loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import peers
import pytest
from conftest import BINDING

CLIENTS = BINDING / "tests" / "clients"
OPENING = ("server/discover", "initialize")
HEADERS = {
    401: ("WWW-Authenticate", 'Bearer scope="x"'),
    403: ("WWW-Authenticate", 'Bearer error="insufficient_scope", scope="a b"'),
    429: ("Retry-After", "7"),
    503: ("Retry-After", "7"),
}

# The interpreter of the environment, and the script.
SDK_2 = ("", "sdk.py")
SDK_1 = ("mcp1/", "sdk.py")
FASTMCP_4 = ("", "fastmcp_client.py")
FASTMCP_3 = ("mcp1/", "fastmcp_client.py")
FASTMCP_2 = ("fastmcp2/", "fastmcp_client.py")
LANGCHAIN = ("mcp1/", "langchain.py")
ALL = [
    pytest.param(client, id=name)
    for name, client in vars().copy().items()
    if isinstance(client, tuple) and client is not OPENING
]


class Handler(BaseHTTPRequestHandler):
    """Answers with the status of the path, or drops or delays what comes after the opening."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        what, method = self.path.strip("/"), message["method"]
        if what.isdigit():
            self.answer(int(what), b"<html>")
        elif method == "server/discover":
            error = {"code": -32601, "message": "Method not found"}
            self.answer(400, json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}).encode())
        elif method == "initialize":
            info = {"name": "tests", "version": "1"}
            result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
            self.answer(200, json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode())
        elif "id" not in message:
            self.answer(202, b"")
        elif what == "hang":
            time.sleep(8)
        elif what == "drop":
            self.connection.shutdown(2)
            self.close_connection = True
        else:
            self.answer(int(what.partition("-")[2]), b"<html>")

    def do_GET(self) -> None:
        self.answer(405, b"")

    do_DELETE = do_GET  # noqa: N815

    def answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        kind = "application/json" if body.startswith(b"{") else "text/html"
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        if status in HEADERS:
            self.send_header(*HEADERS[status])
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Prints nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join(10)


def said(client: tuple[str, str], target: str, tool: str = "add", seconds: str = "25") -> dict[str, Any]:
    """What the script says of the exception that the client raised."""
    environment, script = client
    python = BINDING / ".venv" / f"{environment}bin" / "python"
    ran = subprocess.run(
        [str(python), str(CLIENTS / script), target, tool, seconds],
        env={**os.environ, "PYTHONPATH": str(BINDING / "src"), "FASTMCP_LOG_LEVEL": "ERROR"},
        capture_output=True,
        text=True,
        timeout=peers.SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("client", ALL)
def test_status_and_headers_are_not_lost(client: tuple[str, str], address: str) -> None:
    error = said(client, f"{address}/401")
    assert (error["kind"], error["http_status"], error["scope"]) == ("ConnectionError", 401, "x")
    assert error["action"] == "authenticate"
    # After the opening, as a request of the session.
    error = said(client, f"{address}/then-429")
    assert (error["kind"], error["http_status"], error["retry_after"]) == ("TransientServerError", 429, "7")
    assert (error["action"], error["delay_ms"]) == ("back_off", 7000)


@pytest.mark.parametrize("client", [SDK_2, SDK_1])
@pytest.mark.parametrize(
    ("status", "kind"), [(403, "InsufficientScopeError"), (503, "TransientServerError"), (700, "TransientServerError")]
)
def test_other_statuses(client: tuple[str, str], address: str, status: int, kind: str) -> None:
    error = said(client, f"{address}/{status}")
    assert (error["kind"], error["http_status"], error["local"]) == (kind, status, False)


@pytest.mark.parametrize("client", ALL)
def test_timeouts_and_lost_connections(client: tuple[str, str], address: str) -> None:
    if client is not LANGCHAIN:  # It sets no timeout.
        error = said(client, f"{address}/hang", seconds="1.5")
        assert (error["kind"], error["code"], error["local"]) == ("RequestTimeoutError", None, True)
    error = said(client, f"{address}/drop")
    assert (error["kind"], error["code"], error["local"]) == ("ResponseStreamClosedError", None, True)
    error = said(client, "http://127.0.0.1:9/mcp")
    assert (error["kind"], error["action"], error["local"]) == ("ConnectionError", "back_off", True)


@pytest.mark.parametrize("client", [SDK_2, FASTMCP_4])
def test_a_modern_server_s_error(client: tuple[str, str]) -> None:
    error = said(client, str(peers.SERVERS / "modern.py"), "greet")
    assert error["kind"] == "MissingRequiredClientCapabilityError"
    assert error["data"] == {"requiredCapabilities": {"elicitation": {"form": {}}}}


@pytest.mark.parametrize("client", [SDK_1, FASTMCP_3, FASTMCP_2, LANGCHAIN])
def test_a_legacy_server_s_error(client: tuple[str, str]) -> None:
    if client is SDK_1:
        # A tool that fails is a result for the protocol, and no exception here.
        assert said(client, str(peers.SERVERS / "legacy.py"), "nothing") == {}
        return
    error = said(client, str(peers.SERVERS / "legacy.py"), "resource:test://nothing")
    assert error["kind"] == "ServerError"
    assert isinstance(error["code"], int)
    assert not error["local"]


def test_the_python_of_this_test_has_the_newest() -> None:
    assert "mcp1" not in sys.executable
