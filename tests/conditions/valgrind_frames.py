#!/usr/bin/env python3
"""Counts the errors in a report of valgrind (XML) that arise in the library; others are the interpreter's own.

What counts is the innermost frame that is neither valgrind's nor the C library's (malloc and memcpy are). Frames farther out
prove nothing: interpreters without debug information leave stacks that valgrind can only guess.

Usage: valgrind_frames.py REPORT LIBRARY_NAME. Exit 1 if there are any, 2 if the report is not whole.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET


def blamed(error: ET.Element) -> str:
    """The file of the innermost frame that counts. Of several stacks the first is where the error arose."""
    for frame in error.find("stack").iter("frame"):
        file = frame.findtext("obj") or ""
        if file and not any(name in file for name in ("/vgpreload_", "/libc.so", "/valgrind/")):
            return file
    return ""


def main() -> int:
    try:
        root = ET.parse(sys.argv[1]).getroot()
    except ET.ParseError as wrong:
        print(f"the report is not whole: {wrong}")
        return 2
    finished = [state.findtext("state") for state in root.iter("status")]
    if "FINISHED" not in finished:
        print("the report is not whole: the program did not end")
        return 2
    ours = 0
    errors = root.findall("error")
    for error in errors:
        if sys.argv[2] in blamed(error):
            frames = list(error.iter("frame"))
            ours += 1
            print(error.findtext("kind"), error.findtext("what") or error.findtext("xwhat/text"))
            for frame in frames[:12]:
                print("   ", frame.findtext("fn"), frame.findtext("obj"))
    print(f"{len(errors)} errors, {ours} of them arise in {sys.argv[2]}")
    return 1 if ours else 0


if __name__ == "__main__":
    sys.exit(main())
