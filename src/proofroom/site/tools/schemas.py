"""The input of every tool: one model for chat, HTTP, MCP and the command line."""

import math
import re
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from proofroom.site.reading.documents import DocumentRef

Name = Annotated[str, Field(min_length=1)]
Family = Literal["colors", "typography", "spacing", "fonts"]
CodeKind = Literal["script", "style"]


class SiteInput(BaseModel):
    """Input of a site tool; what it does not know is left out."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    @model_validator(mode="before")
    @classmethod
    def _check_storable(cls, given: Any) -> Any:
        return storable(given)


def storable(value: Any) -> Any:
    """Return a value as files can hold it: half characters are replaced, numbers no JSON has are refused."""
    match value:
        case str() if not value.isascii():
            return value.encode("utf-8", "replace").decode() if _HALF.search(value) else value
        case bool() | str() | None:
            return value
        case int() if abs(value) > _MOST:
            raise ValueError(f"Expected integer to be less or equal to {_MOST}")
        case float() if not math.isfinite(value):
            raise ValueError("Expected number")
        case dict():
            return {storable(key): storable(one) for key, one in value.items()}  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [storable(one) for one in value]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return value


_HALF: Final = re.compile("[\ud800-\udfff]")
_MOST: Final = 2**53


class NoInput(SiteInput):
    """A tool that needs nothing said."""


class DocumentInput(SiteInput):
    """A document, as list_documents names it."""

    type: Literal["page", "template", "visualComponent"]
    id: Name

    @property
    def ref(self) -> DocumentRef:
        """It as the room names it."""
        return DocumentRef(self.type, self.id)


# --- catalogues


class ListModulesInput(SiteInput):
    """Input of `list_modules`."""

    category: str | None = Field(None, description="Only modules of this category.")


class ListTokensInput(SiteInput):
    """Input of `list_tokens`."""

    family: Family | None = Field(None, description="Only this family of tokens.")


# --- documents


class ReadDocumentInput(SiteInput):
    """Input of `read_document`."""

    document: DocumentInput | None = Field(None, description="The document; the open one if left out.")
    part: int | None = Field(None, ge=1, description="The part to read, from pageInfo.nextPart.")


class OpenDocumentInput(SiteInput):
    """Input of `open_document`."""

    document: DocumentInput = Field(description="The document to show.")


# --- structure


class InsertHtmlInput(SiteInput):
    """Input of `insertHtml`."""

    parent_id: Name = Field(description="Node to insert into; a page's rootNodeId for its top level.")
    index: int | None = Field(None, ge=0, description="Position among the children; the end if left out.")
    html: Name = Field(description="Semantic HTML, with a <style> block and class attributes for its look.")


class NodeInput(SiteInput):
    """Input of tools that only need a node."""

    node_id: Name = Field(description="Node, as uid names it.")


class ReplaceNodeHtmlInput(NodeInput):
    """Input of `replaceNodeHtml`."""

    html: Name = Field(description="HTML that takes the place of the node's children.")


class UpdateNodePropsInput(NodeInput):
    """Input of `updateNodeProps`."""

    breakpoint_id: Name | None = Field(None, description="Only for props that breakpoints may override.")
    patch: dict[str, Any] = Field(description="Props to set; all others stay.")


class MoveNodeInput(NodeInput):
    """Input of `moveNode`."""

    new_parent_id: Name = Field(description="Node to move it into.")
    new_index: int = Field(ge=0, description="Position among the children of the new parent.")


class RenameNodeInput(NodeInput):
    """Input of `renameNode`."""

    label: Name = Field(description="What the node is called in the editor.")


class DuplicateNodeInput(NodeInput):
    """Input of `duplicateNode`."""

    count: int = Field(1, ge=1, le=50, description="How many copies.")


# --- styles


class ApplyCssInput(SiteInput):
    """Input of `applyCss`."""

    css: Name = Field(description="CSS; a selector that exists already is edited.")


class ClassInput(NodeInput):
    """Input of `assignClass` and `removeClass`."""

    class_id: Name = Field(description="Class, by id or by its name.")


# --- code assets


class ListCodeAssetsInput(SiteInput):
    """Input of `list_code_assets`."""

    type: CodeKind | None = Field(None, description="Only scripts, or only style sheets.")


class CodeAssetInput(SiteInput):
    """A code asset by id or path."""

    file_id: Name | None = Field(None, description="Id of the asset.")
    path: Name | None = Field(None, description="Path of the asset.")


class ReadCodeAssetInput(CodeAssetInput):
    """Input of `read_code_asset`."""

    part: int = Field(1, ge=1, description="The part to read, from pageInfo.nextPart.")
    max_chars: int = Field(12_000, ge=1, le=100_000, description="Characters of a part.")


class WriteCodeAssetInput(SiteInput):
    """Input of `write_code_asset`."""

    path: Name = Field(description="Path, such as src/scripts/menu.js.")
    type: CodeKind = Field(description="Script or style sheet.")
    content: str = Field(description="The whole content.")
    runtime: dict[str, Any] | None = Field(
        None, description="How it runs: enabled, scope, priority; for scripts placement, timing, format."
    )


class ReplacementInput(SiteInput):
    """One exact replacement."""

    old_text: Name = Field(description="Text that is there.")
    new_text: str = Field(description="Text that takes its place.")
    replace_all: bool = Field(False, description="Whether every match is replaced.")


class PatchCodeAssetInput(CodeAssetInput):
    """Input of `patch_code_asset`."""

    expected_hash: Name = Field(description="The hash that read_code_asset gave.")
    replacements: list[ReplacementInput] = Field(min_length=1, description="Applied one after another.")


class InspectCodeRuntimeInput(SiteInput):
    """Input of `inspect_code_runtime`."""

    document: DocumentInput | None = Field(None, description="The document; the open one if left out.")


# --- pages and templates


class AddPageInput(SiteInput):
    """Input of `addPage`."""

    title: Name = Field(description="Title of the page.")
    slug: str | None = Field(None, description="Slug; made from the title if left out.")


class PageInput(SiteInput):
    """Input of tools that only need a page."""

    page_id: Name = Field(description="Page, by id.")


class RenamePageInput(PageInput):
    """Input of `renamePage`."""

    title: Name = Field(description="New title.")
    slug: str | None = Field(None, description="New slug; `index` makes it the homepage.")


class DuplicatePageInput(RenamePageInput):
    """Input of `duplicatePage`."""


class Everywhere(SiteInput):
    """Wraps every page."""

    kind: Literal["everywhere"]


class PostTypes(SiteInput):
    """Shows the entries of some tables."""

    kind: Literal["postTypes"]
    table_slugs: list[Name] = Field(min_length=1)


class NotFoundTarget(SiteInput):
    """Is shown where there is no page."""

    kind: Literal["notFound"]


class SetPageTemplateInput(PageInput):
    """Input of `setPageTemplate`."""

    target: Everywhere | PostTypes | NotFoundTarget = Field(description="What the template is for.")
    priority: float = Field(100, description="Of several that fit, the highest is used.")


# --- design tokens


class ColorTokenInput(SiteInput):
    """A colour."""

    slug: Name
    light_value: Name
    category: str | None = None
    dark_value: str | None = None
    dark_mode_enabled: bool | None = None


class SetColorTokensInput(SiteInput):
    """Input of `set_color_tokens`."""

    tokens: list[ColorTokenInput] = Field(min_length=1)


class FontTokenInput(SiteInput):
    """A font."""

    name: Name
    variable: str | None = None
    fallback: str | None = None
    google_family: str | None = None
    variants: list[Name] | None = None
    subsets: list[Name] | None = None
    family_id: Name | None = None


class SetFontTokensInput(SiteInput):
    """Input of `set_font_tokens`."""

    tokens: list[FontTokenInput] = Field(min_length=1)


class TypeEnd(SiteInput):
    """One end of a type scale."""

    font_size: float | None = None
    scale_ratio: float | str | None = None


class SpacingEnd(SiteInput):
    """One end of a spacing scale."""

    size: float | None = None
    scale_ratio: float | str | None = None


class ScaleInput(SiteInput):
    """What both scales have in common."""

    group_id: Name | None = None
    naming_convention: Name | None = None
    steps: Name | None = None
    base_scale_index: int | None = Field(None, ge=0)


class SetTypeScaleInput(ScaleInput):
    """Input of `set_type_scale`."""

    min: TypeEnd | None = None
    max: TypeEnd | None = None


class SetSpacingScaleInput(ScaleInput):
    """Input of `set_spacing_scale`."""

    min: SpacingEnd | None = None
    max: SpacingEnd | None = None


# --- capture


class RenderSnapshotInput(SiteInput):
    """Input of `render_snapshot`."""

    breakpoint_id: Name | None = Field(None, description="Width to look at; the open one if left out.")
    node_id: Name | None = Field(None, description="Only this node and what is in it.")
