"""Projects: list, make, import, rename, and switch their public delivery on."""

from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field

from proofroom.access import Principal, Project
from proofroom.api.addresses import GIT_PATH, address_here
from proofroom.api.language import Told
from proofroom.api.security import Inside, StudioDep, in_project, requires
from proofroom.api.shapes import In, Out
from proofroom.content.contents import NewProject
from proofroom.content.projects import Projects
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.repository.git.hosts import check_trust
from proofroom.repository.remote_keys import Keys, check_login

router = APIRouter(prefix="/projects", tags=["projects"])


class ProjectInfo(Out):
    """A project: one repository with content and a site."""

    id: str
    slug: str
    name: str
    status: str
    status_reason: Told
    is_public: bool
    """Whether everybody may read its published content."""
    role: str | None
    """The caller's role in it; null for those with rights in the whole workspace."""
    permissions: list[str]
    """What the caller may do with its content."""
    created_at: datetime
    updated_at: datetime


class ProjectDetail(ProjectInfo):
    """A project with its phase and workflow."""

    phase: str
    workflow: str
    cause: str
    git_url: str
    """Where Git clients find the repository; the password is an API key."""


class ProjectStart(In):
    """What a project begins with."""

    locales: list[str] = Field(default_factory=lambda: ["en"], min_length=1)
    domains: list[str] = Field(default_factory=lambda: ["content"], min_length=1)
    stack: str = "other"
    workflow: Literal["review", "auto-merge"] = "review"
    models: list[dict[str, Any]] = Field(default_factory=list[dict[str, Any]])


class ProjectMake(In):
    """A project to make; without `start` its repository is empty and `init` gives it a structure later."""

    name: str = Field(min_length=1, max_length=80)
    slug: str | None = None
    start: ProjectStart | None = None


class RemoteLogin(In):
    """How to sign in at a repository elsewhere: a token or password, or a private key for SSH.

    `fingerprint` accepts one host key or certificate; `certificate` (PEM) accepts itself, or what it signed.
    """

    username: str = Field("", max_length=200)
    token: str | None = Field(None, max_length=8_000)
    private_key: str | None = Field(None, max_length=20_000)
    passphrase: str | None = Field(None, max_length=1_000)
    fingerprint: str | None = Field(None, max_length=200)
    certificate: str | None = Field(None, max_length=50_000)

    @property
    def keys(self) -> Keys:
        """Return it as Git wants it."""
        login = check_login(self.username, self.token, self.private_key, self.passphrase)
        return Keys(login, check_trust(self.fingerprint, self.certificate))


class ProjectImport(RemoteLogin):
    """A repository to make a project from: a `path` on the studio's machine, or a `url`. It is copied."""

    name: str = Field(min_length=1, max_length=80)
    slug: str | None = None
    path: str | None = None
    url: str | None = Field(None, max_length=2_000)
    is_ours: bool = False
    """Whether its words count as the workspace's own; else agents treat them as a stranger's."""


class ProjectChange(In):
    """What to change; what is left out stays."""

    name: str | None = Field(None, min_length=1, max_length=80)
    is_public: bool | None = None


@router.get("")
async def list_projects(
    studio: StudioDep, principal: Principal = requires("projects.team.read")
) -> list[ProjectInfo]:
    """Return the projects one can see."""
    return [_show(principal, project) for project in await studio.access.projects.list(principal)]


@router.post("", status_code=201)
async def create_project(
    body: ProjectMake, studio: StudioDep, principal: Principal = requires("projects.team.create")
) -> ProjectInfo:
    """Make a project, with a first structure or an empty repository."""
    new = NewProject(**body.start.model_dump()) if body.start else None
    return _show(principal, await studio.get(Projects).create(principal, body.name, body.slug, new))


@router.post("/import", status_code=201)
async def import_project(
    body: ProjectImport, studio: StudioDep, principal: Principal = requires("projects.team.create")
) -> ProjectInfo:
    """Make a project from a repository elsewhere, or, for those who run the studio, on its machine."""
    projects, named = studio.get(Projects), (body.name, body.slug)
    if body.url is not None:
        made = await projects.clone(principal, *named, body.url, body.keys, is_ours=body.is_ours)
    elif body.path is not None:
        made = await projects.adopt(principal, *named, Path(body.path), is_ours=body.is_ours)
    else:
        raise InvalidInput(say("projects.url_or_path"))
    return _show(principal, made)


@router.get("/{project_id}")
async def read_project(
    request: Request, studio: StudioDep, inside: Inside = in_project("projects.team.read")
) -> ProjectDetail:
    """Return one project with the state of its content."""
    project = inside.project
    state = await studio.get(Projects).state(project.workspace_id, project.id, None)
    fresh = await studio.access.projects.get(inside.principal, project.id)
    return ProjectDetail(
        **_show(inside.principal, fresh).model_dump(),
        phase=state.phase,
        workflow=state.workflow,
        cause=state.cause,
        git_url=f"{address_here(request)}{GIT_PATH}{project.slug}.git",
    )


@router.put("/{project_id}")
async def change_project(
    body: ProjectChange, studio: StudioDep, inside: Inside = in_project("projects.team.update")
) -> ProjectInfo:
    """Rename a project, or let everybody read its published content."""
    settings = None
    if body.is_public is not None:
        settings = {**inside.project.settings, "delivery": {"public": body.is_public}}
    changed = await studio.access.projects.update(
        inside.principal, inside.project.id, name=body.name, settings=settings
    )
    return _show(inside.principal, changed)


def is_public(project: Project) -> bool:
    """Tell whether everybody may read a project's published content."""
    delivery = project.settings.get("delivery")
    return isinstance(delivery, dict) and delivery.get("public") is True  # pyright: ignore[reportUnknownMemberType]


def _show(principal: Principal, project: Project) -> ProjectInfo:
    allowed = principal.permissions_in(project.id)
    role = principal.project_role(project.id) if principal.workspace_role == "member" else None
    return ProjectInfo.of(
        project,
        is_public=is_public(project),
        role=role,
        permissions=sorted(name for name in allowed if name.startswith(("content.", "site.", "data."))),
    )
