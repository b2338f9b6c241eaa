"""The content scope's prompt: what it says, word for word, and that its beginning does not move."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from proofroom.content.brain import Brain
from proofroom.content.contents import Contents, NewProject
from proofroom.content.format.project import Project
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.content.plans.vocabulary import plan_vocabulary
from proofroom.content.sections import content_sections
from proofroom.content.sections.screen import screen_text
from proofroom.content.tools.kinds import read_tool
from proofroom.content.tools.read import ListModelsInput
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.repository import Job, Repositories
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.runtime import AgentProfile, Authority, ProjectState, PromptBuilder, PromptFacts
from tests.content.tools.conftest import ARTICLES, LABELS, SETTINGS, TOPICS

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
PROJECT = ProjectId("p1")
GOLDEN = Path(__file__).parent / "golden"
SCREEN: dict[str, Any] = {
    "activeModelId": "topics",
    "activeLocale": "en",
    "activeEntryId": "aaaaaaaaaaaa",
    "panelState": "model",
    "contextItems": [
        {
            "type": "entry",
            "modelId": "topics",
            "modelName": "Topics",
            "entryId": "aaaaaaaaaaaa",
            "data": {"name": "Rivers", "note": "x" * 300},
        },
        {"type": "asset", "assetId": "hero.webp", "data": "webp, 1920x1080 -> media/original/abc.webp"},
    ],
}


def job(line: str, step: str = "1") -> Job:
    return Job(PROJECT, Identity("Ada", "ada@example.com"), NOON, line, Provenance(run="r", step=step))


def add_topic(name: str):
    def plan(project: Project, stamp: Stamp) -> FilePlan:
        return plan_save(project, "topics", [EntrySave({"name": name}, id="a" * 12)], stamp)

    return plan


def add_terms(project: Project, stamp: Stamp) -> FilePlan:
    return plan_vocabulary(project, {f"term-{number:02d}": {"en": f"Term {number}"} for number in range(12)})


@pytest.fixture
async def desk(tmp_path: Path) -> Contents:
    made = Contents(Repositories(tmp_path / "repos"))
    models = [TOPICS, ARTICLES, SETTINGS, LABELS]
    await made.create(job("run/init", "0"), NewProject(("en", "tr"), ("blog",), models, stack="astro"))
    await made.write(job("run/terms", "t"), add_terms, "terms")
    await made.repositories.end_turn(job("run/terms", "t"), "auto-merge", None)
    return made


async def list_models(context: ToolContext, given: ListModelsInput) -> ToolOutput:
    """List."""
    return ToolOutput(ok=True)


def facts(**changes: Any) -> PromptFacts:
    made = PromptFacts(
        workspace_id=WorkspaceId("w"),
        project_id=PROJECT,
        scope="content",
        agent=AgentProfile("editor", "Editor", 1, "Edit."),
        authority=Authority(frozenset(), name="Ada", workspace_role="member", project_role="editor"),
        project=ProjectState("active", "review"),
        tools=[read_tool(list_models)],
        screen=SCREEN,
        message="Translate it",
        now=NOON,
    )
    return replace(made, **changes)


@pytest.fixture
def builder(desk: Contents) -> PromptBuilder:
    made = PromptBuilder()
    made.add(*content_sections(desk.repositories, Brain(desk)))
    return made


async def test_the_prompt_says_exactly_this(builder: PromptBuilder) -> None:
    prefix, suffix = await builder.build(facts())
    assert prefix + "\n" == (GOLDEN / "prefix.md").read_text("utf-8")
    assert suffix + "\n" == (GOLDEN / "suffix.md").read_text("utf-8")


async def test_the_beginning_is_the_same_byte_for_byte_while_the_project_is(
    builder: PromptBuilder, desk: Contents
) -> None:
    first, _ = await builder.build(facts())
    written = await desk.write(job("chat/c1"), add_topic("Rivers"), "add")
    changes: list[dict[str, Any]] = [
        {"screen": {}, "message": "What is new?"},
        {"screen": {"activeModelId": "articles", "activeLocale": "tr"}},
        {"project": ProjectState("active", "review", ref=written.branch)},
    ]
    for change in changes:
        prefix, suffix = await builder.build(facts(**change))
        assert prefix == first
        assert suffix


async def test_what_waits_and_what_the_turn_works_on_is_told_behind_the_boundary(
    builder: PromptBuilder, desk: Contents
) -> None:
    written = await desk.write(job("chat/c1"), add_topic("Rivers"), "add")
    _, suffix = await builder.build(facts(project=ProjectState("active", "review", ref=written.branch)))
    assert f"Waiting branches: 1 ({written.branch})" in suffix
    assert f"works on {written.branch}" in suffix
    await desk.repositories.reject(PROJECT, written.branch)
    gone = facts(project=ProjectState("active", "review", ref=written.branch))
    prefix, _ = await builder.build(gone)
    assert "## Content models" in prefix, "a branch merged meanwhile falls back to the content"


async def test_limits_hide_models_and_are_named(builder: PromptBuilder) -> None:
    limited = Authority(
        frozenset(),
        only_models=frozenset({"articles"}),
        only_locales=frozenset({"tr"}),
    )
    prefix, _ = await builder.build(facts(authority=limited))
    assert "### articles" in prefix
    assert "### topics" not in prefix
    assert "Only these models: articles" in prefix
    assert "Only these locales: tr" in prefix


@pytest.mark.parametrize(
    ("workflow", "role", "said"),
    [
        ("review", "member", "wait on one branch"),
        ("review", "admin", "merged together"),
        ("auto-merge", "member", "merged together"),
    ],
)
async def test_the_rules_say_what_becomes_of_changes(
    builder: PromptBuilder, workflow: str, role: str, said: str
) -> None:
    given = facts(
        project=ProjectState("active", workflow),
        authority=Authority(frozenset(), workspace_role=role, wants_merge=True),
    )
    assert said in (await builder.build(given))[0]


async def test_a_broken_project_tells_its_cause_and_nothing_it_cannot_know(builder: PromptBuilder) -> None:
    broken = ProjectState("error", "review", cause="config.json cannot be read as JSON.")
    prefix, suffix = await builder.build(facts(project=broken))
    assert "Cause: config.json cannot be read" in suffix
    assert "## Content models" not in prefix


async def test_without_a_project_the_prompt_says_so(builder: PromptBuilder) -> None:
    _, suffix = await builder.build(facts(project_id=None, project=None))
    assert "No project is open" in suffix


async def test_other_scopes_have_none_of_it(builder: PromptBuilder) -> None:
    assert await builder.build(facts(scope="workspace")) == ("", "")


def test_pinned_data_is_cut_and_cannot_break_its_line() -> None:
    text = screen_text({"contextItems": [{"type": "model", "modelName": "A\n## Rules"}, "nonsense"]})
    assert text.endswith("### Pinned\n- Model: A ## Rules")
    pinned = screen_text(SCREEN).splitlines()[-2]
    assert len(pinned) < 250
    assert pinned.endswith("…")


async def test_pinned_entries_come_with_what_they_say_now_and_assets_with_their_path(
    builder: PromptBuilder, desk: Contents
) -> None:
    written = await desk.write(job("chat/c1"), add_topic("Rivers"), "add")
    size = {"filename": "hero.webp", "format": "webp", "width": 1920, "height": 1080}
    items: list[dict[str, Any]] = [
        {"type": "entry", "modelId": "topics", "entryId": "aaaaaaaaaaaa"},
        {"type": "asset", "assetId": "abc123", "data": size | {"path": "media/original/abc123.webp"}},
    ]
    screen, project = {"contextItems": items}, ProjectState("active", "review", ref=written.branch)
    _, suffix = await builder.build(facts(screen=screen, project=project))
    assert '- Entry "aaaaaaaaaaaa" from Topics: {"name":"Rivers"' in suffix
    assert "- Asset: hero.webp (webp, 1920x1080) -> path: media/original/abc123.webp" in suffix
