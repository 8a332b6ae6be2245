"""Writes docs/platforms.md from a run of dist_check.sh: report.py RESULTS_DIR DIST_DIR."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
results, dist = Path(sys.argv[1]), Path(sys.argv[2])
FIELDS = ("triple", "use", "system", "rustflags", "shared", "static", "archive", "wheel", "gem")
table = (ROOT / "packaging/targets.tsv").read_text(encoding="utf-8").splitlines()
targets = [dict(zip(FIELDS, line.split("\t"))) for line in table if not line.startswith("#")]


def checks(name: str) -> str:
    path = results / f"{name}.results"
    if not path.exists():
        return "not tested in this run"
    lines = path.read_text(encoding="utf-8").splitlines()
    return "<br>".join(f"**{line}**" if line.startswith("FAILED") else line[8:] for line in lines if line[:8] in ("ok      ", "FAILED  "))


def proven(target: dict[str, str]) -> str:
    text = checks(target["triple"])
    return text + "<br>not run: nothing here runs it" if "apple" in target["triple"] else text


print("""# Platforms

This page is written by `make dist-all dist-check`. It lists the packages that are made, and what was tested in this run.

## Targets

| target | oldest system | tests |
| --- | --- | --- |""")
for target in targets:
    note = "" if target["use"] == "ship" else "<br>not shipped: tests byte order or width"
    print(f"| {target['triple']}{note} | {target['system']} | {proven(target)} |")
print(f"| sources, .deb | Rust 1.85 | {checks('sources')} |")
print("""
## Packages

| file | bytes |
| --- | ---: |""")
for path in sorted(dist.iterdir()):
    print(f"| {path.name} | {path.stat().st_size:,} |")
print("""
## Limits

- The macOS packages are built but not run: nothing in the test environment runs them. Their libraries are not signed, and export a few
  symbols of Rust's runtime besides the functions of the header.
- The Windows library is tested by the C tests under Wine. The Python and Ruby packages for Windows are not run.
- No Python or Ruby for musl is in the test environment: the library in the musl wheel and gem is tested by the C tests.
- On wasm32-wasip1 a panic aborts the module. There is no wheel or gem for it.
- The vcpkg port is not tested: vcpkg cannot be installed in the test environment.""")
