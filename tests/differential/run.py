#!/usr/bin/env python3
"""Odd messages through every binding of the library and through an independent reading of the rules: all must agree.

Usage: run.py [--count N] [--seed N] [--short] [--library FILE] [--bindings c,python,ruby,rust]
The cases of found.jsonl, each of which once showed a difference, come first. Failing cases are printed as lines that
can be added there.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import by_rules
import c_binding
import cases
import jsontext
import mutate
import tables
import vectors
import wire
from bindings import SAID, PythonBinding, RubyBinding, RustBinding, as_python, tame
from cases import FIELDS
from context import context_of
from jsontext import Node, equal, made

ROOT = Path(__file__).resolve().parents[2]
FOUND = Path(__file__).with_name("found.jsonl")
SHORT, FULL = 6_000, 100_000
# Texts of the library's own wording: c_binding.py says what must hold of them.
OURS = ("log_line", "malformed_reason")


def differences(wanted: dict, got: dict) -> list[str]:
    """The members that differ; those that only one side has count too."""
    out = []
    for name in wanted.keys() | got.keys():
        if name in OURS:
            continue
        a, b = wanted.get(name), got.get(name)
        if isinstance(a, dict) and isinstance(b, dict) and name == "advise":
            out += [f"advice: {d}" for d in differences(a, b)]
        elif not _same(name, a, b):
            out.append(f"{name}: rules {_shown(a)}, core {_shown(b)}")
    return sorted(out)


def _same(name: str, wanted, got) -> bool:
    if not isinstance(wanted, Node) or not isinstance(got, Node):
        return wanted == got
    return _kept(wanted, got) if name == "context" else equal(wanted, got)


def _compact(wanted: Node, got: Node) -> bool:
    return wanted.compact == got.text


def _kept(wanted: Node, got: Node) -> bool:
    """A context: what was sent byte for byte but for white space between tokens, the order, and what is new as values."""
    if not got.is_object or list(wanted.value) != list(got.value) or got.text != got.compact:
        return False
    for name, node in wanted.value.items():
        told = got.value[name]
        compare = _compact if node.source else _kept if name == "tried" else equal
        if not compare(node, told):
            return False
    return True


def _one(status: int, text: bytes | None) -> int | str | None:
    return status or (None if text is None else text.decode())


def _shown(value) -> str:
    text = repr(value.plain() if isinstance(value, Node) and len(value.raw) < 5000 else value)
    return text if len(text) < 300 else text[:300] + "..."


def core_and_rules(binding: c_binding.CBinding, case: dict) -> list[str]:
    """What the C ABI and the rules say differently of a case, and what the C ABI says wrong in itself."""
    op = case["op"]
    binding.view_text = binding.advice_text = ""
    try:
        if op in ("missing", "declare", "for_input_request"):
            return differences(by_rules.caps(case), binding.caps(case))
        if op in ("check", "negotiate", "headers"):
            found = differences(getattr(by_rules, op)(case), getattr(binding, op)(case))
            return found + (differences(by_rules.request_read(case), binding.request_read(case)) if op != "negotiate" else [])
        if op in ("sse", "string"):
            return differences(getattr(by_rules, op)(case["body"]), getattr(binding, op)(case["body"]))
        return _dialog(binding, case) if op == "dialog" else _error(binding, case)
    except c_binding.Fault as fault:
        return [str(fault)]


def _error(binding: c_binding.CBinding, case: dict) -> list[str]:
    op, body = case["op"], case["body"]
    got, wanted = binding.error(case), by_rules.error(case)
    # Readings that the kind has no business with are not members of a view.
    found = differences(wanted, {k: v for k, v in got.items() if v is not None or k in wanted})
    if op not in ("local", "built"):
        found += differences(by_rules.json(body), binding.json(body))
        found += [f"classify: {d}" for d in differences(by_rules.classify(case), binding.classify(case))]
        found += [f"message: {d}" for d in differences(by_rules.message(body), binding.message(body))]
    if got["status"] == 0 and (got["malformed_reason"] is None) != (got["well_formed"] and got["invalid"] is None):
        found.append("malformed_reason does not go with well_formed")
    return found


def _dialog(binding: c_binding.CBinding, case: dict) -> list[str]:
    context = case["context"]
    for number, step in enumerate(case["steps"]):
        one = {**step, "judge": context, "context": context}
        found, advice = _error(binding, one), None
        if not found:
            told = binding.error(one)
            advice = told.get("advise")
            if told["status"] == by_rules.NOT_AN_ERROR:
                one = {"op": "negotiate", "body": wire.stream(step["body"]).response or step["body"], "context": context}
                found, advice = differences(by_rules.negotiate(one), binding.negotiate(one)), binding.negotiate(one)["advise"]
        if found:
            return [*found, f"at step {number} with context {context[:1000]!r}"]
        following = advice.get("context") if isinstance(advice, dict) else None
        if following is None:
            return []
        context = following.raw
    return []


def blind() -> list[str]:
    """The members in which a difference would not be seen: there must be none."""
    body = b'{"error":{"code":-32021,"message":"m","data":{"requiredCapabilities":{}}}}'
    case = {"op": "response", "body": body, "judge": None, "context": b"{}"}
    right = by_rules.error(case)
    return [name for name in right if len(differences(right, {**right, name: "something else"})) != 1]


def _hosts_own(text: bytes) -> dict | None:
    """A context as a host has it, where every host reads it alike and it is none to be refused."""
    if isinstance(by_rules.guarded(lambda: context_of(text)), int):
        return None
    node = jsontext.parse(text) if text else made({})
    return as_python(node) if tame(node) else None


def _advice(wanted: dict, got: dict) -> list[str]:
    """An advice of a host's, in its own values. An empty version or scope is as good as none there."""
    out = []
    for name, node in wanted.items():
        told = got.get(name)
        if name == "context" and isinstance(told, (str, bytes)):
            told = jsontext.parse(told.encode() if isinstance(told, str) else told)
        if name in ("version", "resource_metadata", "last_event_id") and told is None and node.value == "":
            continue
        if told is None or not equal(node, made(told)):
            out.append(f"advice {name}: rules {_shown(node)}, got {_shown(told)}")
    return out + [f"advice {name}: {_shown(got[name])}" for name in got.keys() - wanted.keys()]


