"""Finds the native library and opens it.

These places are tried in order. The first library that opens is used:

1. the file that the environment variable ``MCP_ERRORS_LIBRARY`` names; if it is set, nothing else is tried,
2. the file in the wheel, next to this module,
3. ``target/release`` of the checkout, if this module runs from one,
4. the system's library, by its soname.
"""

from __future__ import annotations

import ctypes
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ABI_VERSION = 1
"""The version of the C ABI that this package needs."""

ENVIRONMENT = "MCP_ERRORS_LIBRARY"

# In the wheel the file has the name of the soname: a name that ends in ".so" would be taken for an extension module.
if sys.platform == "darwin":
    FILE_NAME, SONAME = "libmcp_errors.dylib", "libmcp_errors.1.dylib"
elif sys.platform == "win32":
    FILE_NAME, SONAME = "mcp_errors.dll", "mcp_errors.dll"
else:
    FILE_NAME, SONAME = "libmcp_errors.so", "libmcp_errors.so.1"

HOW_TO_GET_IT = (
    "Install a wheel that contains the library (pip install mcp-errors), build it in a checkout (make lib), "
    f"or set {ENVIRONMENT} to the path of {FILE_NAME}."
)

if sys.implementation.name == "pypy":
    # The wheel's tag cannot say it: only "py3-none" is for all versions of CPython, those to come included.
    raise ImportError("mcp_errors does not support PyPy, where it has not been tested. Use CPython 3.9 or newer.")

PACKAGE = os.path.dirname(os.path.realpath(__file__))


def candidates(package: str = PACKAGE) -> Iterator[str]:
    """The files to try, in order, for a package in the given folder."""
    chosen = os.environ.get(ENVIRONMENT)
    if chosen:
        yield chosen
        return
    yield os.path.join(package, SONAME)
    checkout, inside = package[: -len("/bindings/python/src/mcp_errors")], package.split(os.sep)[-4:-1]
    if inside == ["bindings", "python", "src"]:
        yield os.path.join(checkout, "target", "release", FILE_NAME)
    yield SONAME


def open_library() -> tuple[ctypes.PyDLL, ctypes.CDLL]:
    """Opens the library twice: calls through the first keep the interpreter lock, the others release it."""
    tried = []
    for name in candidates():
        if os.sep in name and not os.path.exists(name):
            tried.append(f"{name}: no such file")
            continue
        try:
            keeping, releasing = ctypes.PyDLL(name), ctypes.CDLL(name)
            version = abi_version(keeping)
        except (OSError, AttributeError) as failure:
            tried.append(f"{name}: {failure}")
            continue
        if version == ABI_VERSION:
            return keeping, releasing
        tried.append(f"{name}: has C ABI {version}, but this package needs {ABI_VERSION}")
    lines = "".join(f"\n  {line}" for line in tried)
    raise ImportError(f"The native library of mcp_errors cannot be loaded. Tried:{lines}\n{HOW_TO_GET_IT}")


def abi_version(library: ctypes.CDLL) -> int:
    """The version of the C ABI that the library has."""
    function = library["mcp_errors_abi_version"]
    function.restype, function.argtypes = ctypes.c_uint32, []
    return int(function())
