"""Puts the native library into the wheel, and the Rust sources into the sdist.

In a checkout the crate stands two folders up, in an sdist in the folder ``rust``. The library is built by cargo; a
packager who has it already names it by the environment variable MCP_ERRORS_PREBUILT. For a system other than this one,
MCP_ERRORS_WHEEL_PLATFORM names the platform, as in ``manylinux_2_17_aarch64``; CARGO_BUILD_TARGET names it for cargo.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# A part of the target's name => the file that cargo makes for it.
FILES = {"darwin": "libmcp_errors.dylib", "windows": "mcp_errors.dll"}
LIBRARY = FILES.get("windows" if sys.platform == "win32" else sys.platform, "libmcp_errors.so")
SOURCES = ("Cargo.toml", "Cargo.lock", "build.rs", "cbindgen.toml", "src", "include", "benches")


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
            platform = os.environ.get("MCP_ERRORS_WHEEL_PLATFORM")
            if not platform:
                if library.name != LIBRARY or os.environ.get("CARGO_BUILD_TARGET"):
                    raise ValueError(f"{library} may be for another system: name its platform in MCP_ERRORS_WHEEL_PLATFORM")
                platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            # The library does not depend on CPython's version: one wheel for each platform.
            build_data["tag"] = f"py3-none-{platform}"
            include[str(library)] = f"mcp_errors/{library.name}"

    def library(self, crate: Path) -> Path:
        """The path of the library; builds it where it is not given."""
        prebuilt = os.environ.get("MCP_ERRORS_PREBUILT")
        if prebuilt:
            return Path(prebuilt).resolve(strict=True)
        # Only the crate type that is needed: with the Rust form beside it there is no link-time optimization.
        command = ["cargo", "rustc", "--release", "--locked", "--lib", "--crate-type", "cdylib"]
        target = Path(os.environ.get("CARGO_TARGET_DIR", crate / "target"))
        triple = os.environ.get("CARGO_BUILD_TARGET", "")
        name = LIBRARY
        if triple:
            name = next((file for part, file in FILES.items() if part in triple), "libmcp_errors.so")
        subprocess.run(command, cwd=crate, check=True)
        return crate / target / triple / "release" / name
