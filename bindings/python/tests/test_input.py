"""Input that is wrong, hostile or only odd."""

from __future__ import annotations

import json
import sys
from collections import UserDict
from enum import IntEnum
from types import MappingProxyType
from typing import Any

import pytest
import samples

import mcp_errors
from mcp_errors import MissingRequiredClientCapabilityError, RawJSON, ServerError, TransportError, capabilities
from mcp_errors.serve import check_request

ERROR = ServerError("m", code=1)
ANY: Any = None
WRONG: Any = 1


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: mcp_errors.from_response(ANY), "response"),
        (lambda: mcp_errors.from_response({"error": {}}), "response"),  # type: ignore[arg-type]
        (lambda: mcp_errors.from_error_json(7), "error"),  # type: ignore[arg-type]
        (lambda: mcp_errors.from_error_json("{}", http_status="404"), "http_status"),  # type: ignore[arg-type]
        (lambda: mcp_errors.from_http("404", {}, b""), "status"),  # type: ignore[arg-type]
        (lambda: mcp_errors.from_http(True, {}, b""), "status"),
        (lambda: mcp_errors.from_http(404, 5, b""), "headers"),  # type: ignore[arg-type]
        (lambda: mcp_errors.from_http(404, "text", b""), "headers"),  # type: ignore[arg-type]
        (lambda: mcp_errors.from_http(404, {"Retry-After": 5}, b""), "retry-after"),
        (lambda: mcp_errors.from_http(404, {}, None), "body"),  # type: ignore[arg-type]
        (lambda: mcp_errors.from_http(404, {}, b"", max_error_body="1"), "max_error_body"),  # type: ignore[arg-type]
        (lambda: mcp_errors.from_http_response(object()), "response"),
        (lambda: mcp_errors.from_exception("x"), "exception"),  # type: ignore[arg-type]
        (lambda: ServerError(7), "message"),  # type: ignore[arg-type]
        (lambda: ServerError("m", code="1"), "code"),  # type: ignore[arg-type]
        (lambda: ServerError("m", code=True), "code"),
        (lambda: ServerError("m", http_status=4.0), "http_status"),  # type: ignore[arg-type]
        (lambda: ServerError.from_jsonrpc({}, http_status="404"), "http_status"),  # type: ignore[arg-type]
        (lambda: mcp_errors.InsufficientScopeError("m", scope=1), "scope"),  # type: ignore[arg-type]
        (lambda: mcp_errors.era("no error"), "error"),  # type: ignore[arg-type]
        (lambda: mcp_errors.advise(ValueError()), "error"),  # type: ignore[arg-type]
        (lambda: mcp_errors.advise(ERROR, declared={"a": {1, 2}}), "context.*set"),
        (lambda: capabilities.for_input_request(1), "method"),  # type: ignore[arg-type]
        (lambda: check_request(1, versions=[]), "request"),  # type: ignore[arg-type]
        (lambda: check_request({}, versions=["v"], headers=WRONG), "headers"),
        (lambda: mcp_errors.unsupported_version(1, []), "requested"),  # type: ignore[arg-type]
        (lambda: mcp_errors.header_mismatch(1), "message"),  # type: ignore[arg-type]
        (lambda: ERROR.to_response(1.5), "id"),  # type: ignore[arg-type]
        (lambda: mcp_errors.Codes.name("x"), "code"),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_name_the_argument(call: Any, named: str) -> None:
    with pytest.raises(TypeError, match=named):
        call()


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: mcp_errors.from_http(99, {}, b""), "status"),
        (lambda: mcp_errors.from_http(1000, {}, b""), "status"),
        (lambda: mcp_errors.from_http(2**70, {}, b""), "status"),
        (lambda: mcp_errors.from_http(404, {}, b"", max_error_body=-1), "max_error_body"),
        (lambda: ServerError("m", http_status=0), "http_status"),
        (lambda: mcp_errors.era(ERROR, ANY), "transport must be one of stdio, http"),
        (lambda: mcp_errors.era(ERROR, 1), "transport"),  # type: ignore[arg-type]
        (lambda: mcp_errors.advise(ERROR, purpose="fun"), "context.purpose must be"),  # type: ignore[arg-type]
        (lambda: mcp_errors.advise(ERROR, era="ice age"), "context.era must be"),  # type: ignore[arg-type]
        (lambda: mcp_errors.advise(ERROR, tried={"give_up": -1}), "context.tried.give_up"),
        (lambda: mcp_errors.advise(ERROR, tried=7), "context.tried must be"),  # type: ignore[arg-type]
        (lambda: mcp_errors.advise(ERROR, method=1), "context.method must be"),  # type: ignore[arg-type]
        (lambda: mcp_errors.advise(ERROR, idempotent=1), "context.idempotent must be"),  # type: ignore[arg-type]
        (lambda: mcp_errors.advise(ERROR, client_versions="2026-07-28"), "context.client_versions must be"),
        (lambda: mcp_errors.advise(ERROR, client_versions=["a", 1]), "context.client_versions"),  # type: ignore[list-item]
        (lambda: mcp_errors.advise(ERROR, declared=[]), "context.declared must be"),
        (lambda: mcp_errors.advise(ERROR, attempt=1), "context"),  # type: ignore[call-arg]
        (lambda: mcp_errors.advise(ERROR, {"era": "modern"}, attempt=1), "context"),  # type: ignore[call-arg]
        (lambda: mcp_errors.advise(ERROR, 7), "context must"),  # type: ignore[arg-type]
        (lambda: mcp_errors.advise(ERROR, "{"), "context must be JSON.*byte 1"),
        (lambda: mcp_errors.advise(ERROR, "[1]", era="modern"), "context"),
        (lambda: mcp_errors.advise(ERROR, now_ms="1"), "context.now_ms must be"),  # type: ignore[arg-type]
        (lambda: mcp_errors.advise(ERROR, now_ms=10**30), "context.now_ms must be"),
        (lambda: mcp_errors.advise(ERROR, declared={"a": float("nan")}), "context"),
        (lambda: mcp_errors.negotiate(b"{}", purpose="probe"), "response"),
        (lambda: mcp_errors.from_answer(b"{}", {"era": 7}), "context.era"),
        (lambda: mcp_errors.from_http(200, {}, b"{}", context={"era": 7}), "context.era"),
        (lambda: capabilities.missing({}, []), "required"),
        (lambda: capabilities.declare(1, {}, {}), "declared"),
        (lambda: check_request({}, versions="v"), "server.versions"),
        (lambda: check_request({}, versions=["v"], methods="m"), "server.methods"),
        (lambda: check_request({}, versions=["v"], required=[]), "server.required"),
        (lambda: mcp_errors.request_read("{"), "request must be JSON"),
        (lambda: mcp_errors.request_headers({}), "request"),
        (lambda: mcp_errors.missing_capability({}), "required must"),
        (lambda: mcp_errors.missing_capability({"roots": 1}), "required"),
        (lambda: mcp_errors.missing_capability(["roots"]), "required"),
        (lambda: ServerError("no code").to_jsonrpc(), "code"),
        (lambda: ServerError("m", code=1).to_jsonrpc("ice age"), "era"),  # type: ignore[arg-type]
        (lambda: ServerError("m", code=-32002).to_response(1), "-32002"),
        (lambda: ServerError("m", code=-32050).to_jsonrpc(), "ServerError"),
        (lambda: ServerError("m", code=1, data=float("inf")).to_jsonrpc(), "data"),
    ],
)
def test_wrong_values_name_the_argument(call: Any, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        call()


@pytest.mark.parametrize(
    ("text", "offset"), [("", 0), ("{", 1), ('{"code":1,}', 10), ("nul", None), ("{} x", 3), ("[1 2]", 3), (b"\xff", 0)]
)
def test_an_error_member_that_is_not_json(text: Any, offset: int | None) -> None:
    with pytest.raises(ValueError, match=r"error must be JSON.*byte \d+" if offset is None else f"byte {offset}$"):
        mcp_errors.from_error_json(text)


def test_bytes_in_every_form() -> None:
    body = samples.response(-32601, "ü")
    for form in (body, body.decode(), bytearray(body), memoryview(body), b"\xef\xbb\xbf" + body):
        error = mcp_errors.from_response(form)
        assert error is not None
        assert (type(error).__name__, error.message, error.code) == ("MethodNotFoundError", "ü", -32601)


def test_a_bytearray_changed_later_changes_nothing() -> None:
    body = bytearray(samples.response(1, data={"a": "bcd"}))
    error = mcp_errors.from_response(body)
    body[:] = b" " * len(body)
    assert error is not None
    assert error.data == {"a": "bcd"}


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\ud83d\ude00", "\U0001f600"),
        ("a\\ud800b", "a\ufffdb"),
        ("a\\ud83d\\ude00b", "a\U0001f600b"),
        ("\\u0000\\n", "\0\n"),
    ],
)
def test_surrogates_in_messages(sent: str, read: str) -> None:
    error = samples.read('{"error":{"code":1,"message":"' + sent + '"}}')
    assert error.message == read
    assert mcp_errors.from_error_json('{"code":1,"message":"' + sent + '"}').message == read


