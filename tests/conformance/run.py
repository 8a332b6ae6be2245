#!/usr/bin/env python3
"""Runs the official MCP conformance suite against client.py, the C client and server.py.

Usage: run.py [--write] [--accept]

Compares the checks with expected.json and fails if one that passed before does not pass now, or if a scenario that is not
among the known failures fails. --write writes docs/conformance.md, --accept writes expected.json.
Needs setup.sh and `make lib` to have run. MCP_ERRORS_LIBRARY names another build of the library.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SUITE = HERE / ".suite/node_modules/@modelcontextprotocol/conformance"
NODE = [str(HERE / ".suite/node"), str(SUITE / "dist/index.js")]
PYTHON = str(HERE / ".suite/venv/bin/python")
LIBRARY = Path(os.environ.get("MCP_ERRORS_LIBRARY") or ROOT / "target/release/libmcp_errors.so").resolve()
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.environ.get("PYTHONPATH") or str(ROOT / "bindings/python/src")}
EXPECTED = HERE / "expected.json"
TABLE = ROOT / "docs/conformance.md"
# In milliseconds. Generous, since the machine may be busy.
PATIENCE = "120000"
# The C client has no OAuth, and one stream at a time.
C_SCENARIOS = {
    "2026-07-28": [
        "tools_call",
        "request-metadata",
        "sep-2322-client-request-state",
        "http-standard-headers",
        "http-custom-headers",
        "http-invalid-tool-headers",
        "json-schema-ref-no-deref",
    ],
    "2025-11-25": ["initialize", "tools_call", "sse-retry"],
}

Checks = dict[str, str]
"""The worst status of each check, by its id."""


@contextmanager
def server():
    """Starts server.py on a free port of this machine, and stops it at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([PYTHON, str(HERE / "server.py"), str(port)], env=ENVIRONMENT)
    try:
        for _ in range(300):
            if process.poll() is not None:
                raise SystemExit("server.py did not start")
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://localhost:{port}/mcp"
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def suite(*arguments: str) -> dict[str, Checks]:
    """Runs the suite; returns the checks of each scenario."""
    with tempfile.TemporaryDirectory() as folder:
        command = [*NODE, *arguments, "--timeout", PATIENCE, "--output-dir", folder]
        ran = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=600)
        found = {}
        for file in sorted(Path(folder).rglob("checks.json")):
            path = file.parent.relative_to(folder).as_posix()
            name = re.sub(r"-\d{4}-\d\d-\d\dT[\d-]+Z$", "", path.removeprefix("server-"))
            found[name] = checks(json.loads(file.read_text()))
            errors = file.with_name("stderr.txt")
            if errors.exists() and errors.read_text().strip():
                found[name]["nothing-on-stderr"] = "FAILURE"
                print(f"{name}: {errors.read_text()}")
        if not found:
            raise SystemExit(f"the suite ran no scenario:\n{ran.stdout[-2000:]}{ran.stderr[-4000:]}")
        return found


def checks(rows: list[dict[str, str]]) -> Checks:
    order = ["INFO", "SKIPPED", "SUCCESS", "WARNING", "FAILURE"]
    found: Checks = {}
    for row in rows:
        found[row["id"]] = max(found.get(row["id"], "INFO"), row["status"], key=order.index)
    return {id: status for id, status in found.items() if status != "INFO"}


def c_client() -> str:
    """Builds the C client; returns its path."""
    program = HERE / ".suite/client"
    source, header = ROOT / "bindings/c/examples/client.c", ROOT / "include"
    command = [os.environ.get("CC", "cc"), "-std=gnu99", "-O1", "-Wall", "-Wextra", f"-I{header}", str(source), str(LIBRARY)]
    subprocess.run([*command, f"-Wl,-rpath,{LIBRARY.parent}", "-lcurl", "-lcjson", "-o", str(program)], check=True)
    return str(program)


