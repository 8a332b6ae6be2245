"""Finds the native library and opens it.

Looked for in this order, the first that opens wins:

1. the file that the environment variable ``MCP_ERRORS_LIBRARY`` names; when it is set, nothing else is tried,
2. the file packed into the wheel, beside this module,
3. ``target/release`` of the checkout, when this module runs from one,
4. the system's library, by its soname.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

ABI_VERSION = 1
"""The C ABI that this package is written for."""

ENVIRONMENT = "MCP_ERRORS_LIBRARY"

if sys.platform == "darwin":
    FILE_NAME, SONAME = "libmcp_errors.dylib", "libmcp_errors.1.dylib"
elif sys.platform == "win32":
    FILE_NAME, SONAME = "mcp_errors.dll", "mcp_errors.dll"
else:
    FILE_NAME, SONAME = "libmcp_errors.so", "libmcp_errors.so.1"

HOW_TO_GET_IT = (
    "Install a wheel that brings the library along (pip install mcp-errors), build it in a checkout (make lib), "
    f"or set {ENVIRONMENT} to the path of {FILE_NAME}."
)


def candidates(package: Path) -> Iterator[str]:
    """The files to try, best first, for a package that stands in the given folder."""
    chosen = os.environ.get(ENVIRONMENT)
    if chosen:
        yield chosen
        return
    yield str(package / FILE_NAME)
    if package.parts[-4:-1] == ("bindings", "python", "src"):
        yield str(package.parents[3] / "target" / "release" / FILE_NAME)
    yield SONAME


def open_library() -> tuple[ctypes.PyDLL, ctypes.CDLL]:
    """The library twice: once keeping the interpreter lock during a call, once letting go of it."""
    tried = []
    for name in candidates(Path(__file__).resolve().parent):
        if os.sep in name and not Path(name).exists():
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
    """The number of the C ABI that the library speaks."""
    function = library["mcp_errors_abi_version"]
    function.restype, function.argtypes = ctypes.c_uint32, []
    return int(function())