def test_surrogates_in_data_and_versions() -> None:
    error = samples.read(
        r'{"error":{"code":-32022,"message":"m","data":{"supported":["\ud800","a"],"requested":"\udfff"}}}'
    )
    assert isinstance(error, mcp_errors.UnsupportedProtocolVersionError)
    assert error.data == {"supported": ["\ud800", "a"], "requested": "\udfff"}
    assert error.supported == ["\ufffd", "a"]
    assert error.supported_suffix == " (server supports: \ufffd, a)"
    assert error.modern_protocol_error


def test_bytes_that_are_no_utf8() -> None:
    error = samples.read(b'{"error":{"code":1,"message":"a\xff\xc3(b","data":{"k":"\xed\xa0\x80\xf0\x9f\x98"}}}')
    assert error.message == "a\ufffd\ufffd(b"
    assert error.data == {"k": "\ufffd\ufffd\ufffd\ufffd"}
    assert isinstance(samples.read(b'{"error":{"code":1,\xff"message":"a"}}'), TransportError)


DEEP = 200_000


@pytest.mark.parametrize(
    "data",
    [
        "[" * DEEP + "]" * DEEP,
        '{"a":' * DEEP + "1" + "}" * DEEP,
        '{"requiredCapabilities":{"roots":{},"x":' + "[" * DEEP + "]" * DEEP + '},"b":[1,"]"]}',
    ],
)
def test_deep_data_is_no_recursion(data: str) -> None:
    body = '{"error":{"code":-32021,"message":"m","data":' + data + "}}"
    error = samples.read(body)
    assert isinstance(error, MissingRequiredClientCapabilityError)
    assert error.data_json == data
    held: Any = error.data
    kept: Any = error.required_capabilities
    assert type(held) in (RawJSON, dict)
    assert error.has_data
    advice = mcp_errors.advise(error, purpose="request", supported_caps={"roots": {}})
    assert error.log_line
    assert repr(error)
    if "roots" in data:
        assert error.well_formed
        assert held["b"] == [1, "]"]
        assert error.required_capabilities["roots"] == {}
        assert isinstance(kept["x"], RawJSON)
        assert error.required_capabilities["x"] == "[" * DEEP + "]" * DEEP
        assert advice.missing is not None
        assert set(advice.missing) == {"roots", "x"}
    assert json.loads(error.to_response_json(1)[:16] + b"}") == {"jsonrpc": "2.0"}


