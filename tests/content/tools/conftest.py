"""A studio with a project, and a hand that calls content tools as somebody."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from proofroom.access.audit import Audit
from proofroom.content.brain import Brain
from proofroom.content.contents import Contents, NewProject
from proofroom.content.origins import Origins
from proofroom.content.tools import Workbench, content_tools
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId, RunId, WorkspaceId, new_id
from proofroom.kernel.tool import Actor, Hand, ToolOutput
from proofroom.repository import Job, Repositories
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.reviews import Proposals
from proofroom.store.database import Database
from proofroom.tools import Registry, invoke
from tests.clocks import FixedClock

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
WORKSPACE = WorkspaceId(new_id())
PERSON = PersonId(new_id())
TOPICS = {
    "id": "topics",
    "name": "Topics",
    "kind": "collection",
    "domain": "blog",
    "i18n": True,
    "fields": {
        "name": {"type": "string", "required": True},
        "color": {"type": "color"},
        "parent": {"type": "relation", "model": "topics"},
    },
}
ARTICLES = {
    "id": "articles",
    "name": "Articles",
    "kind": "document",
    "domain": "blog",
    "i18n": True,
    "fields": {
        "title": {"type": "string", "required": True},
        "topic": {"type": "relation", "model": "topics"},
        "featured": {"type": "boolean"},
    },
}
SETTINGS = {
    "id": "settings",
    "name": "Settings",
    "kind": "singleton",
    "domain": "blog",
    "i18n": False,
    "fields": {"tagline": {"type": "string", "required": True}},
}
LABELS = {"id": "labels", "name": "Labels", "kind": "dictionary", "domain": "blog", "i18n": True}


@dataclass
class Context:
    """A tool's context as a test wants it."""

    project_id: ProjectId | None
    step: str
    actor: Actor = field(default_factory=lambda: Actor("Ada", "ada@example.com", "member"))
    workspace_id: WorkspaceId = WORKSPACE
    person_id: PersonId | None = PERSON
    conversation_id: ConversationId | None = field(default_factory=lambda: ConversationId("c1"))
    run_id: RunId = field(default_factory=lambda: RunId("r1"))
    root_run_id: RunId = field(default_factory=lambda: RunId("r1"))
    tool_call_id: str = "call"
    agent: str = "editor"
    permissions: frozenset[str] = frozenset()
    ref: str | None = None
    outside: str = ""
    hand: Hand = "agent"
    onto: str = ""
    screen: dict[str, Any] = field(default_factory=dict[str, Any])
    at: datetime = NOON

    @property
    def idempotency_key(self) -> str:
        return f"{self.run_id}:{self.step}"

    def now(self) -> datetime:
        return self.at

    def new_id(self) -> str:
        return new_id()

    def progress(self, text: str, done: int | None = None, total: int | None = None) -> None:
        return None

    def timed(self, kind: str, name: str) -> AbstractContextManager[dict[str, Any]]:
        return nullcontext({})


@dataclass
class Room:
    """A project and its tools."""

    contents: Contents
    brain: Brain
    registry: Registry
    proposals: Proposals
    project_id: ProjectId
    failures: list[str]
    steps: int = 0

    def context(self, **changes: Any) -> Context:
        self.steps += 1
        made = Context(self.project_id, f"{self.steps:03d}.tool.00", at=NOON + timedelta(seconds=self.steps))
        return replace(made, **changes)

    async def use(self, tool: str, given: dict[str, Any] | None = None, **changes: Any) -> ToolOutput:
        return await invoke(self.registry.get(tool), self.context(**changes), given or {})

    async def data(self, tool: str, given: dict[str, Any] | None = None, **changes: Any) -> Any:
        output = await self.use(tool, given, **changes)
        assert output.ok, output.error
        return output.data

    async def refusal(self, tool: str, given: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
        output = await self.use(tool, given, **changes)
        assert not output.ok, output.data
        assert output.error is not None
        return output.error

    async def end_turn(self, line: str = "chat/c1", workflow: str = "auto-merge") -> str:
        end = await self.contents.repositories.end_turn(self.job(line), workflow, None)
        return end.state

    def job(self, line: str = "chat/c1") -> Job:
        return Job(self.project_id, Identity("Ada", "ada@example.com"), NOON, line, Provenance(run="r1"))


@pytest.fixture
async def empty_room(tmp_path: Path, sqlite_database: Database) -> Room:
    """Return a room whose repository has nothing in it."""
    desk, project_id = Contents(Repositories(tmp_path / "repos")), ProjectId(new_id())
    await desk.repositories.create_empty(project_id)
    brain, proposals = Brain(desk), Proposals(sqlite_database, FixedClock(NOON))
    failures: list[str] = []

    async def on_failed(
        workspace: WorkspaceId, project: ProjectId, branch: str, error: ProofroomError
    ) -> None:
        failures.append(f"{branch}: {error.message}")

    registry = Registry()
    registry.add(
        content_tools(
            Workbench(
                desk,
                brain,
                proposals,
                on_failed,
                Origins(sqlite_database, FixedClock(NOON), Audit(sqlite_database, FixedClock(NOON))),
            )
        )
    )
    return Room(desk, brain, registry, proposals, project_id, failures)


@pytest.fixture
async def room(empty_room: Room) -> Room:
    """Return a room whose project has four models and two locales."""
    new = NewProject(("en", "tr"), ("blog",), [TOPICS, ARTICLES, SETTINGS, LABELS], workflow="review")
    await empty_room.contents.init(empty_room.job("run/init"), new)
    return empty_room
