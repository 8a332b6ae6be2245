"""Checks what Cargo.toml tells cargo-c (package.metadata.capi), against the header and against what install.sh makes.

Usage: cargo_c.py METADATA HEADER: the output of `cargo metadata --no-deps --format-version 1`
"""
import json
import re
import sys
from pathlib import Path

packages = json.loads(Path(sys.argv[1]).read_text())["packages"]
package = next(package for package in packages if package["name"] == "mcp-errors")
header = Path(sys.argv[2])
abi = re.search(r"^#define MCP_ERRORS_ABI_VERSION (\d+)$", header.read_text(), re.M).group(1)
capi = (package["metadata"] or {}).get("capi", {})


def value(path):
    here = capi
    for name in path.split("."):
        here = here.get(name) if isinstance(here, dict) else None
    return here


want = {
    "header.generation": False,  # the committed header is the one that is tested
    "header.subdirectory": False,
    "library.name": "mcp_errors",
    "library.version_suffix_components": 1,
    "pkg_config.name": "mcp_errors",  # else they are called after the crate, mcp-errors
    "pkg_config.filename": "mcp_errors",
}
problems = [f"package.metadata.capi.{path} is {value(path)!r}, want {expected!r}" for path, expected in want.items() if value(path) != expected]
version = value("library.version") or ""
if version.split(".")[0] != abi:
    problems.append(f"package.metadata.capi.library.version is {version!r}, the ABI is {abi}: the soname would be another")
headers = sorted(path.name for path in header.parent.glob("mcp_errors*"))
assets = sorted(Path(asset["from"]).name for asset in value("install.include.asset") or [])
if assets != headers:
    problems.append(f"package.metadata.capi.install.include.asset has {assets}, want {headers}")
if "capi" not in package["features"]:
    problems.append("there is no feature capi, which cargo-c switches on")
print("\n".join(problems) or "they fit")
sys.exit(1 if problems else 0)