def test_a_million_brackets() -> None:
    assert isinstance(samples.read(b"[" * 1_000_000), TransportError)
    error = samples.read(b'{"error":{"message":' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}}")
    assert error.message == "[" * 1_000_000 + "]" * 1_000_000
    assert not error.message_is_string


def test_huge_numbers() -> None:
    digits = "9" * 5000
    error = samples.read('{"error":{"code":-' + digits + ',"message":"m","data":{"a":' + digits + ',"b":1e400}}}')
    assert (error.code, error.code_text) == (None, "-" + digits)
    assert error.data == {"a": digits, "b": float("inf")}
    assert isinstance(error.data["a"], RawJSON)
    assert samples.read('{"error":{"code":18446744073709551615,"message":"m"}}').code == 2**64 - 1


def test_large_bodies() -> None:
    big = "x" * (64 << 20)
    error = samples.read(samples.response(-32020, data=big))
    assert isinstance(error, mcp_errors.HeaderMismatchError)
    assert error.data == big


@pytest.mark.parametrize("size", [65_535, 65_536, 65_537, 200_000])
def test_bodies_around_the_length_where_calls_let_other_threads_run(size: int) -> None:
    body = samples.response(-32020, data="")
    body = body.replace(b'""', b'"' + b"x" * (size - len(body)) + b'"')
    assert len(body) == size
    error = samples.read(body)
    assert isinstance(error, mcp_errors.HeaderMismatchError)
    assert error.data.strip("x") == ""


