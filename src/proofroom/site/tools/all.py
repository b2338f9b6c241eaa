"""All tools by name: what they are for, what they take, who may use them."""

import re
from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from proofroom.kernel.data import dataclass
from proofroom.site.document.types import Json
from proofroom.site.tools import catalog, code, pages, schemas, snapshot, structure, styles, tokens
from proofroom.site.tools.collections import SetCollectionInput, set_collection
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import SiteInput

READ, CONTENT, STRUCTURE, STYLE = (
    f"site.{name}" for name in ("read", "content.edit", "structure.edit", "style.edit")
)


@dataclass(frozen=True, slots=True)
class SiteTool:
    """A tool: its runner changes the open site where it writes, and returns data or nothing."""

    name: str
    description: str
    input_model: type[SiteInput]
    run: Callable[[OpenSite, Any], Json | None]
    permission: str = READ
    output_cap: int | None = None
    heavy: bool = False
    destructive: bool = False
    needs_tables: bool = False
    """Whether it asks which content models there are."""

    @property
    def writes(self) -> bool:
        """Whether it changes the site."""
        return self.permission != READ

    @property
    def alias(self) -> str:
        """The name it has where tools carry the prefix of their scope."""
        return "site_" + re.sub(r"(?<!^)(?=[A-Z])", "_", self.name).lower()


