"""Where one room's things are shown by another's."""

from collections.abc import Awaitable, Callable
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId


@dataclass(frozen=True, slots=True)
class Use:
    """A place in the content that shows an asset. `branch` is None for the content branch itself."""

    model: str
    entry: str
    field: str
    locale: str
    label: str = ""
    branch: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it under its wire names."""
        told = {"modelId": self.model, "entryId": self.entry, "fieldId": self.field, "locale": self.locale}
        return (
            told
            | ({"label": self.label} if self.label else {})
            | ({"branch": self.branch} if self.branch else {})
        )


FindUses = Callable[[ProjectId, frozenset[str], bool], Awaitable[list[Use]]]
"""Finds where any of some paths is used; with True, also on branches that wait."""
