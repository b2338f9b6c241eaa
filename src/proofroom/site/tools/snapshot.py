"""Looking at a rendered page. Only a browser can: the connected editor, or one that is started for it."""

from proofroom.kernel.errors import InvalidInput, Unavailable
from proofroom.kernel.strings import say
from proofroom.site.document.types import Json
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import RenderSnapshotInput
from proofroom.site.tools.tool import site_tool


@site_tool("render_snapshot", heavy=True)
def render_snapshot(opened: OpenSite, given: RenderSnapshotInput) -> Json:
    """Look at the rendered page: a layout report, and a picture where you can see pictures."""
    if given.node_id is not None and opened.tree_of(given.node_id) is None:
        raise InvalidInput(say("site.no_node", id=given.node_id))
    known = [one.id for one in opened.site.breakpoints]
    if given.breakpoint_id is not None and given.breakpoint_id not in known:
        raise InvalidInput(say("site.no_breakpoint", id=given.breakpoint_id))
    raise Unavailable(say("site.no_frame"))
