"""Places of the app that belong to no room: runs, people, parts of the settings, and what one can begin.

Places with names of ours are found in every language there is, whatever the reader's own is: `place.KEY` is
what it is called, `place.KEY.words` by what else people look for it.
"""

from typing import Final

from proofroom.access import Principal
from proofroom.durable import RunFilter
from proofroom.house import Destination
from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import LANGUAGES, Language, say, texts
from proofroom.runtime.seeing import sees_run
from proofroom.search.words import words
from proofroom.wiring import Studio

LOOKED_AT: Final = 300
"""Newest runs whose titles are looked at."""


@dataclass(frozen=True, slots=True)
class AppPlace:
    """A place, its key in the dictionary, and who may go there."""

    key: str
    kind: str
    href: str
    permission: str | None = None


PLACES: Final = (
    AppPlace("account", "setting", "/settings?part=account"),
    AppPlace("workspaces", "setting", "/settings?part=workspaces"),
    AppPlace("people", "setting", "/settings?part=people", "users.team.read"),
    AppPlace("roles", "setting", "/settings?part=roles", "users.team.read"),
    AppPlace("keys", "setting", "/settings?part=keys", "keys.team.read"),
    AppPlace("approvals", "setting", "/settings?part=approvals"),
    AppPlace("context", "setting", "/settings?part=context"),
    AppPlace("jobs", "setting", "/agents?view=jobs", "actions.team.read"),
    AppPlace("groups", "action", "/groups", "ai.chat"),
    AppPlace("audit", "setting", "/settings?part=audit", "audit.team.read"),
    AppPlace("health", "setting", "/settings?part=health", "studio.manage"),
    AppPlace("backup", "setting", "/settings?part=backup", "studio.manage"),
    AppPlace("connections", "setting", "/connections", "connections.own.read"),
    AppPlace("usage", "setting", "/usage", "sessions.own.read"),
    AppPlace("ask", "action", "/agent", "ai.chat"),
    AppPlace("invite", "action", "/settings?part=people&new=true", "users.team.create"),
    AppPlace("new_key", "action", "/settings?part=keys&new=true", "keys.team.create"),
    AppPlace("upload", "action", "/media", "content.write"),
    AppPlace("write_article", "action", "/articles", "ai.chat"),
    AppPlace("publish_site", "action", "/site?publish=true", "site.publish"),
)


def matches(query: str, text: str) -> bool:
    """Tell whether every word of the query begins a word of the text."""
    asked, there = words(query), words(text)
    return bool(asked) and all(any(word.startswith(each) for word in there) for each in asked)


def find_places(principal: Principal, query: str, limit: int) -> list[Destination]:
    """Return parts of the settings and what one can begin, as far as the principal may."""
    allowed = principal.permissions_in(None)
    found = (
        place
        for place in PLACES
        if (place.permission is None or place.permission in allowed)
        and any(matches(query, _known_as(place.key, language)) for language in LANGUAGES)
    )
    shown = (
        Destination(place.kind, place.kind, place.key, say(f"place.{place.key}"), place.href)
        for place in found
    )
    return list(shown)[:limit]


async def find_people(studio: Studio, principal: Principal, query: str, limit: int) -> list[Destination]:
    """Return people of the workspace by name and address."""
    if not principal.can("users.team.read"):
        return []
    found = [one.person for one in await studio.access.members.list(principal)]
    return [
        Destination("people", "person", one.id, one.name, f"/settings?part=people&person={one.id}", one.email)
        for one in found
        if matches(query, f"{one.name} {one.email}")
    ][:limit]


async def find_runs(studio: Studio, principal: Principal, query: str, limit: int) -> list[Destination]:
    """Return runs by what was asked, the newest first."""
    if not principal.can("sessions.own.read"):
        return []
    mine = None if principal.can("sessions.team.read") else principal.person_id
    found = await studio.engine.runs.list(
        principal.workspace_id, RunFilter(person_id=mine), before=None, limit=LOOKED_AT
    )
    seen = (run for run in found if sees_run(principal, run) and matches(query, run.title))
    return [Destination("runs", "run", run.id, run.title, f"/runs/{run.id}", run.agent) for run in seen][
        :limit
    ]


def _known_as(key: str, language: Language) -> str:
    known = texts(language)
    return f"{known.get(f'place.{key}', '')} {known.get(f'place.{key}.words', '')}"
