"""Take hunks out of a change: the tree a reviewer wants, made from the tree an agent proposed."""

from collections.abc import Collection, Iterable, Sequence

from proofroom.repository.git.objects import FILE, Entry, read_blob, write_blob
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import write_entries
from proofroom.repository.merge.formats import Format
from proofroom.repository.merge.hunks import FileDiff, diff_files
from proofroom.repository.merge.revert import TakenOut, Thing
from proofroom.repository.merge.types import Hunk


def take_out(repo: Repo, old: Sha, new: Sha, out: Collection[str], *, formats: Sequence[Format] = ()) -> Sha:
    """Return the new tree with some hunks taken back to what the old tree has.

    Taking out all of them gives the old tree, and none the new one, to the byte.
    """
    files = diff_files(repo, old, new, formats=formats)
    wanted = {hunk.id for file in files for hunk in file.hunks}
    gone = wanted & set(out)
    if not gone:
        return new
    if gone == wanted:
        return old
    things = _taken_back(files, gone)
    edits: dict[str, Entry | None] = {}
    for file in files:
        rebuilt = _rebuild(repo, file, gone, things)
        if rebuilt != file.change.new:
            edits[file.place.path] = rebuilt
    return write_entries(repo, new, edits)


def _taken_back(files: Iterable[FileDiff], gone: set[str]) -> set[Thing]:
    """Return the things that lose all their hunks, so that what follows them goes back as well."""
    hunks = [hunk for file in files for hunk in file.hunks]
    kept = {_thing(hunk) for hunk in hunks if hunk.id not in gone}
    return {_thing(hunk) for hunk in hunks if hunk.id in gone} - kept


def _thing(hunk: Hunk) -> Thing:
    return Thing(hunk.area, hunk.key, hunk.locale)


def _rebuild(repo: Repo, file: FileDiff, gone: set[str], things: set[Thing]) -> Entry | None:
    change, place = file.change, file.place
    count = sum(hunk.id in gone for hunk in file.hunks)
    if not place.is_late and count == 0:
        return change.new
    if not place.is_late and count == len(file.hunks):
        return change.old
    old = None if change.old is None else read_blob(repo, change.old.sha)
    new = None if change.new is None else read_blob(repo, change.new.sha)
    data = file.owned.format.take_out(place, old, new, TakenOut(list(file.hunks), gone, things))
    if data == new:
        return change.new
    if data == old:
        return change.old
    known = change.new or change.old
    return None if data is None else Entry(known.mode if known else FILE, write_blob(repo, data))
