"""libgit2, loaded with the first repository that somebody opens."""

from typing import TYPE_CHECKING, Any

from proofroom.kernel.lazily import late_module

CONNECT_TIMEOUT_MS = 10_000
SILENCE_TIMEOUT_MS = 30_000


def _prepare(git: Any) -> None:
    """Set what libgit2 holds for the whole process."""
    # Hashing every object again on read costs twice the inflating itself; zlib's checksum still guards each
    # read, and `git fsck` checks the hashes.
    git.settings.enable_strict_hash_verification(False)
    # A folder of ten thousand documents is a tree of half a megabyte: parse it once, not for each file in it.
    git.settings.cache_object_limit(git.enums.ObjectType.TREE, 8 * 1024 * 1024)
    # All repositories of the process share this much: enough for a dozen of such trees. Every save leaves new
    # ones behind, and what is counted takes three to four times its size in memory: with 16 MB a studio grew
    # by 60 MB before it let any go.
    git.settings.cache_max_size(8 * 1024 * 1024)
    # Nobody waits for a host that does not answer.
    git.settings.server_connect_timeout = CONNECT_TIMEOUT_MS
    git.settings.server_timeout = SILENCE_TIMEOUT_MS


if TYPE_CHECKING:
    import pygit2 as pygit2
else:
    pygit2 = late_module("pygit2", _prepare)
