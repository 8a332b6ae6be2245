"""From the bytes of a response to a typed error.

The usual way is one call of the core, which returns where message and data are in the caller's own bytes, and what they
mean. For what that cannot say (a message of the core's own, headers) there are handles. Both give the same exceptions.
"""

from __future__ import annotations

import ctypes
import struct

from . import _core
from ._base import MESSAGE_TYPES, MORE, VERDICTS, MCPError, integer, read, status
from ._json import RawJSON, dumps, json_bytes, loads, string_inside, wrong_type
from .errors import CLASSES, InvalidResultError, ServerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from typing_extensions import Unpack

    from ._base import Facts, Verdicts
    from .types import Context, Headers, JSONText, MessageType

# mcp_classification: struct_size, kind, flags, code, http_status, reserved, then the spans code_text, message, data,
# required_capabilities, supported, requested, then message_type, reserved, and the span id. Offsets are read as signed
# numbers: that of a missing span is -1.
_FIELDS = struct.Struct("@8xiIqI20xqqqq48xi4xqq")
_unpack = _FIELDS.unpack_from

# Bound without argtypes for short texts: that halves the cost of the call. Bytes are passed as a pointer to their own
# memory; length and status are passed as C ints, which fill a whole register each, and are small.
_classify = _core.KEEPING["mcp_classify_response"]
_packed = _core.KEEPING["mcp_classify_packed"]
_packed.restype = ctypes.c_int64
# What follows from a packed number but for the places of message and data, by its upper bits and the status.
_known: dict[int, tuple[type[MCPError], Facts, Verdicts]] = {}

_SHORT_TEXT = _core.SHORT_TEXT
_HAS_CODE, _OVERFLOW, _NEEDS_DECODING = _core.HAS_CODE, _core.CODE_OVERFLOW, _core.MESSAGE_NEEDS_DECODING
_ERROR = MESSAGE_TYPES.index("error")
_MASK = len(VERDICTS) - 1
_new = MCPError.__new__
_FLAGS = {
    "well_formed": _core.WELL_FORMED,
    "modern": _core.MODERN,
    "modern_http": _core.MODERN_HTTP,
    "modern_for_probe": _core.MODERN_FOR_PROBE,
    "protocol_error": _core.PROTOCOL_ERROR,
    "era_inconclusive": _core.ERA_INCONCLUSIVE,
    "has_data": _core.HAS_DATA,
    "message_is_string": _core.MESSAGE_IS_STRING,
}

# The buffer of a call, and the argument that points to it. A call takes its slot out, so no other thread, signal
# handler or finalizer uses it at the same time; taking and giving back are atomic.
_slots: list[tuple[bytearray, Any]] = []


def _slot() -> tuple[bytearray, Any]:
    buffer = bytearray(_FIELDS.size)
    struct.pack_into("@N", buffer, 0, len(buffer))
    return buffer, ctypes.byref((ctypes.c_char * len(buffer)).from_buffer(buffer))


