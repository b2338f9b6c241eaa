"""The site of a project: read the document, and use the agents' own tools on it."""

from typing import Annotated, Any
from uuid import UUID

import orjson
from fastapi import APIRouter, Query
from pydantic import Field

from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import In, Out
from proofroom.content.origins import Origins
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import RunId
from proofroom.kernel.strings import say
from proofroom.repository.git.branch import PREFIX
from proofroom.reviews.undo import check_at_rest
from proofroom.site import Sites
from proofroom.site.document.dump import dump_component, dump_page, dump_site
from proofroom.site.document.types import Site
from proofroom.site.importing.encoding import text_in
from proofroom.site.importing.folder import Homepage, plan_folder
from proofroom.site.reading.uses import uses_of
from proofroom.site.tools.all import BY_NAME
from proofroom.site.tools.bench import ROOM
from proofroom.site.tools.edits import EDIT, UNDO, EditSiteInput
from proofroom.site.tools.fonts import INSTALL, InstallFontInput
from proofroom.site.tools.tool import SiteTool
from proofroom.wiring import Studio

router = APIRouter(prefix="/projects/{project_id}/site", tags=["site"])


@router.get("")
async def get_site(
    studio: StudioDep, ref: str | None = None, inside: Inside = in_project("site.read")
) -> dict[str, Any]:
    """Return the whole document on a branch, or on the content branch."""
    return await studio.get(Sites).look(inside.project.id, ref, dump_site)


@router.get("/pages/{page_id}")
async def get_page(
    page_id: str, studio: StudioDep, ref: str | None = None, inside: Inside = in_project("site.read")
) -> dict[str, Any]:
    """Return a page or template with its nodes."""

    def look(site: Site) -> dict[str, Any]:
        page = site.page(page_id)
        if page is None:
            raise NotFound(say("site.no_page", id=page_id))
        return dump_page(page)

    return await studio.get(Sites).look(inside.project.id, ref, look)


@router.get("/components/{component_id}")
async def get_component(
    component_id: str, studio: StudioDep, ref: str | None = None, inside: Inside = in_project("site.read")
) -> dict[str, Any]:
    """Return a component with its nodes."""
    component = (await studio.get(Sites).read(inside.project.id, ref)).component(component_id)
    if component is None:
        raise NotFound(say("site.no_component", id=component_id))
    return dump_component(component)


class SiteUse(Out):
    """A document that uses something of the site, and how many of its nodes do."""

    type: str
    id: str
    title: str
    count: int


@router.get("/uses/{thing_id}")
async def get_uses(
    thing_id: str, studio: StudioDep, ref: str | None = None, inside: Inside = in_project("site.read")
) -> list[SiteUse]:
    """Return what uses a style rule, a code asset or a component, before somebody deletes it."""
    found = await studio.get(Sites).look(inside.project.id, ref, lambda site: uses_of(site, thing_id))
    if found is None:
        raise NotFound(say("site.no_such_thing", id=thing_id))
    return [SiteUse(**one) for one in found]


class SiteToolAnswer(Out):
    """What a tool of the site answered; `settled` tells what became of what it wrote."""

    ok: bool = True
    data: Any = None
    run_id: str | None = None
    settled: dict[str, Any] | None = None


@router.get("/tools/{tool}")
async def look(
    tool: str,
    studio: StudioDep,
    given: Annotated[str, Query(alias="input", description="The tool's input as JSON.")] = "{}",
    ref: str | None = None,
    inside: Inside = in_project("site.read"),
) -> SiteToolAnswer:
    """Use a reading tool of the site, such as `read_document` or `list_tokens`."""
    _find(tool, writes=False)
    try:
        arguments = orjson.loads(given)
    except orjson.JSONDecodeError as error:
        raise InvalidInput(say("site.input_not_json")) from error
    return await _use(studio, inside, tool, arguments, ref)


@router.post("/tools/{tool}")
async def change(
    tool: str, body: dict[str, Any], studio: StudioDep, inside: Inside = in_project("site.read")
) -> SiteToolAnswer:
    """Use a writing tool of the site, such as `insertHtml` or `applyCss`; the body is its input."""
    _find(tool, writes=True)
    return await _use(studio, inside, tool, body)


@router.post("/edits")
async def edit(
    body: EditSiteInput,
    studio: StudioDep,
    onto: Annotated[
        str | None, Query(description="The branch of a waiting proposal that the edits join.")
    ] = None,
    run: Annotated[
        UUID | None,
        Query(description="The name of the run, by whoever may have to ask again whether it was done."),
    ] = None,
    inside: Inside = in_project("site.content.edit"),
) -> SiteToolAnswer:
    """Apply several edits as one, all of them or none; asked again under the same run, they are done once."""
    joined = await _joined(studio, inside, onto) if onto else ""
    given = body.model_dump(mode="json", by_alias=True)
    return await _use(studio, inside, EDIT, given, onto=joined, run=RunId(str(run)) if run else None)


