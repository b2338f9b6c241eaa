"""Candidates of agents: keep a change as a version that is tried first, let it go live, put it away."""

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.agents.candidates import Candidates
from proofroom.api.agents import AgentChange, AgentDetail, VersionInfo, show_agent, show_version
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Count, Done

router = APIRouter(prefix="/agents/{slug}/candidates", tags=["agents"])
_CHANGES = "agents.team.update"


@router.post("", status_code=201)
async def make_candidate(
    slug: str, body: AgentChange, studio: StudioDep, principal: Principal = requires(_CHANGES)
) -> VersionInfo:
    """Keep a change as a version that is not live: cases are tried on it, nobody talks to it."""
    made = await studio.get(Candidates).make(
        principal, slug, body.changes(), expected=body.expected_version, note=body.note
    )
    return show_version(made)


@router.post("/{version}/publish")
async def publish_candidate(
    slug: str, version: Count, studio: StudioDep, principal: Principal = requires(_CHANGES)
) -> AgentDetail:
    """Let a candidate go live; refused if a case was not tried, or fails that the live version passes."""
    return show_agent(await studio.get(Candidates).publish(principal, slug, version))


@router.delete("/{version}")
async def withdraw_candidate(
    slug: str, version: Count, studio: StudioDep, principal: Principal = requires(_CHANGES)
) -> Done:
    """Put a candidate away; its trials stay readable."""
    await studio.get(Candidates).withdraw(principal, slug, version)
    return Done()
