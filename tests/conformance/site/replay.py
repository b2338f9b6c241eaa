"""Runs the calls of a recorded case on a fresh site, with ids in the form that recordings have."""

import re
from itertools import count
from typing import Any, cast

import orjson

from proofroom.kernel.data import dataclass
from proofroom.site.document.dump import dump_site
from proofroom.site.document.generate import framework_of
from proofroom.site.document.load import as_list, as_object, load_breakpoint
from proofroom.site.document.new import new_site
from proofroom.site.document.tree import walk
from proofroom.site.document.types import Json, Site
from proofroom.site.importing.css import ImportedCss, import_css
from proofroom.site.importing.html import ImportedHtml, import_html
from proofroom.site.rendering.nodes import Renderer
from proofroom.site.tools.open_site import OpenSite
from tests.conformance.site.calling import run_tool

AT = 1_700_000_000_000
_LENGTH = 21
_ISSUED = re.compile(r"~[0-9]{20}")
_REFERENCE = re.compile(r"\$(\d+)((?:\.\w+)+)")


@dataclass(slots=True)
class Replayed:
    """What a case gave here."""

    results: list[Json]
    imports: list[tuple[ImportedHtml | None, ImportedCss] | None]
    site: Json
    published: list[str]


def replay(case: Json) -> Replayed:
    """Run a case."""
    numbers = count(1)

    def new_id() -> str:
        return f"~{next(numbers):020d}"

    site = new_site("My Site", "golden", AT)
    site.breakpoints = [one for raw in case["breakpoints"] if (one := load_breakpoint(raw)) is not None]
    desk = OpenSite(site, new_id, AT)
    page = site.pages[0]
    results, imports = list[Json](), list[tuple[ImportedHtml | None, ImportedCss] | None]()
    for op in case["ops"]:
        given = _resolved(op["input"], results, page.root_id, page.id)
        imports.append(_imported(site, given))
        results.append(cast("Json", orjson.loads(orjson.dumps(run_tool(desk, op["tool"], given)))))
    renderer = Renderer(site)
    published = [f"{renderer.body_tag(one)}\n{renderer.body(one)}\n</body>" for one in site.pages]
    names = _canonical(site, results)
    shown = _renamed({"results": results, "site": dump_site(site), "published": published}, names)
    return Replayed(shown["results"], imports, shown["site"], shown["published"])


def _imported(site: Site, given: Any) -> tuple[ImportedHtml | None, ImportedCss] | None:
    values = as_object(given)
    if isinstance(css := values.get("css"), str):
        return None, import_css(css, site.breakpoints)
    if not isinstance(html := values.get("html"), str):
        return None
    numbers = count()
    imported = import_html(html, lambda: str(next(numbers)))
    return imported, import_css(imported.style_css, site.breakpoints)


def _resolved(value: Any, results: list[Json], root: str, page: str) -> Any:
    if isinstance(value, dict):
        return {key: _resolved(one, results, root, page) for key, one in cast("Json", value).items()}
    if isinstance(value, list):
        return [_resolved(one, results, root, page) for one in cast("list[Any]", value)]
    if value in ("$root", "$page"):
        return root if value == "$root" else page
    found = _REFERENCE.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return value
    place: Any = results[int(found.group(1))].get("data")
    for name in found.group(2)[1:].split("."):
        place = as_list(place)[int(name)] if name.isdigit() else as_object(place).get(name)
    return place


def _canonical(site: Site, results: list[Json]) -> dict[str, str]:
    """Return the recorded form of every id: numbered by where things are at the end."""
    names = dict[str, str]()

    def number(prefix: str, ids: list[str]) -> None:
        for at, key in enumerate(ids, 1):
            names[key] = f"{prefix}_{at:0{_LENGTH - len(prefix) - 1}d}"

    number("node", [node.id for page in site.pages for node in walk(page)])
    number("page", [page.id for page in site.pages])
    rules = sorted((rule for rule in site.rules.values() if not rule.generated), key=lambda one: one.order)
    number("rule", [rule.id for rule in rules])
    number("file", [file.id for file in site.files])
    framework = framework_of(site)
    for prefix, family, name in (
        ("color", "colors", "tokens"),
        ("tgroup", "typography", "groups"),
        ("sgroup", "spacing", "groups"),
    ):
        number(prefix, [str(one["id"]) for one in as_list(as_object(framework.get(family)).get(name))])
    fonts = as_object(site.settings.get("fonts"))
    number("font", [str(one["id"]) for one in as_list(fonts.get("tokens"))])
    gone = dict.fromkeys(_ISSUED.findall(orjson.dumps(results).decode()))
    number("id", [key for key in gone if key not in names])
    return names


def _renamed(value: Json, names: dict[str, str]) -> Json:
    text = orjson.dumps(value).decode()
    pattern = re.compile("|".join(re.escape(key) for key in sorted(names, key=len, reverse=True)))
    return orjson.loads(pattern.sub(lambda found: names[found.group()], text) if names else text)
