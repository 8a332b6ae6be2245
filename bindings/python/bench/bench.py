"""Bytes to a typed exception with every verdict, against the official SDK and against plain Python.

Both sides run alternately in one process, by CPU time; each figure is the median of the rounds. Ours and the one by
hand end in an exception that has message, code and every verdict as attributes. The SDK gives no verdicts: its side
reads message and data, once as they are and once with data read by the SDK's own models.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import byhand
import orjson
from mcp import MCPError
from mcp.types import (
    JSONRPCError,
    MissingRequiredClientCapabilityErrorData,
    UnsupportedProtocolVersionErrorData,
    jsonrpc_message_adapter,
)

import mcp_errors

ROUNDS = 41
CALLS = 2000


def response(code: int, message: str, data: Any = None) -> bytes:
    """The JSON text of an error response."""
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return json.dumps({"jsonrpc": "2.0", "id": 7, "error": error}, separators=(",", ":")).encode()


BODIES = {
    "-32021": response(
        -32021,
        "Client did not declare the form elicitation capability required by resolver 'ask_name'",
        {"requiredCapabilities": {"elicitation": {"form": {}}, "sampling": {"tools": {}}}},
    ),
    "-32022": response(
        -32022,
        "Unsupported protocol version",
        {"supported": ["2026-07-28", "2025-11-25"], "requested": "2030-01-01"},
    ),
    "-32601": response(-32601, "Method not found", "no/such"),
}


RESULT = b'{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","content":[{"type":"text","text":"Hello, you"}]}}'
CAPABILITIES: dict[str, Any] = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}}
SOURCES = str(Path(mcp_errors.__file__).parents[1])

MODELS: dict[int, Any] = {
    -32021: MissingRequiredClientCapabilityErrorData,
    -32022: UnsupportedProtocolVersionErrorData,
}


def ours(body: bytes) -> Any:
    """This library, data left as text."""
    return mcp_errors.from_response(body)


def ours_parsed(body: bytes) -> Any:
    """This library, data parsed too."""
    error = mcp_errors.from_response(body)
    error.data  # type: ignore[union-attr]  # noqa: B018
    return error


def sdk(body: bytes) -> Any:
    """The official SDK: its exception, with message and data."""
    message = jsonrpc_message_adapter.validate_json(body, by_name=False)
    assert isinstance(message, JSONRPCError)
    error = MCPError.from_jsonrpc_error(message)
    return error.message, error.code, error.data


def sdk_models(body: bytes) -> Any:
    """The same, and data read by the SDK's model for the code, as its client does: the nearest it has to a verdict."""
    message, code, data = sdk(body)
    model = MODELS.get(code)
    return message, code, data if model is None else model.model_validate(data)


def hand(body: bytes) -> Any:
    """Plain Python."""
    return byhand.from_response(body)


def orjson_hand(body: bytes) -> Any:
    """The rules by hand over orjson."""
    return byhand.from_response(body, None, orjson.loads)


def says(error: Any) -> tuple[Any, ...]:
    """Everything of an error, ours or by hand."""
    verdicts = [
        error.well_formed,
        error.modern_protocol_error,
        error.modern_http_protocol_error,
        error.modern_protocol_error_for_probe,
        error.protocol_error,
        error.era_inconclusive,
    ]
    return type(error).__name__, str(error), error.code, error.data, verdicts


def imported() -> float:
    """CPU time of the import in a new interpreter, in milliseconds: the median difference to an empty one."""

    def run(code: str) -> float:
        before = os.times()
        subprocess.run([sys.executable, "-S", "-c", code], check=True, env={"PYTHONPATH": SOURCES})
        after = os.times()
        return 1000 * (after.children_user + after.children_system - before.children_user - before.children_system)

    return statistics.median(run("import mcp_errors") - run("pass") for _ in range(ROUNDS))


def cpu(function: Callable[[bytes], Any], body: bytes) -> float:
    """CPU time of a call, in nanoseconds."""
    start = time.process_time_ns()
    for _ in range(CALLS):
        function(body)
    return (time.process_time_ns() - start) / CALLS


def compare(own: Callable[[bytes], Any], other: Callable[[bytes], Any], body: bytes) -> tuple[float, float]:
    """The medians of both sides."""
    cpu(own, body), cpu(other, body)
    times = [(cpu(own, body), cpu(other, body)) for _ in range(ROUNDS)]
    return statistics.median(pair[0] for pair in times), statistics.median(pair[1] for pair in times)


def main() -> None:
    """Prints the table."""
    print(f"CPython {platform.python_version()}, mcp {version('mcp')}, pydantic {version('pydantic')}, {ROUNDS} rounds")
    print("| what | ours ns | theirs ns | ratio |")
    print("|---|---|---|---|")
    others = {
        "the mcp SDK (pydantic)": sdk,
        "the mcp SDK, data by its models": sdk_models,
        "json.loads and the rules by hand": hand,
        "orjson and the rules by hand": orjson_hand,
        "msgspec and the rules by hand": byhand.by_msgspec,
    }
    for code, body in BODIES.items():
        assert says(ours(body)) == says(hand(body))
        assert says(ours(body))[1:4] == sdk(body)
        for name, other in others.items():
            for state, own in (("data unparsed", ours), ("data parsed", ours_parsed)):
                mine, theirs = compare(own, other, body)
                print(f"| {code}, {state}, against {name} | {mine:.0f} | {theirs:.0f} | {theirs / mine:.2f} |")
    mine, theirs = compare(ours, byhand.by_msgspec, RESULT)
    print(f"| a result, against msgspec, its result unparsed | {mine:.0f} | {theirs:.0f} | {theirs / mine:.2f} |")
    error: Any = ours(BODIES["-32021"])
    context: dict[str, Any] = {"client_versions": ["2026-07-28", "2025-11-25"], "supported_caps": CAPABILITIES}
    advise, _ = compare(lambda _: mcp_errors.advise(error, **context), hand, BODIES["-32021"])
    line, _ = compare(lambda _: error.log_line, hand, BODIES["-32021"])
    print(f"| advise, -32021 | {advise:.0f} | | |")
    print(f"| log_line, -32021 | {line:.0f} | | |")
    print(f"| import, milliseconds beyond an empty interpreter | {imported():.1f} | | |")


if __name__ == "__main__":
    main()
