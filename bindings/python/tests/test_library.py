"""Finding the native library, refusing a wrong one, and agreeing with it on every number."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import BINDING, CHECKOUT, LIBRARY, SECONDS

import mcp_errors
from mcp_errors import _core, _library, wire

HEADER = CHECKOUT / "include" / "mcp_errors.h"


def imported(package: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What importing the package from a folder says."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "LD_LIBRARY_PATH")}
    script = "import mcp_errors, mcp_errors._core as core; print(mcp_errors.LIBRARY_VERSION, core.KEEPING._name)"
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**kept, "PYTHONPATH": str(package), **environment},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A copy of the package that is neither in a checkout nor has a library."""
    shutil.copytree(
        BINDING / "src" / "mcp_errors", tmp_path / "mcp_errors", ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path


def stub(folder: Path, source: str) -> str:
    """A library made of some lines of C."""
    code = folder / "stub.c"
    code.write_text(source, encoding="ascii")
    made = folder / "stub.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(made), str(code)], check=True, timeout=SECONDS)
    return str(made)


def test_in_a_checkout() -> None:
    ran = imported(BINDING / "src")
    assert ran.stdout.split() == [mcp_errors.LIBRARY_VERSION, str(LIBRARY)], ran.stderr


def test_packed_file_comes_first(alone: Path) -> None:
    packed = alone / "mcp_errors" / _library.SONAME
    shutil.copy(LIBRARY, packed)
    assert imported(alone).stdout.split()[1] == str(packed)


def test_environment_variable(alone: Path) -> None:
    assert imported(alone, MCP_ERRORS_LIBRARY=str(LIBRARY)).stdout.split()[1] == str(LIBRARY)


def test_soname(alone: Path) -> None:
    (alone / "libmcp_errors.so.1").symlink_to(LIBRARY)
    assert imported(alone, LD_LIBRARY_PATH=str(alone)).stdout.split()[1] == "libmcp_errors.so.1"


def test_missing_library_says_what_was_tried(alone: Path) -> None:
    ran = imported(alone)
    assert ran.returncode == 1
    assert "ImportError: The native library of mcp_errors cannot be loaded. Tried:" in ran.stderr
    assert f"{alone}/mcp_errors/libmcp_errors.so.1: no such file" in ran.stderr
    assert "libmcp_errors.so.1: " in ran.stderr
    for way in ("pip install mcp-errors", "make lib", "MCP_ERRORS_LIBRARY"):
        assert way in ran.stderr


def test_a_wrong_path_in_the_environment_is_not_passed_over(alone: Path) -> None:
    shutil.copy(LIBRARY, alone / "mcp_errors" / _library.SONAME)
    ran = imported(alone, MCP_ERRORS_LIBRARY="/nonexistent/library.so")
    assert ran.returncode == 1
    assert "/nonexistent/library.so: no such file" in ran.stderr
    assert "mcp_errors/libmcp_errors.so.1:" not in ran.stderr


def test_another_abi_is_refused(alone: Path, tmp_path: Path) -> None:
    other = stub(tmp_path, "unsigned mcp_errors_abi_version(void) { return 2; }")
    ran = imported(alone, MCP_ERRORS_LIBRARY=other)
    assert ran.returncode == 1
    assert "has C ABI 2, but this package needs 1" in ran.stderr


def test_a_library_without_a_function_is_refused(alone: Path, tmp_path: Path) -> None:
    other = stub(tmp_path, "unsigned mcp_errors_abi_version(void) { return 1; }")
    ran = imported(alone, MCP_ERRORS_LIBRARY=other)
    assert ran.returncode == 1
    assert "older than this package" in ran.stderr


def test_pypy_is_refused_with_the_reason() -> None:
    script = "import sys; sys.implementation.name = 'pypy'; import mcp_errors"
    ran = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": str(BINDING / "src")},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith("ImportError: mcp_errors does not support PyPy")


def test_any_other_library_is_refused(alone: Path, tmp_path: Path) -> None:
    ran = imported(alone, MCP_ERRORS_LIBRARY=stub(tmp_path, "int nothing;"))
    assert ran.returncode == 1
    assert "ImportError" in ran.stderr
    text = tmp_path / "text.so"
    text.write_text("no library", encoding="ascii")
    assert "ImportError" in imported(alone, MCP_ERRORS_LIBRARY=str(text)).stderr


def exported() -> set[str]:
    listed = subprocess.run(
        ["nm", "-D", "--defined-only", str(LIBRARY)], check=True, timeout=SECONDS, capture_output=True, text=True
    )
    return {line.split()[-1].split("@")[0] for line in listed.stdout.splitlines()}


def test_every_bound_name_is_exported() -> None:
    bound = {*_core._SIGNATURES, "mcp_errors_abi_version", "mcp_classify_packed"}
    assert bound <= exported()


def test_structs_are_as_the_compiler_sees_them(tmp_path: Path) -> None:
    fields = [f"mcp_http_response, {name}" for name, *_ in _core.HttpResponse._fields_]
    fields += [f"mcp_str, {name}" for name, *_ in _core.Text._fields_]
    fields += [f"mcp_failure, {name}" for name, *_ in _core.Failure._fields_]
    fields += [f"mcp_request, {name}" for name, *_ in _core.Request._fields_]
    fields += [f"mcp_span, {name}" for name, *_ in _core.Span._fields_]
    members = ("kind", "flags", "code", "http_status", "message", "data", "message_type", "id")
    fields += [f"mcp_classification, {name}" for name in members]
    lines = "".join(f'  printf("%zu ", offsetof({field}));\n' for field in fields)
    sizes = ("mcp_http_response", "mcp_str", "mcp_failure", "mcp_request", "mcp_span", "mcp_classification")
    lines += "".join(f'  printf("%zu ", sizeof({name}));\n' for name in sizes)
    source = tmp_path / "layout.c"
    source.write_text(
        f'#include <stdio.h>\n#include <stddef.h>\n#include "{HEADER}"\nint main(void) {{\n{lines}  return 0;\n}}\n',
        encoding="utf-8",
    )
    program = tmp_path / "layout"
    subprocess.run(["cc", "-o", str(program), str(source)], check=True, timeout=SECONDS)
    seen = subprocess.run([str(program)], check=True, timeout=SECONDS, capture_output=True, text=True).stdout.split()
    structs: Any = (_core.HttpResponse, _core.Text, _core.Failure, _core.Request, _core.Span)
    own = [getattr(struct_type, name).offset for struct_type in structs for name, *_ in struct_type._fields_]
    own += [8, 12, 16, 24, 48, 64, 128, 136]
    own += [ctypes.sizeof(kind) for kind in structs] + [wire._FIELDS.size]
    assert [int(number) for number in seen] == own


def test_the_classification_is_read_at_its_offsets() -> None:
    buffer = bytearray(wire._FIELDS.size)
    places = [(8, "i"), (12, "I"), (16, "q"), (24, "I"), *((at, "q") for at in (48, 56, 64, 72))]
    places += [(128, "i"), (136, "q"), (144, "q")]
    for value, (offset, form) in enumerate(places):
        struct.pack_into(form, buffer, offset, value)
    assert wire._FIELDS.unpack_from(buffer) == tuple(range(len(places)))


def test_numbers_are_the_header_s() -> None:
    text = HEADER.read_text(encoding="utf-8")
    flags = dict(re.findall(r"MCP_FLAG_(\w+)\s*(?:=\s*)?\(?(?:1U? *<< *)?(\d+)", text))
    own = ["WELL_FORMED", "MODERN", "MODERN_HTTP", "MODERN_FOR_PROBE", "PROTOCOL_ERROR", "ERA_INCONCLUSIVE", "HAS_CODE"]
    own += ["CODE_OVERFLOW", "HAS_DATA", "MESSAGE_IS_STRING", "MESSAGE_NEEDS_DECODING", "DATA_NOT_UTF8", "NOT_AN_ERROR"]
    assert set(own) <= set(flags)
    for name in own:
        value = getattr(_core, "IS_NO_ERROR" if name == "NOT_AN_ERROR" else name)
        assert int(flags[name]) in (value, value.bit_length() - 1), name
    assert _library.abi_version(_core.KEEPING) == _library.ABI_VERSION
    assert mcp_errors.__version__ == mcp_errors.LIBRARY_VERSION