TOOLS: tuple[SiteTool, ...] = (
    SiteTool(
        "list_documents",
        "List pages, templates and visual components with the refs that read_document takes.",
        schemas.NoInput,
        catalog.list_documents,
    ),
    SiteTool(
        "list_modules",
        "List the modules nodes are made of, with their props and defaults.",
        schemas.ListModulesInput,
        catalog.list_modules,
    ),
    SiteTool(
        "list_tokens",
        "List the design tokens with their CSS variables, variants and utility classes.",
        schemas.ListTokensInput,
        catalog.list_tokens,
    ),
    SiteTool(
        "list_post_types",
        "List the collections whose entries have pages, as targets of templates.",
        schemas.NoInput,
        catalog.list_post_types,
        needs_tables=True,
    ),
    SiteTool(
        "list_loop_sources",
        "List what loops can show: source ids, data tables, order options, and {currentEntry.field} tokens.",
        schemas.NoInput,
        catalog.list_loop_sources,
        needs_tables=True,
    ),
    SiteTool(
        "list_breakpoints",
        "List the breakpoints and the active one.",
        schemas.NoInput,
        catalog.list_breakpoints,
    ),
    SiteTool(
        "read_document",
        "Read a document as HTML in which every element carries uid, with the CSS that matters for it. "
        "Large documents come in parts: go on with pageInfo.nextPart.",
        schemas.ReadDocumentInput,
        catalog.read,
        output_cap=100_000,
        heavy=True,
    ),
    SiteTool(
        "open_document",
        "Show a document in the editor.",
        schemas.OpenDocumentInput,
        catalog.open_document,
    ),
    SiteTool(
        "insertHtml",
        "Insert semantic HTML below a node, with its look as a <style> block and class attributes. One call "
        "per section. Scripts and event handlers are stripped; <instatic-loop> and <instatic-outlet> work.",
        schemas.InsertHtmlInput,
        structure.insert_html,
        STRUCTURE,
    ),
    SiteTool(
        "getNodeHtml",
        "Read one node with everything in it as HTML with uids.",
        schemas.NodeInput,
        structure.get_node_html,
        heavy=True,
        output_cap=100_000,
    ),
    SiteTool(
        "replaceNodeHtml",
        "Replace what is in a node by other HTML.",
        schemas.ReplaceNodeHtmlInput,
        structure.replace_node_html,
        STRUCTURE,
    ),
    SiteTool(
        "updateNodeProps",
        "Set props of a node, such as text, href or src; all others stay.",
        schemas.UpdateNodePropsInput,
        structure.update_node_props,
        CONTENT,
    ),
    SiteTool(
        "moveNode", "Move a node inside its document.", schemas.MoveNodeInput, structure.move_node, STRUCTURE
    ),
    SiteTool(
        "deleteNode",
        "Delete a node with everything in it.",
        schemas.NodeInput,
        structure.delete_node,
        STRUCTURE,
    ),
    SiteTool(
        "duplicateNode",
        "Copy a node right after itself, 1 to 50 times.",
        schemas.DuplicateNodeInput,
        structure.duplicate_node,
        STRUCTURE,
    ),
    SiteTool(
        "renameNode",
        "Say what a node is called in the editor's tree.",
        schemas.RenameNodeInput,
        structure.rename_node,
        CONTENT,
    ),
    SiteTool(
        "applyCss",
        "Create and edit style rules with CSS text: `.name` makes a reusable class, any other selector an "
        "ambient rule; @media folds into breakpoints. Declarations are merged over those that are there.",
        schemas.ApplyCssInput,
        styles.apply_css,
        STYLE,
    ),
    SiteTool("assignClass", "Give a node a class.", schemas.ClassInput, styles.assign_class, STYLE),
    SiteTool(
        "removeClass",
        "Take a class from a node; the class itself stays.",
        schemas.ClassInput,
        styles.remove_class,
        STYLE,
    ),
    SiteTool(
        "list_code_assets",
        "List scripts and style sheets with their hashes and how they run.",
        schemas.ListCodeAssetsInput,
        code.list_code_assets,
    ),
    SiteTool(
        "read_code_asset",
        "Read a part of a script or style sheet, exactly.",
        schemas.ReadCodeAssetInput,
        code.read_code_asset,
        output_cap=120_000,
    ),
    SiteTool(
        "write_code_asset",
        "Create or replace a script or style sheet that runs on pages. The only way to behaviour.",
        schemas.WriteCodeAssetInput,
        code.write_code_asset,
        STRUCTURE,
    ),
    SiteTool(
        "patch_code_asset",
        "Apply exact replacements to a script or style sheet that still has the hash you read.",
        schemas.PatchCodeAssetInput,
        code.patch_code_asset,
        STRUCTURE,
    ),
    SiteTool(
        "inspect_code_runtime",
        "Tell which scripts and style sheets run on a page or template.",
        schemas.InspectCodeRuntimeInput,
        code.inspect_code_runtime,
    ),
    SiteTool(
        "addPage",
        "Add an empty page and open it; build into its rootNodeId.",
        schemas.AddPageInput,
        pages.add_page,
        STRUCTURE,
    ),
    SiteTool(
        "deletePage",
        "Delete a page; the last one stays.",
        schemas.PageInput,
        pages.delete_page,
        STRUCTURE,
        destructive=True,
    ),
    SiteTool(
        "renamePage",
        "Change a page's title and slug; slug `index` makes it the homepage.",
        schemas.RenamePageInput,
        pages.rename_page,
        STRUCTURE,
    ),
    SiteTool(
        "duplicatePage",
        "Copy a page with all its nodes.",
        schemas.DuplicatePageInput,
        pages.duplicate_page,
        STRUCTURE,
    ),
    SiteTool(
        "setPageTemplate",
        "Make a page a template, or change what it is for. It needs one <instatic-outlet>.",
        schemas.SetPageTemplateInput,
        pages.set_page_template,
        STRUCTURE,
    ),
    SiteTool(
        "clearPageTemplate",
        "Make a template an ordinary page.",
        schemas.PageInput,
        pages.clear_page_template,
        STRUCTURE,
    ),
    SiteTool(
        "set_color_tokens",
        "Create or update colour tokens: var(--slug), with shades, tints and utility classes.",
        schemas.SetColorTokensInput,
        tokens.set_color_tokens,
        STYLE,
    ),
    SiteTool(
        "set_font_tokens",
        "Create or update font tokens: var(--font-name). googleFamily installs a web font first.",
        schemas.SetFontTokensInput,
        tokens.set_font_tokens,
        STYLE,
    ),
    SiteTool(
        "set_type_scale",
        "Create or update the fluid type scale: var(--text-m).",
        schemas.SetTypeScaleInput,
        tokens.set_type_scale,
        STYLE,
    ),
    SiteTool(
        "set_spacing_scale",
        "Create or update the fluid spacing scale: var(--space-m).",
        schemas.SetSpacingScaleInput,
        tokens.set_spacing_scale,
        STYLE,
    ),
    SiteTool(
        "render_snapshot",
        "Look at the rendered page: a layout report, and a picture where you can see pictures.",
        schemas.RenderSnapshotInput,
        snapshot.render_snapshot,
        heavy=True,
    ),
    SiteTool(
        "set_collection",
        "Show the entries of a content model as pages below a path, or stop that with an empty one.",
        SetCollectionInput,
        set_collection,
        STRUCTURE,
        needs_tables=True,
    ),
)
BY_NAME: dict[str, SiteTool] = {tool.name: tool for tool in TOOLS} | {tool.alias: tool for tool in TOOLS}


def explain(error: ValidationError) -> str:
    """Return what is wrong with an input in the words that agents of this room know."""
    found = error.errors(include_url=False, include_input=False)
    first = found[0]
    context = first.get("ctx", {})
    if len({one["loc"][:1] for one in found}) == 1 and any(_is_choice(one["loc"]) for one in found):
        return "Expected union value"
    match first["type"]:
        case "missing":
            return "Expected required property"
        case "string_too_short":
            return f"Expected string length greater or equal to {context.get('min_length')}"
        case "too_short":
            return f"Expected array length to be greater or equal to {context.get('min_length')}"
        case "greater_than_equal":
            return f"Expected integer to be greater or equal to {context.get('ge')}"
        case "less_than_equal":
            return f"Expected integer to be less or equal to {context.get('le')}"
        case "literal_error":
            return "Expected union value"
        case kind:
            return f"Expected {kind.split('_')[0]}"


def _is_choice(place: tuple[int | str, ...]) -> bool:
    return any(part in ("Everywhere", "PostTypes", "NotFoundTarget") for part in place)