def test_from_response_with_a_status() -> None:
    error = mcp_errors.from_response(samples.response(-32601), http_status=404)
    assert error is not None
    assert error.modern_http_protocol_error
    assert isinstance(mcp_errors.from_response(b"", http_status=503), mcp_errors.TransientServerError)
    with pytest.raises(ValueError, match="http_status"):
        mcp_errors.from_response(b"", http_status=99)


class Code(IntEnum):
    HEADER = -32020


class Text(str):
    """A str of a host's."""


@pytest.mark.parametrize(
    ("error", "kind", "message", "code"),
    [
        (None, "ServerError", "Unknown server error", None),
        ([], "ServerError", "Unknown server error", None),
        ("text", "ServerError", "Unknown server error", None),
        ({}, "ServerError", "Unknown server error", None),
        ({"code": True, "message": "m"}, "ServerError", "m", None),
        ({"code": -32020.0, "message": "m"}, "ServerError", "m", None),
        ({"code": "-32020", "message": "m"}, "ServerError", "m", None),
        ({"code": 2**64 - 32020, "message": "m"}, "ServerError", "m", 2**64 - 32020),
        ({"code": Code.HEADER, "message": Text("m")}, "HeaderMismatchError", "m", -32020),
        ({"code": -32020, "message": None}, "ServerError", "Unknown server error", -32020),
        ({"code": -32020, "message": False}, "ServerError", "Unknown server error", -32020),
        ({"code": -32020, "message": ["m", {"a": 1}]}, "ServerError", '["m",{"a":1}]', -32020),
        ({"code": -32020, "message": 0}, "ServerError", "0", -32020),
        ({"code": -32020, "message": ""}, "HeaderMismatchError", "", -32020),
        (UserDict({"code": -32601, "message": "m"}), "MethodNotFoundError", "m", -32601),
        (MappingProxyType({"code": -32601, "message": "m"}), "MethodNotFoundError", "m", -32601),
    ],
)
def test_parsed_errors(error: Any, kind: str, message: str, code: int | None) -> None:
    typed = ServerError.from_jsonrpc(error)
    assert (type(typed).__name__, typed.message, typed.code) == (kind, message, code)
    assert not typed.local
    assert typed.log_line


def test_parsed_data_may_be_anything() -> None:
    circle: dict[str, Any] = {}
    circle["requiredCapabilities"] = {"experimental": {"x": circle}, "other": circle}
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for data in (circle, {"requiredCapabilities": {"x": deep, 5: 6, "nan": float("nan"), "set": {1}}}, deep, object()):
        error = ServerError.from_jsonrpc({"code": -32021, "message": "m", "data": data})
        assert isinstance(error, MissingRequiredClientCapabilityError)
        assert error.data is data
        assert error.well_formed == isinstance(data, dict)
        assert mcp_errors.advise(error, supported_caps={})
        assert mcp_errors.era(error, "http")
        assert error.log_line
        assert (error.malformed_reason is None) == error.well_formed


