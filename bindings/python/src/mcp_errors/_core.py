"""The functions of the C ABI, bound once at import, and the few numbers that cross it.

Each function is bound twice: ``SHORT`` keeps the interpreter lock (a call takes less time than letting go of it would),
``LONG`` lets other threads run while a large text is read. ``functions_for(size)`` chooses.
"""

from __future__ import annotations

import ctypes
from types import SimpleNamespace
from typing import Any, Final

from ._library import open_library

# Statuses.
OK: Final = 0
INVALID_ARGUMENT: Final = 1
INVALID_JSON: Final = 2
NOT_AN_ERROR: Final = 3
FORBIDDEN_CODE: Final = 4
OUT_OF_MEMORY: Final = 6

# Flags of a classification and of mcp_verdicts.
WELL_FORMED: Final = 1 << 0
MODERN: Final = 1 << 1
MODERN_HTTP: Final = 1 << 2
MODERN_FOR_PROBE: Final = 1 << 3
PROTOCOL_ERROR: Final = 1 << 4
ERA_INCONCLUSIVE: Final = 1 << 5
HAS_CODE: Final = 1 << 6
CODE_OVERFLOW: Final = 1 << 7
HAS_DATA: Final = 1 << 8
MESSAGE_IS_STRING: Final = 1 << 9
MESSAGE_NEEDS_DECODING: Final = 1 << 10
DATA_NOT_UTF8: Final = 1 << 11
IS_NO_ERROR: Final = 1 << 12

SHORT_TEXT: Final = 65536
"""Up to this many bytes a call is so short that it keeps the interpreter lock."""


class Text(ctypes.Structure):
    """``mcp_str``: text inside a handle."""

    _fields_ = [("ptr", ctypes.c_void_p), ("len", ctypes.c_size_t)]


class HttpResponse(ctypes.Structure):
    """``mcp_http_response``."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("status", ctypes.c_uint16),
        ("content_type", ctypes.c_char_p),
        ("content_type_len", ctypes.c_size_t),
        ("www_authenticate", ctypes.c_char_p),
        ("www_authenticate_len", ctypes.c_size_t),
        ("retry_after", ctypes.c_char_p),
        ("retry_after_len", ctypes.c_size_t),
        ("body", ctypes.c_char_p),
        ("body_len", ctypes.c_size_t),
        ("max_error_body", ctypes.c_size_t),
    ]


class View(ctypes.Structure):
    """``mcp_view``: everything of a handle."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("kind", ctypes.c_int32),
        ("flags", ctypes.c_uint32),
        ("code", ctypes.c_int64),
        ("http_status", ctypes.c_uint32),
        ("local", ctypes.c_uint32),
        ("code_text", Text),
        ("message", Text),
        ("data_json", Text),
        ("required_caps_json", Text),
        ("supported_count", ctypes.c_size_t),
        ("supported_suffix", Text),
        ("requested_json", Text),
        ("scope", Text),
        ("description", Text),
        ("retry_after", Text),
        ("malformed_reason", Text),
        ("log_line", Text),
    ]


class Span(ctypes.Structure):
    """``mcp_span``."""

    _fields_ = [("offset", ctypes.c_uint64), ("length", ctypes.c_uint64)]


_bool, _int, _code, _status, _size = ctypes.c_bool, ctypes.c_int32, ctypes.c_int64, ctypes.c_uint16, ctypes.c_size_t
_handle, _bytes = ctypes.c_void_p, ctypes.c_char_p
_out, _out_size, _in_code = ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(_size), ctypes.POINTER(_code)
# An input text is a pointer and a length. ctypes hands over the bytes object's own memory, NULs included.
_text = [_bytes, _size]

