"""Addresses and markup that run, in every place that can hold them: elements, props, tokens, entries."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from proofroom.site.document.types import Json
from proofroom.site.markup.parse import parse_document
from proofroom.site.rendering.nodes import Renderer
from proofroom.site.tools.open_site import OpenSite
from tests.conformance.site.calling import run_tool
from tests.site.designing import published
from tests.site.test_hostile import ADDRESS, FOLLOWED, make_desk, wrong_in, wrong_in_css, wrong_in_tree

J = "javascript:alert(1)"
RUNS = "<script>alert(1)</script>"
MARKUP = (
    f'<img src=a srcset="{J} 1x, {J} 2x" sizes=x>',
    f'<picture><source srcset="{J}"><img src="{J}"></picture>',
    f'<p>x</p><meta http-equiv=refresh content="0;url={J}">',
    f'<iframe src="{J}"></iframe><iframe srcdoc="{RUNS}"></iframe><iframe src="data:text/html,x"></iframe>',
    f'<svg><a xlink:href="java\nscript:alert(1)"><text>x</text></a><image href="{J}"/></svg>',
    '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>"/></svg>',
    f'<svg><animate attributeName=href to="{J}"/><animate attributeName="xlink:href" values="{J};x"/></svg>',
    '<svg><set attributeName=onmouseover to="alert(1)"/></svg>',
    f"<svg><style>@import '//evil'; *{{background:url({J})}}</style></svg>",
    f'<svg><foreignObject><iframe srcdoc="{RUNS}"></iframe></foreignObject></svg>',
    f'<math><maction actiontype="statusline" xlink:href="{J}">x</maction></math>',
    f'<form action="{J}"><button formaction="{J}">x</button><input type=image src="{J}"></form>',
    f'<a href="{J}" ping="{J}">x</a><area href="{J}"><base href="{J}">',
    f'<video src="{J}" poster="{J}"><track src="{J}"></video><object data="{J}"></object>',
    f"<div style=\"background:url({J});background-image:image-set('{J}' 1x);list-style:url('{J}')\">x</div>",
    f'<table background="{J}"><tr><td background="{J}">x</td></tr></table>',
    '<a href="jav&#x09;ascript:alert(1)">x</a><a href="&#1;javascript:alert(1)">y</a>',
    "<details ontoggle=alert(1) open><summary>x</summary></details><p popover onbeforetoggle=alert(1)>x</p>",
    '<instatic-loop data-source-id="x" data-custom-tag="script"><p>alert(1)</p></instatic-loop>',
    f'<x-y is="z" href="{J}">x</x-y><template shadowrootmode=open>{RUNS}</template>',
)
STYLES = (
    f"a{{background:url('{J}')}}",
    f"a{{background:image-set('{J}' 1x)}}",
    "a{cursor:url(java\\73 cript:alert(1)),auto}",
    f"@font-face{{font-family:x;src:url({J})}}",
    f"a{{--x:url({J})}}",
    f"a{{color:red}}</style>{RUNS}",
    "a::before{content:'</style><script>'}",
)
PROPS: tuple[tuple[str, Json], ...] = (
    ("<a href=x>x</a>", {"href": J, "htmlAttributes": {"onclick": "x", "ping": J, "href": J}}),
    ("<img src=x>", {"src": J, "htmlAttributes": {"onerror": "x", "srcset": f"{J} 1x"}}),
    ("<svg></svg>", {"svg": f"<svg onload=alert(1)>{RUNS}</svg>"}),
    ("<svg></svg>", {"svg": f"</svg>{RUNS}", "title": f'">{RUNS}'}),
    ("<a class=btn href=x>x</a>", {"href": J, "label": RUNS}),
    ("<form></form>", {"action": J, "redirectUrl": J, "successMessage": f'">{RUNS}', "mode": "custom"}),
    ("<p>x</p>", {"text": RUNS, "tag": "script"}),
    ("<div>x</div>", {"tag": "custom", "customTag": "script"}),
    ("<div>x</div>", {"tag": "custom", "customTag": "iframe", "htmlAttributes": {"src": J, "srcdoc": RUNS}}),
    ("<div>x</div>", {"tag": "custom", "customTag": "meta", "htmlAttributes": {"http-equiv": "refresh"}}),
    ("<div>x</div>", {"tag": "custom", "customTag": "base", "htmlAttributes": {"href": "//evil.example"}}),
    ("<div>x</div>", {"tag": "custom", "customTag": "object", "htmlAttributes": {"data": J}}),
)
TOKENS = (
    ("set_color_tokens", {"tokens": [{"slug": "x", "lightValue": f"red}}</style>{RUNS}"}]}),
    ("set_color_tokens", {"tokens": [{"slug": "x", "lightValue": f"url({J})"}]}),
    ("set_font_tokens", {"tokens": [{"name": "z", "fallback": f"x}}</style>{RUNS}"}]}),
)
SETTINGS = {
    "metaTitle": f"</title>{RUNS}",
    "metaDescription": f'">{RUNS}',
    "faviconUrl": J,
    "socialImage": J,
    "titlePattern": f"%s</title>{RUNS}",
    "redirects": [{"from": "/a", "to": J}],
}


def active_in(desk: OpenSite) -> list[str]:
    """Return what runs on the published pages of a site, in whatever attribute."""
    found = list(wrong_in(desk))
    for path, text in published(desk).items():
        if path.endswith(".css"):
            found += [*wrong_in_css(text), *(["</style"] if "</style" in text.lower() else [])]
        else:
            found += _in_page(text)
    return found


def _in_page(html: str) -> Iterator[str]:
    for element in parse_document(html).everything():
        is_refresh = element.name == "meta" and "refresh" in str(element.attributes).lower()
        if element.name in ("script", "base", "object", "embed") or is_refresh:
            yield f"<{element.name}>"
        for name, value in element.attributes.items():
            bare = re.sub(r"[\t\r\n]", "", value)
            sets = "srcset" in name and re.search(r"(?:^|,)\s*(?:javascript|data:text)", bare, re.IGNORECASE)
            follows = name.lower() in FOLLOWED and ADDRESS.match(bare)
            if sets or follows or name.lower().startswith("on") or name.lower() in ("srcdoc", "formaction"):
                yield f"{element.name} {name}={value}"


def put(desk: OpenSite, html: str) -> dict[str, Any]:
    return run_tool(desk, "insertHtml", {"parentId": desk.site.pages[0].root_id, "html": html})


@pytest.mark.parametrize("html", MARKUP)
def test_nothing_runs_that_came_as_markup(html: str) -> None:
    desk = make_desk()
    assert put(desk, html)["ok"]
    assert active_in(desk) == []


@pytest.mark.parametrize("css", STYLES)
def test_nothing_runs_that_came_as_styles(css: str) -> None:
    desk = make_desk()
    run_tool(desk, "applyCss", {"css": css})
    put(desk, "<a class=x href=/>x</a>")
    assert active_in(desk) == []


@pytest.mark.parametrize(("html", "props"), PROPS)
def test_nothing_runs_that_was_set_as_a_prop(html: str, props: Json) -> None:
    desk = make_desk()
    node = put(desk, html)["data"]["nodeIds"][0]
    run_tool(desk, "updateNodeProps", {"nodeId": node, "patch": props})
    assert active_in(desk) == []


@pytest.mark.parametrize(("tool", "given"), TOKENS)
def test_nothing_runs_that_was_set_as_a_token(tool: str, given: Json) -> None:
    desk = make_desk()
    run_tool(desk, tool, given)
    assert active_in(desk) == []


def test_nothing_runs_that_stands_in_the_settings_or_in_a_title() -> None:
    desk = make_desk()
    desk.site.settings.update(SETTINGS)
    run_tool(desk, "renamePage", {"pageId": desk.site.pages[0].id, "title": f"</title>{RUNS}"})
    assert active_in(desk) == []


def test_nothing_runs_that_an_entry_brings_into_a_loop() -> None:
    desk = make_desk()
    put(
        desk,
        '<instatic-loop data-source-id="data.rows" data-table-id="t"><article title="{currentEntry.a}">'
        '<a href="{currentEntry.a}">{currentEntry.b}</a>'
        '<img src="{currentEntry.a}" srcset="{currentEntry.a} 2x">'
        "<p>{currentEntry.b}</p></article></instatic-loop>",
    )
    row: Json = {"id": "1", "a": J, "b": f'"><img src=x onerror=alert(1)>{RUNS}'}
    body = Renderer(desk.site, rows=lambda props, frames: [row]).body(desk.site.pages[0])
    assert "alert(1)" in body, "the words stand there as words"
    assert list(wrong_in_tree(parse_document(f"<!doctype html><body>{body}</body>"))) == []
    assert [*_in_page(f"<!doctype html><body>{body}</body>")] == []
