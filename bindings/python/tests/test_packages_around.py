"""The exceptions of the packages that people use, raised by the packages, against a server on the loopback."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import peers
import pytest
from conftest import BINDING, SECONDS

CLIENTS = BINDING / "tests" / "clients"
HEADERS = {
    401: ("WWW-Authenticate", 'Bearer scope="x"'),
    403: ("WWW-Authenticate", 'Bearer error="insufficient_scope", scope="a b"'),
    429: ("Retry-After", "7"),
    503: ("Retry-After", "7"),
}

# The environment, the script in it, and the server whose error it gets.
SDK_2 = ("", "sdk.py", "modern.py")
SDK_1 = ("mcp1/", "sdk.py", "legacy.py")
FASTMCP_4 = ("", "fastmcp_client.py", "modern.py")
FASTMCP_3 = ("mcp1/", "fastmcp_client.py", "legacy.py")
FASTMCP_2 = ("fastmcp2/", "fastmcp_client.py", "legacy.py")
LANGCHAIN = ("mcp1/", "langchain.py", "legacy.py")
ALL = [pytest.param(client, id=name) for name, client in vars().copy().items() if isinstance(client, tuple)]

# What is known of the error of each path, of all clients.
STATUSES: dict[str, dict[str, Any]] = {
    "/401": {"kind": "ConnectionError", "http_status": 401, "scope": "x", "action": "authenticate"},
    # After the opening, as a request of the session.
    "/then-429": {
        "kind": "TransientServerError",
        "http_status": 429,
        "retry_after": "7",
        "action": "back_off",
        "delay_ms": 7000,
    },
    "/403": {"kind": "InsufficientScopeError", "http_status": 403, "local": False},
    "/503": {"kind": "TransientServerError", "http_status": 503, "local": False},
    "/700": {"kind": "TransientServerError", "http_status": 700, "local": False},
}
LATE = {"kind": "RequestTimeoutError", "code": None, "local": True}
LOST = {"kind": "ResponseStreamClosedError", "code": None, "local": True}
REFUSED = {"kind": "ConnectionError", "action": "back_off", "local": True}
UNDECLARED = {
    "kind": "MissingRequiredClientCapabilityError",
    "data": {"requiredCapabilities": {"elicitation": {"form": {}}}},
}


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
            # Until the client gives up and closes the connection.
            self.rfile.read(1)
            self.close_connection = True
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
    thread.join(SECONDS)


Job = tuple[str, str, float]


def said(client: tuple[str, str, str], jobs: list[Job]) -> list[dict[str, Any]]:
    """What the script says of the exceptions that the client raised. Starting it takes long, so it does all jobs."""
    environment, script, _ = client
    python = BINDING / ".venv" / f"{environment}bin" / "python"
    ran = subprocess.run(
        [str(python), str(CLIENTS / script), json.dumps(jobs)],
        env={**os.environ, "PYTHONPATH": str(BINDING / "src"), "FASTMCP_LOG_LEVEL": "ERROR"},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found: list[dict[str, Any]] = json.loads(ran.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("client", ALL)
def test_the_exceptions_of_a_client(client: tuple[str, str, str], address: str) -> None:
    # FastMCP 2 does not notice before its timeout that the transport has failed.
    seconds = 10 if client is FASTMCP_2 else SECONDS
    wanted: dict[Job, dict[str, Any]] = {(address + path, "add", seconds): known for path, known in STATUSES.items()}
    wanted[f"{address}/drop", "add", seconds] = LOST
    if client is not LANGCHAIN:  # It sets no timeout.
        wanted[f"{address}/hang", "add", 3] = LATE
    script = str(peers.SERVERS / client[2])
    if client[2] == "modern.py":
        wanted[script, "greet", SECONDS] = UNDECLARED
    elif client is SDK_1:
        # A tool that fails is a result for the protocol, and no exception here.
        wanted[script, "nothing", SECONDS] = {}
    else:
        wanted[script, "resource:test://nothing", SECONDS] = {"kind": "ServerError", "local": False}
    with peers.nobody() as refused:
        wanted[refused, "add", SECONDS] = REFUSED
        found = dict(zip(wanted, said(client, list(wanted)), strict=True))
    assert {
        job: {name: found[job].get(name) for name in known or found[job]} for job, known in wanted.items()
    } == wanted
