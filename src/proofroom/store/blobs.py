"""Files by their content: a blob's name is the SHA-256 of its bytes.

The same bytes are kept once, whoever put them; a room keeps rows that name blobs, decides who may see them,
and deletes a blob only when no row names it any more. Another store (S3) joins by the same protocol.
"""

import asyncio
import hashlib
import os
import re
import tempfile
import time
from collections import OrderedDict
from collections.abc import AsyncIterable, AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import IO, Protocol

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound, ProofroomError, StorageFailed, TooLarge
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say

CHUNK = 256 * 1024
_DIGEST = re.compile(r"[0-9a-f]{64}")
_INCOMING = ".incoming"
SOUND_KEPT = 10_000
"""Of how many blobs it is remembered that they were sound."""


@dataclass(frozen=True, slots=True)
class Blob:
    """What is known of a stored file without its meaning."""

    digest: str
    size: int


class BlobStore(Protocol):
    """A place for files, by content."""

    async def put(self, data: bytes | AsyncIterable[bytes], *, max_bytes: int | None = None) -> Blob:
        """Keep the bytes and return their name; putting the same bytes again changes nothing."""
        ...

    async def get(self, digest: str) -> bytes:
        """Return all bytes of a blob."""
        ...

    def stream(self, digest: str, *, start: int = 0, end: int | None = None) -> AsyncIterator[bytes]:
        """Yield the bytes from `start` up to, not including, `end`."""
        ...

    async def size(self, digest: str) -> int:
        """Return how many bytes a blob has."""
        ...

    async def exists(self, digest: str) -> bool:
        """Tell whether the blob is here."""
        ...

    async def verify(self, digest: str) -> None:
        """Raise where a blob is lost or damaged; one that has not changed since is not read again."""
        ...

    async def delete(self, digest: str) -> bool:
        """Remove a blob; tell whether it was here."""
        ...

    def list(self) -> AsyncIterator[Blob]:
        """Yield every blob, ordered by name."""
        ...


