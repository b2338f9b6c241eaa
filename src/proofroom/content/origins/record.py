"""Remembering which entries hold a stranger's words, and forgetting it when a person takes them over."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, cast

from proofroom.access import Principal, Project
from proofroom.access.audit import Audit
from proofroom.content.format.paths import CONTEXT, META
from proofroom.content.origins import repo
from proofroom.content.origins.types import (
    IMPORT,
    PROGRAM,
    STANDING,
    STRUCTURE,
    WHOLE_MODEL,
    EntryOrigin,
    key_of,
    keys_of,
    room_key,
)
from proofroom.content.plans.types import FilePlan
from proofroom.kernel.clock import Clock
from proofroom.kernel.ids import ProjectId, RunId, WorkspaceId
from proofroom.kernel.tool import ToolContext
from proofroom.repository.calls import branch_key_of
from proofroom.reviews.types import HunkTarget, Proposal
from proofroom.store import Connection, Database

_LOCALE = re.compile(r"[a-z]{2}(?:-[A-Z]{2})?")
_FEW = 200
"""Marks of a project up to which they are read whole."""
_EVERYTHING = (STRUCTURE, "")
"""Stands for a whole project while it is being brought in."""


class Origins:
    """Entries of all projects that hold words of strangers."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database, self._clock, self._audit = database, clock, audit

    # --- marking

    async def note_write(
        self, context: ToolContext, plan: FilePlan, branch_key: str, *, origin: str = ""
    ) -> None:
        """Take in what a call wrote: marked where a stranger's text led to it, clean where a person did."""
        origin = origin or context.outside or (PROGRAM if context.hand == "program" else "")
        is_silent = plan.writes and all(f"{META}/" in path or path.endswith(CONTEXT) for path in plan.writes)
        is_nothing = origin and not plan.writes and not plan.deletes
        if context.project_id is None or is_nothing or is_silent or (not origin and context.hand == "agent"):
            return  # how entries stand is nobody's words; an agent's clean ones leave an older mark there
        if plan.model is None or not plan.touched:  # a model itself, the vocabulary, the configuration
            if origin:
                await self._note_branch(context, STRUCTURE, branch_key, origin)
            return
        entries = [_entry(name) for name in plan.touched]
        async with self._database.transaction() as connection:
            if origin:
                marks = [_written(context, plan.model, entry, branch_key, origin) for entry in entries]
                await repo.put(connection, marks)
                return
            for entry in entries:
                await repo.forget(connection, context.workspace_id, context.project_id, plan.model, entry)

    async def note_room_write(self, context: ToolContext, room: str) -> None:
        """Take in that a call wrote files of another room because of a stranger's text."""
        origin = context.outside or (PROGRAM if context.hand == "program" else "")
        if context.project_id is not None and origin:
            await self._note_branch(context, room_key(room), branch_key_of(context), origin)

    async def _note_branch(self, context: ToolContext, model: str, branch_key: str, origin: str) -> None:
        async with self._database.transaction() as connection:
            await repo.put(connection, [_written(context, model, branch_key, branch_key, origin)])

    async def begin_taking_in(self, project: Project) -> None:
        """Mark a whole project, before anything of a stranger's is in it: a kill in between hides nothing."""
        async with self._database.transaction() as connection:
            await repo.put(connection, self._brought(project, [_EVERYTHING], IMPORT))

    async def take_in(self, project: Project, targets: Iterable[HunkTarget], origin: str) -> int:
        """Mark what came from elsewhere; return how many things it was."""
        keys = keys_of(targets)
        async with self._database.transaction() as connection:
            await repo.put(connection, self._brought(project, keys, origin), replaces=True)
            await repo.forget(connection, project.workspace_id, project.id, *_EVERYTHING)
        return len(keys)

    async def take_in_room(self, project: Project, room: str, branch_key: str = "") -> None:
        """Mark a room's files as brought from elsewhere, or those that wait on a branch."""
        mark = (room_key(room), branch_key)
        async with self._database.transaction() as connection:
            await repo.put(
                connection, self._brought(project, [mark], IMPORT, branch_key=branch_key), replaces=True
            )
            if branch_key:  # they wait there, and are nowhere else
                await repo.forget(connection, project.workspace_id, project.id, room_key(room), "")

    def _brought(
        self, project: Project, keys: Sequence[tuple[str, str]], origin: str, *, branch_key: str = ""
    ) -> list[EntryOrigin]:
        now = self._clock.now()
        return [
            EntryOrigin(
                project_id=project.id,
                model=model,
                entry=entry,
                workspace_id=project.workspace_id,
                origin=origin,
                branch_key=branch_key,
                run_id=None,
                created_at=now,
            )
            for model, entry in keys
        ]

    # --- taking over

    async def accept(
        self,
        connection: Connection,
        proposal: Proposal,
        accepted: Iterable[HunkTarget],
        undecided: Iterable[HunkTarget],
    ) -> None:
        """Forget the marks of what a person accepted, unless some of it still waits, and of what is gone.

        What came from elsewhere stays marked until somebody accepts it as a whole, or writes it anew.
        """
        if proposal.project_id is None:
            return
        project = (proposal.workspace_id, proposal.project_id)
        waiting = {key_of(target) for target in undecided}
        for target in accepted:
            key = key_of(target)
            if key in waiting or target.type == "status":
                continue
            branch_key = _key_in(proposal.branch or "")
            if target.room == "content":
                # One field takes over what this proposal says, not what others have brought before.
                kept = STANDING if target.path else ()
                await repo.forget(
                    connection, *project, *key, but=kept, brought_by=branch_key if kept else None
                )
            if branch_key and key[0].startswith("@"):
                await repo.forget_branch(connection, *project, key[0], branch_key)
        if proposal.branch and not waiting:  # what was refused is nowhere, and what was not is accepted
            await repo.forget_decided(connection, *project, _key_in(proposal.branch))

    async def vouch(
        self, principal: Principal, project: Project, entries: Collection[tuple[str, str]] | None
    ) -> int:
        """Take words over as the workspace's own, all of a project or some; return how many were marked."""
        principal.require_human()
        where = (project.workspace_id, project.id)
        async with self._database.transaction() as connection:
            before = await repo.count(connection, *where)
            if entries is None:
                await repo.forget_all(connection, *where)
            for model, entry in entries or ():
                await repo.forget(connection, *where, model, entry)
            after = await repo.count(connection, *where)
            await self._audit.record(
                connection,
                principal,
                "content.accept_words",
                ("project", project.id, project.name),
                project_id=project.id,
                before={"marked": before},
                after={"marked": after},
                data={"entries": None if entries is None else [f"{model}/{key}" for model, key in entries]},
            )
        return before - after

    # --- asking

    async def waits_on(self, workspace_id: WorkspaceId, project_id: ProjectId, branch_key: str) -> bool:
        """Tell whether the branch of a conversation or run has held words that nobody has accepted yet."""
        async with self._database.reading() as connection:
            return await repo.on_branch(connection, workspace_id, project_id, branch_key)

    async def pinned(
        self, workspace_id: WorkspaceId, project_id: ProjectId | None, screen: Mapping[str, Any]
    ) -> str:
        """Return the first marked thing that a run reads from the start; empty without one.

        It is among what a person pinned for an agent, or among what every prompt shows of the project.
        """
        if project_id is None:
            return ""
        items: Any = screen.get("contextItems")
        pins = [(str(each.get("modelId")), str(each.get("entryId") or "")) for each in _dicts(items)]
        names = {entry or model for model, entry in pins}
        async with self._database.reading() as connection:
            found = await repo.named(connection, workspace_id, project_id, names, also_everywhere=True)
        return next(
            (one.name for one in found if one.model.startswith("@") or (one.model, one.entry) in pins), ""
        )

    async def among(
        self, workspace_id: WorkspaceId, project_id: ProjectId, names: Callable[[], Collection[str]]
    ) -> str:
        """Return the first marked thing that some names stand for; empty without one.

        The names of a long answer are many, the marks mostly few: where they are, they are looked up among
        the names, and where there are none, the names are not even gathered.
        """
        async with self._database.reading() as connection:
            found = await repo.of_project(connection, workspace_id, project_id, _FEW + 1)
            if len(found) > _FEW:
                found = await repo.named(connection, workspace_id, project_id, names())
            elif found:
                told = names()
                found = [one for one in found if (one.entry or one.model) in told]
        return found[0].name if found else ""

    async def shown_on_pages(self, context: ToolContext) -> str:
        """Return a marked entry of the project where a call is, which its pages may show; empty without."""
        if context.project_id is None:
            return ""
        async with self._database.reading() as connection:
            found = await repo.first_entry(connection, context.workspace_id, context.project_id)
        return found.name if found else ""

    async def of_project(self, project: Project, limit: int) -> tuple[list[EntryOrigin], int]:
        """Return the marked things of a project, the first of them, and how many there are."""
        async with self._database.reading() as connection:
            found = await repo.of_project(connection, project.workspace_id, project.id, limit)
            return found, await repo.count(connection, project.workspace_id, project.id)


def _written(context: ToolContext, model: str, entry: str, branch_key: str, origin: str) -> EntryOrigin:
    assert context.project_id is not None
    return EntryOrigin(
        project_id=context.project_id,
        model=model,
        entry=entry,
        workspace_id=context.workspace_id,
        origin=origin[:80],
        branch_key=branch_key,
        run_id=RunId(context.run_id),
        created_at=context.now(),
    )


def _key_in(branch: str) -> str:
    """Return the conversation or run that a branch belongs to: `cr/chat/ID/TIME` is `chat/ID`."""
    return "/".join(branch.split("/")[1:-1])


def _dicts(items: Any) -> list[dict[str, Any]]:
    found = cast("list[Any]", items) if isinstance(items, list) else []
    return [cast("dict[str, Any]", each) for each in found if isinstance(each, dict)]


def _entry(name: str) -> str:
    """Return the key of what a plan touched; a locale stands for a model's one record there."""
    return WHOLE_MODEL if _LOCALE.fullmatch(name) else name
