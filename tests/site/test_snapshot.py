"""A page is looked at in a real browser that reaches nothing but the site it is shown."""

import os
from pathlib import Path

import pytest

from proofroom.site.snapshot.browser import find_chromium, take_shot

FOUND = Path(__file__).resolve().parents[2] / ".cache" / "chromium"
NAMED = os.environ.get("PROOFROOM_CHROMIUM") or (FOUND.read_text("utf-8").strip() if FOUND.exists() else None)
CHROMIUM = find_chromium(NAMED)
PAGE = """<!DOCTYPE html><html lang="en"><head><title>T</title><style>body{margin:0}
.wide{width:900px;height:20px}.none{display:none}</style></head><body>
<h1 uid="title">Words</h1><div uid="wide" class="wide"></div><p uid="none" class="none">x</p>
<img uid="picture" src="http://other.invalid/a.png" alt="A">
<script>document.title = "ran"</script></body></html>"""


def test_a_browser_that_is_named_and_is_none_is_not_replaced(tmp_path: Path) -> None:
    assert find_chromium(str(tmp_path / "chrome")) is None


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (make test prepares one)")
async def test_the_layout_and_the_picture_of_a_page_are_told() -> None:
    asked = list[str]()

    async def answer(url: str) -> tuple[bytes, str] | None:
        asked.append(url)
        return (PAGE.encode(), "text/html") if url == "http://site.invalid/" else None

    assert CHROMIUM is not None
    shot = await take_shot(CHROMIUM, "http://site.invalid/", 390, answer)
    layout = shot.layout
    assert layout["viewport"]["width"] == 390
    title = layout["nodes"][0]
    assert (title["nodeId"], title["text"], title["visible"]) == ("title", "Words", True)
    assert {(one["type"], one.get("nodeId")) for one in layout["warnings"]} == {
        ("horizontal-overflow", None),
        ("horizontal-overflow", "wide"),
        ("invisible-node", "none"),
        ("broken-image", None),
    }
    assert shot.png.startswith(b"\x89PNG")
    assert max(shot.width, shot.height) <= 1568
    assert "http://other.invalid/a.png" in asked, "what it asked for elsewhere was refused here"
