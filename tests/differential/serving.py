"""An independent reading of the rules: the server's side, and the headers of a request (section 9). See rules.py."""

from __future__ import annotations

import base64
import re
from decimal import Decimal

import jsontext
from capabilities import an_object, missing
from jsontext import Node, NotJSONError, made
from rules import LEGACY_VERSIONS, Err, InvalidArgumentError, capabilities_well_formed, strings
from wire import message

VERSION, CAPABILITIES = "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities"
NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
NAMED_BY |= dict.fromkeys(("tasks/get", "tasks/update", "tasks/cancel"), "taskId")
# Where JSON Schema has a schema, or an array of them; and where it has them by name. Other keywords hold data.
SCHEMAS = "items prefixItems additionalItems contains additionalProperties unevaluatedItems unevaluatedProperties propertyNames "
SCHEMAS = (SCHEMAS + "not if then else allOf anyOf oneOf contentSchema").split()
NAMED_SCHEMAS = "properties patternProperties $defs definitions dependentSchemas dependencies".split()
INVALID_ARGUMENT, FORBIDDEN_CODE = 1, 4
_BASE64 = re.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_ENCODED = re.compile(r"=\?base64\?(.*)\?=", re.DOTALL)
_TOKEN = re.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+")


def check(request: bytes, server: bytes) -> dict | None:
    """None to go ahead, else code, http_status and data of the error to send."""
    described = Server(server)
    try:
        node = jsontext.parse(request)
    except NotJSONError:
        return _answer(-32700)
    if not _is_request(node):
        return _answer(-32600)
    if not node.get("id"):
        return None
    method = node.get("method").value
    version, caps = node.get("params", "_meta", VERSION), node.get("params", "_meta", CAPABILITIES)
    named = version.value if version and version.is_string else None
    if method == "initialize" and named is None:
        wanted = node.get("params", "protocolVersion")
        if not wanted or not wanted.is_string:
            return _answer(-32602)
        served = wanted.value in described.versions and wanted.value in LEGACY_VERSIONS
        return None if served else described.refuses(wanted.value)
    if named is None or not caps or not capabilities_well_formed(caps):
        return _answer(-32602)
    if described.headers is not None and not _headers_match(node, described):
        return _answer(-32020)
    if named not in described.versions:
        return described.refuses(named)
    if described.methods is not None and method not in described.methods:
        return _answer(-32601, 404)
    lacking = missing(caps.value, described.required)
    return _answer(-32021, data=made({"requiredCapabilities": made(lacking)})) if lacking else None


def _answer(code: int, status: int = 400, data: Node | None = None) -> dict:
    return {"code": str(code), "http_status": status, "data": data}


class Server:
    """server_json: what is wrong with it is refused."""

    def __init__(self, text: bytes):
        node = jsontext.parse(text)
        members = an_object(node)
        if members is None or members.keys() - {"versions", "methods", "required", "headers", "input_schema"}:
            raise InvalidArgumentError
        given = {name: value for name, value in members.items() if value.kind != "null"}
        self.versions = self._strings(members.get("versions"))
        self.methods = self._strings(given["methods"]) if "methods" in given else None
        self.required = self._object(given.get("required", made({})))
        self.schema = given.get("input_schema")
        self.asked = asked_headers(self.schema) if self.schema else {}
        self.headers = None
        if "headers" in given:
            ours = ("mcp-protocol-version", "mcp-method", "mcp-name")
            headers = [
                (name.lower(), value)
                for name, value in self._object(given["headers"]).items()
                if value.kind != "null" and (name.lower() in ours or name.lower().startswith("mcp-param-"))
            ]
            if not all(value.is_string for _, value in headers):
                raise InvalidArgumentError
            # The rules do not say what a header is that is there twice, in two spellings; it must not be taken for either.
            names = [name for name, _ in headers]
            self.headers = {name: value.value if names.count(name) == 1 else "\0" for name, value in headers}

    @staticmethod
    def _strings(node: Node | None) -> list[str]:
        found = strings(node)
        if found is None:
            raise InvalidArgumentError
        return found

    @staticmethod
    def _object(node: Node) -> dict[str, Node]:
        if not node.is_object:
            raise InvalidArgumentError
        return node.value

    def refuses(self, version: str) -> dict:
        return _answer(-32022, data=made({"supported": self.versions, "requested": version}))


