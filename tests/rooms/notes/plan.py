"""Planning a change of a notebook."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from proofroom.repository.json.text import parse_json, render_json
from proofroom.repository.repositories import AnyTree
from tests.rooms.notes.format import FOLDER


@dataclass(frozen=True, slots=True)
class NotePlan:
    """The files a change of a notebook writes."""

    writes: Mapping[str, bytes]
    deletes: tuple[str, ...] = ()


def read_notes(tree: AnyTree, notebook: str) -> dict[str, Any]:
    """Return the notes of a notebook by id."""
    return parse_json(tree.read(f"{FOLDER}{notebook}.json") or b"{}")


def plan_note(notebook: str, note_id: str, note: Mapping[str, Any] | None) -> Callable[[AnyTree], NotePlan]:
    """Return the planner that sets a note or, for None, takes it out."""

    def plan(tree: AnyTree) -> NotePlan:
        notes = {**read_notes(tree, notebook), note_id: note}
        left = {key: value for key, value in notes.items() if value is not None}
        return NotePlan({f"{FOLDER}{notebook}.json": render_json(left)})

    return plan
