"""Finding things by words in every room at once."""

from proofroom.kernel.settings import Settings
from tests.api.conftest import serve
from tests.api.test_approval_batch import ASSET, _project


async def test_entries_assets_and_agents_are_found_with_their_places(sqlite_settings: Settings) -> None:
    async with serve(sqlite_settings) as owner:
        await owner.set_up()
        project_id = await _project(owner)

        async def find(query: str, **more: str) -> list[tuple[str, str, str]]:
            asked = "&".join(f"{name}={value}" for name, value in {"query": query, **more}.items())
            status, found = await owner.call("GET", f"/api/search?{asked}")
            assert status == 200, found
            return [(one["room"], one["title"], one["href"]) for one in found]

        entry = ("content", "Swifts", "/content?model=notes&entry=swifts&locale=en")
        asset = ("media", "swift.jpg", f"/media?asset={ASSET}")
        assert await find("swifts", project=project_id) == [entry, asset], "an ending too many does no harm"
        assert await find("swift.jpg", project="fieldnotes") == [entry, asset], "by words, not by letters"
        assert await find("editor") == [("agents", "Editor", "/agents?agent=editor")]
        assert await find("swifts") == [], "entries are in a project"
        assert (await owner.call("GET", "/api/search?query=x&project=nowhere"))[0] == 404

        await owner.lines("POST", "/api/ai/chat/workspace", {"message": "Which heron nests are there?"})

        async def everywhere(query: str, **headers: str) -> list[tuple[str, str]]:
            asked = f"query={query}&project={project_id}"
            _, found = await owner.call("GET", f"/api/search/global?{asked}", None, **headers)
            return [(one["room"], one["title"]) for one in found]

        assert ("runs", "Which heron nests are there?") in await everywhere("heron")
        assert ("site", "Home") in await everywhere("home")
        assert ("people", "Owner") in await everywhere("owner@example")
        assert ("setting", "API keys") in await everywhere("settings keys")
        assert ("action", "Publish the site") in await everywhere("publish")
        turkish = {"Accept-Language": "tr"}
        assert ("action", "Siteyi yayımla") in await everywhere("publish", **turkish)
        assert ("setting", "API anahtarları") in await everywhere("anahtar", **turkish)
