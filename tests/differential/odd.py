"""The odd values that messages are made of."""
# fmt: off

from __future__ import annotations

import rules

CODES = [-32601, -32020, -32021, -32022, -32602, -32600, -32700, -32603, -32042, -32002, -32000, -32001, -32003, 0, 1,
         2**31, -(2**63), 2**63 - 1, 2**63, -(2**63) - 1, 2**64 - 32021, 10**30]
CODE_TEXTS = [b"-32022.0", b"-3.2022e4", b"-32021e0", b"-0", b"-0.0", b"1E2", b"-32020E-0", b'"-32021"', b"true", b"[]",
              b"9" * 5000]
NUMBERS = [b"0", b"-0", b"1.5", b"1e400", b"-1E-400", b"0.1e+1", b"123456789012345678901234567890", b"1.0",
           b"100000000000000000000000.5"]
VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2027-01-01", "", "x", "DRAFT-2026-v1"]
CHARS = ["a", "é", "日本", "😀", "\u0000", "\u001b[31m", "\n", "\r", "\u202e", "\u2028", "\ufeff", "\u200f", "\x7f", "\x85",
         '"', "\\", "/", "\ufffd", "\U000e0041", "<b>"]
ILL = [b"\xff", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xf0\x9f\x98", b"\xf8\x88\x80\x80\x80", b"\xc0\xaf", b"\x80\x80",
       b"\xf4\x90\x80\x80", b"\xe2\x28\xa1"]
ESCAPES = [b"\\u0000", b"\\ud83d\\ude00", b"\\ud83d", b"\\ude00", b"\\ud83d\\u0041", b"\\ud83d\\ud83d\\ude00", b"\\u001B",
           b"\\/", b"\\b\\f\\n\\r\\t", b"\\uFEFF", b"\\u202E"]
MESSAGES = ["Method not found", "", "Unsupported protocol version", "need sampling", "HTTP 400", "m" * 300,
            "Unknown server error"]
NAMES = ["code", "message", "data", "requiredCapabilities", "supported", "requested", "elicitation", "sampling", "form", "url",
         "context", "tools", "experimental", "extensions", "roots", "error", "result", "jsonrpc", "id", "elicitations",
         "inputRequests", "x", "", "a.b/c", "io.modelcontextprotocol/tasks", "tasks"]
# Spellings of names: the first three are one name, and so are the last two.
RAW_NAMES = [b'"\xff"', b'"\\ud800"', b'"\xef\xbf\xbd"', b'"\\u0063ode"', b'"m\\u0065ssage"', b'"d\\u0061ta"',
             b'"code\\u0000"', b'"a\\/"', b'"a/"']
SPACES = [b"", b"", b"", b"", b" ", b"\n", b"\t\r\n  "]
KINDS = list(rules.PARENTS)

STATUSES = [200, 200, 201, 202, 204, 299, 100, 101, 199, 300, 301, 304, 399, 400, 400, 400, 401, 402, 403, 403, 404, 404, 405,
            406, 407, 408, 409, 410, 413, 415, 417, 421, 422, 424, 425, 426, 428, 429, 451, 499, 500, 501, 502, 503, 504, 599,
            600, 999]
TYPES = [None, b"application/json", b"text/event-stream", b"Text/Event-Stream; charset=utf-8", b"text/event-stream;x",
         b" text/event-stream ", b"text/event-streams", b"text/html", b"", b"\xff", b"application/json, text/event-stream",
         b"text/event-stream\t;q"]
