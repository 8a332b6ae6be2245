"""An independent reading of the rules: what to do (sections 7 to 9). See rules.py."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import jsontext
from jsontext import Node, NotJSONError, made
from rules import LEGACY_VERSIONS, MISSING, UNSUPPORTED, Err, capabilities_well_formed

U64 = (1 << 64) - 1
MODES = {"elicitation": ("form", "url"), "sampling": ("context", "tools")}
MODERN_ERAS = ("modern", "modern_without_discover")


class InvalidArgumentError(Exception):
    pass


def objects(text: bytes) -> dict[str, Node]:
    """A context or a capabilities object; empty is {}."""
    node = jsontext.parse(text) if text else made({})
    if not node.is_object:
        raise InvalidArgumentError
    return node.value


def _object(node: Node | None) -> dict | None:
    return node.value if node and node.is_object else None


# Capabilities


def grants(caps: dict[str, Node], name: str, mode: str) -> bool:
    """Whether a declaration covers one mode of elicitation or sampling."""
    inside = _object(caps.get(name))
    if inside is None:
        return False
    if _object(inside.get(mode)) is not None:
        return True
    return (name, mode) == ("elicitation", "form") and _object(inside.get("url")) is None


def missing(declared: dict[str, Node], required: dict[str, Node]) -> dict[str, Node]:
    out: dict[str, Node] = {}
    for name, value in required.items():
        if name in MODES:
            wanted = [mode for mode in MODES[name] if value.get(mode)]
            if name == "sampling" and _object(declared.get(name)) is None:
                out[name] = value
            elif name == "elicitation" and not wanted:
                if not grants(declared, name, "form"):
                    out[name] = value
            else:
                unmet = {mode: value.get(mode) for mode in wanted if not grants(declared, name, mode)}
                if unmet:
                    out[name] = made(unmet)
        elif name in ("extensions", "experimental"):
            have = declared.get(name)
            named = _object(value) or {}
            unmet = {n: v for n, v in named.items() if _object(have.get(n) if have else None) is None}
            if unmet:
                out[name] = made(unmet)
        elif name == "roots":
            if _object(declared.get(name)) is None:
                out[name] = value
        else:
            have = declared.get(name)
            if have is None or have.kind in ("null", "false"):
                out[name] = value
    return out


def declare(declared: dict[str, Node], lacking: dict[str, Node], supported: dict[str, Node]) -> dict[str, Node]:
    out = dict(declared)
    for name, value in lacking.items():
        ours = supported.get(name)
        if name in MODES:
            _declare_modes(out, name, value, supported)
        elif name in ("extensions", "experimental"):
            ours, added = _object(ours) or {}, dict(_object(out.get(name)) or {})
            new = {n: ours[n] for n in _object(value) or {} if _object(ours.get(n)) is not None}
            if new:
                out[name] = made({**added, **new})
        elif name == "roots":
            if _object(ours) is not None:
                out[name] = ours
        elif ours is not None and ours.kind not in ("null", "false"):
            out[name] = ours
    return out


def _declare_modes(out: dict[str, Node], name: str, value: Node, supported: dict[str, Node]) -> None:
    ours, before = _object(supported.get(name)), _object(out.get(name))
    if ours is None:
        return
    wanted = [mode for mode in MODES[name] if value.get(mode)]
    inside = dict(before or {})

    def explicit(caps: dict | None) -> bool:
        return caps is not None and any(_object(caps.get(m)) is not None for m in ("form", "url"))

    if name == "elicitation" and not wanted:
        if not grants(supported, name, "form"):
            return
        if explicit(ours) or explicit(before):
            wanted = ["form"]
    added = {m: ours[m] if _object(ours.get(m)) is not None else made({}) for m in wanted if grants(supported, name, m)}
    if wanted and not added:
        return
    if name == "elicitation" and "url" in added and before is not None and not explicit(before):
        added.setdefault("form", ours["form"] if _object(ours.get("form")) is not None else made({}))
    inside.update(added)
    out[name] = made(inside)


def for_input_request(method: bytes, params: bytes) -> dict[str, Node]:
    node = jsontext.parse(params) if params else made({})

    def there(name: str) -> Node | None:
        value = node.get(name)
        return None if value is None or value.kind == "null" else value

    if method == b"elicitation/create":
        mode = there("mode")
        return {"elicitation": made({"url" if mode and mode.value == "url" else "form": {}})}
    if method == b"sampling/createMessage":
        inside, context = {}, there("includeContext")
        if there("tools") or there("toolChoice"):
            inside["tools"] = {}
        if context and context.value != "none":
            inside["context"] = {}
        return {"sampling": made(inside)}
    return {"roots": made({})} if method == b"roots/list" else {}


# Advice


@dataclass
class Context:
    purpose: str = "request"
    transport: str = "http"
    era: str | None = None
    attempt: int = 1
    method: str | None = None
    idempotent: bool = False
    has_session: bool = False
    has_cursor: bool = False
    client_versions: list[str] = field(default_factory=list)
    requested_version: str | None = None
    declared: dict[str, Node] = field(default_factory=dict)
    supported_caps: dict[str, Node] = field(default_factory=dict)
    now_ms: int | None = None


CHOICES = {
    "purpose": ("probe", "request", "initialize"),
    "transport": ("stdio", "http"),
    "era": (*MODERN_ERAS, "legacy", "inconclusive"),
}


def context_of(text: bytes) -> Context:
    context = Context()
    for name, node in objects(text).items():
        if name not in Context.__dataclass_fields__ or node.kind == "null":
            continue
        if name in CHOICES or name in ("method", "requested_version"):
            value = node.value if node.is_string and node.value in CHOICES.get(name, (node.value,)) else None
        elif name in ("idempotent", "has_session", "has_cursor"):
            value = {"true": True, "false": False}.get(node.kind)
        elif name == "client_versions":
            strings = node.kind == "array" and all(v.is_string for v in node.value)
            value = [v.value for v in node.value] if strings else None
        elif name in ("declared", "supported_caps"):
            value = _object(node)
        else:
            value = int(node.digits) if node.digits else None
            if value is not None and (value < 1 if name == "attempt" else not -(1 << 63) <= value < 1 << 63):
                value = None  # no clock says so
        if value is None:
            raise InvalidArgumentError(name)
        setattr(context, name, value)
    return context


def advise(error: Err, context: Context) -> dict:
    """era, action, reason and what the action needs: the members of mcp_advice_json."""
    answer = _decide(error, context, error.era(context.transport))
    action, reason, extras = answer if len(answer) == 3 else (*answer, {})
    return {"era": error.era(context.transport), "action": action, "reason": reason, **extras}


def _decide(error: Err, c: Context, era: str) -> tuple:
    status, kind = error.http_status or 0, error.kind
    probe, request = c.purpose == "probe", c.purpose == "request"
    if kind == "InsufficientScopeError":
        return "step_up", "insufficient_scope"
    if status == 401:
        return "authenticate", "unauthorized"
    if status in (403, 407):
        return "give_up", "access_denied"
    closed = kind == "ResponseStreamClosedError"
    if kind == "RequestTimeoutError" or closed:
        if probe:
            return ("initialize", "no_answer") if c.transport == "stdio" else ("back_off", "transient")
        if closed and (c.idempotent or (request and c.era in MODERN_ERAS)):
            return ("reissue", "stream_lost") if c.attempt == 1 else ("give_up", "retry_limit")
        return "give_up", "maybe_executed"
    if kind == "ConnectionError" and not status:
        return "back_off", "transient"
    if kind == "TransientServerError":
        if request and status >= 500 and not c.idempotent:
            return "give_up", "maybe_executed"
        delay = retry_delay(error.retry_after, c.now_ms)
        return "back_off", "transient", {} if delay is None else {"delay_ms": delay}
    if error.modern and kind == UNSUPPORTED:
        return _other_version(error, c)
    if error.modern and kind == MISSING:
        lacking = missing(c.declared, error.required.value)
        extras = {"missing": made(lacking)}
        if not lacking:
            return "give_up", "nothing_missing", extras
        if missing(c.supported_caps, lacking):
            return "give_up", "capability_unavailable", extras
        if c.attempt >= 2:
            return "give_up", "retry_limit", extras
        extras["declare"] = made(declare(c.declared, lacking, c.supported_caps))
        return "declare_capabilities", "capability_undeclared", extras
    if error.modern:
        if request and c.method == "tools/call":
            return ("refresh_tools", "header_mismatch") if c.attempt == 1 else ("give_up", "retry_limit")
        return "give_up", "header_mismatch"
    if probe:
        if era == "modern_without_discover":
            return "continue_without_discover", "method_not_found"
        return ("give_up", "not_retryable") if era == "inconclusive" else ("initialize", "not_modern")
    if status == 404 and c.era == "legacy" and c.has_session:
        return "new_session", "session_gone"
    if error.code == "-32042" and c.era not in MODERN_ERAS and _url_elicitations(error):
        return "complete_elicitations", "elicitation_required"
    if error.code == "-32602" and c.has_cursor:
        return "restart_pagination", "invalid_cursor"
    return "give_up", "not_retryable"


def _other_version(error: Err, c: Context) -> tuple:
    if c.attempt >= 2:
        return "give_up", "retry_limit"
    refused = c.requested_version if c.requested_version is not None else error.member("requested").value
    if c.purpose == "initialize" and refused not in LEGACY_VERSIONS:
        refused = None
    usable = [v for v in c.client_versions if v in error.supported and v != refused]
    for action, wanted in (("retry_with_version", False), ("initialize", True)):
        for version in usable:
            if (version in LEGACY_VERSIONS) == wanted:
                return action, "version_mismatch", {"version": version}
    return "give_up", "version_contradiction" if refused in error.supported else "no_common_version"


def _url_elicitations(error: Err) -> bool:
    listed = error.member("elicitations")
    if not listed or listed.kind != "array" or not listed.value:
        return False
    for one in listed.value:
        members = [one.get(n) for n in ("mode", "elicitationId", "url", "message")]
        if not all(m and m.is_string for m in members) or members[0].value != "url":
            return False
    return True


_DAY, _MONTH = "Mon Tue Wed Thu Fri Sat Sun".split(), "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_TIME = r"(?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d)"
_DATES = [
    re.compile(rf"(?:{'|'.join(_DAY)}), (?P<d>\d\d) (?P<mon>{'|'.join(_MONTH)}) (?P<y>\d{{4}}) {_TIME} GMT", re.ASCII),
    re.compile(
        rf"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?P<d>\d\d)-(?P<mon>{'|'.join(_MONTH)})-(?P<y>\d\d) {_TIME} GMT",
        re.ASCII,
    ),
    re.compile(rf"(?:{'|'.join(_DAY)}) (?P<mon>{'|'.join(_MONTH)}) (?P<d>[ \d]\d) {_TIME} (?P<y>\d{{4}})", re.ASCII),
]


def retry_delay(value: str | None, now_ms: int | None) -> int | None:
    value = (value or "").strip(" \t")
    if re.fullmatch(r"[0-9]+", value):
        return min(int(value.lstrip("0")[:24] or "0") * 1000, U64)
    when = http_date(value, now_ms)
    if when is None or now_ms is None or when <= now_ms:
        return None
    return when - now_ms


def http_date(value: str, now_ms: int | None) -> int | None:
    """Milliseconds since 1970."""
    for form in _DATES:
        found = form.fullmatch(value)
        if not found:
            continue
        year = int(found["y"])
        if len(found["y"]) == 2:  # RFC 9110: not more than 50 years in the future
            this = (datetime(1970, 1, 1) + timedelta(milliseconds=now_ms or 0)).year
            year += this - this % 100
            year -= 100 if year > this + 50 else 0
        try:
            when = datetime(year, _MONTH.index(found["mon"]) + 1, *(int(found[k]) for k in "dhms"), tzinfo=UTC)
        except ValueError:
            return None
        if not value.startswith(_DAY[when.weekday()]):  # a date that contradicts itself
            return None
        return int((when - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()) * 1000
    return None


# Server side

VERSION, CAPABILITIES = "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientCapabilities"
_BASE64 = re.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


def check(request: bytes, server: dict) -> dict | None:
    """None to go ahead, else code, http_status and data of the error to send. server is plain Python."""
    try:
        message = jsontext.parse(request)
    except NotJSONError:
        return _answer(-32700)
    version, method, request_id, params = (message.get(n) for n in ("jsonrpc", "method", "id", "params"))
    well_formed = version and version.value == "2.0" and version.is_string and method and method.is_string
    if not well_formed or (request_id and not request_id.is_string and not request_id.digits):
        return _answer(-32600)
    if params and not params.is_object:
        return _answer(-32600)
    if not request_id:
        return None
    meta_version, caps = message.get("params", "_meta", VERSION), message.get("params", "_meta", CAPABILITIES)
    named = meta_version.value if meta_version and meta_version.is_string else None
    if method.value == "initialize" and named is None:
        wanted = message.get("params", "protocolVersion")
        if not wanted or not wanted.is_string:
            return _answer(-32602)
        return None if wanted.value in server["versions"] else _refused(wanted.value, server)
    if named is None or not caps or not capabilities_well_formed(caps):
        return _answer(-32602)
    if server.get("headers") is not None and not _headers_match(server["headers"], named, method.value, params):
        return _answer(-32020)
    if named not in server["versions"]:
        return _refused(named, server)
    if server.get("methods") is not None and method.value not in server["methods"]:
        return _answer(-32601, 404)
    lacking = missing(caps.value, made(server.get("required") or {}).value)
    return _answer(-32021, data=made({"requiredCapabilities": made(lacking)})) if lacking else None


def _answer(code: int, status: int = 400, data: Node | None = None) -> dict:
    return {"code": str(code), "http_status": status, "data": data}


def _refused(version: str, server: dict) -> dict:
    return _answer(-32022, data=made({"supported": server["versions"], "requested": version}))


def _headers_match(headers: dict, version: str, method: str, params: Node) -> bool:
    wanted = {"mcp-protocol-version": version, "mcp-method": method}
    name = params.get(NAMED_BY.get(method, ""))
    if name and name.is_string:
        wanted["mcp-name"] = name.value
    for header, value in wanted.items():
        sent = headers.get(header)
        if sent is None or not re.fullmatch(r"[\t -~]*", sent):
            return False
        sent = sent.strip(" \t")
        if header == "mcp-name" and sent.startswith("=?base64?") and sent.endswith("?=") and len(sent) >= 11:
            if not _BASE64.fullmatch(sent, 9, len(sent) - 2):
                return False
            try:
                sent = base64.b64decode(sent[9:-2]).decode("utf-8")
            except UnicodeDecodeError:
                return False
        if sent != value:
            return False
    return True
