"""Doxygen reads the headers through this. Line numbers stay as they are.

The comment that a header begins with becomes the page of the file. In mcp_errors.hpp a member that says nothing about itself is reported by
the C function that it calls, as the header says in its first lines.
"""
import re
import sys
from pathlib import Path

USUAL = [
    (r"operator bool\(\)", "Whether there is one."),
    (r"operator(\*|->)\(\)", "The value, of a true result only."),
    (r"operator=\(\w+ &&", "Takes over what the other owns."),
    (r"(\w+)\(\1 &&", "Takes over what the other owns."),
    (r"result\(", "A value, or the status of a failure."),
    (r"\bget\(\)", "The handle of the C interface, still owned."),
    (r"\bstatus\(\)", "The status: `ok` with a value."),
    (r"\btext\(char \*", "Owns a text that a C function made."),
    (r"\bview\(\) const|operator std::string_view", "The text, valid as long as this owns it."),
    (r"\bc_str\(\)", "The text with a NUL after it, never null."),
    (r"\bis_a\(mcp::kind", "Whether the error is of a kind or of one below it: ::mcp_kind_is_a()."),
]


def document(lines):
    """A comment before each line that declares something without one."""
    structs = []
    for number, line in enumerate(lines):
        code = line.strip()
        before = lines[number - 1].strip() if number else ""
        if opening := re.match(r"(?:struct|class|namespace) (\w+)", code):
            structs.append(opening[1])
        declares = re.match(r"[A-Za-z~].*\(.*\).*[;{]", code) or re.match(r"[\w:<>]+ \w+( = .*|\{.*\})?;", code)
        if before.startswith("///") or "///" in code or not declares or re.match(r"(return|if|for|while|namespace)\b", code):
            yield line
            continue
        whole = " ".join(part.strip() for part in lines[number : number + 3]) if code.endswith("{") else code
        called = re.search(r"[^\w](mcp_[a-z_]+)\(", whole)
        usual = next((words for pattern, words in USUAL if re.search(pattern, code)), None)
        member = re.match(r"[\w:<>]+ (\w+)( = .*|\{.*\})?;", code)
        if called and not usual:
            yield f"/** See ::{called[1]}(). */ {line}"
        elif usual:
            yield f"/** {usual} */ {line}"
        elif member and structs and structs[-1] == "http_response":
            yield f"/** See the member of that name in ::mcp_http_response. */ {line}"
        else:
            yield line


def typedefs(lines):
    """A word to each number of an enumeration, whose constants stand before it."""
    for line in lines:
        number = re.fullmatch(r"typedef int32_t (mcp_\w+);", line)
        yield f"/** One of ::{number[1]}_values. */ {line}" if number else line


def page(lines):
    """The first comment, as the documentation of the file."""
    if lines[0] == "/*":
        return ["/** @file", *lines[1:]]
    if lines[0].startswith("///") and lines[1] == "///":
        return ["/// @file", *lines[:1], *lines[2:]]
    sys.exit(f"{sys.argv[1]} does not begin with a comment that the reference can use")


lines = page(Path(sys.argv[1]).read_text(encoding="utf-8").split("\n"))
sys.stdout.write("\n".join(document(lines) if sys.argv[1].endswith("pp") else typedefs(lines)))
