"""Publishing: a page of 2,000 nodes, and one changed entry in sites of 10, 100 and 1,000 pages."""

import hashlib
import tempfile
from pathlib import Path

from bench.measure import Row, median_cpu
from proofroom.kernel.ids import ProjectId
from proofroom.site.document import Json, Node, Page, Site, new_site
from proofroom.site.document.new import new_page
from proofroom.site.document.types import StyleRule
from proofroom.site.publish.build import Address, Build, Inputs, SiteBuilder, build_site
from proofroom.site.publish.catalogue import DIGEST, Catalogue, read_collections
from proofroom.site.publish.releases import Release, Releases
from proofroom.site.rendering.nodes import Renderer

SIZES = (10, 100, 1_000)
PROJECT = ProjectId("bench")
ADDRESS = Address("https://example.org")


def measure() -> list[Row]:
    """Measure one large page whole, and the cost of one change by the size of the site."""
    large, page = large_site()
    empty = Catalogue(("en",), {})
    Renderer(large).body(page)
    rows = [
        Row(
            "publish a 2,000-node page",
            median_cpu(5, lambda: build_site(Inputs(large, empty, ADDRESS))) * 1e3,
            "ms",
            30,
        ),
        Row("render its nodes alone", median_cpu(7, lambda: Renderer(large).body(page)) * 1e3, "ms"),
    ]
    for size in SIZES:
        rows += one_change(size)
    return rows


def one_change(size: int) -> list[Row]:
    """Publish a site of entries whole, change one entry, and publish again."""
    site = blog()
    with tempfile.TemporaryDirectory() as folder:
        releases = Releases(Path(folder))
        whole = median_cpu(1, lambda: publish(releases, Inputs(site, entries(size), ADDRESS), "1"))
        before = releases.get(PROJECT, "1")
        changed = Inputs(site, entries(size, changed=size // 2), ADDRESS, before=before)
        made = build_site(changed)
        again = median_cpu(5, lambda: publish(releases, changed, "2"))
    wanted = 2  # the entry's own page and the feed; the front page shows the newest only
    if made.written > wanted + 1:
        raise ValueError(f"one change in {size} pages wrote {made.written} files")
    return [
        Row(f"publish {size:,} pages whole", whole * 1e3, "ms"),
        Row(
            f"publish one change in {size:,} pages",
            again * 1e3,
            "ms",
            note=f"{made.rendered} rendered, {made.written} written",
        ),
    ]


def publish(releases: Releases, inputs: Inputs, name: str) -> Build:
    """Build a release, keep it and switch to it."""
    builder = SiteBuilder(inputs)
    builder.publish(builder.routes)
    made = builder.finish()
    for data in made.data.values():
        releases.keep(PROJECT, data)
    releases.put(PROJECT, Release(name, "", "", "", "", made.files))
    releases.switch(PROJECT, name)
    return made


def blog() -> Site:
    """Return a site with a front page that lists the newest entries, and a template for entries."""
    site = new_site("Blog", "blog")
    home = site.pages[0]
    put(
        home,
        "list",
        "base.loop",
        sourceId="data.rows",
        filters={"tableId": "posts"},
        orderBy="publishedAt",
        tag="ul",
    )
    put(home, "item", "base.link", "list", href="{currentEntry.permalink}", text="{currentEntry.title}")
    post = new_page("post", "post-root", "Post", "post")
    post.template = {"enabled": True, "target": {"kind": "postTypes", "tableSlugs": ["posts"]}, "priority": 1}
    put(post, "title", "base.text", text="{currentEntry.title}", tag="h1")
    put(post, "out", "base.outlet", tag="article")
    site.pages.append(post)
    site.collections["posts"] = {"routeBase": "posts", "dateField": "day"}
    return site


def entries(size: int, changed: int = -1) -> Catalogue:
    """Return so many entries, one of them with other words."""
    made = Catalogue(("en",), read_collections({"posts": {"routeBase": "posts", "dateField": "day"}}))
    rows = list[Json]()
    for at in range(size):
        words = "Other words. " if at == changed else "Some *words*. "
        row: Json = {
            "id": f"post-{at:04}",
            "slug": f"post-{at:04}",
            "title": f"Post {at}",
            "body": words * 120,
            "publishedAt": f"2026-01-01T{at // 60 % 24:02}:{at % 60:02}:00Z",
            "permalink": f"/posts/post-{at:04}",
        }
        row[DIGEST] = hashlib.blake2b(str(sorted(row.items())).encode(), digest_size=12).hexdigest()
        rows.append(row)
    made.tables["posts", "en"] = rows
    made.singles["en"] = {}
    return made


def large_site() -> tuple[Site, Page]:
    """Return a site whose front page has 2,000 nodes and 300 rules."""
    site = new_site("Large", "large")
    page = site.pages[0]
    for at in range(300):
        box = {f"padding{side}": "1px" for side in ("Top", "Right", "Bottom", "Left")}
        site.rules[f"r{at}"] = StyleRule(
            f"r{at}", f"c{at}", "class", f".c{at}", at, {"color": "red", **box}, {"tablet": {"color": "blue"}}
        )
    for at in range(200):
        put(
            page,
            f"s{at}",
            "base.container",
            tag="section",
            htmlAttributes={"id": f"s{at}"},
            classes=[f"r{at}"],
        )
        for n in range(3):
            key = f"s{at}-{n}"
            put(page, key, "base.container", f"s{at}", tag="div", classes=[f"r{at}", f"r{n + 200}"])
            put(page, f"{key}-h", "base.text", key, text="Words & <signs>", tag="h3", classes=["r7"])
            put(page, f"{key}-a", "base.link", key, href="/somewhere", text="more")
    return site, page


def put(
    page: Page,
    key: str,
    module: str,
    parent: str | None = None,
    classes: list[str] | None = None,
    **props: object,
) -> None:
    """Put a node into a page."""
    above = page.nodes[parent or page.root_id]
    page.nodes[key] = Node(key, module, dict(props), class_ids=classes or [], parent_id=above.id)
    above.children.append(key)
