"""What tools of this room have in common: camelCase inputs, and how a record is told."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from proofroom.entities.types import Entity, EntityType, Relation
from proofroom.kernel.events import Affected

CHANGED = Affected(resources=["entities"])
OUTSIDE = "records"
"""Whose words a run has read that read a record from outside."""


class Given(BaseModel):
    """Input of a tool."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


def told(entity: Entity, kinds: Mapping[str, EntityType]) -> dict[str, Any]:
    """Return a record as tools and doors tell it."""
    kind = kinds.get(entity.type_id)
    return {
        "id": entity.id,
        "typeSlug": kind.slug if kind else "",
        "title": entity.title,
        "fields": entity.fields,
        "version": entity.version,
    }


def told_relation(relation: Relation) -> dict[str, Any]:
    """Return a relation as tools tell it."""
    return {
        "id": relation.id,
        "sourceId": relation.source_id,
        "targetId": relation.target_id,
        "kind": relation.kind,
        "evidence": relation.evidence,
    }


def told_type(kind: EntityType, count: int | None = None) -> dict[str, Any]:
    """Return a type as tools tell it."""
    definition = kind.definition
    found: dict[str, Any] = {
        "slug": definition.slug,
        "name": definition.name,
        "plural": definition.plural,
        "description": definition.description,
        "version": kind.version,
        "fields": [
            one.model_dump(mode="json", by_alias=True, exclude_defaults=True) | {"type": one.type}
            for one in definition.fields
        ],
    }
    return found if count is None else found | {"count": count}
