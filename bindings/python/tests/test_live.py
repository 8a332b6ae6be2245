"""The official SDK's own servers: refused, advised, and successful when the advice is followed."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import peers
import pytest
from conftest import BINDING, SECONDS

import mcp_errors
from mcp_errors import Advice, MCPError, Transport

CLIENT: dict[str, Any] = {
    "client_versions": ["2026-07-28", "2025-11-25"],
    "supported_caps": {"elicitation": {"form": {}}, "roots": {}},
}
MODERN = "2026-07-28"


def error_in(answer: Any) -> MCPError | None:
    """The error in a line of stdio or an HTTP response."""
    if isinstance(answer, bytes):
        return mcp_errors.from_response(answer)
    return mcp_errors.from_http_response(answer)


def body_of(answer: Any) -> Any:
    return json.loads(answer if isinstance(answer, bytes) else answer.content)


class Session:
    """A client that follows the advice it gets."""

    def __init__(self, transport: Transport, peer: Any) -> None:
        self.transport, self.peer = transport, peer

    def refused(self, message: Any, **changed: str) -> MCPError:
        error = error_in(self.peer.ask(message, **changed))
        assert error is not None, "the server did not refuse"
        return error

    def result(self, message: Any) -> Any:
        answer = self.peer.ask(message)
        assert error_in(answer) is None, error_in(answer)
        return body_of(answer)["result"]

    def advise(self, error: MCPError, **context: Any) -> Advice:
        return mcp_errors.advise(error, transport=self.transport, **(CLIENT | context))


@pytest.fixture(scope="module")
def over_http() -> Iterator[Session]:
    with peers.http("modern.py") as peer:
        yield Session("http", peer)


@pytest.fixture(scope="module")
def over_stdio() -> Iterator[Session]:
    with peers.stdio("modern.py") as peer:
        yield Session("stdio", peer)


@pytest.fixture(params=["over_stdio", "over_http"])
def modern(request: pytest.FixtureRequest) -> Session:
    session: Session = request.getfixturevalue(request.param)
    return session


@pytest.fixture(scope="module", params=["stdio", "http"])
def legacy(request: pytest.FixtureRequest) -> Iterator[Session]:
    with (peers.stdio if request.param == "stdio" else peers.http)("legacy.py") as peer:
        yield Session(request.param, peer)


def test_the_sdk_is_a_2_x() -> None:
    assert version("mcp").startswith("2.")


def test_an_undeclared_capability_is_declared_and_the_call_succeeds(modern: Session) -> None:
    declared: dict[str, Any] = {}
    error = modern.refused(peers.request("tools/call", declared, name="greet", arguments={}))
    assert isinstance(error, mcp_errors.MissingRequiredClientCapabilityError)
    assert error.code == -32021
    assert error.modern_protocol_error
    assert error.http_status == (400 if modern.transport == "http" else None)
    assert mcp_errors.era(error, modern.transport) == "modern"

    advice = modern.advise(error, method="tools/call", declared=declared)
    assert advice.action == "declare_capabilities"
    assert advice.missing == {"elicitation": {"form": {}}}
    assert advice.declare == {"elicitation": {"form": {}}}

    asked = modern.result(peers.request("tools/call", advice.declare, name="greet", arguments={}))
    (name,) = asked["inputRequests"]
    needed = asked["inputRequests"][name]
    assert mcp_errors.capabilities.for_input_request(needed["method"], needed["params"]) == advice.declare
    done = modern.result(
        peers.request(
            "tools/call",
            advice.declare,
            name="greet",
            arguments={},
            requestState=asked["requestState"],
            inputResponses={name: {"action": "accept", "content": {"name": "Ada"}}},
        )
    )
    assert done["content"][0]["text"] == "Hello, Ada"


def test_a_capability_the_client_lacks_ends_it(modern: Session) -> None:
    error = modern.refused(peers.request("tools/call", {}, name="greet", arguments={}))
    advice = modern.advise(error, supported_caps={"roots": {}})
    assert (advice.action, advice.reason) == ("give_up", "capability_unavailable")


def test_an_unknown_version_is_replaced_and_the_call_succeeds(modern: Session) -> None:
    error = modern.refused(peers.request("tools/list", {}, "2030-01-01"))
    assert isinstance(error, mcp_errors.UnsupportedProtocolVersionError)
    assert (error.code, error.requested) == (-32022, "2030-01-01")
    assert MODERN in error.supported
    advice = modern.advise(error, requested_version="2030-01-01")
    assert (advice.action, advice.version) == ("retry_with_version", MODERN)
    assert advice.version is not None
    assert modern.result(peers.request("tools/list", {}, advice.version))["tools"]


def test_an_unknown_method(modern: Session) -> None:
    error = modern.refused(peers.request("no/such", {}))
    assert isinstance(error, mcp_errors.MethodNotFoundError)
    assert error.code == -32601
    if modern.transport == "http":
        assert error.http_status == 404
        assert error.modern_http_protocol_error
        assert mcp_errors.era(error, "http") == "modern_without_discover"
        assert modern.advise(error, purpose="probe").action == "continue_without_discover"
    assert modern.advise(error).action == "give_up"


def test_a_wrong_header(over_http: Session) -> None:
    message = peers.request("tools/call", {}, name="add", arguments={"a": 1, "b": 2})
    error = over_http.refused(message, Mcp_Name="greet")
    assert isinstance(error, mcp_errors.HeaderMismatchError)
    assert (error.code, error.http_status) == (-32020, 400)
    advice = over_http.advise(error, method="tools/call")
    assert advice.action == "refresh_tools"
    assert over_http.result(peers.request("tools/list", {}))["tools"]
    assert over_http.result(message)["content"][0]["text"] == "3"


def test_a_handler_that_raises_to_sdk(modern: Session) -> None:
    error = modern.refused(peers.request("tools/call", {}, name="refuse", arguments={}))
    assert isinstance(error, mcp_errors.MissingRequiredClientCapabilityError)
    assert error.required_capabilities == {"sampling": {}}
    assert modern.advise(error, declared={}, supported_caps={"sampling": {}}).declare == {"sampling": {}}


def test_our_check_agrees_with_the_server_s(modern: Session) -> None:
    cases: list[tuple[Any, dict[str, Any]]] = [
        (peers.request("tools/list", {}), {}),
        (peers.request("tools/list", {}, "2030-01-01"), {}),
        (peers.request("tools/call", {}, name="greet", arguments={}), {"elicitation": {"form": {}}}),
    ]
    for message, required in cases:
        own = mcp_errors.check_request(message, versions=[MODERN], required=required)
        theirs = error_in(modern.peer.ask(message))
        assert (own is None) == (theirs is None)
        if own is not None and theirs is not None:
            assert (type(own), own.code, own.data) == (type(theirs), theirs.code, theirs.data)


def test_a_server_of_1_x_turns_out_legacy(legacy: Session) -> None:
    error = legacy.refused(peers.request("server/discover", {}))
    assert mcp_errors.era(error, legacy.transport) == "legacy"
    advice = legacy.advise(error, purpose="probe")
    assert (advice.era, advice.action, advice.reason) == ("legacy", "initialize", "not_modern")
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "tests", "version": "1"}}
    done = legacy.result({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
    assert done["protocolVersion"] == "2025-11-25"


def test_the_sdk_s_own_exceptions() -> None:
    from mcp import Client, StdioServerParameters, stdio_client
    from mcp import MCPError as SDKError

    async def call() -> SDKError:
        server = StdioServerParameters(command=sys.executable, args=[str(peers.SERVERS / "modern.py")])
        async with Client(stdio_client(server)) as client:
            with pytest.raises(SDKError) as caught:
                await client.call_tool("greet", {})
        return caught.value

    raised = asyncio.run(asyncio.wait_for(call(), SECONDS))
    error = mcp_errors.from_exception(raised)
    assert isinstance(error, mcp_errors.MissingRequiredClientCapabilityError)
    assert error.required_capabilities == {"elicitation": {"form": {}}}
    assert error.__cause__ is raised
    assert str(error) == str(raised)
    assert not error.local
    assert mcp_errors.advise(error, **CLIENT).declare == {"elicitation": {"form": {}}}
    assert mcp_errors.from_exception(error) is error


OLD = """
from mcp.shared.exceptions import McpError
from mcp.types import ErrorData
import mcp_errors
for code, data in ((-32602, None), (-32042, {"elicitations": []})):
    raised = McpError(ErrorData(code=code, message="m", data=data) if data else ErrorData(code=code, message="m"))
    error = mcp_errors.from_exception(raised)
    assert (error.code, error.message, error.data, error.has_data) == (code, "m", data, data is not None), error
assert mcp_errors.from_exception(McpError(ErrorData(code=1, message="m", data=None))).has_data
print("done")
"""


def test_the_old_sdk_s_exceptions() -> None:
    ran = subprocess.run(
        [peers.python("legacy.py"), "-c", OLD],
        env={"PYTHONPATH": str(BINDING / "src")},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert (ran.stdout, ran.returncode) == ("done\n", 0), ran.stderr
