"""Checks of what is kept in the data folder: repositories and files."""

import asyncio
from collections.abc import Mapping

from proofroom.kernel.check import Check
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.repository.git.open import open_at
from proofroom.repository.git.whole import find_damaged
from proofroom.repository.hand_made import find_hand_made
from proofroom.store import Database, open_blobs
from proofroom.store.blobs import find_unsound
from proofroom.store.probe import named_blobs, project_names

LOOKING_S = 20.0
"""How long files are read for; what is left is said."""
NAMED = 5


async def check_kept(settings: Settings, database: Database) -> list[Check]:
    """Look at repositories and stored files."""
    names = await project_names(database)
    repositories = await asyncio.to_thread(_check_repositories, settings, names)
    return [repositories, await _check_files(settings, database)]


def _check_repositories(settings: Settings, called: Mapping[str, str]) -> Check:
    title = say("doctor.repositories")
    damaged, ahead = list[str](), list[str]()
    for path in sorted((settings.data / "repos").glob("*.git")):
        name = called.get(path.stem, path.stem)
        try:
            repo = open_at(path)
            if find_damaged(repo.path):
                damaged.append(name)
            elif find_hand_made(repo) is not None:
                ahead.append(name)
        except ProofroomError:
            damaged.append(name)
    if damaged:
        detail = say("doctor.repositories.damaged", names=_names(damaged))
        return Check("repositories", title, "failed", detail, say("doctor.repositories.restore"))
    if ahead:
        detail = say("doctor.repositories.ahead", names=_names(ahead))
        return Check("repositories", title, "warning", detail, say("doctor.repositories.merge"))
    return Check("repositories", title, "ok", say("doctor.repositories.sound"))


async def _check_files(settings: Settings, database: Database) -> Check:
    title, blobs = say("doctor.files"), open_blobs(settings)
    named = await named_blobs(database)
    lost = [digest for digest in sorted(named) if not await blobs.exists(digest)]
    damaged, is_all = await asyncio.to_thread(find_unsound, blobs.root, LOOKING_S)
    if lost or damaged:
        detail = say(
            "doctor.files.damaged",
            lost=len(lost),
            damaged=len(damaged),
            names=_names([named.get(digest, digest[:12]) for digest in (*lost, *damaged)]),
        )
        return Check("files", title, "failed", detail, say("doctor.files.upload"))
    sound = say("doctor.files.sound") if is_all else say("doctor.files.partly")
    return Check("files", title, "ok", sound)


def _names(found: list[str]) -> str:
    more = f" … ({len(found)})" if len(found) > NAMED else ""
    return ", ".join(found[:NAMED]) + more
