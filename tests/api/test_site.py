"""The site of a project through its doors."""

from typing import Any

from tests.api.conftest import Browser


async def make_project(browser: Browser) -> str:
    start = {"locales": ["en"], "domains": ["blog"], "workflow": "review", "models": []}
    status, made = await browser.call("POST", "/api/projects", {"name": "Notes", "start": start})
    assert status in (200, 201), made
    return f"/api/projects/{made['slug']}/site"


async def read(browser: Browser, path: str) -> Any:
    status, found = await browser.call("GET", path)
    assert status == 200, found
    return found


async def test_a_project_has_a_site_with_an_empty_homepage(owner: Browser) -> None:
    path = await make_project(owner)
    site = await read(owner, path)
    (page,) = site["pages"]
    assert (page["slug"], [one["id"] for one in site["breakpoints"]]) == (
        "index",
        ["mobile", "tablet", "desktop"],
    )
    assert await read(owner, f"{path}/pages/{page['id']}") == page
    assert (await owner.call("GET", f"{path}/pages/nope"))[0] == 404
    assert (await owner.call("GET", f"{path}/components/nope"))[0] == 404
