"""Documents that can be read and opened: pages, templates and visual components."""

from typing import NamedTuple

from proofroom.kernel.strings import say
from proofroom.site.document.slugs import HOME
from proofroom.site.document.types import Component, Json, Page, Site, Tree

PAGE, TEMPLATE, COMPONENT = "page", "template", "visualComponent"


class DocumentRef(NamedTuple):
    """A document by what it is and its id."""

    type: str
    id: str

    def as_dict(self) -> Json:
        """Return it under its wire names."""
        return {"type": self.type, "id": self.id}


def ref_of(tree: Tree) -> DocumentRef:
    """Return what refers to a document."""
    if isinstance(tree, Page):
        return DocumentRef(TEMPLATE if tree.is_template else PAGE, tree.id)
    return DocumentRef(COMPONENT, tree.id)


def find_document(site: Site, ref: DocumentRef) -> Page | Component | None:
    """Return a document; a page called a template, or the other way round, is found all the same."""
    return site.component(ref.id) if ref.type == COMPONENT else site.page(ref.id)


def title_of(tree: Page | Component) -> str:
    """Return what a document is called."""
    return tree.title if isinstance(tree, Page) else tree.name


def describe_documents(site: Site, current: DocumentRef | None, active_page: str | None) -> list[Json]:
    """Return every document with what an agent needs to choose one."""
    pages = [_page(page, current, active_page) for page in site.pages]
    return [*pages, *(_component(one, current) for one in site.components)]


def summary_of(page: Page) -> str:
    """Return what a page or template is, in a few words."""
    if page.template is None:
        if page.slug == HOME:
            return say("site.document.home")
        return say("site.document.page", slug=page.slug)
    target = page.template["target"]
    match target["kind"]:
        case "everywhere":
            return say("site.document.everywhere")
        case "notFound":
            return say("site.document.not_found")
        case _:
            return say("site.document.post_types", tables=", ".join(target["tableSlugs"]))


def _page(page: Page, current: DocumentRef | None, active_page: str | None) -> Json:
    ref = ref_of(page)
    shown: Json = {
        "document": ref.as_dict(),
        "title": page.title,
        "slug": page.slug,
        "rootNodeId": page.root_id,
        "active": page.id == active_page,
        "current": current is not None and current.id == page.id,
    }
    if page.template is None:
        shown["isHomepage"] = page.slug == HOME
    else:
        shown["template"] = {key: page.template[key] for key in ("target", "priority")}
    told = {key: page.extra[key] for key in ("locales", "translation") if page.extra.get(key)}
    return shown | told | {"summary": summary_of(page)}


def _component(component: Component, current: DocumentRef | None) -> Json:
    return {
        "document": ref_of(component).as_dict(),
        "title": component.name,
        "rootNodeId": component.root_id,
        "active": False,
        "current": current is not None and current.id == component.id,
        "summary": say("site.document.component"),
    }
