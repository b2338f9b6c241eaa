"""The public catalogue as it was last read, kept in the database."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from proofroom.kernel.words import word_list
from proofroom.providers.names import pricing_key
from proofroom.providers.types import ModelInfo
from proofroom.store.database import Connection
from proofroom.store.tables.providers import ai_model_pricing

_KNOWN = word_list("""
    name context_window max_output vision tools thinking input_micros_per_mtok output_micros_per_mtok
    cache_read_micros_per_mtok cache_write_micros_per_mtok
    """)


async def refreshed_at(connection: Connection) -> datetime | None:
    """Return when the catalogue was last read; None if it never was."""
    return (await connection.execute(sa.select(sa.func.max(ai_model_pricing.c.refreshed_at)))).scalar()


async def list_models(connection: Connection) -> list[ModelInfo]:
    """Return the models of the catalogue as last read."""
    rows = await connection.execute(sa.select(ai_model_pricing).order_by(ai_model_pricing.c.pricing_key))
    return [
        ModelInfo(id=row["model_id"], provider="openrouter", **{name: row[name] for name in _KNOWN})
        for row in rows.mappings()
    ]


async def replace_models(connection: Connection, models: Sequence[ModelInfo], at: datetime) -> None:
    """Put a freshly read catalogue in the place of the old one."""
    rows = {
        pricing_key(model.id): {
            "pricing_key": pricing_key(model.id),
            "model_id": model.id,
            "refreshed_at": at,
            **{name: getattr(model, name) for name in _KNOWN},
        }
        for model in reversed(models)  # of two with one key the first stays, as in a catalogue
    }
    await connection.execute(ai_model_pricing.delete())
    if rows:
        await connection.execute(ai_model_pricing.insert(), list(rows.values()))
