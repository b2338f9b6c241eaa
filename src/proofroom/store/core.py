"""SQLAlchemy's engine for asyncio, without the mapping of classes to tables that comes along with it.

Nobody here uses that part, DBOS names it in annotations only, and it is a twentieth of a start.
"""

from proofroom.kernel.lazily import left_out

with left_out("sqlalchemy.ext.asyncio.session", "sqlalchemy.ext.asyncio.scoping"):
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

__all__ = ["AsyncConnection", "AsyncEngine", "create_async_engine"]
