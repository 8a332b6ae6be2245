# Everything that can be made of a checkout. `make help` lists it.

PREFIX ?= /usr/local
SECONDS ?= 60
CARGO ?= cargo
built := $(or $(CARGO_TARGET_DIR),target)/$(if $(CARGO_BUILD_TARGET),$(CARGO_BUILD_TARGET)/)release
linux := $(findstring linux,$(or $(CARGO_BUILD_TARGET),$(shell uname -s | tr A-Z a-z)))
# No path of this machine goes into the libraries.
remap := "--remap-path-prefix=$(CURDIR)=/mcp-errors", "--remap-path-prefix=$(or $(CARGO_HOME),$(HOME)/.cargo)/registry/src=/cargo"

# What the tests and the demo need beyond Rust, as Debian and Ubuntu name it; the bindings bring their own lists.
packages := gcc g++ clang libclang-rt-dev valgrind pkg-config cmake abigail-tools libcurl4-openssl-dev libcjson-dev locales python3 binutils

.PHONY: help deps lib demo test test-rust test-c test-python test-ruby test-readme test-differential test-conformance test-conditions test-fuzz test-release \
	lint format bench fuzz header docs install uninstall dist dist-all dist-check clean

help: ## Lists the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 20

deps: ## Installs what is missing for demo and test; not as root, it says what, or asks sudo with SUDO=sudo
	@tests/packages.sh 'C and C++' $(packages)
	@$(MAKE) --no-print-directory -C bindings/python deps
	@$(MAKE) --no-print-directory -C bindings/ruby deps

ifdef TARGET
lib: ## Builds the release libraries for this machine, or for a TARGET of packaging/targets.tsv
	packaging/build.sh $(TARGET)
else
lib:
	@# Named crate types, since cargo drops link-time optimization where a Rust library is among them.
	@# Linux: the shared library is linked out of the static one, with symbol versions and both names of each function.
	$(CARGO) rustc --config 'build.rustflags=[$(remap)]' --release --lib --crate-type $(if $(linux),,cdylib,)staticlib
	$(if $(linux),bindings/c/link.sh $(built)/libmcp_errors.a $(built)/libmcp_errors.so)
	@test ! -f $(built)/libmcp_errors.so || ln -sf libmcp_errors.so $(built)/libmcp_errors.so.1
endif

demo: deps lib ## Shows in C, Python and Ruby what the library says of real servers' answers
	@mkdir -p target/demo
	@$(CC) -std=c99 -O2 -Iinclude bindings/c/demo.c $(built)/libmcp_errors.a $$(cat bindings/c/package/native-libs.txt) -o target/demo/demo
	@target/demo/demo tests/wire/demo.tsv
	@printf '\nThe same from Python:\n\n'
	@MCP_ERRORS_LIBRARY=$(abspath $(built))/libmcp_errors.so PYTHONPATH=bindings/python/src bindings/python/.venv/bin/python bindings/python/examples/demo.py tests/wire/answers.jsonl
	@printf '\nAnd from Ruby:\n\n'
	@MCP_ERRORS_LIBRARY=$(abspath $(built))/libmcp_errors.so ruby -Ibindings/ruby/lib bindings/ruby/examples/demo.rb tests/wire/answers.jsonl

test: deps lib test-rust test-c test-python test-ruby test-readme test-differential test-conformance test-conditions ## Runs the tests of a change
	@echo 'All tests passed.'

test-release: export MCP_ERRORS_RELEASE := 1
test-release: test test-fuzz ## Runs what proves a release too: long fuzzing, panics, structs that grew, packages
	ctest --test-dir target/ctest --label-regex release --output-on-failure

test-rust: ## Runs the tests of the library and of the tool, and compares the committed header with the sources
	$(CARGO) build --features header
	$(CARGO) test --workspace

test-c: ## Runs the tests of the C and C++ bindings
	cmake -S tests/c -B target/ctest >/dev/null
	ctest --test-dir target/ctest --label-regex change --parallel 2 --output-on-failure

test-python: ## Runs the tests of the Python binding
	$(MAKE) --no-print-directory -C bindings/python test

test-ruby: ## Runs the tests of the Ruby binding
	$(MAKE) --no-print-directory -C bindings/ruby test

test-readme: ## Runs the code of every README in its language
	python3 tests/readme.py --self-test
	python3 tests/readme.py

test-differential: ## Compares the bindings, and an independent reading of the rules, on random messages
	bindings/python/.venv/bin/python tests/differential/run.py --short

test-conformance: ## Runs the official conformance suite against two clients and a server that use the library
	tests/conformance/setup.sh
	MCP_ERRORS_LIBRARY=$(abspath $(built))/libmcp_errors.so tests/conformance/.suite/venv/bin/python tests/conformance/run.py

test-conditions: ## Threads, forks, signals and refused memory, under sanitizers and valgrind
	tests/conditions/run.sh --short

test-fuzz: ## Fuzzes every target for a moment, a minute in all
	fuzz/run.sh 60

lint: deps lib ## Checks style, types and documentation in every language
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --features header -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --no-deps --quiet
	$(MAKE) --no-print-directory -C bindings/python lint
	bindings/python/.venv/bin/ruff check tests fuzz docs benches
	$(MAKE) --no-print-directory -C bindings/ruby lint

format: ## Formats the sources
	$(CARGO) fmt --all
	$(MAKE) --no-print-directory -C bindings/python format

bench: deps lib ## Measures the library and its peers on this machine, side by side
	benches/run.sh

fuzz: deps ## Fuzzes every target for SECONDS in all
	fuzz/run.sh $(SECONDS)

header: ## Writes the generated headers in include/ anew from the sources
	MCP_ERRORS_WRITE_HEADER=1 $(CARGO) build --features header

docs: deps ## Builds the reference of each binding
	docs/reference/build.sh

install: lib ## Installs headers, libraries, pkg-config and CMake files below PREFIX (and DESTDIR)
	bindings/c/install.sh '$(DESTDIR)' '$(PREFIX)'

uninstall: ## Removes what install has installed below PREFIX (and DESTDIR)
	bindings/c/uninstall.sh '$(DESTDIR)' '$(PREFIX)'

dist: lib ## Packs what install would install
	bindings/c/dist.sh

dist-all: ## Makes the packages of all targets and of the sources, in dist
	packaging/dist_all.sh $(TARGET)

dist-check: ## Tests the packages in dist, and writes docs/platforms.md
	packaging/dist_check.sh $(TARGET)

clean: ## Removes what was built
	$(CARGO) clean
	rm -rf dist
