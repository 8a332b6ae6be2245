"""Runs test vectors through the C ABI of a built library (ctypes).

Usage: check_abi.py LIBRARY VECTOR_DIR [errors|responses|advice|capabilities|server|answers ...]
(answers: tests/wire/answers.jsonl, by naming its folder as VECTOR_DIR)
Prints each failing row (the first few of a file), then one line a file; exit 1 if any row fails.
"""
import base64
import ctypes as C
import json
import sys
from pathlib import Path


class Str(C.Structure):
    _fields_ = [("ptr", C.c_void_p), ("len", C.c_size_t)]

    def text(self):
        return C.string_at(self.ptr, self.len).decode("utf-8") if self.len else ""


class Http(C.Structure):
    _fields_ = [("struct_size", C.c_size_t), ("status", C.c_uint16)] + [
        (n, t) for m in ("content_type", "www_authenticate", "retry_after", "body") for n, t in ((m, C.c_void_p), (m + "_len", C.c_size_t))
    ] + [("max_error_body", C.c_size_t)]


P = C.c_void_p


def load(path):
    l = C.CDLL(path)
    for name, res, args in (
            ("mcp_error_from_jsonrpc", C.c_int32, [C.c_char_p, C.c_size_t, C.c_uint16, C.POINTER(P)]),
            ("mcp_error_from_response", C.c_int32, [C.c_char_p, C.c_size_t, C.POINTER(P)]),
            ("mcp_error_from_http", C.c_int32, [C.POINTER(Http), C.POINTER(P)]),
            ("mcp_error_new", C.c_int32, [C.c_int32, C.c_char_p, C.c_size_t, C.POINTER(P)]),
            ("mcp_error_free", None, [P]), ("mcp_error_view_json", Str, [P]),
            ("mcp_error_era", C.c_int32, [P, C.c_int32]), ("mcp_error_advise", C.c_int32, [P, C.c_char_p, C.c_size_t, C.POINTER(P)]),
            ("mcp_advice_json", Str, [P]), ("mcp_advice_free", None, [P]), ("mcp_string_free", None, [P]),
            ("mcp_caps_missing", C.c_int32, [C.c_char_p, C.c_size_t] * 2 + [C.POINTER(P), C.POINTER(C.c_size_t)]),
            ("mcp_caps_declare", C.c_int32, [C.c_char_p, C.c_size_t] * 3 + [C.POINTER(P), C.POINTER(C.c_size_t)]),
            ("mcp_caps_for_input_request", C.c_int32, [C.c_char_p, C.c_size_t] * 2 + [C.POINTER(P), C.POINTER(C.c_size_t)]),
            ("mcp_request_check", C.c_int32, [C.c_char_p, C.c_size_t] * 2 + [C.POINTER(P)]),
            ("mcp_code_may_emit", C.c_int32, [C.c_int64]), ("mcp_code_http_status", C.c_uint16, [C.c_int64, C.c_int32]),
            ("mcp_kind_name", C.c_char_p, [C.c_int32])):
        try:
            f = getattr(l, name)
        except AttributeError:
            continue
        f.restype, f.argtypes = res, args
    return l


def kinds(l):
    return {n.decode(): k for k in range(-1, 200) if (n := l.mcp_kind_name(k))}


def same(want, got):
    """Equal, with integers and floats told apart and member order free."""
    return json.dumps(want, sort_keys=True) == json.dumps(got, sort_keys=True)


def differences(expect, view):
    return [f"{k}: {json.dumps(view.get(k))[:120]} want {json.dumps(v)[:120]}" for k, v in expect.items()
            if k not in ("result", "era") and not same(v, view.get(k))]


def handle(l, r):
    h = P()
    if r.get("event"):
        name = {"timeout": "RequestTimeoutError", "closed": "ResponseStreamClosedError", "network_error": "ConnectionError"}[r["event"]]
        st = l.mcp_error_new(kinds(l)[name], b"local", 5, C.byref(h))
        return st, h
    body = base64.b64decode(r["body_b64"]) if "body_b64" in r else r["body"].encode("utf-8", "surrogatepass")
    if r["transport"] == "http":
        keep = []

        def s(b):
            if b is None:
                return None, 0
            b = b if isinstance(b, bytes) else b.encode()
            buf = C.create_string_buffer(b, len(b) + 1)
            keep.append(buf)
            return C.addressof(buf), len(b)

        hd = r["headers"]
        q = Http(C.sizeof(Http), r["http_status"], *s(hd.get("content-type")), *s(hd.get("www-authenticate")), *s(hd.get("retry-after")), *s(body), 0)
        return l.mcp_error_from_http(C.byref(q), C.byref(h)), h
    return l.mcp_error_from_response(body, len(body), C.byref(h)), h


