"""People of a workspace: who is here, invite, change a role, remove."""

from datetime import datetime

from fastapi import APIRouter, Request, Response
from pydantic import Field

from proofroom.access import Invite, Member, Principal, ProjectRole, WorkspaceRole
from proofroom.api.keys import KeyLimits
from proofroom.api.security import StudioDep, address_of, open_to_all, requires
from proofroom.api.session import PersonInfo, SessionInfo, set_cookie, show_session
from proofroom.api.shapes import Done, In, Out
from proofroom.kernel.ids import PersonId, ProjectId, RoleId

router = APIRouter(tags=["access"])


class MemberInfo(Out):
    """Somebody in the workspace."""

    person: PersonInfo
    role: WorkspaceRole
    role_id: str | None
    """A role of the workspace's own that adds to it."""
    project_roles: dict[str, ProjectRole]
    project_limits: dict[str, dict[str, list[str]]]
    is_disabled: bool
    joined_at: datetime


class RoleChange(In):
    """A new role in the workspace, and a role of its own that adds to it."""

    role: WorkspaceRole
    role_id: str | None = None
    """Left out, it stays as it is; null takes it away."""


class ProjectRoleChange(In):
    """A new role in one project; null takes the role there away."""

    role: ProjectRole | None
    limits: KeyLimits | None = None
    """What they may touch there; left out, it stays as it is."""


class NewInvite(In):
    """Whom to invite, as what."""

    email: str = Field(min_length=3, max_length=254)
    role: WorkspaceRole = "member"
    project_roles: dict[str, ProjectRole] = Field(default_factory=dict[str, ProjectRole])


class InviteInfo(Out):
    """An open invite."""

    id: str
    email: str
    role: WorkspaceRole
    project_roles: dict[str, ProjectRole]
    created_at: datetime
    expires_at: datetime


class SentInviteInfo(Out):
    """A fresh invite with its link's path: it is shown once."""

    invite: InviteInfo
    path: str


class OpenInviteInfo(Out):
    """What somebody with the link sees; `isKnown` asks for the password they have already."""

    email: str
    workspace_name: str
    is_known: bool


class AcceptInvite(In):
    """The invited person's answer."""

    token: str
    name: str = Field("", max_length=80)
    password: str = Field(min_length=1, max_length=1024)


def _show_member(member: Member) -> MemberInfo:
    return MemberInfo(
        person=PersonInfo.model_validate(member.person),
        role=member.role,
        role_id=member.role_id,
        project_roles={str(project): role for project, role in member.project_roles.items()},
        project_limits={str(key): limits.as_dict() for key, limits in member.project_limits.items()},
        is_disabled=member.person.is_disabled,
        joined_at=member.joined_at,
    )


def _show_invite(invite: Invite) -> InviteInfo:
    return InviteInfo.model_validate(invite)


@router.get("/people")
async def list_people(
    studio: StudioDep, principal: Principal = requires("users.team.read")
) -> list[MemberInfo]:
    """Return the people of the workspace."""
    return [_show_member(member) for member in await studio.access.members.list(principal)]


@router.put("/people/{person_id}")
async def change_role(
    person_id: str, body: RoleChange, studio: StudioDep, principal: Principal = requires("users.team.update")
) -> MemberInfo:
    """Change somebody's role in the workspace."""
    members, person = studio.access.members, PersonId(person_id)
    is_named = "role_id" in body.model_fields_set
    record = body.role_id if is_named else (await members.get(principal, person)).role_id
    role_id = RoleId(record) if record else None
    return _show_member(await members.set_role(principal, person, body.role, role_id=role_id))


@router.put("/people/{person_id}/projects/{project_id}")
async def change_project_role(
    person_id: str,
    project_id: str,
    body: ProjectRoleChange,
    studio: StudioDep,
    principal: Principal = requires("users.team.update"),
) -> MemberInfo:
    """Change what somebody may do in one project."""
    person, project = PersonId(person_id), ProjectId(project_id)
    if body.role is None:
        await studio.access.projects.delete_role(principal, project, person)
    else:
        await studio.access.projects.put_role(principal, project, person, body.role)
        if body.limits is not None:
            await studio.access.projects.set_limits(principal, project, person, body.limits.as_limits())
    return _show_member(await studio.access.members.get(principal, person))


@router.delete("/people/{person_id}")
async def remove_person(
    person_id: str, studio: StudioDep, principal: Principal = requires("users.team.delete")
) -> Done:
    """Remove somebody from the workspace; what they did stays."""
    await studio.access.members.remove(principal, PersonId(person_id))
    return Done()


@router.get("/invites")
async def list_invites(
    studio: StudioDep, principal: Principal = requires("users.team.read")
) -> list[InviteInfo]:
    """Return the open invites."""
    return [_show_invite(invite) for invite in await studio.access.invites.list(principal)]


@router.post("/invites", status_code=201)
async def invite_person(
    body: NewInvite, studio: StudioDep, principal: Principal = requires("users.team.create")
) -> SentInviteInfo:
    """Invite somebody; give them the path, which works once."""
    roles: dict[ProjectId, ProjectRole] = {
        ProjectId(project): role for project, role in body.project_roles.items()
    }
    sent = await studio.access.invites.create(principal, body.email, role=body.role, project_roles=roles)
    return SentInviteInfo(invite=_show_invite(sent.invite), path=f"/invite?token={sent.token}")


@router.delete("/invites/{invite_id}")
async def revoke_invite(
    invite_id: str, studio: StudioDep, principal: Principal = requires("users.team.create")
) -> Done:
    """Take an invite back."""
    await studio.access.invites.revoke(principal, invite_id)
    return Done()


@router.get("/invite", dependencies=[open_to_all("the token of the link is the credential")])
async def look_at_invite(token: str, studio: StudioDep) -> OpenInviteInfo:
    """Return what an invite's link offers."""
    found = await studio.access.invites.look_at(token)
    return OpenInviteInfo(email=found.email, workspace_name=found.workspace.name, is_known=found.is_known)


@router.post("/invite", dependencies=[open_to_all("the token of the link is the credential")])
async def accept_invite(
    body: AcceptInvite, request: Request, response: Response, studio: StudioDep
) -> SessionInfo:
    """Accept an invite and sign in."""
    address = address_of(request)
    signed = await studio.access.invites.accept(
        body.token, password=body.password, name=body.name, address=address
    )
    set_cookie(response, request, signed.token, studio.settings.session_days)
    return await show_session(studio, signed.token)
