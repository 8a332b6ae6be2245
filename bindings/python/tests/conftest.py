"""What several tests need."""

from __future__ import annotations

import os
from pathlib import Path

# The library of the checkout, not one that happens to be installed on the machine.
os.environ.pop("MCP_ERRORS_LIBRARY", None)

BINDING = Path(__file__).resolve().parents[1]
CHECKOUT = BINDING.parents[1]
LIBRARY = CHECKOUT / "target" / "release" / "libmcp_errors.so"
SECONDS = 300
"""The limit of every wait. Only what hangs reaches it, however slow the machine is."""
RELEASE = os.environ.get("MCP_ERRORS_RELEASE") == "1"
"""Set by make test-release: more examples, more calls, and the library is built as it is shipped."""
