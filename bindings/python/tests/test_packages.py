"""The wheel and the sdist: built, looked into, installed into fresh environments, and the vectors run against them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from platform import machine

import pytest
import vectors
from conftest import BINDING, CHECKOUT, LIBRARY, RELEASE, SECONDS

import mcp_errors

WHEEL_BYTES = 420_000
PACKED = "libmcp_errors.so.1"


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MCP_ERRORS_LIBRARY")}
    ran = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**kept, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


def built(folder: Path, source: Path, *options: str, **environment: str) -> Path:
    run(
        sys.executable, "-m", "build", "--no-isolation", *options, "--outdir", folder, source, cwd=folder, **environment
    )
    (made,) = folder.glob("*.whl" if "--wheel" in options else "*.tar.gz")
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"), BINDING, "--wheel", MCP_ERRORS_PREBUILT=str(LIBRARY))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("sdist"), BINDING, "--sdist")


def vectors_pass(wheel: Path, folder: Path) -> None:
    """Installs the wheel into an environment of its own, outside the checkout, and runs the vectors."""
    python = folder / "venv" / "bin" / "python"
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "--quiet", "--no-index", "--no-deps", wheel, cwd=folder)
    listed = run(*pip, "list", "--format=freeze", "--disable-pip-version-check", cwd=folder)
    assert listed.split() == [f"mcp-errors=={mcp_errors.__version__}"]
    script = folder / "vectors.py"
    script.write_bytes((BINDING / "tests" / "vectors.py").read_bytes())
    said = run(python, script, CHECKOUT / "tests", cwd=folder)
    counts = dict(line.split(": ", 1) for line in said.splitlines())
    assert set(counts) == set(vectors.CHECKS)
    assert counts["errors"] == "1500 of 1500"
    where = run(python, "-c", "import mcp_errors._core as c; print(c.KEEPING._name)", cwd=folder).strip()
    assert Path(where).parts[-2:] == ("mcp_errors", PACKED)
    # The library and PyInstaller's hook do not look like modules.
    walk = "import mcp_errors, pkgutil, importlib\n"
    walk += "names = [one.name for one in pkgutil.walk_packages(mcp_errors.__path__, 'mcp_errors.')]\n"
    walk += "print(sorted(map(importlib.import_module, names), key=str) != [], *names)"
    assert run(python, "-c", walk, cwd=folder).split()[0] == "True"
    assert folder in Path(where).parents


def test_wheel_contents(wheel: Path) -> None:
    assert wheel.stat().st_size <= WHEEL_BYTES
    assert wheel.name.startswith("mcp_errors-0.1.0-py3-none-linux_")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        metadata = packed.read("mcp_errors-0.1.0.dist-info/METADATA").decode()
        assert packed.read(f"mcp_errors/{PACKED}") == LIBRARY.read_bytes()
    sources = {f"mcp_errors/{path.name}" for path in (BINDING / "src" / "mcp_errors").glob("*.py")}
    sources.add("mcp_errors/_pyinstaller_hooks/hook-mcp_errors.py")
    info = {f"mcp_errors-0.1.0.dist-info/{name}" for name in ("METADATA", "WHEEL", "RECORD", "entry_points.txt")}
    licenses = {f"mcp_errors-0.1.0.dist-info/licenses/LICENSE-{name}" for name in ("APACHE", "MIT")}
    assert names == sources | info | licenses | {f"mcp_errors/{PACKED}", "mcp_errors/py.typed"}
    assert "Requires-Dist" not in metadata
    assert "Requires-Python: >=3.9" in metadata


def test_licenses_are_the_project_s() -> None:
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        assert (BINDING / name).read_bytes() == (CHECKOUT / name).read_bytes()


def test_wheel_in_a_fresh_environment(wheel: Path, tmp_path: Path) -> None:
    vectors_pass(wheel, tmp_path)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's files."""
    target = tmp_path_factory.mktemp("site")
    options = ("--quiet", "--no-index", "--no-deps", "--target", target)
    run(sys.executable, "-m", "pip", "install", *options, wheel, cwd=target)
    return target


USER = """\
import httpx2
from mcp.types import ClientCapabilities

import mcp_errors

error = mcp_errors.from_response(b"", http_status=503)
assert isinstance(error, mcp_errors.UnsupportedProtocolVersionError)
versions: list[str] = error.supported
context: mcp_errors.Context = {"purpose": "probe", "era": "legacy", "supported_caps": ClientCapabilities()}
advice = mcp_errors.advise(error, context, client_versions=["2026-07-28"])
action: mcp_errors.Action = advice.action
following = mcp_errors.advise(error, advice.context)
number: int | None = error.code
status, headers, body = error.to_http(7)
failed = mcp_errors.FailedResponses()
client = httpx2.Client(event_hooks={"response": [failed]})
found: mcp_errors.MCPError | None = mcp_errors.from_exception(ValueError(), failed)
kind: mcp_errors.MessageType = mcp_errors.message_type(b"")
sent: dict[str, str] = mcp_errors.request_headers({"method": "x"}, {"type": "object"})
"""
WRONG = """\
wrong_1: int = error.supported
wrong_2 = mcp_errors.advise(error, purpose="fun")
wrong_3 = mcp_errors.era(error, "carrier pigeon")
wrong_4 = mcp_errors.advise(error, attempt=1)
error.code = 5
"""


