"""Whether a save would change anything: one that does not is no commit, whoever asks for it."""

from typing import Any, cast

from proofroom.content.plans.types import EntrySave, Stamp


def changes_nothing(before: Any, after: Any, record: Any, save: EntrySave, stamp: Stamp) -> bool:
    """Tell whether an entry stays as it is, with the status and the dates that it has."""
    if before is None or before != after or not isinstance(record, dict):
        return False
    wanted: dict[str, Any] = dict(save.schedule or {})
    if stamp.status is not None:
        wanted["status"] = stamp.status
    known = cast("dict[str, Any]", record)
    return all(known.get(name) == value for name, value in wanted.items())
