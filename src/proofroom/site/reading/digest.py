"""The lines that tell an agent where it is: the page, documents, breakpoints and tokens."""

from proofroom.site.document.types import Json, Page, Site
from proofroom.site.reading.documents import DocumentRef, describe_documents, find_document, ref_of, title_of
from proofroom.site.reading.tokens import describe_tokens

MOST_DOCUMENTS, MOST_COLORS, MOST_STEPS, MOST_FONTS = 24, 30, 16, 20
NO_TOKENS = (
    "Tokens: (none — no design system yet; establish one first with site_set_color_tokens /"
    " site_set_type_scale / site_set_spacing_scale / site_set_font_tokens)"
)


def site_digest(site: Site, current: DocumentRef | None, selected: str | None, width: str | None) -> str:
    """Return the state of a site in one paragraph, parts joined by a dot."""
    found = find_document(site, current) if current else None
    tree = found or site.homepage or site.pages[0]
    ref = ref_of(tree)
    active = tree if isinstance(tree, Page) else (site.homepage or site.pages[0])
    parts = [
        f'Page: "{title_of(tree)}"',
        f"current document: {ref.type}:{ref.id}",
        f"root: {tree.root_id or '(empty)'}",
        f"selected: {selected or 'none'}",
        f"active breakpoint: {width or '(none)'}",
        f"all breakpoints: [{', '.join(_breakpoints(site))}]",
        f"Documents: [{_documents(site, ref, active.id)}]",
        f"Pages: [{', '.join(_page(page, active.id) for page in site.pages)}]",
        token_digest(site),
    ]
    return " · ".join(parts)


def token_digest(site: Site) -> str:
    """Return the design tokens in one line."""
    tokens = describe_tokens(site)
    parts = list[str]()
    if tokens["colors"]:
        shown = [f"{one['slug']}={one['value']}" for one in tokens["colors"][:MOST_COLORS]]
        parts.append(f"colors: [{', '.join(shown)}]")
    for label, family in (("type", "typography"), ("spacing", "spacing")):
        for group in tokens[family]:
            steps = ", ".join(str(one["step"]) for one in group["steps"][:MOST_STEPS])
            parts.append(f"{label} --{group['namingConvention']}-*: [{steps}]")
    if tokens["fonts"]:
        shown = [f"{one['cssVar']}→{one['family'] or one['stack']}" for one in tokens["fonts"][:MOST_FONTS]]
        parts.append(f"fonts: [{', '.join(shown)}]")
    return f"Tokens — {'; '.join(parts)}" if parts else NO_TOKENS


def _breakpoints(site: Site) -> list[str]:
    return [
        f"{one.id}@{one.width:g}px" + (f":{one.media_query}" if one.media_query.strip() else "")
        for one in site.breakpoints
    ]


def _documents(site: Site, current: DocumentRef, active: str) -> str:
    described = describe_documents(site, current, active)
    shown = ", ".join(_document(one) for one in described[:MOST_DOCUMENTS])
    more = len(described) - MOST_DOCUMENTS
    return f"{shown}, +{more} more" if more > 0 else shown


def _document(one: Json) -> str:
    marks = [name for name, key in (("current", "current"), ("active-page", "active")) if one[key]]
    marks.append(f"root={one['rootNodeId']}")
    ref = one["document"]
    return f'{ref["type"]}:{ref["id"]}="{one["title"]}" ({", ".join(marks)}; {one["summary"]})'


def _page(page: Page, active: str) -> str:
    shown = f"{page.id}={page.slug}"
    if page.id == active:
        shown += " (active)"
    if page.template is not None:
        target = page.template["target"]
        what = ",".join(target["tableSlugs"]) if target["kind"] == "postTypes" else target["kind"]
        shown += f" [template:{what}]"
    return shown
