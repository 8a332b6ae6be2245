"""Tells PyInstaller, by an entry point, where the hook is that packs the native library."""

from __future__ import annotations

import os


def hook_dirs() -> list[str]:
    """The folder of the hook. It is no package, so that nothing but PyInstaller imports the hook."""
    return [os.path.join(os.path.dirname(__file__), "_pyinstaller_hooks")]
