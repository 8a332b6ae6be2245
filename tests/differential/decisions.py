"""An independent reading of the rules: what to do next, and negotiation (section 7). See rules.py."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import jsontext
from capabilities import declare, for_input_request, missing
from context import LIMITS, Context, context_of, next_context
from jsontext import made
from rules import INPUT_REQUIRED, INVALID_RESULT, LEGACY_VERSIONS, MISSING, UNSUPPORTED, Err, InvalidArgumentError, strings
from wire import U64, judged, message

Decision = tuple[str, str, dict]  # action, reason and what the action needs


def advise(error: Err, c: Context) -> dict:
    """The members of mcp_advice_json."""
    era = error.era(c.transport)
    action, reason, extras = _decide(error, c, era)
    following = next_context(c, action, extras)
    if c.purpose != "probe":
        era = following.get("era") if following else c.given.get("era")
        era = "inconclusive" if action == "reprobe" or era is None or era.kind == "null" else era.value
    return _told(era, action, reason, extras, following)


def _told(era: str, action: str, reason: str, extras: dict, following: dict | None) -> dict:
    out = {"era": era, "action": action, "reason": reason, **extras, "context": following}
    return {name: made(value) for name, value in out.items() if value is not None}


def _give_up(reason: str, **extras) -> Decision:
    return "give_up", reason, extras


def _bounded(c: Context, action: str, reason: str, **extras) -> Decision:
    if c.exhausted(action):
        return _give_up("retry_limit", **{n: v for n, v in extras.items() if n == "missing"})
    return action, reason, extras


def _initialize(c: Context, reason: str, version: str | None = None) -> Decision:
    legacy = [v for v in c.client_versions if v in LEGACY_VERSIONS]
    if c.client_versions and not legacy:
        return _give_up("no_common_version")
    return _bounded(c, "initialize", reason, version=version or (legacy[0] if legacy else None))


def _decide(error: Err, c: Context, era: str) -> Decision:
    """The table, from its first row to its last."""
    status, kind, code, probe = error.http_status or 0, error.kind, error.code, c.purpose == "probe"
    request, initialize, http = c.purpose == "request", c.purpose == "initialize", c.transport == "http"
    timeout, closed, lost = kind == "RequestTimeoutError", kind == "ResponseStreamClosedError", kind == "TransientServerError"
    failed, unread = status >= 500, kind == "TransportError"

    challenge = error.challenge
    lacks_scope = status == 401 and challenge.get("error") == "insufficient_scope"
    names_scope = status == 403 and "scope" in challenge and "error" not in challenge
    if kind == "InsufficientScopeError" or lacks_scope or names_scope:
        return _step_up(error, c)
    if status == 401:
        return _bounded(c, "authenticate", "unauthorized", **_challenged(error, c))
    if status in (403, 407):
        return _give_up("access_denied")
    if status // 100 == 3:
        return _give_up("redirected")
    no_more = probe and http and c.times("back_off") >= 2 and (timeout or closed or (lost and failed))
    if no_more or (unread and status in (202, 204) and probe):
        return _initialize(c, "no_answer")
    if (timeout or closed) and probe:
        return _bounded(c, "back_off", "transient") if http else _initialize(c, "no_answer")
    if timeout:
        cancel = (not http or not c.in_modern_era) and not initialize
        return _give_up("maybe_executed", cancel=cancel or None)
    if closed:
        event_id = error.last_event_id or c.last_event_id
        if http and not c.in_modern_era and event_id:
            delay = 1000 if error.retry_ms is None else error.retry_ms
            return _bounded(c, "resume_stream", "stream_lost", last_event_id=event_id, delay_ms=delay)
        if (request and c.in_modern_era) or c.idempotent:
            return _bounded(c, "reissue", "stream_lost")
        return _give_up("maybe_executed")
    if error.network_failure:
        return _bounded(c, "back_off", "transient")
    if lost and request and failed and not c.idempotent:
        return _give_up("maybe_executed")
    if lost or (status == 424 and not error.modern):
        return _bounded(c, "back_off", "transient", delay_ms=retry_delay(error.retry_after, c.now_ms))
    if error.modern and kind == UNSUPPORTED:
        return _other_version(error, c)
    if error.modern and kind == MISSING:
        return _missing_capability(error, c)
    mismatch = error.modern  # what is left of the three
    if initialize and (mismatch or kind == "MethodNotFoundError"):
        return _bounded(c, "reprobe", "era_contradicted")
    if mismatch:
        if request and c.era == "legacy":
            return _bounded(c, "reprobe", "era_contradicted")
        if request and c.method == "tools/call":
            return _bounded(c, "refresh_tools", "header_mismatch")
        return _give_up("header_mismatch")
    if kind == INPUT_REQUIRED:
        return _answer_inputs(error, c)
    if kind == INVALID_RESULT and not probe:
        return _give_up("invalid_result")
    if unread and ((not http and not error.local) or (status == 202 and c.era == "legacy" and not probe)):
        return _bounded(c, "read_on", "not_a_response")
    if initialize and code == "-32602" and _names_versions(error):
        return _legacy_version(error, c)
    if probe:
        if era == "modern_without_discover":
            return _bounded(c, "continue_without_discover", "method_not_found")
        if unread:
            return _give_up("not_mcp")
        return _give_up("not_retryable") if era == "inconclusive" else _initialize(c, "not_modern")
    return _outside_a_probe(error, c, status)


def _outside_a_probe(error: Err, c: Context, status: int) -> Decision:
    http, request, code = c.transport == "http", c.purpose == "request", error.code
    if c.purpose == "initialize" and http and status in (400, 404, 405) and not error.modern:
        return _bounded(c, "try_http_sse", "not_streamable_http")
    says_legacy = not error.error_object or code == "-32600" or (code and -32019 <= int(code[:9]) <= -32000)
    if request and http and c.in_modern_era and status in (400, 404, 405) and says_legacy:
        if c.era == "modern":
            return _bounded(c, "reprobe", "era_contradicted")
        return _initialize(c, "era_contradicted")
    gone = status == 404 and error.kind != "MethodNotFoundError"
    if c.era == "legacy" and c.has_session and http and (gone or (status == 400 and code in ("-32000", "-32600"))):
        if c.times("resume_stream") and not c.idempotent:
            return _give_up("maybe_executed")
        return _bounded(c, "new_session", "session_gone")
    if request and http and c.era == "legacy" and status == 400 and code in ("-32602", "-32600"):
        return _bounded(c, "reprobe", "era_contradicted")
    if code == "-32042" and not c.in_modern_era and _url_elicitations(error):
        return _bounded(c, "complete_elicitations", "elicitation_required")
    if code == "-32602" and c.has_cursor:
        return _bounded(c, "restart_pagination", "invalid_cursor")
    return _give_up("not_retryable")


def _challenged(error: Err, c: Context) -> dict:
    """Scopes to ask for, and where the server's metadata stand."""
    wanted = error.challenge.get("scope", "").split()
    scopes = list(dict.fromkeys([*c.granted_scopes, *c.asked_scopes, *wanted])) if wanted else None
    return {"scopes": scopes, "resource_metadata": error.challenge.get("resource_metadata")}