def from_response(response: JSONText, *, http_status: int | None = None) -> MCPError | None:
    """The typed error in a whole JSON-RPC response (a line of stdio, a 2xx body); None for a result.

    A text that is not a JSON-RPC response gives a TransportError. With a status, the text is read as an HTTP body;
    ``from_http`` takes the headers into account too.
    """
    body: Any = response if response.__class__ is bytes else json_bytes("response", response)
    size, known = len(body), 0 if http_status is None else status("http_status", http_status)
    if size <= _SHORT_TEXT:
        packed = _packed(body, size, known)
        if packed == -2:
            return None
        if packed >= 0:
            upper = packed >> 52
            if known:
                upper += known << 10
            try:
                kind, facts, verdicts = _known[upper]
            except KeyError:
                kind, facts, verdicts = _learn(upper)
            start = packed & 8191
            error: MCPError = _new(kind, body[start : start + (packed >> 13 & 8191)].decode())
            error._body = body
            error._facts = facts
            error._data_at = packed
            (
                error.well_formed,
                error.modern_protocol_error,
                error.modern_http_protocol_error,
                error.modern_protocol_error_for_probe,
                error.protocol_error,
                error.era_inconclusive,
            ) = verdicts
            return error
    try:
        slot = _slots.pop()
    except IndexError:
        slot = _slot()
    buffer, out = slot
    failed = (_classify if size <= _SHORT_TEXT else _core.functions_for(size).classify_response)(body, size, known, out)
    kind, flags, code, _, text_at, text_size, data_at, data_size, kind_of_message, id_at, id_size = _unpack(buffer)
    _slots.append(slot)
    if failed or text_at < 0 or flags & _OVERFLOW:
        return None if kind < 0 and not failed else _by_handle(body, known)
    raw = body[text_at : text_at + text_size]
    error = _new(CLASSES[kind], string_inside(raw) if flags & _NEEDS_DECODING else raw.decode())
    error._body = body
    error._keep((flags, code if flags & _HAS_CODE else None, known or None, MESSAGE_TYPES[kind_of_message]))
    error._data_at = data_at, data_size
    error._error_object = True
    if id_at >= 0:
        error._id = body[id_at : id_at + id_size].decode("utf-8", "replace")
    return error


def _learn(upper: int) -> tuple[type[MCPError], Facts, Verdicts]:
    """What follows from the upper bits of a packed number, the code and the status: its data is well formed."""
    code, http_status = (upper & 1023) - 32768, upper >> 10
    kind = _core.SHORT.kind_for_code(code)
    flags = _core.SHORT.verdicts(kind, ctypes.byref(ctypes.c_int64(code)), http_status, 1)
    facts = flags | _HAS_CODE | _core.MESSAGE_IS_STRING, code, http_status or None, MESSAGE_TYPES[_ERROR]
    known = CLASSES[kind], facts, VERDICTS[flags & _MASK]
    if len(_known) > 1000:
        # A peer must not make it grow.
        _known.clear()
    _known[upper] = known
    return known


def from_error_json(error: JSONText, *, http_status: int | None = None) -> MCPError:
    """The typed error in the JSON text of an ``error`` member; ValueError if it is not JSON."""
    text, known = json_bytes("error", error), status("http_status", http_status)
    found = _made(_core.functions_for(len(text)), "error_from_jsonrpc", text, len(text), known)
    assert found is not None
    return found


def from_answer(
    response: JSONText, context: Mapping[str, Any] | JSONText | None = None, **more: Unpack[Context]
) -> MCPError | None:
    """The same as ``from_response``, and results are judged by what was asked.

    The context is that of ``advise``. None is a result that answers the request. An ``InputRequiredError`` is a result
    that asks for input; an ``InvalidResultError`` is a result that the protocol does not allow.
    """
    body, asked = json_bytes("response", response), context_json(context, more)
    functions = _core.functions_for(len(body))
    return _made(functions, "error_from_answer", body, len(body), asked, len(asked))


def from_http(
    status: int,
    headers: Headers,
    body: JSONText,
    *,
    context: Mapping[str, Any] | JSONText | None = None,
    max_error_body: int = 0,
) -> MCPError | None:
    """The typed error in an HTTP response; None for a result.

    The status ranks above the body, and event streams are read too. With a context, results are judged as by
    ``from_answer``. ``max_error_body`` is the length beyond which a body outside 2xx is ignored (0: 65,536 bytes).
    """
    return _from_http("status", status, "body", body, header_values(headers, _NAMES, "utf-8"), context, max_error_body)


def from_http_response(
    response: Any, *, context: Mapping[str, Any] | JSONText | None = None, max_error_body: int = 0
) -> MCPError | None:
    """The typed error in a response of httpx, httpx2 or requests.

    If its body has not been read (a stream), only status and headers count: read it first where you can.
    """
    try:
        number, headers = response.status_code, response.headers
    except AttributeError:
        raise wrong_type("response", "a response of httpx or requests", response) from None
    # The bytes of the header as they were sent: httpx keeps them, requests has decoded them as Latin-1.
    values = header_values(getattr(headers, "raw", headers), _NAMES, "latin-1")
    body = body_of(response)
    return _from_http("response.status_code", number, "response.content", body, values, context, max_error_body)


