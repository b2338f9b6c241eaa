"""What work on records will cost is told as it did of late, and nothing where it cost nothing."""

import aiohttp

from proofroom.kernel.settings import Settings
from proofroom.providers.types import TokenUsage
from tests.api.conftest import serve
from tests.api.test_budgets import Priced
from tests.api.test_content import ok
from tests.scripted import ScriptedReply

FIELDS = [{"key": key, "type": "text"} for key in ("height", "mood", "wood")]
WHERE = "/api/entity-work/cost"
USED = TokenUsage(input=1_000, output=1_000)


async def test_the_price_of_a_field_is_what_fields_cost_of_late(sqlite_settings: Settings) -> None:
    async with serve(sqlite_settings, {"scripted": Priced(ScriptedReply("{}", usage=USED))}) as owner:
        await owner.set_up()
        await ok(owner, "POST", "/api/entity-types", {"slug": "tree", "name": "Tree", "fields": FIELDS})
        tree = (await ok(owner, "POST", "/api/entities", {"typeSlug": "tree", "title": "Elm"}))["id"]
        form = aiohttp.FormData()
        form.add_field("file", b"# Elm\n\nThe elm has a height of 20 m, and a mood.\n", filename="elm.md")
        place, headers = f"{owner.url}/api/documents?entity={tree}", {"X-CSRF-Token": owner.csrf}
        async with owner.http.post(place, data=form, headers=headers) as answer:
            assert answer.status == 201, await answer.text()
        assert await ok(owner, "GET", WHERE) == {"fieldMicros": None, "briefMicros": None}
        begun = await ok(owner, "POST", f"/api/entities/{tree}/fill", {})
        await owner.studio.engine.wait(begun["runId"], owner.studio.workspace_id)
        spent = (await ok(owner, "GET", "/api/usage"))["totals"]["costMicros"]
        assert spent > 0
        assert await ok(owner, "GET", WHERE) == {"fieldMicros": spent // 3, "briefMicros": None}


async def test_a_beat_cost_what_the_agent_spent_in_it(sqlite_settings: Settings) -> None:
    async with serve(sqlite_settings, {"scripted": Priced(ScriptedReply("Done.", usage=USED))}) as owner:
        await owner.set_up()
        await ok(owner, "POST", "/api/tasks", {"title": "Compare", "agent": "analyst"})
        begun = await ok(owner, "POST", "/api/agents/analyst/run")
        await owner.studio.engine.wait(begun["runId"], owner.studio.workspace_id)
        (beat,) = await ok(owner, "GET", "/api/heartbeats/beats?agent=analyst")
        spent = (await ok(owner, "GET", "/api/usage"))["totals"]["costMicros"]
        assert beat["costMicros"] == spent > 0