CHALLENGES = [
    b'Bearer error="insufficient_scope", scope="a b", error_description="need \\"more\\""',
    b"Bearer error=insufficient_scope",
    b'bearer realm="x, y", ERROR="insufficient_scope",scope=""',
    b'Basic realm="b", Bearer error="insufficient_scope"',
    b'Basic error="insufficient_scope"',
    b'Bearer error="Insufficient_scope"',
    b'Bearer error="invalid_token", error="insufficient_scope"',
    b'Bearer error="insufficient_scope", scope="a", scope="b"',
    b'Digest qop="auth, Bearer error=insufficient_scope"',
    b'Bearer realm="r", Bearer error="insufficient_scope", scope="2"',
    b"Negotiate abc==, Bearer error=insufficient_scope, scope=x",
    b'Bearer scope="\xc3\xa9\xff",error = "insufficient_scope"',
    b'Bearer , error="insufficient_scope"',
    b"Bearer",
    b"",
    b"=",
    b'Bearer error="insufficient\\_scope"',
    b"Bearer scope=mcp:read, resource_metadata=https://a.example/m?x=y, error=invalid_token",
    b'Bearer scope="a b  c"',
    b'Bearer scope="a\tb" , Error_Description="x"',
    b'Bearer error="insufficient_scope"error_description="now"scope="c d"resource_metadata="https://a.example"',
    b'Bearer resource_metadata="https://a.example/\xe2\x80\xae", scope=',
    b"Bearer error = 'insufficient_scope', scope = 'a b'",
    b'Bearer scope=a b, error="insufficient_scope"',
    b'Basic realm="x" Bearer error="insufficient_scope"',
    b'Bearer realm="r", error="invalid_token", scope="one two", resource_metadata="/m", scope="three"',
    b'Basic, Bearer scope="z",, error=""',
    b'Bearer error="insufficient_scope", scope="cut off',
    b'Bearer "stray", scope="a"',
]
# What a field is made of, rightly or not.
CHALLENGE_PIECES = [
    b"Bearer", b"Basic", b" ", b" ", b"\t", b",", b", ", b"=", b'"', b"\\", b"/", b"a", b"x;y", b"{", b"==", b'"a b"', b"scope",
    b'scope="', b"error", b"error=", b"insufficient_scope", b"error_description", b"resource_metadata", b"/m", b'realm="r"',
]
LOCATIONS = [None, None, b"/mcp/", b"https://b.example/mcp", b"", b"\xff\xe2\x80\xae"]
RETRIES = [None, None, b"0", b"1", b" 7\t", b"007", b"120", b"-1", b"+5", b"1.5", b"18446744073709551", b"18446744073709552",
           b"9" * 40, b"", b"soon", b"\xff", b"0x10", b"5,6",
           b"Sun, 06 Nov 2033 08:49:37 GMT", b"Sunday, 06-Nov-33 08:49:37 GMT", b"Sun Nov  6 08:49:37 2033",
           b"Sun, 06 Nov 1994 08:49:37 GMT", b"Wed Nov 16 08:49:37 2033", b"Sun Nov 16 08:49:37 2033",
           b"Sun, 06 Nov 2033 08:49:37 UTC", b"Sun, 32 Nov 2033 08:49:37 GMT", b"sun, 06 nov 2033 08:49:37 gmt",
           b"Sun, 06 Nov 2033 25:49:37 GMT", b"Friday, 31-Dec-76 23:59:59 GMT", b"Thu, 29 Feb 2029 00:00:00 GMT"]

METHODS = ["tools/call", "tools/call", "prompts/get", "resources/read", "tools/list", "initialize", "server/discover", "ping", "",
           "tasks/get", "tasks/update", "tasks/cancel", "tasks/list"]
REQUEST_TYPES = ["complete", "complete", "input_required", "input_required", "input_required", "task", "vendor", "Complete", ""]
SCOPES = [[], ["a"], ["b", "a"], ["a", "a", "mcp:read"], [""]]
HEADERS = ["Region", "region", "X-One", "a_b", "N", "a b", "", "\u00e9", "a:b", "!#$%&'*+-.^_`|~"]
ARGUMENTS = ["us-west1", "", " padded ", "\u00e9", "a\tb", "=?base64?dA==?=", "=?base64?=", "\u0000", 5, 0, -7, 10**30, True,
             False, None, [], 1.5]
PREFIXES = [b"Content-Length: 5", b"content-type:x", b"CONTENT-LENGTH:", b"Content-Length 5", b" \n Content-Length: 5\r\n\r\n{}",
            b"\xef\xbb\xbf", b"\xef\xbb\xbf \n", b"\xef\xbb\xbf\xef\xbb\xbf", b" \xef\xbb\xbf", b"\x0c", b"\x00", b"NaN", b"[]",
            b"[[]]", b"null", b"[null]", b'"x"', b"5", b"\x1b[0m{}", b"{}{}"]
INPUTS = [b"elicitation/create", b"sampling/createMessage", b"roots/list", b"ping", b"", b"Roots/list", b"\xff"]
EVENTS = [b": ping", b"id: 7", b"retry: 5", b"id: 8", b"id:", b"id", b"id: \xc3\xa9\xff", b"id: a\x00b", b"id:  9 ", b"retry: 5x",
          b"retry:70", b"retry: ", b"retry", b"retry: 18446744073709551616", b"retry: \xd9\xa3", b"retry:  7", b"retry:7 ",
          b"ID: 3", b"event: message", b"data", b"data:", b"data: ", b"data: [DONE]", b"nodata: {}",
          b'data: {"jsonrpc":"2.0","method":"notifications/message"}', b'data:{"result":null}', b'data: {"error":null}',
          b" data: x", b"Data: {}", b"\xef\xbb\xbfdata: 1", b"data: {", b"data: }", b"data:   1", b"\xff", b'data: {"result":1']
