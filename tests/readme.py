"""Runs the code of README.md and of bindings/*/README.md against the library in target/release.

    python3 tests/readme.py [FILE...]     a line for each block, and at the end "N passed, N failed"
    python3 tests/readme.py --self-test   shows that blocks can pass, fail and be left out

Blocks in c, cpp, python, ruby and rust are run, each on its own; a block in sh only below the comment <!-- run -->. A block below
<!-- not run: REASON --> is listed with its reason and counted apart. A block in text below <!-- output --> is what the block before
it prints, to the byte but for white space at line ends. In Ruby a comment "# => VALUE" after an expression is compared with the value.
Blocks in other languages show something and are not code.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASE = ROOT / "target" / "release"
LANGUAGES = {"c", "cpp", "c++", "python", "ruby", "rust", "sh"}
SECONDS = 60
# A first build of the library in Rust on a slow machine.
BUILD_SECONDS = 600


@dataclass
class Block:
    file: Path
    line: int
    language: str
    code: str
    comments: list


class Wrong(Exception):
    """A block did not do what it shows."""


def blocks(file):
    """The fenced blocks of a file, each with the comments right above it."""
    found, comments, fence = [], [], None
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        stripped = text.strip()
        if fence:
            mark, indent, block = fence
            if re.fullmatch(re.escape(mark[0]) + "{%d,}" % len(mark), stripped):
                found.append(block)
                fence, comments = None, []
            else:
                block.code += (text[indent:] if not text[:indent].strip() else text.lstrip()) + "\n"
        elif opening := re.fullmatch(r"( *)(`{3,}|~{3,}) *([\w+-]*)[^`]*", text):
            indent, mark, language = opening.groups()
            fence = (mark, len(indent), Block(file, number, language.lower(), "", comments))
        elif comment := re.fullmatch(r"<!--\s*(.*?)\s*-->", stripped):
            comments = [*comments, comment[1]]
        elif stripped:
            comments = []
    if fence:
        raise Wrong(f"{file}: the block in line {fence[2].line} has no end")
    return found


def run(command, directory, seconds=SECONDS, **variables):
    """What a command prints; an error if it fails or takes too long."""
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=directory,
            env={**os.environ, **{name: str(value) for name, value in variables.items()}},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=seconds,
            check=False,
        )
    except FileNotFoundError as missing:
        raise Wrong(f"{missing.filename} is not installed") from None
    except subprocess.TimeoutExpired:
        raise Wrong(f"{command[0]} takes more than {seconds} seconds") from None
    if done.returncode:
        raise Wrong(f"{command[0]} ends with {done.returncode}\n" + (done.stderr + done.stdout).decode("utf-8", "replace").strip())
    return done.stdout.decode("utf-8", "replace")


def compiled(block, directory):
    compiler, name, standard = ("gcc", "block.c", "c11") if block.language == "c" else ("g++", "block.cpp", "c++17")
    (directory / name).write_text(block.code, encoding="utf-8")
    (directory / "libmcp_errors.so.1").symlink_to(RELEASE / "libmcp_errors.so")
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    include = ["-I", ROOT / "include"]
    link = [RELEASE / "libmcp_errors.so", f"-Wl,-rpath,{directory}"]
    run([compiler, f"-std={standard}", *warnings, *include, name, "-o", "block", *link], directory)
    return run([directory / "block"], directory)


def python(block, directory):
    (directory / "block.py").write_text(block.code, encoding="utf-8")
    environment = ROOT / "bindings" / "python" / ".venv" / "bin" / "python"
    interpreter = environment if environment.exists() else sys.executable
    variables = {"PYTHONPATH": ROOT / "bindings/python/src", "PYTHONDONTWRITEBYTECODE": 1}
    return run([interpreter, "-W", "error", "block.py"], directory, MCP_ERRORS_LIBRARY=RELEASE / "libmcp_errors.so", **variables)


def ruby(block, directory):
    def compared(match):
        expression, value = match[1].rstrip(), match[2].strip()
        # Ruby 3.4 writes hashes with blanks around the arrow.
        plain = "gsub(/ *=> */, '=>')"
        return (
            f"begin; shown = ({expression}).inspect; wanted = <<'VALUE'.chomp\n{value}\nVALUE\n"
            f"raise \"not #{{wanted}} but #{{shown}}\" unless shown.{plain} == wanted.{plain}; end"
        )

    code = re.sub(r"^(?! *#)(\S.*?)# => (.*)$", compared, block.code, flags=re.MULTILINE)
    (directory / "block.rb").write_text(code, encoding="utf-8")
    return run(["ruby", "-w", "-I", ROOT / "bindings/ruby/lib", "block.rb"], directory, MCP_ERRORS_LIBRARY=RELEASE / "libmcp_errors.so")


def rust(block, directory):
    (directory / "src").mkdir()
    code = block.code if re.search(r"\bfn main\b", block.code) else "fn main() {\n" + block.code + "}\n"
    (directory / "src" / "main.rs").write_text(code, encoding="utf-8")
    manifest = f'[package]\nname = "block"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\nmcp-errors = {{ path = "{ROOT}" }}\n\n[workspace]\n'
    (directory / "Cargo.toml").write_text(manifest, encoding="utf-8")
    # The versions that the library is tested with.
    shutil.copy(ROOT / "Cargo.lock", directory / "Cargo.lock")
    target = ROOT / "target" / "readme"
    run(["cargo", "build", "--offline", "--quiet"], directory, BUILD_SECONDS, CARGO_TARGET_DIR=target)
    return run([target / "debug" / "block"], directory)


def shell(block, directory):
    (directory / "block.sh").write_text(block.code, encoding="utf-8")
    return run(["sh", "-eu", directory / "block.sh"], ROOT, BUILD_SECONDS)


RUNNERS = {"c": compiled, "cpp": compiled, "c++": compiled, "python": python, "ruby": ruby, "rust": rust, "sh": shell}


def lines(text):
    return [line.rstrip() for line in text.rstrip().splitlines()]


def check(block, output):
    """Runs a block and compares what it prints with the output that is shown, if one is."""
    with tempfile.TemporaryDirectory(prefix="readme-") as directory:
        printed = RUNNERS[block.language](block, Path(directory))
    if output is not None and lines(printed) != lines(output.code):
        raise Wrong(f"prints something else than line {output.line} shows:\n{printed.rstrip()}")


def examine(files, say):
    """Runs what the files hold; how many blocks passed, failed and were left out."""
    passed = failed = left_out = 0
    for file in files:
        found = blocks(file)
        name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file.name
        for index, block in enumerate(found):
            follower = found[index + 1] if index + 1 < len(found) else None
            output = follower if follower and follower.language == "text" and "output" in follower.comments else None
            place = f"{name}:{block.line} {block.language}"
            reason = next((comment[len("not run:") :].strip() for comment in block.comments if comment.startswith("not run:")), None)
            if block.language == "text" and "output" in block.comments and (not index or found[index - 1].language not in LANGUAGES):
                failed += 1
                say(f"FAILED {place}: no code stands before this output")
            elif block.language not in LANGUAGES or (block.language == "sh" and "run" not in block.comments and reason is None):
                continue
            elif reason is not None:
                left_out += 1
                say(f"not run {place}: {reason or 'no reason is given'}")
            else:
                try:
                    check(block, output)
                except Wrong as wrong:
                    failed += 1
                    say(f"FAILED {place}: {wrong}")
                else:
                    passed += 1
                    say(f"passed {place}" + (", with its output" if output else ""))
    return passed, failed, left_out


def self_test():
    """Blocks of which it is known what must become of them."""
    cases = [
        ("c", "#include <mcp_errors.h>\nint main(void) { return mcp_errors_abi_version() != 1; }", "passed"),
        ("c", "#include <mcp_errors.h>\nint main(void) { return 3; }", "FAILED"),
        ("c", "int main(void) { int unused; return 0; }", "FAILED"),
        ("cpp", "#include <mcp_errors.hpp>\nint main() { return mcp::abi_fits() ? 0 : 1; }", "passed"),
        ("python", "import mcp_errors\nprint(1)", "passed"),
        ("python", "import mcp_errors\nassert False", "FAILED"),
        ("ruby", "require 'mcp_errors'\n1 + 1   # => 2\n{ 'a' => 1 } # => {\"a\"=>1}\n", "passed"),
        ("ruby", "1 + 1   # => 3", "FAILED"),
        ("rust", "assert_eq!(mcp_errors::code::HEADER_MISMATCH, -32_020);", "passed"),
        ("rust", "assert!(mcp_errors::code::is_modern(0));", "FAILED"),
        ("sh", "exit 1", None),
    ]
    text = "".join(f"```{language}\n{code.rstrip()}\n```\n\n" for language, code, _ in cases)
    wanted = [verdict for *_, verdict in cases if verdict]
    text += "<!-- run -->\n```sh\nexit 1\n```\n<!-- not run: no -->\n```c\nnonsense\n```\n```json\n{\n```\n"
    wanted += ["FAILED", "not run"]
    for shown, verdict in [("1", "passed"), ("2", "FAILED")]:
        text += f"```python\nprint(1)\n```\n\n<!-- output -->\n```text\n{shown}\n```\n"
        wanted.append(verdict)
    text += "word\n<!-- output -->\n```text\n1\n```\n"
    wanted.append("FAILED")
    with tempfile.TemporaryDirectory(prefix="readme-") as directory:
        file = Path(directory) / "README.md"
        file.write_text(text, encoding="utf-8")
        said = []
        counts = examine([file], said.append)
    got = [next(word for word in ("passed", "FAILED", "not run") if line.startswith(word)) for line in said]
    if got != wanted or counts != (wanted.count("passed"), wanted.count("FAILED"), wanted.count("not run")):
        sys.exit("\n".join(said) + f"\nself-test: wanted {wanted}, got {got} and {counts}")
    print(f"self-test: {len(wanted)} blocks came out as they must")


def main(arguments):
    if not (RELEASE / "libmcp_errors.so").exists():
        sys.exit("target/release/libmcp_errors.so is not there: make lib")
    if arguments == ["--self-test"]:
        return self_test()
    files = [Path(name).resolve() for name in arguments] or [ROOT / "README.md", *sorted(ROOT.glob("bindings/*/README.md"))]
    passed, failed, left_out = examine(files, lambda line: print(line, flush=True))
    if left_out:
        print(f"{left_out} not run")
    print(f"{passed} passed, {failed} failed")
    return sys.exit(0 if passed and not failed else 1)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Wrong as wrong:
        sys.exit(f"readme.py: {wrong}")