def _is_request(node: Node) -> bool:
    """Whether step 1 lets a message of any sort pass."""
    version, method, request_id, params = (node.get(n) for n in ("jsonrpc", "method", "id", "params"))
    if not version or not version.is_string or version.value != "2.0" or not method or not method.is_string:
        return False
    if request_id and not request_id.is_string and not request_id.digits:
        return False
    return not params or params.is_object


# Headers


def headers(request: bytes, schema: bytes | None) -> dict[str, str]:
    node = jsontext.parse(request)
    if not _is_request(node):
        raise InvalidArgumentError
    method, version = node.get("method").value, node.get("params", "_meta", VERSION)
    if method == "initialize" and node.get("id") and not (version and version.is_string):
        wanted = node.get("params", "protocolVersion")
        if not wanted or not wanted.is_string:
            raise InvalidArgumentError
    asked = asked_headers(jsontext.parse(schema)) if schema is not None else {}
    return {name: encoded(str(value)) for name, value in _values(node, asked).items()}


def _values(node: Node, asked: dict[str, tuple[str, ...]]) -> dict[str, str | int]:
    """What each header stands for, before it is encoded."""
    method, version = node.get("method").value, node.get("params", "_meta", VERSION)
    out: dict = {"MCP-Protocol-Version": version.value} if version and version.is_string else {}
    out["Mcp-Method"] = method
    name = node.get("params", NAMED_BY.get(method, ""))
    if method in NAMED_BY and name and name.is_string:
        out["Mcp-Name"] = name.value
    for header, path in asked.items() if method == "tools/call" else ():
        value = node.get("params", "arguments", *path)
        if value and value.is_string:
            out[f"Mcp-Param-{header}"] = value.value
        elif value and value.kind in ("true", "false"):
            out[f"Mcp-Param-{header}"] = value.kind
        elif value and value.digits:
            out[f"Mcp-Param-{header}"] = Integer(value.digits)
    return out


class Integer(str):
    """Digits, which a header may spell in another way."""


def asked_headers(schema: Node) -> dict[str, tuple[str, ...]]:
    """The paths of the properties with x-mcp-header by their header."""
    if not schema.is_object:
        raise InvalidArgumentError
    found: dict[str, tuple[str, ...]] = {}
    todo: list[tuple[Node, tuple[str, ...] | None]] = [(schema, ())]  # None: reached by something else than properties
    while todo:
        node, path = todo.pop()
        members = an_object(node) or {}
        header = members.get("x-mcp-header")
        if header:
            kind = members.get("type")
            fits = path and kind and kind.is_string and kind.value in ("string", "integer", "boolean")
            if not fits or not header.is_string or not _TOKEN.fullmatch(header.value):
                raise InvalidArgumentError
            if header.value.lower() in map(str.lower, found):
                raise InvalidArgumentError
            found[header.value] = path
        for keyword, value in members.items():
            if keyword in NAMED_SCHEMAS:
                reached = path if keyword == "properties" else None
                for name, inside in (an_object(value) or {}).items():
                    todo.append((inside, None if reached is None else (*reached, name)))
            elif keyword in SCHEMAS:
                todo += [(one, None) for one in (value.value if value.kind == "array" else [value])]
    return found


def encoded(value: str) -> str:
    looks_encoded = value.startswith("=?base64?") and value.endswith("?=")
    if re.fullmatch(r"[\t -~]*", value) and value == value.strip(" \t") and not looks_encoded:
        return value
    return f"=?base64?{base64.b64encode(value.encode()).decode()}?="


