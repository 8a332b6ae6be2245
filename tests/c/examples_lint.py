"""Checks that examples handle every status: none is ignored, and no status but OK and NOT_AN_ERROR passes for a result.

Usage: examples_lint.py HEADER FILE...
A call that returns mcp_status stands in an assignment, a comparison or a return. After a call that may return NOT_AN_ERROR, both this
and OK are compared before the function ends.
"""
import re
import sys

header = re.sub(r"/\*.*?\*/", "", open(sys.argv[1], encoding="utf-8").read(), flags=re.S)
STATUS = set(re.findall(r"^mcp_status (\w+)\(", header, re.M))
JUDGES = {"mcp_error_from_response", "mcp_error_from_answer", "mcp_error_from_http"}
problems, calls = [], 0
for path in sys.argv[2:]:
    source = open(path, encoding="utf-8").read()
    code = re.sub(r"/\*.*?\*/", lambda comment: re.sub(r"[^\n]", " ", comment.group()), source, flags=re.S)
    code = re.sub(r'"(?:[^"\\\n]|\\.)*"', lambda text: '"' + " " * (len(text.group()) - 2) + '"', code)
    ends = [match.start() for match in re.finditer(r"^\}", code, re.M)]
    for call in re.finditer(r"\b(mcp_\w+)\(", code):
        name = call.group(1)
        if name not in STATUS:
            continue
        calls += 1
        line = code.count("\n", 0, call.start()) + 1
        before = code[:call.start()].rstrip()
        depth, end = 0, call.end() - 1
        while True:
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            end += 1
            if depth == 0:
                break
        statement = re.split(r"[;{}]", before)[-1]
        if not re.search(r"[^=!<>]=[^=]|\breturn\b|[=!]=", statement + " ") and not re.match(r"\s*[=!]=", code[end:]):
            problems.append(f"{path}:{line}: the status of {name} is ignored")
        rest = code[call.start():min([place for place in ends if place > call.start()], default=len(code))]
        following = [other.start() for other in re.finditer(r"\b(mcp_\w+)\(", rest) if other.group(1) in STATUS - JUDGES]
        rest = rest[:following[0]] if following else rest
        if name in JUDGES and not ("MCP_STATUS_NOT_AN_ERROR" in rest or re.search(r"!= MCP_STATUS_OK\)\s*\{?\s*(stop|return)", rest)):
            problems.append(f"{path}:{line}: nothing tells a result from a failure of {name}")
        if name in JUDGES and "!= MCP_STATUS_OK" not in rest:
            problems.append(f"{path}:{line}: a failure of {name} passes for a result or an error")
print("\n".join(problems) or f"{calls} calls, every status handled")
sys.exit(1 if problems or calls == 0 else 0)