class FolderBlobs:
    """Blobs in a folder: `ab/cd/<digest>`, written aside and moved, so that a blob is whole or absent."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._sound: OrderedDict[str, tuple[int, int]] = OrderedDict()

    async def put(self, data: bytes | AsyncIterable[bytes], *, max_bytes: int | None = None) -> Blob:
        """Keep the bytes and return their name; putting the same bytes again changes nothing."""
        try:
            return await self._put(_one(data) if isinstance(data, bytes) else data, max_bytes)
        except OSError as error:
            raise StorageFailed(say("files.not_stored")) from error

    async def get(self, digest: str) -> bytes:
        """Return all bytes of a blob."""
        path = self._path(digest)
        try:
            return await asyncio.to_thread(path.read_bytes)
        except OSError as error:
            raise _unreadable(error) from error

    async def stream(self, digest: str, *, start: int = 0, end: int | None = None) -> AsyncIterator[bytes]:
        """Yield the bytes from `start` up to, not including, `end`."""
        path = self._path(digest)
        try:
            # Not in a thread: one that is left alone by a cancelled reader would leave the file open.
            file = path.open("rb")
        except OSError as error:
            raise _unreadable(error) from error
        try:
            await asyncio.to_thread(file.seek, start)
            left = None if end is None else max(0, end - start)
            while left is None or left > 0:
                chunk = await asyncio.to_thread(file.read, CHUNK if left is None else min(CHUNK, left))
                if not chunk:
                    return
                if left is not None:
                    left -= len(chunk)
                yield chunk
        finally:
            file.close()

    async def size(self, digest: str) -> int:
        """Return how many bytes a blob has."""
        path = self._path(digest)
        try:
            return (await asyncio.to_thread(path.stat)).st_size
        except OSError as error:
            raise _unreadable(error) from error

    async def exists(self, digest: str) -> bool:
        """Tell whether the blob is here."""
        return bool(_DIGEST.fullmatch(digest)) and await asyncio.to_thread(self._path(digest).exists)

    async def verify(self, digest: str) -> None:
        """Raise where a blob is lost or damaged; one that has not changed since is not read again."""
        path = self._path(digest)
        try:
            found = await asyncio.to_thread(path.stat)
            now = (found.st_size, found.st_mtime_ns)
            if self._sound.get(digest) == now:
                return
            is_sound = await asyncio.to_thread(is_sound_blob, path)
        except OSError as error:
            raise _unreadable(error) from error
        if not is_sound:
            self._sound.pop(digest, None)
            raise StorageFailed(say("files.damaged"))
        self._sound[digest] = now
        while len(self._sound) > SOUND_KEPT:
            self._sound.popitem(last=False)

    async def delete(self, digest: str) -> bool:
        """Remove a blob; tell whether it was here."""
        path = self._path(digest)
        try:
            await asyncio.to_thread(path.unlink)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise StorageFailed(say("files.not_deleted")) from error
        return True

    async def list(self) -> AsyncIterator[Blob]:
        """Yield every blob, ordered by name."""
        for outer in await asyncio.to_thread(_folders, self.root):
            for inner in await asyncio.to_thread(_folders, outer):
                for blob in await asyncio.to_thread(_blobs_in, inner):
                    yield blob

    async def older_than(self, moment: datetime) -> AsyncIterator[Blob]:
        """Yield the blobs that nobody has put here since a moment."""
        async for blob in self.list():
            changed = await asyncio.to_thread(self._path(blob.digest).stat)
            if changed.st_mtime < moment.timestamp():
                yield blob

    def _path(self, digest: str) -> Path:
        if not _DIGEST.fullmatch(digest):
            raise NotFound(say("media.no_such_file"))
        return self.root / digest[:2] / digest[2:4] / digest

    async def _put(self, chunks: AsyncIterable[bytes], max_bytes: int | None) -> Blob:
        file = await asyncio.to_thread(self._incoming)
        temporary, sha, size = Path(file.name), hashlib.sha256(), 0
        try:
            async for chunk in chunks:
                size += len(chunk)
                if max_bytes is not None and size > max_bytes:
                    raise TooLarge(say("files.too_large", size=f"{max_bytes:,}"))
                sha.update(chunk)
                await asyncio.to_thread(file.write, chunk)
            blob = Blob(sha.hexdigest(), size)
            await asyncio.to_thread(_keep, file, temporary, self._path(blob.digest))
        finally:
            await asyncio.to_thread(_discard, file, temporary)
        return blob

    def _incoming(self) -> IO[bytes]:
        folder = self.root / _INCOMING
        folder.mkdir(parents=True, exist_ok=True)
        return tempfile.NamedTemporaryFile(dir=folder, delete=False)


def is_sound_blob(path: Path) -> bool:
    """Tell whether a blob still holds the bytes that it is named after."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == path.name


def find_unsound(root: Path, seconds: float) -> tuple[list[str], bool]:
    """Return the damaged blobs of a folder, and whether all could be read in that time. Blocking."""
    until, found = time.monotonic() + seconds, list[str]()
    for outer in _folders(root):
        for inner in _folders(outer):
            for blob in _blobs_in(inner):
                if time.monotonic() > until:
                    return found, False
                if not is_sound_blob(inner / blob.digest):
                    found.append(blob.digest)
    return found, True


def open_blobs(settings: Settings) -> FolderBlobs:
    """Return the studio's blob store in its data folder."""
    return FolderBlobs(settings.data / "blobs")


async def _one(data: bytes) -> AsyncIterator[bytes]:
    yield data


def _keep(file: IO[bytes], temporary: Path, path: Path) -> None:
    if path.exists() and is_sound_blob(path):
        os.utime(path)  # it is wanted again: nobody may take it for one that is left over
        return
    file.flush()
    os.fsync(file.fileno())
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary.replace(path)


def _discard(file: IO[bytes], temporary: Path) -> None:
    file.close()
    temporary.unlink(missing_ok=True)


def _folders(parent: Path) -> list[Path]:
    if not parent.exists():
        return []
    return sorted(child for child in parent.iterdir() if child.is_dir() and child.name != _INCOMING)


def _blobs_in(folder: Path) -> list[Blob]:
    names = sorted(child for child in folder.iterdir() if _DIGEST.fullmatch(child.name))
    return [Blob(path.name, path.stat().st_size) for path in names]


def _unreadable(error: OSError) -> ProofroomError:
    if isinstance(error, FileNotFoundError):
        return NotFound(say("files.gone"))
    return StorageFailed(say("files.not_read"))
