"""Cases: what is asked of every face. A case is a dict of plain values and bytes, and survives a line of JSON."""

from __future__ import annotations

import base64
import json

from mutate import Maker, Pairs, Raw
from odd import CHALLENGES, EVENTS, INPUTS, KINDS, METHODS, NUMBERS, RETRIES, STATUSES, TYPES, VERSIONS

META = ("io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities")
FIELDS = ("content_type", "www_authenticate", "retry_after")


def stored(case: dict) -> str:
    return json.dumps({k: {"b64": base64.b64encode(v).decode()} if isinstance(v, bytes) else v for k, v in case.items()})


def restored(line: str) -> dict:
    return {k: base64.b64decode(v["b64"]) if isinstance(v, dict) else v for k, v in json.loads(line).items()}


class Cases(Maker):
    def case(self) -> dict:
        pick = self.rng.randrange(100)
        if pick < 22:
            return {"op": "jsonrpc", "body": self.body(False), "http_status": self.status(), "context": self.context()}
        if pick < 42:
            return {"op": "response", "body": self.body(True), "context": self.context()}
        if pick < 72:
            return self.http()
        if pick < 75:
            kind = self.rng.choice(KINDS)
            return {
                "op": "local",
                "kind": kind,
                "body": self.rng.choice([b"", b"lost", b"\xff\n"]),
                "context": self.context(),
            }
        if pick < 84:
            return self.capabilities()
        if pick < 94:
            return self.request()
        return {"op": "sse", "body": self.stream()}

    def status(self) -> int | None:
        return self.rng.choice([None, None, 404, 400, *STATUSES])

    def http(self) -> dict:
        rng = self.rng
        stream = self.some(0.25)
        body = self.stream() if stream else self.body(True)
        if self.some(0.04):
            body = rng.choice([b"", b" ", b"<html>", b"null", b"[]"])
        if self.some(0.01):
            body = body + b" " * rng.choice([65535 - len(body), 65536 - len(body), 65537 - len(body), 70000])
        status = rng.choice(STATUSES)
        return {
            "op": "http",
            "http_status": status,
            "body": body,
            "content_type": b"text/event-stream" if stream and self.some(0.8) else rng.choice(TYPES),
            "www_authenticate": self.challenge() if status in (401, 403) or self.some(0.1) else None,
            "retry_after": rng.choice(RETRIES),
            "limit": rng.choice([0, 0, 0, 0, 1, 100, len(body), 1 << 40]),
            "context": self.context(),
        }

    def challenge(self) -> bytes | None:
        rng = self.rng
        if self.some(0.2):
            return None
        value = rng.choice(CHALLENGES)
        if self.some(0.2):
            value = value + b", " + rng.choice(CHALLENGES)
        return value

    def stream(self) -> bytes:
        rng, out = self.rng, []
        end = rng.choice([b"\n", b"\n", b"\r\n", b"\r"])
        for _ in range(rng.randrange(1, 6)):
            if self.some(0.5):
                body = self.body(True).replace(b"\r", b" ")
                lines = body.split(b"\n")
                if self.some(0.2):
                    lines = [part for line in lines for part in line.replace(b",", b",\n").split(b"\n")]
                out += [b"data:" + (b" " if self.some(0.7) else b"") + line for line in lines]
            else:
                out.append(rng.choice(EVENTS))
            if self.some(0.6):
                out.append(b"")
        if self.some(0.05):
            end = b"\n\r"
        return (b"\xef\xbb\xbf" if self.some(0.05) else b"") + end.join(out) + rng.choice([b"", end, end * 2])

    # Advice

    def context(self) -> bytes | None:
        rng = self.rng
        if self.some(0.3):
            return None
        members = Pairs()

        def add(name, chance, *values):
            if self.some(chance):
                members.append((name, self.odd(rng.choice(values), 0.008)))

        add("transport", 0.6, "stdio", "http", "http")
        add("purpose", 0.8, "probe", "request", "request", "initialize")
        add("era", 0.6, "modern", "modern_without_discover", "legacy", "inconclusive", None)
        add("attempt", 0.6, 1, 1, 2, 3, 10**30)
        add("method", 0.6, "tools/call", "tools/call", "resources/read", "")
        for name in ("idempotent", "has_session", "has_cursor"):
            add(name, 0.5, True, False)
        add("client_versions", 0.8, VERSIONS[:5], self.versions(), self.versions())
        add("requested_version", 0.5, *VERSIONS)
        add("declared", 0.8, self.caps(), Pairs())
        add("supported_caps", 0.9, self.caps(0.02), self.full_caps())
        add("now_ms", 0.6, 1_700_000_000_000, 2_014_880_000_000, 0)
        if self.some(0.03):
            members.append((rng.choice(["attempt", "now_ms", "x", "purpose"]), Raw(rng.choice(NUMBERS))))
        if self.some(0.01):
            return rng.choice([b"", b"null", b"[]", b"{", b'{"era":"x"}', b'{"attempt":0}', b'{"attempt":-1}'])
        text = self.write(self.shuffled(members))
        return self.broken(text) if self.some(0.005) else text

    def full_caps(self) -> Pairs:
        modes = Pairs([("form", Pairs()), ("url", Pairs())])
        named = Pairs([("a.b/c", Pairs([("v", 1)])), ("io.modelcontextprotocol/tasks", Pairs()), ("x", Pairs())])
        sampling = Pairs([("tools", Pairs()), ("context", Pairs())])
        return (
            Pairs(elicitation=modes)
            if False
            else Pairs(
                [
                    ("elicitation", modes),
                    ("sampling", sampling),
                    ("roots", Pairs()),
                    ("extensions", named),
                    ("experimental", named),
                ]
            )
        )

    # Capabilities

    def capabilities(self) -> dict:
        pick = self.rng.randrange(10)
        if pick < 2:
            params = Pairs()
            for name, usual in (
                ("mode", ["url", "form"]),
                ("tools", [[]]),
                ("toolChoice", [Pairs()]),
                ("includeContext", ["none", "thisServer"]),
            ):
                if self.some(0.5):
                    params.append((name, self.odd(self.rng.choice(usual), 0.3)))
            return {
                "op": "for_input_request",
                "method": self.rng.choice(INPUTS),
                "params": self.caps_text(self.odd(params)),
            }
        chance = self.rng.choice([0.0, 0.0, 0.1, 0.3])
        if pick < 6:
            return {
                "op": "missing",
                "declared": self.caps_text(self.caps(chance)),
                "required": self.caps_text(self.caps(chance)),
            }
        supported = self.full_caps() if self.some(0.3) else self.caps(chance)
        texts = [self.caps_text(c) for c in (self.caps(chance), self.caps(chance), supported)]
        return dict(zip(("op", "declared", "missing", "supported"), ("declare", *texts), strict=True))

    def caps_text(self, caps) -> bytes:
        text = self.write(self.odd(caps, 0.005))
        if self.some(0.01):
            text = self.rng.choice([b"", b"[]", b"null", self.broken(text)])
        return text

    # Server side

    def request(self) -> dict:
        rng = self.rng
        version = rng.choice(VERSIONS[:2] if self.some(0.8) else VERSIONS)
        method = rng.choice(METHODS)
        name = rng.choice(["t", "file:///a", " padded ", "é", "", "=?base64?dA==?=", "a\tb"])
        meta = Pairs()
        if self.some(0.93):
            meta.append((META[0], self.odd(version, 0.04)))
        if self.some(0.95):
            meta.append((META[1], self.odd(self.caps(0.03), 0.03)))
        params = Pairs(
            [
                ("name", self.odd(name, 0.05)),
                ("uri", self.odd(name, 0.05)),
                ("_meta", self.odd(self.shuffled(meta), 0.03)),
            ]
        )
        if method == "initialize" and self.some(0.8):
            params[-1:] = [("protocolVersion", self.odd(rng.choice(VERSIONS), 0.1))]
        message = Pairs([("jsonrpc", self.odd("2.0", 0.03)), ("method", self.odd(method, 0.03))])
        if self.some(0.93):
            message.append(
                (
                    "id",
                    Raw(rng.choice([b"1", b'"a"', b"0", b"-0", b"9" * 30, b"1.0", b"null", b"1e2", b"true", b'"\\ud800"'])),
                )
            )
        if self.some(0.96):
            message.append(("params", self.odd(self.shuffled(params), 0.03)))
        text = self.write(self.odd(self.shuffled(message), 0.01))
        return {
            "op": "check",
            "request": self.broken(text) if self.some(0.06) else text,
            "server": self.server(version, method, name),
        }

    def server(self, version: str, method: str, name: str) -> bytes:
        rng = self.rng
        out = {
            "versions": rng.choice([["2026-07-28"], VERSIONS[:2], [], VERSIONS]),
            "methods": rng.choice([None, METHODS[:6], []]),
        }
        if self.some(0.7):
            out["required"] = json.loads(self.write(self.known_caps()))
        if self.some(0.7):
            headers = {"mcp-protocol-version": version, "mcp-method": method, "mcp-name": name}
            for key in list(headers):
                if self.some(0.08):
                    del headers[key]
                elif self.some(0.1):
                    headers[key] = rng.choice(["", "x", " ", "é", "2026-07-28", "tools/call", "a\u0000"])
                elif self.some(0.15):
                    headers[key] = rng.choice([" {}", "{}\t", "\t {} ", "{},{}", "\u00a0{}"]).replace("{}", headers[key])
            if "mcp-name" in headers and self.some(0.5):
                encoded = base64.b64encode(name.encode()).decode()
                encoded = rng.choice([encoded] * 5 + [encoded.rstrip("="), "!!", "//8=", encoded + "=", encoded + "\n"])
                headers["mcp-name"] = rng.choice(
                    ["=?base64?{}?="] * 6 + ["=?BASE64?{}?=", " =?base64?{}?= ", "=?base64?{}"]
                ).replace("{}", encoded)
            out["headers"] = headers
        else:
            out["headers"] = None
        return json.dumps(out).encode()

    def known_caps(self) -> Pairs:
        """Capabilities that a server's author would write: well formed, each name once."""
        full = self.full_caps()
        return Pairs((n, Pairs(m for m in v if self.some(0.5))) for n, v in full if self.some(0.5))