def test_mappings_count_as_objects() -> None:
    data: Any = MappingProxyType({"requiredCapabilities": UserDict({"roots": MappingProxyType({})})})
    error = ServerError.from_jsonrpc({"code": -32021, "message": "m", "data": data})
    assert error.modern_protocol_error
    assert mcp_errors.advise(error, supported_caps={"roots": {}}).declare == {"roots": {}}
    assert error.to_jsonrpc()["data"] == {"requiredCapabilities": {"roots": {}}}


def test_headers_in_every_form() -> None:
    for headers in (
        {"RETRY-after": "7"},
        [("Retry-After", "7")],
        iter([(b"retry-AFTER", b"7")]),
        {"retry-after": ["7"]},
        {"Retry-After": "7", "Other": 5},
    ):
        error = mcp_errors.from_http(429, headers, b"")
        assert error is not None
        assert error.retry_after == "7"
        assert mcp_errors.advise(error).delay_ms == 7000


def test_repeated_headers() -> None:
    challenges = ["Basic realm=x", 'Bearer error="insufficient_scope", scope="a"', "Digest realm=y"]
    for headers in ([("WWW-Authenticate", one) for one in challenges], {"www-authenticate": challenges}):
        error = mcp_errors.from_http(403, headers, b"")
        assert isinstance(error, mcp_errors.InsufficientScopeError)
        assert error.scope == "a"


def test_from_http_reads_results_and_limits() -> None:
    assert mcp_errors.from_http(200, None, b'{"jsonrpc":"2.0","id":1,"result":{}}') is None
    body = samples.response(-32020, data="x" * 70_000)
    assert samples.read(body, 400).code is None
    error = mcp_errors.from_http(400, None, body, max_error_body=100_000)
    assert error is not None
    assert error.code == -32020
    assert samples.read(body, 200).code == -32020
    short = mcp_errors.from_http(400, None, samples.response(-32020), max_error_body=10)
    assert short is not None
    assert short.code is None


def test_event_streams() -> None:
    event = b"event: message\r\ndata: " + samples.response(-32020) + b"\r\n\r\n"
    error = samples.read(event, 400, {"Content-Type": "Text/Event-Stream; charset=utf-8"})
    assert isinstance(error, mcp_errors.HeaderMismatchError)
    assert isinstance(
        samples.read(b": ping\n\n", 200, {"content-type": "text/event-stream"}), mcp_errors.ResponseStreamClosedError
    )


class Longer(bytes):
    """Claims to be longer than it is."""

    def __len__(self) -> int:
        return 200


class Lying(str):
    """Encodes itself as something else."""

    def encode(self, *_: Any) -> bytes:
        return Longer(b"{")


def test_lengths_that_are_a_lie() -> None:
    body = samples.response(-32021, data={"requiredCapabilities": {}})
    lie, text = Longer(body), Lying(body.decode())
    for one in (lie, text):
        for error in (
            mcp_errors.from_response(one),
            mcp_errors.from_answer(one),
            mcp_errors.from_http(400, {}, one),
            mcp_errors.from_http(400, {"content-type": lie}, one),
        ):
            assert error is not None
            assert (type(error).__name__, error.data) == (
                "MissingRequiredClientCapabilityError",
                {"requiredCapabilities": {}},
            )
        assert mcp_errors.message_type(one) == "error"
        assert mcp_errors.request_read(one).id == 1
        assert mcp_errors.check_request(one, versions=["v"]) is not None
    challenge = b'Bearer error="insufficient_scope", scope="a"'
    error = mcp_errors.from_http(403, {"www-authenticate": Longer(challenge)}, b"")
    assert error is not None
    assert error.scope == "a"
    assert mcp_errors.from_error_json(Longer(b'{"code":1,"message":"m"}')).message == "m"
    assert mcp_errors.advise(ERROR, Longer(b"{}")).action == "give_up"
    result = b'{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}}'
    advice = mcp_errors.negotiate(Longer(result), purpose="initialize", client_versions=["2025-11-25"])
    assert advice.action == "go_on"
    with pytest.raises(ValueError, match="request"):
        mcp_errors.request_headers(Longer(b"{}"), Longer(b"{}"))


