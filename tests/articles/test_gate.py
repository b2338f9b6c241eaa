"""A model that invents: the gate stops the piece, names the places, and lets it go on once they are gone."""

from proofroom.kernel.blocks import TextBlock
from proofroom.kernel.errors import ToolFailed
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.providers.offline import OfflineDriver
from proofroom.providers.types import ModelRequest, Reply, Sink, TokenUsage
from tests.api.conftest import serve
from tests.articles.test_pipeline import run
from tests.patience import until

NOTES = (
    "# Bees\n\n## Roofs\n\nThe city counted 240 registered hives on public roofs in 2021. Keepers say that "
    "roof gardens with lavender and thyme feed a colony from April to September.\n"
)
TRUE = "The city counted 240 registered hives on public roofs in 2021. {{ref:1}}"
PLAN = "# Bees\n\n## Roofs\n\n[PLACEHOLDER: roofs; sources {{ref:1}}]\n"
INVENTED = (
    f"{TRUE} Roofs are good for every colony of bees. {{{{ref:7}}}} The city counted 912 hives on public "
    "roofs. {{ref:1}} “We have never seen so much honey here,” said a keeper. {{ref:1}}"
)


class Inventor(OfflineDriver):
    """Plans and opens truly, and invents in the section."""

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        task = request.messages[-1].text
        text = (
            PLAN
            if "skeleton" in task.partition("\n")[0]
            else TRUE
            if "Section: Opening" in task
            else INVENTED
        )
        sink.text(0, text)
        return Reply([TextBlock(text)], "end", TokenUsage(), "end", "offline")


async def test_an_invented_source_figure_and_quotation_stop_the_piece_until_they_are_gone(
    sqlite_settings: Settings,
) -> None:
    async with serve(sqlite_settings, {"offline": Inventor([])}) as owner:
        await owner.set_up()
        _, made = await owner.call("POST", "/api/articles", {"title": "Bees on public roofs"})
        path = f"/api/articles/{made['id']}"
        assert (await owner.call("POST", f"{path}/texts", {"name": "Notes", "text": NOTES}))[0] == 200
        events, article = await run(owner, made["id"], mode="full", skip=["identifyImageNeeds"])
        assert (events[-1]["type"], events[-1]["code"]) == ("error", "tool_failed")
        assert "912" in events[-1]["message"]
        found = {
            (each["kind"], each["section"]) for each in article["report"]["findings"] if each["blocking"]
        }
        assert found >= {("unknown_ref", "Roofs"), ("number", "Roofs"), ("quotation", "Roofs")}
        assert article["status"] == "humanity_checking"

        async def is_free() -> bool:
            return (await owner.call("GET", path))[1]["runId"] is None

        await until(is_free)

        fixed = article["content"].replace(INVENTED.removeprefix(TRUE).strip(), "")
        status, edited = await owner.call("PUT", path, {"content": fixed})
        assert status == 200, edited
        assert edited["report"]["passes"]
        events, article = await run(owner, made["id"], mode="continue", skip=["identifyImageNeeds"])
        assert (events[-1]["type"], article["status"]) == ("done", "ready")
        assert "912" not in article["content"]


class Breaks(Inventor):
    """Plans, and refuses to write."""

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        if "skeleton" not in request.messages[-1].text.partition("\n")[0]:
            raise ToolFailed(say("articles.reader_unclear"))
        return await super().stream(request, sink)


async def test_a_required_step_that_fails_takes_the_piece_back_to_where_it_can_go_on(
    sqlite_settings: Settings,
) -> None:
    async with serve(sqlite_settings, {"offline": Breaks([])}) as owner:
        await owner.set_up()
        _, made = await owner.call("POST", "/api/articles", {"title": "Bees on public roofs"})
        path = f"/api/articles/{made['id']}"
        await owner.call("POST", f"{path}/texts", {"name": "Notes", "text": NOTES})
        events, article = await run(owner, made["id"], mode="full")
        assert (events[-1]["type"], events[-1]["code"]) == ("error", "tool_failed")
        moved = [(each["before"], each["after"]) for each in events if each["type"] == "statusTransition"]
        assert moved[-1] == ("writing", "skeleton"), "what was planned stays planned"
        assert (article["status"], "## Roofs" in article["skeleton"]) == ("skeleton", True)
        _, told = await owner.call("GET", f"/api/runs/{events[0]['runId']}")
        assert "take the article back" in str(told)