@pytest.mark.parametrize(
    "checker", [("mypy", "--strict"), ("pyright", "--pythonpath", sys.executable)], ids=["mypy", "pyright"]
)
def test_a_user_s_program_is_typed(installed: Path, tmp_path: Path, checker: tuple[str, ...]) -> None:
    (tmp_path / "pyrightconfig.json").write_text(
        json.dumps({"typeCheckingMode": "strict", "extraPaths": [str(installed)]}), encoding="ascii"
    )

    def errors(source: str) -> list[str]:
        user = tmp_path / "user.py"
        user.write_text(source, encoding="ascii")
        ran = subprocess.run(
            [sys.executable, "-m", *checker, str(user) if checker[0] == "mypy" else "."],
            cwd=tmp_path,
            env={**os.environ, "MYPYPATH": str(installed), "MYPY_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        return [line for line in ran.stdout.splitlines() if "error" in line and "user.py:" in line] + (
            [ran.stdout + ran.stderr] if ran.returncode > 1 else []
        )

    # Each line of the second part is wrong, and no line of the first.
    lines = len(USER.splitlines())
    found = errors(USER + WRONG)
    places = {int(one.partition("user.py:")[2].partition(":")[0] or 0) for one in found}
    assert places == set(range(lines + 1, lines + 6)), found


def test_a_frozen_program_has_the_library(wheel: Path, tmp_path: Path) -> None:
    python = tmp_path / "venv" / "bin" / "python"
    run(sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", tmp_path / "venv", cwd=tmp_path)
    site = Path(run(python, "-c", "import site; print(site.getsitepackages()[0])", cwd=tmp_path).strip())
    # What PyInstaller needs comes from the environment of the tests.
    packages = Path(pytest.__file__).parents[1]
    (site / "tests.pth").write_text(str(packages), encoding="utf-8")
    options = ("--quiet", "--no-index", "--no-deps")
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, wheel, cwd=tmp_path)
    program = tmp_path / "program.py"
    program.write_text(
        "import mcp_errors, mcp_errors._core as core\n"
        'error = mcp_errors.from_response(b\'{"error":{"code":-32601,"message":"m"}}\')\n'
        "print(type(error).__name__, mcp_errors.advise(error).action, core.KEEPING._name)\n",
        encoding="ascii",
    )
    run(python, "-m", "PyInstaller", "--log-level", "ERROR", "--onedir", program, cwd=tmp_path)
    said = run(tmp_path / "dist" / "program" / "program", cwd=Path("/")).split()
    assert said[:2] == ["MethodNotFoundError", "give_up"]
    assert said[2] == str(tmp_path / "dist" / "program" / "_internal" / "mcp_errors" / PACKED)


def test_without_cargo_the_error_says_what_is_needed(sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path / "source")
    (source,) = (tmp_path / "source").iterdir()
    ran = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--wheel", str(source)],
        env={**os.environ, "PATH": "/nonexistent", "MCP_ERRORS_PREBUILT": ""},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 1
    assert "needs Rust 1." in ran.stdout + ran.stderr
    assert "MCP_ERRORS_PREBUILT" in ran.stdout + ran.stderr


def test_sdist_builds_with_cargo(sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as packed:
        names = packed.getnames()
        packed.extractall(tmp_path / "source")
    assert not [name for name in names if "/target/" in name or name.endswith((".so", ".pyc"))]
    (source,) = (tmp_path / "source").iterdir()
    out = tmp_path / "out"
    out.mkdir()
    # A library that lies where cargo would put it without CARGO_BUILD_TARGET is not taken.
    stale = tmp_path / "target" / "release" / LIBRARY.name
    stale.parent.mkdir(parents=True)
    stale.write_text("stale", encoding="ascii")
    triple = f"{machine()}-unknown-linux-gnu"
    environment = {"CARGO_TARGET_DIR": str(tmp_path / "target"), "CARGO_BUILD_TARGET": triple}
    if not RELEASE:
        # Whether the sources are complete does not depend on optimization, which takes most of the time.
        environment |= {"CARGO_PROFILE_RELEASE_LTO": "off", "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0"}
        environment |= {"CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16"}
    wheel = built(out, source, "--wheel", MCP_ERRORS_PREBUILT="", **environment)
    assert not RELEASE or wheel.stat().st_size <= WHEEL_BYTES
    vectors_pass(wheel, tmp_path)
