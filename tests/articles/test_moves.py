"""Every allowed move of the table, made by its name through HTTP: the run's own step, or a person's call."""

from typing import Any

import sqlalchemy as sa

from proofroom.articles.statuses import TRANSITIONS, Transition
from proofroom.articles.types import ArticleId
from proofroom.kernel.settings import Settings
from proofroom.store.tables.articles import articles
from tests.api.conftest import Browser, serve
from tests.articles.test_categories import TEXT
from tests.articles.test_parts import Translator
from tests.articles.test_pipeline import run
from tests.patience import until

Json = dict[str, Any]
Moves = list[tuple[str, str]]
BY_HAND: dict[str, tuple[str, str, Json]] = {
    "approveFoundations": ("POST", "/api/articles/{id}/approve", {}),
    "publish": ("POST", "/api/articles/{id}/publish", {}),
    "edit": ("PUT", "/api/articles/{id}", {"tags": ["bees"]}),
    "startShowcaseInterview": ("POST", "/api/articles/{id}/interview", {}),
    "reanalyzeFoundations": ("POST", "/api/artifacts/{id}/re-analyze-foundations", {}),
    "regenerateContent": ("POST", "/api/artifacts/{id}/re-analyze-foundations", {}),
}
"""What a person does with one call: its answer tells the status that was reached, or its run is followed."""
ON_THE_WAY = {"finishVisuals": "identifyImageNeeds"}
"""What a step does at its end: the step that is asked for."""
WHOLE = {"pauseForApproval": {"mode": "continue", "pause": True}}
"""What only a run of several steps does."""
NEW = {"localizeArticle": ("localise", {"locale": "tr"}), "writeSocialPostContent": ("posts", {})}
"""What makes another article of a finished one."""
BETWEEN = {("foundations", "foundations_approval")}
"""Reached from `skeleton` only: whoever rests has planned, and the plan has moved the article there."""


async def _put(owner: Browser, article: Json, move: Transition) -> None:
    """Set an article back to where a move begins, with all that it has."""
    is_showcase = move.operation == "startShowcaseInterview" or move.before == "interviewing"
    metadata = {"interview_completed": True} if move.before == "interviewing" else {}
    values = {"status": move.before, "type": "showcase" if is_showcase else "blog", "metadata": metadata}
    async with owner.studio.database.transaction() as connection:
        await connection.execute(
            sa.update(articles).where(articles.c.id == ArticleId(article["id"])).values(**values)
        )


async def _is_settled(owner: Browser, article_id: str) -> bool:
    """Tell whether nothing works on an article; a run that rests for a word is stopped."""
    _, article = await owner.call("GET", f"/api/articles/{article_id}")
    if article["status"] == "foundations_approval" and article["runId"]:
        await owner.call("POST", f"/api/runs/{article['runId']}/stop")
    return article["runId"] is None


async def _named(owner: Browser, move: Transition) -> int:
    """Return how often the audit log has a move by its name."""
    _, log = await owner.call("GET", f"/api/audit?limit=200&action=article.{move.operation}")
    return len(log["entries"])


async def _follow(owner: Browser, run_id: str) -> Moves:
    events = await owner.lines("GET", f"/api/runs/{run_id}/events")
    assert events[-1]["type"] == "done", events[-1]
    return [(each["before"], each["after"]) for each in events if each["type"] == "statusTransition"]


async def _make(owner: Browser, article: Json, move: Transition) -> Moves:
    """Make a move by its name and return which ones were made."""
    id, operation = article["id"], move.operation
    if operation in BY_HAND:
        method, path, body = BY_HAND[operation]
        status, told = await owner.call(method, path.format(id=id), body)
        assert status == 200, told
        after = told["message"] if "message" in told else told["status"]
        return [(move.before, after)]
    if operation in NEW:
        door, body = NEW[operation]
        status, told = await owner.call("POST", f"/api/articles/{id}/{door}", body)
        assert status == 200, told
        return await _follow(owner, told["runId"])
    step = ON_THE_WAY.get(operation, operation)
    events, after = await run(owner, id, **WHOLE.get(operation, {"mode": "steps", "steps": [step]}))
    assert events[-1]["type"] == "done", (move, events[-1])
    moves = [(each["before"], each["after"]) for each in events if each["type"] == "statusTransition"]
    return moves or [(move.before, after["status"])]


async def test_every_allowed_move_is_made_by_its_name(sqlite_settings: Settings) -> None:
    async with serve(sqlite_settings, {"offline": Translator()}) as owner:
        await owner.set_up()
        _, article = await owner.call("POST", "/api/articles", {"title": "Bees on public roofs"})
        await owner.call("POST", f"/api/articles/{article['id']}/texts", {"name": "Notes", "text": TEXT})
        await run(owner, article["id"], mode="full")
        wrong: list[tuple[Transition, Moves]] = []
        for move in TRANSITIONS:
            if (move.before, move.after) in BETWEEN:
                continue
            await until(lambda: _is_settled(owner, article["id"]))
            await _put(owner, article, move)
            if move.operation in NEW:
                await _put(owner, article, Transition("ready", "ready", "applyHumanityCheck", "tool"))
            named = await _named(owner, move)
            made = await _make(owner, article, move)
            # A move that stays where it is has no event of its own: the log names it.
            is_made = move.before == move.after or (move.before, move.after) in made
            if not is_made or await _named(owner, move) == named:
                wrong.append((move, made))
        assert wrong == []
