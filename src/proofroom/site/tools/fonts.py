"""Fonts where tools meet the network: a family is fetched before the edit, or nothing is changed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from proofroom.kernel.errors import InvalidStatus
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.net import Transport
from proofroom.repository.calls import project_of, ref_of
from proofroom.site.document.types import Json
from proofroom.site.fonts import (
    LARGEST,
    FontFamily,
    FontFormat,
    fetch_family,
    find_family,
    install_family,
    uploaded_file,
)
from proofroom.site.tools.bench import ACTIVE, SiteBench
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import Name, SetFontTokensInput, SiteInput
from proofroom.site.tools.tokens import set_font_tokens
from proofroom.site.tools.tool import STYLE, site_tool

SET_FONTS = "set_font_tokens"
INSTALL = "install_font"


class FontFileInput(SiteInput):
    """A file of a family that is uploaded."""

    variant: str = Field("400", pattern=r"^[1-9]00(italic)?$", description="Weight, with `italic` after it.")
    subset: str = Field("latin", pattern=r"^[a-z][a-z-]{0,30}$")
    format: FontFormat = "woff2"
    data: str = Field(description=f"The file as base64; {LARGEST // 1_000_000} MB of it at most.")


class InstallFontInput(SiteInput):
    """Input of `install_font`: a family of the font server, or files of one's own."""

    family: Name = Field(max_length=80, description="What the family is called.")
    variants: list[Name] | None = Field(None, description="Weights to fetch, such as 400 or 700italic.")
    subsets: list[Name] | None = Field(None, description="Letters to fetch, such as latin-ext.")
    files: list[FontFileInput] = Field(
        default_factory=list[FontFileInput], max_length=24, description="Files to upload; none to fetch it."
    )


class UploadFontInput(SiteInput):
    """Input of `upload_font`."""

    family: Name = Field(max_length=80, description="What the family is called.")
    files: list[FontFileInput] = Field(min_length=1, max_length=24)


@site_tool("upload_font", STYLE)
def upload_font(opened: OpenSite, given: UploadFontInput) -> Json:
    """Take font files as a family of the site."""
    return {
        "font": install_family(opened.site, _uploaded(given.family, given.files), opened.new_id(), opened.at)
    }


def with_fonts(
    specs: Sequence[ToolSpec], bench: SiteBench, transport: Transport, server: str
) -> list[ToolSpec]:
    """Return the tools; the one that sets fonts fetches families first, and one installs them alone."""

    async def set_tokens(context: ToolContext, given: SetFontTokensInput) -> ToolOutput:
        families = dict[str, FontFamily]()
        for one in given.tokens:
            name = one.google_family
            if name and name not in families and not await _is_there(bench, context, name):
                if context.outside:
                    said = say("site.font_not_installed", family=name)
                    raise InvalidStatus(said, suggestion=say("site.font_asks"))
                families[name] = await fetch_family(transport, server, name, one.variants, one.subsets)

        def work(opened: OpenSite) -> Json:
            for family in families.values():
                install_family(opened.site, family, opened.new_id(), opened.at)
            return set_font_tokens(opened, given)

        return await bench.run_with(context, work, SET_FONTS, writes=True, tables=[])

    async def install(context: ToolContext, given: InstallFontInput) -> ToolOutput:
        if given.files:
            family = _uploaded(given.family, given.files)
        else:
            family = await fetch_family(transport, server, given.family, given.variants, given.subsets)

        def work(opened: OpenSite) -> Json:
            return {"font": install_family(opened.site, family, opened.new_id(), opened.at)}

        return await bench.run_with(context, work, INSTALL, writes=True, tables=[])

    known = [replace(spec, handler=set_tokens) if spec.name == SET_FONTS else spec for spec in specs]
    return [*known, _install_spec(install)]


def _uploaded(name: str, files: list[FontFileInput]) -> FontFamily:
    read = [uploaded_file(one.variant, one.subset, one.format, one.data) for one in files]
    return FontFamily(name, "custom", tuple(read))


async def _is_there(bench: SiteBench, context: ToolContext, name: str) -> bool:
    ref = await ref_of(bench.sites.repositories, context)
    return await bench.sites.look(project_of(context), ref, lambda site: find_family(site, name) is not None)


def _install_spec(handler: Any) -> ToolSpec:
    return ToolSpec(
        INSTALL,
        "Install a typeface: fetch a family from the font server, or take uploaded files.",
        InstallFontInput,
        handler,
        "site_editor",
        effect="write",
        permission=STYLE,
        phases=ACTIVE,
        workflow="workflow-dependent",
        default_affects=Affected(branches_changed=True),
        acts_at_once=True,
        on_crash="check",
    )
