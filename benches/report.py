"""Runs every benchmark and puts the figures side by side with what they are to reach. See run.sh."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "target/release/libmcp_errors.so"


def run(*command, cwd=ROOT):
    """What a command prints; nothing if it fails or is not there, which is said."""
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=1200, check=True)
    except (OSError, subprocess.SubprocessError) as failure:
        print(f"left out: {' '.join(map(str, command))}: {failure}", file=sys.stderr)
        return ""
    return done.stdout


def cells(text):
    """The rows of a table, with or without bars around it."""
    return [[cell.strip() for cell in line.strip("| \n").split("|")] for line in text.splitlines() if "|" in line]


def row(what, ours, theirs, goal):
    """A row of the table; `goal` is a bound for the ratio, such as ("<=", 0.8) for ours by theirs or (">=", 8) for the reverse."""
    if goal is None:
        return [what, ours, theirs, f"{theirs / ours:.1f} x", "", ""]
    sign, bound = goal
    ratio = ours / theirs if sign == "<=" else theirs / ours
    met = ratio <= bound if sign == "<=" else ratio >= bound
    return [what, ours, theirs, f"{ratio:.2f}", f"{sign} {bound}", "yes" if met else "no"]


def core():
    """The core beside serde_json, and itself by size and depth."""
    table = cells(run("cargo", "bench", "--quiet", "--bench", "table"))
    rows, flat, per_byte = [], [], {}
    for name, _, ours, handle, skipped, tree, _, byte in (cells for cells in table if len(cells) == 8 and cells[2].isdigit()):
        per_byte[name] = float(byte)
        if skipped:
            goal = ("<=", 0.7) if name.startswith("-32021, real") else None
            flat.append(row(f"{name}: classified; serde_json skips it (IgnoredAny)", float(ours), float(skipped), goal))
            flat.append(row(f"{name}: a handle made; serde_json reads a Value", float(handle), float(tree), None))
    rows += flat
    base = per_byte.get("-32021, 64 KiB")
    for name in ("-32021, 64 MiB", "depth 1000000"):
        if base and name in per_byte:
            rows.append(row(f"{name}: ns a byte; the same at 64 KiB", per_byte[name], base, ("<=", 2)))
    return rows


def rmcp():
    table = cells(run("cargo", "run", "--quiet", "--release", "--locked", "--target-dir", ROOT / "target/peers", cwd=ROOT / "benches/peers/rmcp"))
    return [row(f"-32021, real: {cells[0]}", float(cells[1]), float(cells[2]), (">=", 8)) for cells in table if cells[1].isdigit()]


def parsers():
    """Long strings and structure beside three JSON parsers, each side on the same bytes."""
    table = cells(run("cargo", "run", "--quiet", "--release", "--locked", "--target-dir", ROOT / "target/peers", cwd=ROOT / "benches/peers/json"))
    rows = []
    for name, _, ours, serde, sonic, simd in (cells for cells in table if len(cells) == 6 and cells[1].isdigit()):
        ours, peers = float(ours), {"serde_json": float(serde), "sonic-rs": float(sonic), "simd-json": float(simd)}
        quickest = "sonic-rs" if name == "a string of 64 KiB" else min(peers, key=peers.get)
        goals = {"a string of 64 KiB": ("<=", 1.2), "64 KiB of structure": ("<=", 0.8)}
        rows.append(row(f"{name}: classified; skipped by {quickest}", ours, peers[quickest], goals.get(name)))
    return rows


def typescript(core_rows):
    """Node cannot load the library, so these two are measured in processes of their own, on the same bytes."""
    folder = ROOT / "benches/peers/typescript"
    if not (folder / "node_modules").is_dir():
        run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", cwd=folder)
    found = re.fullmatch(r"(\S+) (\d+)\n", run("node", "bench.mjs", cwd=folder))
    ours = next((cells[1] for cells in core_rows if cells[0].startswith("-32021, real")), None)
    if not found or ours is None:
        return []
    return [row(f"-32021, real: TypeScript SDK 2.4.0's probe classifier, Node {found[1]} (two processes)", ours, float(found[2]), None)]


def python():
    goals = {"data unparsed, against the mcp SDK, data by its models": 6, "data unparsed, against json.loads and the rules by hand": 3}
    rows = []
    for what, *numbers in cells(run("make", "-C", "bindings/python", "bench")):
        if len(numbers) == 3 and numbers[0].isdigit():
            goal = next((bound for name, bound in goals.items() if what.endswith(name) and not what.startswith("-32601")), None)
            rows.append(row(f"Python, {what}", float(numbers[0]), float(numbers[1]), goal and (">=", goal)))
    return rows


def ruby():
    goals = [
        (r"text to typed error.*, -3202[12]", (">=", 3)),
        (r"text to typed error.*, -3260[13]", (">=", 2.5)),
        (r"the same, and data read, -\d+", (">=", 1.2)),
        (r"from_http with 12 headers, -\d+", (">=", 1.5)),
        (r"from_jsonrpc\(hash\), -\d+", ("<=", 1.2)),
    ]
    rows = []
    for what, *numbers in cells(run("make", "-C", "bindings/ruby", "bench")):
        if not numbers or not numbers[0].isdigit():
            continue
        ours = float(numbers[0])
        if len(numbers) == 3:
            goal = next((bound for pattern, bound in goals if re.fullmatch(pattern, what)), None)
            rows.append(row(f"Ruby, {what}", ours, float(numbers[1]), goal))
        elif len(numbers) == 1:  # has no counterpart
            rows.append([f"Ruby, {what}", ours, "", "", "<= 25,000", "yes" if ours <= 25_000 else "no"])
    return rows


def sizes():
    """Bytes of what is shipped, beside what they may be."""
    rows = []
    with tempfile.TemporaryDirectory() as work:
        archive = Path(work) / "libmcp_errors.a"
        run("bindings/c/localise.sh", LIBRARY.with_suffix(".a"), "tests/symbols.txt", archive)
        wheels = sorted(ROOT.glob("bindings/python/dist/*.whl"), key=os.path.getmtime)
        for what, path, budget in [("shared library", LIBRARY, 450_000), ("static archive", archive, 1_500_000)] + [
            ("wheel", wheel, 400_000) for wheel in wheels[-1:]
        ]:
            if path.exists():
                size = path.stat().st_size
                rows.append([f"{what}, bytes", float(size), "", "", f"<= {budget:,}", "yes" if size <= budget else "no"])
    return rows


def counts():
    """Instructions of one call, by callgrind."""
    answers = [json.loads(line) for line in (ROOT / "tests/wire/answers.jsonl").read_text().splitlines()]
    samples = {"{}": "{}"}
    for code in (-32021, -32022, -32020, -32601, -32602):
        found = [a["body"] for a in answers if a["expect"].get("code") == code and (a["body"] or "").startswith("{")]
        if found:
            samples[f"{code}, real"] = found[0]
    rows = []
    with tempfile.TemporaryDirectory() as work:
        program, message, output = (Path(work) / name for name in ("count", "message", "out"))
        build = ["cc", "-O2", "-Iinclude", "benches/count.c", LIBRARY, f"-Wl,-rpath,{work}", "-o", program]
        (Path(work) / "libmcp_errors.so.1").symlink_to(LIBRARY)
        run(*build)
        for name, text in samples.items():
            message.write_text(text)
            callgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", "--toggle-collect=mcp_classify_response"]
            run(*callgrind, program, message, "1000")
            found = re.search(r"^(?:summary|totals): (\d+)", output.read_text() if output.exists() else "", re.MULTILINE)
            if found:
                rows.append((name, len(text.encode()), int(found[1]) // 1000))
    return rows


def machine():
    model = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{model[1] if model else 'unknown processor'}, {os.cpu_count()} cores"


def main():
    rows = core()
    rows = rows + parsers() + rmcp() + typescript(rows) + python() + ruby() + sizes()
    lines = ["| what | ours | theirs | ratio | goal | met |", "|---|---|---|---|---|---|"]
    for what, ours, theirs, ratio, goal, met in rows:
        numbers = [f"{n:,.2f}" if isinstance(n, float) and n < 10 else f"{n:,.0f}" if n != "" else "" for n in (ours, theirs)]
        lines.append(f"| {what} | {numbers[0]} | {numbers[1]} | {ratio} | {goal} | {met} |")
    counted = ["| message | bytes | instructions |", "|---|---|---|"]
    counted += [f"| {name} | {size} | {count:,} |" for name, size, count in counts()]
    print("\n".join([machine(), "", *lines, "", *counted]))
    if "--write" in sys.argv[1:]:
        page = ROOT / "docs/performance.md"
        text = page.read_text()
        for name, body in [("machine", machine()), ("table", "\n".join(lines)), ("counts", "\n".join(counted))]:
            text = re.sub(rf"(<!-- {name} -->\n).*?(\n<!-- end -->)", lambda m, body=body: m[1] + body + m[2], text, flags=re.DOTALL)
        page.write_text(text)


main()
