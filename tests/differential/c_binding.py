"""The C ABI by ctypes: a case in, everything it says out, in the form that by_rules.py gives for the same case."""

from __future__ import annotations

import ctypes as C
import re

import jsontext
from jsontext import Node, NotJSONError

P, N, I32, B, U64 = C.c_void_p, C.c_size_t, C.c_int32, C.c_char_p, C.c_uint64
TEXT, STATUS_OK, INVALID_ARGUMENT, NOT_JSON, NO_ERROR = [B, N], 0, 1, 2, 3
FLAGS = (
    "well_formed modern modern_http modern_for_probe protocol_error era_inconclusive "
    "has_code code_overflow has_data message_is_string message_needs_decoding data_not_utf8 not_an_error"
).split()
PREDICATES = FLAGS[:6]
TYPES = "empty not_json framing error result request notification batch other".split()
ABSENT, NO_OFFSET = (1 << 64) - 1, C.c_size_t(-1).value
# What would let a message take over a terminal or a line: controls, line ends, bidirectional formatting, invisible marks.
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")


class Fault(Exception):
    """The library broke a rule of its own, whatever the reading of the rules says."""


class Lacking(Exception):
    """A binding has no such function yet."""


class Str(C.Structure):
    _fields_ = [("ptr", P), ("len", N)]

    @property
    def raw(self) -> bytes:
        if not self.ptr:
            raise Fault("a text out has a NULL pointer")
        return C.string_at(self.ptr, self.len)

    @property
    def text(self) -> str:
        return self.raw.decode("utf-8")


def _pairs(*names: str) -> list:
    return [(name + end, kind) for name in names for end, kind in (("", B), ("_len", N))]


class Http(C.Structure):
    _fields_ = [("struct_size", N), ("status", C.c_uint16)]
    _fields_ += _pairs("content_type", "www_authenticate", "retry_after", "body")
    _fields_ += [("max_error_body", N), *_pairs("location"), ("context_json", B), ("context_len", N)]


class Failure(C.Structure):
    _fields_ = [("struct_size", N), ("parameter", B), ("member", B), ("problem", B), ("offset", N)]


class Span(C.Structure):
    _fields_ = [("offset", U64), ("length", U64)]

    def of(self, source: bytes) -> bytes | None:
        if self.offset == ABSENT:
            return None
        if self.offset + self.length > len(source):
            raise Fault("a span leaves the text")
        return source[self.offset : self.offset + self.length]


SPANS = ("code_text", "message", "data", "required_capabilities", "supported", "requested")
PARTS = ("id", "method", "name", "protocol_version", "capabilities", "arguments")


class Classification(C.Structure):
    _fields_ = [("struct_size", N), ("kind", I32), ("flags", C.c_uint32), ("code", C.c_int64)]
    _fields_ += [("http_status", C.c_uint32), ("reserved", C.c_uint32)] + [(n, Span) for n in SPANS]
    _fields_ += [("message_type", I32), ("reserved2", I32), ("id", Span)]


class Request(C.Structure):
    _fields_ = [("struct_size", N), ("message_type", I32), ("reserved", I32)] + [(n, Span) for n in PARTS]


