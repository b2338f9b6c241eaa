"""Configurations: versioned definitions in the database, changed by proposals decided field by field.

A proposal keeps the definition that it would make and the version that it was made from. Fields that somebody
has changed since are conflicts. What is accepted becomes one new version; taking that back is another.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol, cast

import orjson

from proofroom.access import Principal
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import Conflict
from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.reviews.proposals.build import Origin, new_proposal, origin_of
from proofroom.reviews.proposals.review import Proposals
from proofroom.reviews.texts.three_way import merge_field
from proofroom.reviews.texts.words import word_diff
from proofroom.reviews.types import (
    About,
    ConfigPlace,
    Decided,
    DecidedHunks,
    HunkTarget,
    HunkView,
    Proposal,
    Reversal,
    ReviewView,
)
from proofroom.reviews.undo import RoomUndone, UndoRequest

Json = dict[str, Any]
Path = tuple[str, ...]
_PROSE_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Definition:
    """A configuration at one of its versions."""

    title: str
    version: int
    value: Json


class ConfigurationKind(Protocol):
    """A kind of configurations: how it is read, and how a new version is made."""

    name: str
    room: str
    reads: str
    decides: str

    async def read(self, workspace_id: WorkspaceId, config_id: str, version: int | None) -> Definition:
        """Return a configuration at a version, or as it is now."""
        ...

    async def write(self, by: Principal, proposal: Proposal, value: Json, expected: int) -> int:
        """Make a new version if the configuration is still at the expected one; return its number."""
        ...

    def risk_of(self, path: Path, old: Any, new: Any) -> str:
        """Return the key of what a change allows that was not allowed before; empty where nothing."""
        ...

    def check(self, by: Principal, path: Path, old: Any, new: Any) -> None:
        """Refuse whoever may not take a change: nobody gives a right that they do not have."""
        ...


class Configurations:
    """`Reviewable` of one kind of configurations."""

    def __init__(self, proposals: Proposals, kind: ConfigurationKind) -> None:
        self._proposals, self._kind = proposals, kind
        self.reads, self.decides = kind.reads, kind.decides

    async def propose(
        self,
        origin: Origin,
        proposal_id: str,
        config_id: str,
        changes: Mapping[Path, Any],
        title: str,
        by: Principal,
    ) -> Proposal:
        """Write down a run's changes to a configuration; later ones of the same run go on in one proposal."""
        now = await self._kind.read(origin.workspace_id, config_id, None)
        known = await self._proposals.of_config(origin, self._kind.name, config_id)
        place = (
            cast("ConfigPlace", known.place)
            if known
            else ConfigPlace(self._kind.name, config_id, now.version)
        )
        base = await self._kind.read(origin.workspace_id, config_id, place.base_version)
        draft = await self._proposals.draft_of(known) if known else base.value
        for path, value in changes.items():
            draft = _with(draft, path, value)
        about = About(len(_changes(base.value, draft)), now.title, 1)
        made = new_proposal(
            known.id if known else proposal_id,
            self._kind.name,
            place,
            origin,
            title=title,
            about=about,
            at=self._proposals.now(),
        )
        await self._proposals.record(made, by, draft=draft)
        return made

    async def state(self, proposal: Proposal) -> str:
        """Name the version as it is now and the definition that is proposed."""
        place = _place(proposal)
        now = await self._kind.read(proposal.workspace_id, place.id, None)
        return f"{now.version} {_digest(await self._proposals.draft_of(proposal))}"

    async def view(self, proposal: Proposal) -> ReviewView:
        """Return the fields that would change, and those that changed otherwise since."""
        base, now, draft = await self._sides(proposal)
        hunks, conflicts = list[HunkView](), list[HunkView]()
        for path, (old, new) in _changes(base.value, draft).items():
            hunk = self._hunk(proposal, now.title, path, old, new)
            hunks.append(hunk)
            ours = _at(now.value, path)
            if not merge_field(old, ours, new)[1]:
                conflicts.append(self._conflict(proposal, now.title, path, (old, ours, new)))
        return ReviewView(await self.state(proposal), hunks, conflicts, [])

    async def preview(self, proposal: Proposal, words: DecidedHunks) -> ReviewView:
        """Return the accepted fields, and those of them that changed otherwise since without an answer."""
        view = await self.view(proposal)
        hunks = [hunk for hunk in view.hunks if hunk.id in words.accepted]
        paths = {hunk.target.path for hunk in hunks}
        conflicts = [
            one for one in view.conflicts if one.target.path in paths and one.id not in words.choices
        ]
        return replace(view, hunks=hunks, conflicts=conflicts)

    async def finish(
        self, proposal: Proposal, by: Principal, words: DecidedHunks, expected: str | None
    ) -> Decided:
        """Make one new version of what was accepted; undecided fields go on in a proposal of their own."""
        base, now, draft = await self._sides(proposal)
        value, rest, counts = now.value, dict[Path, Any](), {"accepted": 0, "rejected": 0}
        left = draft
        for path, (old, new) in _changes(base.value, draft).items():
            hunk, ours = _hunk_id(proposal, path, old, new), _at(now.value, path)
            choice = words.choices.get(_hunk_id(proposal, path, ours, new))
            if choice is not None:
                taken = {"ours": ours, "theirs": new}.get(choice["take"], choice.get("value"))
                self._kind.check(by, path, ours, taken)
                value = _with(value, path, taken)
                counts["accepted"] += 1
            elif hunk in words.accepted:
                taken, fits = merge_field(old, ours, new)
                if not fits:
                    return Decided("conflicts", 0, 0, len(_changes(base.value, draft)))
                self._kind.check(by, path, ours, taken)
                value = _with(value, path, taken)
                counts["accepted"] += 1
            elif hunk in words.rejected:
                left = _with(left, path, old)
                counts["rejected"] += 1
            else:
                rest[path] = new
        if not counts["accepted"]:
            if rest:
                await self._proposals.keep_draft(proposal, left)
            return Decided("open" if rest else "rejected", 0, counts["rejected"], len(rest))
        version = await self._kind.write(by, proposal, value, now.version)
        if rest:
            await self._carry_on(proposal, by, version, value, rest)
        return Decided(
            "merged",
            counts["accepted"],
            counts["rejected"],
            len(rest),
            commit=str(version),
            merged_onto=str(now.version),
        )

    async def reject(self, proposal: Proposal, by: Principal) -> None:
        """Leave the configuration as it is."""

    async def restore(self, proposal: Proposal, by: Principal) -> None:
        """Refuse where the same run proposes something else by now; the draft itself was never gone."""
        origin = origin_of(proposal)
        if await self._proposals.of_config(origin, self._kind.name, _place(proposal).id) is not None:
            raise Conflict(say("reviews.proposed_again"))

    async def undo(self, proposal: Proposal, by: Principal) -> Reversal:
        """Take a version's changes back in a new version; fields that changed since are asked about."""
        assert proposal.commit is not None
        assert proposal.merged_onto is not None
        place = _place(proposal)
        before = await self._kind.read(proposal.workspace_id, place.id, int(proposal.merged_onto))
        after = await self._kind.read(proposal.workspace_id, place.id, int(proposal.commit))
        now = await self._kind.read(proposal.workspace_id, place.id, None)
        value, hunks, is_asked = now.value, list[HunkView](), False
        for path, (was, became) in _changes(after.value, before.value).items():
            ours = _at(now.value, path)
            if ours == became:
                continue
            taken, fits = merge_field(was, ours, became)
            self._kind.check(by, path, ours, taken if fits else became)
            is_asked = is_asked or not fits
            value = _with(value, path, taken)
            hunks.append(self._hunk(proposal, now.title, path, was, became))
        if not hunks:
            return Reversal("nothing")
        about = About(len(hunks))
        if is_asked:
            stale = ConfigPlace(place.kind, place.id, after.version)
            return Reversal("conflicts", stale, about=about, draft=before.value)
        version = await self._kind.write(by, proposal, value, now.version)
        held = ReviewView(str(version), hunks, [], [])
        place = ConfigPlace(place.kind, place.id, now.version)
        return Reversal("merged", place, str(version), str(now.version), about, held)

    async def _carry_on(
        self, proposal: Proposal, by: Principal, version: int, value: Json, rest: Mapping[Path, Any]
    ) -> None:
        place = _place(proposal)
        draft = value
        for path, new in rest.items():
            draft = _with(draft, path, new)
        # The proposal itself is closed only after this, so that its run's next one has no run to share.
        origin = Origin(
            proposal.workspace_id, proposal.agent, proposal.person_id, None, proposal.conversation_id
        )
        made = new_proposal(
            new_id(),
            proposal.kind,
            ConfigPlace(place.kind, place.id, version),
            origin,
            title=proposal.title,
            about=About(len(rest), proposal.subject, 1),
            at=self._proposals.now(),
        )
        await self._proposals.record(made, by.in_run(proposal.run_id), draft=draft)

    async def _sides(self, proposal: Proposal) -> tuple[Definition, Definition, Json]:
        place = _place(proposal)
        base = await self._kind.read(proposal.workspace_id, place.id, place.base_version)
        now = await self._kind.read(proposal.workspace_id, place.id, None)
        return base, now, await self._proposals.draft_of(proposal)

    def _hunk(self, proposal: Proposal, title: str, path: Path, old: Any, new: Any) -> HunkView:
        place = _place(proposal)
        return HunkView(
            _hunk_id(proposal, path, old, new),
            HunkTarget(self._kind.room, self._kind.name, place.id, path=path),
            title,
            "add" if old in (None, "", []) else "remove" if new in (None, "", []) else "change",
            old,
            new,
            words=_word_changes(old, new),
            risk=self._kind.risk_of(path, old, new),
        )

    def _conflict(self, proposal: Proposal, title: str, path: Path, sides: tuple[Any, Any, Any]) -> HunkView:
        old, ours, new = sides
        place = _place(proposal)
        return HunkView(
            _hunk_id(proposal, path, ours, new),
            HunkTarget(self._kind.room, self._kind.name, place.id, path=path),
            title,
            "conflict",
            old,
            new,
            conflict={"base": old, "ours": ours, "theirs": new, "suggested": None},
            risk=self._kind.risk_of(path, ours, new),
        )


