# Everything that can be made of a checkout. `make help` lists it.

PREFIX ?= /usr/local
SECONDS ?= 60
CARGO ?= cargo
library := target/release/libmcp_errors.so

# What the tests and the demo need beyond Rust, as Debian and Ubuntu name it; the bindings bring their own lists.
packages := gcc g++ clang libclang-rt-dev valgrind pkg-config cmake abigail-tools libcurl4-openssl-dev locales python3 binutils

.PHONY: help deps lib demo test test-rust test-c test-python test-ruby test-readme test-differential test-conditions test-fuzz lint format bench fuzz \
	header docs install dist clean

help: ## Lists the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 20

deps: ## Installs what is missing of the tools for demo and test, and says so
	@missing=; for package in $(packages); do \
	  dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then echo "Installing:$$missing"; \
	  $$(test "$$(id -u)" = 0 || echo sudo) sh -c "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $$missing >/dev/null"; \
	else echo 'C and C++: nothing is missing'; fi
	@$(MAKE) --no-print-directory -C bindings/python deps
	@$(MAKE) --no-print-directory -C bindings/ruby deps

lib: ## Builds the release libraries into target/release: libmcp_errors.so and libmcp_errors.a
	@# Named crate types, since cargo drops link-time optimization where a Rust library is among them.
	$(CARGO) rustc --release --lib --crate-type cdylib,staticlib
	@ln -sf libmcp_errors.so $(library).1

demo: deps lib ## Shows in C, Python and Ruby what the library says of real servers' answers
	@mkdir -p target/demo
	@$(CC) -std=c99 -O2 -Iinclude bindings/c/demo.c target/release/libmcp_errors.a $$(cat bindings/c/package/native-libs.txt) -o target/demo/demo
	@target/demo/demo tests/wire/demo.tsv
	@printf '\nThe same from Python:\n\n'
	@PYTHONPATH=bindings/python/src bindings/python/.venv/bin/python bindings/python/examples/demo.py tests/wire/answers.jsonl
	@printf '\nAnd from Ruby:\n\n'
	@ruby -Ibindings/ruby/lib bindings/ruby/examples/demo.rb tests/wire/answers.jsonl

test: deps lib test-rust test-c test-python test-ruby test-readme test-differential test-conditions test-fuzz ## Runs every test there is
	@echo 'All tests passed.'

test-rust: ## Runs the tests of the library and of the tool, and compares the committed header with the sources
	$(CARGO) build --features header
	$(CARGO) test --workspace

test-c: ## Runs the tests of the C and C++ faces
	tests/c/run.sh

test-python: ## Runs the tests of the Python face
	$(MAKE) --no-print-directory -C bindings/python test

test-ruby: ## Runs the tests of the Ruby face
	$(MAKE) --no-print-directory -C bindings/ruby test

test-readme: ## Runs the code of every README in its language
	python3 tests/readme.py --self-test
	python3 tests/readme.py

test-differential: ## Compares the faces, and an independent reading of the rules, on random messages
	bindings/python/.venv/bin/python tests/differential/run.py --short

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

header: ## Writes include/mcp_errors.h anew from the sources
	MCP_ERRORS_WRITE_HEADER=1 $(CARGO) build --features header

docs: deps ## Builds the reference of each face
	docs/reference/build.sh

install: lib ## Installs headers, libraries, pkg-config and CMake files below PREFIX (and DESTDIR)
	bindings/c/install.sh '$(DESTDIR)' '$(PREFIX)'

dist: lib ## Packs what install would install
	bindings/c/dist.sh

clean: ## Removes what was built
	$(CARGO) clean
	rm -rf dist