def decoded(sent: str) -> str | None:
    """None for what is malformed."""
    found = _ENCODED.fullmatch(sent)
    if not found:
        return sent
    if not _BASE64.fullmatch(found[1]):
        return None
    try:
        return base64.b64decode(found[1]).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _headers_match(node: Node, server: Server) -> bool:
    wanted = {name.lower(): value for name, value in _values(node, server.asked).items()}
    if node.get("method").value == "tools/call":
        for header in server.asked:
            wanted.setdefault(f"mcp-param-{header}".lower(), None)
    for header, value in wanted.items():
        sent = server.headers.get(header)
        if sent is None or value is None:
            if sent is not value:
                return False
            continue
        if not re.fullmatch(r"[\t -~]*", sent):
            return False
        sent = sent.strip(" \t")
        if header not in ("mcp-protocol-version", "mcp-method"):
            sent = decoded(sent)
        if sent != value and not (isinstance(value, Integer) and sent is not None and _same_number(sent, value)):
            return False
    return True


def _same_number(sent: str, value: str) -> bool:
    """Whether a header is a JSON number that equals an integer."""
    if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", sent):
        return False
    sign, digits, exponent = Decimal(sent).as_tuple()
    wanted = Decimal(value).as_tuple()

    def plain(digits: tuple, exponent: int) -> tuple:
        text = "".join(map(str, digits)).lstrip("0")
        return text.rstrip("0"), exponent + len(text) - len(text.rstrip("0")) if text else 0

    same = plain(digits, exponent) == plain(wanted.digits, wanted.exponent)
    return same and (sign == wanted.sign or not any(digits))


# What a request says, and what may be sent


def request_read(request: bytes) -> dict:
    """Parts as they were sent, where they are what step 1 and 2 of the check take."""
    node, kind = jsontext.parse(request), message(request).type
    method, request_id = node.get("method"), node.get("id")
    name = node.get("params", NAMED_BY[method.value]) if method and method.is_string and method.value in NAMED_BY else None

    def part(*path: str, wanted: str) -> Node | None:
        found = node.get(*path)
        return found if found and found.kind == wanted else None

    return {
        "message_type": kind,
        "id": request_id if request_id and (request_id.is_string or request_id.digits) else None,
        "method": part("method", wanted="string"),
        "name": name if name and name.is_string else None,
        "protocol_version": part("params", "_meta", VERSION, wanted="string"),
        "capabilities": part("params", "_meta", CAPABILITIES, wanted="object"),
        "arguments": part("params", "arguments", wanted="object"),
    }


def may_be_sent(e: Err, era: str) -> int:
    """The status of writing an error out."""
    if e.code is None:
        return INVALID_ARGUMENT
    if not e.built:
        return 0
    number = int(e.code)
    requested = e.member("requested")
    versions = strings(e.member("supported")) is not None and requested and requested.is_string
    if number == -32021 and not (e.required.value and capabilities_well_formed(e.required)):
        return INVALID_ARGUMENT
    if number == -32022 and (not versions or requested.value in e.supported):
        return INVALID_ARGUMENT
    allowed = (era == "legacy" and number in RETIRED) or may_emit(number) != "forbidden"
    return 0 if allowed else FORBIDDEN_CODE


STANDARD, MODERN, RETIRED = range(-32603, -32599), range(-32022, -32019), (-32002, -32042)


def may_emit(code: int) -> str:
    if code in (*STANDARD, -32700, *MODERN):
        return "ok"
    if code in RETIRED or -32099 <= code <= -32020:
        return "forbidden"
    return "discouraged" if -32768 <= code <= -32000 else "ok"


def http_status(code: int, handler: bool) -> int:
    if code in MODERN:
        return 400
    if code == -32601:
        return 404
    if handler:
        return 200
    return {-32700: 400, -32600: 400, -32602: 400, -32603: 500}.get(code, 200)
