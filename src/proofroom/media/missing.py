"""A check of reviews: files that changes point at and that are not in the library."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.media.library import Library
from proofroom.media.types import ORIGINAL, VARIANTS
from proofroom.repository.types import ReviewCheck
from proofroom.reviews import Finding, HunkView

_PATH: Final = re.compile(rf"(?:{ORIGINAL}|{VARIANTS})/[^\s\"'<>()\[\]]+")


def find_missing(library: Library) -> ReviewCheck:
    """Return what finds pictures and files that a change names and nobody has."""

    async def find(
        workspace_id: WorkspaceId, project_id: ProjectId, hunks: Sequence[HunkView]
    ) -> list[Finding]:
        named = {hunk.id: set(paths_in(hunk.new)) for hunk in hunks}
        if not any(named.values()):
            return []
        known = await library.files(workspace_id, project_id)
        return [
            Finding("error", say("media.file_missing", path=path), hunk.target)
            for hunk in hunks
            for path in sorted(named[hunk.id])
            if path not in known
        ]

    return find


def paths_in(value: Any) -> Iterator[str]:
    """Yield the paths of the library that a value names, wherever they stand in it."""
    match value:
        case str():
            yield from _PATH.findall(value)
        case list():
            for item in cast("list[Any]", value):
                yield from paths_in(item)
        case dict():
            for item in cast("dict[str, Any]", value).values():
                yield from paths_in(item)
        case _:
            return