_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "mcp_errors_version": (_bytes, []),
    "mcp_status_text": (_bytes, [_int]),
    "mcp_string_free": (None, [_handle]),
    "mcp_error_from_jsonrpc": (_int, [*_text, _status, _out]),
    "mcp_error_from_response": (_int, [*_text, _out]),
    "mcp_error_from_http": (_int, [ctypes.POINTER(HttpResponse), _out]),
    "mcp_error_from_view_json": (_int, [*_text, _out]),
    "mcp_error_free": (None, [_handle]),
    "mcp_error_new_server": (_int, [_int, *_text, _in_code, *_text, _status, _out]),
    "mcp_error_view": (_int, [_handle, ctypes.POINTER(View)]),
    "mcp_error_message": (Text, [_handle]),
    "mcp_error_supported_suffix": (Text, [_handle]),
    "mcp_error_malformed_reason": (Text, [_handle]),
    "mcp_error_log_line": (Text, [_handle]),
    "mcp_error_view_json": (Text, [_handle]),
    "mcp_classify_response": (_int, [*_text, _status, _handle]),
    "mcp_json_string_decode": (_size, [*_text, _handle, _size]),
    "mcp_json_check": (_int, [*_text, _out_size]),
    "mcp_data_is_well_formed": (_bool, [_int, *_text]),
    "mcp_caps_is_well_formed": (_bool, _text),
    "mcp_verdicts": (ctypes.c_uint32, [_int, _in_code, _status, _int]),
    "mcp_kind_name": (_bytes, [_int]),
    "mcp_kind_parent": (_int, [_int]),
    "mcp_kind_for_code": (_int, [_code]),
    "mcp_era_name": (_bytes, [_int]),
    "mcp_action_name": (_bytes, [_int]),
    "mcp_reason_name": (_bytes, [_int]),
    "mcp_transport_name": (_bytes, [_int]),
    "mcp_emit_name": (_bytes, [_int]),
    "mcp_origin_name": (_bytes, [_int]),
    "mcp_code_name": (_bytes, [_code]),
    "mcp_code_draft_name": (_bytes, [_code]),
    "mcp_code_is_modern": (_bool, [_code]),
    "mcp_code_is_resource_not_found": (_bool, [_code, _int]),
    "mcp_code_may_emit": (_int, [_code]),
    "mcp_code_http_status": (_status, [_code, _int]),
    "mcp_error_era": (_int, [_handle, _int]),
    "mcp_error_advise": (_int, [_handle, *_text, _out]),
    "mcp_advice_json": (Text, [_handle]),
    "mcp_advice_text": (Text, [_handle]),
    "mcp_advice_free": (None, [_handle]),
    "mcp_caps_missing": (_int, [*_text, *_text, _out, _out_size]),
    "mcp_caps_declare": (_int, [*_text, *_text, *_text, _out, _out_size]),
    "mcp_caps_for_input_request": (_int, [*_text, *_text, _out, _out_size]),
    "mcp_request_check": (_int, [*_text, *_text, _out]),
    "mcp_request_id": (_int, [*_text, ctypes.POINTER(Span)]),
    "mcp_error_new_missing_capability": (_int, [*_text, *_text, _out]),
    "mcp_error_new_unsupported_version": (_int, [*_text, *_text, *_text, _out]),
    "mcp_error_new_header_mismatch": (_int, [*_text, _out]),
    "mcp_error_to_json": (_int, [_handle, _out, _out_size]),
    "mcp_error_to_response_json": (_int, [_handle, *_text, _out, _out_size]),
}


def _bind(library: ctypes.CDLL) -> SimpleNamespace:
    functions = SimpleNamespace()
    for name, (result, arguments) in _SIGNATURES.items():
        try:
            function = library[name]
        except AttributeError as missing:
            raise ImportError(f"The native library of mcp_errors is older than this package: {missing}") from None
        function.restype, function.argtypes = result, arguments
        setattr(functions, name[len("mcp_") :], function)
    return functions


KEEPING, RELEASING = open_library()
SHORT = _bind(KEEPING)
LONG = _bind(RELEASING)


def functions_for(size: int) -> SimpleNamespace:
    """The functions to call with a text of this size."""
    return SHORT if size <= SHORT_TEXT else LONG


def names(kind_of_name: str) -> list[str]:
    """The names of one of the core's enumerations, by number."""
    found: list[str] = []
    function = getattr(SHORT, f"{kind_of_name}_name")
    while (name := function(len(found))) is not None:
        found.append(name.decode("ascii"))
    return found


def is_int64(number: int) -> bool:
    """Whether the number can cross the ABI; ctypes would cut it silently."""
    return -(1 << 63) <= number < 1 << 63


def failure(status: int, subject: str, wanted: str = "") -> Exception:
    """The exception for a call that failed; ``wanted`` says what the arguments should have been."""
    reason = wanted if wanted and status == INVALID_ARGUMENT else SHORT.status_text(status).decode("utf-8")
    text = f"{subject}: {reason}"
    if status == OUT_OF_MEMORY:
        return MemoryError(text)
    if status in (INVALID_ARGUMENT, INVALID_JSON, FORBIDDEN_CODE):
        return ValueError(text)
    return RuntimeError(text)


VERSION: Final = SHORT.errors_version().decode("ascii")
"""The version of the native library."""
