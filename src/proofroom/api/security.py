"""Who may call a route. Every route names a permission, or says why it is open to everybody."""

from base64 import b64decode
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.types import Scope

from proofroom.access import Principal, Project
from proofroom.access.csrf import check_csrf
from proofroom.access.tokens import APP_PREFIX, same
from proofroom.api.addresses import GIT_PATH, MCP_PATH, SAFE_METHODS
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import BadCsrfToken, NotAllowed, NotSignedIn, ProofroomError
from proofroom.kernel.strings import say
from proofroom.runtime import Asker
from proofroom.wiring import Studio

COOKIE = "proofroom_session"
CSRF_HEADER = "x-csrf-token"
WORKSPACE_HEADER = "x-proofroom-workspace"
"""By which commands on the studio's own machine say in which workspace they work, by id or slug."""
OPERATORS = "studio.manage"
"""What concerns the whole studio: it counts in the workspace the studio was set up with, nowhere else."""


def studio_of(request: Request) -> Studio:
    """Return the studio this app serves."""
    return request.app.state.studio


def address_of(request: Request) -> str:
    """Return the address a request comes from: the socket's, or what a trusted proxy says."""
    return request.client.host if request.client else ""


StudioDep = Annotated[Studio, Depends(studio_of)]


async def is_known(scope: Scope) -> bool:
    """Tell whether a session, a key or the local operator stands behind a request; nothing is counted."""
    request, studio = Request(scope), getattr(scope["app"].state, "studio", None)
    if studio is None:
        return False
    try:
        secret = _bearer(request)
        if secret is None:
            await studio.access.principals.for_session(request.cookies.get(COOKIE, ""))
        elif not _is_operator(request, studio, secret):
            await studio.access.principals.for_key(secret)
    except ProofroomError:
        return False
    return True


async def find_principal(request: Request) -> Principal:
    """Return who stands behind the request: a session cookie, an API key, or the local operator."""
    principal = await _find_principal(request)
    request.state.principal = principal  # for the log line and the audit entry of the request
    return principal


async def _find_principal(request: Request) -> Principal:
    studio = studio_of(request)
    credential = _bearer(request)
    if credential is not None:
        if _is_operator(request, studio, credential):
            request.state.is_operator = True
            return await studio.operator(request.headers.get(WORKSPACE_HEADER))
        if credential.startswith(APP_PREFIX) and not _is_mcp(request.url.path):
            raise NotSignedIn(say("access.app_elsewhere"))
        principal = await studio.access.principals.for_key(credential)
        await studio.access.rates.hit_key(principal)
        return principal
    token = request.cookies.get(COOKIE)
    if not token:
        raise NotSignedIn(say("access.signed_out"))
    principal = await studio.access.principals.for_session(token)
    _check_origin(request)
    if request.method not in SAFE_METHODS:
        _check_csrf(request, studio, token)
    return principal


def _is_mcp(path: str) -> bool:
    """Tell whether an address is one that apps are let into."""
    return path == MCP_PATH or path.startswith(f"{MCP_PATH}/")


def _bearer(request: Request) -> str | None:
    scheme, _, credential = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic" and request.url.path.startswith(GIT_PATH):
        return _password(credential)
    return credential if scheme.lower() == "bearer" and credential else None


def _password(credential: str) -> str | None:
    """Return the second half of a name and password: Git clients send a key that way, under any name."""
    try:
        return b64decode(credential, validate=True).decode().partition(":")[2] or None
    except ValueError:
        return None


def _is_operator(request: Request, studio: Studio, secret: str) -> bool:
    # The token lies in the data folder: whoever has it from a copy of that folder is not on this machine.
    token = studio.operator_token
    return bool(token) and request.scope.get("is_local", False) and same(secret, token)


def asker(principal: Principal) -> Asker:
    """Return whose conversations this principal has."""
    return Asker(principal.workspace_id, principal.person_id, principal.api_key_id)


def requires(permission: str, *, whole: bool = False) -> Any:
    """Return a dependency that gives the principal, if they have the permission, and all that there is."""

    async def check(request: Request) -> Principal:
        principal = await find_principal(request)
        principal.require(permission)
        if whole:
            principal.require_whole()
        if permission == OPERATORS:
            _require_home(request, principal)
        return replace(principal, asked_for=permission)

    return Depends(_named(check, permission=permission))


