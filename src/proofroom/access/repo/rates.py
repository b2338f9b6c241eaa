"""Counters of requests in the database, shared by all processes.

Each subject and window length has one row with the hits of the current and the previous window; one upsert
counts a hit and moves the window on.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa

from proofroom.store import Connection
from proofroom.store.prepared import Later, Prepared
from proofroom.store.tables.access import rate_windows
from proofroom.store.upsert import insert_for


async def count(connection: Connection, subject: str, buckets: Mapping[int, int], cost: int) -> Later:
    """Count a hit in the window of each length; the rows tell `length, bucket, hits, hits before`.

    `buckets` says which window of each length it is now. A process whose clock is behind counts into the
    newest window there is.
    """
    values: dict[str, str | int] = {"b_subject": subject, "b_cost": cost}
    for at, (window_s, bucket) in enumerate(sorted(buckets.items())):
        values |= {f"b_window_{at}": window_s, f"b_bucket_{at}": bucket}
    return await _count(connection.dialect.name, len(buckets)).execute_later(connection, values)


@cache
def _count(dialect: str, windows: int) -> Prepared:
    table = rate_windows
    cost = sa.bindparam("b_cost", type_=sa.Integer)
    rows: list[dict[str, Any]] = [
        {
            "subject": sa.bindparam("b_subject"),
            "window_s": sa.bindparam(f"b_window_{at}"),
            "bucket": sa.bindparam(f"b_bucket_{at}"),
            "hits": cost,
            "hits_before": 0,
        }
        for at in range(windows)
    ]
    statement = insert_for(dialect, table).values(rows)
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
    return Prepared(upsert)


async def delete_old(connection: Connection, at: datetime) -> int:
    """Remove counters that no longer matter."""
    table = rate_windows
    ended = (table.c.bucket + 2) * table.c.window_s
    statement = table.delete().where(ended < int(at.timestamp()))
    return (await connection.execute(statement)).rowcount
