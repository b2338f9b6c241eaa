"""A folder with an HTML site: its sheets with what they import, the media they are for, fonts, pictures."""

import base64
import re
from typing import Any

import pytest

from proofroom.site.importing.encoding import text_of
from proofroom.site.importing.folder import Homepage, plan_folder
from proofroom.site.tools.edits import KNOWN, EditSiteInput, apply_edits
from proofroom.site.tools.open_site import OpenSite
from tests.site.designing import new_desk, published

FONT = base64.b64encode(b"wOF2" + b"\0" * 40).decode()
FILES = {
    "index.html": '<link rel=stylesheet href="css/a.css">'
    '<link rel=stylesheet href="css/print.css" media=print>'
    '<picture><source srcset="img/a.png 1x, img/b.png 2x"><img src="img/a.png" alt="A"></picture>',
    "css/a.css": '@charset "utf-8"; @import url("more/b.css"); @import "c.css" (min-width: 900px);'
    "@font-face{font-family:Wren;src:url(../f/w.eot),url(../f/w.woff2) format('woff2');font-weight:700}"
    "@font-face{font-family:Fake;src:url(../f/fake.woff2)} h1{font-family:Wren}",
    "css/more/b.css": '@import "../a.css"; blockquote{font-style:italic}',
    "css/c.css": "h2{color:red}",
    "css/print.css": "nav{display:none}",
}


def taken_in() -> OpenSite:
    desk = new_desk()
    home = desk.site.homepage
    assert home is not None
    pictures = {"img/a.png": "media/original/1.png", "img/b.png": "media/original/2.png"}
    fonts = {"f/w.woff2": FONT, "f/fake.woff2": base64.b64encode(b"no font").decode()}
    results = list[Any]()
    for edit in plan_folder(FILES, Homepage(home.id, home.root_id, is_empty=True), pictures, fonts):
        tool = KNOWN[edit["tool"]]
        results.append(tool.run(desk, tool.input_model.model_validate(edit["input"])))
    return desk


def test_sheets_come_with_what_they_import_and_for_the_media_they_are_for() -> None:
    rules = {rule.selector: rule for rule in taken_in().site.rules.values()}
    assert rules["blockquote"].styles == {"fontStyle": "italic"}
    assert rules["h2"].styles == {}
    assert rules["h2"].context_styles == {"media:(min-width: 900px)": {"color": "red"}}
    assert rules["nav"].context_styles == {"media:print": {"display": "none"}}


def test_fonts_of_the_folder_are_the_sites_own_and_what_is_none_stays_out() -> None:
    desk = taken_in()
    entries = desk.site.settings["fonts"]["items"]
    assert [(one["family"], one["files"][0]["variant"]) for one in entries] == [("Wren", "700")]
    css = next(text for path, text in published(desk).items() if path.endswith(".css"))
    assert "@font-face" in css
    assert "Fake" not in css


def test_every_picture_of_a_set_leads_to_the_library() -> None:
    html = published(taken_in())["index.html"]
    assert 'srcset="/media/original/1.png 1x, /media/original/2.png 2x"' in html


OLD = {
    "index.html": '<html lang="tr"><link rel=stylesheet href="a%20b.css"><h1>Çay</h1>'
    '<img src="img/koyu%20%C3%A7ay.png" width=200>'
    '<img src="img/koyu çay.png"><ol type="a"><li>Bir</ol><a href="sub/two.html">iki</a>',
    "sub/two.html": '<base href="../"><style>h1 { color: red; }</style><link rel=stylesheet href="own.css">'
    "<h1>İki</h1><img src=img/plain.png>",
    "a b.css": "/* @import 'nothing.css'; */ @import 'faces.css' layer(base); h1{font-family:Wren}",
    "faces.css": "@font-face{font-family:Wren;src:url(f/w.woff2)}",
    "own.css": "p{color:green} .only{color:blue}",
}


def old_site() -> OpenSite:
    desk = new_desk()
    home = desk.site.homepage
    assert home is not None
    pictures = {"img/koyu çay.png": "media/original/1.png", "img/plain.png": "media/original/2.png"}
    edits = plan_folder(OLD, Homepage(home.id, home.root_id, is_empty=True), pictures, {"f/w.woff2": FONT})
    apply_edits(desk, EditSiteInput.model_validate({"edits": edits}))
    return desk


