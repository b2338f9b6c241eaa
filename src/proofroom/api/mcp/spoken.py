"""Tools of the registry spoken to MCP clients: those that a caller may use, each call a run of one step."""

from collections.abc import Callable
from typing import Any, cast

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from proofroom.access import Principal, Project
from proofroom.api.mcp.loading import load_protocol
from proofroom.api.security import asker
from proofroom.kernel.blocks import ImageBlock
from proofroom.kernel.errors import NotFound, ProofroomError
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Hear, ToolSpec
from proofroom.runtime.offered import in_workspace
from proofroom.runtime.single import LETS_WRITE
from proofroom.wiring import Studio


class SpokenTools(Response):
    """An answer that the protocol's package writes itself."""

    def __init__(
        self,
        studio: Studio,
        principal: Principal,
        project: Project | None,
        offers: Callable[[ToolSpec], bool],
    ) -> None:
        super().__init__()
        self.studio, self.principal, self._offers = studio, principal, offers
        self._project_id = project.id if project else None
        self._pictures = list[ImageBlock]()
        """What the call of this request shows."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the protocol."""
        await load_protocol()
        from proofroom.api.mcp.protocol import AnswerParts, answer_over_http, build_server

        answer = AnswerParts(self._pictures)
        await answer_over_http(build_server(self.list, self.call, None, answer), answer, scope, receive, send)

    async def list(self) -> list[dict[str, Any]]:
        """Return the tools this caller may use; others are absent."""
        mine = [spec for spec in self.studio.registry if self._offers(spec) and self._may_use(spec)]
        return [
            {
                "name": spec.name,
                "description": spec.description,
                "inputSchema": spec.input_schema,
                "annotations": {"readOnlyHint": spec.effect == "read", "destructiveHint": spec.destructive},
            }
            for spec in await in_workspace(mine, self.principal.workspace_id)
        ]

    async def call(
        self, name: str, arguments: dict[str, Any], hear: Hear | None
    ) -> tuple[bool, dict[str, Any]]:
        """Use a tool through the guard, as a run of one step."""
        registry = self.studio.registry
        try:
            spec = registry.get(name) if name in registry else None
            if spec is None or not self._offers(spec) or not self._may_use(spec):
                raise NotFound(say("tools.none_called", name=name))
            called = await self.studio.direct.use(
                asker(self.principal),
                self._project_id,
                spec.name,
                arguments,
                source="mcp",
                hear=hear,
                can_wait=True,
            )
        except ProofroomError as error:
            # The sentence first, as clients show it; the facts beside it are for programs.
            told = error.as_dict()
            return False, {"ok": False, "error": told.pop("message"), **told}
        self._pictures += called.output.images
        data: Any = called.output.data or {"ok": True}
        return True, cast("dict[str, Any]", data) if isinstance(data, dict) else {"result": data}

    def _may_use(self, spec: ToolSpec) -> bool:
        principal, project_id = self.principal, self._project_id
        only = principal.limits_in(project_id).tools
        if only is not None and spec.name not in only:
            return False
        is_let = spec.effect == "read" or principal.can(LETS_WRITE, project_id)
        return is_let and (spec.permission is None or principal.can(spec.permission, project_id))