OUT, FAIL, SIZE = C.POINTER(P), C.POINTER(Failure), C.POINTER(N)
MADE = [OUT, SIZE]
SIGNATURES = {
    "mcp_error_from_jsonrpc": (I32, [*TEXT, C.c_uint16, OUT, FAIL]),
    "mcp_error_from_response": (I32, [*TEXT, OUT]),
    "mcp_error_from_answer": (I32, [*TEXT, *TEXT, OUT, FAIL]),
    "mcp_error_from_view_json": (I32, [*TEXT, OUT, FAIL]),
    "mcp_error_from_http": (I32, [C.POINTER(Http), OUT, FAIL]),
    "mcp_error_new": (I32, [I32, *TEXT, OUT]),
    "mcp_error_new_server": (I32, [I32, *TEXT, C.POINTER(C.c_int64), *TEXT, C.c_uint16, OUT, FAIL]),
    "mcp_error_free": (None, [P]),
    "mcp_error_code": (C.c_bool, [P, C.POINTER(C.c_int64)]),
    "mcp_error_retry_ms": (C.c_bool, [P, C.POINTER(U64)]),
    "mcp_error_http_status": (C.c_uint16, [P]),
    "mcp_error_supported_count": (N, [P]),
    "mcp_error_supported_at": (Str, [P, N]),
    "mcp_error_kind": (I32, [P]),
    "mcp_error_era": (I32, [P, I32]),
    "mcp_error_advise": (I32, [P, *TEXT, OUT, FAIL]),
    "mcp_negotiate": (I32, [*TEXT, *TEXT, OUT, FAIL]),
    "mcp_error_to_json": (I32, [P, I32, *MADE, FAIL]),
    "mcp_error_to_response_json": (I32, [P, I32, *TEXT, *MADE, FAIL]),
    "mcp_advice_free": (None, [P]),
    "mcp_advice_cancel": (C.c_bool, [P]),
    "mcp_advice_delay_ms": (C.c_bool, [P, C.POINTER(U64)]),
    "mcp_string_free": (None, [P]),
    "mcp_classify": (I32, [*TEXT, C.c_uint16, C.POINTER(Classification)]),
    "mcp_classify_response": (I32, [*TEXT, C.c_uint16, C.POINTER(Classification)]),
    "mcp_message_type_of": (I32, [*TEXT, C.POINTER(Span)]),
    "mcp_sse_response": (I32, [*TEXT, *MADE]),
    "mcp_json_string_decode": (N, [*TEXT, P, N]),
    "mcp_json_string_encode": (N, [*TEXT, P, N]),
    "mcp_json_set": (I32, [*MADE, B, *TEXT, I32, FAIL]),
    "mcp_json_check": (I32, [*TEXT, SIZE]),
    "mcp_caps_missing": (I32, [*TEXT * 2, *MADE, FAIL]),
    "mcp_caps_declare": (I32, [*TEXT * 3, *MADE, FAIL]),
    "mcp_caps_for_input_request": (I32, [*TEXT * 2, *MADE, FAIL]),
    "mcp_caps_is_well_formed": (C.c_bool, TEXT),
    "mcp_request_check": (I32, [*TEXT * 2, OUT, FAIL]),
    "mcp_request_read": (I32, [*TEXT, C.POINTER(Request)]),
    "mcp_request_headers": (I32, [*TEXT * 2, *MADE, FAIL]),
    "mcp_kind_name": (B, [I32]),
    "mcp_era_name": (B, [I32]),
}
TEXTS = "code_text message data_json supported_suffix requested_json scope description retry_after id_json".split()
TEXTS += "challenge_error resource_metadata location last_event_id malformed_reason log_line view_json required_caps_json".split()
SIGNATURES.update({f"mcp_error_{name}": (Str, [P]) for name in TEXTS})
BOOLS = {"message_is_string", "has_data", "is_local", "is_built", *(f"is_{p}" for p in PREDICATES)}
SIGNATURES.update({f"mcp_error_{name}": (C.c_bool, [P]) for name in BOOLS})
ADVICE = "version missing_json declare_json scopes resource_metadata last_event_id context_json text json".split()
SIGNATURES.update({f"mcp_advice_{name}": (Str, [P]) for name in ADVICE})
SIGNATURES.update({f"mcp_advice_{name}": (I32, [P]) for name in ("era", "action", "reason")})
SIGNATURES.update({f"mcp_{name}_name": (B, [I32]) for name in ("action", "reason")})
# Members of the view that have the peer's JSON.
PEERS = ("data", "required_capabilities", "requested", "id", "input_requests", "request_state")


