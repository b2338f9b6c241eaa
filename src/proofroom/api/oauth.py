"""Signing apps in: OAuth 2.1 for programs that speak MCP from elsewhere.

An app registers itself, sends the person here, and gets a code for their yes. The page is plain HTML without
scripts; it goes nowhere but to an address that the app registered, letter for letter.
"""

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from proofroom.access import Principal, Project
from proofroom.access.apps import AppTokens
from proofroom.access.csrf import check_csrf, csrf_token
from proofroom.access.types import App
from proofroom.api.addresses import MCP_PATH, address_here
from proofroom.api.oauth_page import consent_page, problem_page, sign_in_page
from proofroom.api.security import (
    COOKIE,
    StudioDep,
    address_of,
    open_to_all,
    open_to_sites,
)
from proofroom.api.session import set_cookie
from proofroom.kernel.addresses import split_address
from proofroom.kernel.errors import InvalidInput, NotSignedIn, ProofroomError
from proofroom.kernel.strings import say
from proofroom.wiring import Studio

root = APIRouter(tags=["access"])

READS, WRITES = "content:read", "content:write"
PROGRAM = "a program that is not signed in yet asks here how to; it sends no cookie"
PERSON = "the page asks for the person's own session, and to sign in where there is none"


class ServerMetadata(BaseModel):
    """RFC 8414: where apps register, ask and get tokens, and in which ways."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    registration_endpoint: str
    revocation_endpoint: str
    scopes_supported: list[str] = [READS, WRITES]
    response_types_supported: list[str] = ["code"]
    grant_types_supported: list[str] = ["authorization_code", "refresh_token"]
    token_endpoint_auth_methods_supported: list[str] = ["none"]
    revocation_endpoint_auth_methods_supported: list[str] = ["none"]
    code_challenge_methods_supported: list[str] = ["S256"]
    authorization_response_iss_parameter_supported: bool = True


class NewApp(BaseModel):
    """RFC 7591: an app that makes itself known. What else it says is not needed."""

    model_config = ConfigDict(extra="ignore")

    redirect_uris: list[str] = Field(min_length=1, max_length=5)
    client_name: str = Field("", max_length=200)


class AppWish(BaseModel):
    """What an app asks a person for, as it stands in the address of the page."""

    model_config = ConfigDict(extra="ignore")

    client_id: str = Field(max_length=100)
    redirect_uri: str = Field(max_length=2_000)
    response_type: str = Field("", max_length=40)
    code_challenge: str = Field("", max_length=128)
    code_challenge_method: str = Field("", max_length=20)
    state: str = Field("", max_length=2_000)
    scope: str = Field("", max_length=400)
    resource: str = Field("", max_length=2_000)

    @property
    def query(self) -> str:
        """Return it as it stood in the address."""
        return urlencode({name: value for name, value in self.model_dump().items() if value})

    @property
    def is_whole(self) -> bool:
        """Tell whether it asks for a code and proves itself as it has to."""
        is_proof = self.code_challenge_method == "S256" and len(self.code_challenge) == 43
        return self.response_type == "code" and is_proof


class AppSignIn(AppWish):
    """A password given on the page."""

    email: str = Field(max_length=254)
    password: str = Field(max_length=1_024)


class AppAnswer(AppWish):
    """What the person pressed."""

    answer: str = Field("", max_length=10)
    project: str = Field("", max_length=100)
    may: str = Field("", max_length=20)
    csrf: str = Field("", max_length=200)


class TokenWish(BaseModel):
    """A code or a refresh token, in exchange for tokens."""

    model_config = ConfigDict(extra="ignore")

    grant_type: str = Field(max_length=40)
    client_id: str = Field("", max_length=100)
    code: str = Field("", max_length=200)
    code_verifier: str = Field("", max_length=200)
    redirect_uri: str = Field("", max_length=2_000)
    refresh_token: str = Field("", max_length=200)


@root.get("/.well-known/oauth-authorization-server", include_in_schema=False)
async def server_metadata(request: Request, _: None = open_to_sites(PROGRAM)) -> ServerMetadata:
    """Tell apps where to register, to ask and to get tokens."""
    here = address_here(request)
    return ServerMetadata(
        issuer=here,
        authorization_endpoint=f"{here}/oauth/authorize",
        token_endpoint=f"{here}/oauth/token",
        registration_endpoint=f"{here}/oauth/register",
        revocation_endpoint=f"{here}/oauth/revoke",
    )


@root.post("/oauth/register", include_in_schema=False)
async def register_app(
    body: NewApp, request: Request, studio: StudioDep, _: None = open_to_sites(PROGRAM)
) -> Response:
    """Make an app known. It proves nothing: what it may do, a person decides on the page."""
    await studio.access.crowd.hit(address_of(request))
    try:
        app = await studio.access.apps.register(body.client_name or "App", body.redirect_uris)
    except InvalidInput as error:
        return _refused("invalid_redirect_uri", error)
    told = {
        "client_id": app.id,
        "client_name": app.name,
        "redirect_uris": app.redirect_uris,
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "scope": f"{READS} {WRITES}",
        "client_id_issued_at": int(app.created_at.timestamp()),
    }
    return JSONResponse(told, status_code=201, headers={"Cache-Control": "no-store"})


@root.get("/oauth/authorize", include_in_schema=False)
async def ask_person(
    wish: Annotated[AppWish, Query()], request: Request, studio: StudioDep, _: None = open_to_all(PERSON)
) -> Response:
    """Show the page on which a person lets an app act for them, or sign in first."""
    try:
        app = await studio.access.apps.get(wish.client_id, wish.redirect_uri)
    except ProofroomError as error:
        return _page(problem_page(error), 400)
    if not wish.is_whole:
        return _back(request, wish, error="invalid_request")
    person = await _person(request, studio)
    if person is None:
        return _page(sign_in_page(app, wish.query, None))
    return await _consent(request, studio, person, app, wish)


@root.post("/oauth/sign-in", include_in_schema=False)
async def sign_in_for_app(
    given: Annotated[AppSignIn, Form()], request: Request, studio: StudioDep, _: None = open_to_all(PERSON)
) -> Response:
    """Sign a person in and show them what the app asks for."""
    try:
        app = await studio.access.apps.get(given.client_id, given.redirect_uri)
    except ProofroomError as error:
        return _page(problem_page(error), 400)
    query = AppWish(**given.model_dump()).query
    try:
        signed = await studio.access.sessions.sign_in(
            given.email,
            given.password,
            address=address_of(request),
            device=request.headers.get("user-agent", "")[:200],
        )
    except ProofroomError as error:
        return _page(sign_in_page(app, query, error), error.status)
    answer = RedirectResponse(f"/oauth/authorize?{query}", status_code=303)
    set_cookie(answer, request, signed.token, studio.settings.session_days)
    return answer


@root.post("/oauth/authorize", include_in_schema=False)
async def decide_on_app(
    word: Annotated[AppAnswer, Form()], request: Request, studio: StudioDep, _: None = open_to_all(PERSON)
) -> Response:
    """Take the person's word, and send them back to the app with it."""
    try:
        app = await studio.access.apps.get(word.client_id, word.redirect_uri)
        person = await _person(request, studio)
        if person is None:
            raise NotSignedIn(say("access.signed_out"))
        check_csrf(request.cookies.get(COOKIE, ""), word.csrf)
    except ProofroomError as error:
        return _page(problem_page(error), error.status)
    if word.answer != "yes" or not word.is_whole:
        return _back(request, word, error="access_denied" if word.is_whole else "invalid_request")
    project = next((one for one in await _projects(studio, person, word) if one.id == word.project), None)
    if project is None:
        return _back(request, word, error="invalid_target")
    code = await studio.access.apps.grant(
        person,
        app,
        address=word.redirect_uri,
        challenge=word.code_challenge,
        role="editor" if word.may == "write" and _may_write(word) else "viewer",
        project_id=project.id,
    )
    return _back(request, word, code=code)


