"""Takes the programs in C and C++ out of a README, each with the output that it is followed by, if any.

Usage: readme.py README OUTPUT_DIR: writes N.c or N.cpp, and N.want where a block of text after `<!-- output -->` follows.
"""
import re
import sys
from pathlib import Path

text, output = Path(sys.argv[1]).read_text(encoding="utf-8"), Path(sys.argv[2])
output.mkdir(parents=True)
found = re.findall(r"^```(c|cpp)\n(.*?)^```\n(?:\s*<!-- output -->\n```text\n(.*?)^```\n)?", text, re.M | re.S)
for number, (language, program, want) in enumerate(found):
    (output / f"{number}.{language}").write_text(program)
    if want:
        (output / f"{number}.want").write_text(want)
languages = {language for language, _, _ in found}
if languages != {"c", "cpp"}:
    sys.exit(f"of C and C++ only {sorted(languages)} was found")
print(f"{len(found)} programs")
