"""`/mcp/{project}/site`: the tools of a project's site for MCP clients, by the permissions each needs."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from proofroom.access import Principal
from proofroom.api.mcp.spoken import SpokenTools
from proofroom.api.security import StudioDep, signed_in
from proofroom.site.tools.bench import GROUP

root = APIRouter(tags=["mcp"])


@root.api_route("/mcp/{project_id}/site", methods=["GET", "POST", "DELETE"], include_in_schema=False)
async def site_of_project(
    project_id: str, request: Request, studio: StudioDep, principal: Principal = signed_in()
) -> Response:
    """Speak MCP about the site of a project, named by slug or id."""
    project = await studio.access.project_named(principal, project_id)
    return SpokenTools(studio, principal, project, lambda spec: spec.group == GROUP)
