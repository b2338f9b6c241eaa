"""Entries that a person finds by words from anywhere, and messages that are about them."""

from urllib.parse import urlencode

from proofroom.access import Principal
from proofroom.content.brain import Brain, Hits, View, search
from proofroom.content.intent import TABLE
from proofroom.content.origins import Origins
from proofroom.house import Destination, FindDestinations, FindExcerpt
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId
from proofroom.runtime import PromptFacts
from proofroom.runtime.addressed import MAYBE, OWN, HowSure, names_one
from proofroom.runtime.intent import HIGH, classify
from proofroom.search.words import texts_of

_SEARCH = "brain_search"
"""The tool that finds the same; whoever is made for others only is told nothing here either."""


def find_entries(brain: Brain) -> FindDestinations:
    """Return what finds the entries of a project, as far as the person's limits go."""

    async def find(
        principal: Principal, project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        if project_id is None or not principal.can("content.read", project_id):
            return []
        limits = principal.limits_in(project_id)
        if limits.tools is not None and _SEARCH not in limits.tools:
            return []

        def look(view: View) -> Hits:
            return search(view, query, limit=limit, models=limits.models, locales=limits.locales)

        try:
            found = await brain.look(project_id, None, look)
        except NotFound:  # nothing was made in it yet
            return []
        return [
            Destination(
                room="content",
                kind=hit.row.model,
                id=hit.row.id,
                title=hit.row.label or hit.row.id,
                href="/content?"
                + urlencode({"model": hit.row.model, "entry": hit.row.id, "locale": hit.row.locale}),
                detail=hit.preview,
            )
            for hit in found.hits
        ]

    return find


def about_content(brain: Brain) -> HowSure:
    """Return what tells how surely a message is about a project's content: it names a model, or may be."""

    async def tell(principal: Principal, project_id: ProjectId | None, message: str) -> float:
        if not principal.can("content.read", project_id):
            return 0.0

        def look(view: View) -> bool:
            models = view.project.models.values()
            return names_one(message, [name for model in models for name in (model.id, model.name)])

        try:
            if project_id is not None and await brain.look(project_id, None, look):
                return OWN
        except NotFound:  # nothing was made in it yet
            pass
        meant = classify(message, TABLE)
        is_clear = meant.confidence >= HIGH
        return 0.0 if not is_clear else OWN if meant.name == "model_operation" else MAYBE

    return tell


def excerpt_of_entry(brain: Brain, origins: Origins) -> FindExcerpt:
    """Return what tells the words of an entry, as far as the run may read it and nobody outside wrote it."""

    async def tell(facts: PromptFacts, model: str, entry: str) -> str | None:
        rights = facts.authority
        may_read = "content.read" in rights.permissions and model in (rights.only_models or (model,))
        if facts.project_id is None or not may_read:
            return None
        shown = {"contextItems": [{"modelId": model, "entryId": entry}]}
        if await origins.pinned(facts.workspace_id, facts.project_id, shown):
            return None

        def look(view: View) -> str:
            found = view.project.models.get(model)
            locales = view.project.locales(found) if found else ()
            for locale in locales:
                row = view.row(model, locale, entry) if locale in (rights.only_locales or (locale,)) else None
                if row is not None:
                    return "; ".join(f"{name}: {text}" for name, text in texts_of(row.data, row.body))
            return ""

        try:
            return await brain.look(facts.project_id, None, look)
        except NotFound:
            return ""

    return tell
