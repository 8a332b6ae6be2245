"""The tables of codes and kinds, and the verdicts on values, asked exhaustively."""

from __future__ import annotations

import ctypes as C

import rules
from c_binding import CBinding
from serving import MODERN, RETIRED, STANDARD, http_status, may_emit

DRAFT = {-32001: -32020, -32003: -32021, -32004: -32022}
EMIT = ("ok", "discouraged", "forbidden")
STATUSES = (0, 200, 400, 401, 404, 503)


def codes() -> list[int]:
    return [*range(-33000, -31900), *range(-5, 6), -(1 << 63), (1 << 63) - 1, 404, -32021 + (1 << 32)]


def differences(binding: CBinding) -> tuple[int, list[str]]:
    """How many questions were asked, and the answers that differ."""
    lib = binding.lib
    for name, result, arguments in (
        ("mcp_kind_for_code", C.c_int32, [C.c_int64]),
        ("mcp_code_name", C.c_char_p, [C.c_int64]),
        ("mcp_code_draft_name", C.c_char_p, [C.c_int64]),
        ("mcp_code_is_modern", C.c_bool, [C.c_int64]),
        ("mcp_code_is_resource_not_found", C.c_bool, [C.c_int64, C.c_int32]),
        ("mcp_code_may_emit", C.c_int32, [C.c_int64]),
        ("mcp_code_http_status", C.c_uint16, [C.c_int64, C.c_int32]),
        ("mcp_kind_parent", C.c_int32, [C.c_int32]),
        ("mcp_kind_is_a", C.c_bool, [C.c_int32, C.c_int32]),
        ("mcp_verdicts", C.c_uint32, [C.c_int32, C.POINTER(C.c_int64), C.c_uint16, C.c_int32]),
    ):
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    asked, wrong = 0, []

    def same(what: str, got, wanted) -> None:
        nonlocal asked
        asked += 1
        if got != wanted:
            wrong.append(f"{what}: rules {wanted!r}, core {got!r}")

    for code in codes():
        kind = rules.BY_CODE.get(str(code), "ServerError")
        same(f"kind_for_code({code})", binding.names[lib.mcp_kind_for_code(code)], kind)
        same(f"code_is_modern({code})", lib.mcp_code_is_modern(code), code in MODERN)
        named = code in (*STANDARD, -32700, *MODERN, *RETIRED)
        same(f"code_name({code}) is there", lib.mcp_code_name(code) is not None, named)
        drafted = DRAFT.get(code)
        same(f"code_draft_name({code})", lib.mcp_code_draft_name(code), lib.mcp_code_name(drafted) if drafted else None)
        same(f"may_emit({code})", EMIT[lib.mcp_code_may_emit(code)], may_emit(code))
        for modern in (0, 1, -7):
            wanted = code == -32002 or (code == -32602 and modern != 0)
            same(f"resource_not_found({code}, {modern})", lib.mcp_code_is_resource_not_found(code, modern), wanted)
        for origin in (0, 1):
            same(f"http_status({code}, {origin})", lib.mcp_code_http_status(code, origin), http_status(code, origin == 1))
    for name, number in binding.kinds.items():
        parent = rules.PARENTS[name]
        same(f"parent of {name}", lib.mcp_kind_parent(number), -1 if parent is None else binding.kinds[parent])
        for other, ancestor in binding.kinds.items():
            same(f"{name} is a {other}", lib.mcp_kind_is_a(number, ancestor), rules.is_a(name, other))
        for code in (None, -32601, -32020, -32021, -32022, -32002, 0):
            for status in STATUSES:
                for well_formed in (0, 1):
                    pointer = None if code is None else C.byref(C.c_int64(code))
                    got = lib.mcp_verdicts(number, pointer, status, well_formed)
                    what = f"verdicts({name}, {code}, {status}, {well_formed})"
                    same(what, got & 63, verdicts(name, code, status, bool(well_formed)))
    return asked, wrong


def verdicts(kind: str, code: int | None, status: int, well_formed: bool) -> int:
    """The predicates as MCP_FLAG_*, given what is known of the data."""
    modern = kind in list(rules.BY_CODE.values())[1:] and code in MODERN and well_formed
    modern_http = status == 404 if kind == "MethodNotFoundError" else modern
    protocol = modern or kind in ("InputRequiredError", "InvalidResultError")
    bits = (well_formed, modern, modern_http, modern, protocol, kind in rules.INCONCLUSIVE)
    return sum(1 << place for place, bit in enumerate(bits) if bit)
