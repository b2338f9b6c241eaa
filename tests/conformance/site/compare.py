"""What a replayed case has to agree with, and in which ways it may differ (named in the package)."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

from proofroom.site.document.dump import dump_condition
from proofroom.site.document.load import as_list, as_object
from proofroom.site.document.types import Json
from proofroom.site.importing.bags import read_bag
from proofroom.site.importing.css import ImportedCss, import_css
from proofroom.site.importing.html import ImportedHtml
from proofroom.site.markup.css import AtRule, Block, frames_in, parse_stylesheet
from tests.conformance.site.equivalence import differing, worth
from tests.conformance.site.longhands import longhands
from tests.conformance.site.replay import Replayed

_STYLE = re.compile(r' style="[^"]*"')
_ALT = re.compile(r' alt="[^"]*"')
_ACTIVE = re.compile(
    r' (?:src|href|action|data|poster|xlink:href)="\s*(?:javascript|vbscript|data):[^"]*"'
    r'| srcdoc="[^"]*"| formaction="[^"]*"',
    re.I,
)
_TWICE = re.compile(r'(<svg role="img" aria-label="[^"]*")([^>]*?) aria-label="[^"]*"')
"""An attribute is never written twice here."""
_TIMES = frozenset({"createdAt", "updatedAt"})
_SIZES = ("totalChars", "returnedChars", "serializedChars", "ranges")


def compare(case: Json, ours: Replayed) -> Iterator[str]:
    """Yield what differs, each with where it does."""
    expected = as_object(case["expected"])
    for at, (want, op) in enumerate(zip(expected["results"], case["ops"], strict=True)):
        for line in _result(as_object(want["output"]), ours.results[at], str(op["tool"])):
            yield f"result {at} {op['tool']}: {line}"
        for line in _import(want.get("import"), ours.imports[at]):
            yield f"import {at}: {line}"
    yield from _pages(expected, ours.site)
    yield from _rules(expected, ours.site, _repeated(case))
    if _plain(expected.get("conditions") or []) != _plain(ours.site.get("conditions") or []):
        yield "conditions"
    if _plain(expected.get("files")) != _plain(ours.site.get("files")):
        yield "files"
    if _plain(expected.get("runtime")) != _plain(ours.site.get("runtime")):
        yield "runtime"
    if _plain(expected.get("settings")) != _plain(ours.site.get("settings")):
        yield "settings"
    if len(expected["published"]) != len(ours.published):
        yield f"{len(expected['published'])} published but {len(ours.published)}"
    for at, (want, got) in enumerate(zip(expected["published"], ours.published, strict=False)):
        if _body(str(want["body"])) != _body(got):
            yield f"published {at}: {_first_difference(_body(str(want['body'])), _body(got))}"


def _result(want: Json, got: Json, tool: str) -> Iterator[str]:
    if bool(want.get("ok")) != bool(got.get("ok")):
        if tool != "deleteNode" or got.get("error", "").startswith("Node not found") is False:
            yield f"ok {want.get('ok')} but {got.get('ok')} ({want.get('error')} / {got.get('error')})"
        return
    if want.get("error") != got.get("error"):
        yield f"error {want.get('error')!r} but {got.get('error')!r}"
    data, mine = as_object(want.get("data")), dict(as_object(got.get("data")))
    mine.pop("cssRulesSkipped", None)
    if tool == "read_document" and data:
        yield from _document(data, mine)
    elif tool == "getNodeHtml" and data:
        if _body(str(data["html"])) != _body(str(mine.get("html"))):
            yield f"html: {_first_difference(_body(str(data['html'])), _body(str(mine.get('html'))))}"
    elif _plain(data) != _plain(mine):
        yield f"data {_first_difference(str(_plain(data)), str(_plain(mine)))}"


def _document(want: Json, got: Json) -> Iterator[str]:
    for name in ("document", "title"):
        if want[name] != got.get(name):
            yield f"{name}: {want[name]} but {got.get(name)}"
    html, mine = str(want["html"]), str(got["html"])
    if _body(html) != _body(mine):
        yield f"html: {_first_difference(_body(html), _body(mine))}"
    yield from _sheet(str(want["css"]), str(got["css"]))
    info, own = dict(want["pageInfo"]), dict(got["pageInfo"])
    if want["css"] != got["css"] or html != mine:
        for name in _SIZES:
            del info[name], own[name]
    if info != own:
        yield f"pageInfo {_first_difference(str(info), str(own))}"


def _sheet(want: str, got: str) -> Iterator[str]:
    if want == got:
        return
    sheets = [import_css(re.sub(r"</?style>", "", text), []) for text in (want, got)]
    first, second = (
        [(rule.selector, rule.styles, rule.context_styles) for rule in one.rules] for one in sheets
    )
    if [one[0] for one in first] != [one[0] for one in second]:
        yield f"css selectors {[one[0] for one in first]} but {[one[0] for one in second]}"
        return
    for (selector, styles, contexts), (_, own, own_contexts) in zip(first, second, strict=True):
        if wrong := differing(styles, own):
            yield f"css {selector} {wrong}"
        if contexts.keys() != own_contexts.keys():
            yield f"css {selector} contexts {list(contexts)} but {list(own_contexts)}"
        for key, bag in contexts.items():
            if wrong := differing(bag, own_contexts.get(key, {})):
                yield f"css {selector} in {key} {wrong}"


def _import(want: Any, got: tuple[ImportedHtml | None, ImportedCss] | None) -> Iterator[str]:
    if not isinstance(want, dict) or got is None:
        return
    expected, (html, css) = cast("Json", want), got
    if html is not None and "stripped" in expected:
        stripped = {"scripts": html.scripts, "inlineHandlers": html.handlers}
        if expected["stripped"] != stripped:
            yield f"stripped {expected['stripped']} but {stripped}"
        if str(expected.get("styleCss") or "") != html.style_css:
            yield "styleCss"
    told = as_object(expected.get("css"))
    kinds = [one["kind"] for one in as_list(told.get("warnings"))]
    mine = [one["kind"] for one in css.warnings]
    if kinds != mine:
        yield f"warnings {kinds} but {mine}"
    if as_list(told.get("conditions")) != [dump_condition(one) for one in css.conditions]:
        yield f"conditions {told.get('conditions')} but {[one.id for one in css.conditions]}"
    if as_list(told.get("fontFaces")) != css.font_faces:
        yield f"fontFaces {told.get('fontFaces')} but {css.font_faces}"
    urls = sorted(str(one["rawUrl"]) for one in as_list(told.get("assetRefs")))
    if urls != sorted(str(one["rawUrl"]) for one in css.asset_refs):
        yield f"assetRefs {urls} but {css.asset_refs}"


def _pages(expected: Json, site: Json) -> Iterator[str]:
    want, got = as_list(expected["pages"]), as_list(site["pages"])
    if len(want) != len(got):
        yield f"{len(want)} pages but {len(got)}"
        return
    renamed = sum(1 for page in want if page["slug"] == "index") > 1
    for page, mine in zip(want, got, strict=True):
        for name in ("id", "title", "slug", "rootNodeId", "template"):
            if page.get(name) != mine.get(name) and not (name == "slug" and renamed):
                yield f"page {name}: {page.get(name)!r} but {mine.get(name)!r}"
        nodes, own = as_object(page["nodes"]), as_object(mine["nodes"])
        if nodes.keys() != own.keys():
            yield f"nodes {len(nodes)} but {len(own)}"
            continue
        for key, node in nodes.items():
            yield from (f"{key} {line}" for line in _node(as_object(node), as_object(own[key])))


def _node(want: Json, got: Json) -> Iterator[str]:
    names = (
        "moduleId",
        "children",
        "classIds",
        "parentId",
        "label",
        "hidden",
        "locked",
        "breakpointOverrides",
    )
    for name in (*names, "dynamicBindings"):
        if want.get(name) != got.get(name):
            yield f"{name}: {want.get(name)!r} but {got.get(name)!r}"
    props, own = dict(as_object(want["props"])), dict(as_object(got["props"]))
    if want["moduleId"] == "base.image":
        own.pop("alt", None)
    if want["moduleId"] == "base.svg":
        props["svg"] = own["svg"] = ""
    if props != own:
        keys = [key for key in props.keys() | own.keys() if props.get(key) != own.get(key)]
        yield f"props {keys}: {[props.get(key) for key in keys]} but {[own.get(key) for key in keys]}"
    if wrong := differing(as_object(want.get("inlineStyles")), as_object(got.get("inlineStyles"))):
        yield f"inlineStyles {wrong}"


def _repeated(case: Json) -> set[str]:
    """Return the selectors that come more than once in one call's styles, of which the original lost some."""
    found = set[str]()
    for op in case["ops"]:
        given = as_object(op["input"])
        sheets = re.findall(r"<style[^>]*>(.*?)</style>", str(given.get("html", "")), re.S | re.I)
        text = "\n".join([*sheets, str(given.get("css", ""))])
        counts = Counter(block.selector for block in parse_stylesheet(text) if isinstance(block, Block))
        found |= {selector for selector, times in counts.items() if times > 1}
    return found


