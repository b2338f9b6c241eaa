"""Notes over HTTP."""

from typing import Any

from fastapi import APIRouter

from proofroom.api.changes import ChangeAnswer, change
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import In
from tests.rooms.notes.notes import READS, WRITES, Notes

router = APIRouter(prefix="/projects/{project_id}/notes", tags=["notes"])


class NoteBody(In):
    """A note's heading and text."""

    heading: str
    text: str


@router.get("/{notebook}")
async def get_notes(notebook: str, studio: StudioDep, inside: Inside = in_project(READS)) -> dict[str, Any]:
    """Return the notes of a notebook by id."""
    return await studio.get(Notes).all(inside.project.id, notebook)


@router.put("/{notebook}/{note}")
async def put_note(
    notebook: str, note: str, body: NoteBody, studio: StudioDep, inside: Inside = in_project(WRITES)
) -> ChangeAnswer:
    """Write a note with one's own hands."""
    given = {"notebook": notebook, "note": note, **body.model_dump()}
    return await change(studio, inside, "jot_note", given)
