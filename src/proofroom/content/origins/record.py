"""Remembering which entries hold a stranger's words, and forgetting it when a person takes them over."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from proofroom.content.origins import repo
from proofroom.content.origins.repo import EntryOrigin
from proofroom.content.plans.types import FilePlan
from proofroom.kernel.ids import ProjectId, RunId, WorkspaceId
from proofroom.kernel.tool import ToolContext
from proofroom.reviews.types import HunkTarget, Proposal
from proofroom.store import Connection, Database

FORM = "form"
"""The origin of an entry that a stranger's submission became."""
WHOLE_MODEL = ""
_LOCALE = re.compile(r"[a-z]{2}(?:-[A-Z]{2})?")


class Origins:
    """Entries of all projects that hold words of strangers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note_write(
        self, context: ToolContext, plan: FilePlan, branch_key: str, *, origin: str = ""
    ) -> None:
        """Take in what a call wrote: marked where a stranger's text led to it, clean where a person did."""
        if context.project_id is None or plan.model is None:
            return
        origin = origin or context.outside
        entries = [_entry(name) for name in plan.touched]
        if not origin and context.agent:
            return  # an agent's clean words leave an older mark where it is
        async with self._database.transaction() as connection:
            for entry in entries:
                if origin:
                    await repo.put(
                        connection,
                        EntryOrigin(
                            project_id=context.project_id,
                            model=plan.model,
                            entry=entry,
                            workspace_id=context.workspace_id,
                            origin=origin[:80],
                            branch_key=branch_key,
                            run_id=RunId(context.run_id),
                            created_at=context.now(),
                        ),
                    )
                else:
                    await repo.forget(connection, context.workspace_id, context.project_id, plan.model, entry)

    async def accept(
        self,
        connection: Connection,
        proposal: Proposal,
        accepted: Iterable[HunkTarget],
        undecided: Iterable[HunkTarget],
    ) -> None:
        """Forget the marks of entries whose words a person accepted, unless some of them still wait.

        What a form brought stays marked until somebody accepts it as a whole, or writes it anew.
        """
        if proposal.project_id is None:
            return
        waiting = {(target.area, target.id or "") for target in undecided}
        for target in accepted:
            key = (target.area, target.id or "")
            if target.room == "content" and target.type != "status" and key not in waiting:
                keep = None if not target.path else FORM
                where = (proposal.workspace_id, proposal.project_id, *key)
                await repo.forget(connection, *where, but=keep)

    async def waits_on(self, workspace_id: WorkspaceId, project_id: ProjectId, branch_key: str) -> bool:
        """Tell whether the branch of a conversation or run has held words that nobody has accepted yet."""
        found = await self.of_project(workspace_id, project_id)
        return any(one.branch_key == branch_key and one.origin != FORM for one in found)

    async def pinned(
        self, workspace_id: WorkspaceId, project_id: ProjectId, screen: Mapping[str, Any]
    ) -> str:
        """Return the first marked entry among what a person pinned for an agent; empty without one."""
        items: Any = screen.get("contextItems")
        named = [(each.get("modelId"), each.get("entryId") or "") for each in _dicts(items)]
        if not named:
            return ""
        for one in await self.of_project(workspace_id, project_id):
            if (one.model, one.entry) in named:
                return f"{one.model}/{one.entry}".rstrip("/")
        return ""

    async def of_project(self, workspace_id: WorkspaceId, project_id: ProjectId) -> list[EntryOrigin]:
        """Return the marked entries of a project."""
        async with self._database.reading() as connection:
            return await repo.of_project(connection, workspace_id, project_id)


def _dicts(items: Any) -> list[dict[str, Any]]:
    found = cast("list[Any]", items) if isinstance(items, list) else []
    return [cast("dict[str, Any]", each) for each in found if isinstance(each, dict)]


def _entry(name: str) -> str:
    """Return the key of what a plan touched; a locale stands for a model's one record there."""
    return WHOLE_MODEL if _LOCALE.fullmatch(name) else name
