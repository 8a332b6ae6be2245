"""Checks that the C++ header says all that the C header says: every enumerator and every function.

Usage: complete.py C_HEADER CPP_HEADER...
"""
import re
import sys

c, *parts = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
cpp = "".join(parts)
problems = []
PLACES = {
    "FLAG": r"^inline constexpr std::uint32_t {} = {};",
    "CODE": r"^inline constexpr std::int64_t {} = {};",
    "PACKED": r"^inline constexpr std::int64_t {} = {};",
}
enumerators = re.findall(r"^  (MCP_\w+) = (-?\d+),$", c, re.M)
for name, _ in enumerators:
    enumeration = re.match(r"MCP_([A-Z]+)_", name).group(1)
    own = name.removeprefix(f"MCP_{enumeration}_").lower()
    if not re.search(PLACES.get(enumeration, r"^    {} = {},").format(own, name), cpp, re.M):
        problems.append(f"nothing for {name}")
functions = re.findall(r"^[a-z][^;(){}]*?\b(mcp_\w+)\(", re.sub(r"/\*.*?\*/", "", c, flags=re.S), re.M)
for name in functions:
    if not re.search(rf"\b{name}\b", cpp):
        problems.append(f"nothing calls {name}")
if len(functions) < 100 or len(enumerators) < 100:
    problems.append("the C header was not understood")
print("\n".join(problems) or f"{len(functions)} functions, {len(enumerators)} enumerators")
sys.exit(1 if problems else 0)
