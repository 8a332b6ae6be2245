"""The C ABI by ctypes: a case in, everything it says out, in the form that by_rules.py gives for the same case."""

from __future__ import annotations

import ctypes as C
import re

import jsontext
from jsontext import NotJSONError

P, N, I32, B = C.c_void_p, C.c_size_t, C.c_int32, C.c_char_p
TEXT, STATUS_OK, NOT_JSON, NO_RESPONSE = [B, N], 0, 2, 3
FLAGS = (
    "well_formed modern modern_http modern_for_probe protocol_error era_inconclusive "
    "has_code code_overflow has_data message_is_string message_needs_decoding data_not_utf8 not_an_error"
).split()
PREDICATES = FLAGS[:6]
ABSENT = (1 << 64) - 1
# What would let a message take over a terminal or a line: controls, line ends, bidirectional formatting, invisible marks.
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")


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


class Http(C.Structure):
    _fields_ = [("struct_size", N), ("status", C.c_uint16)]
    _fields_ += [(n, t) for m in ("ct", "www", "retry", "body") for n, t in ((m, B), (m + "_len", N))]
    _fields_ += [("max_error_body", N)]


class Span(C.Structure):
    _fields_ = [("offset", C.c_uint64), ("length", C.c_uint64)]

    def of(self, source: bytes) -> bytes | None:
        if self.offset == ABSENT:
            return None
        if self.offset + self.length > len(source):
            raise Fault("a span leaves the text")
        return source[self.offset : self.offset + self.length]


SPANS = ("code_text", "message", "data", "required_capabilities", "supported", "requested")


class Classification(C.Structure):
    _fields_ = [("struct_size", N), ("kind", I32), ("flags", C.c_uint32), ("code", C.c_int64)]
    _fields_ += [("http_status", C.c_uint32), ("reserved", C.c_uint32)] + [(n, Span) for n in SPANS]


class Fault(Exception):
    """The library broke a rule of its own, whatever the reading of the rules says."""


OUT = C.POINTER(P)
SIGNATURES = {
    "mcp_error_from_jsonrpc": (I32, [*TEXT, C.c_uint16, OUT]),
    "mcp_error_from_response": (I32, [*TEXT, OUT]),
    "mcp_error_from_view_json": (I32, [*TEXT, OUT]),
    "mcp_error_from_http": (I32, [C.POINTER(Http), OUT]),
    "mcp_error_new": (I32, [I32, *TEXT, OUT]),
    "mcp_error_free": (None, [P]),
    "mcp_error_code": (C.c_bool, [P, C.POINTER(C.c_int64)]),
    "mcp_error_http_status": (C.c_uint16, [P]),
    "mcp_error_supported_count": (N, [P]),
    "mcp_error_supported_at": (Str, [P, N]),
    "mcp_error_kind": (I32, [P]),
    "mcp_error_era": (I32, [P, I32]),
    "mcp_error_advise": (I32, [P, *TEXT, OUT]),
    "mcp_error_to_json": (I32, [P, OUT, C.POINTER(N)]),
    "mcp_error_to_response_json": (I32, [P, *TEXT, OUT, C.POINTER(N)]),
    "mcp_advice_json": (Str, [P]),
    "mcp_advice_text": (Str, [P]),
    "mcp_advice_free": (None, [P]),
    "mcp_string_free": (None, [P]),
    "mcp_classify": (I32, [*TEXT, C.c_uint16, C.POINTER(Classification)]),
    "mcp_classify_response": (I32, [*TEXT, C.c_uint16, C.POINTER(Classification)]),
    "mcp_sse_response": (I32, [*TEXT, OUT, C.POINTER(N)]),
    "mcp_json_string_decode": (N, [*TEXT, P, N]),
    "mcp_json_check": (I32, [*TEXT, C.POINTER(N)]),
    "mcp_caps_missing": (I32, [*TEXT, *TEXT, OUT, C.POINTER(N)]),
    "mcp_caps_declare": (I32, [*TEXT, *TEXT, *TEXT, OUT, C.POINTER(N)]),
    "mcp_caps_for_input_request": (I32, [*TEXT, *TEXT, OUT, C.POINTER(N)]),
    "mcp_caps_is_well_formed": (C.c_bool, TEXT),
    "mcp_request_check": (I32, [*TEXT, *TEXT, OUT]),
    "mcp_request_id": (I32, [*TEXT, C.POINTER(Span)]),
    "mcp_kind_name": (B, [I32]),
    "mcp_era_name": (B, [I32]),
}
TEXTS = "code_text message data_json supported_suffix requested_json scope description retry_after".split()
TEXTS += "malformed_reason log_line view_json required_caps_json".split()
SIGNATURES.update({f"mcp_error_{name}": (Str, [P]) for name in TEXTS})
BOOLS = {"message_is_string", "has_data", "is_local", *(f"is_{p}" for p in PREDICATES)}
SIGNATURES.update({f"mcp_error_{name}": (C.c_bool, [P]) for name in BOOLS})