def row_errors(l, r):
    raw = r["error"].encode("utf-8", "surrogatepass")
    h = P()
    st = l.mcp_error_from_jsonrpc(raw, len(raw), r["http_status"] or 0, C.byref(h))
    if st:
        return [f"status {st}"]
    v = json.loads(l.mcp_error_view_json(h).text())
    l.mcp_error_free(h)
    return differences(r["expect"], v)


def row_responses(l, r):
    st, h = handle(l, r)
    if r["expect"]["result"] == "not_an_error":
        return [] if st == 3 else [f"status {st} want 3"]
    if st:
        return [f"status {st}"]
    v = json.loads(l.mcp_error_view_json(h).text())
    l.mcp_error_free(h)
    return differences(r["expect"], v)


def row_wire(l, r):
    st, h = handle(l, r)
    if st:
        return [f"status {st}"]
    v = json.loads(l.mcp_error_view_json(h).text())
    era = ERAS[l.mcp_error_era(h, 1 if r["transport"] == "http" else 0)] if hasattr(l, "mcp_error_era") else r["expect"]["era"]
    l.mcp_error_free(h)
    return differences(r["expect"], v) + ([] if era == r["expect"]["era"] else [f"era {era} want {r['expect']['era']}"])


row_answers = row_wire

ERAS = ["modern", "modern_without_discover", "legacy", "inconclusive"]


def row_advice(l, r):
    st, h = handle(l, r)
    if st:
        return [f"status {st}"]
    era = ERAS[l.mcp_error_era(h, 1 if r["transport"] == "http" else 0)]
    ctx = json.dumps({"transport": r["transport"], **r["context"]}).encode()
    a = P()
    st = l.mcp_error_advise(h, ctx, len(ctx), C.byref(a))
    if st:
        return [f"advise status {st}"]
    v = json.loads(l.mcp_advice_json(a).text())
    l.mcp_advice_free(a)
    l.mcp_error_free(h)
    out = differences(r["expect"], v)
    if era != r["expect"]["era"]:
        out.append(f"era {era} want {r['expect']['era']}")
    return out


def row_capabilities(l, r):
    o, n = P(), C.c_size_t()
    if r["op"] == "for_input_request":
        f, texts = l.mcp_caps_for_input_request, [r["method"].encode(), json.dumps(r["params"]).encode()]
    else:
        f = l.mcp_caps_missing if r["op"] == "missing" else l.mcp_caps_declare
        texts = [json.dumps(r[k]).encode() for k in ("declared", "required", "missing", "supported") if k in r]
    st = f(*(x for t in texts for x in (t, len(t))), C.byref(o), C.byref(n))
    if st:
        return [f"status {st}"]
    got = json.loads(C.string_at(o.value, n.value))
    l.mcp_string_free(o)
    return [] if same(got, r["expect"]) else [f"{json.dumps(got)} want {json.dumps(r['expect'])}"]


def row_server(l, r):
    if r["op"] == "check":
        q, srv, h = r["request"].encode("utf-8", "surrogatepass"), json.dumps(r["server"]).encode(), P()
        st = l.mcp_request_check(q, len(q), srv, len(srv), C.byref(h))
        if st:
            return [f"status {st}"]
        if not h.value:
            return [] if r["expect"] == {"ok": True} else [f"go ahead, want {r['expect']}"]
        v = json.loads(l.mcp_error_view_json(h).text())
        l.mcp_error_free(h)
        return [f"{v['code']}, want go ahead"] if r["expect"] == {"ok": True} else differences(r["expect"], v)
    if r["op"] == "may_emit":
        got = ["ok", "discouraged", "forbidden"][l.mcp_code_may_emit(r["code"])]
    else:
        got = l.mcp_code_http_status(r["code"], {"protocol": 0, "handler": 1}[r["origin"]])
    return [] if got == r["expect"] else [f"{got} want {r['expect']}"]


def main():
    l = load(sys.argv[1])
    names = sys.argv[3:] or ["errors", "responses", "advice", "capabilities", "server"]
    failed = 0
    for n in names:
        rows = [json.loads(x) for x in open(Path(sys.argv[2]) / f"{n}.jsonl", encoding="utf-8")]
        bad = 0
        for r in rows:
            try:
                d = globals()[f"row_{n}"](l, r)
            except (AttributeError, KeyError, IndexError, ValueError) as e:
                d = [f"{type(e).__name__}: {e}"]
            if d:
                bad += 1
                if bad <= 5:
                    print(f"  {n} {r['id']}: {'; '.join(d)}")
        failed += bad
        print(f"{n}: {len(rows) - bad} of {len(rows)}")
    sys.exit(1 if failed else 0)


main()
