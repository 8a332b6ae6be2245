"""The exceptions as Python objects: the tree, pickling, copying, raising."""

from __future__ import annotations

import builtins
import copy
import ctypes
import pickle
import sys
import traceback
from typing import Any, get_args

import pytest
import samples

import mcp_errors
from mcp_errors import MCPError, ServerError, _core, types
from mcp_errors._base import KIND_NAMES
from mcp_errors.errors import CLASSES

PROPERTIES = (
    "message",
    "message_is_string",
    "code",
    "code_text",
    "data",
    "has_data",
    "http_status",
    "retry_after",
    "local",
    "well_formed",
    "malformed_reason",
    "modern_protocol_error",
    "modern_http_protocol_error",
    "modern_protocol_error_for_probe",
    "protocol_error",
    "era_inconclusive",
    "log_line",
    "required_capabilities",
    "supported",
    "supported_suffix",
    "requested",
    "scope",
    "error_description",
    "id",
    "id_json",
    "message_type",
    "data_json",
    "challenge_error",
    "location",
    "last_event_id",
    "retry_ms",
    "input_requests",
    "request_state",
    "request_method",
    "resumable",
    "answered_so_far",
)


def says(error: MCPError) -> dict[str, Any]:
    return {name: getattr(error, name) for name in PROPERTIES if hasattr(error, name)} | {"args": error.args}


ERRORS = [
    pytest.param(error, id=f"{number}-{type(error).__name__}") for number, error in enumerate(samples.all_errors())
]


def test_one_class_for_each_kind() -> None:
    assert len(CLASSES) == 33
    assert [kind.__name__ for kind in CLASSES] == KIND_NAMES
    assert all(getattr(mcp_errors, name) is kind for name, kind in zip(KIND_NAMES, CLASSES))


def test_the_tree_is_the_core_s() -> None:
    for number, kind in enumerate(CLASSES):
        above = next((base for base in kind.__mro__[1:] if base in CLASSES), None)
        parent = _core.SHORT.kind_parent(number)
        assert above is (None if parent < 0 else CLASSES[parent])


@pytest.mark.parametrize(
    ("values", "core"),
    [
        (types.Era, "era"),
        (types.Action, "action"),
        (types.Reason, "reason"),
        (types.Transport, "transport"),
        (types.Emit, "emit"),
        (types.Origin, "origin"),
        (types.MessageType, "message_type"),
    ],
)
def test_the_enumerations_are_the_core_s(values: Any, core: str) -> None:
    function = _core.KEEPING[f"mcp_{core}_name"]
    found: list[str] = []
    function.restype = ctypes.c_char_p
    while (name := function(len(found))) is not None:
        found.append(name.decode())
    assert set(get_args(values)) == set(found)


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(error: MCPError, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(error, protocol))
    assert type(again) is type(error)
    assert says(again) == says(error)


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copies(error: MCPError, copied: Any) -> None:
    again = copied(error)
    assert again is not error
    assert type(again) is type(error)
    assert says(again) == says(error)
    assert again != error, "errors are equal only to themselves, as Python's own"


@pytest.mark.parametrize("error", ERRORS)
def test_texts(error: MCPError) -> None:
    assert str(error) == error.message
    assert repr(error).startswith(type(error).__name__ + "(")
    assert len(error.log_line.encode()) <= 512
    assert error.log_line.isprintable()


@pytest.mark.parametrize("error", ERRORS)
def test_raised_and_caught(error: MCPError) -> None:
    cause = ValueError("why")
    with pytest.raises(type(error)) as caught:
        raise copy.copy(error) from cause
    assert caught.value.__cause__ is cause
    assert "why" in "".join(traceback.format_exception(type(caught.value), caught.value, caught.value.__traceback__))
    caught.value.with_traceback(None)


def test_pickled_state_is_small_and_holds_no_parsed_copy() -> None:
    error = samples.read(samples.response(-1, data={"a": 1}))
    assert error.data == {"a": 1}
    assert "_data" not in error.__reduce__()[2]


def test_user_attributes_are_kept() -> None:
    error: Any = samples.read(samples.response(-1))
    error.request_id = 17
    assert pickle.loads(pickle.dumps(error)).request_id == 17


class Mine(ServerError):
    """A subclass of a user's."""

    @property
    def well_formed(self) -> bool:  # type: ignore[override]
        return False


