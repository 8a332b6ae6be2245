"""PyInstaller's hook: packs the library that the package loads, under the name that the package looks for."""

import os

from mcp_errors import _core, _library

path = _core.KEEPING._name
beside = os.path.join(os.path.dirname(path), _library.SONAME)
# Without a folder it is a library of the system, which the program finds there as well.
binaries = [(beside, "mcp_errors")] if os.sep in path and os.path.exists(beside) else []
# Used by to_sdk only, in programs that import it themselves. Installed beside the package, it would be packed with
# everything that it needs.
excludedimports = ["mcp", "typing_extensions"]