def _step_up(error: Err, c: Context) -> Decision:
    beyond = set(error.challenge.get("scope", "").split()) - set(c.asked_scopes)
    if c.times("step_up") and not beyond:
        return _give_up("retry_limit")
    return _bounded(c, "step_up", "insufficient_scope", **_challenged(error, c))


def _refused_version(error: Err, c: Context) -> str | None:
    refused = error.member("requested").value if c.requested_version is None else c.requested_version
    return None if c.purpose == "initialize" and refused not in LEGACY_VERSIONS else refused


def _other_version(error: Err, c: Context) -> Decision:
    refused, supported = _refused_version(error, c), error.supported
    listed = [v for v in c.client_versions if v in supported]
    fresh = [v for v in listed if v != refused]
    again = [refused] if refused in listed else []
    chances = (
        ("retry_with_version", "version_mismatch", [v for v in fresh if v not in LEGACY_VERSIONS]),
        ("retry_with_version", "version_contradiction", [v for v in again if v not in LEGACY_VERSIONS]),
        ("initialize", "version_mismatch", [v for v in fresh if v in LEGACY_VERSIONS]),
    )
    for action, reason, versions in chances:
        if versions and not c.exhausted(action):
            return action, reason, {"version": versions[0]}
    if any(versions for _, _, versions in chances):
        return _give_up("retry_limit")
    return _give_up("version_contradiction" if refused in supported else "no_common_version")


