"""The wheel and the sdist: built, looked into, installed into fresh environments, and the vectors run against them."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from conftest import BINDING, CHECKOUT, LIBRARY

WHEEL_BYTES = 400_000
SECONDS = 900


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
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel, cwd=folder)
    listed = run(python, "-m", "pip", "list", "--format=freeze", cwd=folder)
    assert "mcp" in listed
    assert "pydantic" not in listed
    script = folder / "vectors.py"
    script.write_bytes((BINDING / "tests" / "vectors.py").read_bytes())
    said = run(python, script, CHECKOUT / "tests", cwd=folder)
    counts = dict(line.split(": ", 1) for line in said.splitlines())
    assert set(counts) == {"errors", "responses", "advice", "capabilities", "server", "ruby", "answers"}
    assert counts["errors"] == "1500 of 1500"
    where = run(python, "-c", "import mcp_errors._core as c; print(c.KEEPING._name)", cwd=folder).strip()
    assert Path(where).parts[-2:] == ("mcp_errors", LIBRARY.name)
    assert folder in Path(where).parents


def test_wheel_contents(wheel: Path) -> None:
    assert wheel.stat().st_size <= WHEEL_BYTES
    assert wheel.name.startswith("mcp_errors-0.1.0-py3-none-linux_")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        metadata = packed.read("mcp_errors-0.1.0.dist-info/METADATA").decode()
        assert packed.read(f"mcp_errors/{LIBRARY.name}") == LIBRARY.read_bytes()
    sources = {f"mcp_errors/{path.name}" for path in (BINDING / "src" / "mcp_errors").glob("*.py")}
    info = {f"mcp_errors-0.1.0.dist-info/{name}" for name in ("METADATA", "WHEEL", "RECORD")}
    licenses = {f"mcp_errors-0.1.0.dist-info/licenses/LICENSE-{name}" for name in ("APACHE", "MIT")}
    assert names == sources | info | licenses | {f"mcp_errors/{LIBRARY.name}", "mcp_errors/py.typed"}
    assert "Requires-Dist" not in metadata
    assert "Requires-Python: >=3.9" in metadata


def test_licenses_are_the_project_s() -> None:
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        assert (BINDING / name).read_bytes() == (CHECKOUT / name).read_bytes()


def test_wheel_in_a_fresh_environment(wheel: Path, tmp_path: Path) -> None:
    vectors_pass(wheel, tmp_path)


def test_wheel_is_typed(wheel: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--target",
        target,
        wheel,
        cwd=tmp_path,
    )
    user = tmp_path / "user.py"
    user.write_text(
        "import mcp_errors\n"
        "error = mcp_errors.from_response(b'')\n"
        "assert isinstance(error, mcp_errors.UnsupportedProtocolVersionError)\n"
        "versions: list[str] = error.supported\n"
        "action: mcp_errors.Action = mcp_errors.advise(error).action\n"
        "wrong: int = error.supported\n",
        encoding="ascii",
    )
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(user)],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(target)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "user.py:6" in ran.stdout
    assert "Found 1 error" in ran.stdout


def test_sdist_builds_with_cargo(sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as packed:
        names = packed.getnames()
        packed.extractall(tmp_path / "source")
    assert not [name for name in names if "/target/" in name or name.endswith((".so", ".pyc"))]
    (source,) = (tmp_path / "source").iterdir()
    out = tmp_path / "out"
    out.mkdir()
    wheel = built(out, source, "--wheel", CARGO_TARGET_DIR=str(tmp_path / "target"), MCP_ERRORS_PREBUILT="")
    assert wheel.stat().st_size <= WHEEL_BYTES
    vectors_pass(wheel, tmp_path)
