"""Where data lives: the database (SQLite or PostgreSQL), migrations, secrets, blobs, backup.

It knows tables but no rules about them; rooms above decide. Only this room and `repo.py` files import
SQLAlchemy.
"""

from proofroom.store.database import Database, open_database

__all__ = ["Database", "open_database"]
