"""Checks the comments and the names of the C header.

Usage: header_lint.py HEADER
Every function has a comment which names each parameter by @param and none that is not there, and says what threads may do; what
returns a status says which; every member, enumerator, type and constant has a comment; no mark of Rust's documentation; nothing
but mcp_ and MCP_ names.
"""
import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
problems = []
comment = r"/\*\*\n((?: \*[^\n]*\n)+?) \*/\n"

functions = re.findall(r"(?:" + comment + r")?^(?=[a-z])([^;{}()*/#]*?[ *])(\w+)\(([^)]*)\);", text, re.M)
for doc, result, name, parameters in functions:
    named = [p.split()[-1].lstrip("*") for p in parameters.split(",")] if parameters.strip() != "void" else []
    documented = re.findall(r"@param (\w+)", doc)
    if not doc.strip(" *\n"):
        problems.append(f"{name}: no comment")
    if named != documented:
        problems.append(f"{name}: parameters {named}, documented {documented}")
    if "Threads:" not in doc:
        problems.append(f"{name}: nothing on threads")
    if result.strip() == "mcp_status" and "@return" not in doc:
        problems.append(f"{name}: nothing on the status it returns")
    if not name.startswith("mcp_"):
        problems.append(f"{name}: not an mcp_ name")
if len(functions) != len(re.findall(r"^[^ */#].*\(|^[a-z].*\($", text, re.M)) or len(functions) < 80:
    problems.append(f"only {len(functions)} functions were understood")

lines = text.splitlines()
for number, line in enumerate(lines):
    declares = (re.match(r"  MCP_\w+ = -?\d+,", line) or re.match(r"  (struct )?\w+ \*?\w+;", line.replace("const ", ""))
                or re.match(r"#define MCP_(?!ERRORS_H\b)\w+ ", line) or re.match(r"(typedef struct|enum) \w+", line))
    if declares and lines[number - 1].strip() != "*/":
        problems.append(f"line {number + 1}: no comment: {line.strip()}")
    macro = re.match(r"#define (\w+)", line)
    if macro and not macro.group(1).startswith("MCP_"):
        problems.append(f"line {number + 1}: not an MCP_ name: {macro.group(1)}")
    for mark in ("# Safety", "# Errors", "# Panics", "# Examples", "```rust", "::", "[`", "`]", "Option<", "&str", ".unwrap", "# Arguments"):
        if mark in line:
            problems.append(f"line {number + 1}: {mark} is Rust's: {line.strip()}")
    if line.startswith(" *") and "TODO" in line:
        problems.append(f"line {number + 1}: unfinished")

print("\n".join(problems) or f"{len(functions)} functions, all documented")
sys.exit(1 if problems else 0)