def required(revision: str) -> list[str]:
    """The client scenarios that a revision of the protocol requires."""
    listed = subprocess.run([*NODE, "list", "--requirements", revision], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  - (\S+)", listed.partition("Client scenarios")[2], re.MULTILINE)


def run() -> dict[str, dict[str, Checks]]:
    clients = {
        "Client": (f"{PYTHON} {HERE / 'client.py'}", {revision: required(revision) for revision in C_SCENARIOS}),
        "Client in C": (c_client(), C_SCENARIOS),
    }
    jobs = [
        (f"{client}, {revision}", ["client", "--command", command, "--spec-version", revision, "--scenario", name])
        for client, (command, revisions) in clients.items()
        for revision, names in revisions.items()
        for name in names
    ]
    # One process for each scenario: the suite itself would start all clients of a set at once.
    with server() as url, ThreadPoolExecutor(os.cpu_count()) as pool:
        # The server's scenarios wait much and compute little.
        served = ThreadPoolExecutor(1).submit(suite, "server", "--url", url, "--requirements", "2026-07-28")
        groups: dict[str, dict[str, Checks]] = {group: {} for group, _ in jobs}
        for group, found in pool.map(lambda job: (job[0], suite(*job[1])), jobs):
            groups[group] |= found
        groups["Server, 2026-07-28"] = served.result()
        # Some scenarios wait half a second for a response, which a busy machine may miss. These get a second try, alone.
        again = jobs_by_scenario(jobs, url, groups["Server, 2026-07-28"])
        for (group, name), arguments in again:
            if failing(groups[group].get(name, {})):
                print(f"{group}: {name} failed, trying it once more")
                groups[group] |= suite(*arguments)
    return groups


def jobs_by_scenario(jobs: list[tuple[str, list[str]]], url: str, served: dict[str, Checks]):
    for group, arguments in jobs:
        yield (group, arguments[-1]), arguments
    for name in served:
        options = ["--spec-version", "2026-07-28", "--force", "--scenario", name]
        yield ("Server, 2026-07-28", name), ["server", "--url", url, *options]


def failing(found: Checks) -> list[str]:
    return [id for id, status in found.items() if status in ("FAILURE", "WARNING")]


def passing(found: Checks) -> list[str]:
    return sorted(id for id, status in found.items() if status == "SUCCESS")


def compare(groups: dict[str, dict[str, Checks]], expected: dict) -> list[str]:
    """What is worse than expected."""
    worse = []
    for group, scenarios in expected["passing"].items():
        for name, ids in scenarios.items():
            lost = sorted(set(ids) - set(passing(groups.get(group, {}).get(name, {}))))
            if lost:
                worse.append(f"{group}: {name} no longer passes {', '.join(lost)}")
    for group, scenarios in groups.items():
        for name, found in scenarios.items():
            if failing(found) and name not in expected["known_failures"].get(group, {}):
                worse.append(f"{group}: {name} fails {', '.join(failing(found))}")
    return worse


def table(groups: dict[str, dict[str, Checks]], known: dict[str, dict[str, str]]) -> str:
    version = json.loads((SUITE / "package.json").read_text())["version"]
    lines = [
        "# Conformance",
        "",
        f"Results of the official suite, `@modelcontextprotocol/conformance` {version}. `make test-conformance` runs it again;",
        "`tests/conformance/run.py --write` writes this page.",
        "",
        "The clients and the server under test are in `tests/conformance` and `bindings/c/examples`. They leave to the library",
        "everything that it decides: which era and version, what a response means, what to do next, which headers to send, and",
        "which requests to refuse.",
        "",
    ]
    for group, scenarios in groups.items():
        reasons = known.get(group, {})
        counted = [found for name, found in scenarios.items() if name not in reasons]
        good = sum(not failing(found) for found in counted)
        lines += [f"## {group}: {good} of {len(counted)} scenarios", "", "| scenario | checks passed | note |", "|---|---|---|"]
        for name in sorted(scenarios):
            good, bad = len(passing(scenarios[name])), len(failing(scenarios[name]))
            note = reasons.get(name, f"fails: {', '.join(failing(scenarios[name]))}" if bad else "")
            if not good and not bad:
                note = "the suite skips it"
            lines.append(f"| {name} | {good} of {good + bad} | {note} |")
        lines.append("")
    return "\n".join(lines)


def text(value: dict, depth: int = 0) -> str:
    """JSON with a line for each scenario."""
    if depth == 3 or not value:
        return json.dumps(value)
    indent = " " * (depth + 1)
    lines = [f"{indent}{json.dumps(name)}: {text(part, depth + 1) if isinstance(part, dict) else json.dumps(part)}" for name, part in value.items()]
    return "{\n" + ",\n".join(lines) + f"\n{indent[1:]}}}"


def main(options: list[str]) -> int:
    started = time.monotonic()
    groups = run()
    expected = json.loads(EXPECTED.read_text()) if EXPECTED.exists() else {"known_failures": {}, "passing": {}}
    if "--accept" in options:
        for group, scenarios in groups.items():
            expected["passing"][group] = {name: passing(found) for name, found in sorted(scenarios.items())}
        EXPECTED.write_text(text(expected) + "\n")
    if "--write" in options:
        TABLE.write_text(table(groups, expected["known_failures"]))
    for group, scenarios in groups.items():
        known = expected["known_failures"].get(group, {})
        good = sum(not failing(found) for name, found in scenarios.items() if name not in known)
        print(f"{group}: {good} of {len(scenarios) - len(known)} scenarios pass, {len(known)} known failures")
        for name in known:
            if name in scenarios and not failing(scenarios[name]):
                print(f"  {name} passes now: take it out of known_failures in expected.json")
    worse = compare(groups, expected)
    for line in worse:
        print(f"  {line}")
    print(f"{'FAILED' if worse else 'passed'} in {time.monotonic() - started:.0f} s")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
