"""Tools that list what there is."""

from proofroom.site.document.dump import dump_breakpoint
from proofroom.site.document.modules import describe_modules
from proofroom.site.document.types import Json
from proofroom.site.reading.document import read_document
from proofroom.site.reading.documents import describe_documents, ref_of, title_of
from proofroom.site.reading.sources import ROW_FIELDS, SOURCES, USAGE, with_tokens
from proofroom.site.reading.tokens import describe_tokens
from proofroom.site.tools.open_site import OpenSite, Table
from proofroom.site.tools.schemas import (
    ListModulesInput,
    ListTokensInput,
    NoInput,
    OpenDocumentInput,
    ReadDocumentInput,
)

_FORMATS = {"richText": "html", "markdown": "html", "url": "url", "media": "media", "image": "media"}


def list_documents(opened: OpenSite, given: NoInput) -> Json:
    """Return pages, templates and components."""
    current = ref_of(opened.document())
    active = current.id if opened.site.page(current.id) else None
    return {
        "currentDocument": current.as_dict(),
        "documents": describe_documents(opened.site, current, active),
    }


def list_modules(opened: OpenSite, given: ListModulesInput) -> Json:
    """Return the modules."""
    return {"modules": describe_modules(given.category)}


def list_tokens(opened: OpenSite, given: ListTokensInput) -> Json:
    """Return the design tokens."""
    return {"tokens": describe_tokens(opened.site, given.family)}


def list_post_types(opened: OpenSite, given: NoInput) -> Json:
    """Return the tables whose entries have pages."""
    return {
        "postTypes": [
            {"slug": one.slug, "label": one.name, "routeBase": one.route_base, "kind": one.kind}
            for one in opened.tables
            if one.route_base.strip()
        ]
    }


def list_loop_sources(opened: OpenSite, given: NoInput) -> Json:
    """Return what loops can show, and the tokens that show it."""
    sources = [source | {"fields": with_tokens(source["fields"])} for source in SOURCES]
    return {"usage": USAGE, "sources": sources, "dataTables": [_table(one) for one in opened.tables]}


def list_breakpoints(opened: OpenSite, given: NoInput) -> Json:
    """Return the breakpoints."""
    shown = [dump_breakpoint(one) for one in opened.site.breakpoints]
    active = opened.breakpoint or (shown[-1]["id"] if shown else None)
    return {"activeBreakpointId": active, "breakpoints": shown}


def read(opened: OpenSite, given: ReadDocumentInput) -> Json:
    """Return a part of a document."""
    tree = opened.named(given.document.ref if given.document else None)
    shown = read_document(opened.site, tree, given.part or 1)
    return {"document": ref_of(tree).as_dict(), "title": title_of(tree)} | shown


def open_document(opened: OpenSite, given: OpenDocumentInput) -> Json:
    """Open a document."""
    tree = opened.named(given.document.ref)
    opened.open(tree)
    return {"document": ref_of(tree).as_dict()}


def _table(table: Table) -> Json:
    fields = {str(field["id"]): dict(field) for field in table.fields}
    for field in fields.values():
        if kind := _FORMATS.get(str(field.get("type"))):
            field.setdefault("format", kind)
    fields |= {str(field["id"]): {**field, "type": "text"} for field in ROW_FIELDS}
    return {
        "id": table.id,
        "slug": table.slug,
        "name": table.name,
        "kind": table.kind,
        "singularLabel": table.name,
        "pluralLabel": table.name,
        "primaryFieldId": table.primary_field,
        "routable": bool(table.route_base),
        "versioned": True,
        "rowCount": table.row_count,
        "fields": with_tokens(list(fields.values())),
    }
