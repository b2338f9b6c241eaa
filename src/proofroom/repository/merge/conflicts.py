"""What could not be merged, and what people decided about it."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from proofroom.repository.json.text import compact_json
from proofroom.repository.merge.types import MISSING, Choice, Conflict, Hunk, Json, Place, Where

Side = Literal["ours", "theirs"]

_FNV_OFFSET = 0xCBF29CE484222325
_FNV_PRIME = 0x100000001B3


class Verdict(NamedTuple):
    """Which side a conflict is settled by; with `value`, what was chosen instead."""

    take: Literal["ours", "theirs", "value"]
    value: Any = None


class Conflicts:
    """Collects conflicts during a merge, and answers with the choices people have made."""

    def __init__(self, choices: Mapping[str, Choice] | None = None, *, otherwise: Side = "ours") -> None:
        self._choices = choices or {}
        self._otherwise: Side = otherwise
        self.open: list[Conflict] = []
        self.settled: set[str] = set()

    def resolve(self, where: Where, base: Any, ours: Any, theirs: Any, *, code: str | None = None) -> Verdict:
        """Return the chosen side, or remember the conflict and keep the usual side."""
        found = _conflict(where, base, ours, theirs, code)
        choice = self._choices.get(found.id)
        if choice is None:
            self.open.append(found)
            return Verdict(self._otherwise)
        self.settled.add(found.id)
        return Verdict(choice.take, choice.value)

    def pick(self, where: Where, base: Any, ours: Any, theirs: Any, *, code: str | None = None) -> Any:
        """Return the value that settles a conflict."""
        verdict = self.resolve(where, base, ours, theirs, code=code)
        if verdict.take == "value":
            return MISSING if verdict.value is None else verdict.value
        return ours if verdict.take == "ours" else theirs

    @property
    def stale(self) -> set[str]:
        """The choices that fit no conflict any more."""
        return set(self._choices) - self.settled


def as_hunks(conflicts: Iterable[Conflict], places: Mapping[str, Place]) -> list[Hunk]:
    """Return conflicts as hunks with three choices: ours, theirs, or a value. `places` knows the files."""
    return [_as_hunk(conflict, places.get(conflict.path)) for conflict in conflicts]


def conflict_id(conflict: Json) -> str:
    """Return the id of a conflict: FNV-1a over what conflicts and where, as the official tool has it."""
    parts = [conflict.get(key) for key in ("path", "key", "field", "locale", "base", "ours", "theirs")]
    value = _FNV_OFFSET
    for byte in compact_json(parts).encode():
        value = ((value ^ byte) * _FNV_PRIME) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def _as_hunk(conflict: Conflict, place: Place | None) -> Hunk:
    return Hunk(
        id=conflict.id,
        file=conflict.path,
        room=place.room if place else "",
        type=place.type if place else "file",
        area=conflict.area,
        key=conflict.key,
        locale=conflict.locale,
        path=conflict.field,
        op="conflict",
        old=conflict.base,
        new=conflict.theirs,
        conflict=conflict,
    )


def _conflict(where: Where, base: Any, ours: Any, theirs: Any, code: str | None) -> Conflict:
    place = where.place
    sides = {"base": _plain(base), "ours": _plain(ours), "theirs": _plain(theirs)}
    if code is None:
        deleted = ours is MISSING or theirs is MISSING
        code = "delete_edit_conflict" if deleted else place.code_of(where.field)
    address = {
        "path": place.path,
        "key": where.key,
        "field": ".".join(where.field) or None,
        "locale": place.locale,
    }
    return Conflict(
        id=conflict_id({**address, **sides}),
        code=code,
        path=place.path,
        key=where.key,
        field=where.field,
        locale=place.locale,
        area=place.area,
        suggested=place.suggested,
        **sides,
    )


def _plain(value: Any) -> Any:
    return None if value is MISSING else value