def body_of(response: Any) -> Any:
    """The body of a response; empty if it was not read."""
    # requests would read the rest of the stream now, which can block.
    if getattr(response, "_content", b"") is False:
        return b""
    try:
        return response.content or b""
    except AttributeError:
        raise wrong_type("response", "a response of httpx or requests", response) from None
    except Exception as unread:
        if type(unread).__name__ == "ResponseNotRead":
            return b""
        raise


def sse_response(body: JSONText) -> bytes | None:
    """The JSON-RPC response in the body of an event stream: the last one; None without one."""
    text, pointer, length = json_bytes("body", body), ctypes.c_void_p(), ctypes.c_size_t()
    functions = _core.functions_for(len(text))
    if failed := functions.sse_response(text, len(text), ctypes.byref(pointer), ctypes.byref(length)):
        raise _core.failure(failed)
    if not pointer:
        return None
    try:
        return ctypes.string_at(pointer, length.value)
    finally:
        functions.string_free(pointer)


def message_type(text: JSONText) -> MessageType:
    """What a text is: an error, a result, a request, a notification, a batch, other JSON, or not JSON."""
    body = json_bytes("text", text)
    number = _core.functions_for(len(body)).message_type_of(body, len(body), None)
    if number < 0:
        raise MemoryError("text is nested too deeply for the memory that is left")
    found: MessageType = MESSAGE_TYPES[number]
    return found


def context_json(context: Mapping[str, Any] | JSONText | None, more: Mapping[str, Any]) -> bytes:
    """The JSON of a context: a mapping or JSON text, and further members."""
    if not more:
        if context is None:
            return b"{}"
        if isinstance(context, (str, bytes, bytearray, memoryview)):
            return json_bytes("context", context)
        return dumps(context, "context")
    if context is None:
        return dumps(more, "context")
    if isinstance(context, (str, bytes, bytearray, memoryview)):
        text = json_bytes("context", context)
        # What is not an object is left to the core to refuse.
        if not text.strip().endswith(b"}"):
            return text
        return b"%b%b%b" % (text.strip()[:-1], b"," if b":" in text else b"", dumps(more, "context")[1:])
    return dumps({**context, **more}, "context")


_NAMES = ("content-type", "www-authenticate", "retry-after", "location")


def _from_http(
    status_name: str, number: Any, body_name: str, body: Any, headers: dict[str, bytes], context: Any, limit: int
) -> MCPError | None:
    if not 0 <= integer("max_error_body", limit) < 1 << 63:
        raise ValueError(f"max_error_body must not be negative, not {limit}")
    integer(status_name, number)
    known, text = status(status_name, number), json_bytes(body_name, body)
    plain = not limit and context is None and headers.keys() <= {"content-type"}
    # An event stream begins with the letter of a field name or a colon, and JSON objects do not.
    if plain and (text[:1] == b"{" and b"event-stream" not in headers.get("content-type", b"").lower()):
        return from_response(text, http_status=known)
    return by_headers(text, known, headers, limit, None if context is None else context_json(context, {}))


def by_headers(
    body: bytes, http_status: int, headers: Mapping[str, bytes], max_error_body: int = 0, context: bytes | None = None
) -> MCPError | None:
    """The typed error in an HTTP response, given the headers that matter."""
    texts = [headers.get(name) for name in _NAMES[:3]]
    parts = [part for value in (*texts, body) for part in (value, len(value or b""))]
    location = headers.get("location")
    request = _core.HttpResponse(
        ctypes.sizeof(_core.HttpResponse),
        http_status,
        *parts,
        max_error_body,
        location,
        len(location or b""),
        context,
        len(context or b""),
    )
    return _made(_core.functions_for(len(body)), "error_from_http", ctypes.byref(request))


