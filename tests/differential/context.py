"""An independent reading of the rules: the context, and that of the next try (section 7). See rules.py."""

from __future__ import annotations

from dataclasses import dataclass, field

import jsontext
from capabilities import an_object
from jsontext import Node, made
from rules import InvalidArgumentError, strings

MODERN_ERAS = ("modern", "modern_without_discover")
# By action; those that are not named have a limit of 1, and None is no limit.
LIMITS = {"declare_capabilities": 3, "initialize": 2, "step_up": 2, "answer_inputs": 10}
LIMITS |= dict.fromkeys("back_off read_on resume_stream give_up go_on continue_without_discover".split())
ACTIONS = [*LIMITS, *"authenticate reissue retry_with_version reprobe refresh_tools new_session try_http_sse".split()]
ACTIONS += "complete_elicitations restart_pagination".split()


@dataclass
class Context:
    purpose: str = "request"
    transport: str = "http"
    era: str | None = None
    tried: dict[str, int] = field(default_factory=dict)
    method: str | None = None
    idempotent: bool = False
    has_session: bool = False
    has_cursor: bool = False
    client_versions: list[str] = field(default_factory=list)
    requested_version: str | None = None
    declared: dict[str, Node] = field(default_factory=dict)
    supported_caps: dict[str, Node] = field(default_factory=dict)
    granted_scopes: list[str] = field(default_factory=list)
    asked_scopes: list[str] = field(default_factory=list)
    last_event_id: str | None = None
    result_types: list[str] = field(default_factory=list)
    now_ms: int | None = None
    host: Node | None = None
    given: dict[str, Node] = field(default_factory=dict)  # its members as they were sent

    @property
    def in_modern_era(self) -> bool:
        return self.era in MODERN_ERAS

    def times(self, action: str) -> int:
        return self.tried.get(action, 0)

    def exhausted(self, action: str) -> bool:
        limit = LIMITS.get(action, 1)
        return limit is not None and self.times(action) >= limit


NAMES = [name for name in Context.__dataclass_fields__ if name != "given"]
CHOICES = {
    "purpose": ("probe", "request", "initialize"),
    "transport": ("stdio", "http"),
    "era": (*MODERN_ERAS, "legacy", "inconclusive"),
}
TEXTS = ("method", "requested_version", "last_event_id")
LISTS = ("client_versions", "granted_scopes", "asked_scopes", "result_types")
TRUTHS = ("idempotent", "has_session", "has_cursor")


def objects(text: bytes) -> dict[str, Node]:
    """A context or a capabilities object; empty is {}."""
    node = jsontext.parse(text) if text else made({})
    if not node.is_object:
        raise InvalidArgumentError
    return node.value


def context_of(text: bytes) -> Context:
    context = Context(given=objects(text))
    for name, node in context.given.items():
        if name not in NAMES:
            raise InvalidArgumentError(name)
        if name == "host" or node.kind == "null":
            continue
        value = _value(name, node)
        if value is None:
            raise InvalidArgumentError(name)
        setattr(context, name, value)
    return context


def _value(name: str, node: Node):
    """None for what has to be refused."""
    if name in CHOICES:
        return node.value if node.is_string and node.value in CHOICES[name] else None
    if name in TEXTS:
        return node.value if node.is_string else None
    if name in TRUTHS:
        return {"true": True, "false": False}.get(node.kind)
    if name in LISTS:
        return strings(node)
    if name in ("declared", "supported_caps"):
        return an_object(node)
    if name == "now_ms":
        value = int(node.digits) if node.digits and len(node.digits) < 21 else None
        return value if value is not None and -(1 << 63) <= value < 1 << 63 else None  # no clock says so
    counts = an_object(node)
    if counts is None:
        return None
    ours = {action: count.digits for action, count in counts.items() if action in ACTIONS}
    return None if any(c is None or c[0] == "-" for c in ours.values()) else {a: int(c) for a, c in ours.items()}


def next_context(c: Context, action: str, extras: dict) -> dict[str, Node] | None:
    """The context of the next try: nodes that were sent stay what they are, and none means that there is no next try."""
    if action == "give_up":
        return None
    out = dict(c.given)
    counts = dict(an_object(out.get("tried")) or {})
    counts[action] = made(c.times(action) + 1)
    changes: dict = {"tried": counts}
    version = extras.get("version")
    if action == "retry_with_version":
        changes |= {"requested_version": version, "era": "modern"}
        if c.purpose == "initialize":
            changes["purpose"] = "probe"
    elif action == "declare_capabilities":
        changes["declared"] = extras["declare"]
    elif action == "initialize":
        changes |= {"purpose": "initialize", "era": "legacy", "requested_version": version, "last_event_id": None}
    elif action == "continue_without_discover":
        changes |= {"era": "modern_without_discover", "purpose": "request"}
    elif action == "reprobe":
        changes |= {"purpose": "probe", "era": None, "last_event_id": None}
    elif action == "new_session":
        changes |= {"purpose": "initialize", "has_session": None, "last_event_id": None}
    elif action == "restart_pagination":
        changes["has_cursor"] = None
    elif action == "resume_stream":
        changes["last_event_id"] = extras["last_event_id"]
    elif action == "reissue":
        changes["last_event_id"] = None
    elif action in ("authenticate", "step_up") and extras.get("scopes"):
        changes["asked_scopes"] = extras["scopes"]
    elif action == "go_on":
        changes |= {"era": extras["era"], "requested_version": version, "purpose": "request"}
    for name, value in changes.items():
        if value is None:
            out.pop(name, None)
        else:
            out[name] = made(value)
    return out
