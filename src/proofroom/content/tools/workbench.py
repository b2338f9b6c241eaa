"""What every content tool works with: the project, the branch to read, the branch to write on."""

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict

from proofroom.content.brain import Brain, View
from proofroom.content.contents import Contents, Planner, Written
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json, Model
from proofroom.content.origins import Origins
from proofroom.content.tools.limits import Caller, allow_locale, allow_model, may_use_locale
from proofroom.content.validation.types import Issue
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.events import Affected
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.repository import Job, Repositories
from proofroom.repository.calls import branch_key_of, job_of, project_of, ref_of
from proofroom.repository.end_turn import MergeFailed
from proofroom.repository.merge.land import should_auto_merge
from proofroom.reviews import Proposals

T = TypeVar("T")
_SHOWN = 20


class Given(BaseModel):
    """The input of a content tool; names on the wire are the seed's."""

    model_config = ConfigDict(populate_by_name=True)


class Workbench:
    """The repositories, the brain and the proposals, as tools use them."""

    def __init__(
        self,
        contents: Contents,
        brain: Brain,
        proposals: Proposals,
        on_failed: MergeFailed,
        origins: Origins,
    ) -> None:
        self.contents = contents
        self.brain = brain
        self.proposals = proposals
        self.on_failed = on_failed
        self.origins = origins

    @property
    def repositories(self) -> Repositories:
        """The repositories that the content is in."""
        return self.contents.repositories

    def project_id(self, context: ToolContext) -> ProjectId:
        """Return the project a call is about."""
        return project_of(context)

    # --- reading

    async def ref(self, context: ToolContext) -> str | None:
        """Return the branch to read: the conversation's open one, or None for the content branch."""
        return await ref_of(self.repositories, context)

    async def look(self, context: ToolContext, look: Callable[[View], T]) -> T:
        """Look at the branch to read."""
        return await self.brain.look(self.project_id(context), await self.ref(context), look)

    async def project(self, context: ToolContext) -> Project:
        """Return the project on the branch to read, for longer work."""
        return await self.brain.project(self.project_id(context), await self.ref(context))

    # --- writing

    def job(self, context: ToolContext) -> Job:
        """Return how a call's commits are signed."""
        return job_of(context)

    async def write(
        self, context: ToolContext, plan: Planner, message: str, *, origin: str = ""
    ) -> tuple[Written, Json]:
        """Commit a plan on the conversation's branch; return it and what the tool answers about it.

        `origin` says whose words are written, where they are not those of the caller.
        """
        with context.timed("git", "commit") as part:
            written = await self.contents.write(self.job(context), plan, message)
            part |= {"branch": written.branch, "commit": written.commit, "files": written.changed_files}
        await self.origins.note_write(context, written.plan, branch_key_of(context), origin=origin)
        workflow = await self.contents.read(self.project_id(context), None, _workflow)
        return written, write_summary(written, workflow, context.actor.workspace_role)


def find_model(caller: Caller, project: Project, model_id: str) -> Model:
    """Return a model that the caller may use."""
    allow_model(caller, model_id)
    return project.model(model_id)


def find_locale(caller: Caller, project: Project, model: Model, given: str | None) -> str:
    """Return the locale to use: the given one, the one on screen, or the project's default."""
    config = project.ready_config
    if not model.i18n:
        return config.default_locale
    if given is not None:
        if given not in config.locales:
            raise InvalidInput(
                say("content.locale", locale=given),
                suggestion=say("next.one_of", known=", ".join(config.locales)),
            )
        allow_locale(caller, given)
        return given
    seen = caller.screen.get("activeLocale")
    if isinstance(seen, str) and seen in config.locales and may_use_locale(caller, seen):
        return seen
    allow_locale(caller, config.default_locale)
    return config.default_locale


def write_summary(written: Written, workflow: str, workspace_role: str | None) -> Json:
    """Return what a writing tool answers: where the change is, and that it is merged when the turn ends."""
    plan = written.plan
    found: Json = {
        "branch": written.branch or None,
        "commitSha": written.commit if written.branch else None,
        "filesChanged": written.changed_files,
        "valid": plan.report.is_valid,
        "errors": _issues(plan.report.errors),
        "merged": "pending" if written.branch else "nothing to write",
        "workflow": workflow,
    }
    if written.branch and not should_auto_merge(workflow, workspace_role):
        found["reviewBranch"] = written.branch
    if plan.report.warnings:
        found["warnings"] = _issues(plan.report.warnings)
    if plan.advisories:
        found["advisories"] = list(plan.advisories[:_SHOWN])
    return found


def answer(written: Written, data: Json, summary: str) -> ToolOutput:
    """Return the envelope of a write."""
    affected = written.plan.affected
    if written.branch:
        affected = affected.merged(Affected(branches_changed=True, branch=written.branch))
    return ToolOutput(ok=True, data=data, affected=affected, summary=summary)


def told(data: Any, summary: str) -> ToolOutput:
    """Return the envelope of a read."""
    return ToolOutput(ok=True, data=data, summary=summary)


def _issues(issues: tuple[Issue, ...]) -> list[Json]:
    return [issue.as_dict() for issue in issues[:_SHOWN]]


def _workflow(project: Project) -> str:
    return project.config.workflow if project.config else "review"
