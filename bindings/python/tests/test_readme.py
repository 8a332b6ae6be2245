"""Every Python snippet of the README runs, in order, and what it says holds."""

from __future__ import annotations

import doctest
import re

import pytest
from conftest import BINDING

import mcp_errors

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
        if name not in ("ABSENT", "LIBRARY_VERSION"):
            assert getattr(mcp_errors, name).__doc__, name
