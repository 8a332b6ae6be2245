"""An independent reading of the rules: what an error is (sections 2 to 6).

Written from the prose alone and for this test, in the plainest way, so that a fault in the core and a fault here are
unlikely to be the same one. decisions.py has sections 7 to 9.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import jsontext
from jsontext import Node, NotJSONError

PARENTS = {"MCPError": None}
for _parent, _names in {
    "MCPError": "ToolNotFound PromptNotFound ResourceNotFound ServerNotFound ToolCallError PromptGetError "
    "ResourceReadError CapabilityError ValidationError AmbiguousToolName AmbiguousPromptName AmbiguousResourceURI "
    "TransportDetectionError TaskNotFound ConnectionError ServerError TransportError TaskError",
    "ConnectionError": "SessionChangedError InsufficientScopeError ModernServerError",
    "ServerError": "MethodNotFoundError HeaderMismatchError MissingRequiredClientCapabilityError "
    "UnsupportedProtocolVersionError InputRequiredError InvalidResultError TransientServerError",
    "TransportError": "RequestTimeoutError ResponseStreamClosedError ResponseTooLargeError",
    "TaskError": "TaskReplacedError",
}.items():
    PARENTS.update(dict.fromkeys(_names.split(), _parent))

MISSING, UNSUPPORTED = "MissingRequiredClientCapabilityError", "UnsupportedProtocolVersionError"
BY_CODE = {
    "-32601": "MethodNotFoundError",
    "-32020": "HeaderMismatchError",
    "-32021": MISSING,
    "-32022": UNSUPPORTED,
}
MODERN_CODES = ("-32020", "-32021", "-32022")
INCONCLUSIVE = ("TransientServerError", "RequestTimeoutError", "ResponseStreamClosedError", "ResponseTooLargeError")
LEGACY_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
NOT_AN_ERROR = "not an error"
BODY_LIMIT = 65536


def is_a(kind: str | None, ancestor: str) -> bool:
    while kind is not None and kind != ancestor:
        kind = PARENTS[kind]
    return kind is not None


@dataclass
class Err:
    kind: str
    message: str
    code: str | None = None  # its digits
    message_is_string: bool = True
    data: Node | None = None
    http_status: int | None = None
    local: bool = False
    retry_after: str | None = None
    scope: str | None = None
    error_description: str | None = None
    peers_message: bool = False  # a string that the peer sent

    def member(self, name: str) -> Node | None:
        return self.data.get(name) if self.data else None

    @property
    def supported(self) -> list[str]:
        listed = self.member("supported")
        return [v.value for v in listed.value if v.is_string] if listed and listed.kind == "array" else []

    @property
    def required(self) -> Node:
        required = self.member("requiredCapabilities")
        return required if required and required.is_object else jsontext.made({})

    @property
    def well_formed(self) -> bool:
        if self.kind == MISSING:
            required = self.member("requiredCapabilities")
            return bool(required) and capabilities_well_formed(required)
        if self.kind == UNSUPPORTED:
            listed, requested = self.member("supported"), self.member("requested")
            strings = bool(listed) and listed.kind == "array" and all(v.is_string for v in listed.value)
            return strings and bool(requested) and requested.is_string
        return True

    @property
    def modern(self) -> bool:
        return self.kind in list(BY_CODE.values())[1:] and self.code in MODERN_CODES and self.well_formed

    @property
    def modern_http(self) -> bool:
        return self.http_status == 404 if self.kind == "MethodNotFoundError" else self.modern

    @property
    def protocol_error(self) -> bool:
        return self.modern or self.kind in ("InputRequiredError", "InvalidResultError")

    @property
    def era_inconclusive(self) -> bool:
        return self.kind in INCONCLUSIVE

    def era(self, transport: str) -> str:
        if transport == "http":
            status = self.http_status or 0
            if self.local or status in (401, 403, 407) or status // 100 in (1, 3) or self.era_inconclusive:
                return "inconclusive"
            if self.kind == "MethodNotFoundError" and status == 404:
                return "modern_without_discover"
        if self.modern and self.code == "-32022":
            listed = self.supported
            if listed and all(version in LEGACY_VERSIONS for version in listed):
                return "legacy"
        return "modern" if self.modern else "legacy"


def capabilities_well_formed(caps: Node) -> bool:
    if not caps.is_object:
        return False
    for name, inside in (("elicitation", ("form", "url")), ("sampling", ("context", "tools"))):
        value = caps.get(name)
        if value and (not value.is_object or any(m and not m.is_object for m in map(value.get, inside))):
            return False
    for name in ("experimental", "extensions"):
        value = caps.get(name)
        if value and (not value.is_object or not all(m.is_object for m in value.value.values())):
            return False
    roots = caps.get("roots")
    return not roots or roots.is_object


def of_member(member: Node, http_status: int | None = None, force: str | None = None) -> Err:
    """Section 3. force: the kind that the status prescribes."""
    code, message = member.get("code"), member.get("message")
    error = Err("ServerError", "Unknown server error", http_status=http_status, message_is_string=False)
    error.code = code.digits if code else None
    error.data = member.get("data")
    if message and message.is_string:
        error.message, error.message_is_string, error.peers_message = message.value, True, True
        error.kind = BY_CODE.get(error.code, "ServerError")
    elif message and message.kind not in ("null", "false"):
        error.message = message.compact
    if force:
        error.kind = force
    return error


def from_jsonrpc(text: bytes, http_status: int | None = None) -> Err:
    return of_member(jsontext.parse(text), http_status)


def is_error(message: Node | None) -> bool:
    member = message.get("error") if message else None
    return member is not None and member.kind not in ("null", "false")


def is_response(message: Node | None) -> bool:
    return is_error(message) or (message is not None and message.get("result") is not None)


def read(body: bytes) -> Node | None:
    try:
        return jsontext.parse(body)
    except NotJSONError:
        return None


def from_response(body: bytes, http_status: int | None = None) -> Err | str:
    return of_message(read(body), http_status)


def of_message(message: Node | None, http_status: int | None) -> Err | str:
    if is_error(message):
        return of_member(message.get("error"), http_status)
    if is_response(message):
        return NOT_AN_ERROR
    return Err("TransportError", "No JSON-RPC response", http_status=http_status)


def sse_response(body: bytes) -> bytes | None:
    """The data of the last event that is a response."""
    if body.startswith(jsontext.BOM):
        body = body[3:]
    found, data = None, []

    def dispatch():
        nonlocal found
        text = b"\n".join(data)
        if data and is_response(read(text)):
            found = text
        data.clear()

    for line in re.split(rb"\r\n|\n|\r", body):
        field, _, value = line.partition(b":")
        if not line:
            dispatch()
        elif field == b"data":
            data.append(value.removeprefix(b" "))
    dispatch()
    return found


def is_event_stream(content_type: bytes) -> bool:
    return content_type.partition(b";")[0].strip(b" \t").lower() == b"text/event-stream"


def from_http(
    status: int,
    body: bytes,
    content_type: bytes | None = None,
    www_authenticate: bytes | None = None,
    retry_after: bytes | None = None,
    limit: int = 0,
) -> Err | str:
    success = 200 <= status < 300
    if not success and len(body) > (limit or BODY_LIMIT):
        body = b""
    stream = is_event_stream(content_type or b"")
    unwrapped = sse_response(body) if stream else body
    message = read(unwrapped) if unwrapped else None
    if not success:
        error = _refusal(status, message, www_authenticate or b"")
    elif not body or unwrapped is None:
        error = Err("ResponseStreamClosedError", "The response ended without an answer", http_status=status)
    else:
        error = of_message(message, status)
    if isinstance(error, Err) and retry_after is not None:
        error.retry_after = retry_after.decode("utf-8", "replace")
    return error


def _refusal(status: int, message: Node | None, www_authenticate: bytes) -> Err:
    member = message.get("error") if message else None
    member = member if member and member.is_object else None
    kind, challenge = "ServerError", None
    if status in (401, 403, 407):
        challenge = insufficient_scope(www_authenticate) if status == 403 else None
        kind = "ConnectionError" if challenge is None else "InsufficientScopeError"
    elif status in (408, 425, 429) or status >= 500:
        kind = "TransientServerError"
    elif member:
        version = message.get("jsonrpc")
        if version and version.is_string and version.value == "2.0":
            kind = None  # by code
    error = of_member(member, status, kind) if member else Err(kind, f"HTTP {status}", http_status=status)
    if challenge is not None:
        error.scope, error.error_description = challenge.get("scope"), challenge.get("error_description")
    return error


# token; a quoted string that the end of the header may cut off
_TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_SCHEME = re.compile(rf"({_TOKEN})(?:[ \t]+|$)")
_PARAMETER = re.compile(rf'({_TOKEN})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|({_TOKEN}))', re.DOTALL)
_ITEM = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^,"])+', re.DOTALL)


def challenges(header: bytes) -> list[tuple[str, dict[str, str]]]:
    """The challenges of a WWW-Authenticate field: scheme and parameters, names in lower case, the first of each."""
    found: list[tuple[str, dict[str, str]]] = []
    for item in _ITEM.findall(header.decode("utf-8", "replace")):
        item = item.strip(" \t")
        parameter = _PARAMETER.fullmatch(item)
        if not parameter:
            scheme = _SCHEME.match(item)
            if not scheme:
                continue
            found.append((scheme[1].lower(), {}))
            parameter = _PARAMETER.fullmatch(item[scheme.end() :])
        if parameter and found:
            name, quoted, token = parameter.groups()
            value = re.sub(r"\\(.)", r"\1", quoted, flags=re.DOTALL) if quoted is not None else token
            found[-1][1].setdefault(name.lower(), value)
    return found


def insufficient_scope(header: bytes) -> dict[str, str] | None:
    for scheme, parameters in challenges(header):
        if scheme == "bearer" and parameters.get("error") == "insufficient_scope":
            return parameters
    return None
