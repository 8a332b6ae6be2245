"""An independent reading of the rules: capabilities (section 8). See rules.py."""

from __future__ import annotations

from jsontext import Node, made

MODES = {"elicitation": ("form", "url"), "sampling": ("context", "tools")}


def an_object(node: Node | None) -> dict[str, Node] | None:
    """An object's members."""
    return node.value if node and node.is_object else None


def grants(caps: dict[str, Node], name: str, mode: str) -> bool:
    """Whether a declaration covers one mode of elicitation or sampling."""
    inside = an_object(caps.get(name))
    if inside is None:
        return False
    if an_object(inside.get(mode)) is not None:
        return True
    return (name, mode) == ("elicitation", "form") and an_object(inside.get("url")) is None


def missing(declared: dict[str, Node], required: dict[str, Node]) -> dict[str, Node]:
    out: dict[str, Node] = {}
    for name, value in required.items():
        if name in MODES:
            wanted = [mode for mode in MODES[name] if value.get(mode)]
            if name == "sampling" and an_object(declared.get(name)) is None:
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
            named = an_object(value) or {}
            unmet = {n: v for n, v in named.items() if an_object(have.get(n) if have else None) is None}
            if unmet:
                out[name] = made(unmet)
        elif name == "roots":
            if an_object(declared.get(name)) is None:
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
            ours, added = an_object(ours) or {}, dict(an_object(out.get(name)) or {})
            new = {n: ours[n] for n in an_object(value) or {} if an_object(ours.get(n)) is not None}
            if new:
                out[name] = made({**added, **new})
        elif name == "roots":
            if an_object(ours) is not None:
                out[name] = ours
        elif ours is not None and ours.kind not in ("null", "false"):
            out[name] = ours
    return out


def _declare_modes(out: dict[str, Node], name: str, value: Node, supported: dict[str, Node]) -> None:
    ours, before = an_object(supported.get(name)), an_object(out.get(name))
    if ours is None:
        return
    wanted = [mode for mode in MODES[name] if value.get(mode)]
    inside = dict(before or {})

    def explicit(caps: dict | None) -> bool:
        return caps is not None and any(an_object(caps.get(m)) is not None for m in ("form", "url"))

    if name == "elicitation" and not wanted:
        if not grants(supported, name, "form"):
            return
        if explicit(ours) or explicit(before):
            wanted = ["form"]
    added = {m: ours[m] if an_object(ours.get(m)) is not None else made({}) for m in wanted if grants(supported, name, m)}
    if wanted and not added:
        return
    if name == "elicitation" and "url" in added and before is not None and not explicit(before):
        added.setdefault("form", ours["form"] if an_object(ours.get("form")) is not None else made({}))
    inside.update(added)
    out[name] = made(inside)


def for_input_request(method: str, params: Node | None) -> dict[str, Node]:
    def there(name: str) -> Node | None:
        value = params.get(name) if params else None
        return None if value is None or value.kind == "null" else value

    if method == "elicitation/create":
        mode = there("mode")
        return {"elicitation": made({"url" if mode and mode.value == "url" else "form": {}})}
    if method == "sampling/createMessage":
        inside, context = {}, there("includeContext")
        if there("tools") or there("toolChoice"):
            inside["tools"] = {}
        if context and context.value != "none":
            inside["context"] = {}
        return {"sampling": made(inside)}
    return {"roots": made({})} if method == "roots/list" else {}
