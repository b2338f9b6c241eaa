"""What could not be merged, and what people decided about it."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from proofroom.content.format.ids import conflict_id
from proofroom.content.merge.types import MISSING, Choice, Conflict, Hunk, HunkKind, Kind, Where

Side = Literal["ours", "theirs"]

_CODES: dict[Kind, str] = {
    "dictionary": "dictionary_value_conflict",
    "vocabulary": "vocabulary_value_conflict",
    "model": "model_key_conflict",
    "meta": "meta_status_conflict",
    "document": "frontmatter_value_conflict",
    "text": "file_conflict",
}

_HUNK_KINDS: dict[Kind, HunkKind] = {
    "collection": "entry",
    "document": "document",
    "singleton": "singleton",
    "dictionary": "dictionary",
    "meta": "status",
    "model": "model",
    "config": "config",
    "vocabulary": "vocabulary",
}


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

    def settle(self, where: Where, base: Any, ours: Any, theirs: Any, *, code: str | None = None) -> Verdict:
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
        verdict = self.settle(where, base, ours, theirs, code=code)
        if verdict.take == "value":
            return MISSING if verdict.value is None else verdict.value
        return ours if verdict.take == "ours" else theirs

    @property
    def stale(self) -> set[str]:
        """The choices that fit no conflict any more."""
        return set(self._choices) - self.settled


def as_hunks(conflicts: Iterable[Conflict], kind_of: Mapping[str, Kind]) -> list[Hunk]:
    """Return conflicts as hunks with three choices: ours, theirs, or a value. `kind_of` knows the files."""
    return [
        Hunk(
            id=conflict.id,
            file=conflict.path,
            kind=_HUNK_KINDS.get(kind_of.get(conflict.path, "text"), "file"),
            model=conflict.model,
            entry=conflict.key,
            locale=conflict.locale,
            path=conflict.field,
            op="conflict",
            old=conflict.base,
            new=conflict.theirs,
            conflict=conflict,
        )
        for conflict in conflicts
    ]


def hunk_kind(kind: Kind) -> HunkKind:
    """Return how hunks of a kind of file are called."""
    return _HUNK_KINDS.get(kind, "file")


def _conflict(where: Where, base: Any, ours: Any, theirs: Any, code: str | None) -> Conflict:
    place = where.place
    sides = {"base": _plain(base), "ours": _plain(ours), "theirs": _plain(theirs)}
    if code is None:
        deleted = ours is MISSING or theirs is MISSING
        code = "delete_edit_conflict" if deleted else _CODES.get(place.kind, "field_value_conflict")
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
        model=place.model,
        suggested="theirs" if place.kind == "model" else None,
        **sides,
    )


def _plain(value: Any) -> Any:
    return None if value is MISSING else value
