"""Reading a site document: what must be there is demanded by name, everything else is taken or left out."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.new import empty_runtime
from proofroom.site.document.types import (
    Breakpoint,
    Component,
    Condition,
    Json,
    Node,
    Site,
    SiteFile,
    StyleRule,
)

T = TypeVar("T")
SOURCES = frozenset({"currentEntry", "parentEntry", "page", "site", "route"})
FORMATS = frozenset({"plain", "html", "url", "media"})
FALLBACKS = frozenset({"static", "empty"})
_PAGE = frozenset({"id", "slug", "title", "rootNodeId", "nodes", "template", "order"})
FILE_TYPES = frozenset({"component", "script", "style", "asset", "config", "doc"})


def load_shell(given: Json) -> Site:
    """Return a site without its pages, components, rules and files."""
    breakpoints = given.get("breakpoints")
    if not isinstance(breakpoints, list):
        raise InvalidInput(say("site.bad_document", path="breakpoints"))
    return Site(
        id=_need_text(given, "id", ""),
        name=_need_text(given, "name", ""),
        breakpoints=_kept(cast("list[Any]", breakpoints), load_breakpoint),
        pages=[],
        conditions=_kept(given.get("conditions"), load_condition),
        settings={"shortcuts": {}, **as_object(given.get("settings"))},
        runtime=empty_runtime() | as_object(given.get("runtime")),
        explorer=as_object(given.get("explorer")),
        package_json={"dependencies": {}, "devDependencies": {}, **as_object(given.get("packageJson"))},
        created_at=_need_time(given, "createdAt"),
        updated_at=_need_time(given, "updatedAt"),
    )


def page_members(given: Json, path: str) -> dict[str, Any]:
    """Return what a page says of itself, without its nodes."""
    return {
        "id": _need_text(given, "id", path),
        "slug": str(given.get("slug") or ""),
        "title": str(given.get("title") or ""),
        "template": load_template(given.get("template")),
        "order": _time(given.get("order")),
        "extra": {key: value for key, value in given.items() if key not in _PAGE and value is not None},
    }


def load_component(raw: Any, path: str, nodes: Any = None) -> Component:
    """Return a component; its nodes stand in its tree, or are given beside it."""
    given = need_object(raw, path)
    tree = as_object(given.get("tree"))
    root, found = load_nodes(
        tree.get("nodes") if nodes is None else nodes, tree.get("rootNodeId"), f"{path}.tree"
    )
    return Component(
        _need_text(given, "id", path),
        root,
        found,
        name=str(given.get("name") or ""),
        params=[one for one in as_list(given.get("params")) if isinstance(one, dict)],
        class_ids=_texts(given.get("classIds")),
        created_at=_time(given.get("createdAt")),
    )


def load_nodes(raw: Any, root: Any, path: str) -> tuple[str, dict[str, Node]]:
    """Return the nodes that hang on a root, with their parents; what hangs nowhere or twice is left out."""
    given = {
        key: load_node(one, f"{path}.nodes.{key}") for key, one in need_object(raw, f"{path}.nodes").items()
    }
    if not isinstance(root, str) or root not in given:
        raise InvalidInput(say("site.bad_document", path=f"{path}.rootNodeId"))
    nodes: dict[str, Node] = {}
    waiting = [(root, cast("str | None", None))]
    while waiting:
        key, parent = waiting.pop()
        if key in nodes:
            continue
        node = given[key]
        nodes[key] = node
        node.id, node.parent_id = key, parent
        seen = set[str]()
        kept = list[str]()
        for child in node.children:
            if child in given and child not in nodes and child not in seen and child != key:
                seen.add(child)
                kept.append(child)
        node.children = kept
        waiting += [(child, key) for child in reversed(kept)]
    for node in nodes.values():  # a node two parents claim belongs to the one that a reader meets first
        node.children = [child for child in node.children if nodes[child].parent_id == node.id]
    return root, nodes


def load_node(raw: Any, path: str) -> Node:
    """Return a node."""
    given = need_object(raw, path)
    children = given.get("children")
    if not isinstance(children, list):
        raise InvalidInput(say("site.bad_document", path=f"{path}.children"))
    label = given.get("label")
    return Node(
        id=_need_text(given, "id", path),
        module_id=_need_text(given, "moduleId", path),
        props=as_object(given.get("props")),
        children=_texts(children),
        class_ids=_texts(given.get("classIds")),
        breakpoint_overrides=_objects(given.get("breakpointOverrides")),
        label=label if isinstance(label, str) and label else None,
        locked=given.get("locked") is True,
        hidden=given.get("hidden") is True,
        inline_styles=as_object(given.get("inlineStyles")),
        prop_bindings={
            key: one for key, one in _objects(given.get("propBindings")).items() if one.get("paramId")
        },
        dynamic_bindings={
            key: one for key, one in _objects(given.get("dynamicBindings")).items() if _is_binding(one)
        },
    )


def load_template(raw: Any) -> Json | None:
    """Return what a template is for; None where the page is none."""
    given = as_object(raw)
    target = as_object(given.get("target"))
    kind = target.get("kind")
    if given.get("enabled") is not True or kind not in ("everywhere", "postTypes", "notFound"):
        return None
    shown: Json = {"kind": kind}
    if kind == "postTypes":
        shown["tableSlugs"] = [one for one in _texts(target.get("tableSlugs")) if one]
        if not shown["tableSlugs"]:
            return None
    priority = given.get("priority")
    is_number = isinstance(priority, int | float) and not isinstance(priority, bool)
    return {"enabled": True, "target": shown, "priority": priority if is_number else 0}


def load_rules(raw: Any) -> dict[str, StyleRule]:
    """Return the rules that are whole, by id."""
    found = ((key, load_rule(one, key)) for key, one in as_object(raw).items())
    return {key: rule for key, rule in found if rule is not None}


def load_rule(raw: Any, key: str) -> StyleRule | None:
    """Return a style rule; None where it is none."""
    given = as_object(raw)
    name, selector, kind = given.get("name"), given.get("selector"), given.get("kind")
    if not isinstance(name, str) or not isinstance(selector, str) or kind not in ("class", "ambient"):
        return None
    order, raw_css = given.get("order"), given.get("rawCss")
    description = given.get("description")
    return StyleRule(
        id=key,
        name=name,
        kind=kind,
        selector=selector,
        order=int(order) if isinstance(order, int | float) else 0,
        styles=as_object(given.get("styles")),
        context_styles=_objects(given.get("contextStyles")),
        priorities=as_object(given.get("stylePriorities")),
        context_priorities=_objects(given.get("contextStylePriorities")),
        raw_css=raw_css if isinstance(raw_css, str) else None,
        scope=as_object(given.get("scope")) or None,
        generated=as_object(given.get("generated")) or None,
        description=description if isinstance(description, str) else None,
        tags=_texts(given.get("tags")) or None,
        created_at=_time(given.get("createdAt")),
        updated_at=_time(given.get("updatedAt", given.get("createdAt"))),
    )


def load_breakpoint(raw: Any) -> Breakpoint | None:
    """Return a breakpoint; None where it is none."""
    given = as_object(raw)
    key, width = given.get("id"), given.get("width")
    if not isinstance(key, str) or not isinstance(width, int | float) or isinstance(width, bool):
        return None
    frame = given.get("previewFrame")
    return Breakpoint(
        key,
        str(given.get("label") or key),
        width,
        str(given.get("mediaQuery") or ""),
        str(given.get("icon") or "monitor"),
        frame if isinstance(frame, bool) else None,
    )


def load_condition(raw: Any) -> Condition | None:
    """Return a condition; None where it is none."""
    given = as_object(raw)
    condition = as_object(given.get("condition"))
    key, kind, query = given.get("id"), condition.get("kind"), condition.get("query")
    if (
        not isinstance(key, str)
        or not isinstance(query, str)
        or kind not in ("media", "container", "supports")
    ):
        return None
    name = condition.get("name")
    return Condition(key, str(given.get("label") or query), kind, query, name if name else None)


def load_file(raw: Any) -> SiteFile | None:
    """Return a file of the site; None where it is none."""
    given = as_object(raw)
    key, path, kind, content = (given.get(name) for name in ("id", "path", "type", "content"))
    if not isinstance(key, str) or not isinstance(path, str) or kind not in FILE_TYPES:
        return None
    return SiteFile(
        key,
        path,
        kind,
        content if isinstance(content, str) else None,
        as_object(given.get("blob")) or None,
        given.get("generated") is True,
        given.get("ejected") is True,
        _time(given.get("createdAt")),
        _time(given.get("updatedAt")),
    )


def as_object(value: Any) -> Json:
    """Return a value where it is an object, else an empty one."""
    return cast("Json", value) if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """Return a value where it is a list, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def need_object(value: Any, path: str) -> Json:
    """Return a value that must be an object."""
    if not isinstance(value, dict):
        raise InvalidInput(say("site.bad_document", path=path))
    return cast("Json", value)


def _is_binding(one: Json) -> bool:
    return (
        one.get("source") in SOURCES
        and isinstance(one.get("field"), str)
        and one.get("format", "plain") in FORMATS
        and one.get("fallback", "static") in FALLBACKS
    )


def _kept(values: Any, read: Callable[[Any], T | None]) -> list[T]:
    found: Iterable[T | None] = (read(one) for one in as_list(values))
    return [one for one in found if one is not None]


def _objects(value: Any) -> dict[str, Json]:
    return {key: one for key, one in as_object(value).items() if isinstance(one, dict)}


def _texts(value: Any) -> list[str]:
    return [one for one in as_list(value) if isinstance(one, str)]


def _need_text(given: Json, name: str, path: str) -> str:
    found = given.get(name)
    if not isinstance(found, str) or not found:
        raise InvalidInput(say("site.bad_document", path=f"{path}.{name}".lstrip(".")))
    return found


def _need_time(given: Json, name: str) -> int:
    found = given.get(name)
    if not isinstance(found, int | float) or isinstance(found, bool):
        raise InvalidInput(say("site.bad_document", path=name))
    return int(found)


def _time(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0