class ConfigurationUndo:
    """How configurations of one kind take a run back: each of its merged proposals."""

    def __init__(self, proposals: Proposals, kind: ConfigurationKind) -> None:
        self._proposals, self._kind = proposals, kind

    async def check(self, request: UndoRequest) -> bool:
        """Tell whether changes of the run were taken; refuse whoever may not decide on such."""
        found = await self._merged(request)
        if found:
            request.by.require(self._kind.decides)
            request.by.require_human()
        return bool(found)

    async def take_back(self, request: UndoRequest) -> RoomUndone:
        """Take every one of them back in a new version."""
        reviewable = Configurations(self._proposals, self._kind)
        found = await self._merged(request)
        reversals = [await reviewable.undo(proposal, request.by) for proposal in found]
        count = sum(reversal.about.hunks for reversal in reversals)
        return RoomUndone(self._kind.room, count, kind=self._kind.name, reversals=tuple(reversals))

    async def _merged(self, request: UndoRequest) -> list[Proposal]:
        run = request.run
        found = await self._proposals.made_by_run(run.workspace_id, run.id)
        return [each for each in found if each.state == "merged" and each.kind == self._kind.name]


def _place(proposal: Proposal) -> ConfigPlace:
    place = proposal.place
    assert isinstance(place, ConfigPlace)
    return place


