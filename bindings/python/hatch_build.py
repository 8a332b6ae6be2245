"""Puts the native library into the wheel, and the Rust sources into the sdist.

In a checkout the crate stands two folders up, in an sdist in the folder ``rust``. The library is built by cargo; a
packager who has it already names it by the environment variable MCP_ERRORS_PREBUILT.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIBRARY = {"darwin": "libmcp_errors.dylib", "win32": "mcp_errors.dll"}.get(sys.platform, "libmcp_errors.so")
# The tool is a member of the workspace, without which cargo does not read the manifest.
SOURCES = ("Cargo.toml", "Cargo.lock", "build.rs", "cbindgen.toml", "src", "include", "benches", "tool/Cargo.toml", "tool/src")


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
            # The library knows nothing of CPython's version: one wheel for each platform.
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["tag"] = f"py3-none-{platform}"
            include[str(self.library(crate))] = f"mcp_errors/{LIBRARY}"

    def library(self, crate: Path) -> Path:
        """The path of the library; builds it where it is not given."""
        prebuilt = os.environ.get("MCP_ERRORS_PREBUILT")
        if prebuilt:
            return Path(prebuilt).resolve(strict=True)
        # Only the crate type that is needed: with the Rust form beside it there is no link-time optimization.
        command = ["cargo", "rustc", "--release", "--locked", "--lib", "--crate-type", "cdylib"]
        target = Path(os.environ.get("CARGO_TARGET_DIR", crate / "target"))
        subprocess.run(command, cwd=crate, check=True)
        return target / "release" / LIBRARY
