"""A connection that is kept at hand between quick transactions.

Taking one out of the pool, looking at it and giving it back takes the database layer longer than a quick
transaction. Whoever comes while it is in use gets one from the pool.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from proofroom.store.core import AsyncConnection, AsyncEngine


class Spare:
    """The connection at hand of one engine."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._kept: AsyncConnection | None = None
        self._is_closed = False

    @asynccontextmanager
    async def take(self) -> AsyncGenerator[AsyncConnection]:
        """Lend the connection, or another one while it is lent; what went wrong is not lent again."""
        connection, self._kept = self._kept, None
        if connection is None:
            connection = await self._engine.connect().start()
            self._is_closed = False
        is_well = False
        try:
            yield connection
            is_well = True
        finally:
            if not is_well or self._kept is not None or self._is_closed or connection.invalidated:
                await asyncio.shield(asyncio.ensure_future(connection.close()))
            else:
                if connection.in_transaction():
                    await connection.rollback()
                self._kept = connection

    async def close(self) -> None:
        """Close the connection; one that is lent is closed when it comes back."""
        self._is_closed = True
        connection, self._kept = self._kept, None
        if connection is not None:
            await connection.close()
