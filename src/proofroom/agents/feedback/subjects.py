"""Finding whose work a word is about: by a message, a tool call, a run, or an answer for a field."""

from proofroom.agents.feedback.types import About, Pointer
from proofroom.durable import Runs
from proofroom.entities import Responses
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import RunId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.runtime.pointers import find_run
from proofroom.store import Database


class Subjects:
    """What words can point at, in all workspaces."""

    def __init__(self, database: Database, runs: Runs, responses: Responses) -> None:
        self._database, self._runs, self._responses = database, runs, responses

    async def find(self, workspace_id: WorkspaceId, pointer: Pointer, run_id: str | None = None) -> About:
        """Return whose work something is; a tool call needs its run, an answer the agent that gave it."""
        match pointer.kind:
            case "response":
                given = await self._responses.get(workspace_id, pointer.id)
                if not given.agent:
                    raise InvalidInput(say("agents.not_an_agents"))
                return await self._of_answer(workspace_id, given.agent, given.run_id, given.entity_id)
            case "observation":
                raise InvalidInput(say("agents.only_noticed"))
            case kind:
                known = RunId(run_id) if run_id else None
                return About.run(
                    await find_run(self._database, self._runs, workspace_id, kind, pointer.id, known)
                )

    async def _of_answer(
        self, workspace_id: WorkspaceId, agent: str, run_id: RunId | None, entity_id: str
    ) -> About:
        try:
            run = await self._runs.get(run_id or RunId(""), workspace_id)
        except NotFound:
            return About(agent, entity_id=entity_id)
        return About.run(run, entity_id)
