"""The chain over the audit log as data: making a link, and checking links and entries one after the other."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from proofroom.access.types import AuditEntry, AuditVerdict, Break, BreakKind, Seal
from proofroom.kernel.ids import WorkspaceId
from proofroom.store import Keyring

START = "0" * 64
"""What the first link holds in place of a hash of the one before."""

LATE = timedelta(minutes=10)
"""How long before the last seal a new entry may have been written; older ones were put there afterwards."""

MAX_BREAKS = 50


def make_seal(
    workspace_id: WorkspaceId,
    before: Seal | None,
    entries: Sequence[AuditEntry],
    at: datetime,
    keys: Keyring,
) -> Seal:
    """Return the next link, over these entries."""
    digests = {entry.id: entry_digest(entry) for entry in entries}
    open_seal = Seal(
        workspace_id=workspace_id,
        number=before.number + 1 if before else 1,
        sealed_at=at,
        count=len(digests),
        entries=digests,
        entries_digest=_digest(digests),
        previous=before.hash if before else START,
        hash="",
        signature="",
        key_id=keys.current,
    )
    sealed = replace(open_seal, hash=seal_hash(open_seal))
    return replace(sealed, signature=keys.sign(sealed.hash.encode()))


def entry_digest(entry: AuditEntry) -> str:
    """Return the digest of everything an entry says."""
    return _digest({**asdict(entry), "at": _moment(entry.at)})


def seal_hash(seal: Seal) -> str:
    """Return the hash of a link: what it covers and what it follows."""
    return _digest(
        {
            "workspace": seal.workspace_id,
            "number": seal.number,
            "sealedAt": _moment(seal.sealed_at),
            "count": seal.count,
            "entries": seal.entries_digest,
            "previous": seal.previous,
            "key": seal.key_id,
        }
    )


class Chain:
    """Walks along a chain and notes what is not as it was sealed. Give it links in order."""

    def __init__(self, keys: Keyring, trimmed_through: int, head: str | None = None) -> None:
        self.number = 0
        self._wanted_head = head
        self._keys = keys
        self._trimmed_through = trimmed_through
        self._previous = START
        self._sealed_at: datetime | None = None
        self._entries = self._links = self._trimmed = self._unsigned = 0
        self._breaks: list[Break] = []

    def check(self, seal: Seal, entries: Sequence[AuditEntry]) -> None:
        """Check the next link and the entries that say they belong to it."""
        if seal.number != self.number + 1:
            self._note("chain", seal.number, None, f"Batch {self.number + 1} is missing.")
        elif seal.previous != self._previous:
            self._note("chain", seal.number, None, f"Batch {seal.number} does not follow the one before it.")
        if seal_hash(seal) != seal.hash:
            self._note("seal", seal.number, None, f"The seal of batch {seal.number} was changed.")
        self._check_signature(seal)
        self.number, self._previous, self._sealed_at = seal.number, seal.hash, seal.sealed_at
        if seal.hash == self._wanted_head:
            self._wanted_head = None
        self._links += 1
        self._entries += len(entries)
        if seal.trimmed_at is not None:
            self._check_trimmed(seal, entries)
        else:
            self._check_entries(seal, entries)

    def check_beyond(self, entry_ids: Sequence[str]) -> None:
        """Note entries that name a batch which was never sealed."""
        for entry_id in entry_ids:
            self._note("inserted", None, entry_id, f"Entry {entry_id} names a batch that does not exist.")

    def check_fresh(self, entries: Sequence[AuditEntry]) -> None:
        """Note entries without a seal whose time lies in what was sealed long before."""
        for entry in entries:
            if self._sealed_at is not None and entry.at < self._sealed_at - LATE:
                text = f"Entry {entry.id} was put in after its time had been sealed."
                self._note("backdated", None, entry.id, text)

    def verdict(self, unsealed: int) -> AuditVerdict:
        """Return what was found."""
        if self._wanted_head is not None:
            self._note(
                "cut", None, None, "The noted head is not in the log: its end was cut off or replaced."
            )
        return AuditVerdict(
            entries=self._entries + unsealed,
            batches=self._links,
            trimmed=self._trimmed,
            unsealed=unsealed,
            unsigned=self._unsigned,
            head=self._previous,
            breaks=self._breaks,
        )

    def _check_signature(self, seal: Seal) -> None:
        is_signed = self._keys.is_signed(seal.hash.encode(), seal.signature, by=seal.key_id)
        if is_signed is None:
            self._unsigned += 1
        elif not is_signed:
            text = f"The seal of batch {seal.number} was not made by this studio."
            self._note("signature", seal.number, None, text)

    def _check_entries(self, seal: Seal, entries: Sequence[AuditEntry]) -> None:
        sealed = dict(seal.entries or {})
        if _digest(sealed) != seal.entries_digest:
            text = f"The list of entries of batch {seal.number} was changed."
            self._note("seal", seal.number, None, text)
        for entry in entries:
            expected = sealed.pop(entry.id, None)
            if expected is None:
                text = f"Entry {entry.id} was added to batch {seal.number} after it was sealed."
                self._note("inserted", seal.number, entry.id, text)
            elif expected != entry_digest(entry):
                text = f"Entry {entry.id} of batch {seal.number} was changed."
                self._note("changed", seal.number, entry.id, text)
        for entry_id in sealed:
            text = f"Entry {entry_id} of batch {seal.number} was deleted."
            self._note("deleted", seal.number, entry_id, text)

    def _check_trimmed(self, seal: Seal, entries: Sequence[AuditEntry]) -> None:
        self._trimmed += 1
        if seal.number > self._trimmed_through:
            text = f"Batch {seal.number} is marked as removed by retention, but retention did not remove it."
            self._note("trimmed", seal.number, None, text)
        for entry in entries:
            text = f"Entry {entry.id} was added to batch {seal.number} after it was removed."
            self._note("inserted", seal.number, entry.id, text)

    def _note(self, kind: BreakKind, batch: int | None, entry_id: str | None, message: str) -> None:
        if len(self._breaks) < MAX_BREAKS:
            self._breaks.append(Break(kind, batch, entry_id, message))


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _digest(value: Any) -> str:
    return hashlib.sha256(orjson.dumps(value, option=orjson.OPT_SORT_KEYS, default=str)).hexdigest()
