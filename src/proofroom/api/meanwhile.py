"""Two people at one entry: the later save learns what changed meanwhile instead of overwriting it."""

import asyncio
from typing import cast
from weakref import WeakValueDictionary

from proofroom.api.content import Json, read
from proofroom.api.security import Inside
from proofroom.kernel.errors import Conflict, NotFound
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.wiring import Studio

_turns: WeakValueDictionary[ProjectId, asyncio.Lock] = WeakValueDictionary()


def alone(project_id: ProjectId) -> asyncio.Lock:
    """Return the lock under which one project compares and saves, so that nobody slips in between."""
    return _turns.setdefault(project_id, asyncio.Lock())


async def refuse_if_changed(
    studio: Studio, inside: Inside, model: str, seen: Json, entry: str | None, locale: str | None
) -> None:
    """Refuse a save whose writer saw other values than there are now."""
    now = await _values(studio, inside, {"model": model, "entryId": entry, "locale": locale})
    changed = sorted(name for name, value in seen.items() if now.get(name) != value)
    if changed:
        raise Conflict(
            say("content.meanwhile", what=", ".join(changed)),
            fields=changed,
            now={name: now.get(name) for name in changed},
        )


async def _values(studio: Studio, inside: Inside, place: Json) -> Json:
    try:
        data = (await read(studio, inside, "brain_query", place))["data"]
    except NotFound:
        return {}
    return cast("Json", data) if isinstance(data, dict) else {}
