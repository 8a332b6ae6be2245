"""Writes the notices of the crates that are part of the libraries: their licences ask for it.

Usage: notices.py [--check]: writes package/THIRD-PARTY-NOTICES.txt, or compares it with the versions in Cargo.lock
"""
import json
import subprocess
import sys
from pathlib import Path

here = Path(__file__).resolve().parent
output = here / "package/THIRD-PARTY-NOTICES.txt"
root = here.parents[1]


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout


tree = cargo("tree", "--offline", "--package", "mcp-errors", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}|{l}|{r}")
crates = sorted({line.replace(" (*)", "") for line in tree.splitlines() if line and not line.startswith("mcp-errors ")})
if "--check" in sys.argv:
    text = output.read_text(encoding="utf-8")
    missing = [crate for crate in crates if crate.split("|")[0] not in text]
    print("\n".join(f"{crate}: not in {output.name}" for crate in missing) or f"{len(crates)} crates")
    sys.exit(1 if missing or len(crates) < 5 else 0)

folders = {f"{p['name']} v{p['version']}": Path(p["manifest_path"]).parent for p in json.loads(cargo("metadata", "--offline", "--format-version", "1"))["packages"]}
parts = ["mcp-errors is distributed under the MIT licence or the Apache licence 2.0, at your choice. Its libraries contain the crates below, and\n"
         "the standard library of Rust (https://github.com/rust-lang/rust, MIT or Apache-2.0, copyright by the Rust project's contributors).\n"
         "Where a crate may be used under the MIT licence, it is; the Apache licence 2.0 is in LICENSE-APACHE.\n"]
for crate in crates:
    name, licence, repository = crate.split("|")
    parts.append(f"{name}\n{'-' * len(name)}\n{licence}; {repository}\n")
    texts = [path for pattern in ("LICENSE-MIT*", "LICENSE", "LICENSE.*", "COPYING") for path in sorted(folders[name].glob(pattern))]
    if not texts:
        sys.exit(f"{name} has no licence that this script finds")
    parts.append(texts[0].read_text(encoding="utf-8").strip() + "\n")
output.write_text("\n".join(parts), encoding="utf-8")
print(f"{len(crates)} crates")