def _rules(expected: Json, site: Json, repeated: set[str]) -> Iterator[str]:
    want, got = as_object(expected["styleRules"]), as_object(site["styleRules"])
    if want.keys() != got.keys():
        yield f"rules {[want[key]['selector'] for key in want]} but {[got[key]['selector'] for key in got]}"[
            :400
        ]
        return
    for key, raw in want.items():
        rule, mine = as_object(raw), as_object(got[key])
        for name in ("kind", "selector", "name", "order"):
            if rule.get(name) != mine.get(name):
                yield f"{rule['selector']} {name}: {rule.get(name)!r} but {mine.get(name)!r}"
        contexts, own = as_object(rule.get("contextStyles")), as_object(mine.get("contextStyles"))
        if contexts.keys() != own.keys():
            yield f"{rule['selector']} contexts {list(contexts)} but {list(own)}"
        wrong = differing(as_object(rule.get("styles")), as_object(mine.get("styles")))
        if rule["selector"] in repeated and rule["kind"] == "ambient":
            wrong = [one for one in wrong if one in as_object(rule.get("styles"))]
        if wrong:
            yield f"{rule['selector']} styles {wrong}"
        for context, bag in contexts.items():
            if wrong := differing(as_object(bag), as_object(own.get(context))):
                yield f"{rule['selector']} in {context}: {wrong}"
        if _frames(rule.get("rawCss")) != _frames(mine.get("rawCss")):
            yield f"{rule['selector']} rawCss {rule.get('rawCss')} but {mine.get('rawCss')}"


def _frames(raw: Any) -> list[tuple[str, str, list[tuple[str, list[object]]]]]:
    """Return keyframes as what they are worth."""
    found = list[tuple[str, str, list[tuple[str, list[object]]]]]()
    for rule in parse_stylesheet(str(raw or "")):
        if isinstance(rule, AtRule):
            for place, declarations in frames_in(rule):
                bag = longhands(read_bag(declarations)[0])
                values = sorted((name, worth(name, value)) for name, value in bag.items())
                found.append((rule.prelude, place, values))
    return found


def _body(html: str) -> str:
    html = _TWICE.sub(r"\1\2", html)
    return _ACTIVE.sub("", _ALT.sub(' alt=""', _STYLE.sub("", html)))


def _plain(value: Any) -> Any:
    """Return a value without times, which are recorded as one moment."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in cast("Json", value).items() if key not in _TIMES}
    if isinstance(value, list):
        return [_plain(one) for one in cast("list[Any]", value)]
    return value


def _first_difference(one: str, other: str) -> str:
    at = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    start = max(0, at - 30)
    return f"…{one[start : at + 60]!r} but …{other[start : at + 60]!r}"