@root.post("/oauth/token", include_in_schema=False)
async def give_tokens(
    wish: Annotated[TokenWish, Form()], request: Request, studio: StudioDep, _: None = open_to_sites(PROGRAM)
) -> Response:
    """Give tokens for a code, or renew them; each code and each refresh token is good once."""
    await studio.access.crowd.hit(address_of(request))
    apps = studio.access.apps
    try:
        if wish.grant_type == "authorization_code":
            given = await apps.exchange(wish.client_id, wish.code, wish.code_verifier, wish.redirect_uri)
        elif wish.grant_type == "refresh_token":
            given = await apps.refresh(wish.client_id, wish.refresh_token)
        else:
            return _refused("unsupported_grant_type", InvalidInput(say("access.app_grant_over")))
    except InvalidInput as error:
        return _refused("invalid_grant", error)
    return JSONResponse(_told(given), headers={"Cache-Control": "no-store", "Pragma": "no-cache"})


@root.post("/oauth/revoke", include_in_schema=False)
async def give_back(
    request: Request,
    studio: StudioDep,
    token: Annotated[str, Form(max_length=200)],
    client_id: Annotated[str, Form(max_length=100)] = "",
    _: None = open_to_sites(PROGRAM),
) -> Response:
    """End what a token was given for."""
    await studio.access.crowd.hit(address_of(request))
    await studio.access.apps.revoke(client_id, token)
    return Response(status_code=200)


