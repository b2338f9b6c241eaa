"""Recorded tables: inputs of one function with what it returned."""

from collections.abc import Callable
from typing import Any

from proofroom.site.document.colors import slug_of
from proofroom.site.document.generate import generated_rules
from proofroom.site.document.interpolate import interpolate, walk
from proofroom.site.document.modules import describe_modules
from proofroom.site.document.new import new_site
from proofroom.site.document.types import Json
from proofroom.site.reading.digest import site_digest
from proofroom.site.reading.documents import DocumentRef
from proofroom.site.reading.sources import SOURCES
from proofroom.site.reading.tokens import describe_tokens
from proofroom.site.rendering.tokens import root_css
from proofroom.site.tools.all import BY_NAME, TOOLS
from tests.conformance.site.document import load_site


def compare_table(name: str, table: Any) -> list[str] | None:
    """Return what differs from a table; None for one that is about another room."""
    check = _TABLES.get(name)
    return None if check is None else check(table)


def _slugs(table: list[list[str]]) -> list[str]:
    return [f"{text!r}: {slug_of(text)!r}" for text, slug in table if slug_of(text) != slug]


def _framework(table: list[Json]) -> list[str]:
    wrong = list[str]()
    for case in table:
        made = [
            {"id": rule.id, "name": rule.name, "selector": rule.selector, "styles": rule.styles}
            for rule in generated_rules(case["settings"])
        ]
        if made != case["utilityClasses"]:
            wrong.append(f"{case['name']} utilities")
        if root_css(case["settings"]) != case["rootCss"]:
            wrong.append(f"{case['name']} variables")
    return wrong


def _modules(table: Json) -> list[str]:
    return [] if describe_modules() == table["modules"] else ["modules"]


def _sources(table: list[Json]) -> list[str]:
    return [] if table == SOURCES else ["sources"]


def _tokens(table: Json) -> list[str]:
    site = new_site("Site", "golden")
    site.settings |= table["settings"]
    found = describe_tokens(site)
    return [name for name in ("colors", "typography", "spacing") if found[name] != table["tokens"][name]]


def _interpolation(table: Json) -> list[str]:
    context = table["context"]
    entries = [one["fields"] for one in context["entryStack"]]
    frames = {"currentEntry": entries[-1], "parentEntry": entries[-2]} | {
        name: context[name] for name in ("page", "site", "route")
    }
    return [
        case["input"]
        for case in table["cases"]
        if interpolate(case["input"], lambda source, path: walk(frames[source], path)) != case["output"]
    ]


def _schemas(table: list[Json]) -> list[str]:
    """Return the tools that are missing, or that take other properties or demand others."""
    wrong = [f"{one['name']} is missing" for one in table if one["name"] not in BY_NAME]
    wanted = {one["name"]: one["inputSchema"] for one in table}
    for tool in TOOLS:
        schema, own = wanted.get(tool.alias), tool.input_model.model_json_schema()
        if schema is None:
            continue
        if set(schema.get("properties", {})) != set(own.get("properties", {})):
            wrong.append(f"{tool.name} properties")
        if set(schema.get("required", ())) != set(own.get("required", ())):
            wrong.append(f"{tool.name} required")
    return wrong


def _suffix(table: list[Json]) -> list[str]:
    wrong = list[str]()
    for at, case in enumerate(table):
        snapshot = case["snapshot"]
        if not snapshot["site"]["pages"]:
            continue  # a site always has a page here
        raw = snapshot["site"] | {"id": "s", "name": "s", "createdAt": 0, "updatedAt": 0}
        for page in raw["pages"]:
            page["nodes"] = _root(page["rootNodeId"])
        for one in raw["visualComponents"]:
            one["tree"]["nodes"] = _root(one["tree"]["rootNodeId"])
        current = DocumentRef(**snapshot["currentDocument"])
        found = site_digest(
            load_site(raw), current, snapshot["selectedNodeId"], snapshot["activeBreakpointId"]
        )
        if found != case["suffix"]:
            wrong.append(f"{at}: {found}")
    return wrong


def _root(key: str) -> Json:
    return {key: {"id": key, "moduleId": "base.body", "children": []}}


_TABLES: dict[str, Callable[[Any], list[str]]] = {
    "aux-color-slugs": _slugs,
    "aux-framework": _framework,
    "aux-list-modules": _modules,
    "aux-loop-sources": _sources,
    "aux-describe-tokens": _tokens,
    "aux-token-interpolation": _interpolation,
    "aux-tool-schemas": _schemas,
    "aux-dynamic-suffix": _suffix,
}
