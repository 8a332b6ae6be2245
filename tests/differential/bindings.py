"""The Python, Ruby and Rust bindings. They are asked of errors what c_binding.py is, and must say the same.

What a host's own JSON parser refuses or reads otherwise (depth, lone surrogates, huge numbers) is not asked in its values:
then only the raw texts are compared.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path

from c_binding import Lacking
from cases import FIELDS
from jsontext import Node

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VERDICTS = {
    "well_formed": "well_formed",
    "modern": "modern_protocol_error",
    "modern_http": "modern_http_protocol_error",
    "modern_for_probe": "modern_protocol_error_for_probe",
    "protocol_error": "protocol_error",
    "era_inconclusive": "era_inconclusive",
}


def tame(node: Node | None) -> bool:
    """Whether every host reads a value alike: shallow, small numbers, no escapes of surrogates, no ill-formed bytes."""
    if node is None:
        return True
    raw, todo = node.raw, [(node, 0)]
    if b"\\ud" in raw.lower() or len(raw) > 50_000:
        return False
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    while todo:
        one, depth = todo.pop()
        if depth > 50 or (one.kind == "number" and (not one.value or len(one.raw) > 15 or one.raw == b"-0")):
            return False
        if one.kind in ("object", "array"):
            todo += [(v, depth + 1) for v in (one.value.values() if one.kind == "object" else one.value)]
    return True


def as_python(node: Node):
    """A tame value as a host has it."""
    if node.kind == "object":
        return {name: as_python(value) for name, value in node.value.items()}
    if node.kind == "array":
        return [as_python(value) for value in node.value]
    return int(node.raw) if node.kind == "number" else {"true": True, "false": False, "null": None}.get(node.kind, node.value)


ADVICE = "era action reason version missing declare delay_ms scopes resource_metadata last_event_id cancel context".split()
# What an error has in every binding; texts of the peer's.
SAID = "challenge_error scope error_description resource_metadata location retry_after last_event_id malformed_reason".split()


class PythonBinding:
    name = "python"

    def __init__(self, library: str):
        os.environ["MCP_ERRORS_LIBRARY"] = library
        sys.path.insert(0, str(ROOT / "bindings/python/src"))
        import mcp_errors

        self.module = mcp_errors

    def close(self) -> None:
        pass

    def _function(self, name: str):
        function = getattr(self.module, name, None)
        if function is None:
            raise Lacking(name)
        return function

    def error(self, case: dict, context: dict | None, judge: dict | None) -> dict:
        module, op = self.module, case["op"]
        if op == "jsonrpc":
            try:
                error = module.from_error_json(case["body"], http_status=case["http_status"])
            except ValueError:
                return {"status": 2}
        elif op == "response":
            error = module.from_response(case["body"]) if judge is None else self._function("from_answer")(case["body"], **judge)
        else:
            headers = {n.replace("_", "-"): case[n] for n in FIELDS if case[n] is not None}
            judged = {} if judge is None else {"context": judge}
            error = module.from_http(case["http_status"], headers, case["body"], max_error_body=case["limit"], **judged)
        return {"status": 3} if error is None else self.told(error, context)

    def told(self, error, context: dict | None) -> dict:
        out = {
            "status": 0,
            "kind": type(error).__name__,
            "code": error.code_text,
            "message": error.message,
            "data": error.data_json if error.has_data else None,
            "http_status": None if error.http_status is None else str(error.http_status),
            "message_is_string": error.message_is_string,
            "era_stdio": str(self.module.era(error, "stdio")),
            "era_http": str(self.module.era(error, "http")),
            **{name: getattr(error, asked) for name, asked in VERDICTS.items()},
            **{name: getattr(error, name) for name in SAID if hasattr(error, name)},
        }
        if hasattr(error, "retry_ms"):
            out["retry_ms"] = None if error.retry_ms is None else str(error.retry_ms)
        if context is not None:
            out["advise"] = self._advised(self.module.advise(error, **context))
        return out

    def _advised(self, advice) -> dict:
        told = {name: getattr(advice, name, None) for name in ADVICE}
        return {name: value for name, value in told.items() if value is not None and value is not False}

    def negotiate(self, body: bytes, context: dict) -> dict | int:
        function = self._function("negotiate")
        try:
            return self._advised(function(body, context))
        except (ValueError, TypeError):
            return 1

    def message_type(self, line: bytes) -> str:
        return self._function("message_type")(line)

    def request_headers(self, request: bytes, schema: bytes | None) -> dict | int:
        function = self._function("request_headers")
        try:
            return dict(function(request, schema))
        except (ValueError, TypeError):
            return 1

    def parsed(self, member, http_status: int | None) -> dict:
        """The way of hosts that have parsed the error member already."""
        error = self.module.ServerError.from_jsonrpc(member)
        error.http_status = http_status
        code = None if error.code is None else str(error.code)
        return {"kind": type(error).__name__, "code": code, **{n: getattr(error, a) for n, a in VERDICTS.items()}}


class LineBinding:
    """A process that answers each line with a line."""

    def __init__(self, command: list[str], env: dict | None = None):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env={**os.environ, **(env or {})})

    def ask(self, line: str) -> str:
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer.endswith(b"\n"):
            raise RuntimeError(f"{self.name} ended with {self.process.wait(10)} on {line[:2000]}")
        return answer[:-1].decode()

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(30)


def _b64(value: bytes | None) -> str | None:
    return None if value is None else base64.b64encode(value).decode()


class RubyBinding(LineBinding):
    name = "ruby"

    def __init__(self, library: str):
        lib = str(ROOT / "bindings/ruby/lib")
        super().__init__(["ruby", "-I", lib, str(HERE / "ruby_binding.rb")], {"MCP_ERRORS_LIBRARY": library})

    def error(self, case: dict, context: dict | None, judge: dict | None) -> dict:
        question = {"op": case["op"], "status": case.get("http_status"), "context": context, "judge": judge}
        question["headers"] = {n.replace("_", "-"): _b64(case[n]) for n in FIELDS if case.get(n) is not None}
        out = self._asked({**question, "body": _b64(case["body"])})
        for name in ("message", "data", *SAID):
            if out.get(name) is not None:
                out[name] = base64.b64decode(out[name]).decode("utf-8")
        return out

    def _asked(self, question: dict):
        out = json.loads(self.ask(json.dumps(question)))
        if isinstance(out, dict) and "lacking" in out:
            raise Lacking(out["lacking"])
        return out

    def negotiate(self, body: bytes, context: dict) -> dict | int:
        return self._asked({"op": "negotiate", "body": _b64(body), "context": context})

    def message_type(self, line: bytes) -> str:
        return self._asked({"op": "message_type", "body": _b64(line)})

    def request_headers(self, request: bytes, schema: bytes | None) -> dict | int:
        return self._asked({"op": "request_headers", "body": _b64(request), "schema": _b64(schema)})

    def parsed(self, member, http_status: int | None) -> dict:
        return json.loads(self.ask(json.dumps({"op": "parsed", "status": http_status, "member": member})))


class RustBinding(LineBinding):
    """Says the very texts that the C ABI does."""

    name = "rust"

    def __init__(self):
        manifest, target = HERE / "rust/Cargo.toml", ROOT / "target/differential"
        build = [
            "cargo",
            "build",
            "--quiet",
            "--release",
            "--manifest-path",
            str(manifest),
            "--target-dir",
            str(target),
        ]
        subprocess.run(build, check=True, timeout=900)
        super().__init__([str(target / "release/rust-binding")])

    def texts(self, op: str, status: int, limit: int, *texts: bytes | None) -> list[str | int | None]:
        """The texts of the answer; a number for a refusal, None for what is absent."""
        fields = ["-" if t is None else t.hex() for t in texts]
        answer = self.ask(" ".join([op, str(status), str(limit), *fields])).split(" ")
        return [int(a[1:]) if a[0] == "!" else bytes.fromhex(a[1:]).decode() if a[0] == "x" else None for a in answer]
