"""Cases: what is asked of every binding. A case is a dict of plain values and bytes, and survives a line of JSON."""

from __future__ import annotations

import base64
import json

from context import ACTIONS
from mutate import Maker, Pairs, Raw
from odd import (
    ARGUMENTS,
    CHALLENGE_PIECES,
    CHALLENGES,
    CODES,
    EVENTS,
    HEADERS,
    INPUTS,
    KINDS,
    LOCATIONS,
    METHODS,
    NUMBERS,
    PREFIXES,
    RETRIES,
    SCOPES,
    STATUSES,
    TYPES,
    VERSIONS,
)
from rules import is_a

META = ("io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities")
SERVER_KINDS = [kind for kind in KINDS if is_a(kind, "ServerError")]
LOCAL_KINDS = [kind for kind in KINDS if is_a(kind, "TransportError") or kind == "ConnectionError"]
FIELDS = ("content_type", "www_authenticate", "retry_after", "location")


def stored(case: dict) -> str:
    return json.dumps(case, default=lambda raw: {"b64": base64.b64encode(raw).decode()})


def restored(line: str) -> dict:
    case = json.loads(line, object_hook=lambda o: base64.b64decode(o["b64"]) if o.keys() == {"b64"} else o)
    return {**dict.fromkeys(FIELDS), **case} if case["op"] == "http" else case


