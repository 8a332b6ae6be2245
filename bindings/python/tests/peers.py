"""Real servers, started and stopped by the tests, spoken to in plain JSON-RPC. Every wait has an end."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from conftest import BINDING, SECONDS

SERVERS = Path(__file__).resolve().parent / "servers"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(BINDING / "src")}
META = "io.modelcontextprotocol/"


def python(server: str) -> str:
    """The interpreter that has the server's SDK: the old one has an environment of its own."""
    return str(BINDING / ".venv" / "mcp1" / "bin" / "python") if server == "legacy.py" else sys.executable


def request(method: str, capabilities: Any, version: str = "2026-07-28", **params: Any) -> dict[str, Any]:
    """A modern request, which carries its metadata."""
    meta = {
        f"{META}protocolVersion": version,
        f"{META}clientCapabilities": capabilities,
        f"{META}clientInfo": {"name": "tests", "version": "1"},
    }
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}


class Stdio:
    """A server as a child process, spoken to line by line."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.rest = b""

    def ask(self, message: dict[str, Any]) -> bytes:
        """The line with the response to the message; lines that are not a response are skipped."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        while True:
            line = self.line()
            if "id" in json.loads(line):
                return line

    def line(self) -> bytes:
        assert self.process.stdout is not None
        end = time.monotonic() + SECONDS
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            more = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            assert more, "the server said nothing"
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        return line


@contextmanager
def stdio(server: str) -> Iterator[Stdio]:
    """A server over stdio."""
    command = [python(server), str(SERVERS / server)]
    with subprocess.Popen(
        command,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
    ) as process:
        try:
            yield Stdio(process)
        finally:
            stop(process)


class Http:
    """A server over streamable HTTP."""

    def __init__(self, url: str, client: httpx.Client) -> None:
        self.url = url
        self.client = client

    def ask(self, message: dict[str, Any], **changed: str) -> httpx.Response:
        """The answer to the message, sent with the headers it should have but for the changed ones."""
        params = message.get("params", {})
        version = params.get("_meta", {}).get(f"{META}protocolVersion", "2025-11-25")
        headers = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": version,
            "Mcp-Method": message["method"],
        }
        if "name" in params:
            headers["Mcp-Name"] = params["name"]
        headers.update({name.replace("_", "-"): value for name, value in changed.items()})
        return self.client.post(self.url, json=message, headers=headers)


@contextmanager
def http(server: str, **environment: str) -> Iterator[Http]:
    """A server over streamable HTTP on the loopback."""
    # The server inherits a socket that listens: no other process can take its port, and nothing polls until it is up.
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        process = subprocess.Popen(
            [python(server), str(SERVERS / server), str(listener.fileno())],
            env={**ENVIRONMENT, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=[listener.fileno()],
        )
    with process, httpx.Client(timeout=SECONDS, trust_env=False) as client:
        try:
            yield Http(f"http://127.0.0.1:{port}/mcp", client)
        finally:
            stop(process)


@contextmanager
def nobody() -> Iterator[str]:
    """A URL whose port is taken, but nobody listens there: connections are refused."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/"


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends the server, if need be by force."""
    process.terminate()
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(SECONDS)
