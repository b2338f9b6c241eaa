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
from proofroom.site.tools.tool import site_tool

_FORMATS = {"richText": "html", "markdown": "html", "url": "url", "media": "media", "image": "media"}


@site_tool("list_documents")
def list_documents(opened: OpenSite, given: NoInput) -> Json:
    """List pages, templates and visual components with the refs that read_document takes."""
    current = ref_of(opened.document())
    active = current.id if opened.site.page(current.id) else None
    return {
        "currentDocument": current.as_dict(),
        "documents": describe_documents(opened.site, current, active),
    }


@site_tool("list_modules")
def list_modules(opened: OpenSite, given: ListModulesInput) -> Json:
    """List the modules nodes are made of, with their props and defaults."""
    return {"modules": describe_modules(given.category)}


@site_tool("list_tokens")
def list_tokens(opened: OpenSite, given: ListTokensInput) -> Json:
    """List the design tokens with their CSS variables, variants and utility classes."""
    return {"tokens": describe_tokens(opened.site, given.family)}


@site_tool("list_post_types", needs_tables=True)
def list_post_types(opened: OpenSite, given: NoInput) -> Json:
    """List the collections whose entries have pages, as targets of templates."""
    return {
        "postTypes": [
            {"slug": one.slug, "label": one.name, "routeBase": one.route_base, "kind": one.kind}
            for one in opened.tables
            if one.route_base.strip()
        ]
    }


@site_tool("list_loop_sources", needs_tables=True)
def list_loop_sources(opened: OpenSite, given: NoInput) -> Json:
    """List what loops can show: source ids, data tables, order options, and {currentEntry.field} tokens."""
    sources = [source | {"fields": with_tokens(source["fields"])} for source in SOURCES]
    return {"usage": USAGE, "sources": sources, "dataTables": [_table(one) for one in opened.tables]}


@site_tool("list_breakpoints")
def list_breakpoints(opened: OpenSite, given: NoInput) -> Json:
    """List the breakpoints and the active one."""
    shown = [dump_breakpoint(one) for one in opened.site.breakpoints]
    active = opened.breakpoint or (shown[-1]["id"] if shown else None)
    return {"activeBreakpointId": active, "breakpoints": shown}


@site_tool("read_document", output_cap=100_000, heavy=True)
def read(opened: OpenSite, given: ReadDocumentInput) -> Json:
    """Read a document as HTML in which every element carries uid, with the CSS that matters for it. Large
    documents come in parts: go on with pageInfo.nextPart.
    """
    tree = opened.named(given.document.ref if given.document else None)
    shown = read_document(opened.site, tree, given.part or 1)
    return {"document": ref_of(tree).as_dict(), "title": title_of(tree)} | shown


@site_tool("open_document")
def open_document(opened: OpenSite, given: OpenDocumentInput) -> Json:
    """Show a document in the editor."""
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