def _by_handle(body: bytes, http_status: int) -> MCPError | None:
    if http_status:
        return by_headers(body, http_status, {})
    functions, handle = _core.functions_for(len(body)), ctypes.c_void_p()
    failed = functions.error_from_response(body, len(body), ctypes.byref(handle))
    if failed and failed != _core.NOT_AN_ERROR:
        raise _core.failure(failed)
    return None if failed else _taken(functions, handle)


def _made(functions: Any, name: str, *arguments: Any) -> MCPError | None:
    handle = ctypes.c_void_p()
    if not _core.call(getattr(functions, name), *arguments, ctypes.byref(handle)):
        return None
    return _taken(functions, handle)


def _taken(functions: Any, handle: ctypes.c_void_p) -> MCPError:
    """The exception that says the same as a handle, which is freed."""
    try:
        view = loads(read(functions.error_view_json(handle)))
        text = functions.error_data_json(handle)
        data, kind = ctypes.string_at(text.ptr, text.len), functions.error_kind(handle)
        message = read(functions.error_message(handle))
        reason = read(functions.error_malformed_reason(handle)) if CLASSES[kind] is InvalidResultError else None
        given_id = read(functions.error_id_json(handle))
    finally:
        functions.error_free(handle)
    error: MCPError = _new(CLASSES[kind], message)
    code = view["code"] if not isinstance(view["code"], RawJSON) else None
    error._body, error._data_at = data, (0, len(data))
    flags = sum(flag for name, flag in _FLAGS.items() if view[name])
    error._keep((flags, code, view["http_status"], view["message_type"]))
    if given_id:
        error._id = given_id
    if reason:
        error._reason = reason
    if code is None and view["code_text"]:
        error._code_text = view["code_text"]
    for name in ("built", "error_object", "body_ignored"):
        if view.get(name):
            setattr(error, f"_{name}", True)
    for name in MORE:
        if view[name] is not None:
            setattr(error, name, view[name])
    return error


def server_error(name: str, *texts: bytes) -> ServerError | None:
    """The error to send that a function of the core's server side makes out of texts."""
    arguments = [part for text in texts for part in (text, len(text))]
    functions, handle = _core.functions_for(max(map(len, texts))), ctypes.c_void_p()
    if name == "error_new_header_mismatch":
        if failed := functions.error_new_header_mismatch(*arguments, ctypes.byref(handle)):
            raise _core.failure(failed)
    else:
        _core.call(getattr(functions, name), *arguments, ctypes.byref(handle))
    error = _taken(functions, handle) if handle else None
    assert error is None or isinstance(error, ServerError)
    return error


def header_values(headers: Any, names: tuple[str, ...], encoding: str) -> dict[str, bytes]:
    """The headers of these names (in lower case, or with a common beginning that ends in "-"); repeated ones joined."""
    found: dict[str, bytes] = {}
    if headers is None:
        return found
    pairs = headers.items() if hasattr(headers, "items") else headers
    try:
        for name, value in pairs:
            text = (str(name, "latin-1") if isinstance(name, bytes) else name).lower()
            if text.startswith(names) and (text in names or text.startswith("mcp-param-")):
                value = _header_bytes(text, value, encoding)
                found[text] = found[text] + b", " + value if text in found else value
    except (TypeError, ValueError, AttributeError) as failure:
        raise TypeError(f"headers must be a mapping of names to values, or pairs of them: {failure}") from None
    return found


def _header_bytes(name: str, value: Any, encoding: str) -> bytes:
    if isinstance(value, bytes):
        return bytes(memoryview(value))
    if isinstance(value, (list, tuple)):
        return b", ".join(_header_bytes(name, part, encoding) for part in value)
    if not isinstance(value, str):
        raise wrong_type(f"the value of {name}", "a str or bytes", value)
    try:
        return str.encode(value, encoding)
    except UnicodeEncodeError:
        return str.encode(value, "utf-8", "replace")
