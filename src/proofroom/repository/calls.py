"""Where a tool call reads and writes: the project, the branch, and how its commits are signed."""

from proofroom.kernel.errors import MissingContext
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.repository.repositories import Repositories
from proofroom.repository.types import Job

NOWHERE = "studio@localhost"


def project_of(context: ToolContext) -> ProjectId:
    """Return the project a call is about."""
    if context.project_id is None:
        raise MissingContext(say("content.no_project_open"))
    return context.project_id


def branch_key_of(context: ToolContext) -> str:
    """Return what the work of a call hangs together by."""
    if context.onto:
        return context.onto
    if context.conversation_id is not None:
        return f"chat/{context.conversation_id}"
    return f"run/{context.root_run_id}"


def job_of(context: ToolContext) -> Job:
    """Return how a call's commits are signed."""
    actor = context.actor
    return Job(
        project_id=project_of(context),
        by=Identity(actor.name or context.agent or "Proofroom", actor.email or NOWHERE),
        at=context.now(),
        branch_key=branch_key_of(context),
        provenance=Provenance(run=context.root_run_id, agent=context.agent or None, step=_step_of(context)),
        source="agent" if context.agent else "human",
    )


async def ref_of(repositories: Repositories, context: ToolContext) -> str | None:
    """Return the branch to read: the conversation's open one, or None for the content branch."""
    if context.conversation_id is None and context.ref is not None:
        return context.ref
    return await repositories.open_branch(project_of(context), branch_key_of(context))


def _step_of(context: ToolContext) -> str:
    """Return the step's name within the run that is undone as a whole: the first of a chain of agents."""
    if context.run_id == context.root_run_id:
        return context.step
    return f"{context.run_id}/{context.step}"