class StepBack(In):
    """A run whose changes wait in a proposal."""

    run: UUID


@router.post("/undo")
async def undo_waiting(
    body: StepBack,
    studio: StudioDep,
    onto: Annotated[str, Query(description="The branch of the waiting proposal.")],
    inside: Inside = in_project("site.content.edit"),
) -> SiteToolAnswer:
    """Take a step out of a proposal that waits, as a step of its own: taken back itself, it does it again."""
    run = await studio.visible_run(inside.principal, RunId(str(body.run)))
    check_at_rest(run)
    if run.person_id is None or run.person_id != inside.principal.person_id:
        inside.principal.require("content.review", inside.project.id)
    joined = await _joined(studio, inside, onto)
    return await _use(studio, inside, UNDO, {"run": run.id}, onto=joined)


class SiteFolder(In):
    """The text files of a folder with an HTML site, by path."""

    files: dict[str, str] = Field(default_factory=dict, max_length=2_000)
    encoded: dict[str, str] = Field(default_factory=dict, max_length=2_000)
    """Files as base64 of their bytes, for who does not know which letters they are."""
    pictures: dict[str, str] = Field(default_factory=dict, max_length=2_000)
    """Where the folder's pictures are in the media library, by their paths in the folder."""
    fonts: dict[str, str] = Field(default_factory=dict, max_length=48)
    """The folder's font files as base64, by their paths."""
    is_ours: bool = False
    """Whether its words count as the workspace's own; else agents treat them as a stranger's."""


@router.post("/import")
async def import_folder(
    body: SiteFolder, studio: StudioDep, inside: Inside = in_project("site.structure.edit")
) -> SiteToolAnswer:
    """Bring an HTML site in: its pages, the style sheets and scripts they name, and links between them.

    A homepage with something on it stays: then `index.html` becomes a page beside it.
    """

    def plan(site: Site) -> list[dict[str, Any]]:
        home = site.homepage or site.pages[0]
        is_empty = not home.nodes[home.root_id].children
        return plan_folder(files, Homepage(home.id, home.root_id, is_empty), body.pictures, body.fonts)

    files = body.files | {path: text_in(data, path) for path, data in body.encoded.items()}

    origins, project = studio.get(Origins), inside.project
    edits = await studio.get(Sites).look(project.id, None, plan)
    if body.is_ours:
        inside.principal.require_human()
    else:
        await origins.take_in_room(project, ROOM)
    done = await _use(studio, inside, EDIT, {"edits": edits})
    if not body.is_ours and (done.settled or {}).get("state") == "waiting":
        await origins.take_in_room(project, ROOM, f"run/{done.run_id}")
    return done


@router.post("/fonts/install")
async def install_font(
    body: InstallFontInput, studio: StudioDep, inside: Inside = in_project("site.style.edit")
) -> SiteToolAnswer:
    """Install a typeface: fetch a family from the font server once, or upload its files."""
    return await _use(studio, inside, INSTALL, body.model_dump(mode="json", by_alias=True))


def _find(name: str, *, writes: bool) -> SiteTool:
    tool = BY_NAME.get(name)
    if tool is None:
        raise NotFound(say("site.unknown_tool", name=name))
    if tool.writes != writes:
        raise InvalidInput(say("site.tool_writes" if tool.writes else "site.tool_reads", name=tool.name))
    return tool


async def _joined(studio: Studio, inside: Inside, branch: str) -> str:
    """Return what the work of a waiting proposal hangs together by."""
    found = await studio.proposals.find(inside.principal, inside.project.id, None)
    if not any(one.branch == branch and one.state in ("open", "conflicts") for one in found):
        raise InvalidInput(say("site.no_such_branch"))
    return branch.removeprefix(PREFIX).rsplit("/", 1)[0]


async def _use(
    studio: Studio,
    inside: Inside,
    tool: str,
    given: dict[str, Any],
    ref: str | None = None,
    onto: str = "",
    run: RunId | None = None,
) -> SiteToolAnswer:
    called = await studio.direct.use(
        inside.asker, inside.project.id, tool, given, ref=ref, onto=onto, run_id=run
    )
    return SiteToolAnswer(data=called.output.data, run_id=called.run_id, settled=called.settled)
