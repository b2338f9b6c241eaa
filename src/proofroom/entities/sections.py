"""What agents are told of the workspace's records: the types and their fields."""

from proofroom.entities.definitions import EntityTypes
from proofroom.runtime import PromptFacts, Section

_MOST_TYPES, _MOST_FIELDS = 40, 20
_TOOL = "searchEntities"


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
