"""What agents are told of the workspace's records: the types and their fields."""

from typing import Any, cast

from proofroom.entities.definitions import EntityTypes
from proofroom.entities.records import Entities
from proofroom.kernel.errors import NotFound
from proofroom.runtime import PromptFacts, Section

_MOST_TYPES, _MOST_FIELDS = 40, 20
_TOOL = "searchEntities"
_KEY_FIELDS, _SHOWN = 8, 200


def entity_types_section(types: EntityTypes) -> Section:
    """Return the section that lists the types, for agents that work on records."""

    async def write(facts: PromptFacts) -> str:
        if not any(spec.name == _TOOL for spec in facts.tools):
            return ""
        found = await types.list(facts.workspace_id)
        lines = [
            f"- {one.slug}: {one.definition.name}"
            + (
                f" ({', '.join(f'{f.key}: {f.type}' for f in one.definition.fields[:_MOST_FIELDS])})"
                if one.definition.fields
                else ""
            )
            for one in found[:_MOST_TYPES]
        ]
        return "## Types of records\n" + "\n".join(lines) if lines else ""

    return Section("entity-types", 30, "stable", write)


def open_record_section(types: EntityTypes, entities: Entities) -> Section:
    """Return the section that tells of the record a chat was opened from: its type, title and key fields."""

    async def write(facts: PromptFacts) -> str:
        entity_id = facts.screen.get("entityId")
        if not isinstance(entity_id, str) or not any(spec.name == _TOOL for spec in facts.tools):
            return ""
        try:
            entity = await entities.get(facts.workspace_id, entity_id)
        except NotFound:
            return ""
        kind = await types.get(facts.workspace_id, entity.type_id)
        name = kind.definition.name
        if entity.is_outside:  # reading it marks the run; the prompt must not tell its words before
            told = "Its words come from outside: read it when you need it."
            return f"## Open record\n{name} (id {entity.id})\n{told}"
        head = f"## Open record\n{name}: {entity.title} (id {entity.id})"
        labels = {one.key: one.name for one in kind.definition.fields}
        said = [(labels[key], _told(entity.fields[key])) for key in labels if key in entity.fields]
        lines = [f"- {name}: {value}" for name, value in said[:_KEY_FIELDS]]
        return "\n".join([head, *lines])

    return Section("record", 535, "volatile", write)


def _told(value: Any) -> str:
    one = ", ".join(str(part) for part in cast("list[Any]", value)) if isinstance(value, list) else str(value)
    return " ".join(one.split())[:_SHOWN]
