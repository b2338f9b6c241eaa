"""`/mcp`: the official content tools over streamable HTTP, for keys with the permissions each tool needs."""

from typing import Any, cast

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from proofroom.access import Principal, Project
from proofroom.api.addresses import MCP_PATH, address_here
from proofroom.api.mcp.library import ContentLibrary
from proofroom.api.mcp.loading import load_protocol
from proofroom.api.security import (
    StudioDep,
    asker,
    open_to_all,
    signed_in,
)
from proofroom.content.contentrain import GROUP, surface
from proofroom.kernel.errors import InvalidInput, NotFound, ProofroomError
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Hear
from proofroom.media.contentrain import media_surface
from proofroom.runtime.single import LETS_WRITE
from proofroom.wiring import Studio

root = APIRouter(tags=["mcp"])

METHODS = ["GET", "POST", "DELETE"]
SOURCE = "mcp"


@root.api_route("/mcp", methods=METHODS, include_in_schema=False)
async def one_project(request: Request, studio: StudioDep, principal: Principal = signed_in()) -> Response:
    """Speak MCP about the key's one project, or the only one there is."""
    return _Spoken(studio, principal, await _only_project(studio, principal))


@root.api_route("/mcp/{project_id}", methods=METHODS, include_in_schema=False)
async def named_project(
    project_id: str, request: Request, studio: StudioDep, principal: Principal = signed_in()
) -> Response:
    """Speak MCP about a project, named by slug or id."""
    return _Spoken(studio, principal, await studio.access.project_named(principal, project_id))


class ProtectedResource(BaseModel):
    """RFC 9728: how a client signs in at an address: through the person, or with a key made where it says."""

    resource: str
    resource_name: str = "Proofroom"
    authorization_servers: list[str]
    scopes_supported: list[str] = ["content:read", "content:write"]
    bearer_methods_supported: list[str] = ["header"]
    resource_documentation: str


@root.get("/.well-known/oauth-protected-resource", include_in_schema=False)
async def protected_resource(
    request: Request, _: None = open_to_all("a client has to learn how to sign in before it can")
) -> ProtectedResource:
    """Tell a remote client how to sign in at `/mcp`."""
    return _resource(request, MCP_PATH)


@root.get("/.well-known/oauth-protected-resource/{path:path}", include_in_schema=False)
async def protected_resource_at(
    path: str, request: Request, _: None = open_to_all("a client has to learn how to sign in before it can")
) -> ProtectedResource:
    """Tell a remote client how to sign in at an address."""
    if not f"/{path}".startswith(MCP_PATH):
        raise NotFound(say("api.nothing_here"))
    return _resource(request, f"/{path}")


def _resource(request: Request, path: str) -> ProtectedResource:
    here = address_here(request)
    return ProtectedResource(
        resource=f"{here}{path}",
        authorization_servers=[here],
        resource_documentation=f"{here}/settings?part=keys",
    )


class _Spoken(Response):
    """An answer that the protocol's package writes itself."""

    def __init__(self, studio: Studio, principal: Principal, project: Project) -> None:
        super().__init__()
        self._tools = _Tools(studio, principal, project)
        self._library = ContentLibrary(studio, principal, project)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await load_protocol()
        from proofroom.api.mcp.protocol import AnswerParts, answer_over_http, build_server

        answer = AnswerParts()
        server = build_server(self._tools.list, self._tools.call, self._library, answer)
        await answer_over_http(server, answer, scope, receive, send)


class _Tools:
    """The official tools as one caller may use them in one project."""

    def __init__(self, studio: Studio, principal: Principal, project: Project) -> None:
        self._studio, self._principal, self._project = studio, principal, project

    async def list(self) -> list[dict[str, Any]]:
        """Return the tools this caller may use; others are absent."""
        found = [*surface(), *media_surface(list(self._studio.registry))]
        return [each for each in found if self._may_use(each["name"])]

    async def call(
        self, name: str, arguments: dict[str, Any], hear: Hear | None
    ) -> tuple[bool, dict[str, Any]]:
        """Use a tool through the guard, as a run of one step."""
        try:
            if not _is_ours(name, self._studio) or not self._may_use(name):
                raise NotFound(say("tools.none_called", name=name))
            called = await self._studio.direct.use(
                asker(self._principal), self._project.id, name, arguments, source=SOURCE, hear=hear
            )
        except ProofroomError as error:
            return False, _failure(error)
        return True, called.output.data

    def _may_use(self, name: str) -> bool:
        only = self._principal.limits_in(self._project.id).tools
        if only is not None and name not in only:
            return False
        spec = self._studio.registry.get(name)
        is_let = (
            spec.effect == "read" or spec.asks_itself or self._principal.can(LETS_WRITE, self._project.id)
        )
        return is_let and (spec.permission is None or self._principal.can(spec.permission, self._project.id))


def _is_ours(name: str, studio: Studio) -> bool:
    return name in studio.registry and studio.registry.get(name).group == GROUP


def _failure(error: ProofroomError) -> dict[str, Any]:
    """Return an error with the official keys; a code of the original's own stands in the context."""
    told = error.as_dict()
    context = cast("dict[str, Any]", told.get("context") or {})
    shown: dict[str, Any] = {"error": error.message, "code": context.get("code") or error.code.upper()}
    if error.suggestion:
        shown["agent_hint"] = error.suggestion
    return shown | {name: value for name, value in context.items() if name != "code"}


async def _only_project(studio: Studio, principal: Principal) -> Project:
    only = await studio.access.only_project(principal)
    if only is not None:
        return only
    known = await studio.access.projects.list(principal)
    names = ", ".join(f"/mcp/{project.slug}" for project in known) or "none yet"
    raise InvalidInput(say("mcp.key_projects", addresses=names))
