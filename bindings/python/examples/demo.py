"""What the package says of one real response of each kind. Usage: demo.py tests/wire/answers.jsonl"""

import json
import sys
from pathlib import Path

import mcp_errors


def main() -> None:
    seen = set()
    print(f"{'response of':34} {'class':37} {'code':>7}  {'era':24} advice")
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["transport"] == "http":
            error = mcp_errors.from_http(row["http_status"], row["headers"], row["body"])
        else:
            error = mcp_errors.from_response(row["body"])
        if error is None or type(error) in seen:
            continue
        seen.add(type(error))
        advice = mcp_errors.advise(
            error,
            transport=row["transport"],
            purpose="probe",
            client_versions=["2026-07-28", "2025-11-25"],
            supported_caps={"elicitation": {"form": {}}, "sampling": {}, "roots": {}},
        )
        code = "-" if getattr(error, "code", None) is None else str(error.code)
        print(f"{row['server'][:34]:34} {type(error).__name__:37} {code:>7}  {advice.era:24} {advice.text}")


main()
