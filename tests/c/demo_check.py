"""Compares what the demo printed with what is known of the answers, and with the story it must tell.

Usage: demo_check.py OUTPUT WIRE_DIR
"""
import json
import sys
from pathlib import Path

output, wire = Path(sys.argv[1]).read_text(), Path(sys.argv[2])
lines = output.splitlines()
answers = [line.split("\t") for line in (wire / "demo.tsv").read_text().splitlines()]
known = {}
for row in map(json.loads, (wire / "answers.jsonl").read_text(encoding="utf-8").splitlines()):
    known.setdefault((row["server"], row["transport"], str(row["http_status"] or "")), []).append(row["expect"])
problems = []

start = next(n for n, line in enumerate(lines) if line.startswith("-----")) + 1
table = lines[start:start + 3 * len(answers)]
if f"{len(answers)} answers." not in lines or len(answers) < 30:
    problems.append(f"not {len(answers)} answers")
for n, answer in enumerate(answers):
    server, transport, status = answer[:3]
    first, second, third = table[3 * n:3 * n + 3]
    kind, code, modern, well_formed = first[46:].split()[2:]
    era = second.split()[0]
    shown = (kind, code, modern, well_formed, era)
    yes = {True: "yes", False: "no"}
    possible = [(e["kind"], str(e["code"]) if e["code"] is not None else "-", yes[e["modern"]], yes[e["well_formed"]], e["era"])
                for e in known[server, transport, status]]
    if shown not in possible or not first.startswith(server[:46]) or len(second.split()) != 3 or not third.strip().startswith(kind):
        problems.append(f"{server}: {shown}, not among {possible}")
for column in (0, 1, 2):
    if len({line.split()[column] for line in table[1::3]}) < 3:
        problems.append("too little variety to show")

story = [
    "declares {\"roots\":{}}", "HTTP status 400",
    '{"jsonrpc":"2.0","id":9007199254740993,"error":{"code":-32021,', '"requiredCapabilities":{"elicitation":{"url":{}}}',
    "reads a MissingRequiredClientCapabilityError", "declare_capabilities, because of capability_undeclared", "elicitation url",
    '{"roots":{},"elicitation":{"url":{}}}', "The check passes",
]
rest = output[output.index("answers."):]
for part in story:
    if part not in rest:
        problems.append(f"the story lacks, in its order: {part}")
    else:
        rest = rest[rest.index(part) + len(part):]

print("\n".join(problems) or f"{len(answers)} answers and the story")
sys.exit(1 if problems else 0)
