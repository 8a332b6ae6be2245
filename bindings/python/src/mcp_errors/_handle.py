"""Handles of the core, for questions that are asked once in a while: made from an error's values, freed at once."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from . import _core
from ._json import dumps, dumps_anyhow, shape, utf8

if TYPE_CHECKING:
    from ._base import MCPError
    from .errors import ServerError

KIND_NAMES = _core.names("kind")

# The members of data that a verdict or an advice may need.
_MEMBERS = ("requiredCapabilities", "supported", "requested", "elicitations")


def read(text: Any) -> str:
    """The text that a function returned from inside a handle."""
    return ctypes.string_at(text.ptr, text.len).decode("utf-8")


def made_from(function: Any, subject: str, *arguments: Any, wanted: str = "") -> bytes:
    """The text that a function makes out of the arguments."""
    pointer, length = ctypes.c_void_p(), ctypes.c_size_t()
    status = function(*arguments, ctypes.byref(pointer), ctypes.byref(length))
    if status:
        raise _core.failure(status, subject, wanted)
    try:
        return ctypes.string_at(pointer, length.value)
    finally:
        _core.SHORT.string_free(pointer)


@contextmanager
def freed(functions: SimpleNamespace, pointer: ctypes.c_void_p) -> Iterator[ctypes.c_void_p]:
    """Frees the error handle in the end."""
    try:
        yield pointer
    finally:
        functions.error_free(pointer)


@contextmanager
def handle_of(error: MCPError) -> Iterator[tuple[SimpleNamespace, ctypes.c_void_p]]:
    """A handle that says the same as the exception; of a host's own data it holds what is judged, not all."""
    data = error._raw if error._raw is not None else dumps_anyhow(judged(error.data))
    functions, pointer = _of_view(_view(error, data))
    with freed(functions, pointer):
        yield functions, pointer


@contextmanager
def handle_to_send(error: ServerError) -> Iterator[tuple[SimpleNamespace, ctypes.c_void_p]]:
    """A handle to be written out, with all of data; the core tells an error made here from one to be relayed."""
    data = error._raw if error._raw is not None else dumps(error.data, "error.data")
    code = error.code
    if error._flags is None and not error._heard and (code is None or _core.is_int64(code)):
        functions, pointer = _core.functions_for(len(data)), ctypes.c_void_p()
        message, number = utf8(error.message), None if code is None else ctypes.byref(ctypes.c_int64(code))
        json = (data, len(data)) if error.has_data else (None, 0)
        status = functions.error_new_server(
            error._kind, message, len(message), number, *json, error.http_status or 0, ctypes.byref(pointer)
        )
        if status:
            raise _core.failure(status, "error")
    else:
        functions, pointer = _of_view(_view(error, data))
    with freed(functions, pointer):
        yield functions, pointer


def _of_view(view: bytes) -> tuple[SimpleNamespace, ctypes.c_void_p]:
    functions, pointer = _core.functions_for(len(view)), ctypes.c_void_p()
    status = functions.error_from_view_json(view, len(view), ctypes.byref(pointer))
    if status:
        raise _core.failure(status, "error")
    return functions, pointer


def _view(error: MCPError, data: bytes) -> bytes:
    view: dict[str, Any] = {
        "kind": KIND_NAMES[error._kind],
        "message": error.message,
        "message_is_string": error.message_is_string,
        "has_data": error.has_data,
        "local": error.local,
    }
    optional = {
        "code_text": error.code_text,
        "http_status": error.http_status,
        "retry_after": error.retry_after,
        "scope": getattr(error, "scope", None),
        "error_description": getattr(error, "error_description", None),
    }
    view.update((name, value) for name, value in optional.items() if value is not None)
    text = dumps_anyhow(view)
    return b'%b,"data":%b}' % (text[:-1], data) if error.has_data else text


def judged(data: Any) -> Any:
    """The part of a host's own data that the core needs for a verdict or an advice."""
    if isinstance(data, Mapping):
        return {name: data[name] for name in _MEMBERS if name in data}
    return shape(data, 0)
