"""Puts the native library into the wheel, and the Rust sources into the sdist.

In a checkout the crate stands two folders up, in an sdist in the folder ``rust``. The library is built by cargo; a
packager who has it already names it by the environment variable MCP_ERRORS_PREBUILT. For a system other than this one,
MCP_ERRORS_WHEEL_PLATFORM names the platform, as in ``manylinux_2_17_aarch64``; CARGO_BUILD_TARGET names it for cargo.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from platform import machine
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# A part of the target's name => the file that cargo makes for it.
FILES = {"darwin": "libmcp_errors.dylib", "windows": "mcp_errors.dll"}
LIBRARY = FILES.get("windows" if sys.platform == "win32" else sys.platform, "libmcp_errors.so")
# The name in the wheel, where mcp_errors/_library.py looks for it: what ends in ".so" is taken for an extension module.
PACKED = {"libmcp_errors.so": "libmcp_errors.so.1", "libmcp_errors.dylib": "libmcp_errors.1.dylib"}
# The tool is a member of the workspace, without which cargo does not read the manifest.
CRATE = ("Cargo.toml", "Cargo.lock", "build.rs", "cbindgen.toml", "src", "include", "benches")
SOURCES = (*CRATE, "tool/Cargo.toml", "tool/src")


class Hook(BuildHookInterface[Any]):
    """The build hook that hatchling calls for each target."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the files of the target."""
        root = Path(self.root)
        packed = root / "rust"
        crate = packed if packed.is_dir() else root.parents[1]
        include: dict[str, str] = build_data["force_include"]
        if self.target_name == "sdist":
            include.update({str(crate / name): f"rust/{name}" for name in SOURCES if (crate / name).exists()})
        elif self.target_name == "wheel" and version != "editable":
            build_data["pure_python"] = False
            library = self.library(crate)
            platform, triple = os.environ.get("MCP_ERRORS_WHEEL_PLATFORM"), os.environ.get("CARGO_BUILD_TARGET", "")
            if not platform:
                here = f"{machine()}-unknown-{sys.platform}-gnu"
                if library.name != LIBRARY or triple not in ("", here):
                    raise ValueError(
                        f"{library} may be for another system: name its platform in MCP_ERRORS_WHEEL_PLATFORM"
                    )
                platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            # The library does not depend on CPython's version: one wheel for each platform.
            build_data["tag"] = f"py3-none-{platform}"
            include[str(library)] = f"mcp_errors/{PACKED.get(library.name, library.name)}"

    def library(self, crate: Path) -> Path:
        """The path of the library; builds it unless it is given."""
        prebuilt = os.environ.get("MCP_ERRORS_PREBUILT")
        if prebuilt:
            return Path(prebuilt).resolve(strict=True)
        if shutil.which("cargo") is None:
            manifest = (crate / "Cargo.toml").read_text(encoding="utf-8")
            rust = manifest.partition('rust-version = "')[2].partition('"')[0]
            raise RuntimeError(
                f"mcp-errors: building the native library needs Rust {rust} or newer with cargo (https://rustup.rs). "
                "Without Rust, install a wheel (pip install --only-binary mcp-errors mcp-errors), or set "
                f"MCP_ERRORS_PREBUILT to the path of a built {LIBRARY}."
            )
        # Only the crate type that is needed: with the Rust library beside it there is no link-time optimization. Cargo
        # says where the file is, whatever CARGO_TARGET_DIR, CARGO_BUILD_TARGET or a configuration file say.
        command = ["cargo", "rustc", "--release", "--locked", "--lib", "--crate-type", "cdylib"]
        ran = subprocess.run(
            [*command, "--message-format", "json-render-diagnostics"], cwd=crate, stdout=subprocess.PIPE, check=False
        )
        if ran.returncode:
            raise RuntimeError(f"mcp-errors: building the native library failed: {' '.join(command)}, see above")
        messages = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith(b"{")]
        files = [
            Path(name)
            for message in messages
            if message.get("reason") == "compiler-artifact" and message["target"]["name"] == "mcp_errors"
            for name in message["filenames"]
        ]
        made = [path for path in files if path.name in (LIBRARY, "libmcp_errors.so", *FILES.values())]
        if len(made) != 1:
            raise RuntimeError(f"mcp-errors: cargo made no {LIBRARY}, but {', '.join(map(str, files)) or 'nothing'}")
        return made[0]
