"""Whatever the bytes: no crash, and the quick way says the same as the core's own view of the error."""

from __future__ import annotations

import ctypes
import json
import unicodedata
from typing import Any

import vectors
from conftest import RELEASE
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mcp_errors
from mcp_errors import MCPError, TransportError, _core
from mcp_errors._base import read
from mcp_errors.wire import by_headers

# How long an example takes depends on what else the machine does.
EXAMPLES = settings(max_examples=600 if RELEASE else 150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = [row["body"].encode("utf-8", "surrogatepass") for row in vectors.rows("responses") if row.get("body")]
SEEDS += [b'{"jsonrpc":"2.0","id":1,"error":' + row["error"].encode() + b"}" for row in vectors.rows("errors")[::7]]
PIECES = [
    b'"code":',
    b"-32021",
    b"-32022",
    b'"message":',
    b'"data":',
    b'"error":',
    b"null",
    b"\\ud800",
    b"\xff",
    b"{",
    b"}",
]
PIECES += [b"[", b"]", b'"', b",", b"\\", b"1e400", b"-0", b"99999999999999999999", b'"requiredCapabilities":', b" "]


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """An answer of the vectors, changed in a few places."""
    body = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(body)))
        cut = draw(st.integers(0, 6))
        body[at : at + cut] = draw(st.one_of(st.sampled_from(PIECES), st.binary(max_size=4)))
    return bytes(body)


BODIES = st.one_of(mutated(), st.binary(max_size=64), st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join))


def harmless(line: str) -> bool:
    """Whether a terminal shows the text as it is. Python may not know the newest letters."""
    return all(one.isprintable() or unicodedata.category(one) == "Cn" for one in line)


def core_view(body: bytes, status: int) -> Any:
    """What the core itself says, through a handle of its own."""
    handle = ctypes.c_void_p()
    if status:
        asked = _core.HttpResponse(ctypes.sizeof(_core.HttpResponse), status, body=body, body_len=len(body))
        failed = _core.SHORT.error_from_http(ctypes.byref(asked), ctypes.byref(handle), None)
    else:
        failed = _core.SHORT.error_from_response(body, len(body), ctypes.byref(handle))
    if failed:
        assert failed == _core.NOT_AN_ERROR
        return None
    try:
        return json.loads(read(_core.SHORT.error_view_json(handle)))
    finally:
        _core.SHORT.error_free(handle)


def without_id(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "id"}


def assert_same(error: MCPError | None, view: Any) -> None:
    assert (error is None) == (view is None)
    if error is None:
        return
    own: dict[str, Any] = {
        "kind": type(error).__name__,
        "modern": error.modern_protocol_error,
        "modern_http": error.modern_http_protocol_error,
        "modern_for_probe": error.modern_protocol_error_for_probe,
        "built": error._built,
        "error_object": error._error_object or isinstance(error._data_at, int),
        "body_ignored": error._body_ignored,
    }
    for name, wanted in view.items():
        got = own[name] if name in own else getattr(error, name)
        if name == "code_text":
            got = got or ""
        assert vectors.same(wanted, got), (name, wanted, got)
    again = json.loads(error._ask(lambda functions, handle: read(functions.error_view_json(handle))))
    # The id is the response's, not the error's: a handle that is made of a view does not have it.
    assert vectors.same(without_id(again), without_id(view))


@EXAMPLES
@given(BODIES)
def test_in_band(body: bytes) -> None:
    assert_same(mcp_errors.from_response(body), core_view(body, 0))


@EXAMPLES
@given(BODIES, st.sampled_from([200, 202, 302, 400, 401, 403, 404, 408, 429, 500, 503, 599]))
def test_http(body: bytes, status: int) -> None:
    view = core_view(body, status)
    assert_same(mcp_errors.from_http(status, None, body), view)
    assert_same(by_headers(body, status, {}, 0), view)


@EXAMPLES
@given(
    st.one_of(st.text(), st.text(st.characters(codec=None)).map(lambda text: '{"error":{"message":"' + text + '"}}'))
)
def test_text(text: str) -> None:
    error = mcp_errors.from_response(text)
    assert error is not None or "result" in text
    if error is not None:
        error.message.encode()
        assert harmless(error.log_line)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.sampled_from(["2026-07-28", "form"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["requiredCapabilities", "elicitation", "form", "sampling", "roots", "supported", "requested"]
            )
            | st.text(max_size=3),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


@EXAMPLES
@given(JSON, st.sampled_from([-32020, -32021, -32022, -32601, 1]))
def test_parsed_and_unparsed_agree(data: Any, code: int) -> None:
    text = json.dumps({"code": code, "message": "m", "data": data})
    typed = mcp_errors.ServerError.from_jsonrpc({"code": code, "message": "m", "data": data})
    if "NaN" in text or "Infinity" in text:
        assert typed.log_line
        return
    read_one = mcp_errors.from_error_json(text)
    for name in ("well_formed", "modern_protocol_error", "protocol_error", "malformed_reason", "log_line", "data"):
        assert getattr(typed, name) == getattr(read_one, name), name
    context: dict[str, Any] = {"purpose": "request", "supported_caps": {"roots": {}, "elicitation": {}}}
    assert mcp_errors.advise(typed, **context) == mcp_errors.advise(read_one, **context)
    assert mcp_errors.era(typed) == mcp_errors.era(read_one)


@EXAMPLES
@given(
    st.binary(max_size=300),
    st.dictionaries(st.sampled_from(["content-type", "www-authenticate", "retry-after"]), st.binary()),
)
def test_headers(body: bytes, headers: dict[str, bytes]) -> None:
    for status in (200, 401, 403, 503):
        error = mcp_errors.from_http(status, headers, body)
        if error is not None:
            assert error.http_status == status
            assert mcp_errors.advise(error, now_ms=0).action
            assert harmless(error.log_line)


def test_every_prefix_of_every_seed() -> None:
    for body in SEEDS[:150]:
        for end in range(0, len(body), 3):
            error = mcp_errors.from_response(body[:end])
            assert isinstance(error, TransportError) or error is None or end == len(body)
