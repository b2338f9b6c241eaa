"""`/mcp/{project}/site`: the tools of a project's site for MCP clients, by the permissions each needs."""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from proofroom.access import Principal, Project
from proofroom.api.security import StudioDep, asker, signed_in
from proofroom.kernel.errors import NotFound, ProofroomError
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolSpec
from proofroom.runtime.single import LETS_WRITE
from proofroom.site.tools.bench import GROUP
from proofroom.wiring import Studio

root = APIRouter(tags=["mcp"])


@root.api_route("/mcp/{project_id}/site", methods=["GET", "POST", "DELETE"], include_in_schema=False)
async def site_of_project(
    project_id: str, request: Request, studio: StudioDep, principal: Principal = signed_in()
) -> Response:
    """Speak MCP about the site of a project, named by slug or id."""
    return _SpokenSite(studio, principal, await studio.access.project_named(principal, project_id))


class _SpokenSite(Response):
    """An answer that the protocol's package writes itself."""

    def __init__(self, studio: Studio, principal: Principal, project: Project) -> None:
        super().__init__()
        self._studio, self._principal, self._project = studio, principal, project

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from proofroom.api.mcp.protocol import answer_over_http, build_server

        await answer_over_http(build_server(self.list, self.call), scope, receive, send)

    async def list(self) -> list[dict[str, Any]]:
        """Return the tools this caller may use; others are absent."""
        return [
            {
                "name": spec.name,
                "description": spec.description,
                "inputSchema": spec.input_schema,
                "annotations": {"readOnlyHint": spec.effect == "read", "destructiveHint": spec.destructive},
            }
            for spec in self._studio.registry
            if spec.group == GROUP and self._may_use(spec)
        ]

    async def call(self, name: str, arguments: dict[str, Any]) -> tuple[bool, dict[str, Any]]:
        """Use a tool through the guard, as a run of one step."""
        registry = self._studio.registry
        try:
            spec = registry.get(name) if name in registry else None
            if spec is None or spec.group != GROUP or not self._may_use(spec):
                raise NotFound(say("tools.none_called", name=name))
            called = await self._studio.direct.use(
                asker(self._principal), self._project.id, spec.name, arguments, source="mcp"
            )
        except ProofroomError as error:
            return False, {"ok": False, "error": error.message}
        return True, called.output.data or {"ok": True}

    def _may_use(self, spec: ToolSpec) -> bool:
        only = self._principal.limits_in(self._project.id).tools
        if only is not None and spec.name not in only:
            return False
        is_let = spec.effect == "read" or self._principal.can(LETS_WRITE, self._project.id)
        return is_let and (spec.permission is None or self._principal.can(spec.permission, self._project.id))
