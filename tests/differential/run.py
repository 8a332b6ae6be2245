#!/usr/bin/env python3
"""Odd messages through every face of the library and through an independent reading of the rules: all must agree.

Usage: run.py [--count N] [--seed N] [--short] [--library FILE] [--faces c,python,ruby,rust]
The cases of found.jsonl, each of which once showed a difference, come first. Failing cases are printed as lines that
can be added there.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import by_rules
import c_face
import cases
import jsontext
import mutate
import tables
import vectors
from cases import FIELDS
from decisions import Context
from host_faces import PythonFace, RubyFace, RustFace, as_python, tame
from jsontext import Node, equal, made

ROOT = Path(__file__).resolve().parents[2]
FOUND = Path(__file__).with_name("found.jsonl")
SHORT, FULL = 6_000, 100_000
# Texts of the library's own wording: c_face.py says what must hold of them.
OURS = ("log_line", "malformed_reason")


def differences(wanted: dict, got: dict) -> list[str]:
    """The members that differ; those that only one side has count too."""
    out = []
    for name in wanted.keys() | got.keys():
        if name in OURS:
            continue
        a, b = wanted.get(name), got.get(name)
        same = equal(a, b) if isinstance(a, Node) and isinstance(b, Node) else a == b
        if not same:
            out.append(f"{name}: rules {_shown(a)}, core {_shown(b)}")
    return sorted(out)


def _one(status: int, text: bytes | None) -> int | str | None:
    return status or (None if text is None else text.decode())


def _shown(value) -> str:
    text = repr(value.plain() if isinstance(value, Node) and len(value.raw) < 5000 else value)
    return text if len(text) < 300 else text[:300] + "..."


def core_and_rules(face: c_face.CFace, case: dict) -> list[str]:
    """What the C ABI and the rules say differently of a case, and what the C ABI says wrong in itself."""
    op = case["op"]
    try:
        if op in ("missing", "declare", "for_input_request"):
            return differences(by_rules.caps(case), face.caps(case))
        if op == "check":
            return differences(by_rules.check(case), face.check(case))
        if op == "sse":
            return differences(by_rules.sse(case["body"]), face.sse(case["body"]))
        face.view_text = face.advice_text = ""
        got, wanted = face.error(case), by_rules.error(case)
        # Readings that the kind has no business with are not members of a view.
        found = differences(wanted, {k: v for k, v in got.items() if v is not None or k in wanted})
        if op != "local":
            found += differences(by_rules.json(case["body"]), face.json(case["body"]))
            found += [f"classify: {d}" for d in differences(by_rules.classify(case), face.classify(case))]
        if got["status"] == 0 and (got["malformed_reason"] is None) != got["well_formed"]:
            found.append("malformed_reason does not go with well_formed")
        return found
    except c_face.Fault as fault:
        return [str(fault)]


def blind() -> list[str]:
    """The members in which a difference would not be seen: there must be none."""
    case = {
        "op": "response",
        "body": b'{"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{}}}}',
        "context": b"{}",
    }
    right = by_rules.error(case)
    return [name for name in right if len(differences(right, {**right, name: "something else"})) != 1]


class Hosts:
    """The faces beside C, as many as were asked for."""

    def __init__(self, names: list[str], library: str):
        make = {"python": lambda: PythonFace(library), "ruby": lambda: RubyFace(library), "rust": RustFace}
        self.faces = {name: make[name]() for name in names}
        self.asked: Counter[str] = Counter()

    def close(self) -> None:
        for face in self.faces.values():
            face.close()

    def judge(self, case: dict, face: c_face.CFace) -> list[str]:
        """What they say otherwise than the C ABI did, or than the rules."""
        found = []
        for name, host in self.faces.items():
            if name == "rust":
                found += self._rust(host, case, face)
            elif case["op"] in ("response", "http") or (case["op"] == "jsonrpc" and name == "python"):
                self.asked[name] += 1
                # Ruby's from_http has no limit to be set.
                asked = {**case, "limit": 0} if name == "ruby" and case["op"] == "http" else case
                found += [f"{name}: {d}" for d in self._host(host, asked)]
            if name != "rust" and case["op"] == "jsonrpc":
                found += self._parsed(host, case)
        return found

    def _host(self, host, case: dict) -> list[str]:
        """A host's reading against the rules, on the members that it has."""
        wanted = by_rules.error(case)
        advise, context = wanted.pop("advise", None), None
        if isinstance(advise, Node) and case["context"]:
            node = jsontext.parse(case["context"])
            required = by_rules.error_of(case).required
            if tame(node) and tame(required):
                context = {k: v for k, v in as_python(node).items() if k in Context.__dataclass_fields__}
        got = host.error(case, context)
        told = got.pop("advise", None)
        if got["status"] == 0:
            wanted["data"] = wanted["data"] if wanted["has_data"] else None
        # The C ABI's readers, from which hosts take them, do not tell an empty parameter from an absent one.
        empty = {k: None for k in ("scope", "error_description") if wanted.get(k) == ""}
        wanted = {k: v for k, v in {**wanted, **empty}.items() if k in got}
        found = differences(wanted, got)
        if context is not None and advise.get("version") and advise.get("version").value == "":
            told.setdefault("version", "")  # as above
        if context is not None and not equal(advise, made(told)):
            found.append(f"advice: rules {_shown(advise)}, got {told}")
        return found

    def _parsed(self, host, case: dict) -> list[str]:
        """The way of hosts that parse for themselves."""
        e = by_rules.error_of(case)
        node = None if isinstance(e, int) else jsontext.parse(case["body"])
        if node is None or not node.is_object or not tame(node):
            return []
        self.asked[f"{host.name} parsed"] += 1
        got = host.parsed(as_python(node), case["http_status"])
        seen = by_rules.view(e)
        return [f"{host.name} parsed: {d}" for d in differences({k: seen[k] for k in got}, got)]

    def _rust(self, rust: RustFace, case: dict, face: c_face.CFace) -> list[str]:
        """Rust's texts, byte for byte."""
        op, status = case["op"], case.get("http_status") or 0
        self.asked["rust"] += 1
        if op in ("missing", "declare", "for_input_request"):
            names = ("method", "params", "declared", "required", "missing", "supported")
            got, wanted = rust.texts(op, 0, 0, *(case[n] for n in names if n in case)), [_one(*face.caps_text(case))]
        elif op == "check":
            got = rust.texts(op, 0, 0, case["request"], case["server"])[:1]
            wanted = [_one(face.check(case)["status"], face.view_text.encode() or None)]
        elif op == "sse":
            got, wanted = rust.texts(op, 0, 0, case["body"]), [_one(*face.sse(case["body"]).values())]
        else:
            limit = face.kinds[case["kind"]] if op == "local" else case.get("limit", 0)
            got = rust.texts(op, status, limit, case["body"], case["context"], *(case.get(n) for n in FIELDS))
            told = face.error(case)
            advice = told.get("advise")
            advice = face.advice_text if isinstance(advice, Node) else advice
            wanted = (
                [face.view_text, told.get("era_stdio"), told.get("era_http"), advice] if not told["status"] else [told["status"]]
            )
        return [] if got == wanted else [f"rust: {_shown(got)}, C {_shown(wanted)}"]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=FULL)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--short", action="store_true", help=f"{SHORT} messages")
    options.add_argument("--library", default=str(ROOT / "target/release/libmcp_errors.so"))
    options.add_argument("--faces", default="python,ruby,rust", help="beside C, which is always asked; '' for none")
    options.add_argument("--show", type=int, default=20, help="how many failing cases to print")
    chosen = options.parse_args()
    count = SHORT if chosen.short else chosen.count

    signal.alarm(600 + count // 10)  # nothing may hang for ever
    begun, shown, tally = time.monotonic(), 0, Counter()
    rows, wrong = vectors.check_all()
    wrong += [f"a difference in {name} would not be seen" for name in blind()]
    print(*wrong[:10], sep="\n", end="\n" if wrong else "")
    print(f"the reading of the rules: {rows} vectors and answers as they should be, {len(wrong)} not")
    work = tempfile.TemporaryDirectory()
    # A copy: the build may be renewed while the test runs.
    library = shutil.copy(chosen.library, work.name)
    face = c_face.CFace(library)
    asked, differing = tables.differences(face)
    print(*differing[:20], sep="\n", end="\n" if differing else "")
    print(f"tables of codes and kinds: {asked} questions, {len(differing)} answered otherwise")
    rows, wrong = rows + asked - len(differing), wrong + differing
    hosts = Hosts([name for name in chosen.faces.split(",") if name], library)
    maker = cases.Cases(random.Random(chosen.seed), mutate.seeds())
    known = [cases.restored(line) for line in FOUND.read_text().splitlines()] if FOUND.exists() else []
    failed = len(wrong)
    for number in range(len(known) + count):
        case = known[number] if number < len(known) else maker.case()
        found = core_and_rules(face, case) or hosts.judge(case, face)
        tally[case["op"]] += 1
        if found:
            failed += 1
            if shown < chosen.show:
                shown += 1
                print("; ".join(found)[:1500], cases.stored(case)[:6000], sep="\n  ")
    hosts.close()
    print("also asked: " + ", ".join(f"{name} {n}" for name, n in sorted(hosts.asked.items())))
    print(", ".join(f"{op} {n}" for op, n in sorted(tally.items())), f"in {time.monotonic() - begun:.0f} s")
    print(f"{rows + len(known) + count - failed + len(wrong)} passed, {failed} failed")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
