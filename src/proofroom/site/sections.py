"""What the site adds to prompts in its scope: where the person is, what documents and tokens there are."""

from typing import Any

from proofroom.kernel.errors import ProofroomError
from proofroom.runtime import Section
from proofroom.runtime.prompts.prompt import PromptFacts
from proofroom.site.document.types import Site
from proofroom.site.reading.digest import site_digest
from proofroom.site.sites import Sites
from proofroom.site.tools.bench import ref_in

SCOPES = frozenset({"site"})


def site_sections(sites: Sites) -> list[Section]:
    """Return the section that follows from the state of the site."""

    async def write(facts: PromptFacts) -> str:
        if facts.project_id is None:
            return ""
        ref = facts.project.ref if facts.project else None
        try:
            return await sites.look(facts.project_id, ref, lambda site: _digest(site, facts.screen))
        except ProofroomError:
            return ""

    return [Section("site_state", 60, "volatile", write, scopes=SCOPES)]


def _digest(site: Site, screen: dict[str, Any]) -> str:
    """Return the state of a site, with what the person looks at where that is there."""
    selected, width = screen.get("selectedNodeId"), screen.get("activeBreakpointId")
    known = selected if isinstance(selected, str) and site.tree_of(selected) else None
    return site_digest(site, ref_in(screen), known, width if isinstance(width, str) else None)
