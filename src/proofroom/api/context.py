"""What all agents are told: the profile in its layers, and corrections."""

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents.context import MOST_CHARACTERS, MOST_REFERENCES, AgentContext
from proofroom.agents.memory import Memories, Memory, MemoryKind
from proofroom.agents.references import RECORDS, Reference
from proofroom.api.security import StudioDep, requires, signed_in
from proofroom.api.shapes import Done, In, Out
from proofroom.entities import Entities
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import say
from proofroom.wiring import Studio

router = APIRouter(prefix="/context", tags=["agents"])


class CorrectionInfo(Out):
    """A correction: who said it, and when."""

    id: str
    kind: MemoryKind
    text: str
    by: str
    at: str


class ReferenceInfo(Out):
    """Something that agents shall know; `title` is empty when a record is gone. `entityId`: a record's id."""

    entity_id: str | None
    room: str
    kind: str
    id: str
    label: str
    title: str
    href: str


class LayerReferences(Out):
    """What each layer refers to."""

    workspace: list[ReferenceInfo]
    project: list[ReferenceInfo]
    person: list[ReferenceInfo]


class ContextInfo(Out):
    """What an agent is told that works for this person in this project."""

    workspace: str
    project: str
    person: str
    references: LayerReferences
    most_characters: int
    corrections: list[CorrectionInfo]


class NewReference(In):
    """Something to refer to, and what it is called here: a record by `entityId`, or as search found it."""

    entity_id: str | None = Field(None, max_length=80)
    room: str = Field("entities", max_length=40)
    kind: str = Field("entity", max_length=200)
    id: str = Field("", max_length=200)
    title: str = Field("", max_length=300)
    label: str = Field("", max_length=200)


class LayerText(In):
    """A layer of the profile, in Markdown; empty takes it away. Without `references` they stay."""

    markdown: str = Field(max_length=MOST_CHARACTERS)
    references: list[NewReference] | None = Field(None, max_length=MOST_REFERENCES)


class NewCorrection(In):
    """One sentence that every agent shall know."""

    text: str = Field(min_length=3, max_length=600)
    kind: Literal["correction", "lesson"] = "correction"


@router.get("")
async def get_context(
    studio: StudioDep, project: str | None = None, principal: Principal = signed_in()
) -> ContextInfo:
    """Return what agents are told that work for you, in a project if one is named."""
    project_id = ProjectId(project) if project else None
    if project_id is not None:
        await studio.access.projects.get(principal, project_id)
    layers = await studio.get(AgentContext).layers(principal.workspace_id, project_id, principal.person_id)
    found = await studio.get(Memories).list(principal.workspace_id, ("active",))
    return ContextInfo(
        workspace=layers.workspace,
        project=layers.project,
        person=layers.person,
        references=LayerReferences(
            workspace=await _references(studio, principal, layers.workspace_references),
            project=await _references(studio, principal, layers.project_references),
            person=await _references(studio, principal, layers.person_references),
        ),
        most_characters=MOST_CHARACTERS,
        corrections=[_show(one) for one in found if one.kind in ("correction", "lesson")],
    )


@router.put("/{layer}")
async def write_layer(
    layer: Literal["workspace", "project", "person"],
    body: LayerText,
    studio: StudioDep,
    project: str | None = None,
    principal: Principal = signed_in(),
) -> Done:
    """Write a layer: your own, or with the right to change settings the project's or the workspace's."""
    scope = "workspace"
    if layer == "person":
        scope = f"person:{principal.require_person()}"
    elif layer == "project":
        if project is None:
            raise InvalidInput(say("api.which_project"))
        scope = f"project:{(await studio.access.projects.get(principal, ProjectId(project))).id}"
    references = None
    if body.references is not None:
        references = [
            Reference(one.entity_id, one.label)
            if one.entity_id
            else Reference(one.id, one.label, one.room, one.kind, one.title)
            for one in body.references
        ]
    project_id = ProjectId(project) if project else None
    await studio.get(AgentContext).write_layer(principal, scope, body.markdown, references, project_id)
    return Done()


@router.post("/corrections", status_code=201)
async def add_correction(
    body: NewCorrection, studio: StudioDep, principal: Principal = requires("context.team.create")
) -> CorrectionInfo:
    """Tell all agents something for good."""
    made = await studio.get(Memories).remember(
        principal.workspace_id, body.kind, body.text, principal, trust="human"
    )
    return _show(made)


@router.delete("/corrections/{correction_id}")
async def delete_correction(
    correction_id: str, studio: StudioDep, principal: Principal = requires("context.team.delete")
) -> Done:
    """Take a correction back."""
    await studio.get(Memories).change(principal, correction_id, {"status": "disabled"})
    return Done()


async def _references(
    studio: Studio, principal: Principal, references: tuple[Reference, ...]
) -> list[ReferenceInfo]:
    ids = [one.id for one in references if one.room == RECORDS]
    found = await studio.get(Entities).many(principal.workspace_id, ids) if ids else []
    titles = {str(one.id): one.title for one in found if one.deleted_at is None}
    return [
        ReferenceInfo.of(
            one,
            entity_id=one.id if one.room == RECORDS else None,
            title=titles.get(one.id, "") if one.room == RECORDS else one.title,
        )
        for one in references
    ]


def _show(memory: Memory) -> CorrectionInfo:
    return CorrectionInfo(
        id=memory.id,
        kind=memory.kind,
        text=memory.content,
        by=memory.created_by,
        at=memory.created_at.date().isoformat(),
    )