def _flat(value: Json, above: Path = ()) -> dict[Path, Any]:
    """Return the fields of a definition by the way to them; only objects are taken apart."""
    flat = dict[Path, Any]()
    for name, inner in value.items():
        path = (*above, name)
        flat.update(_flat(cast("Json", inner), path) if isinstance(inner, dict) else {path: inner})
    return flat


def _changes(old: Json, new: Json) -> dict[Path, tuple[Any, Any]]:
    before, after = _flat(old), _flat(new)
    paths = [*before, *(path for path in after if path not in before)]
    return {
        path: (before.get(path), after.get(path)) for path in paths if before.get(path) != after.get(path)
    }


def _at(value: Any, path: Path) -> Any:
    return _flat(value).get(path)


def _with(value: Json, path: Path, leaf: Any) -> Json:
    first, *rest = path
    inner: Any = value.get(first)
    if not rest:
        return {**value, first: leaf}
    held = cast("Json", inner) if isinstance(inner, dict) else {}
    return {**value, first: _with(held, tuple(rest), leaf)}


def _digest(value: Any) -> str:
    return hashlib.sha256(orjson.dumps(value, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]


def _hunk_id(proposal: Proposal, path: Path, old: Any, new: Any) -> str:
    place = _place(proposal)
    return _digest([place.kind, place.id, list(path), old, new])


def _word_changes(old: Any, new: Any) -> list[tuple[str, str]]:
    """Return two long texts as words that stay, go and come; nothing for anything else."""
    if not isinstance(old, str) or not isinstance(new, str) or max(len(old), len(new)) < _PROSE_LENGTH:
        return []
    return [(span.op, span.text) for span in word_diff(old, new)]
