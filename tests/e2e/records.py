"""Very many records with three times as many relations, for the browser tests that measure how they scroll.

PROOFROOM_RECORDS says how many; the tests of every day make do with fewer than the 100,000 of the claim.
"""

import asyncio
import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))  # this is no test of pytest's: it is started as a program

from bench.records import KIND, record_lines
from bench.search_fill import fill
from proofroom.entities import EntityTypes
from proofroom.wiring import Studio

USUAL = "6000"


async def make_records(studio: Studio) -> None:
    """Make the records once, unless there are some."""
    here, types = studio.workspace_id, studio.get(EntityTypes)
    if any(one.definition.slug == KIND.slug for one in await types.list(here)):
        return
    kind = await types.create(here, KIND.model_dump(mode="json"), await studio.operator())
    count = int(os.environ.get("PROOFROOM_RECORDS", USUAL))
    lines, _ = record_lines(kind, count, 3 * count)
    await asyncio.to_thread(fill, studio.settings, lines)
