"""The shared vectors and real servers' answers, row by row."""

from __future__ import annotations

import json

import pytest
import vectors

from mcp_errors import ServerError


# All rows of a file are one test: a test of its own for each takes pytest longer than the row.
@pytest.mark.parametrize("name", vectors.CHECKS)
def test_rows(name: str) -> None:
    rows = vectors.rows(name)
    assert rows
    assert {row["id"]: wrong for row in rows if (wrong := vectors.CHECKS[name](row))} == {}


def parsed_rows() -> list[vectors.Row]:
    """The errors that a host's own parser reads as the core does: no number in place of a message, no big exponent."""
    return [row for row in vectors.rows("errors") if _plain(row)]


def _plain(row: vectors.Row) -> bool:
    parsed = json.loads(row["error"])
    return not isinstance(parsed, dict) or not isinstance(parsed.get("message"), (float, list, dict))


def test_most_rows_are_plain() -> None:
    assert len(parsed_rows()) > 1000


def test_parsed_errors_say_the_same() -> None:
    wrong = {}
    for row in parsed_rows():
        error = ServerError.from_jsonrpc(json.loads(row["error"]), http_status=row["http_status"])
        expect = {name: value for name, value in row["expect"].items() if name != "message"}
        message = error.message.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if vectors.differences(expect, error) or message != row["expect"]["message"]:
            wrong[row["id"]] = vectors.differences(expect, error), message
    assert wrong == {}


def test_a_wrong_row_is_seen() -> None:
    for name, check in vectors.CHECKS.items():
        row = json.loads(json.dumps(vectors.rows(name)[0]))
        expect = row["expect"]
        if isinstance(expect, dict):
            for member in expect:
                expect[member] = "something else"
        elif isinstance(expect, list):
            expect[0]["action"] = "something else"
        else:
            row["expect"] = "something else"
        assert check(row) != [], name
