"""Signing in and out, and who is signed in."""

from datetime import datetime

from fastapi import APIRouter, Request, Response
from pydantic import Field

from proofroom.access import Principal, Project
from proofroom.access.csrf import csrf_token
from proofroom.api.language import Told
from proofroom.api.security import COOKIE, StudioDep, address_of, open_to_all, signed_in
from proofroom.api.shapes import Done, In, Out
from proofroom.wiring import Studio

router = APIRouter(tags=["session"])


class SignIn(In):
    """An address and a password."""

    email: str = Field(min_length=3, max_length=254)
    password: str = Field(min_length=1, max_length=1024)


class PersonInfo(Out):
    """A person as others see them."""

    id: str
    name: str
    email: str


class WorkspaceInfo(Out):
    """A workspace one is in, or can switch to."""

    id: str
    slug: str
    name: str


class SessionProject(Out):
    """A project one can open."""

    id: str
    slug: str
    name: str
    status: str
    status_reason: Told = ""
    permissions: list[str]
    """What one may do in this project besides what one may do everywhere."""
    withheld: list[str]
    """What one may do elsewhere, and not in this project: one is limited there."""


class SessionInfo(Out):
    """Who is signed in, where, and what they may do. `csrfToken` goes with every change."""

    person: PersonInfo
    workspace: WorkspaceInfo
    workspaces: list[WorkspaceInfo]
    """All that one can switch to, the one that is open among them."""
    permissions: list[str]
    projects: list[SessionProject]
    csrf_token: str


@router.post("/session", dependencies=[open_to_all("signing in is how one gets a session")])
async def sign_in(body: SignIn, request: Request, response: Response, studio: StudioDep) -> SessionInfo:
    """Sign in with a password."""
    address = address_of(request)
    signed = await studio.access.sessions.sign_in(
        body.email, body.password, address=address, device=request.headers.get("user-agent", "")[:200]
    )
    set_cookie(response, request, signed.token, studio.settings.session_days)
    return await show_session(studio, signed.token)


@router.get("/session")
async def session(request: Request, studio: StudioDep, principal: Principal = signed_in()) -> SessionInfo:
    """Return who is signed in."""
    return await show_session(studio, request.cookies.get(COOKIE, ""))


@router.delete("/session")
async def sign_out(
    request: Request, response: Response, studio: StudioDep, principal: Principal = signed_in()
) -> Done:
    """Sign out on this device."""
    await studio.access.sessions.sign_out(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE, path="/")
    return Done()


class SignInInfo(Out):
    """A device on which one is signed in; `isThis` marks the one that asks."""

    id: str
    device: str
    address: str
    created_at: datetime
    seen_at: datetime
    expires_at: datetime
    is_this: bool


class SignInsEnded(Out):
    """How many sign-ins ended."""

    ended: int


@router.get("/sessions")
async def list_sessions(studio: StudioDep, principal: Principal = signed_in()) -> list[SignInInfo]:
    """Return where one is signed in, the last seen first."""
    return [
        SignInInfo.of(each, is_this=each.id == principal.session_id)
        for each in await studio.access.sessions.list(principal)
    ]


@router.delete("/sessions")
async def sign_out_everywhere(
    request: Request, studio: StudioDep, principal: Principal = signed_in()
) -> SignInsEnded:
    """Sign out everywhere else; the device that asks stays signed in."""
    keep = request.cookies.get(COOKIE)
    return SignInsEnded(ended=await studio.access.sessions.sign_out_everywhere(principal, keep=keep))


@router.delete("/sessions/{session_id}")
async def end_session(session_id: str, studio: StudioDep, principal: Principal = signed_in()) -> Done:
    """End one of one's own sign-ins."""
    await studio.access.sessions.end(principal, session_id)
    return Done()


def set_cookie(response: Response, request: Request, token: str, days: int) -> None:
    """Give the browser its session: not readable by scripts, not sent from other sites."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=days * 86_400,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        path="/",
    )


async def show_session(studio: Studio, token: str) -> SessionInfo:
    """Return what the web app needs to know about a session."""
    principal = await studio.access.principals.for_session(token)
    person = await studio.access.people.me(principal)
    workspace = await studio.access.workspaces.get(principal.workspace_id)
    projects = await studio.access.projects.list(principal)
    joined = await studio.access.workspaces.list_of_person(person.id)
    return SessionInfo(
        person=PersonInfo.model_validate(person),
        workspace=WorkspaceInfo.model_validate(workspace),
        workspaces=[WorkspaceInfo.model_validate(each) for each in joined],
        permissions=sorted(principal.permissions),
        projects=[_show_project(principal, project) for project in projects],
        csrf_token=csrf_token(token),
    )


def _show_project(principal: Principal, project: Project) -> SessionProject:
    everywhere, here = principal.permissions, principal.permissions_in(project.id)
    return SessionProject.of(
        project, permissions=sorted(here - everywhere), withheld=sorted(everywhere - here)
    )