def requires_somewhere(permission: str) -> Any:
    """Return a dependency for records of which each may be in a project: who calls, if they may do this in
    the workspace or in one of their projects. Whether they may it with this record is asked when it is found.
    """

    async def check(request: Request) -> Principal:
        principal = await find_principal(request)
        if not principal.can_somewhere(permission):
            principal.require(permission)
        return replace(principal, asked_for=permission)

    return Depends(_named(check, permission=permission))


def _require_home(request: Request, principal: Principal) -> None:
    """Refuse owners of other workspaces: health, backups and retention are of the whole studio."""
    if getattr(request.state, "is_operator", False):
        return
    if principal.workspace_id != studio_of(request).workspace_id:
        raise NotAllowed(say("access.operators_only"), permission=OPERATORS)


@dataclass(frozen=True, slots=True)
class Inside:
    """Somebody in a project they may work in."""

    principal: Principal
    project: Project

    @property
    def asker(self) -> Asker:
        """Return in whose name tools are used."""
        return asker(self.principal)

    def require_tool(self, name: str) -> None:
        """Refuse a tool that the caller's key is not made for; a route that looks as a tool does asks it."""
        only = self.principal.limits_in(self.project.id).tools
        if only is not None and name not in only:
            raise NotAllowed(say("tools.not_here", tool=name))

    def require_models(self, *models: str | None) -> None:
        """Refuse models outside of the caller's limits; None stands for all of them."""
        only = self.principal.limits_in(self.project.id).models
        if only is not None and not only.issuperset(models):
            raise NotAllowed(say("access.models_limited"), allowed=sorted(only))

    def require_locales(self, *locales: str | None) -> None:
        """Refuse locales outside of the caller's limits; None stands for all of them."""
        only = self.principal.limits_in(self.project.id).locales
        if only is not None and not only.issuperset(locales):
            raise NotAllowed(say("access.locales_limited"), allowed=sorted(only))

    def require_everything(self) -> None:
        """Refuse whoever may see only a part: what is given on whole would show the rest."""
        limits = self.principal.limits_in(self.project.id)
        if limits.models is not None or limits.locales is not None or limits.tools is not None:
            raise NotAllowed(say("access.whole_only"))


def in_project(permission: str) -> Any:
    """Return a dependency for routes below a project: who calls and which project, if they may do this in it.

    The path names the project by id or slug as `project_id`.
    """

    async def check(request: Request, project_id: str) -> Inside:
        principal = await find_principal(request)
        project = await studio_of(request).access.project_named(principal, project_id)
        principal.require(permission, project.id)
        return Inside(principal, project)

    return Depends(_named(check, permission=permission))


def signed_in() -> Any:
    """Return a dependency that gives the principal, whatever they may do: for what is their own."""

    async def check(request: Request) -> Principal:
        return await find_principal(request)

    return Depends(_named(check, permission="(signed in)"))


def may_scrape() -> Any:
    """Return a dependency for a scraper: its token, the permission, or everybody if the settings say so."""

    async def check(request: Request) -> None:
        settings = studio_of(request).settings
        if settings.metrics_open:
            return
        given = request.headers.get("authorization", "").partition(" ")[2]
        token = settings.metrics_token.get_secret_value() if settings.metrics_token else ""
        if token and same(given, token):
            return
        principal = await find_principal(request)
        principal.require(OPERATORS)
        _require_home(request, principal)

    return Depends(_named(check, permission="studio.manage"))


def open_to_all(reason: str) -> Any:
    """Mark a route that needs no sign-in, and say why."""

    async def check(request: Request) -> None:
        _check_origin(request)

    return Depends(_named(check, open_reason=reason))


def open_to_sites(reason: str) -> Any:
    """Mark a route that pages of other sites may call: it looks at no cookie, so it needs no guard of one."""

    async def check() -> None:
        return None

    return Depends(_named(check, open_reason=reason))


def _named(check: Callable[..., Awaitable[Any]], **marks: str) -> Callable[..., Awaitable[Any]]:
    # The architecture test reads these marks: a route without one fails it.
    for name, value in marks.items():
        setattr(check, name, value)
    return check


def _check_origin(request: Request) -> None:
    """Refuse a change that another site's page sends with this browser's cookie."""
    origin = request.headers.get("origin")
    if request.method in SAFE_METHODS or origin is None:
        return
    host = request.headers.get("host", "")
    public = studio_of(request).settings.public_url
    allowed = {f"http://{host}", f"https://{host}", (public or "").rstrip("/")}
    if origin not in allowed:
        raise BadCsrfToken(say("access.other_site"))


def _check_csrf(request: Request, studio: Studio, token: str) -> None:
    check_csrf(token, request.headers.get(CSRF_HEADER))