class Hosts:
    """The bindings beside C, as many as were asked for."""

    def __init__(self, names: list[str], library: str):
        make = {"python": lambda: PythonBinding(library), "ruby": lambda: RubyBinding(library), "rust": RustBinding}
        self.bindings = {name: make[name]() for name in names}
        self.asked: Counter[str] = Counter()
        self.lacking: Counter[str] = Counter()

    def close(self) -> None:
        for binding in self.bindings.values():
            binding.close()

    def judge(self, case: dict, binding: c_binding.CBinding) -> list[str]:
        """What they say otherwise than the C ABI did, or than the rules."""
        found = []
        for name, host in self.bindings.items():
            if name == "rust":
                found += self._rust(host, case, binding)
                continue
            try:
                found += [f"{name}: {d}" for d in self._beside(host, case)]
            except c_binding.Lacking as lacking:
                self.lacking[f"{name} {lacking}"] += 1
        return found

    def _beside(self, host, case: dict) -> list[str]:
        op = case["op"]
        if op == "dialog":
            steps = [{**step, "judge": case["context"], "context": case["context"]} for step in case["steps"]]
            return [d for step in steps for d in self._beside(host, step)]
        if op == "negotiate":
            return self._negotiate(host, case)
        if op == "headers":
            self.asked[f"{host.name} headers"] += 1
            wanted, got = by_rules.headers(case), host.request_headers(case["request"], case["schema"])
            same = got == wanted["headers"] if isinstance(got, dict) else bool(wanted["status"])
            return [] if same else [f"headers: rules {_shown(wanted)}, got {_shown(got)}"]
        found = []
        if op in ("response", "http") or (op == "jsonrpc" and host.name == "python"):
            self.asked[host.name] += 1
            # Ruby's from_http has no limit to be set.
            found = self._host(host, {**case, "limit": 0} if host.name == "ruby" and op == "http" else case)
        if op == "response":
            kind = host.message_type(case["body"])
            wanted = by_rules.message(case["body"])["message_type"]
            found += [] if kind == wanted else [f"message_type: rules {wanted}, got {kind}"]
        return found + (self._parsed(host, case) if op == "jsonrpc" else [])

    def _host(self, host, case: dict) -> list[str]:
        """A host's reading against the rules, on the members that it has."""
        judge = None if case.get("judge") is None else _hosts_own(case["judge"])
        wanted = by_rules.error(case)
        if (case.get("judge") is not None and judge is None) or wanted["status"] == by_rules.INVALID_ARGUMENT:
            return []
        advise, context = wanted.pop("advise", None), None
        if isinstance(advise, dict) and case["context"] and tame(made(advise)) and tame(by_rules.error_of(case).required):
            context = _hosts_own(case["context"])
        got = host.error(case, context, judge)
        told = got.pop("advise", None)
        if got["status"] == 0:
            wanted["data"] = wanted["data"] if wanted["has_data"] else None
        if "malformed_reason" in got:
            got["invalid"] = got.pop("malformed_reason") if wanted["invalid"] else None
        # The C ABI's readers, from which hosts take them, do not tell an empty text from an absent one.
        wanted = {k: None if v == "" and k in SAID else v for k, v in wanted.items() if k in got}
        found = differences(wanted, {k: None if v == "" and k in SAID else v for k, v in got.items()})
        return found if context is None else found + _advice(advise, told)

    def _negotiate(self, host, case: dict) -> list[str]:
        context, wanted = _hosts_own(case["context"]), by_rules.negotiate(case)["advise"]
        if context is None:
            return []
        self.asked[f"{host.name} negotiate"] += 1
        got = host.negotiate(case["body"], context)
        if isinstance(got, int) or isinstance(wanted, int):
            return [] if type(got) is type(wanted) else [f"negotiate: rules {_shown(wanted)}, got {_shown(got)}"]
        return _advice(wanted, got)

    def _parsed(self, host, case: dict) -> list[str]:
        """The way of hosts that parse for themselves."""
        e = by_rules.error_of(case)
        node = None if isinstance(e, int) else jsontext.parse(case["body"])
        if node is None or not node.is_object or not tame(node):
            return []
        self.asked[f"{host.name} parsed"] += 1
        tree = as_python(node)
        got = host.parsed(tree, case["http_status"])
        # Of a repeated member the host's own parser has kept the last, so the rules are asked about that.
        seen = by_rules.view(by_rules.error_of({**case, "body": json.dumps(tree).encode()}))
        return [f"{host.name} parsed: {d}" for d in differences({k: seen[k] for k in got}, got)]

    def _rust(self, rust: RustBinding, case: dict, binding: c_binding.CBinding) -> list[str]:
        """Rust's texts, byte for byte."""
        op, status = case["op"], case.get("http_status") or 0
        if op in ("string", "built", "dialog"):
            return []
        self.asked["rust"] += 1
        if op in ("missing", "declare", "for_input_request"):
            names = ("method", "params", "declared", "required", "missing", "supported")
            got, wanted = rust.texts(op, 0, 0, *(case[n] for n in names if n in case)), [_one(*binding.caps_text(case))]
        elif op == "check":
            got = rust.texts(op, 0, 0, case["request"], case["server"])[:1]
            wanted = [_one(binding.check(case)["status"], binding.view_text.encode() or None)]
        elif op == "headers":
            got, wanted = rust.texts(op, 0, 0, case["request"], case["schema"]), [_one(*binding.headers_text(case))]
        elif op == "sse":
            got, wanted = rust.texts(op, 0, 0, case["body"]), [_one(*binding.sse(case["body"]).values())]
        elif op == "negotiate":
            told = binding.negotiate(case)["advise"]
            wanted = [told if isinstance(told, int) else binding.advice_text]
            got = rust.texts(op, 0, 0, case["body"], case["context"])
        else:
            limit = binding.kinds[case["kind"]] if op == "local" else case.get("limit", 0)
            fields = (case.get(n) for n in FIELDS)
            got = rust.texts(op, status, limit, case["body"], case["context"], *fields, case.get("judge"))
            told = binding.error(case)
            advice = binding.advice_text if isinstance(told.get("advise"), dict) else told.get("advise")
            wanted = [told["status"]]
            if not told["status"]:
                wanted = [binding.view_text, told.get("era_stdio"), told.get("era_http"), advice]
            if op == "response":
                kind, kinds = rust.texts("message_type", 0, 0, case["body"]), [by_rules.message(case["body"])["message_type"]]
                got, wanted = got + kind, wanted + kinds
        return [] if got == wanted else [f"rust: {_shown(got)}, C {_shown(wanted)}"]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=FULL)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--short", action="store_true", help=f"{SHORT} messages")
    options.add_argument("--library", default=str(ROOT / "target/release/libmcp_errors.so"))
    options.add_argument("--bindings", default="python,ruby,rust", help="beside C, which is always asked; c or '' for none")
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
    binding = c_binding.CBinding(library)
    asked, differing = tables.differences(binding)
    print(*differing[:20], sep="\n", end="\n" if differing else "")
    print(f"tables of codes and kinds: {asked} questions, {len(differing)} answered otherwise")
    rows, wrong = rows + asked - len(differing), wrong + differing
    hosts = Hosts([name for name in chosen.bindings.split(",") if name not in ("", "c")], library)
    maker = cases.Cases(random.Random(chosen.seed), mutate.seeds())
    known = [cases.restored(line) for line in FOUND.read_text().splitlines()] if FOUND.exists() else []
    failed = len(wrong)
    for number in range(len(known) + count):
        case = known[number] if number < len(known) else maker.case()
        try:
            found = core_and_rules(binding, case) or hosts.judge(case, binding)
        except c_binding.Lacking as lacking:
            found, hosts.lacking[f"c {lacking}"] = [], hosts.lacking[f"c {lacking}"] + 1
        tally[case["op"]] += 1
        if found:
            failed += 1
            if shown < chosen.show:
                shown += 1
                print("; ".join(found)[:1500], cases.stored(case)[:6000], sep="\n  ")
    hosts.close()
    if hosts.lacking:
        print("not there yet: " + ", ".join(f"{name} {n}" for name, n in sorted(hosts.lacking.items())))
    print("also asked: " + ", ".join(f"{name} {n}" for name, n in sorted(hosts.asked.items())))
    print(", ".join(f"{op} {n}" for op, n in sorted(tally.items())), f"in {time.monotonic() - begun:.0f} s")
    print(f"{rows + len(known) + count - failed + len(wrong)} passed, {failed} failed")
    return 1 if failed or count == 0 or any(name.startswith("c ") for name in hosts.lacking) else 0


if __name__ == "__main__":
    sys.exit(main())
