"""The functions of the C ABI, bound at import, and the numbers that cross it.

Each function is bound twice: calls through ``SHORT`` keep the interpreter lock (a call takes less time than releasing
it), calls through ``LONG`` let other threads run while a large text is read. ``functions_for(size)`` chooses.
"""

from __future__ import annotations

import ctypes
from types import SimpleNamespace

from ._library import open_library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Statuses.
INVALID_ARGUMENT = 1
INVALID_JSON = 2
NOT_AN_ERROR = 3
FORBIDDEN_CODE = 4
OUT_OF_MEMORY = 6

# Flags of a classification and of mcp_verdicts.
WELL_FORMED = 1 << 0
MODERN = 1 << 1
MODERN_HTTP = 1 << 2
MODERN_FOR_PROBE = 1 << 3
PROTOCOL_ERROR = 1 << 4
ERA_INCONCLUSIVE = 1 << 5
HAS_CODE = 1 << 6
CODE_OVERFLOW = 1 << 7
HAS_DATA = 1 << 8
MESSAGE_IS_STRING = 1 << 9
MESSAGE_NEEDS_DECODING = 1 << 10
DATA_NOT_UTF8 = 1 << 11
IS_NO_ERROR = 1 << 12

SHORT_TEXT = 65536
"""Up to this many bytes a call is so short that it keeps the interpreter lock."""

_bool, _int, _code, _status, _size = ctypes.c_bool, ctypes.c_int32, ctypes.c_int64, ctypes.c_uint16, ctypes.c_size_t
_handle, _bytes = ctypes.c_void_p, ctypes.c_char_p
# A text that goes in is a pointer and a length. ctypes passes the memory of the bytes object itself, NULs included.
_text = [_bytes, _size]


class Text(ctypes.Structure):
    """``mcp_str``: text inside a handle."""

    _fields_ = [("ptr", ctypes.c_void_p), ("len", _size)]


class Failure(ctypes.Structure):
    """``mcp_failure``: what is wrong with an argument."""

    _fields_ = [
        ("struct_size", _size),
        ("parameter", _bytes),
        ("member", _bytes),
        ("problem", _bytes),
        ("offset", _size),
    ]


def _texts(*names: str) -> list[tuple[str, Any]]:
    return [field for name in names for field in ((name, _bytes), (f"{name}_len", _size))]


class HttpResponse(ctypes.Structure):
    """``mcp_http_response``."""

    _fields_ = [
        ("struct_size", _size),
        ("status", _status),
        *_texts("content_type", "www_authenticate", "retry_after", "body"),
        ("max_error_body", _size),
        *_texts("location"),
        ("context_json", _bytes),
        ("context_len", _size),
    ]


class Span(ctypes.Structure):
    """``mcp_span``: a byte range."""

    _fields_ = [("offset", ctypes.c_int64), ("length", ctypes.c_int64)]


class Request(ctypes.Structure):
    """``mcp_request``: the byte ranges of the parts of a request."""

    _fields_ = [
        ("struct_size", _size),
        ("message_type", _int),
        ("reserved", _int),
        *((name, Span) for name in ("id", "method", "name", "protocol_version", "capabilities", "arguments")),
    ]


_out, _out_size, _in_code = ctypes.POINTER(_handle), ctypes.POINTER(_size), ctypes.POINTER(_code)
_why, _span = ctypes.POINTER(Failure), ctypes.POINTER(Span)
_made = [_out, _out_size, _why]

