"""Which content models are shown as pages, and where."""

from pydantic import Field

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.slugs import page_slug
from proofroom.site.document.types import Json
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import Name, SiteInput
from proofroom.site.tools.tool import STRUCTURE, site_tool


class SetCollectionInput(SiteInput):
    """Input of `set_collection`."""

    model_id: Name = Field(description="Content model, by id.")
    route_base: str = Field(
        description="Path its entries are below, such as /blog; empty takes it off the site."
    )
    slug_field: str | None = Field(None, description="Field with the last part of the address.")
    title_field: str | None = Field(None, description="Field with the title.")
    body_field: str | None = Field(None, description="Field with the text, in Markdown.")
    media_field: str | None = Field(None, description="Field with the picture.")


@site_tool("set_collection", STRUCTURE, needs_tables=True)
def set_collection(opened: OpenSite, given: SetCollectionInput) -> Json:
    """Show the entries of a content model as pages below a path, or stop that with an empty one."""
    if all(table.id != given.model_id for table in opened.tables):
        raise InvalidInput(say("site.no_model", id=given.model_id))
    base = page_slug(given.route_base)
    if not base:
        opened.site.collections.pop(given.model_id, None)
        return {"modelId": given.model_id, "routeBase": ""}
    said = given.model_dump(by_alias=True, exclude_none=True, exclude={"model_id", "route_base"})
    known = opened.site.collections.get(given.model_id, {})
    opened.site.collections[given.model_id] = known | said | {"routeBase": f"/{base}"}
    return {"modelId": given.model_id} | opened.site.collections[given.model_id]
