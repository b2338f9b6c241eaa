"""Fieldnotes' site: every page says what it is, every link leads somewhere, in both languages."""

import re

from proofroom.demo.build import build_project
from proofroom.demo.first import find_demo
from proofroom.demo.furnish import furnish
from proofroom.demo.site import build_site
from proofroom.site import Sites
from proofroom.site.publish import Publisher
from proofroom.wiring import Studio

BASE = "/sites/fieldnotes"


async def test_the_site_is_whole_and_published_once(studio: Studio) -> None:
    operator = await studio.access.principals.for_operator(studio.workspace_id)
    project = await studio.access.projects.create(operator, "Fieldnotes", settings={"demo": True})
    await build_project(studio.contents, project.id, studio.clock.now())
    await furnish(studio, project)
    sites, publisher = studio.get(Sites), studio.get(Publisher)
    assert await build_site(sites, project, studio.clock)
    assert not await build_site(sites, project, studio.clock), "what people made of it stays"
    made = await publisher.publish(project, "desk")
    assert (await find_demo(studio)) is not None
    files = made.release.files
    assert made.release.pages == 38
    pages = {
        path: publisher.releases.object(project.id, file.digest).read_text("utf-8")
        for path, file in files.items()
        if path.endswith(".html")
    }
    known = {f"{BASE}/{path}".removesuffix("index.html").rstrip("/") for path in files}
    known |= {BASE + old for old in made.release.redirects}
    for path, html in pages.items():
        if path in ("feed/index.html", "imprint/index.html"):
            continue
        assert "{" not in re.sub(r"<style.*?</style>|srcset=\"[^\"]*\"", "", html), f"{path} shows a token"
        assert html.count("<h1") == 1, path
        if not path.endswith("404.html"):
            for said in ('rel="canonical"', 'name="description"', 'property="og:image"'):
                assert said in html, (path, said)
        for link in re.findall(r'(?:href|src)="(/[^"#]*)', html):
            assert link.partition("?")[0].rstrip("/") in known, f"{path} leads to {link}"
    (sheet,) = [file for path, file in files.items() if path.endswith(".css")]
    styles = publisher.releases.object(project.id, sheet.digest).read_text("utf-8")
    assert ".plate:not(:has(img))" in styles, "no caption without a picture"
    assert 'hreflang="x-default"' in pages["index.html"]
    assert '<html lang="tr">' in pages["tr/index.html"]
    assert "Pazarın altındaki nehir" in pages["tr/index.html"]
    assert "14 Mart 2026" in pages["tr/yazilar/the-river-under-the-market/index.html"]
    again = await publisher.publish(project, "desk")
    assert (again.rendered, again.release.written) == (0, 0)
