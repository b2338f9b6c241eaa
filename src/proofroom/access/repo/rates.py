"""Counters of requests in the database, shared by all processes.

Each subject and window length has one row with the hits of the current and the previous window; one upsert
counts a hit and moves the window on.
"""

from collections.abc import Mapping
from datetime import datetime

import sqlalchemy as sa

from proofroom.store import Connection
from proofroom.store.tables.access import rate_windows
from proofroom.store.upsert import insert_or


async def count(
    connection: Connection, subject: str, buckets: Mapping[int, int], cost: int
) -> dict[int, tuple[int, int, int]]:
    """Count a hit in the window of each length; return `bucket, hits, hits before` by length.

    `buckets` says which window of each length it is now. A process whose clock is behind counts into the
    newest window there is.
    """
    table = rate_windows
    rows = [
        {"subject": subject, "window_s": window_s, "bucket": bucket, "hits": cost, "hits_before": 0}
        for window_s, bucket in sorted(buckets.items())
    ]
    statement = insert_or(connection, table).values(rows)
    new = statement.excluded.bucket
    upsert = statement.on_conflict_do_update(
        index_elements=["subject", "window_s"],
        set_={
            "bucket": sa.case((table.c.bucket > new, table.c.bucket), else_=new),
            "hits": sa.case((table.c.bucket >= new, table.c.hits + cost), else_=cost),
            "hits_before": sa.case(
                (table.c.bucket >= new, table.c.hits_before),
                (table.c.bucket == new - 1, table.c.hits),
                else_=0,
            ),
        },
    ).returning(table.c.window_s, table.c.bucket, table.c.hits, table.c.hits_before)
    found = (await connection.execute(upsert)).mappings()
    return {row["window_s"]: (row["bucket"], row["hits"], row["hits_before"]) for row in found}


async def delete_old(connection: Connection, at: datetime) -> int:
    """Remove counters that no longer matter."""
    table = rate_windows
    ended = (table.c.bucket + 2) * table.c.window_s
    statement = table.delete().where(ended < int(at.timestamp()))
    return (await connection.execute(statement)).rowcount
