"""Tools that change pages and templates."""

import copy

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.site.document.new import new_page
from proofroom.site.document.slugs import HOME, free_slug, page_slug
from proofroom.site.document.types import Json, Node, Page
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import (
    AddPageInput,
    DuplicatePageInput,
    PageInput,
    RenamePageInput,
    SetPageTemplateInput,
)
from proofroom.site.tools.tool import STRUCTURE, site_tool

_NAMELESS = "page"


@site_tool("addPage", STRUCTURE)
def add_page(opened: OpenSite, given: AddPageInput) -> Json:
    """Add an empty page and open it; build into its rootNodeId."""
    slug = _free(opened, given.slug or given.title)
    page = new_page(opened.new_id(), opened.new_id(), given.title, slug)
    _append(opened, page)
    opened.open(page)
    return {"pageId": page.id, "rootNodeId": page.root_id}


@site_tool("deletePage", STRUCTURE, destructive=True)
def delete_page(opened: OpenSite, given: PageInput) -> None:
    """Delete a page; the last one stays."""
    page = opened.page(given.page_id)
    if len(opened.site.pages) == 1:
        raise InvalidInput(say("site.last_page"))
    opened.site.pages.remove(page)
    if opened.current is not None and opened.current.id == page.id:
        opened.current = None


@site_tool("renamePage", STRUCTURE)
def rename_page(opened: OpenSite, given: RenamePageInput) -> None:
    """Change a page's title and slug; slug `index` makes it the homepage."""
    page = opened.page(given.page_id)
    page.title = given.title
    wanted = page_slug(given.slug) if given.slug is not None else ""
    if not wanted or wanted == page.slug:
        return
    if wanted == HOME:
        for other in opened.site.pages:
            if other.slug == HOME and other is not page:
                page.slug, other.slug = HOME, ""
                other.slug = _free(opened, _not_home(other.title), apart_from=other)
        page.slug = HOME
        return
    page.slug = _free(opened, wanted, apart_from=page)


@site_tool("duplicatePage", STRUCTURE)
def duplicate_page(opened: OpenSite, given: DuplicatePageInput) -> Json:
    """Copy a page with all its nodes."""
    source = opened.page(given.page_id)
    names = {key: opened.new_id() for key in source.nodes}
    nodes = dict[str, Node]()
    for key, node in source.nodes.items():
        copied = copy.deepcopy(node)
        copied.id = names[key]
        copied.children = [names[child] for child in node.children]
        copied.parent_id = names.get(node.parent_id or "")
        nodes[copied.id] = copied
    page = Page(
        opened.new_id(),
        names[source.root_id],
        nodes,
        slug=_free(opened, given.slug or given.title),
        title=given.title,
        template=copy.deepcopy(source.template),
        extra=dict(source.extra),
    )
    _append(opened, page)
    return {"pageId": page.id}


@site_tool("setPageTemplate", STRUCTURE)
def set_page_template(opened: OpenSite, given: SetPageTemplateInput) -> None:
    """Make a page a template, or change what it is for. It needs one <instatic-outlet>."""
    page = opened.page(given.page_id)
    priority = int(given.priority) if float(given.priority).is_integer() else given.priority
    target = given.target.model_dump(by_alias=True)
    page.template = {"enabled": True, "target": target, "priority": priority}


@site_tool("clearPageTemplate", STRUCTURE)
def clear_page_template(opened: OpenSite, given: PageInput) -> None:
    """Make a template an ordinary page."""
    page = opened.page(given.page_id)
    if page.template is None:
        raise InvalidInput(say("site.not_a_template", id=given.page_id))
    page.template = None
    for node in page.nodes.values():
        node.dynamic_bindings = {}


def _append(opened: OpenSite, page: Page) -> None:
    page.order = max((one.order for one in opened.site.pages), default=-1) + 1
    opened.site.pages.append(page)


def _free(opened: OpenSite, text: str, apart_from: Page | None = None) -> str:
    taken = {page.slug for page in opened.site.pages if page is not apart_from}
    return free_slug(page_slug(text) or _NAMELESS, taken)


def _not_home(title: str) -> str:
    return title if page_slug(title) not in ("", HOME) else "home"
