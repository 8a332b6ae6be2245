"""From what came over the wire to a typed error.

The common way is one crossing into the core: it writes into a small buffer where code, message and data stand in the
caller's own bytes, and what is to be concluded. What that cannot say (a message that the core makes, headers) goes
through a handle; both ways end in the same exceptions.
"""

from __future__ import annotations

import ctypes
import struct
from types import SimpleNamespace
from typing import Any

from . import _arguments, _core
from ._arguments import JSONText
from ._base import VERDICTS, MCPError
from ._handle import freed, read
from ._json import string_inside
from .errors import CLASSES, InsufficientScopeError, ServerError

# mcp_classification: struct_size, kind, flags, code, http_status, reserved, then the spans code_text, message, data,
# required_capabilities, supported, requested. Offsets are read as signed numbers: an absent span starts at -1.
_FIELDS = struct.Struct(f"@{struct.calcsize('N')}xiIq8x16x2q2q48x")
_unpack = _FIELDS.unpack_from

# For short texts, bound without argtypes: that halves the cost of the call. Bytes cross as a pointer to their own
# memory; length and status cross as C ints, which fill a whole register each, and are small. Long texts go the
# declared way.
_classify = _core.KEEPING["mcp_classify_response"]
_classify_long = _core.LONG.classify_response

_SHORT_TEXT = _core.SHORT_TEXT
_HAS_CODE, _OVERFLOW, _NEEDS_DECODING = _core.HAS_CODE, _core.CODE_OVERFLOW, _core.MESSAGE_NEEDS_DECODING
_VERDICTS, _MASK = VERDICTS, len(VERDICTS) - 1
_new = MCPError.__new__

_Slot = tuple[bytearray, Any]

# The buffer of a call, and the argument that points to it. Taking a slot out makes it the call's own, whether another
# thread, a signal handler or a finalizer comes in between; taking and giving back are atomic. There are never more of
# them than calls at the same time.
_slots: list[_Slot] = []


def _slot() -> _Slot:
    buffer = bytearray(_FIELDS.size)
    struct.pack_into("@N", buffer, 0, len(buffer))
    return buffer, ctypes.byref((ctypes.c_char * len(buffer)).from_buffer(buffer))


def from_response(response: JSONText, *, http_status: int | None = None) -> MCPError | None:
    """The typed error in a whole JSON-RPC response (a line of stdio, a 2xx body); None if it is a result.

    What is no JSON-RPC response at all gives a TransportError. With a status it is read as the body of an HTTP answer
    whose headers do not matter; ``from_http`` takes them into account.
    """
    body: Any = response if response.__class__ is bytes else _arguments.json_bytes("response", response)
    size, answered = len(body), 0 if http_status is None else _arguments.http_status("http_status", http_status)
    try:
        slot = _slots.pop()
    except IndexError:
        slot = _slot()
    buffer, out = slot
    failed = (_classify if size <= _SHORT_TEXT else _classify_long)(body, size, answered, out)
    kind, flags, code, text_at, text_size, data_at, data_size = _unpack(buffer)
    _slots.append(slot)
    if failed or text_at < 0 or flags & _OVERFLOW:
        return None if kind < 0 and not failed else _by_handle(body, answered)
    raw = body[text_at : text_at + text_size]
    error: MCPError = _new(CLASSES[kind], string_inside(raw) if flags & _NEEDS_DECODING else raw.decode())
    error._flags = flags
    (
        error.well_formed,
        error.modern_protocol_error,
        error.modern_http_protocol_error,
        error.modern_protocol_error_for_probe,
        error.protocol_error,
        error.era_inconclusive,
    ) = _VERDICTS[flags & _MASK]
    error.code = code if flags & _HAS_CODE else None
    error._raw = body[data_at : data_at + data_size] if data_at >= 0 else None
    error._http_status = http_status
    return error


def from_error_json(error: JSONText, *, http_status: int | None = None) -> MCPError:
    """The typed error in the JSON text of an ``error`` member; ValueError where it is not JSON."""
    text = _arguments.json_bytes("error", error)
    functions, pointer = _core.functions_for(len(text)), ctypes.c_void_p()
    status = _arguments.optional_http_status("http_status", http_status) or 0
    failed = functions.error_from_jsonrpc(text, len(text), status, ctypes.byref(pointer))
    if failed == _core.INVALID_JSON:
        offset = ctypes.c_size_t()
        functions.json_check(text, len(text), ctypes.byref(offset))
        raise ValueError(f"error is not JSON: it goes wrong at byte {offset.value}")
    return _taken(failed, functions, pointer)


def by_headers(body: bytes, http_status: int, headers: dict[str, bytes], max_error_body: int) -> MCPError | None:
    """The typed error in an HTTP answer, given the three headers that matter."""
    named = (headers.get(name) for name in ("content-type", "www-authenticate", "retry-after"))
    texts = [part for value in (*named, body) for part in (value, len(value or b""))]
    request = _core.HttpResponse(ctypes.sizeof(_core.HttpResponse), http_status, *texts, max_error_body)
    functions, pointer = _core.functions_for(len(body)), ctypes.c_void_p()
    failed = functions.error_from_http(ctypes.byref(request), ctypes.byref(pointer))
    if failed == _core.NOT_AN_ERROR:
        return None
    return _taken(failed, functions, pointer)


def _by_handle(body: bytes, http_status: int) -> MCPError | None:
    if http_status:
        return by_headers(body, http_status, {}, 0)
    functions, pointer = _core.functions_for(len(body)), ctypes.c_void_p()
    failed = functions.error_from_response(body, len(body), ctypes.byref(pointer))
    return None if failed == _core.NOT_AN_ERROR else _taken(failed, functions, pointer)


def _taken(failed: int, functions: SimpleNamespace, pointer: ctypes.c_void_p) -> MCPError:
    if failed:
        raise _core.failure(failed, "response")
    with freed(functions, pointer):
        return of_handle(functions, pointer)


def of_handle(functions: SimpleNamespace, handle: ctypes.c_void_p) -> MCPError:
    """The exception that says the same as a handle."""
    view = _core.View(struct_size=ctypes.sizeof(_core.View))
    failed = functions.error_view(handle, ctypes.byref(view))
    if failed:
        raise _core.failure(failed, "response")
    error: MCPError = _new(CLASSES[view.kind], read(view.message))
    error._flags = view.flags
    error._keep_verdicts(view.flags)
    if view.flags & _HAS_CODE:
        _set_code(error, read(view.code_text))
    if view.flags & _core.HAS_DATA:
        error._raw = read(view.data_json).encode("utf-8")
    if view.http_status:
        error._http_status = view.http_status
    error._retry_after = read(view.retry_after) or None
    if isinstance(error, InsufficientScopeError):
        error.scope, error.error_description = read(view.scope) or None, read(view.description) or None
    return error


def server_error_of(functions: SimpleNamespace, handle: ctypes.c_void_p) -> ServerError:
    """The same, for a handle that the core's server side made."""
    error = of_handle(functions, handle)
    if not isinstance(error, ServerError):
        raise RuntimeError(f"the core answered with {error!r}, which is no error to send")
    return error


def _set_code(error: MCPError, digits: str) -> None:
    try:
        error.code = int(digits)
    except ValueError:
        error.code = None
        # Python refuses to read numbers of thousands of digits.
        error._code_text = digits
