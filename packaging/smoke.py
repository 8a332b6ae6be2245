"""Shows that an installed mcp_errors works: parses a response, and gives advice."""

import mcp_errors
from mcp_errors import _core

error = mcp_errors.from_response(
    b'{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"m","data":{"supported":["2026-07-28"],"requested":"1"}}}'
)
assert isinstance(error, mcp_errors.UnsupportedProtocolVersionError), error
assert error.supported == ["2026-07-28"], error.supported
advice = mcp_errors.advise(error, client_versions=["2026-07-28"], requested_version="1")
assert advice.action == "retry_with_version", advice.action
print("loaded", _core.KEEPING._name)