def test_what_one_page_says_of_its_looks_is_not_said_of_the_others() -> None:
    desk = old_site()
    assert "p" not in {rule.selector for rule in desk.site.rules.values()}
    made = published(desk)
    sheets = {
        path: re.findall(r'href="/([^"]+\.css)"', html)
        for path, html in made.items()
        if path.endswith(".html")
    }
    css = {path: "".join(made[name] for name in names) for path, names in sheets.items()}
    first, second = css["index.html"], next(text for path, text in css.items() if "two" in path)
    assert ("color: red" in first, "color:green" in first) == (False, False)
    assert ("color: red" in second, "color:green" in second) == (True, True)


def test_names_with_spaces_and_signs_bases_and_sizes_are_followed() -> None:
    desk = old_site()
    made = published(desk)
    assert made["index.html"].count("/media/original/1.png") == 2
    assert any("/media/original/2.png" in html for path, html in made.items() if "two" in path)
    assert [one["family"] for one in desk.site.settings["fonts"]["items"]] == ["Wren"]
    css = next(text for path, text in made.items() if path.endswith(".css") and "width-200" in text)
    assert ":where(.width-200) {\n  width: 200px;" in css
    assert "lower-alpha" in css


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ('<meta charset="windows-1254"><p>Şık'.encode("cp1254"), "Şık"),
        ("<p>Straße – 5 €".encode("cp1252"), "Straße – 5 €"),
        ('<html lang="tr"><p>ığdır'.encode("cp1254"), "ığdır"),
        ("<p>Größe".encode("utf-16"), "Größe"),
        ("\ufeff<p>Größe".encode(), "Größe"),
        (b'@charset "iso-8859-1"; a::after { content: "\xe9" }', "é"),
        (b'<meta charset="base64"><p>Gr\xf6', "Grö"),
        ('<meta charset="utf-16"><p>Ağaç'.encode(), "Ağaç"),
    ],
)
def test_old_letters_are_read_as_browsers_read_them(data: bytes, text: str) -> None:
    assert text in text_of(data)
    assert "\ufeff" not in text_of(data)


WITHIN = {
    "index.html": '<h1>Home</h1><iframe src="sub/map.html" title="Map"></iframe><iframe src=sub/></iframe>'
    "<a href=sub/map.html?x#y>Map</a><a href='sub/map'>Map</a><form action=\"sub/map.html\">"
    '<input type="range" min=0 max=5 step=0.5><input type=number step=2 aria-label="How many" list=ways>'
    '<select size=3 data-kind=a><option>1</select><input type=file accept="image/*" multiple></form>'
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?start=4"></iframe>'
    '<iframe src="https://maps.example/here"></iframe>',
    "sub/map.html": "<p>Map</p>",
    "sub/index.html": '<a href="..">Up</a><a href="./map.html">Map</a>',
}


def test_frames_forms_and_links_lead_to_pages_of_the_folder_and_fields_stay_what_they_are() -> None:
    desk = new_desk()
    home = desk.site.homepage
    assert home is not None
    edits = plan_folder(WITHIN, Homepage(home.id, home.root_id, is_empty=True), {})
    apply_edits(desk, EditSiteInput.model_validate({"edits": edits}))
    made = published(desk)
    html = made["index.html"]
    for said in (
        '<iframe src="/sub/map" title="Map"></iframe><iframe src="/sub"></iframe>',
        '<a href="/sub/map?x#y" target="_self">Map</a><a href="/sub/map" target="_self">',
        'action="/sub/map"',
        '<input max="5" min="0" step="0.5" type="range">',
        'aria-label="How many" list="ways" step="2" type="number"',
        'data-kind="a" size="3"',
        'accept="image/*" multiple="" type="file"',
        '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="Video"',
        "frame-src 'self' https://www.youtube-nocookie.com;",
    ):
        assert said in html
    assert '<a href="/" target="_self">Up</a><a href="/sub/map"' in made["sub/index.html"]
    assert "frame-src 'none'" in made["sub/map/index.html"]
