"""Checks that the C++ header says all that the C header says: every enumerator, every function but those that it has another way for.

Usage: complete.py C_HEADER CPP_HEADER...
"""
import re
import sys

c, *parts = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
cpp = "".join(parts)
# The struct view and the verdicts on values a host holds are for bindings; C++ has the members of mcp::error.
ANOTHER_WAY = {"mcp_error_view", "mcp_verdicts", "mcp_data_is_well_formed", "mcp_error_has_data"}

problems = []
for name, _ in re.findall(r"^  (MCP_\w+) = (-?\d+),$", c, re.M):
    enumeration = re.match(r"MCP_([A-Z]+)_", name).group(1)
    if not re.search(rf"^    {name.removeprefix(f'MCP_{enumeration}_').lower()} = {name},", cpp, re.M):
        problems.append(f"no enumerator for {name}")
for name in re.findall(r"^MCP_API[^(]*?(mcp_\w+)\(|^mcp_\w+ (mcp_\w+)\(", c, re.M):
    name = name[0] or name[1]
    if name not in ANOTHER_WAY and not re.search(rf"\b{name}\(", cpp):
        problems.append(f"nothing calls {name}")
print("\n".join(problems) or "complete")
sys.exit(1 if problems else 0)
