"""The shared vectors and real servers' answers, row by row."""

from __future__ import annotations

import json

import pytest
import vectors

from mcp_errors import ServerError

CASES = [pytest.param(name, row, id=f"{name}-{row['id']}") for name in vectors.CHECKS for row in vectors.rows(name)]


@pytest.mark.parametrize(("name", "row"), CASES)
def test_row(name: str, row: vectors.Row) -> None:
    assert vectors.CHECKS[name](row) == []


def parsed_rows() -> list[vectors.Row]:
    """The errors that a host's own parser reads as the core does: no number in place of a message, no big exponent."""
    return [row for row in vectors.rows("errors") if _plain(row)]


def _plain(row: vectors.Row) -> bool:
    parsed = json.loads(row["error"])
    return not isinstance(parsed, dict) or not isinstance(parsed.get("message"), (float, list, dict))


def test_most_rows_are_plain() -> None:
    assert len(parsed_rows()) > 1000


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in parsed_rows()])
def test_parsed_error_says_the_same(row: vectors.Row) -> None:
    error = ServerError.from_jsonrpc(json.loads(row["error"]), http_status=row["http_status"])
    expect = {name: value for name, value in row["expect"].items() if name != "message"}
    assert vectors.differences(expect, error) == []
    assert error.message.encode("utf-16", "surrogatepass").decode("utf-16", "replace") == row["expect"]["message"]


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