_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "mcp_errors_version": (_bytes, []),
    "mcp_status_text": (_bytes, [_int]),
    "mcp_string_free": (None, [_handle]),
    "mcp_error_from_jsonrpc": (_int, [*_text, _status, _out, _why]),
    "mcp_error_from_answer": (_int, [*_text, *_text, _out, _why]),
    "mcp_error_from_response": (_int, [*_text, _out]),
    "mcp_error_from_http": (_int, [ctypes.POINTER(HttpResponse), _out, _why]),
    "mcp_error_from_view_json": (_int, [*_text, _out, _why]),
    "mcp_error_free": (None, [_handle]),
    "mcp_error_new_server": (_int, [_int, *_text, _in_code, *_text, _status, _out, _why]),
    "mcp_error_kind": (_int, [_handle]),
    "mcp_error_message": (Text, [_handle]),
    "mcp_error_data_json": (Text, [_handle]),
    "mcp_error_id_json": (Text, [_handle]),
    "mcp_error_supported_suffix": (Text, [_handle]),
    "mcp_error_malformed_reason": (Text, [_handle]),
    "mcp_error_log_line": (Text, [_handle]),
    "mcp_error_view_json": (Text, [_handle]),
    "mcp_classify_response": (_int, [*_text, _status, _handle]),
    "mcp_sse_response": (_int, [*_text, _out, _out_size]),
    "mcp_message_type_of": (_int, [*_text, _span]),
    "mcp_sse_reader_new": (_int, [_size, _out]),
    "mcp_sse_reader_push": (_int, [_handle, *_text]),
    "mcp_sse_reader_finish": (_int, [_handle]),
    "mcp_sse_reader_next": (_int, [_handle, ctypes.POINTER(Text), ctypes.POINTER(_bool), ctypes.POINTER(_bool)]),
    "mcp_sse_reader_last_event_id": (Text, [_handle]),
    "mcp_sse_reader_retry_ms": (_bool, [_handle, ctypes.POINTER(ctypes.c_uint64)]),
    "mcp_sse_reader_free": (None, [_handle]),
    "mcp_json_string_decode": (_size, [*_text, _handle, _size]),
    "mcp_data_is_well_formed": (_bool, [_int, *_text]),
    "mcp_caps_is_well_formed": (_bool, _text),
    "mcp_verdicts": (ctypes.c_uint32, [_int, _in_code, _status, _int]),
    "mcp_kind_name": (_bytes, [_int]),
    "mcp_kind_parent": (_int, [_int]),
    "mcp_kind_for_code": (_int, [_code]),
    "mcp_era_name": (_bytes, [_int]),
    "mcp_emit_name": (_bytes, [_int]),
    "mcp_message_type_name": (_bytes, [_int]),
    "mcp_code_name": (_bytes, [_code]),
    "mcp_code_draft_name": (_bytes, [_code]),
    "mcp_code_is_modern": (_bool, [_code]),
    "mcp_code_is_resource_not_found": (_bool, [_code, _int]),
    "mcp_code_may_emit": (_int, [_code]),
    "mcp_code_http_status": (_status, [_code, _int]),
    "mcp_error_era": (_int, [_handle, _int]),
    "mcp_error_advise": (_int, [_handle, *_text, _out, _why]),
    "mcp_negotiate": (_int, [*_text, *_text, _out, _why]),
    "mcp_advice_json": (Text, [_handle]),
    "mcp_advice_text": (Text, [_handle]),
    "mcp_advice_context_json": (Text, [_handle]),
    "mcp_advice_free": (None, [_handle]),
    "mcp_caps_missing": (_int, [*_text, *_text, *_made]),
    "mcp_caps_declare": (_int, [*_text, *_text, *_text, *_made]),
    "mcp_caps_for_input_request": (_int, [*_text, *_text, *_made]),
    "mcp_request_check": (_int, [*_text, *_text, _out, _why]),
    "mcp_request_read": (_int, [*_text, ctypes.POINTER(Request)]),
    "mcp_request_headers": (_int, [*_text, *_text, *_made]),
    "mcp_error_new_missing_capability": (_int, [*_text, *_text, _out, _why]),
    "mcp_error_new_unsupported_version": (_int, [*_text, *_text, *_text, _out, _why]),
    "mcp_error_new_header_mismatch": (_int, [*_text, _out]),
    "mcp_error_to_json": (_int, [_handle, _int, *_made]),
    "mcp_error_to_response_json": (_int, [_handle, _int, *_text, *_made]),
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
LONG = SimpleNamespace()


def functions_for(size: int) -> SimpleNamespace:
    """The functions to call with a text of this size."""
    if size <= SHORT_TEXT:
        return SHORT
    if not vars(LONG):
        # Binding takes a while, and most programs never need it.
        vars(LONG).update(vars(_bind(RELEASING)))
    return LONG


def names(kind_of_name: str) -> list[str]:
    """The names of one of the core's enumerations, by number."""
    found: list[str] = []
    function = getattr(SHORT, f"{kind_of_name}_name")
    while (name := function(len(found))) is not None:
        found.append(name.decode("ascii"))
    return found


def is_int64(number: int) -> bool:
    """Whether the number can cross the ABI; ctypes would truncate it."""
    return -(1 << 63) <= number < 1 << 63


def failure(status: int, text: str = "") -> Exception:
    """The exception for a status, with a text that says more than the status."""
    text = text or SHORT.status_text(status).decode("utf-8")
    if status == OUT_OF_MEMORY:
        return MemoryError(text)
    return ValueError(text) if status in (INVALID_ARGUMENT, INVALID_JSON, FORBIDDEN_CODE) else RuntimeError(text)


def call(function: Any, *arguments: Any) -> bool:
    """Calls a function that ends with ``mcp_failure``; false for a message that is a result.

    If the function fails, it is called again to learn why, and this is raised.
    """
    status = function(*arguments, None)
    if not status or status == NOT_AN_ERROR:
        return not status
    why = Failure(ctypes.sizeof(Failure))
    status = function(*arguments, ctypes.byref(why))
    parameter = (why.parameter or b"").decode("utf-8")
    if status not in (INVALID_ARGUMENT, INVALID_JSON) or not parameter:
        raise failure(status)
    member = (why.member or b"").decode("utf-8")
    name = "error" if parameter == "json" else parameter.removesuffix("_json")
    where = f"{name}.{member}" if member else name
    text = f"{where} {(why.problem or b'').decode('utf-8')}"
    raise failure(status, f"{text}: it goes wrong at byte {why.offset}" if status == INVALID_JSON else text)


VERSION: str = SHORT.errors_version().decode("ascii")
"""The version of the native library."""
