"""Nodes become HTML and rules CSS as the recorded cases have them, and nothing active gets through."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from proofroom.site.document import new_site
from proofroom.site.document.types import Component, Node, Page, Site
from proofroom.site.rendering.compose import compose_entry, compose_page
from proofroom.site.rendering.escape import is_safe_url
from proofroom.site.rendering.markdown import markdown_html
from proofroom.site.rendering.nodes import Frames, Renderer
from proofroom.site.rendering.sanitize import clean_richtext, clean_svg
from proofroom.site.rendering.stylesheet import rules_css, used_rules
from proofroom.site.rendering.tokens import root_css
from tests.conformance.site.document import load_site

GOLDEN = Path(__file__).resolve().parents[3] / "shared" / "data" / "site-golden"
CASES = sorted(GOLDEN.glob("[ro]*.json")) + sorted(GOLDEN.glob("adv-*.json"))
INTENDED = {
    "adv-06-js-urls": "an iframe loses its `srcdoc` and an address that runs",
    "real-05-features-svg": "a drawing's label is not written twice",
}
needs_golden = pytest.mark.skipif(not CASES, reason="the recorded cases are not beside the repository")


def golden_site(case: dict[str, Any]) -> Site:
    expected = case["expected"]
    kept = {name: expected[name] for name in ("pages", "conditions", "files", "runtime", "settings")}
    rules = {"styleRules": expected["styleRules"], "breakpoints": case["breakpoints"]}
    return load_site({"id": "s", "name": "S", "createdAt": 0, "updatedAt": 0} | kept | rules)


def without_styles(html: str) -> str:
    return re.sub(r' style="[^"]*"', "", html)


@needs_golden
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_published_body_and_css_are_the_recorded_ones(path: Path) -> None:
    case = json.loads(path.read_text("utf-8"))
    site = golden_site(case)
    renderer = Renderer(site)
    assert rules_css(site, used_rules(site)) == case["expected"]["classCss"]
    if path.stem in INTENDED:
        return
    for page in case["expected"]["published"]:
        tree = site.page(page["pageId"])
        assert tree is not None
        body = f"{renderer.body_tag(tree)}\n{renderer.body(tree)}\n</body>"
        assert without_styles(body) == without_styles(page["body"])


@needs_golden
def test_tokens_become_the_recorded_custom_properties() -> None:
    for case in json.loads((GOLDEN / "aux-framework.json").read_text("utf-8")):
        assert root_css(case["settings"]) == case["rootCss"], case["name"]


@needs_golden
def test_templates_compose_as_recorded() -> None:
    raw = json.loads((GOLDEN / "aux-template-chain.json").read_text("utf-8"))
    site = load_site(
        {"id": "s", "name": "S", "breakpoints": [], "createdAt": 0, "updatedAt": 0} | raw["site"]
    )
    page = site.page("pt")
    assert page is not None
    for found, name in (
        (compose_page(site, page), "composedPage"),
        (compose_entry(site, "posts"), "composedEntry"),
    ):
        assert found is not None
        nodes = {key: (node.module_id, node.children, node.parent_id) for key, node in found.nodes.items()}
        expected = raw[name]["nodes"]
        assert nodes == {
            key: (one["moduleId"], one["children"], one["parentId"]) for key, one in expected.items()
        }


def page_with(*nodes: Node) -> tuple[Site, Page]:
    site = new_site("Fieldnotes", "seed")
    page = site.pages[0]
    inner = {child for node in nodes for child in node.children}
    page.nodes |= {node.id: node for node in nodes}
    page.nodes[page.root_id].children += [node.id for node in nodes if node.id not in inner]
    return site, page


def test_a_loop_shows_rows_with_tokens_and_bindings() -> None:
    title = Node("t", "base.text", {"text": "{currentEntry.title|?}", "tag": "h2"})
    more = Node(
        "m",
        "base.link",
        {"text": "more"},
        dynamic_bindings={"href": {"source": "currentEntry", "field": "permalink"}},
    )
    loop = Node("l", "base.loop", {"sourceId": "data.rows", "limit": 2}, ["t", "m"])
    site, page = page_with(loop, title, more)
    rows = [{"title": "A & B", "permalink": "/a"}, {"title": "", "permalink": "javascript:x"}, {"title": "C"}]
    html = Renderer(site, rows=lambda props, frames: rows, base="/sites/f").body(page)
    assert html == (
        '<div data-instatic-loop="l" data-instatic-loop-page="1"><h2>A &amp; B</h2>'
        '<a href="#" target="_self">more</a></div>'
    )
    read = Renderer(site, annotate=True).body(page)
    for shown in ("{currentEntry.title|?}", 'uid="t"', "<instatic-loop"):
        assert shown in read


def test_a_component_takes_parameters_and_slots_and_cannot_hold_itself_for_ever() -> None:
    ref = Node("r", "base.visual-component-ref", {"componentId": "c", "propOverrides": {"p": "Hi"}}, ["s"])
    slot, inside = (
        Node("s", "base.slot-instance", {}, ["i"]),
        Node("i", "base.text", {"text": "in", "tag": "em"}),
    )
    site, page = page_with(ref, slot, inside)
    nodes = {
        "box": Node("box", "base.container", {"tag": "article"}, ["head", "out", "self"]),
        "head": Node(
            "head", "base.text", {"text": "x", "tag": "h2"}, prop_bindings={"text": {"paramId": "p"}}
        ),
        "out": Node("out", "base.slot-outlet"),
        "self": Node("self", "base.visual-component-ref", {"componentId": "c"}, hidden=True),
    }
    site.components = [Component("c", "box", nodes, name="Card", params=[{"id": "p", "defaultValue": "d"}])]
    assert (
        Renderer(site).body(page).replace("<article >", "<article>")
        == "<article><h2>Hi</h2><em>in</em></article>"
    )
    nodes["self"].hidden = False
    assert Renderer(site).body(page).count("<article") == 16


def test_ten_thousand_nodes_deep_is_no_depth() -> None:
    nodes = [Node(f"n{at}", "base.container", {}, [f"n{at + 1}"]) for at in range(10_000)]
    site, page = page_with(*nodes, Node("n10000", "base.text", {"text": "end"}))
    assert "<p>end</p>" in Renderer(site).body(page)


@pytest.mark.parametrize(
    ("url", "is_safe"),
    [
        ("/a", True),
        ("mailto:a@b", True),
        ("a:b@c", False),
        ("java\nscript:alert(1)", False),
        (" \x01javascript:x", False),
        ("data:text/html,x", False),
        ("#top", True),
        ("//host/x", True),
    ],
)
def test_addresses_are_followed_by_an_allow_list(url: str, is_safe: bool) -> None:
    assert is_safe_url(url) is is_safe


def test_markup_of_strangers_keeps_nothing_active() -> None:
    rich = clean_richtext(
        '<p onclick=1>a<script>x</script><a href="javascript:1">b</a><img src=x onerror=1></p>'
    )
    assert rich == '<p>a<a target="_blank" rel="noopener noreferrer">b</a></p>'
    drawn = clean_svg(
        '<svg viewBox="0 0 1 1" onload=x><style>@import "x"</style><path d="M0 0" fill="url(//x)"/></svg>'
    )
    assert drawn == '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>'


def test_a_value_cannot_leave_its_declaration() -> None:
    site, page = page_with(
        Node("a", "base.text", {"text": "x"}, inline_styles={"color": "red;}</style><b>", "top": 1})
    )
    assert Renderer(site).body(page, Frames()) == '<p style="top: 1">x</p>'


def test_notes_stand_below_the_text_with_the_way_back_and_comments_stay_in_the_source() -> None:
    html = markdown_html(
        "One.[^6] Again[^6], and [^none].\n\n[^6]: The **source**\n[^7]: Nobody\n\n<!-- by -->\n"
    )
    first, _, notes = html.partition('<section class="footnotes">')
    assert re.findall(r">(\d+)</a></sup>", first) == ["1", "1"]
    assert "[^none]" in first
    assert "The <strong>source</strong>" in notes
    assert "Nobody" not in html
    assert "by" not in first
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids)) == 2
    assert {link.lstrip("#") for link in re.findall(r'href="(#[^"]+)"', html)} == set(ids)


@pytest.mark.parametrize("text", ["```\n[^1]: kept\n<!-- kept -->\n```\n", "    [^1]: kept <!-- kept -->\n"])
def test_what_looks_like_a_note_in_code_is_code(text: str) -> None:
    assert markdown_html(text).count("kept") == 2