def test_a_view_of_other_items_is_its_bytes() -> None:
    import array

    body = samples.response(-32601).ljust(80)
    for form in (
        memoryview(array.array("I", body)),
        memoryview(body + body)[: len(body)],
        memoryview(body[::-1])[::-1],
    ):
        error = mcp_errors.from_response(form)
        assert isinstance(error, mcp_errors.MethodNotFoundError)


def test_an_error_does_not_change() -> None:
    error: Any = samples.read(samples.response(-32021, data={"requiredCapabilities": {"roots": {}}}))
    line = error.log_line
    with pytest.raises(AttributeError):
        error.code = 1
    error.data["requiredCapabilities"]["roots"] = 7
    assert error.data == {"requiredCapabilities": {"roots": {}}}
    assert error.modern_protocol_error
    assert error.log_line == line
    with pytest.raises(AttributeError):
        ServerError("m", code=1).code = 2  # type: ignore[misc]


@pytest.mark.parametrize("kind", [mcp_errors.MethodNotFoundError, mcp_errors.HeaderMismatchError])
def test_classes_of_one_code_have_it(kind: type[ServerError]) -> None:
    error = kind("x")
    assert error.code in (-32601, -32020)
    assert error.to_response(1) == {"jsonrpc": "2.0", "id": 1, "error": {"code": error.code, "message": "x"}}
    assert mcp_errors.UnsupportedProtocolVersionError("x").code == -32022
    assert MissingRequiredClientCapabilityError("x").code == -32021


def test_what_is_sent_is_json() -> None:
    error = samples.read('{"error":{"code":1,"message":"m","data":[1e999,-1e999,1.5,' + "9" * 5000 + "]}}")
    assert isinstance(error, ServerError)
    text = json.dumps(error.to_jsonrpc())
    assert json.loads(text, parse_constant=lambda name: pytest.fail(name))["code"] == 1
    assert b"1e999" in error.to_response_json(1)
    small = samples.read('{"error":{"code":1,"message":"m","data":[1e999,-1e999,1.5]}}')
    assert isinstance(small, ServerError)
    assert small.to_jsonrpc()["data"] == [sys.float_info.max, -sys.float_info.max, 1.5]


def test_contexts_as_mapping_text_and_keywords() -> None:
    error = samples.read(samples.response(-32021, data={"requiredCapabilities": {"roots": {}}}))
    wanted = mcp_errors.advise(error, supported_caps={"roots": {}}, host=[1])
    for context in ({"supported_caps": {"roots": {}}, "host": [1]}, '{"supported_caps":{"roots":{}},"host":[1]}'):
        assert mcp_errors.advise(error, context) == wanted
        assert mcp_errors.advise(error, context, idempotent=None).action == wanted.action
    assert mcp_errors.advise(error, " {} ", supported_caps={"roots": {}}, host=[1]) == wanted
    assert wanted.context is not None
    assert wanted.context["tried"] == {"declare_capabilities": 1}
    assert mcp_errors.advise(error, wanted.context).action == "give_up"
    assert mcp_errors.advise(error, '{"host":1e999,"supported_caps":{"roots":{}}}').context_json.startswith(  # type: ignore[union-attr]
        '{"host":1e999,'
    )


def test_following_the_advice_ends() -> None:
    error = samples.read(samples.response(-32020))
    context: Any = {"method": "tools/call"}
    seen = []
    while context is not None:
        advice = mcp_errors.advise(error, context)
        seen.append(advice.action)
        context = advice.context
    assert seen == ["refresh_tools", "give_up"]


def test_the_sdk_s_models_are_capabilities() -> None:
    from mcp.types import ClientCapabilities, ElicitationCapability, FormElicitationCapability

    form = ClientCapabilities(elicitation=ElicitationCapability(form=FormElicitationCapability()))
    error = samples.read(samples.response(-32021, data={"requiredCapabilities": {"elicitation": {"form": {}}}}))
    assert mcp_errors.advise(error, supported_caps=form).declare == {"elicitation": {"form": {}}}
    assert capabilities.missing(form, {"elicitation": {"url": {}}}) == {"elicitation": {"url": {}}}
    assert mcp_errors.missing_capability(form).required_capabilities == {"elicitation": {"form": {}}}
