"""Every way of the Python binding into the library, a few times: to be run under valgrind.

With `leak`, a handle is lost on purpose.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings/python/src"))
import mcp_errors  # noqa: E402

MISSING = b'{"error":{"code":-32021,"message":"m\\u0041","data":{"requiredCapabilities":{"roots":{},"extensions":{"a/b":{}}}}}}'
REFUSED = b'{"error":{"code":-32022,"message":"v","data":{"supported":["2025-11-25","x"],"requested":"y"}}}'
BODIES = [
    MISSING,
    REFUSED,
    b'{"error":{"code":99999999999999999999,"message":[1],"data":"\xff"}}',
    b"no JSON",
    b"",
    b'{"result":1}',
]
REQUEST = (
    b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","_meta":{'
    b'"io.modelcontextprotocol/protocolVersion":"2025-11-25","io.modelcontextprotocol/clientCapabilities":{}}}}'
)
HEADERS = {
    "content-type": "text/event-stream",
    "www-authenticate": 'Bearer error="insufficient_scope", scope="s"',
    "retry-after": "3",
}
CAPS = {"roots": {}, "extensions": {"a/b": {"x": 1}}}


def read(error) -> None:
    _ = error.log_line, error.malformed_reason, error.data, error.data_json, error.message, error.well_formed
    for transport in ("stdio", "http"):
        mcp_errors.era(error, transport)
    mcp_errors.advise(error, supported_caps=CAPS, client_versions=["2025-11-25"], purpose="probe")


def once() -> None:
    for body in BODIES:
        for error in (
            mcp_errors.from_response(body),
            mcp_errors.from_http(403, HEADERS, b"data: " + body + b"\n\n"),
            mcp_errors.from_http(200, HEADERS, b"data: " + body + b"\n\n"),
        ):
            if error is not None:
                read(error)
        with contextlib.suppress(ValueError):
            read(mcp_errors.from_error_json(body))
    read(mcp_errors.ServerError.from_jsonrpc({"code": -32022, "message": "m", "data": {"supported": [1], "requested": "x"}}))
    read(mcp_errors.RequestTimeoutError("late"))
    mcp_errors.capabilities.missing({}, CAPS)
    mcp_errors.capabilities.declare({}, CAPS, CAPS)
    mcp_errors.capabilities.for_input_request("sampling/createMessage", {"tools": []})
    refusal = mcp_errors.check_request(REQUEST, versions=["2026-07-28"], required=CAPS)
    read(refusal)
    mcp_errors.check_request(b"{", versions=[], headers={"mcp-method": "x"})


for _ in range(int(os.environ.get("ROUNDS", "5"))):
    once()
if "leak" in sys.argv:
    library = ctypes.CDLL(os.environ["MCP_ERRORS_LIBRARY"])
    lost = ctypes.c_void_p()
    library.mcp_error_from_response(MISSING, ctypes.c_size_t(len(MISSING)), ctypes.byref(lost))
    lost.value = None
print("done")
