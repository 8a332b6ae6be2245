"""Compares the names that the library exports, the header declares, tests/symbols.txt lists, and a binding binds.

Usage: symbols.py LIBRARY HEADER LIST      all three must be the same
       symbols.py --binding FOLDER LIST    the names bound in a folder must be in the list
"""
import re
import subprocess
import sys
from pathlib import Path


def compare(name, got, want_name, want):
    for symbol in sorted(want - got):
        print(f"{symbol}: in {want_name}, not in {name}")
    for symbol in sorted(got - want):
        print(f"{symbol}: in {name}, not in {want_name}")
    return got == want


def bound(folder):
    """The mcp_ names in strings, symbols and calls of the sources: those that look like functions of the library."""
    names = set()
    for path in Path(folder).rglob("*"):
        if path.suffix in (".py", ".rb") and not {"tests", "spec", "bench", "build", "dist", ".venv"} & set(path.parts):
            for line in path.read_text(encoding="utf-8").splitlines():
                # "mcp_error_new", :mcp_error_new, library.mcp_error_new; not a type's or a package's name
                names |= set(re.findall(r"""(?:["':]|\b\w+\.)(mcp_[a-z_0-9]+)\b(?![./-])""", line))
    return names - {"mcp_errors", "mcp_client", "mcp_str"}


def main():
    if sys.argv[1] == "--binding":
        listed = set(Path(sys.argv[3]).read_text().split())
        names = bound(sys.argv[2])
        unknown = sorted(names - listed)
        print("\n".join(f"{name}: bound in {sys.argv[2]}, not exported" for name in unknown) or f"{len(names)} names bound")
        return 0 if names and not unknown else 1
    library, header, listing = sys.argv[1:]
    output = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    exported = {line.split()[-1].split("@")[0] for line in output.splitlines() if " A " not in line}
    unique = {name if name.startswith("mcp_errors_") else name.replace("mcp_", "mcp_errors_", 1) for name in exported}
    right = compare("the library", exported & unique, "what both headers name", unique)
    exported = {name for name in exported if not name.startswith("mcp_errors_") or name.replace("mcp_errors_", "mcp_", 1) not in exported}
    text = re.sub(r"/\*.*?\*/", "", Path(header).read_text(encoding="utf-8"), flags=re.S)
    declared = set(re.findall(r"\b(\w+)\s*\([^()]*\);", text))
    lines = Path(listing).read_text().split()
    right &= compare("the library", exported, "the header", declared)
    right &= compare("the library", exported, listing, set(lines))
    if lines != sorted(set(lines)):
        print(f"{listing} is not sorted, or names something twice")
        right = False
    if not all(name.startswith("mcp_") for name in exported):
        print("not all names begin with mcp_")
        right = False
    print(f"{len(exported)} names exported")
    return 0 if right else 1


sys.exit(main())
