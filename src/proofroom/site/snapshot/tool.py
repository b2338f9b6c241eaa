"""`render_snapshot` where no editor is connected: the branch's page, in a browser of the studio's own."""

import base64
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from proofroom.access import Project
from proofroom.kernel.addresses import split_address
from proofroom.kernel.blocks import ImageBlock
from proofroom.kernel.errors import Unavailable
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.repository.calls import project_of, ref_of
from proofroom.repository.git.branch import CONTENT_BRANCH
from proofroom.site.document.types import Json, Page
from proofroom.site.publish.address import Address
from proofroom.site.publish.alone import alone_path
from proofroom.site.publish.build import SiteBuilder
from proofroom.site.publish.publisher import Publisher
from proofroom.site.snapshot.browser import find_chromium, take_shot
from proofroom.site.tools.bench import SiteBench
from proofroom.site.tools.schemas import RenderSnapshotInput

NAME = "render_snapshot"
ADDRESS = Address("http://site.invalid")
FindProject = Callable[[WorkspaceId, ProjectId], Awaitable[Project]]


def with_browser(
    specs: Sequence[ToolSpec],
    bench: SiteBench,
    publisher: Publisher,
    find_project: FindProject,
    chromium: str | None,
) -> list[ToolSpec]:
    """Return the tools; the one that looks starts a browser where nobody has one open."""
    return [
        replace(spec, handler=_looking(spec, bench, publisher, find_project, chromium))
        if spec.name == NAME
        else spec
        for spec in specs
    ]


def _looking(
    spec: ToolSpec, bench: SiteBench, publisher: Publisher, find_project: FindProject, named: str | None
) -> Callable[[ToolContext, Any], Awaitable[ToolOutput]]:
    async def handler(context: ToolContext, given: RenderSnapshotInput) -> ToolOutput:
        try:
            return await spec.handler(context, given)
        except Unavailable:  # nothing is wrong with what was asked
            chromium = find_chromium(named)
            if chromium is None:
                raise
        project = await find_project(context.workspace_id, project_of(context))
        ref = await ref_of(bench.sites.repositories, context)
        builder = await publisher.open(project, ref or CONTENT_BRANCH, ADDRESS, uids=True)
        return await _snapshot(chromium, bench, publisher, builder, context, given)

    return handler


async def _snapshot(
    chromium: str,
    bench: SiteBench,
    publisher: Publisher,
    builder: SiteBuilder,
    context: ToolContext,
    given: RenderSnapshotInput,
) -> ToolOutput:
    site = builder.site
    opened = bench.opened(context, site)
    tree = (opened.tree_of(given.node_id) if given.node_id else None) or opened.document()
    wanted = given.breakpoint_id or opened.breakpoint
    width = next((one for one in site.breakpoints if one.id == wanted), site.breakpoints[-1])
    path = builder.path_of(tree.id) if isinstance(tree, Page) else alone_path(tree.id)

    async def answer(url: str) -> tuple[bytes, str] | None:
        parts = split_address(url)
        if f"{parts.scheme}://{parts.netloc}" != ADDRESS.origin:
            return None
        return await publisher.preview_file(builder, unquote(parts.path).lstrip("/"))

    shot = await take_shot(chromium, f"{ADDRESS.origin}{path}", int(width.width), answer, given.node_id)
    modules = {key: node.module_id for one in site.trees for key, node in one.nodes.items()}
    for seen in shot.layout["nodes"]:
        seen["moduleId"] = modules.get(seen["nodeId"], "")
    data: Json = {
        "breakpointId": width.id,
        "label": tree.title if isinstance(tree, Page) else tree.id,
        "width": int(width.width),
        "capturedAt": int(context.now().timestamp() * 1_000),
        "layout": {"breakpointId": width.id, **shot.layout},
        "screenshot": {"status": "captured", "width": shot.width, "height": shot.height},
    }
    if given.node_id:
        data["nodeId"] = given.node_id
    image = ImageBlock("image/png", base64.b64encode(shot.png).decode())
    return ToolOutput(ok=True, data=data, images=[image])
