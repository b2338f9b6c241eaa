"""Addresses that editors of other systems know for the site of a project."""

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.security import StudioDep, asker, requires
from proofroom.api.site import SiteToolAnswer
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.tools.fonts import INSTALL, InstallFontInput

router = APIRouter(prefix="/cms", tags=["site"])
ALSO_UNDER = "/admin/api"
PERMISSION = "site.style.edit"


class InstallFontBody(InstallFontInput):
    """A typeface to install, and the project; needed only where there are several."""

    project_id: str | None = None


@router.post("/fonts/install")
async def install_font(
    body: InstallFontBody, studio: StudioDep, principal: Principal = requires(PERMISSION)
) -> SiteToolAnswer:
    """Install a typeface in a project's site; the same as `/projects/{project_id}/site/fonts/install`."""
    if body.project_id is None:
        project = await studio.access.only_project(principal)
    else:
        project = await studio.access.project_named(principal, body.project_id)
    if project is None:
        raise InvalidInput(say("site.which_project"))
    principal.require(PERMISSION, project.id)
    given = body.model_dump(mode="json", by_alias=True, exclude={"project_id"})
    called = await studio.direct.use(asker(principal), project.id, INSTALL, given)
    return SiteToolAnswer(data=called.output.data, run_id=called.run_id, settled=called.settled)
