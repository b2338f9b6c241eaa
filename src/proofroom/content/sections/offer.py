"""The sections as the runtime's prompt builder takes them."""

from proofroom.content.brain import Brain
from proofroom.content.format.project import Project
from proofroom.content.format.types import Model
from proofroom.content.sections.pins import with_data
from proofroom.content.sections.screen import intent_text, screen_text
from proofroom.content.sections.standing import permissions_text, state_text, workflow_text
from proofroom.content.sections.texts import configuration, relation_graph, schema, vocabulary
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound, ProofroomError
from proofroom.kernel.strings import prompts
from proofroom.repository import Repositories
from proofroom.repository.git.branch import Branch
from proofroom.runtime import PromptFacts, Section

SCOPES = frozenset({"content"})


@dataclass(frozen=True, slots=True)
class _Seen:
    """What one build of the prompt sees of the project; no project when it cannot be read."""

    project: Project | None = None
    waiting: tuple[Branch, ...] = ()

    def models(self, facts: PromptFacts) -> list[Model]:
        """Return the models that the caller may touch."""
        only = facts.authority.only_models
        found = self.project.models.values() if self.project else ()
        return [model for model in found if only is None or model.id in only]


class _OneLook:
    """Looks at the project once per build: all sections of a build get the same facts object."""

    def __init__(self, repositories: Repositories, brain: Brain) -> None:
        self._repositories, self._brain = repositories, brain
        self._last: tuple[PromptFacts, _Seen] | None = None

    async def of(self, facts: PromptFacts) -> _Seen:
        """Return what the sections of this build speak about."""
        last = self._last
        if last is not None and last[0] is facts:
            return last[1]
        seen = await self._look(facts)
        self._last = (facts, seen)
        return seen

    async def _look(self, facts: PromptFacts) -> _Seen:
        if facts.project_id is None or facts.project is None or facts.project.phase == "error":
            return _Seen()
        try:
            project = await self._project(facts)
            return _Seen(project, tuple(await self._repositories.branches(facts.project_id)))
        except ProofroomError:
            return _Seen()  # the state's section tells what is wrong

    async def _project(self, facts: PromptFacts) -> Project:
        assert facts.project_id is not None
        assert facts.project is not None
        try:
            return await self._brain.project(facts.project_id, facts.project.ref)
        except NotFound:  # the branch was merged since the turn began
            return await self._brain.project(facts.project_id)


def content_sections(repositories: Repositories, brain: Brain) -> list[Section]:
    """Return the sections of the scope `content`."""
    architecture, rules = prompts()["content.architecture"], prompts()["content.rules"]
    look = _OneLook(repositories, brain)

    async def write_architecture(facts: PromptFacts) -> str:
        return architecture

    async def write_configuration(facts: PromptFacts) -> str:
        project = (await look.of(facts)).project
        return configuration(project.config) if project and project.config else ""

    async def write_schema(facts: PromptFacts) -> str:
        seen = await look.of(facts)
        return schema(seen.models(facts)) if seen.project and seen.project.config else ""

    async def write_relations(facts: PromptFacts) -> str:
        seen = await look.of(facts)
        return relation_graph(seen.project, seen.models(facts)) if seen.project else ""

    async def write_vocabulary(facts: PromptFacts) -> str:
        seen = await look.of(facts)
        return vocabulary(seen.project) if seen.project else ""

    async def write_permissions(facts: PromptFacts) -> str:
        return permissions_text(facts.authority, facts.tools)

    async def write_rules(facts: PromptFacts) -> str:
        workflow = facts.project.workflow if facts.project else "review"
        return f"{rules}\n{workflow_text(workflow, facts.authority.merging_role)}"

    async def write_screen(facts: PromptFacts) -> str:
        seen = await look.of(facts)
        pinned = with_data(facts.screen, seen.project, seen.models(facts), facts.authority.only_locales)
        return screen_text(pinned)

    async def write_intent(facts: PromptFacts) -> str:
        return intent_text(facts.message, facts.screen)

    async def write_state(facts: PromptFacts) -> str:
        if facts.project is None:
            return "## Project state\nNo project is open. Ask the person to open one."
        seen = await look.of(facts)
        return state_text(facts.project, seen.project, seen.waiting)

    return [
        Section("content.architecture", 100, "stable", write_architecture, SCOPES),
        Section("content.configuration", 110, "stable", write_configuration, SCOPES),
        Section("content.schema", 120, "stable", write_schema, SCOPES),
        Section("content.relations", 130, "stable", write_relations, SCOPES),
        Section("content.vocabulary", 140, "stable", write_vocabulary, SCOPES),
        Section("content.permissions", 150, "stable", write_permissions, SCOPES),
        Section("content.rules", 160, "stable", write_rules, SCOPES),
        Section("content.screen", 600, "volatile", write_screen, SCOPES, is_screen=True),
        Section("content.intent", 610, "volatile", write_intent, SCOPES),
        Section("content.state", 620, "volatile", write_state, SCOPES),
    ]