def _missing_capability(error: Err, c: Context) -> Decision:
    lacking = missing(c.declared, error.required.value)
    if not lacking:
        return _give_up("nothing_missing", missing=lacking)
    if missing(c.supported_caps, lacking):
        return _give_up("capability_unavailable", missing=lacking)
    whole = declare(c.declared, lacking, c.supported_caps)
    return _bounded(c, "declare_capabilities", "capability_undeclared", missing=lacking, declare=whole)


def _answer_inputs(error: Err, c: Context) -> Decision:
    requests = error.input_requests.value
    needed: dict[str, dict] = {}
    for one in requests.values():
        method = one.get("method")
        need = for_input_request(method.value if method and method.is_string else "", one.get("params"))
        for name, value in need.items():
            needed.setdefault(name, {}).update(value.value)
    lacking = missing(c.supported_caps, missing(c.declared, made(needed).value))
    if lacking:
        return _give_up("capability_unavailable", missing=lacking)
    times = c.times("answer_inputs")
    if times >= (LIMITS["answer_inputs"] if requests else 50):
        return _give_up("retry_limit")
    delay = None if requests else min(50 * 2 ** min(times, 10), 2000)
    return "answer_inputs", "input_required", {"delay_ms": delay}


def _names_versions(error: Err) -> bool:
    requested = error.member("requested")
    return strings(error.member("supported")) is not None and bool(requested) and requested.is_string


def _legacy_version(error: Err, c: Context) -> Decision:
    refused = _refused_version(error, c)
    for version in c.client_versions:
        if version in LEGACY_VERSIONS and version in error.supported and version != refused:
            return _initialize(c, "version_mismatch", version)
    return _give_up("no_common_version")


def _url_elicitations(error: Err) -> bool:
    listed = error.member("elicitations")
    if not listed or listed.kind != "array" or not listed.value:
        return False
    for one in listed.value:
        members = [one.get(n) for n in ("mode", "elicitationId", "url", "message")]
        if not all(m and m.is_string for m in members) or members[0].value != "url":
            return False
    return True


# Negotiation


def negotiate(response: bytes, context: bytes) -> dict:
    for text in (response, context or b"{}"):  # of two bad arguments the one that is not JSON is reported
        jsontext.parse(text)
    c, answer = context_of(context), message(response)
    if answer.type != "result" or c.purpose == "request":
        raise InvalidArgumentError
    result = answer.node.get("result")
    if c.purpose == "probe":
        if judged(result, c):
            raise InvalidArgumentError
        era, (action, reason, extras) = _probed(strings(result.get("supportedVersions")), c)
    else:
        chosen = result.get("protocolVersion")
        if not chosen or not chosen.is_string:
            raise InvalidArgumentError
        fits = chosen.value in c.client_versions and chosen.value in LEGACY_VERSIONS
        agreed = ("go_on", "agreed", {"version": chosen.value})
        era, (action, reason, extras) = "legacy", agreed if fits else _give_up("no_common_version")
    return _told(era, action, reason, extras, next_context(c, action, {"era": era, **extras}))


def _probed(supported: list[str], c: Context) -> tuple[str, Decision]:
    listed = [v for v in c.client_versions if v in supported]
    modern = [v for v in listed if v not in LEGACY_VERSIONS]
    if modern:
        return "modern", ("go_on", "agreed", {"version": modern[0]})
    if listed:
        return "legacy", _initialize(c, "version_mismatch", listed[0])
    era = "modern" if any(v not in LEGACY_VERSIONS for v in supported) else "legacy"
    return era, _give_up("no_common_version")


# Retry-After

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
