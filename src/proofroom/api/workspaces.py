"""Workspaces: list one's own, make one, rename the open one, switch and leave."""

from fastapi import APIRouter, Request, Response
from pydantic import Field

from proofroom.access import Principal, Workspace
from proofroom.api.security import COOKIE, OPERATORS, StudioDep, requires, signed_in
from proofroom.api.session import SessionInfo, WorkspaceInfo, show_session
from proofroom.api.shapes import In, Out
from proofroom.kernel.ids import WorkspaceId
from proofroom.wiring import Studio

router = APIRouter(prefix="/workspaces", tags=["access"])


class WorkspaceName(In):
    """What a workspace is to be called."""

    name: str = Field(min_length=1, max_length=80)


class JoinedWorkspace(Out):
    """A workspace one belongs to; `isOpen` marks the one that this session or command works in."""

    id: str
    slug: str
    name: str
    is_open: bool


class LeftWorkspace(Out):
    """Where one is after leaving; null when no workspace is left, and one is signed out."""

    workspace: WorkspaceInfo | None


@router.get("")
async def list_workspaces(studio: StudioDep, principal: Principal = signed_in()) -> list[JoinedWorkspace]:
    """Return the workspaces one belongs to."""
    return [
        JoinedWorkspace(id=each.id, slug=each.slug, name=each.name, is_open=each.id == principal.workspace_id)
        for each in await _joined(studio, principal)
    ]


@router.post("", status_code=201)
async def create_workspace(
    body: WorkspaceName, studio: StudioDep, principal: Principal = requires(OPERATORS)
) -> WorkspaceInfo:
    """Make a workspace, and own it; nothing of the others is in it."""
    return WorkspaceInfo.model_validate(await studio.make_workspace(principal, body.name))


@router.put("/current")
async def rename_workspace(
    body: WorkspaceName, studio: StudioDep, principal: Principal = requires("workspace.manage")
) -> WorkspaceInfo:
    """Rename the open workspace; its short name stays, because links use it."""
    return WorkspaceInfo.model_validate(await studio.access.workspaces.rename(principal, body.name))


@router.post("/{workspace}/switch")
async def switch_workspace(
    workspace: str, request: Request, studio: StudioDep, principal: Principal = signed_in()
) -> SessionInfo:
    """Work in another workspace one belongs to, by id or short name."""
    found = await studio.access.workspaces.named(workspace, person_id=principal.require_person())
    token = request.cookies.get(COOKIE, "")
    await studio.access.sessions.switch_workspace(principal, token, found.id)
    return await show_session(studio, token)


@router.post("/{workspace}/leave")
async def leave_workspace(
    workspace: str,
    request: Request,
    response: Response,
    studio: StudioDep,
    principal: Principal = signed_in(),
) -> LeftWorkspace:
    """Leave a workspace, by id or short name; what one did there stays. Its only owner cannot."""
    person_id = principal.require_person()
    found = await studio.access.workspaces.named(workspace, person_id=person_id)
    there = await studio.access.principals.for_person(found.id, person_id)
    others = [each for each in await _joined(studio, principal) if each.id != found.id]
    await studio.access.members.remove(there, person_id)
    if found.id != principal.workspace_id:
        return LeftWorkspace(workspace=await _find(studio, principal.workspace_id))
    if not others:
        response.delete_cookie(COOKIE, path="/")
        return LeftWorkspace(workspace=None)
    if token := request.cookies.get(COOKIE):
        await studio.access.sessions.switch_workspace(principal, token, others[0].id)
    return LeftWorkspace(workspace=WorkspaceInfo.model_validate(others[0]))


async def _joined(studio: Studio, principal: Principal) -> list[Workspace]:
    """Return a person's workspaces, the one of a key, or all for the operator before there is an owner."""
    if principal.person_id is not None:
        return await studio.access.workspaces.list_of_person(principal.person_id)
    if principal.kind == "studio":
        return await studio.access.workspaces.list_all()
    return [await studio.access.workspaces.get(principal.workspace_id)]


async def _find(studio: Studio, workspace_id: WorkspaceId) -> WorkspaceInfo:
    return WorkspaceInfo.model_validate(await studio.access.workspaces.get(workspace_id))
