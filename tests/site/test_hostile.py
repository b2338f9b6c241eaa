"""What nobody should send, in great variety: it never raises, and nothing that runs comes out again."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
import tinycss2

from proofroom.site.document import new_site
from proofroom.site.markup.parse import Element, parse_document
from proofroom.site.rendering.nodes import Renderer
from proofroom.site.rendering.stylesheet import rules_css, used_rules
from proofroom.site.tools.all import TOOLS
from proofroom.site.tools.components import (
    CreateComponentInput,
    InsertComponentInput,
    create_component,
    insert_component,
)
from proofroom.site.tools.open_site import OpenSite
from tests.conformance.site.calling import run_tool
from tests.pace import hold_within
from tests.site.designing import published

GOLDEN = Path(__file__).parent.parent / "data" / "site-golden"
RULES = (
    f"<style>{''.join(f'.c{n}{{top:{n}px}}p:nth-child({n}){{top:0}}' for n in range(5_000))}</style><p>x</p>"
)
BOMBS = {
    "deep elements": "<div>" * 100_000,
    "deep and closed": "<b>" * 100_000 + "x" + "</b>" * 100_000,
    "a megabyte in an attribute": f'<p title="{"a" * 1_000_000}">x</p>',
    "a megabyte of classes": f'<p class="{"a b " * 250_000}">x</p>',
    "a megabyte of inline style": f'<p style="{"top:1px;" * 125_000}">x</p>',
    "a megabyte of text": f"<p>{'x ' * 500_000}</p>",
    "many attributes": f"<p {' '.join(f'a{number}=1' for number in range(5_000))}>x</p>",
    "open brackets": "<style>" + ".a{b:" + "(" * 20_000 + "</style><p>x</p>",
    "nested blocks": "<style>" + "@media x{" * 5_000 + "</style><p>x</p>",
    "nested selectors": "<style>" + ".a{&" * 5_000 + "</style><p>x</p>",
    "ten thousand rules": RULES,
    "a long selector": f"<style>{','.join(f'.a{n}' for n in range(5_000))}{{top:0}}</style><p>x</p>",
    "half characters": "<p>\ud800</p><style>.a{content:'\udfff'}</style>",
    "unclosed everything": "<table><tr><td><b><i><a href=x>" * 300,
    "zero": "\x00<\x00p>\x00",
    "tokens": "<p>" + "{currentEntry." * 50_000 + "</p>",
    "nesting that multiplies": "<style>" + ".a,.b{&,& c{" * 14 + "top:0" + "}}" * 14 + "</style><p>x</p>",
    "layers": "<style>" + "@layer a{" * 3_000 + ".a{top:0}" + "}" * 3_000 + "</style><p class=a>x</p>",
    "containers": "<style>" + "@container (width>1px){" * 400 + ".a{top:0}" + "}" * 400 + "</style><p>x</p>",
    "selectors in selectors": "<style>"
    + ":is(:has(" * 2_000
    + "a"
    + "))" * 2_000
    + "{top:0}</style><p>x</p>",
    "properties in a circle": "<style>:root{"
    + "".join(f"--p{n}:var(--p{n * 7 % 10_000},var(--p{n - 1}));" for n in range(10_000))
    + "}</style><p style='color:var(--p1)'>x</p>",
    "drawings with pages in them": "<svg><foreignObject><div>" * 700 + "<script>x</script>",
    "formulas": "<math><annotation-xml encoding='text/html'><svg><style><img src=x onerror=alert(1)>" * 900,
    "shadow roots": "<p><template shadowrootmode=open><img src=x onerror=alert(1)><slot></template>x" * 1_000,
    "ten thousand candidates": f"<img srcset='{','.join(f'javascript:{n} {n}w' for n in range(10_000))}'>",
    "refreshes": "<meta http-equiv=refresh content='0;url=javascript:1'><base href=//evil>" * 2_000 + "<p>x",
    "pages as addresses in styles": "<style>.a{background:url(data:text/html,<script>)}" * 2_000
    + "</style><p>x",
}
_TAGS = """
p div a b script style svg math img iframe object embed base meta link form input button select
option textarea table tr td template noscript title xmp plaintext noembed frameset frame video
audio source foreignObject animate set use image mglyph mtext annotation-xml details
instatic-loop instatic-outlet x-custom SCRIPT sCrIpT scr\x00ipt
portal fencedframe slot dialog selectedcontent math mi semantics annotation desc picture track area
map marquee image listing search menu
"""
TAGS = _TAGS.split()
_NAMES = """
href src srcdoc action formaction data poster xlink:href background style class id onclick
ONLOAD onError on\x00click srcset content http-equiv rel target type name value ping manifest
attributeName to from values begin title data-x data-instatic-x uid aria-label =x "x <x
shadowrootmode imagesrcset popovertarget is xml:base ontoggle formtarget sandbox background lowsrc
codebase archive autofocus
"""
NAMES = _NAMES.split()
VALUES = (
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "\x01javascript:alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A&#x61;vascript&colon;alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD4=",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "//evil.example/x",
    "https://example.org/a",
    "0;url=javascript:alert(1)",
    "<script>alert(1)</script>",
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    "</style><script>alert(1)</script>",
    "--><script>alert(1)</script>",
    "color:red;background:url(javascript:alert(1))",
    "width:expression(alert(1));behavior:url(x);-moz-binding:url(x)",
    "{currentEntry.title}",
    "",
    "\\6aavascript:alert(1)",
    "\u2028javascript:alert(1)",
    "feed:javascript:alert(1)",
    "&Tab;javascript:alert(1)",
    "x 1x, javascript:alert(1) 2x",
    "open",
)
TEXTS = (
    "text",
    "<",
    "</",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?php",
    "&lt;script&gt;",
    "&",
    "\x00",
    "{site.name}",
    "</p",
    "<!doctype x>",
)
CSS = (
    ".a", "#b", "h1", "*", "@media (max-width:768px)", "@import url(//evil);", "@import 'javascript:x';",
    "@keyframes k", "@font-face", "@layer x", "@charset 'x';", "@supports (x:y)", "{", "}", "{{", "}}",
    "(", ")", "[", "]", ";", ":", ",", "color:red", "background:url(javascript:alert(1))",
    "background:url('data:text/html,x')", "width:expression(1)", "behavior:url(x)",
    "-moz-binding:url(x)", "content:'</style><script>'", 'content:"', "/*", "*/", "<!--", "-->", "\\",
    "\\6a", "--x:{a:b}", "--x:}", "!important", "&", ">", "url(", "'", "\x00", "\ud800", "</style>",
    "<script>", "@layer a.b{", "@container x (width>1px){", "@scope (.a) to (.b){", "@starting-style{",
    "@property --x{", "@page{", ":is(.a,:has(>b))", ":not(:has(*))", "& &", "&.b", ".a & ",
    "--a:var(--b);--b:var(--a)", "color:var(--a,var(--b,var(--c)))", "color:image-set('javascript:1' 1x)",
    "background:\\75rl('javascr\\69pt:alert(1)')", "url( \\\n javascript:1)",
    "list-style:url(\"data:text\\2f html,x\")", "\u2028", "@supports selector(:has(a)){",
)  # fmt: skip
ACTIVE = frozenset({"script", "object", "embed", "base", "link", "meta", "frame", "frameset", "applet"})
_FOLLOWED = "href src xlink:href action data poster background ping to from values manifest cite longdesc"
FOLLOWED = frozenset(_FOLLOWED.split())
ADDRESS = re.compile(r"[\x00-\x20]*(?:javascript|vbscript|data)\s*:", re.I)


def make_desk() -> OpenSite:
    numbers = iter(range(10_000_000))
    return OpenSite(new_site("Site", "seed"), lambda: f"n{next(numbers)}", 0)


def wrong_in(desk: OpenSite) -> Iterator[str]:
    """Yield what is active in the pages of a site, read again as a browser would."""
    renderer, site = Renderer(desk.site), desk.site
    for page in site.pages:
        body = f"{renderer.body_tag(page)}\n{renderer.body(page)}\n</body>"
        sheet = rules_css(site, used_rules(site))
        if "</style" in sheet.lower() or "<script" in sheet.lower():
            yield f"sheet {sheet}"
        yield from (f"css {one}" for one in wrong_in_css(sheet))
        yield from wrong_in_tree(parse_document(f"<!doctype html>{body}"))


def wrong_in_tree(root: Element) -> Iterator[str]:
    for element in root.everything():
        if element.name in ACTIVE or (element.name == "style"):
            yield f"<{element.tag}>"
        for name, value in element.attributes.items():
            low = name.lower()
            if low.startswith("on") or low in ("srcdoc", "formaction"):
                yield f"{element.tag} {name}={value}"
            plain = value.replace("\t", "").replace("\n", "").replace("\r", "")
            if low in FOLLOWED and ADDRESS.match(plain):
                yield f"{element.tag} {name}={value}"
            if low == "style":
                yield from (f"style {one}" for one in wrong_in_css(f"a{{{value}}}"))


def wrong_in_css(text: str) -> Iterator[str]:
    """Yield what is active in a sheet, read again by another parser than the one that wrote it."""
    waiting: list[Any] = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    while waiting:
        one = waiting.pop()
        if one.type == "at-rule" and one.lower_at_keyword in ("import", "charset", "namespace"):
            yield f"@{one.at_keyword}"
        if one.type in ("at-rule", "qualified-rule") and one.content is not None:
            waiting += tinycss2.parse_blocks_contents(one.content, skip_comments=True, skip_whitespace=True)
        if one.type == "declaration":
            if one.lower_name in ("behavior", "-moz-binding", "-ms-behavior"):
                yield one.name
            value = tinycss2.serialize(one.value).lower().replace("\\", "")
            if re.search(r"expression\(|url\(\s*['\"]?\s*(?:javascript|vbscript|data:text)|</", value):
                yield f"{one.name}: {value}"


def hostile_html(source: random.Random) -> str:
    def attribute() -> str:
        quote = source.choice(("'", '"', ""))
        return f" {source.choice(NAMES)}={quote}{source.choice(VALUES)}{quote}"

    def piece() -> str:
        kind = source.random()
        if kind < 0.25:
            return source.choice(TEXTS)
        if kind < 0.4:
            return f"</{source.choice(TAGS)}>"
        attributes = "".join(attribute() for _ in range(source.randrange(4)))
        return f"<{source.choice(TAGS)}{attributes}{source.choice(('>', '/>', ''))}"

    return "".join(piece() for _ in range(source.randrange(1, 25)))


def hostile_css(source: random.Random) -> str:
    return "".join(source.choice(CSS) for _ in range(source.randrange(1, 40)))


def recorded() -> list[str]:
    cases = [
        orjson.loads(path.read_bytes())
        for path in sorted(GOLDEN.glob("[ar][de]*.json"))
        if "aux" not in path.name
    ]
    found = [
        str(op["input"].get("html") or op["input"].get("css") or "") for case in cases for op in case["ops"]
    ]
    return [one for one in found if one and len(one) < 5_000]


def broken(source: random.Random, text: str) -> str:
    """Return a recorded text with pieces cut out, doubled and exchanged."""
    for _ in range(source.randrange(1, 6)):
        start = source.randrange(len(text) + 1)
        end = min(len(text), start + source.randrange(1, 40))
        text = (
            text[:start]
            + source.choice(("", text[start:end] * 2, source.choice(TEXTS), source.choice(VALUES)))
            + text[end:]
        )
    return text


def check(html: str = "", css: str = "") -> list[str]:
    desk = make_desk()
    root = desk.site.pages[0].root_id
    if css:
        run_tool(desk, "applyCss", {"css": css})
        run_tool(desk, "insertHtml", {"parentId": root, "html": f'<p class="a" style="{css}">x</p>'})
    else:
        answer = run_tool(desk, "insertHtml", {"parentId": root, "html": html})
        assert answer["ok"] or answer["error"]
    assert run_tool(desk, "read_document", {})["ok"]
    return list(wrong_in(desk))


def test_malformed_markup_never_raises_and_nothing_that_runs_comes_out() -> None:
    source, golden = random.Random(20261116), recorded()
    for number in range(450):
        html = broken(source, source.choice(golden)) if number % 3 == 0 else hostile_html(source)
        assert check(html) == [], html


def test_malformed_styles_never_raise_and_nothing_that_runs_comes_out() -> None:
    source = random.Random(14)
    for _ in range(250):
        css = hostile_css(source)
        assert check(css=css) == [], css


@pytest.mark.parametrize("name", ["adv-05-scripts-and-handlers", "adv-06-js-urls", "adv-09-svg-script"])
def test_recorded_attacks_come_out_harmless(name: str) -> None:
    case = orjson.loads((GOLDEN / f"{name}.json").read_bytes())
    for op in case["ops"]:
        assert check(op["input"]["html"]) == []


@pytest.mark.parametrize("name", BOMBS)
def test_what_nobody_should_send_gets_an_answer_in_time(name: str) -> None:
    found: list[object] = []
    hold_within(3000, lambda _: found.extend(check(BOMBS[name])), rounds=2)
    assert found == []


def test_loops_in_loops_and_components_in_components_come_to_an_end() -> None:
    desk = make_desk()
    root = desk.site.pages[0].root_id
    for number in range(30):
        run_tool(desk, "addPage", {"title": f"Page {number}"})
    loop = '<instatic-loop data-source-id="site.pages" data-limit="100"><div>{currentEntry.title}'
    html = loop * 6 + "</div></instatic-loop>" * 6
    assert run_tool(desk, "insertHtml", {"parentId": root, "html": html})["ok"]
    inner = ""
    for number in range(20):
        made = run_tool(desk, "insertHtml", {"parentId": root, "html": "<div><p>x</p></div>"})
        held = made["data"]["nodeIds"][0]
        for _ in range(2 if inner else 0):
            insert_component(desk, InsertComponentInput(component_id=inner, parent_id=held))
        inner = create_component(desk, CreateComponentInput(node_id=held, name=f"C{number}"))["componentId"]
    found = list[str]()
    hold_within(3000, lambda _: found.append(published(desk)["index.html"]), rounds=1)
    assert found[0].count("repeats too much") == 1
    assert found[0].count("<div") == found[0].count("</div>"), "what was open is closed"


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("updateNodeProps", {"nodeId": "NODE", "patch": {"size": 10**400}}),
        ("updateNodeProps", {"nodeId": "NODE", "patch": {"size": float("nan")}}),
        ("updateNodeProps", {"nodeId": "NODE", "patch": {"text": "half \ud800"}}),
        ("updateNodeProps", {"nodeId": "NODE", "patch": {"htmlAttributes": [1, {"a": None}]}}),
        ("set_type_scale", {"min": {"fontSize": 1e300, "scaleRatio": 1e9}, "steps": "a,b"}),
        ("set_spacing_scale", {"max": {"size": -1e308, "scaleRatio": -7}, "baseScaleIndex": 900}),
        ("write_code_asset", {"path": "src/a.js", "type": "script", "content": "'\udfff'"}),
        ("set_color_tokens", {"tokens": [{"slug": "\ud800", "lightValue": "\udfff"}]}),
    ],
)
def test_what_no_file_can_hold_is_refused_or_kept_so_that_the_site_can_be_published(
    tool: str, given: dict[str, Any]
) -> None:
    desk = make_desk()
    root = desk.site.pages[0].root_id
    node = run_tool(desk, "insertHtml", {"parentId": root, "html": "<p>x</p>"})["data"]["nodeIds"][0]
    answer = run_tool(desk, tool, {key: node if one == "NODE" else one for key, one in given.items()})
    assert answer["ok"] or answer["error"]
    assert "index.html" in published(desk)
    assert run_tool(desk, "read_document", {})["ok"]


def test_every_tool_answers_garbage_with_an_error_or_data() -> None:
    odd: list[Any] = [{}, {"nodeId": "x", "pageId": "x", "html": "<", "css": "}", "tokens": [{}]}, None, 5]
    for tool in TOOLS:
        for given in odd:
            answer = run_tool(make_desk(), tool.name, given)
            assert answer["ok"] or isinstance(answer["error"], str)
