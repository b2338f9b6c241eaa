"""Importing a page: 2,000 nodes and 300 rules of HTML and CSS, and reading it back with uids."""

import gc
from itertools import count

from bench.measure import Row, median_cpu
from proofroom.site.document import new_site
from proofroom.site.tools.open_site import OpenSite
from tests.conformance.site.calling import run_tool

ARTICLES, RULES = 250, 300
SIZES = (10, 100, 1_000)


def measure() -> list[Row]:
    """Measure the whole tool on an empty page, and the first part of what an agent reads of it."""
    html = _page()
    desk = _inserted(html)
    gc.collect()
    gc.freeze()  # as a studio does once it has started
    nodes = len(desk.site.pages[0].nodes)
    return [
        Row(f"import + insert a {nodes:,}-node page", median_cpu(5, lambda: _inserted(html)) * 1e3, "ms", 40),
        Row("read it back with uids", median_cpu(5, lambda: run_tool(desk, "read_document", {})) * 1e3, "ms"),
        *(_one_of_many(size) for size in SIZES),
    ]


def _one_of_many(size: int) -> Row:
    """Insert a section into the last page of a site."""
    numbers = count()
    desk = OpenSite(new_site("Site", "bench"), lambda: f"n{next(numbers):020d}", 0)
    for at in range(1, size):
        run_tool(desk, "addPage", {"title": f"Page {at}"})
    root = desk.site.pages[-1].root_id
    given = {"parentId": root, "html": "<section><h2>Title</h2><p>Some text</p></section>"}
    took = median_cpu(5, lambda: run_tool(desk, "insertHtml", given))
    return Row(f"insert a section into one of {size:,} pages", took * 1e3, "ms")


def _inserted(html: str) -> OpenSite:
    numbers = count()
    desk = OpenSite(new_site("Site", "bench"), lambda: f"n{next(numbers):020d}", 0)
    answer = run_tool(desk, "insertHtml", {"parentId": desk.site.pages[0].root_id, "html": html})
    assert answer["ok"], answer
    return desk


def _page() -> str:
    css = "".join(f".c{at}{{color:#{at:06x};padding:{at % 9}px 4px;display:grid}}" for at in range(RULES))
    articles = "".join(
        f'<article class="card c{at % RULES}"><h3>Title {at}</h3><p>Some <b>text {at}</b> and more</p>'
        f'<a href="/p/{at}">Read</a></article>'
        for at in range(ARTICLES)
    )
    return f"<style>{css}</style><section>{articles}</section>"
