"""Where data lives: database (SQLite or PostgreSQL), migrations, secrets, blobs, backup, the folder's lock.

It knows tables but no rules about them; rooms above decide. Only this room and `repo.py` files import
SQLAlchemy.
"""

from typing import TYPE_CHECKING

from proofroom.kernel.lazily import lazily

if TYPE_CHECKING:
    from proofroom.store.blobs import FolderBlobs, open_blobs
    from proofroom.store.database import Connection, Database, open_database
    from proofroom.store.lock import StudioLock, find_running, hold
    from proofroom.store.secrets import Keyring, load_keyring

__all__ = [
    "Connection",
    "Database",
    "FolderBlobs",
    "Keyring",
    "StudioLock",
    "find_running",
    "hold",
    "load_keyring",
    "open_blobs",
    "open_database",
]

__getattr__ = lazily(
    __name__,
    {
        "blobs": "FolderBlobs open_blobs",
        "database": "Connection Database open_database",
        "lock": "StudioLock find_running hold",
        "secrets": "Keyring load_keyring",
    },
)
