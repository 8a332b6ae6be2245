"""An independent reading of the rules: what an error is (sections 2 to 4 and 6).

Written from the prose alone and for this test, in the plainest way, so that a fault in the core and a fault here are
unlikely to be the same one. wire.py has section 5, decisions.py section 7, capabilities.py section 8, serving.py section 9.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import jsontext
from jsontext import Node

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
INPUT_REQUIRED, INVALID_RESULT = "InputRequiredError", "InvalidResultError"
BY_CODE = {
    "-32601": "MethodNotFoundError",
    "-32020": "HeaderMismatchError",
    "-32021": MISSING,
    "-32022": UNSUPPORTED,
}
MODERN_CODES = ("-32020", "-32021", "-32022")
INCONCLUSIVE = ("TransientServerError", "RequestTimeoutError", "ResponseStreamClosedError", "ResponseTooLargeError")
LEGACY_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
BEFORE_MCP = (402, 406, 411, 413, 414, 415, 417, 421, 424, 426, 428, 431, 451)


class InvalidArgumentError(Exception):
    """What the library has to refuse."""


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
    built: bool = False
    retry_after: str | None = None
    id: Node | None = None
    message_type: str | None = None
    challenge: dict[str, str] = field(default_factory=dict)
    location: str | None = None
    last_event_id: str | None = None
    retry_ms: int | None = None
    invalid: str | None = None  # why a result is none
    peers_message: bool = False  # a string that the peer sent
    error_object: bool = False  # the body's error member is an object
    oversized: bool = False  # the body did not count because of its size

    def member(self, name: str) -> Node | None:
        return self.data.get(name) if self.data else None

    @property
    def supported(self) -> list[str]:
        listed = self.member("supported")
        return [v.value for v in listed.value if v.is_string] if listed and listed.kind == "array" else []

    @property
    def required(self) -> Node:
        return self._object("requiredCapabilities")

    @property
    def input_requests(self) -> Node:
        return self._object("inputRequests")

    def _object(self, name: str) -> Node:
        member = self.member(name)
        return member if member and member.is_object else jsontext.made({})

    @property
    def well_formed(self) -> bool:
        if self.kind == MISSING:
            required = self.member("requiredCapabilities")
            return bool(required) and capabilities_well_formed(required)
        if self.kind == UNSUPPORTED:
            requested = self.member("requested")
            return strings(self.member("supported")) is not None and bool(requested) and requested.is_string
        return True

    @property
    def modern(self) -> bool:
        return self.kind in list(BY_CODE.values())[1:] and self.code in MODERN_CODES and self.well_formed

    @property
    def modern_http(self) -> bool:
        return self.http_status == 404 if self.kind == "MethodNotFoundError" else self.modern

    @property
    def protocol_error(self) -> bool:
        return self.modern or self.kind in (INPUT_REQUIRED, INVALID_RESULT)

    @property
    def era_inconclusive(self) -> bool:
        return self.kind in INCONCLUSIVE

    @property
    def network_failure(self) -> bool:
        return self.kind == "ConnectionError" and not self.http_status

    def era(self, transport: str) -> str:
        listed = self.supported if self.modern and self.kind == UNSUPPORTED else []
        by_handshake = bool(listed) and all(version in LEGACY_VERSIONS for version in listed)
        modern = "legacy" if by_handshake else "modern"
        if transport == "stdio":
            if self.modern:
                return modern
            unread = self.kind == "TransportError" and not self.local
            return "inconclusive" if unread or self.network_failure else "legacy"
        status = self.http_status or 0
        if self.local or status in (401, 403, 407) or status // 100 in (1, 3) or self.era_inconclusive:
            return "inconclusive"
        if self.kind == "MethodNotFoundError" and status == 404:
            return "modern_without_discover"
        if self.modern:
            return modern
        settles_nothing = self.kind == "TransportError" or status in BEFORE_MCP or self.oversized
        return "inconclusive" if settles_nothing else "legacy"


def strings(node: Node | None) -> list[str] | None:
    """The values of an array of strings only."""
    if node is None or node.kind != "array" or not all(v.is_string for v in node.value):
        return None
    return [v.value for v in node.value]


def capabilities_well_formed(caps: Node) -> bool:
    if not caps.is_object:
        return False
    for name, inside in (("elicitation", ("form", "url")), ("sampling", ("context", "tools"))):
        value = caps.get(name)
        if value and (not value.is_object or any(m and not m.is_object for m in map(value.get, inside))):
            return False
    for name in ("experimental", "extensions"):
        value = caps.get(name)
        if value and (not value.is_object or not all(m.is_object for m in [*value.value.values(), *value.twins])):
            return False
    roots = caps.get("roots")
    return not roots or roots.is_object


def of_member(member: Node, http_status: int | None = None, force: str | None = None) -> Err:
    """Section 3. force: the kind that the status prescribes."""
    code, message = member.get("code"), member.get("message")
    error = Err("ServerError", "Unknown server error", http_status=http_status, message_is_string=False)
    error.error_object = member.is_object
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
