"""`generateBrief`, which begins one, and the group `briefs` of the agent that writes it."""

from typing import Literal

from pydantic import Field

from proofroom.access.actors import principal_of
from proofroom.entities.brief import Claim
from proofroom.entities.briefs import Briefs
from proofroom.entities.tools.shapes import CHANGED, OUTSIDE, Given
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec


class GenerateBriefInput(Given):
    """Input of `generateBrief`."""

    entity_id: str
    kind: Literal["executive_summary", "diligence_memo", "assessment_report"] = "executive_summary"


class ReadBriefFieldInput(Given):
    """Input of `readBriefField`."""

    brief_id: str
    field: str


class ClaimInput(Given):
    """A sentence, and the ids of the records that say so."""

    text: str = Field(min_length=1, max_length=1_000)
    source_entity_ids: list[str] = Field(alias="source_entity_ids", min_length=1, max_length=20)


class SubmitClaimsInput(Given):
    """Input of `submitClaims`."""

    brief_id: str
    field: str
    claims: list[ClaimInput] = Field(min_length=1, max_length=12)


def brief_tools(briefs: Briefs) -> list[ToolSpec]:
    """Return the tools."""

    async def generate(where: ToolContext, given: GenerateBriefInput) -> ToolOutput:
        brief = await briefs.begin(
            where.workspace_id,
            given.entity_id,
            given.kind,
            principal_of(where),
            where.new_id(),
            person_id=where.person_id,
            parent_id=where.run_id,
        )
        data = {"briefId": brief.id, "runId": brief.run_id, "href": f"/records?brief={brief.id}"}
        return ToolOutput(ok=True, data=data, affected=CHANGED, summary=say("did.entities.brief_begun"))

    async def read(where: ToolContext, given: ReadBriefFieldInput) -> ToolOutput:
        data = await briefs.sources(where.workspace_id, given.brief_id, given.field, where.run_id)
        return ToolOutput(
            ok=True, data=data, summary=say("did.looked_at", thing=given.field), outside=OUTSIDE
        )

    async def submit(where: ToolContext, given: SubmitClaimsInput) -> ToolOutput:
        claims = [Claim(one.text, tuple(one.source_entity_ids)) for one in given.claims]
        made = await briefs.submit(where.workspace_id, given.brief_id, given.field, claims, where.run_id)
        data = {"field": made.key, "claims": made.claims}
        return ToolOutput(ok=True, data=data, summary=say("did.entities.claims", count=len(claims)))

    return [
        ToolSpec(
            "generateBrief",
            "Begin a brief about a record: fields written in layers, every claim with its sources.",
            GenerateBriefInput,
            generate,
            "analysis",
            "write",
            "responses.team.create",
            default_affects=CHANGED,
        ),
        ToolSpec(
            "readBriefField",
            "Read what a field of a brief asks and what it may be answered from.",
            ReadBriefFieldInput,
            read,
            "briefs",
            "read",
            "entities.team.read",
            trust="untrusted",
            output_cap=60_000,
        ),
        ToolSpec(
            "submitClaims",
            "Write a field of a brief as claims; each names the records that say so, by id.",
            SubmitClaimsInput,
            submit,
            "briefs",
            "write",
            "responses.team.create",
        ),
    ]