def test_subclasses() -> None:
    error = Mine("m", code=-32020, data={})
    assert not error.modern_protocol_error
    assert pickle.loads(pickle.dumps(error)).code == -32020
    assert "ServerError" in error.log_line
    assert type(Mine.from_jsonrpc({"code": -32020, "message": "m"})) is mcp_errors.HeaderMismatchError


class Slow(mcp_errors.RequestTimeoutError, TimeoutError):
    """A timeout that is caught as the built-in, too."""


class Wrong(ServerError, ValueError):
    """A server's error that is caught as a ValueError, too."""


def test_mixed_with_built_ins() -> None:
    for error in (Slow("late"), Wrong("bad", code=-1)):
        assert str(error) in ("late", "bad")
        assert pickle.loads(pickle.dumps(error)).code == error.code
        assert error.era_inconclusive == isinstance(error, TimeoutError)


def test_unknown_attributes() -> None:
    errors: list[Any] = [samples.read(samples.response(-1)), ServerError("m"), mcp_errors.TransportError("m")]
    for unknown in errors:
        with pytest.raises(AttributeError, match=r"'(Server|Transport)Error' object has no attribute 'nonsense'"):
            unknown.nonsense  # noqa: B018


def test_modern_errors_are_caught_together() -> None:
    for code in mcp_errors.Codes.MODERN_ERROR_CODES:
        with pytest.raises(mcp_errors.ModernProtocolError):
            raise ServerError.from_jsonrpc({"code": code, "message": "m"})


def test_connection_error_is_not_the_built_in() -> None:
    assert not issubclass(mcp_errors.ConnectionError, builtins.ConnectionError)


if sys.version_info >= (3, 11):

    def test_notes_and_groups() -> None:
        group_class: Any = vars(builtins)["ExceptionGroup"]
        error = samples.read(samples.response(-32020))
        error.add_note("seen on Tuesday")
        again = pickle.loads(pickle.dumps(error))
        assert again.__notes__ == ["seen on Tuesday"]
        group = group_class("several", [error, ValueError()])
        matched, rest = group.split(mcp_errors.HeaderMismatchError)
        assert matched is not None
        assert rest is not None
        assert matched.exceptions == (error,)


def test_data_of_a_built_error_is_the_caller_s_and_judged_anew() -> None:
    data: dict[str, Any] = {"requiredCapabilities": {"roots": {}}}
    error = mcp_errors.MissingRequiredClientCapabilityError("m", code=-32021, data=data)
    assert error.data is data
    assert error.required_capabilities is data["requiredCapabilities"]
    assert error.modern_protocol_error
    data["requiredCapabilities"]["roots"] = 1
    assert not error.modern_protocol_error
    assert error.malformed_reason


def test_status_set_later_counts() -> None:
    for error in (samples.read(samples.response(-32601)), ServerError.from_jsonrpc({"code": -32601, "message": ""})):
        assert not error.modern_http_protocol_error
        error.http_status = 404
        assert error.modern_http_protocol_error
        assert not error.modern_protocol_error
        error.http_status = None
        assert not error.modern_http_protocol_error
        assert error.well_formed
        assert error.message_is_string


def test_no_data_null_and_none() -> None:
    assert ServerError("m").data is None
    assert not ServerError("m").has_data
    assert ServerError("m", data=None).has_data
    assert samples.read(samples.response(1, data=None)).has_data
    assert samples.read(samples.response(1, data=None)).data is None
    assert not samples.read(samples.response(1)).has_data


def test_input_required() -> None:
    error = mcp_errors.InputRequiredError("m", data={"inputRequests": {"a": {}}, "requestState": "s"})
    assert (error.input_requests, error.request_state, error.resumable) == ({"a": {}}, "s", False)
    error.request_method = "tools/call"
    assert error.resumable
    answers = {"a": {"action": "accept"}}
    assert error.with_answered_so_far(answers) is error
    answers.clear()
    assert error.answered_so_far == {"a": {"action": "accept"}}
    assert mcp_errors.InputRequiredError("m").answered_so_far == {}


def test_what_happened_here_is_told_from_what_a_peer_said() -> None:
    for kind in CLASSES:
        error = samples.built(kind)
        assert error.local != issubclass(kind, ServerError)
        if error.local:
            assert mcp_errors.era(error, "http") == "inconclusive"
    assert mcp_errors.era(mcp_errors.HeaderMismatchError("m", code=-32020), "http") == "modern"
    assert not samples.read(b"nonsense").local
    assert mcp_errors.advise(mcp_errors.ConnectionError("m")).action == "back_off"
    assert mcp_errors.advise(mcp_errors.InsufficientScopeError("m", scope="s")).action == "step_up"
