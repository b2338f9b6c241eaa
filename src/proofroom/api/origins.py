"""Whose words a project holds: what nobody of the workspace has accepted yet, and accepting it."""

from datetime import datetime

from fastapi import APIRouter
from pydantic import Field

from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import In, Out
from proofroom.content.origins import Origins

router = APIRouter(prefix="/projects/{project_id}/content/origins", tags=["content"])

_SHOWN = 200


class OriginInfo(Out):
    """Something that holds words from elsewhere: an entry, a model's only record, or `@structure`, `@site`.

    `origin` is `form`, `import`, `remote`, or what the run had read that wrote it.
    """

    model: str
    entry: str
    origin: str
    run_id: str | None
    created_at: datetime


class OriginsAnswer(Out):
    """The first of what is marked, and how much there is. While agents read of it, they ask a person."""

    total: int
    entries: list[OriginInfo]


class AcceptedEntry(In):
    """Something marked, as `GET` names it."""

    model: str = Field(max_length=80)
    entry: str = Field("", max_length=200)


class AcceptWords(In):
    """What to take over as the workspace's own words; everything that was brought in, if unset."""

    entries: list[AcceptedEntry] | None = Field(None, max_length=1_000)


class AcceptedWords(Out):
    """How much is no longer marked."""

    accepted: int


@router.get("")
async def list_origins(studio: StudioDep, inside: Inside = in_project("content.read")) -> OriginsAnswer:
    """Return what holds words that no person of the workspace wrote or accepted."""
    found, total = await studio.get(Origins).of_project(inside.project, _SHOWN)
    return OriginsAnswer(total=total, entries=[OriginInfo.model_validate(one) for one in found])


@router.post("/accept")
async def accept_words(
    body: AcceptWords, studio: StudioDep, inside: Inside = in_project("content.review")
) -> AcceptedWords:
    """Accept words as the workspace's own, so that agents who read them need not ask. Only a person can."""
    named = None if body.entries is None else [(one.model, one.entry) for one in body.entries]
    return AcceptedWords(accepted=await studio.get(Origins).vouch(inside.principal, inside.project, named))