async def _person(request: Request, studio: Studio) -> Principal | None:
    try:
        return await studio.access.principals.for_session(request.cookies.get(COOKIE, ""))
    except NotSignedIn:
        return None


async def _consent(request: Request, studio: Studio, person: Principal, app: App, wish: AppWish) -> Response:
    projects = await _projects(studio, person, wish)
    if not projects:
        return _back(request, wish, error="invalid_target")
    token = csrf_token(request.cookies.get(COOKIE, ""))
    shown = consent_page(app, person, projects, wish.query, token, may_write=_may_write(wish))
    return _page(shown, sends_to=wish.redirect_uri)


async def _projects(studio: Studio, person: Principal, wish: AppWish) -> list[Project]:
    """Return the projects to choose from: the one whose address was asked for, or all of theirs."""
    named = split_address(wish.resource).path.removeprefix(MCP_PATH).strip("/").split("/")[0].strip("-")
    found = await studio.access.projects.list(person)
    return [one for one in found if not named or named in (one.id, one.slug)]


def _may_write(wish: AppWish) -> bool:
    return not wish.scope or WRITES in wish.scope.split()


def _told(given: AppTokens) -> dict[str, Any]:
    return {
        "access_token": given.access,
        "token_type": "Bearer",
        "expires_in": given.lasts_s,
        "refresh_token": given.refresh,
        "scope": f"{READS} {WRITES}" if given.role == "editor" else READS,
    }


def _back(request: Request, wish: AppWish, **answer: str) -> Response:
    """Send the browser back to the app; its address was checked before."""
    told = answer | ({"state": wish.state} if wish.state else {}) | {"iss": address_here(request)}
    joint = "&" if split_address(wish.redirect_uri).query else "?"
    return RedirectResponse(f"{wish.redirect_uri}{joint}{urlencode(told)}", status_code=303)


def _page(text: str, status: int = 200, sends_to: str = "") -> Response:
    parts = split_address(sends_to)
    # A browser holds the address that a form's answer leads to against this rule too.
    target = f" {parts.scheme}://{parts.netloc}" if sends_to else ""
    rule = (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
        f"frame-ancestors 'none'; form-action 'self'{target}"
    )
    headers = {"Content-Security-Policy": rule, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    return HTMLResponse(text, status_code=status, headers=headers)


def _refused(code: str, error: ProofroomError) -> Response:
    told = {"error": code, "error_description": str(error.message)}
    return JSONResponse(told, status_code=400, headers={"Cache-Control": "no-store"})
