"""Every Python snippet of the README runs, in order, and what it says holds."""

from __future__ import annotations

import doctest
import re
from typing import Any

import peers
import pytest
from conftest import BINDING

import mcp_errors
from mcp_errors import types

README = (BINDING / "README.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_are_snippets() -> None:
    assert len(SNIPPETS) >= 4


@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_snippet(number: int) -> None:
    exec(compile(SNIPPETS[number], f"README snippet {number}", "exec"), {"__name__": "snippet"})


def test_examples_in_docstrings() -> None:
    failed, ran = doctest.testmod(mcp_errors)
    assert (failed, ran > 0) == (0, True)


def test_everything_public_is_documented() -> None:
    for name in mcp_errors.__all__:
        if name not in ("ABSENT", "LIBRARY_VERSION", *vars(types)):
            assert getattr(mcp_errors, name).__doc__, name


CAPABILITIES: dict[str, Any] = {"elicitation": {"form": {}}}
CONTEXT: dict[str, Any] = {
    "purpose": "probe",
    "requested_version": "2026-07-28",
    "client_versions": ["2026-07-28", "2025-11-25"],
    "supported_caps": CAPABILITIES,
}


def loop() -> dict[str, Any]:
    """The names of the client loop, as it is printed."""
    (source,) = (snippet for snippet in SNIPPETS if "def call(" in snippet)
    assert len(source.splitlines()) <= 40
    names: dict[str, Any] = {}
    exec(compile(source, "README loop", "exec"), names)
    return names


def answer(method: str, params: Any) -> Any:
    assert method == "elicitation/create"
    assert params["message"]
    return {"action": "accept", "content": {"name": "Ada"}}


def token(scopes: Any) -> str:
    assert scopes == ["greet"]
    return "secret"


@pytest.mark.parametrize("versions", [["2026-07-28", "2025-11-25"], ["2030-01-01", "2026-07-28"]])
def test_the_loop_with_a_modern_server(versions: list[str]) -> None:
    names = loop()
    context = {**CONTEXT, "requested_version": versions[0], "client_versions": versions}
    with names["HTTP"], peers.http("modern.py", MCP_TEST_TOKEN="secret") as peer:
        # Refused for its token, perhaps for its version, then for its capabilities; then asked for input.
        result, known = names["call"](peer.url, context, answer, token, "tools/call", name="greet", arguments={})
        assert result["content"][0]["text"] == "Hello, Ada"
        assert (known["era"], known["declared"]) == ("modern", CAPABILITIES)
        result, _ = names["call"](peer.url, known, answer, token, "tools/call", name="add", arguments={"a": 1, "b": 2})
        assert result["content"][0]["text"] == "3"
        with pytest.raises(mcp_errors.MethodNotFoundError):
            names["call"](peer.url, known, answer, token, "no/such")


def test_the_loop_with_a_legacy_server_that_loses_its_session() -> None:
    names = loop()
    with names["HTTP"], peers.http("legacy.py") as peer:
        call = ("tools/call",)
        numbers = {"name": "add", "arguments": {"a": 1, "b": 2}}
        result, known = names["call"](peer.url, CONTEXT, answer, token, *call, **numbers)
        assert result["content"][0]["text"] == "3"
        assert (known["era"], known["has_session"]) == ("legacy", True)
        lost = names["HTTP"].headers["Mcp-Session-Id"]
        assert names["HTTP"].delete(peer.url).status_code == 200
        result, known = names["call"](peer.url, known, answer, token, *call, **numbers)
        assert result["content"][0]["text"] == "3"
        assert names["HTTP"].headers["Mcp-Session-Id"] != lost
