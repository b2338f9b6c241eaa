"""Tools of the house: a call loads the site of its branch, runs a pure tool on it, and commits the change."""

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from proofroom.content.contents import Contents
from proofroom.content.format.project import Project
from proofroom.content.format.types import Model
from proofroom.content.origins import Origins
from proofroom.kernel.events import Affected, DocumentOpened
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Phase, ToolContext, ToolOutput, ToolSpec
from proofroom.repository.calls import job_of, project_of, ref_of
from proofroom.site.document.load import as_object
from proofroom.site.document.new import short_id
from proofroom.site.document.types import Json, Site
from proofroom.site.reading.documents import DocumentRef
from proofroom.site.sites import Sites
from proofroom.site.tools.open_site import OpenSite, Table

if TYPE_CHECKING:  # their input models are much to import
    from pydantic import ValidationError

    from proofroom.site.tools.schemas import SiteInput
    from proofroom.site.tools.tool import SiteTool

GROUP = "site"
RESOURCE = ROOM = "site"
MOST_OPEN = 1_000
ACTIVE: frozenset[Phase] = frozenset({"active"})


class SiteBench:
    """Sites, and which document every turn has open: another turn begins with what its screen shows."""

    def __init__(self, sites: Sites, contents: Contents, origins: Origins) -> None:
        self.sites, self.contents, self._origins = sites, contents, origins
        self._open = OrderedDict[str, DocumentRef]()

    def specs(self) -> list[ToolSpec]:
        """Return the tools of the house."""
        from proofroom.site.tools.all import TOOLS, explain

        return [self._spec(tool, explain) for tool in TOOLS]

    async def run(self, tool: "SiteTool", context: ToolContext, given: "SiteInput") -> ToolOutput:
        """Run a tool where a call is, and tell editors what it opened."""
        tables = await self.tables(context) if tool.needs_tables else []
        return await self.run_with(
            context, lambda opened: tool.run(opened, given), tool.name, writes=tool.writes, tables=tables
        )

    async def run_with(
        self,
        context: ToolContext,
        work: Callable[[OpenSite], Json | None],
        name: str,
        *,
        writes: bool,
        tables: list[Table],
    ) -> ToolOutput:
        """Run some work on the open site of a call; one commit where it writes."""

        def edit(site: Site) -> tuple[OpenSite, Json | None]:
            opened = self._opened(context, site, tables)
            return opened, work(opened)

        if not writes:
            ref = await ref_of(self.sites.repositories, context)
            opened, data = await self.sites.look(project_of(context), ref, edit)
            return self._told(context, opened, data, name, Affected())

        with context.timed("git", "commit") as part:
            written = await self.sites.edit(job_of(context), edit, f"site: {name}")
            part |= {"branch": written.branch, "commit": written.commit}
        await self._origins.note_room_write(context, ROOM)
        affected = Affected(resources=[RESOURCE])
        if written.branch:
            affected = affected.merged(Affected(branches_changed=True, branch=written.branch))
        if written.plan is None:  # an earlier attempt at this step has committed it
            return ToolOutput(ok=True, affected=affected, summary=_summary(name))
        opened, data = written.plan.answer
        return self._told(context, opened, data, name, affected)

    async def tables(self, context: ToolContext) -> list[Table]:
        """Return the content models of a project as tables."""
        ref = await ref_of(self.sites.repositories, context)
        collections = await self.sites.look(project_of(context), ref, lambda site: site.collections)
        return await self.contents.read(
            project_of(context), ref, lambda project: tables_of(project, collections)
        )

    def _spec(self, tool: "SiteTool", explain: "Callable[[ValidationError], str]") -> ToolSpec:
        async def handler(context: ToolContext, given: Any) -> ToolOutput:
            return await self.run(tool, context, given)

        is_picture = tool.name == "render_snapshot"
        return ToolSpec(
            tool.name,
            tool.description,
            tool.input_model,
            handler,
            GROUP,
            effect="write" if tool.writes else "read",
            permission=tool.permission,
            phases=ACTIVE if tool.writes else None,
            workflow="workflow-dependent" if tool.writes else "none",
            default_affects=Affected(branches_changed=True) if tool.writes else Affected(),
            destructive=tool.destructive,
            execution="browser" if is_picture else "server",
            shown_outside=self._origins.shown_on_pages if is_picture else None,
            heavy=tool.heavy,
            output_cap=tool.output_cap,
            on_crash="check" if tool.writes else "rerun",
            aliases=(tool.alias,) if tool.alias != tool.name else (),
            explain_input=explain,
        )

    def opened(self, context: ToolContext, site: Site) -> OpenSite:
        """Return a site with what the call's conversation has open on it, to look at."""
        return self._opened(context, site, [])

    def _opened(self, context: ToolContext, site: Site, tables: list[Table]) -> OpenSite:
        numbers = iter(range(1_000_000))
        screen = context.screen
        selected, width = screen.get("selectedNodeId"), screen.get("activeBreakpointId")
        return OpenSite(
            site,
            # Planned again if somebody else was faster, and after a crash: the same ids each time.
            lambda: short_id(context.run_id, context.step, context.tool_call_id, str(next(numbers))),
            int(context.now().timestamp() * 1_000),
            current=self._open.get(context.run_id) or ref_in(screen),
            selected=selected if isinstance(selected, str) else None,
            breakpoint=width if isinstance(width, str) else None,
            tables=tables,
        )

    def _told(
        self, context: ToolContext, opened: OpenSite, data: Json | None, name: str, affected: Affected
    ) -> ToolOutput:
        if opened.shown and opened.current is not None:
            key = context.run_id
            self._open[key] = opened.current
            self._open.move_to_end(key)
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        output = ToolOutput(ok=True, data=data, affected=affected, summary=_summary(name))
        if opened.shown:
            last = opened.shown[-1]
            output.events.append(DocumentOpened(document=last["document"], node_id=last.get("nodeId")))
        return output


def ref_in(screen: dict[str, Any]) -> DocumentRef | None:
    """Return the document that a person looks at; what is not well formed counts as nothing."""
    given = as_object(screen.get("currentDocument"))
    kind, key = given.get("type"), given.get("id")
    if isinstance(key, str) and kind in ("page", "template", "visualComponent"):
        return DocumentRef(str(kind), key)
    return None


def tables_of(project: Project, collections: dict[str, Json]) -> list[Table]:
    """Return content models as the tables that loops and templates know."""
    found = list[Table]()
    for model in project.models.values():
        shown = collections.get(model.id, {})
        fields = [
            {"id": key, "label": str(field.raw.get("label") or key), "type": field.type}
            for key, field in model.fields.items()
        ]
        found.append(
            Table(
                id=model.id,
                slug=model.id,
                name=model.name or model.id,
                route_base=str(shown.get("routeBase") or ""),
                primary_field=str(shown.get("titleField") or model.title_field or ""),
                fields=fields,
                row_count=_count(project, model),
            )
        )
    return found


def _count(project: Project, model: Model) -> int:
    """Return how many entries a model has in its first language."""
    locales = project.locales(model)
    if model.kind == "document":
        return len(project.documents(model))
    listed = project.collection(model, locales[0]) if model.kind == "collection" and locales else None
    return len(listed.entries) if listed else 0


def _summary(name: str) -> str:
    return say(f"did.site.{name}")
