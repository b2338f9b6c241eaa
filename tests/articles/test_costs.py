"""What an article has cost, stage by stage, over all runs that worked on it."""

from dataclasses import replace
from pathlib import Path

import pytest

from proofroom.articles import Articles, Visibility
from proofroom.articles.costs import stage_of
from proofroom.articles.forecast import forecast
from proofroom.articles.playbook import writer_playbook
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.providers.offline import OfflineDriver
from proofroom.providers.types import ModelInfo, ModelRequest, Reply, Sink, TokenUsage
from tests.api.conftest import Browser, serve
from tests.articles.corpus import write_corpus
from tests.articles.test_categories import TEXT
from tests.articles.test_pipeline import begin, is_free, run
from tests.patience import until

EACH = 100


class Paid(OfflineDriver):
    """The built-in model, as if every call cost the same."""

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        reply = await super().stream(request, sink)
        return replace(reply, usage=TokenUsage(input=10, output=5, cost_micros=EACH))


async def test_every_stage_tells_what_it_cost(sqlite_settings: Settings, tmp_path: Path) -> None:
    async with serve(sqlite_settings, {"offline": Paid([writer_playbook()])}) as owner:
        await owner.set_up()
        made = await begin(owner, write_corpus(tmp_path / "corpus")[:4])
        path = f"/api/articles/{made['id']}"
        assert (await owner.call("GET", f"{path}/costs"))[1]["costMicros"] == 0
        await run(owner, made["id"], mode="full", skip=["identifyImageNeeds"])
        await until(lambda: is_free(owner, made["id"]))
        _, article = await owner.call("GET", path)
        calls = {
            "research": 0,
            "outline": 1,
            "draft": len(article["sections"]) + 1,
            "check": 0,
            "pictures": 0,
        }
        _, told = await owner.call("GET", f"{path}/costs")
        # The corpus was searched, too, which costs nothing.
        assert {each["stage"]: each["calls"] for each in told["stages"]} == calls | {"research": 1}
        assert {each["stage"]: each["costMicros"] // EACH for each in told["stages"]} == calls
        again = {"mode": "section", "section": article["sections"][0]["heading"]}
        _, started = await owner.call("POST", f"{path}/run", again)
        await owner.lines("GET", f"/api/runs/{started['runId']}/events")
        _, told = await owner.call("GET", f"{path}/costs")
        assert told["costMicros"] == EACH * (sum(calls.values()) + 1), "another run is added"


async def test_a_plan_that_waits_tells_what_writing_it_will_cost(owner: Browser) -> None:
    _, made = await owner.call("POST", "/api/articles", {"title": "Bees on public roofs"})
    path = f"/api/articles/{made['id']}"
    assert (await owner.call("GET", f"{path}/costs"))[1]["forecast"] is None
    await owner.call("POST", f"{path}/texts", {"name": "Notes", "text": TEXT})
    await run(owner, made["id"], mode="full", pause=True)
    _, told = await owner.call("GET", f"{path}/costs")
    assert told["forecast"] == {"model": "offline", "costMicros": 0}
    # Four sections and an opening: what is written costs more than what is read, a second pair twice as much.
    article = await owner.studio.get(Articles).get(
        Visibility(WorkspaceId((await owner.call("GET", "/api/session"))[1]["workspace"]["id"])), made["id"]
    )
    sources = await owner.studio.get(Articles).research(article)
    info = ModelInfo("m", "M", input_micros_per_mtok=1_000_000, output_micros_per_mtok=4_000_000)
    cost = forecast(article, sources, info)
    assert cost is not None
    assert 5 * 350 * 1.5 * 4 < cost < 5 * 350 * 1.5 * 4 + 5 * 4_000
    assert forecast(article, sources, ModelInfo("m", "M")) is None


@pytest.mark.parametrize(
    ("step", "stage"),
    [
        ("05.queries", "research"),
        ("10.research.tavily-0-0.read", "research"),
        ("30.skeleton.fallback.1", "outline"),
        ("50.write.02", "draft"),
        ("75.section", "draft"),
        ("59.humanity.01", "check"),
        ("writeFullContent.read.01", "check"),
        ("65.pictures.image-1", "pictures"),
    ],
)
def test_a_step_belongs_to_its_stage(step: str, stage: str) -> None:
    assert stage_of(step) == stage
