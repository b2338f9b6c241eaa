"""A folder with an HTML site: its sheets with what they import, the media they are for, fonts, pictures."""

import base64
from typing import Any

from proofroom.site.importing.folder import Homepage, plan_folder
from proofroom.site.tools.desk import Desk
from proofroom.site.tools.edits import KNOWN
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


def taken_in() -> Desk:
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
