"""The server's side: requests checked, errors built and written out, and read again by a client."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mcp_errors
from mcp_errors import MissingRequiredClientCapabilityError, ServerError, UnsupportedProtocolVersionError

META = "io.modelcontextprotocol/"


def request(capabilities: Any, version: str = "2026-07-28", id: Any = 1) -> dict[str, Any]:
    meta = {f"{META}protocolVersion": version, f"{META}clientCapabilities": capabilities}
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "ünï", "_meta": meta}}


def headers(**changed: str) -> dict[str, str]:
    name = "=?base64?w7xuw68=?="
    sent = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": name}
    return sent | {name.replace("_", "-"): value for name, value in changed.items()}


def check(asked: Any, **server: Any) -> ServerError | None:
    return mcp_errors.check_request(asked, **({"versions": ["2026-07-28"]} | server))


def test_a_good_request() -> None:
    for asked in (request({}), json.dumps(request({})), json.dumps(request({})).encode()):
        assert check(asked) is None
        assert check(asked, headers=headers(), methods=["tools/call"]) is None
        assert check(asked, headers=list(headers().items())) is None


def test_each_refusal() -> None:
    def refused(error: ServerError | None) -> tuple[str, int | None, int | None]:
        assert error is not None
        return type(error).__name__, error.code, error.http_status

    assert refused(check("{")) == ("ServerError", -32700, 400)
    assert refused(check("[1]")) == ("ServerError", -32600, 400)
    assert refused(check(request({}), headers=headers(Mcp_Method="x"))) == ("HeaderMismatchError", -32020, 400)
    assert refused(check(request({}), headers=headers(Mcp_Name="\xff"))) == ("HeaderMismatchError", -32020, 400)
    assert refused(check(request({}), headers={})) == ("HeaderMismatchError", -32020, 400)
    assert refused(check(request({}), methods=["x"])) == ("MethodNotFoundError", -32601, 404)
    assert refused(check(request({}, "1"))) == ("UnsupportedProtocolVersionError", -32022, 400)
    error = check(request({"roots": {}}), required={"roots": {}, "sampling": {}})
    assert refused(error) == ("MissingRequiredClientCapabilityError", -32021, 400)
    assert isinstance(error, MissingRequiredClientCapabilityError)
    assert error.required_capabilities == {"sampling": {}}


@pytest.mark.parametrize("id", ["a", "", 0, -1, 2**70, None])
def test_the_answer_echoes_the_id(id: Any) -> None:
    asked = request({}, "1", id)
    if id is None:
        del asked["id"]
    assert mcp_errors.request_read(asked).id == id
    assert mcp_errors.request_read(json.dumps(asked)).id == id
    error = mcp_errors.missing_capability({"roots": {}}, message="needs ünï roots")
    answer = error.to_response(id)
    assert answer == json.loads(error.to_response_json(id))
    assert answer == {
        "jsonrpc": "2.0",
        **({} if id is None else {"id": id}),
        "error": {"code": -32021, "message": "needs ünï roots", "data": {"requiredCapabilities": {"roots": {}}}},
    }
    assert answer["error"] == error.to_jsonrpc()


@pytest.mark.parametrize("text", ["[]", "{}", '{"id":null}', '{"id":1.5}', '{"id":[1]}', '{"id":true}'])
def test_requests_without_an_id(text: str) -> None:
    assert mcp_errors.request_read(text).id is None


def test_builders() -> None:
    for error, members in (
        (
            mcp_errors.missing_capability({"elicitation": {"url": {}}}),
            {"requiredCapabilities": {"elicitation": {"url": {}}}},
        ),
        (mcp_errors.unsupported_version("1", ["2026-07-28"]), {"supported": ["2026-07-28"], "requested": "1"}),
        (mcp_errors.header_mismatch(), None),
    ):
        assert error.modern_protocol_error
        assert error.message
        assert error.data == members
        again = mcp_errors.from_response(error.to_response_json(7))
        assert again is not None
        assert (type(again), again.code, again.message, again.data) == (type(error), error.code, error.message, members)
    version = mcp_errors.unsupported_version("1", ["a", "1", "b"], message="no")
    assert isinstance(version, UnsupportedProtocolVersionError)
    assert (version.message, version.supported, version.requested) == ("no", ["a", "b"], "1")


def test_codes_that_must_not_be_sent() -> None:
    own = ServerError("gone", code=-32002)
    with pytest.raises(ValueError, match="ServerError"):
        own.to_response(1)
    heard = ServerError.from_jsonrpc({"code": -32002, "message": "gone", "data": [1]})
    assert heard.to_response(1) == {
        "jsonrpc": "2.0",
        "id": 1,
        "error": {"code": -32002, "message": "gone", "data": [1]},
    }
    relayed = mcp_errors.from_response(heard.to_response_json("x"))
    assert isinstance(relayed, ServerError)
    assert relayed.to_response("x") == heard.to_response("x")


def test_codes() -> None:
    codes = mcp_errors.Codes
    assert codes.name(-32021) == "MissingRequiredClientCapability"
    assert codes.name(1) is None
    assert codes.name(2**64 - 32021) is None
    assert not codes.modern_error_code(2**64 - 32021)
    assert not codes.resource_not_found_code(-(2**64) - 32002)
    assert codes.draft_name(-32003) is not None
    assert codes.draft_name(-32021) is None
    assert codes.may_emit(-32002) == "forbidden"
    assert codes.may_emit(10**30) == "ok"
    assert codes.http_status(-32601) == 404
    assert codes.http_status(-32603, "handler") == 200
    constants = {name: value for name, value in vars(codes).items() if name.isupper() and isinstance(value, int)}
    assert all(codes.name(value) for value in constants.values())
    assert set(codes.MODERN_ERROR_CODES) == {code for code in range(-33000, 0) if codes.modern_error_code(code)}
    assert set(codes.RESOURCE_NOT_FOUND_CODES) == {
        code for code in range(-33000, 0) if codes.resource_not_found_code(code)
    }


def test_capabilities() -> None:
    capabilities = mcp_errors.capabilities
    assert capabilities.missing(None, {"roots": {}}) == {"roots": {}}
    assert capabilities.missing({"elicitation": {}}, {"elicitation": {"form": {}}}) == {}
    assert capabilities.declare({}, {"roots": {"x": 1}}, {"roots": {"y": 2}}) == {"roots": {"y": 2}}
    assert capabilities.for_input_request("roots/list") == {"roots": {}}
    assert capabilities.well_formed({"elicitation": {"form": {}}})
    assert not capabilities.well_formed({"elicitation": {"form": 1}})
    assert not capabilities.well_formed([])
