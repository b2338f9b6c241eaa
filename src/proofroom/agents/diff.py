"""What differs between two versions of an agent, field by field."""

import hashlib
from typing import Any

import orjson

from proofroom.agents.types import AgentRecord, FieldChange


def compare(before: AgentRecord, after: AgentRecord) -> list[FieldChange]:
    """Return the fields that differ; fields inside the configuration are named `config.limits.maxRounds`."""
    old, new = _flat(before), _flat(after)
    return [
        FieldChange(name, old.get(name), new.get(name))
        for name in sorted({*old, *new})
        if old.get(name) != new.get(name)
    ]


def digest(record: AgentRecord) -> str:
    """Return the hash by which a change that changes nothing is known."""
    body = orjson.dumps(record.model_dump(mode="json"), option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(body).hexdigest()


def _flat(record: AgentRecord) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    waiting: list[tuple[str, Any]] = list(record.model_dump(mode="json", by_alias=True).items())
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend((f"{name}.{key}", inner) for key, inner in value.items())  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        else:
            flat[name] = value
    return flat
