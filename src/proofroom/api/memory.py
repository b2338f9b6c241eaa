"""What agents have learnt, and skills that people write for them."""

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents.memory import Memories, MemoryKind
from proofroom.agents.memory.types import Memory
from proofroom.agents.skills import WrittenSkills
from proofroom.agents.skills.types import WrittenSkill
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Count, Done, In, fields_of

router = APIRouter(tags=["agents"])


class MemoryInfo(fields_of(Memory, without=("workspace_id", "sha256"))):
    """Something agents shall know: who said it, whether it holds, and in how many runs it was read."""

    trust: str


class NewMemory(In):
    """Something to remember, for one agent or for all."""

    content: str = Field(min_length=3, max_length=2_000)
    kind: MemoryKind = "guideline"
    agent: str | None = None
    expires_in_days: int | None = Field(None, ge=1, le=365)
    supersedes: str | None = None


class MemoryChange(In):
    """What is to change of a memory; what is left out stays."""

    content: str | None = Field(None, min_length=3, max_length=2_000)
    kind: MemoryKind | None = None
    status: Literal["active", "disabled"] | None = None


class WrittenSkillInfo(fields_of(WrittenSkill, without=("id", "workspace_id"))):
    """A how-to that agents load when they need it."""


class SkillBody(In):
    """A skill to write."""

    name: str = Field(min_length=1, max_length=120)
    slug: str = Field("", max_length=80)
    description: str = Field("", max_length=500)
    body: str = Field(min_length=1, max_length=50_000)


class SkillChange(In):
    """What is to change of a skill; what is left out stays."""

    name: str | None = Field(None, min_length=1, max_length=120)
    description: str | None = Field(None, max_length=500)
    body: str | None = Field(None, min_length=1, max_length=50_000)
    is_enabled: bool | None = None
    expected_version: Count | None = None


@router.get("/memory")
async def list_memories(
    studio: StudioDep,
    status: Literal["proposed", "active", "superseded", "disabled"] | None = None,
    principal: Principal = requires("context.team.read"),
) -> list[MemoryInfo]:
    """Return what agents have learnt, newest first."""
    found = await studio.get(Memories).list(principal.workspace_id, (status,) if status else ())
    return [MemoryInfo.model_validate(one) for one in found]


@router.post("/memory", status_code=201)
async def remember(
    body: NewMemory, studio: StudioDep, principal: Principal = requires("context.team.create")
) -> MemoryInfo:
    """Write something down for agents; what is known already is not written again."""
    made = await studio.get(Memories).remember(
        principal.workspace_id,
        body.kind,
        body.content,
        principal,
        agent=body.agent,
        expires_in_days=body.expires_in_days,
        supersedes=body.supersedes,
    )
    return MemoryInfo.model_validate(made)


@router.put("/memory/{memory_id}")
async def change_memory(
    memory_id: str,
    body: MemoryChange,
    studio: StudioDep,
    principal: Principal = requires("context.team.update"),
) -> MemoryInfo:
    """Change what a memory says, accept a proposed one, switch one off or on again."""
    changes = body.model_dump(exclude_none=True)
    return MemoryInfo.model_validate(await studio.get(Memories).change(principal, memory_id, changes))


@router.get("/skills")
async def list_skills(
    studio: StudioDep, principal: Principal = requires("skills.team.read")
) -> list[WrittenSkillInfo]:
    """Return the skills of the workspace."""
    found = await studio.get(WrittenSkills).list(principal.workspace_id)
    return [WrittenSkillInfo.model_validate(one) for one in found]


@router.post("/skills", status_code=201)
async def create_skill(
    body: SkillBody, studio: StudioDep, principal: Principal = requires("skills.team.create")
) -> WrittenSkillInfo:
    """Write a skill; agents that name it in their record can load it."""
    made = await studio.get(WrittenSkills).create(
        principal, body.name, body.description, body.body, body.slug
    )
    return WrittenSkillInfo.model_validate(made)


@router.put("/skills/{slug}")
async def change_skill(
    slug: str, body: SkillChange, studio: StudioDep, principal: Principal = requires("skills.team.update")
) -> WrittenSkillInfo:
    """Change a skill."""
    changes = body.model_dump(exclude_none=True, exclude={"expected_version"})
    changed = await studio.get(WrittenSkills).change(principal, slug, changes, body.expected_version)
    return WrittenSkillInfo.model_validate(changed)


@router.delete("/skills/{slug}")
async def delete_skill(
    slug: str, studio: StudioDep, principal: Principal = requires("skills.team.delete")
) -> Done:
    """Delete a skill."""
    await studio.get(WrittenSkills).delete(principal, slug)
    return Done()
