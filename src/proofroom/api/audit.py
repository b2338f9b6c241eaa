"""The audit log: who did what to what, as a list, as a file, and whether it is whole."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Depends
from starlette.responses import StreamingResponse

from proofroom.access import AuditEntry, AuditFilter, Principal
from proofroom.access.types import AuditVerdict, Break
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out, fields_of
from proofroom.api.sheets import Format, as_file, csv_line
from proofroom.kernel.calendar import FIRST_YEAR, LAST_YEAR
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.kernel.words import word_list

router = APIRouter(prefix="/audit", tags=["access"])

COLUMNS = word_list("""
    id at actorKind actorId actorName action targetKind targetId targetName projectId runId beforeDigest
    afterDigest address data
    """)


class AuditInfo(fields_of(AuditEntry, without=("workspace_id",))):
    """Who did what to what. The digests say whether something changed, without what it was."""

    actor_kind: str


class AuditPageInfo(Out):
    """Entries, newest first; `next` goes into `after` to read on."""

    entries: list[AuditInfo]
    next: str | None


class BreakInfo(fields_of(Break)):
    """Something that is not as it was written."""


class AuditCheck(fields_of(AuditVerdict)):
    """Whether the log is as it was written; `breaks` are in the order of the chain, the first one first.

    `head` is the hash at the end of the chain: a head noted earlier that is not found any more tells that
    the end of the log was cut off.
    """

    is_whole: bool
    breaks: list[BreakInfo]


def wanted_entries(
    person: str | None = None,
    action: str | None = None,
    target_kind: str | None = None,
    target_id: str | None = None,
    project_id: str | None = None,
    run_id: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> AuditFilter:
    """Read a filter from the query; `action=key.` finds everything about keys, `person` is an actor's id."""
    for name, moment in (("since", since), ("until", until)):
        if moment is not None and moment.tzinfo is None:
            raise InvalidInput(say("api.time_zone", name=name), field=name)
        if moment is not None and not FIRST_YEAR <= moment.year <= LAST_YEAR:
            raise InvalidInput(say("api.beyond"), field=name)
    return AuditFilter(person, action, target_kind, target_id, project_id, run_id, since, until)


Wanted = Annotated[AuditFilter, Depends(wanted_entries)]


@router.get("")
async def audit_log(
    studio: StudioDep,
    wanted: Wanted,
    after: str | None = None,
    limit: int = 50,
    principal: Principal = requires("audit.team.read", whole=True),
) -> AuditPageInfo:
    """Return the audit log, newest first; `action=key.` finds everything about keys."""
    page = await studio.access.audit.list(
        principal.workspace_id, wanted, after=after, limit=max(1, min(limit, 200))
    )
    return AuditPageInfo(entries=[AuditInfo.model_validate(entry) for entry in page.entries], next=page.next)


@router.get("/export", response_model=None, responses={200: {"content": {"text/csv": {}}}})
async def export_audit(
    studio: StudioDep,
    wanted: Wanted,
    format: Format = "csv",
    principal: Principal = requires("audit.team.read", whole=True),
) -> StreamingResponse:
    """Return every entry that is wanted, newest first, as CSV or as one JSON object per line."""
    entries = studio.access.audit.export(principal.workspace_id, wanted)
    return as_file("audit", format, _csv(entries) if format == "csv" else _jsonl(entries))


@router.get("/verify")
async def verify_audit(
    studio: StudioDep, head: str | None = None, principal: Principal = requires("audit.team.read", whole=True)
) -> AuditCheck:
    """Check the log against its seals, and a head noted earlier: what was changed is named."""
    return AuditCheck.of(await studio.access.seals.verify(principal.workspace_id, head or None))


async def _jsonl(entries: AsyncIterator[AuditEntry]) -> AsyncIterator[bytes]:
    async for entry in entries:
        yield orjson.dumps(_as_json(entry), option=orjson.OPT_APPEND_NEWLINE)


async def _csv(entries: AsyncIterator[AuditEntry]) -> AsyncIterator[str]:
    yield csv_line(COLUMNS)
    async for entry in entries:
        values = _as_json(entry)
        values["data"] = orjson.dumps(values["data"]).decode() if values["data"] else ""
        yield csv_line(values[name] for name in COLUMNS)


def _as_json(entry: AuditEntry) -> dict[str, Any]:
    return AuditInfo.model_validate(entry).model_dump(mode="json", by_alias=True)