class Cases(Maker):
    def case(self) -> dict:
        pick = self.rng.randrange(100)
        if pick < 5:
            transport = self.rng.choice(["stdio", "http", "http"])
            judge = self.context(transport=transport) if self.some(0.5) else None
            return {**self.usual(transport), "judge": judge, "context": judge or self.context(sane=True)}
        if pick < 17:
            return {"op": "jsonrpc", "body": self.body(False), "http_status": self.status(), "context": self.context()}
        if pick < 30:
            return self.in_band()
        if pick < 53:
            return self.http()
        if pick < 58:
            return self.made_here()
        if pick < 68:
            return self.dialog()
        if pick < 74:
            return self.negotiation()
        if pick < 82:
            return self.capabilities()
        if pick < 90:
            return self.checked()
        if pick < 96:
            return self.headed()
        if pick < 97:
            return {"op": "string", "body": self.rng.choice([self.broken(b"text"), *INPUTS, self.write(self.string())])}
        return {"op": "sse", "body": self.stream()}

    def status(self) -> int | None:
        return self.rng.choice([None, None, 404, 400, *STATUSES])

    def judge(self) -> bytes | None:
        return None if self.some(0.5) else self.context() or b"{}"

    def in_band(self) -> dict:
        judge = self.judge()
        context = judge if judge is not None and self.some(0.8) else self.context()
        return {"op": "response", "body": self.whole(judge is not None), "judge": judge, "context": context}

    def usual(self, transport: str) -> dict:
        """An answer that a row of the advice's table speaks of."""
        rng = self.rng
        code = rng.choice([-32020, -32021, -32022, -32022, -32021, -32042, -32601, -32602, -32600, -32000, -32001, -32603])
        if self.some(0.1):
            return {"op": "local", "kind": rng.choice(LOCAL_KINDS), "body": b"lost"}
        data = self.data(code)
        if code in (-32602, -32022):
            data = Pairs([("supported", self.odd(self.versions(), 0.05)), ("requested", rng.choice(VERSIONS))])
        member = Pairs([("code", code), ("message", "m"), *([("data", data)] if self.some(0.8) else [])])
        text = self.write(Pairs([("jsonrpc", "2.0"), ("id", 1), ("error", member)]))
        if self.some(0.3):
            text = self.write(self.answer())
        if transport == "stdio":
            return {"op": "response", "body": text if self.some(0.9) else b"noise"}
        status = rng.choice([200, 200, 202, 204, 302, 400, 400, 400, 401, 403, 404, 404, 405, 424, 429, 503])
        text = rng.choice([text, text, b"", self.stream() if status < 300 else text])
        case = {"op": "http", "http_status": status, "body": text, "content_type": None, "limit": 0}
        case |= {"retry_after": rng.choice(RETRIES) if status in (429, 503) else None, "location": None}
        return {**case, "www_authenticate": rng.choice(CHALLENGES) if status in (401, 403) and self.some(0.8) else None}

    def whole(self, results: bool = False) -> bytes:
        if self.some(0.06):
            text = self.rng.choice(PREFIXES)
            return text + self.body(True) if self.some(0.4) else text
        return self.write(self.answer()) if results and self.some(0.6) else self.body(True)

    def made_here(self) -> dict:
        rng = self.rng
        case = {"op": "local", "kind": rng.choice(KINDS), "body": rng.choice([b"", b"lost", b"\xff\n"])}
        if self.some(0.5):
            code = rng.choice([c for c in CODES if -(1 << 63) <= c < 1 << 63])
            case |= {"op": "built", "code": code if self.some(0.9) else None, "http_status": self.status()}
            case["data"] = self.write(self.data(code)) if self.some(0.7) else None
            if self.some(0.8):
                case["kind"] = rng.choice(SERVER_KINDS)
        return {**case, "context": self.context()}

    def http(self) -> dict:
        rng = self.rng
        judge = self.judge()
        stream = self.some(0.25)
        body = self.stream() if stream else self.whole(judge is not None)
        if self.some(0.04):
            body = rng.choice([b"", b"", b" ", b"<html>", b"null", b"[]", b"data:", b" id: 5\n\n", b":"])
        if self.some(0.01):
            body = body + b" " * rng.choice([65535 - len(body), 65536 - len(body), 65537 - len(body), 70000])
        status = 200 if judge is not None and self.some(0.6) else rng.choice(STATUSES)
        context = judge if judge is not None and self.some(0.6) else self.context()
        return {
            "op": "http",
            "http_status": status,
            "body": body,
            "content_type": b"text/event-stream" if stream and self.some(0.6) else rng.choice(TYPES),
            "www_authenticate": self.challenge() if status in (401, 403, 407) or self.some(0.1) else None,
            "retry_after": rng.choice(RETRIES),
            "location": rng.choice(LOCATIONS),
            "limit": rng.choice([0, 0, 0, 0, 0, 0, 1, 100, len(body), 1 << 40]),
            "judge": judge,
            "context": context,
        }

    def challenge(self) -> bytes | None:
        rng = self.rng
        if self.some(0.2):
            return None
        if self.some(0.2):
            return b"Bearer " + b"".join(rng.choices(CHALLENGE_PIECES, k=rng.randrange(1, 20)))
        value = rng.choice(CHALLENGES)
        if self.some(0.2):
            value = value + b", " + rng.choice(CHALLENGES)
        return value

    def stream(self) -> bytes:
        rng, out = self.rng, []
        end = rng.choice([b"\n", b"\n", b"\r\n", b"\r"])
        for _ in range(rng.randrange(1, 6)):
            if self.some(0.5):
                body = (self.write(self.answer()) if self.some(0.2) else self.body(True)).replace(b"\r", b" ")
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
        start = rng.choice([b"\xef\xbb\xbf", b"\n", b"  ", b" \n", b"\xef\xbb\xbf\n"]) if self.some(0.08) else b""
        return start + end.join(out) + rng.choice([b"", end, end * 2])

    def negotiation(self) -> dict:
        context = self.context("probe", "probe", "initialize", sane=True)
        if self.some(0.2):
            return {"op": "negotiate", "body": self.whole(True), "context": context}
        result = Pairs([("supportedVersions", self.odd(self.versions(), 0.05)), ("capabilities", self.odd(Pairs(), 0.05))])
        result.append(("protocolVersion", self.odd(self.rng.choice(VERSIONS), 0.05)))
        if self.some(0.3):
            result.append(("resultType", self.rng.choice(["complete", "complete", "task", 5])))
        body = self.write(Pairs([("id", 1), ("result", self.odd(self.shuffled(result), 0.03))]))
        return {"op": "negotiate", "body": body, "context": context}

    def dialog(self) -> dict:
        """Answers to one piece of work; each is read, and judged, with the context that the advice before gave."""
        transport = self.rng.choice(["stdio", "http", "http"])
        if self.some(0.7):
            steps = [self.usual(transport) for _ in range(self.rng.randrange(2, 12))]
            return {"op": "dialog", "steps": steps, "context": self.context(transport=transport) or b"{}"}
        steps = []
        for _ in range(self.rng.randrange(2, 9)):
            step = self.made_here() if self.some(0.15) else self.http() if transport == "http" else self.in_band()
            steps.append({name: value for name, value in step.items() if name not in ("judge", "context")})
        if self.some(0.5):
            steps = [step for step in steps for _ in range(self.rng.randrange(1, 4))]
        return {"op": "dialog", "steps": steps, "context": self.context(transport=transport) or b"{}"}

    # Advice

    def context(self, *purposes: str, transport: str | None = None, sane: bool = False) -> bytes | None:
        """sane: always one, and seldom an odd one."""
        rng = self.rng
        sane = sane or transport is not None
        if self.some(0.3) and not sane:
            return None
        members, oddity = Pairs(), 0.001 if sane else 0.004

        def add(name, chance, *values):
            if self.some(chance):
                members.append((name, self.odd(rng.choice(values), oddity)))

        if transport:
            members.append(("transport", transport))
        else:
            add("transport", 0.6, "stdio", "http", "http")
        add("purpose", 0.8, *(purposes or ("probe", "request", "request", "initialize")))
        add("era", 0.6, "modern", "modern_without_discover", "legacy", "legacy", "inconclusive", None)
        tried = Pairs((rng.choice(ACTIONS) if self.some(0.95) else "vendor", self.count()) for _ in range(rng.randrange(4)))
        add("tried", 0.6, tried, tried, tried, None)
        add("method", 0.7, "tools/call", "tools/call", "resources/read", "ping", "")
        for name in ("idempotent", "has_session", "has_cursor"):
            add(name, 0.5, True, False)
        add("client_versions", 0.8, VERSIONS[:5], self.versions(), self.versions())
        add("requested_version", 0.5, *VERSIONS)
        add("declared", 0.8, self.caps(), Pairs(), self.full_caps())
        add("supported_caps", 0.9, self.caps(0.02), self.full_caps())
        add("granted_scopes", 0.4, *SCOPES)
        add("asked_scopes", 0.4, *SCOPES)
        add("last_event_id", 0.2, "", "e7", "\u202e")
        add("result_types", 0.3, [], ["vendor"], ["task", "x"])
        add("now_ms", 0.6, 1_700_000_000_000, 2_014_880_000_000, 0)
        if self.some(0.2):
            members.append(("host", self.value()))
        if self.some(oddity * 4):
            odd = rng.choice([Raw(rng.choice(NUMBERS)), None, Pairs([("reissue", Raw(rng.choice(NUMBERS)))])])
            members.append((rng.choice(["tried", "now_ms", "x", "purpose", "attempt"]), odd))
        if self.some(oddity * 2):
            return rng.choice([b"{}", b"null", b"[]", b"{", b'{"era":"x"}', b'{"attempt":0}', b'{"tried":{"back_off":-1}}', b" "])
        text = self.write(self.shuffled(members))
        return self.broken(text) if self.some(oddity) else text

    def count(self) -> int | Raw:
        rng = self.rng
        if self.some(0.015):
            return Raw(rng.choice([b"-0", b"10000000000", b"-1", b"1.0", b"1e0", b'"1"', b"null"]))
        return rng.choice([0, 0, 0, 1, 1, 2, 3, 9, 10, 49, 50])

    def full_caps(self) -> Pairs:
        modes = Pairs([("form", Pairs()), ("url", Pairs())])
        named = Pairs([("a.b/c", Pairs([("v", 1)])), ("io.modelcontextprotocol/tasks", Pairs()), ("x", Pairs())])
        sampling = Pairs([("tools", Pairs()), ("context", Pairs())])
        both = [("extensions", named), ("experimental", named)]
        return Pairs([("elicitation", modes), ("sampling", sampling), ("roots", Pairs()), *both])

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
            method = self.rng.choice(INPUTS)
            return {"op": "for_input_request", "method": method, "params": self.caps_text(self.odd(params))}
        chance = self.rng.choice([0.0, 0.0, 0.1, 0.3])
        if pick < 6:
            texts = [self.caps_text(self.caps(chance)) for _ in range(2)]
            return {"op": "missing", "declared": texts[0], "required": texts[1]}
        supported = self.full_caps() if self.some(0.3) else self.caps(chance)
        texts = [self.caps_text(c) for c in (self.caps(chance), self.caps(chance), supported)]
        return dict(zip(("op", "declared", "missing", "supported"), ("declare", *texts), strict=True))

    def caps_text(self, caps) -> bytes:
        text = self.write(self.odd(caps, 0.005))
        if self.some(0.01):
            text = self.rng.choice([b"", b"[]", b"null", self.broken(text)])
        return text

    # Server side, and the headers of a request

    def request(self, method: str, version: str, name: str) -> bytes:
        rng, meta = self.rng, Pairs()
        if self.some(0.93):
            meta.append((META[0], self.odd(version, 0.04)))
        if self.some(0.95):
            meta.append((META[1], self.odd(self.caps(0.03), 0.03)))
        params = Pairs((key, self.odd(name, 0.05)) for key in ("name", "uri", "taskId") if self.some(0.9))
        params.append(("arguments", self.odd(self.arguments(2), 0.03)))
        params.append(("_meta", self.odd(self.shuffled(meta), 0.03)))
        if method == "initialize" and self.some(0.8):
            params[-1:] = [("protocolVersion", self.odd(rng.choice(VERSIONS), 0.1))]
        message = Pairs([("jsonrpc", self.odd("2.0", 0.03)), ("method", self.odd(method, 0.03))])
        if self.some(0.93):
            ids = [b"1", b'"a"', b"0", b"-0", b"9" * 30, b"1.0", b"null", b"1e2", b"true", b'"\\ud800"']
            message.append(("id", Raw(rng.choice([*ids[:5], *ids]))))
        if self.some(0.96):
            message.append(("params", self.odd(self.shuffled(params), 0.03)))
        text = self.write(self.odd(self.shuffled(message), 0.01))
        return self.broken(text) if self.some(0.06) else text

    def arguments(self, depth: int) -> Pairs:
        out = Pairs()
        for name in ("a", "b", "n"):
            if self.some(0.7):
                deeper = depth and self.some(0.3)
                value = self.arguments(depth - 1) if deeper else self.rng.choice(ARGUMENTS)
                out.append((name, Raw(self.rng.choice(NUMBERS)) if self.some(0.05) else value))
        return out

    def schema(self, depth: int = 3, chance: float = 0.1):
        """An input schema; chance: how often something is odd about a property."""
        rng, out = self.rng, Pairs()
        if self.some(0.8):
            out.append(("type", "object"))
        properties = Pairs()
        for name in ("a", "b", "n"):
            if not self.some(0.6):
                continue
            if depth and self.some(0.3):
                properties.append((name, self.schema(depth - 1, chance)))
                continue
            one = Pairs([("type", self.odd(rng.choice(["string", "integer", "boolean"]), chance / 3))])
            if self.some(chance / 3):
                one = Pairs([("type", rng.choice(["number", "null", "array", "object", ["string"]]))])
            if self.some(0.5):
                header = rng.choice(HEADERS) if self.some(chance / 2) else f"H{rng.randrange(30)}"
                one.append(("x-mcp-header", self.odd(header, chance / 4)))
            properties.append((name, self.odd(one, chance / 6)))
        out.append(("properties", self.odd(properties, chance / 8)))
        if self.some(chance):
            inside = self.schema(max(depth - 1, 0), 0) if self.some(0.5) else Pairs([("x-mcp-header", "Z"), ("type", "string")])
            where = "items anyOf allOf if not $defs definitions dependentSchemas patternProperties additionalProperties "
            where = rng.choice((where + "default const enum examples x-vendor prefixItems contains properties").split())
            shape = rng.choice([inside, [inside], Pairs([("k", inside)]), Pairs([("x-mcp-header", inside)]), [[inside]]])
            out.append((where, shape))
        return self.shuffled(out)

    def schema_text(self, chance: float) -> bytes:
        text = self.write(self.odd(self.schema(chance=chance), chance / 10))
        return self.broken(text) if self.some(chance / 10) else text

    def headed(self) -> dict:
        rng = self.rng
        method = rng.choice([*METHODS, "tools/call", "tools/call", "tools/call"])
        name = rng.choice(["t", "file:///a", " padded ", "\u00e9", "", "=?base64?dA==?=", "a\tb"])
        schema = None if self.some(0.2) else self.schema_text(rng.choice([0.0, 0.2]))
        return {"op": "headers", "request": self.request(method, rng.choice(VERSIONS), name), "schema": schema}

    def checked(self) -> dict:
        rng = self.rng
        version = rng.choice(VERSIONS[:2] if self.some(0.8) else VERSIONS)
        method = rng.choice(METHODS)
        name = rng.choice(["t", "file:///a", " padded ", "\u00e9", "", "=?base64?dA==?=", "a\tb"])
        request = self.request(method, version, name)
        return {"op": "check", "request": request, "server": self.server(version, method, name, request)}

    def server(self, version: str, method: str, name: str, request: bytes) -> bytes:
        rng = self.rng
        out: dict = {
            "versions": rng.choice([["2026-07-28"], VERSIONS[:2], [], VERSIONS]),
            "methods": rng.choice([None, METHODS[:6], METHODS, []]),
        }
        if self.some(0.7):
            out["required"] = json.loads(self.write(self.known_caps()))
        schema = self.schema(chance=rng.choice([0.0, 0.0, 0.1])) if self.some(0.4) else None
        if schema is not None or self.some(0.2):
            out["input_schema"] = schema and json.loads(self.write(schema).decode("utf-8", "replace"), strict=False)
        if self.some(0.75):
            headers = {"mcp-protocol-version": version, "mcp-method": method, "mcp-name": name}
            headers |= self.param_headers(request, out.get("input_schema"))
            for key in list(headers):
                if self.some(0.04):
                    del headers[key]
                elif self.some(0.05):
                    headers[key] = rng.choice(["", "x", " ", "\u00e9", "2026-07-28", "tools/call", "a\u0000"])
                elif self.some(0.12):
                    headers[key] = rng.choice([" {}", "{}\t", "\t {} ", "{},{}", "\u00a0{}"]).replace("{}", headers[key])
            if "mcp-name" in headers and self.some(0.5):
                encoded = base64.b64encode(name.encode()).decode()
                encoded = rng.choice([encoded] * 5 + [encoded.rstrip("="), "!!", "//8=", encoded + "=", encoded + "\n"])
                headers["mcp-name"] = rng.choice(
                    ["=?base64?{}?="] * 6 + ["=?BASE64?{}?=", " =?base64?{}?= ", "=?base64?{}"]
                ).replace("{}", encoded)
            if self.some(0.2):
                headers = {rng.choice([key, key.title(), key.upper()]): value for key, value in headers.items()}
            if self.some(0.02):
                headers[rng.choice(["x-other", "mcp-name", "Mcp-Param-H1", "Mcp-Method"])] = rng.choice([1, None, ["t"]])
            out["headers"] = headers
        else:
            out["headers"] = None
        if self.some(0.01):
            out[rng.choice(["x", "version", "headers", "required", "methods", "versions"])] = rng.choice([5, "x", [1], {"a": 1}])
        return json.dumps(out).encode()

    def param_headers(self, request: bytes, schema) -> dict[str, str]:
        """Near what is asked for: first what the properties at the top ask, then numbers spelled in other ways."""
        rng, out = self.rng, {}
        try:
            arguments = json.loads(request)["params"]["arguments"]
            asked = {n: p["x-mcp-header"] for n, p in schema["properties"].items() if "x-mcp-header" in p}
            for name, header in asked.items():
                value = arguments.get(name)
                text = value if isinstance(value, str) else json.dumps(value)
                if isinstance(value, int) and not isinstance(value, bool) and self.some(0.4):
                    text = rng.choice(["{}.0", "0{}", "{}e0", "+{}", "{}.50", "{}0e-1", "-{}", " {}", "{}E+00"]).replace(
                        "{}", text
                    )
                if not text.isascii() or (isinstance(value, str) and self.some(0.2)):
                    text = f"=?base64?{base64.b64encode(text.encode()).decode()}?="
                if value is not None or self.some(0.1):
                    out[f"mcp-param-{header}"] = text
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
        return out

    def known_caps(self) -> Pairs:
        """Capabilities that a server's author would write: well formed, each name once."""
        full = self.full_caps()
        return Pairs((n, Pairs(m for m in v if self.some(0.5))) for n, v in full if self.some(0.5))
