"""Projects of a workspace and the roles people have in them."""

from dataclasses import replace
from typing import Any

from proofroom.access.audit import Audit
from proofroom.access.grants import PROJECT_ROLES, ProjectRole
from proofroom.access.names import clean_name, clean_slug, slugify
from proofroom.access.principal import Principal
from proofroom.access.repo import projects as repo
from proofroom.access.types import Project, ProjectStatus, Restrictions
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from proofroom.kernel.ids import PersonId, ProjectId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.store import Connection, Database


class Projects:
    """The projects of a workspace."""

    def __init__(self, database: Database, clock: Clock, audit: Audit) -> None:
        self._database = database
        self._clock = clock
        self._audit = audit

    async def create(
        self,
        principal: Principal,
        name: str,
        *,
        slug: str | None = None,
        settings: dict[str, Any] | None = None,
    ) -> Project:
        """Make a project; without a slug it gets the next free one for its name."""
        principal.require("projects.team.create")
        title, moment = clean_name(name), self._clock.now()
        project = Project(
            id=ProjectId(new_id()),
            workspace_id=principal.workspace_id,
            slug=slugify(title) if slug is None else clean_slug(slug),
            name=title,
            status="active",
            status_reason="",
            settings=settings or {},
            created_at=moment,
            updated_at=moment,
        )
        async with self._database.transaction() as connection:
            kept = await _insert(connection, project, may_number=slug is None)
            await self._audit.record(
                connection,
                principal,
                "project.create",
                ("project", kept.id, kept.name),
                project_id=kept.id,
                after=kept,
            )
        return kept

    async def list_all(self, workspace_id: WorkspaceId) -> list[Project]:
        """Return every project of a workspace, for work that nobody in particular asked for."""
        async with self._database.reading() as connection:
            return await repo.list_all(connection, workspace_id)

    async def list(self, principal: Principal) -> list[Project]:
        """Return the projects the principal can see, by name."""
        principal.require("projects.team.read")
        found = await self.list_all(principal.workspace_id)
        return [project for project in found if principal.only_project in (None, project.id)]

    async def get(self, principal: Principal, project_id: ProjectId) -> Project:
        """Return a project the principal can see."""
        if principal.only_project not in (None, project_id):
            raise _missing()
        return await self.find(principal.workspace_id, project_id)

    async def get_by_slug(self, principal: Principal, slug: str) -> Project:
        """Return the project with a slug, if the principal can see it."""
        async with self._database.reading(quick=True) as connection:
            found = await repo.find_by_slug(connection, principal.workspace_id, slug)
        if found is None or principal.only_project not in (None, found.id):
            raise _missing()
        return found

    async def find(self, workspace_id: WorkspaceId, project_id: ProjectId) -> Project:
        """Return a project of a workspace, for work that nobody in particular asked for."""
        async with self._database.reading(quick=True) as connection:
            found = await repo.find(connection, workspace_id, project_id)
        if found is None:
            raise _missing()
        return found

    async def update(
        self,
        principal: Principal,
        project_id: ProjectId,
        *,
        name: str | None = None,
        settings: dict[str, Any] | None = None,
    ) -> Project:
        """Change a project's name, or replace its settings."""
        principal.require("projects.team.update")
        old = await self.get(principal, project_id)
        new = replace(
            old,
            name=old.name if name is None else clean_name(name),
            settings=old.settings if settings is None else settings,
            updated_at=self._clock.now(),
        )
        values = {"name": new.name, "settings": new.settings, "updated_at": new.updated_at}
        async with self._database.transaction() as connection:
            await repo.update(connection, principal.workspace_id, project_id, values)
            await self._audit.record(
                connection,
                principal,
                "project.update",
                ("project", project_id, new.name),
                project_id=project_id,
                before=old,
                after=new,
            )
        return new

    async def set_status(
        self, workspace_id: WorkspaceId, project_id: ProjectId, status: ProjectStatus, reason: str = ""
    ) -> None:
        """Remember whether a project can be worked on, and why not."""
        values = {"status": status, "status_reason": reason, "updated_at": self._clock.now()}
        async with self._database.transaction() as connection:
            if not await repo.update(connection, workspace_id, project_id, values):
                raise _missing()

    async def delete(self, principal: Principal, project_id: ProjectId) -> Project:
        """Remove a project's record and roles; its repository stays until the caller removes it."""
        principal.require("projects.team.delete")
        old = await self.get(principal, project_id)
        async with self._database.transaction() as connection:
            await repo.delete(connection, principal.workspace_id, project_id)
            await self._audit.record(
                connection, principal, "project.delete", ("project", project_id, old.name), before=old
            )
        return old

    async def put_role(
        self, principal: Principal, project_id: ProjectId, person_id: PersonId, role: ProjectRole
    ) -> None:
        """Give a member of the workspace a role in a project."""
        principal.require("users.team.update")
        if role not in PROJECT_ROLES:
            raise InvalidInput(say("access.project_role", roles=", ".join(PROJECT_ROLES)), field="role")
        await self.get(principal, project_id)
        async with self._database.transaction() as connection:
            moment, workspace_id = self._clock.now(), principal.workspace_id
            before = await _role(connection, workspace_id, project_id, person_id)
            if not await repo.put_member(connection, workspace_id, project_id, person_id, role, moment):
                raise NotFound(say("access.no_person"))
            await self._record_role(connection, principal, project_id, person_id, before, role)

    async def set_limits(
        self, principal: Principal, project_id: ProjectId, person_id: PersonId, limits: Restrictions
    ) -> None:
        """Limit what somebody with a role in a project may touch there; an empty limit takes it away."""
        principal.require("users.team.update")
        await self.get(principal, project_id)
        async with self._database.transaction() as connection:
            held = await repo.list_limits(connection, principal.workspace_id, person_id)
            old = held.get(person_id, {}).get(project_id)
            if not await repo.set_limits(connection, principal.workspace_id, project_id, person_id, limits):
                raise NotFound(say("access.no_project_role"))
            await self._audit.record(
                connection,
                principal,
                "project.limits",
                ("person", person_id),
                project_id=project_id,
                data={"limits": limits.as_dict()},
                before=old.as_dict() if old else None,
                after=limits.as_dict(),
            )

    async def delete_role(self, principal: Principal, project_id: ProjectId, person_id: PersonId) -> None:
        """Take a person's role in a project away; as a member they still read it."""
        principal.require("users.team.update")
        async with self._database.transaction() as connection:
            before = await _role(connection, principal.workspace_id, project_id, person_id)
            if not await repo.delete_member(connection, principal.workspace_id, project_id, person_id):
                raise NotFound(say("access.no_project_role"))
            await self._record_role(connection, principal, project_id, person_id, before, None)

    async def _record_role(
        self,
        connection: Connection,
        principal: Principal,
        project_id: ProjectId,
        person_id: PersonId,
        before: ProjectRole | None,
        role: ProjectRole | None,
    ) -> None:
        await self._audit.record(
            connection,
            principal,
            "project.role",
            ("person", person_id),
            project_id=project_id,
            data={"role": role},
            before=before,
            after=role,
        )


async def _role(
    connection: Connection, workspace_id: WorkspaceId, project_id: ProjectId, person_id: PersonId
) -> ProjectRole | None:
    roles = await repo.list_roles(connection, workspace_id, person_id)
    return roles.get(person_id, {}).get(project_id)


async def _insert(connection: Connection, project: Project, *, may_number: bool) -> Project:
    candidate, number = project, 1
    while not await repo.insert(connection, candidate):
        if not may_number:
            raise Conflict(say("access.project_taken", slug=project.slug))
        number += 1
        candidate = replace(project, slug=f"{project.slug}-{number}")
    return candidate


def _missing() -> NotFound:
    return NotFound(say("access.no_project"))