class CBinding:
    view_text = advice_text = ""  # of the last error

    def __init__(self, path: str):
        self.lib = C.CDLL(path)
        for name, (result, arguments) in SIGNATURES.items():
            function = getattr(self.lib, name, None)
            if function is None:
                setattr(self.lib, name, self._lacking(name))
                continue
            function.restype, function.argtypes = result, arguments
        self.kinds = {self.lib.mcp_kind_name(n).decode(): n for n in range(33)}
        self.names = {n: name for name, n in self.kinds.items()}

    def call(self, function, *arguments) -> int:
        """A function that ends with a failure: its status, and what it says of it must go together."""
        failure = Failure(C.sizeof(Failure), None, None, None, 77)
        status = function(*arguments, C.byref(failure))
        if status in (INVALID_ARGUMENT, NOT_JSON):
            parameter, member, problem = failure.parameter, failure.member, failure.problem
            if not parameter or member is None or not problem or UNSAFE.search((member + problem).decode("ascii")):
                raise Fault(f"failure: {parameter} {member} {problem}")
            if (failure.offset == NO_OFFSET) == (status == NOT_JSON):
                raise Fault(f"failure: status {status}, offset {failure.offset}")
            if function(*arguments, None) != status:
                raise Fault("another status without a failure to fill")
        if failure.struct_size != C.sizeof(Failure):
            raise Fault("struct_size is written")
        return status

    @staticmethod
    def _lacking(name: str):
        def lacking(*_):
            raise Lacking(name)

        return lacking

    # Cases

    def error(self, case: dict) -> dict:
        """jsonrpc, response, http, local and built cases."""
        handle = P()
        failed = self._from(case, handle)
        if failed:
            if handle.value:
                raise Fault("an out-pointer is set beside a failure")
            return {"status": failed}
        try:
            return {**self.read(handle), **self.advice(handle, case.get("context"))}
        finally:
            self.lib.mcp_error_free(handle)

    def _from(self, case: dict, handle: P) -> int:
        lib, out = self.lib, C.byref(handle)
        op, body, status, judge = case["op"], case["body"], case.get("http_status") or 0, case.get("judge")
        if op == "jsonrpc":
            return self.call(lib.mcp_error_from_jsonrpc, body, len(body), status, out)
        if op == "response" and judge is not None:
            return self.call(lib.mcp_error_from_answer, body, len(body), judge, len(judge), out)
        if op == "response":
            return lib.mcp_error_from_response(body, len(body), out)
        if op == "local":
            return lib.mcp_error_new(self.kinds[case["kind"]], body, len(body), out)
        if op == "built":
            code = None if case["code"] is None else C.byref(C.c_int64(case["code"]))
            given = (self.kinds[case["kind"]], body, len(body), code, case["data"], len(case["data"] or b""), status)
            return self.call(lib.mcp_error_new_server, *given, out)
        texts = [x for n in ("content_type", "www_authenticate", "retry_after", "body") for x in (case[n], len(case[n] or b""))]
        more = [x for t in (case["location"], judge) for x in (t, len(t or b""))]
        response = Http(C.sizeof(Http), status, *texts, case["limit"], *more)
        return self.call(lib.mcp_error_from_http, C.byref(response), out)

    def read(self, handle: P) -> dict:
        lib, code, retry = self.lib, C.c_int64(), U64()
        text = {name: getattr(lib, f"mcp_error_{name}")(handle).text for name in TEXTS}
        view = jsontext.parse(text["view_json"].encode())
        self._sound(handle, text, view)
        plain = {name: node.text if name in PEERS else node.plain() for name, node in view.value.items()}
        plain.setdefault("id", None)
        fits = lib.mcp_error_code(handle, C.byref(code))
        has_retry = lib.mcp_error_retry_ms(handle, C.byref(retry))
        truth = {name: getattr(lib, f"mcp_error_{name}")(handle) for name in BOOLS}
        status = lib.mcp_error_http_status(handle)
        readers = {
            "code": text["code_text"] or None,
            "code_text": text["code_text"],
            "message": text["message"],
            "http_status": str(status) if status else None,
            "kind": self.names[lib.mcp_error_kind(handle)],
            "log_line": text["log_line"],
            "malformed_reason": text["malformed_reason"] or None,
            "has_data": truth["has_data"],
            "message_is_string": truth["message_is_string"],
            "local": truth["is_local"],
            "built": truth["is_built"],
            "id": text["id_json"] or None,
            "retry_ms": str(retry.value) if has_retry else None,
            **{name: truth[f"is_{name}"] for name in PREDICATES},
        }
        if "supported" in plain:
            count = lib.mcp_error_supported_count(handle)
            readers["supported"] = [lib.mcp_error_supported_at(handle, i).text for i in range(count)]
            readers["supported_suffix"] = text["supported_suffix"]
        for name, value in readers.items():
            if plain.get(name) != value:
                raise Fault(f"view_json and the reader disagree on {name}: {plain.get(name)!r} and {value!r}")
        for name in ("challenge_error", "scope", "resource_metadata", "location", "last_event_id", "retry_after", "description"):
            if text[name] != (plain["error_description" if name == "description" else name] or ""):
                raise Fault(f"view_json and the reader disagree on {name}: {text[name]!r}")
        if text["data_json"] != (plain["data"] if truth["has_data"] else ""):
            raise Fault("view_json and data_json disagree")
        if fits and str(code.value) != text["code_text"]:
            raise Fault("code and code_text disagree")
        self.view_text = text["view_json"]
        invalid = plain["malformed_reason"] if plain["kind"] == "InvalidResultError" else None
        return {"status": STATUS_OK, **plain, "invalid": invalid, "code_fits": fits, "to_json": self._sent(handle, text)}

    def _sound(self, handle: P, text: dict, view: Node) -> None:
        """What must hold of every error, whatever it is."""
        lib, again = self.lib, P()
        line = text["log_line"]
        if len(line.encode()) > 512 or UNSAFE.search(line) or not line.startswith(view.get("kind").value):
            raise Fault(f"log line {line!r}")
        if UNSAFE.search(text["malformed_reason"]):
            raise Fault(f"malformed_reason {text['malformed_reason']!r}")
        raw = text["view_json"].encode()
        if self.call(lib.mcp_error_from_view_json, raw, len(raw), C.byref(again)):
            raise Fault("view_json does not read back")
        second = lib.mcp_error_view_json(again).raw
        eras = [[lib.mcp_error_era(h, transport) for transport in (0, 1)] for h in (handle, again)]
        lib.mcp_error_free(again)
        if second != raw:
            raise Fault(f"view_json reads back as another error: {_first_difference(raw, second)}")
        if eras[0] != eras[1]:
            raise Fault(f"view_json reads back as an error of another era: {eras}")

    def _sent(self, handle: P, text: dict) -> list[int]:
        """What goes out is what came in. The status for each era."""
        statuses = []
        for era in range(4):
            status, sent = self._made(self.lib.mcp_error_to_json, handle, era)
            statuses.append(status)
            if status:
                continue
            error = jsontext.parse(sent)
            data = error.get("data")
            if error.get("code").digits != text["code_text"] or (data.text if data else "") != text["data_json"]:
                raise Fault(f"to_json says another code or data: {sent!r}")
            if error.get("message").value != text["message"]:
                raise Fault(f"to_json says another message: {sent!r}")
            status, response = self._made(self.lib.mcp_error_to_response_json, handle, era, b"1", 1)
            message = jsontext.parse(response or b"{}")
            if status or message.get("error").raw != sent or message.get("id").raw != b"1":
                raise Fault(f"to_response_json: {response!r}")
        return statuses

    def advice(self, handle: P, context: bytes | None) -> dict:
        lib, out = self.lib, P()
        eras = {f"era_{t}": lib.mcp_era_name(lib.mcp_error_era(handle, n)).decode() for n, t in enumerate(("stdio", "http"))}
        if context is None:
            return eras
        failed = self.call(lib.mcp_error_advise, handle, context, len(context), C.byref(out))
        return {**eras, "advise": self._advised(failed, out)}

    def negotiate(self, case: dict) -> dict:
        out, body, context = P(), case["body"], case["context"]
        failed = self.call(self.lib.mcp_negotiate, body, len(body), context, len(context), C.byref(out))
        return {"advise": self._advised(failed, out)}

    def _advised(self, failed: int, advice: P) -> int | dict[str, Node]:
        if failed:
            if advice.value:
                raise Fault("an advice is set beside a failure")
            return failed
        lib, delay = self.lib, U64()
        text = {name: getattr(lib, f"mcp_advice_{name}")(advice).text for name in ADVICE}
        if UNSAFE.search(text["text"]) or len(text["text"].encode()) > 512 or not text["text"]:
            raise Fault("advice text is not safe to print")
        self.advice_text = text["json"]
        told = jsontext.parse(text["json"].encode()).value
        readers = {n: text[n] or None for n in ("version", "resource_metadata", "last_event_id")}
        readers |= {n: text[f"{n}_json"] or None for n in ("missing", "declare", "context")}
        readers["scopes"] = text["scopes"] or None
        readers["delay_ms"] = str(delay.value) if lib.mcp_advice_delay_ms(advice, C.byref(delay)) else None
        readers["cancel"] = lib.mcp_advice_cancel(advice) or None
        for name in ("era", "action", "reason"):
            number = getattr(lib, f"mcp_advice_{name}")(advice)
            readers[name] = getattr(lib, f"mcp_{name}_name")(number).decode()
        lib.mcp_advice_free(advice)
        for name, value in readers.items():
            node = told.get(name)
            if node is None:
                said = None
            elif name in ("missing", "declare", "context"):
                said = node.text
            else:
                said = " ".join(v.value for v in node.value) if name == "scopes" else node.plain()
            if value != (said or None):
                raise Fault(f"advice: JSON and reader disagree on {name}: {said!r} and {value!r}")
        return told

    def message(self, body: bytes) -> dict:
        span = Span(ABSENT, 0)
        found = self.lib.mcp_message_type_of(body, len(body), C.byref(span))
        if self.lib.mcp_message_type_of(body, len(body), None) != found:
            raise Fault("message_type_of without an id differs")
        return {"message_type": TYPES[found], "id": span.of(body)}

    def classify(self, case: dict) -> dict:
        """The hot path, in the words of the rules."""
        result, body = Classification(C.sizeof(Classification)), case["body"]
        function = self.lib.mcp_classify if case["op"] == "jsonrpc" else self.lib.mcp_classify_response
        failed = function(body, len(body), case.get("http_status") or 0, C.byref(result))
        if failed:
            return {"status": failed}
        seen = {}
        if case["op"] != "jsonrpc":
            seen = {"message_type": TYPES[result.message_type], "id": result.id.of(body)}
        flags = {name: bool(result.flags >> bit & 1) for bit, name in enumerate(FLAGS)}
        if flags.pop("not_an_error"):
            return {"status": NO_ERROR, **seen}
        spans = {name: getattr(result, name).of(body) for name in SPANS}
        out = {"status": STATUS_OK, "kind": self.names[result.kind], **{p: flags[p] for p in PREDICATES}, **seen}
        out.update(has_data=flags["has_data"], message_is_string=flags["message_is_string"])
        out["code"] = (
            None if spans["code_text"] is None else spans["code_text"].decode().replace("-0", "0", spans["code_text"] == b"-0")
        )
        fits = flags["has_code"] and not flags["code_overflow"]
        if flags["has_code"] != (out["code"] is not None) or (fits and str(result.code) != out["code"]):
            raise Fault(f"code {result.code} and its digits {out['code']}")
        data = spans["data"]
        if (data is not None) != flags["has_data"]:
            raise Fault("the span and the flag of data disagree")
        if data is not None and _ill_formed(data) != flags["data_not_utf8"]:
            raise Fault("DATA_NOT_UTF8 is wrong")
        if spans["message"] is not None:
            inner = spans["message"]
            if (b"\\" in inner or _ill_formed(inner)) != flags["message_needs_decoding"]:
                raise Fault("MESSAGE_NEEDS_DECODING is wrong")
            out["message"] = self.decode(inner)
        for name in ("data", "required_capabilities", "supported", "requested"):
            out[name + "_span"] = spans[name]
        return out

    def decode(self, inner: bytes) -> str:
        return self._into_buffer(self.lib.mcp_json_string_decode, inner).decode("utf-8")

    def _into_buffer(self, function, text: bytes) -> bytes:
        size = function(text, len(text), None, 0)
        buffer = C.create_string_buffer(size + 1)
        if function(text, len(text), buffer, size) != size or buffer.raw[size]:
            raise Fault("more is written than is said")
        return buffer.raw[:size]

    def string(self, text: bytes) -> dict:
        encoded = self._into_buffer(self.lib.mcp_json_string_encode, text)
        target, size = P(), N(0)
        for name, value, is_json in ((b"a", b"1", 1), (b"b", b"[]", 1), (b"c", b"x", 0), (b"a", text, 0), (b"c", None, 0)):
            if self.call(self._setter(target, size), name, value, len(value or b""), is_json):
                raise Fault(f"json_set refuses {name!r}")
        if self.call(self._setter(target, size), b"d", b"{", 1, 1) != NOT_JSON:
            raise Fault("json_set takes what is not JSON")
        object_ = jsontext.parse(C.string_at(target.value, size.value))
        self.lib.mcp_string_free(target)
        return {"encoded": jsontext.parse(encoded), "object": object_}

    def _setter(self, target: P, size: N):
        return lambda *arguments: self.lib.mcp_json_set(C.byref(target), C.byref(size), *arguments)

    def sse(self, body: bytes) -> dict:
        status, text = self._made(self.lib.mcp_sse_response, body, len(body), failure=False)
        return {"status": status, "text": text}

    def json(self, text: bytes) -> dict:
        offset = N(0)
        status = self.lib.mcp_json_check(text, len(text), C.byref(offset))
        return {"status": status, "offset": offset.value if status == NOT_JSON else None}

    def caps_text(self, case: dict) -> tuple[int, bytes | None]:
        names = ("method", "params", "declared", "required", "missing", "supported")
        texts = [case[name] for name in names if name in case]
        return self._made(getattr(self.lib, f"mcp_caps_{case['op']}"), *(x for t in texts for x in (t, len(t))))

    def caps(self, case: dict) -> dict:
        status, text = self.caps_text(case)
        out = {"status": status, "caps": None if text is None else _parsed(text)}
        if case["op"] == "missing" and status == STATUS_OK:
            out["well_formed"] = self.lib.mcp_caps_is_well_formed(case["required"], len(case["required"]))
        return out

    def headers_text(self, case: dict) -> tuple[int, bytes | None]:
        request, schema = case["request"], case["schema"]
        return self._made(self.lib.mcp_request_headers, request, len(request), schema, len(schema or b""))

    def headers(self, case: dict) -> dict:
        status, text = self.headers_text(case)
        return {"status": status, "headers": None if text is None else _parsed(text).plain()}

    def request_read(self, case: dict) -> dict:
        found, request = Request(C.sizeof(Request)), case["request"]
        status = self.lib.mcp_request_read(request, len(request), C.byref(found))
        if status:
            return {"read_status": status}
        spans = {name: getattr(found, name).of(request) for name in PARTS}
        return {"read_status": 0, "message_type": TYPES[found.message_type], **spans}

    def check(self, case: dict) -> dict:
        handle, request, server, lib = P(), case["request"], case["server"], self.lib
        status = self.call(lib.mcp_request_check, request, len(request), server, len(server), C.byref(handle))
        self.view_text = ""
        if status or not handle.value:
            return {"status": status, "code": None}
        try:
            self.view_text = lib.mcp_error_view_json(handle).text
            code, data = lib.mcp_error_code_text(handle).text, lib.mcp_error_data_json(handle).raw
            if UNSAFE.search(lib.mcp_error_log_line(handle).text):
                raise Fault("log line of a refusal")
            failed, sent = self._made(lib.mcp_error_to_json, handle, 0)
            if failed or jsontext.parse(sent).get("code").digits != code:
                raise Fault(f"a refusal cannot be sent: {failed} {sent!r}")
            status = lib.mcp_error_http_status(handle)
        finally:
            lib.mcp_error_free(handle)
        return {"status": 0, "code": code, "http_status": status, "data": jsontext.parse(data) if data else None}

    def _made(self, function, *arguments, failure: bool = True) -> tuple[int, bytes | None]:
        """Calls a function that makes a text."""
        out, size = P(), N(0)
        arguments = (*arguments, C.byref(out), C.byref(size))
        status = self.call(function, *arguments) if failure else function(*arguments)
        if status or not out.value:
            if status and out.value:
                raise Fault("a text is set beside a failure")
            return status, None
        text = C.string_at(out.value, size.value)
        if C.string_at(out.value + size.value, 1) != b"\0":
            raise Fault("no NUL after a text")
        self.lib.mcp_string_free(out)
        return status, text


def _parsed(text: bytes) -> Node:
    try:
        return jsontext.parse(text)
    except NotJSONError as wrong:
        raise Fault(f"no JSON: {text!r}") from wrong


def _first_difference(left: bytes, right: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    return f"{left[max(at - 40, 0) : at + 60]!r} and {right[max(at - 40, 0) : at + 60]!r}"


def _ill_formed(text: bytes) -> bool:
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False
