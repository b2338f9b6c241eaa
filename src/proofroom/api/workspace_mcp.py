"""`/mcp/{project}/workspace`: the tools of agents for MCP clients, and the words to hand a task on.

`-` in place of a project stands for none: the tools that need one say so.
"""

from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from proofroom.access import Principal
from proofroom.api.mcp.spoken import SpokenTools
from proofroom.api.security import StudioDep, signed_in
from proofroom.entities import Tasks
from proofroom.entities.task import TaskFilter
from proofroom.entities.tasks import OPEN
from proofroom.kernel.errors import NotAllowed, ProofroomError
from proofroom.kernel.ids import RunId
from proofroom.kernel.strings import prompts, say
from proofroom.kernel.tool import Hear, ToolSpec

root = APIRouter(tags=["mcp"])

GROUPS: Final = frozenset(
    {
        *("entity", "web", "analysis", "assessment", "planning", "workflow", "memory", "admin", "media"),
        *("tasks", "documents", "views", "content", "articles", "publishing", "baseline", "mcp"),
    }
)
"""Those of agents; the site's tools and the official content tools have doors of their own."""
NO_PROJECT: Final = "-"
HAND_OFF: Final = "agent_handoff_prompt"
_MOST_TASKS = 20
_TEXT = {"type": "string"}


@root.api_route("/mcp/{project_id}/workspace", methods=["GET", "POST", "DELETE"], include_in_schema=False)
async def workspace_tools(
    project_id: str, request: Request, studio: StudioDep, principal: Principal = signed_in()
) -> Response:
    """Speak MCP about the workspace, with a project for the tools that need one, or `-`."""
    named = project_id != NO_PROJECT
    project = await studio.access.project_named(principal, project_id) if named else None
    return _Spoken(studio, principal, project, _is_offered)


def _is_offered(spec: ToolSpec) -> bool:
    return spec.group in GROUPS and spec.execution == "server"


class _Spoken(SpokenTools):
    """The tools, and one that writes the words with which a task is handed on."""

    async def list(self) -> list[dict[str, Any]]:
        """Return the tools this caller may use; others are absent."""
        return [*await super().list(), *([_HAND_OFF_TOOL] if self._may_hand_off() else [])]

    async def call(
        self, name: str, arguments: dict[str, Any], hear: Hear | None
    ) -> tuple[bool, dict[str, Any]]:
        """Use a tool through the guard, as a run of one step."""
        if name != HAND_OFF:
            return await super().call(name, arguments, hear)
        try:
            return True, {"prompt": await self._hand_off(arguments)}
        except ProofroomError as error:
            return False, {"ok": False, "error": error.message}

    def _may_hand_off(self) -> bool:
        only = self.principal.limits_in(self._project_id).tools
        return self.principal.can("tasks.team.read") and (only is None or HAND_OFF in only)

    async def _hand_off(self, given: dict[str, Any]) -> str:
        if not self._may_hand_off():
            raise NotAllowed(say("access.may_not"), permission="tasks.team.read")
        workspace_id, tasks = self.principal.workspace_id, self.studio.get(Tasks)
        context = list[str]()
        if named := str(given.get("taskId") or ""):
            task = await tasks.get(workspace_id, named)
            context.append(f"Task {task.slug}: {task.title}\n{task.description}".strip())
        if session := str(given.get("sessionId") or ""):
            run = await self.studio.visible_run(self.principal, RunId(session))
            context.append(f"Run {run.id}: {run.title} ({run.status})")
        waiting = await tasks.find(workspace_id, TaskFilter(OPEN), _MOST_TASKS)
        return prompts()["mcp.agent_handoff"].format(
            goal=str(given.get("goal") or "").strip()[:4_000],
            context="\n".join(context) or "-",
            tasks="\n".join(f"- {one.slug}: {one.title} ({one.status})" for one in waiting) or "-",
        )


_HAND_OFF_TOOL: Final[dict[str, Any]] = {
    "name": HAND_OFF,
    "description": "Return the words with which a task is handed to another agent: goal, context, limits,"
    " open tasks, and how to report.",
    "inputSchema": {
        "type": "object",
        "properties": {"goal": _TEXT, "taskId": _TEXT, "sessionId": _TEXT},
        "required": ["goal"],
        "additionalProperties": False,
    },
    "annotations": {"readOnlyHint": True},
}
