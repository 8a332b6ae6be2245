"""Makes a copy of the sources in which each struct with a struct_size has one more member at its end.

Usage: growth.py CHECKOUT OUTPUT [--heedless]: with --heedless the library takes every caller's struct for one of its own size
"""
import re
import shutil
import sys
from pathlib import Path

checkout, output = Path(sys.argv[1]), Path(sys.argv[2])
STRUCTS = ("mcp_http_response", "mcp_failure", "mcp_classification", "mcp_view", "mcp_request")

for part in ("src", "Cargo.toml", "Cargo.lock", "build.rs", "cbindgen.toml", "include", "benches", "README.md"):
    if (checkout / part).is_dir():
        shutil.copytree(checkout / part, output / part, dirs_exist_ok=True)
    else:
        shutil.copy(checkout / part, output / part)
shutil.rmtree(output / "src/bin", ignore_errors=True)
manifest = output / "Cargo.toml"
text = re.sub(r"\[\[(bin|bench)\]\]\n.*?(?=\n\[|\Z)", "", manifest.read_text(), flags=re.S)  # the library alone, of no workspace
text = re.sub(r"^\[workspace\]\n(?:[^\[\n][^\n]*\n)*", "", text, flags=re.M)
manifest.write_text(text + "\n[workspace]\n")

grown = set()
for path in (output / "src/ffi").glob("*.rs"):
    text = path.read_text(encoding="utf-8")
    for name in STRUCTS:
        text, found = re.subn(rf"(pub struct {name} \{{.*?\n)\}}", r"\1    /// More.\n    pub more: u64,\n}", text, flags=re.S)
        if not found:
            continue
        grown.add(name)
        # Where one is made: after its name, or `Self` in its own file.
        text = re.sub(rf"(= {name} |\bSelf )\{{(?=\s*struct_size\b)", r"\1{ more: 0x5A5A_5A5A_5A5A_5A5A,", text)
    if len(sys.argv) > 3 and path.name == "sized.rs":
        text, found = re.subn(r"size\.min\(size_of::<T>\(\)\)", "size_of::<T>()", text)
        if not found:
            sys.exit("sized.rs was not understood")
    path.write_text(text, encoding="utf-8")
if grown != set(STRUCTS):
    sys.exit(f"not found: {set(STRUCTS) - grown}")