class CFace:
    view_text = advice_text = ""  # of the last error

    def __init__(self, path: str):
        self.lib = C.CDLL(path)
        for name, (result, arguments) in SIGNATURES.items():
            function = getattr(self.lib, name)
            function.restype, function.argtypes = result, arguments
        self.kinds = {self.lib.mcp_kind_name(n).decode(): n for n in range(33)}
        self.names = {n: name for name, n in self.kinds.items()}

    # Cases

    def error(self, case: dict) -> dict:
        """jsonrpc, response, http and local cases."""
        handle, lib = P(), self.lib
        op, body, status = case["op"], case["body"], case.get("http_status") or 0
        if op == "jsonrpc":
            failed = lib.mcp_error_from_jsonrpc(body, len(body), status, C.byref(handle))
        elif op == "response":
            failed = lib.mcp_error_from_response(body, len(body), C.byref(handle))
        elif op == "local":
            failed = lib.mcp_error_new(self.kinds[case["kind"]], body, len(body), C.byref(handle))
        else:
            fields = (case["content_type"], case["www_authenticate"], case["retry_after"], body)
            request = Http(C.sizeof(Http), status, *(x for f in fields for x in (f, len(f or b""))), case["limit"])
            failed = lib.mcp_error_from_http(C.byref(request), C.byref(handle))
        if failed:
            if handle.value:
                raise Fault("an out-pointer is set beside a failure")
            return {"status": failed}
        try:
            return {**self.read(handle), **self.advice(handle, case.get("context"))}
        finally:
            lib.mcp_error_free(handle)

    def read(self, handle: P) -> dict:
        lib, number = self.lib, C.c_int64()
        text = {name: getattr(lib, f"mcp_error_{name}")(handle).text for name in TEXTS}
        view = jsontext.parse(text["view_json"].encode())
        self._sound(handle, text, view)
        plain = {
            name: node.plain() for name, node in view.value.items() if name not in ("data", "required_capabilities", "requested")
        }
        for name in ("required_capabilities", "requested", "data"):
            node = view.get(name)
            plain[name] = None if node is None else node.text
        if text["retry_after"] != (plain["retry_after"] or ""):
            raise Fault("view_json and the reader disagree on retry_after")
        fits = lib.mcp_error_code(handle, C.byref(number))
        truth = {name: getattr(lib, f"mcp_error_{name}")(handle) for name in BOOLS}
        count = lib.mcp_error_supported_count(handle)
        readers = {
            "code": text["code_text"] or None,
            "code_text": text["code_text"],
            "message": text["message"],
            "http_status": str(lib.mcp_error_http_status(handle)) if lib.mcp_error_http_status(handle) else None,
            "kind": self.names[lib.mcp_error_kind(handle)],
            "log_line": text["log_line"],
            "malformed_reason": text["malformed_reason"] or None,
            "has_data": truth["has_data"],
            "message_is_string": truth["message_is_string"],
            "local": truth["is_local"],
            **{name: truth[f"is_{name}"] for name in PREDICATES},
        }
        if "supported" in plain:
            readers["supported"] = [lib.mcp_error_supported_at(handle, i).text for i in range(count)]
            readers["supported_suffix"] = text["supported_suffix"]
        for name, value in readers.items():
            if plain.get(name) != value:
                raise Fault(f"view_json and the reader disagree on {name}: {plain.get(name)!r} and {value!r}")
        if text["data_json"] != (plain["data"] if truth["has_data"] else ""):
            raise Fault("view_json and data_json disagree")
        if fits and str(number.value) != text["code_text"]:
            raise Fault("code and code_text disagree")
        self.view_text = text["view_json"]
        return {"status": STATUS_OK, **plain, "code_fits": fits}

    def _sound(self, handle: P, text: dict, view: jsontext.Node) -> None:
        """What must hold of every error, whatever it is."""
        lib, again = self.lib, P()
        line = text["log_line"]
        if len(line.encode()) > 512 or UNSAFE.search(line) or not line.startswith(view.get("kind").value):
            raise Fault(f"log line {line!r}")
        if UNSAFE.search(text["malformed_reason"]):
            raise Fault(f"malformed_reason {text['malformed_reason']!r}")
        raw = text["view_json"].encode()
        if lib.mcp_error_from_view_json(raw, len(raw), C.byref(again)):
            raise Fault("view_json does not read back")
        second = lib.mcp_error_view_json(again).raw
        lib.mcp_error_free(again)
        if second != raw:
            raise Fault("view_json reads back as another error")
        self._sent(handle, text, view)

    def _sent(self, handle: P, text: dict, view: jsontext.Node) -> None:
        """What goes out is what came in."""
        status, sent = self._made(self.lib.mcp_error_to_json, handle)
        if view.get("local").kind == "true" or not text["code_text"]:
            if status != 1:
                raise Fault(f"an error without a code is written out, status {status}")
            return
        if status:
            raise Fault(f"an error of a peer's is not written out, status {status}")
        error = jsontext.parse(sent)
        data = error.get("data")
        if error.get("code").digits != text["code_text"] or (data.text if data else "") != text["data_json"]:
            raise Fault(f"to_json says another code or data: {sent!r}")
        if error.get("message").value != text["message"]:
            raise Fault(f"to_json says another message: {sent!r}")
        status, response = self._made(self.lib.mcp_error_to_response_json, handle, b"1", 1)
        message = jsontext.parse(response)
        if status or message.get("error").raw != sent or message.get("id").raw != b"1":
            raise Fault(f"to_response_json: {response!r}")

    def advice(self, handle: P, context: bytes | None) -> dict:
        lib, out = self.lib, P()
        eras = {f"era_{t}": lib.mcp_era_name(lib.mcp_error_era(handle, n)).decode() for n, t in enumerate(("stdio", "http"))}
        if context is None:
            return eras
        failed = lib.mcp_error_advise(handle, context, len(context), C.byref(out))
        if failed:
            return {**eras, "advise": failed}
        if UNSAFE.search(lib.mcp_advice_text(out).text) or lib.mcp_advice_text(out).len > 512:
            raise Fault("advice text is not safe to print")
        self.advice_text = lib.mcp_advice_json(out).text
        advice = jsontext.parse(self.advice_text.encode())
        lib.mcp_advice_free(out)
        return {**eras, "advise": advice}

    def classify(self, case: dict) -> dict:
        """The hot path, in the words of the rules."""
        result, body = Classification(C.sizeof(Classification)), case["body"]
        function = self.lib.mcp_classify if case["op"] == "jsonrpc" else self.lib.mcp_classify_response
        failed = function(body, len(body), case.get("http_status") or 0, C.byref(result))
        if failed:
            return {"status": failed}
        flags = {name: bool(result.flags >> bit & 1) for bit, name in enumerate(FLAGS)}
        if flags.pop("not_an_error"):
            return {"status": NO_RESPONSE}
        spans = {name: getattr(result, name).of(body) for name in SPANS}
        out = {"status": STATUS_OK, "kind": self.names[result.kind], **{p: flags[p] for p in PREDICATES}}
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
        size = self.lib.mcp_json_string_decode(inner, len(inner), None, 0)
        buffer = C.create_string_buffer(size + 1)
        if self.lib.mcp_json_string_decode(inner, len(inner), buffer, size) != size or buffer.raw[size]:
            raise Fault("string_decode writes more than it says")
        return buffer.raw[:size].decode("utf-8")

    def sse(self, body: bytes) -> dict:
        status, text = self._made(self.lib.mcp_sse_response, body, len(body))
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
        try:
            out = {"status": status, "caps": jsontext.parse(text) if text is not None else None}
        except NotJSONError as wrong:
            raise Fault(f"no JSON: {text!r}") from wrong
        if case["op"] == "missing" and status == STATUS_OK:
            out["well_formed"] = self.lib.mcp_caps_is_well_formed(case["required"], len(case["required"]))
        return out

    def check(self, case: dict) -> dict:
        span, request = Span(), case["request"]
        status = self.lib.mcp_request_id(request, len(request), C.byref(span))
        return {"id_status": status, "id": None if status else span.of(request), **self._check(case)}

    def _check(self, case: dict) -> dict:
        handle, request, server = P(), case["request"], case["server"]
        status = self.lib.mcp_request_check(request, len(request), server, len(server), C.byref(handle))
        if status or not handle.value:
            self.view_text = ""
            return {"status": status, "code": None}
        self.view_text = self.lib.mcp_error_view_json(handle).text
        code = self.lib.mcp_error_code_text(handle).text
        data = self.lib.mcp_error_data_json(handle).raw
        http_status = self.lib.mcp_error_http_status(handle)
        if UNSAFE.search(self.lib.mcp_error_log_line(handle).text):
            raise Fault("log line of a refusal")
        status, sent = self._made(self.lib.mcp_error_to_json, handle)
        self.lib.mcp_error_free(handle)
        if status or jsontext.parse(sent).get("code").digits != code:
            raise Fault(f"a refusal cannot be sent: {status} {sent!r}")
        return {"status": 0, "code": code, "http_status": http_status, "data": jsontext.parse(data) if data else None}

    def _made(self, function, *arguments) -> tuple[int, bytes | None]:
        """Calls a function that makes a text."""
        out, size = P(), N(0)
        status = function(*arguments, C.byref(out), C.byref(size))
        if status or not out.value:
            if status and out.value:
                raise Fault("a text is set beside a failure")
            return status, None
        text = C.string_at(out.value, size.value)
        if C.string_at(out.value + size.value, 1) != b"\0":
            raise Fault("no NUL behind a text")
        self.lib.mcp_string_free(out)
        return status, text


def _ill_formed(text: bytes) -> bool:
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False
