"""Compares every parameter and result that a binding declares for a C function with the header's.

Usage: signatures.py python|ruby FOLDER CDEF     FOLDER is the binding's, CDEF the declarations, include/mcp_errors.cdef
"""
import ctypes
import json
import re
import subprocess
import sys
from pathlib import Path

WIDTHS = {"uint16_t": "u16", "int32_t": "i32", "uint32_t": "u32", "int64_t": "i64", "uint64_t": "u64", "size_t": "size", "bool": "bool", "void": "void"}


def declared(cdef):
    """Name -> result and parameters, each as a width, "pointer", or "text" (mcp_str by value)."""
    text = Path(cdef).read_text(encoding="utf-8")
    enumerations = {name: width for width, name in re.findall(r"^typedef (\w+) (mcp_\w+);", text, re.M) if width in WIDTHS}
    body = re.sub(r"^(typedef struct|enum) [^{;]*\{.*?^\}[^;]*;", "", text, flags=re.M | re.S)

    def plain(declaration):
        words = re.sub(r"\b(const|struct)\b", "", declaration)
        if "*" in words:
            return "pointer"
        kind = words.split()[0]
        return "text" if kind == "mcp_str" else WIDTHS[enumerations.get(kind, kind)]

    functions = {}
    for result, name, parameters in re.findall(r"^([\w *]+?)\b(mcp_\w+)\(([^()]*)\);", body, re.M):
        parts = [] if parameters.strip() == "void" else [plain(part) for part in parameters.split(",")]
        functions[name] = [plain(result), *parts]
    return functions


def python(folder):
    sys.path.insert(0, str(Path(folder) / "src"))
    from mcp_errors import _core

    simple = {
        ctypes.c_bool: "bool", ctypes.c_uint16: "u16", ctypes.c_int32: "i32", ctypes.c_uint32: "u32", ctypes.c_size_t: "size",
        ctypes.c_char_p: "pointer", ctypes.c_void_p: "pointer", ctypes.c_int64: "i64", _core.Text: "text", None: "void",
    }

    def plain(kind):
        return "pointer" if hasattr(kind, "contents") else simple[kind]

    return {name: [plain(result), *map(plain, arguments)] for name, (result, arguments) in _core._SIGNATURES.items()}


def ruby(folder):
    program = "require 'json'; require ARGV[0]; puts JSON.generate(MCPErrors::Functions::ALL)"
    path = Path(folder).resolve() / "lib/mcp_errors/functions.rb"
    said = subprocess.run(["ruby", "-e", program, str(path)], capture_output=True, text=True, check=True).stdout
    simple = {
        "bool": "bool", "uint16": "u16", "int32": "i32", "uint32": "u32", "size_t": "size", "int64": "i64", "uint64": "u64",
        "pointer": "pointer", "string": "pointer", "mcp_str": "text", "void": "void",
    }
    return {name: [simple[result], *(simple[one] for one in arguments)] for name, (arguments, result) in json.loads(said).items()}


def main():
    language, folder, cdef = sys.argv[1:]
    wanted, bound = declared(cdef), {"python": python, "ruby": ruby}[language](folder)
    wrong = [f"{name}: the header has {wanted.get(name)}, the binding {found}" for name, found in bound.items() if wanted.get(name) != found]
    print("\n".join(wrong) or f"{len(bound)} of {len(wanted)} functions are declared as in the header")
    return 1 if wrong or len(bound) < 30 or len(wanted) < 100 else 0


sys.exit(main())
