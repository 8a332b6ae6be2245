"""Builds mcp-errors with the installed cargo: conan create packaging/conan, in a checkout or in the unpacked source archive."""

import os
from pathlib import Path

from conan import ConanFile
from conan.tools.files import copy
from conan.tools.layout import basic_layout

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("Cargo.toml", "Cargo.lock", "build.rs", "cbindgen.toml", "LICENSE-*", "src/*", "include/*", "benches/*", "bindings/c/*", "tests/symbols.txt")


class McpErrors(ConanFile):
    name = "mcp-errors"
    license = "MIT OR Apache-2.0"
    description = "Understands the errors of the Model Context Protocol"
    topics = ("mcp", "json-rpc", "error")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}

    def set_version(self):
        line = next(line for line in (ROOT / "Cargo.toml").read_text(encoding="utf-8").splitlines() if line.startswith("version"))
        self.version = line.split('"')[1]

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, ROOT, self.export_sources_folder)

    def layout(self):
        basic_layout(self, src_folder=".")

    def package_id(self):
        del self.info.settings.compiler
        del self.info.settings.build_type

    def validate(self):
        if self.settings.os != "Linux":
            from conan.errors import ConanInvalidConfiguration

            raise ConanInvalidConfiguration("bindings/c/install.sh builds packages for Linux only")

    def build(self):
        self.run(
            f'cargo rustc --release --locked --lib --crate-type cdylib,staticlib --target-dir "{self.build_folder}/target"',
            cwd=self.source_folder,
        )

    def package(self):
        install = Path(self.source_folder) / "bindings/c/install.sh"
        self.run(f'LIBRARIES="{self.build_folder}/target/release" bash "{install}" "" "{self.package_folder}"')
        unused = "libmcp_errors.a" if self.options.shared else "libmcp_errors.so*"
        for path in Path(self.package_folder, "lib").glob(unused):
            os.remove(path)

    def package_info(self):
        self.cpp_info.libs = ["mcp_errors"]
        self.cpp_info.set_property("pkg_config_name", "mcp_errors")
        self.cpp_info.set_property("cmake_file_name", "mcp_errors")
        self.cpp_info.set_property("cmake_target_name", "mcp_errors::" + ("shared" if self.options.shared else "static"))
        if not self.options.shared:
            self.cpp_info.system_libs = ["gcc_s", "pthread", "m", "dl"]
