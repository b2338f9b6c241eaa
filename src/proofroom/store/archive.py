"""The file a backup is: a ZIP with a manifest that names every entry, its size and its digest."""

import hashlib
import os
import zipfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, field
from pathlib import Path, PurePosixPath
from typing import IO, Any

import orjson

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, StorageFailed
from proofroom.kernel.strings import say
from proofroom.store.flock import try_lock

FORMAT = "proofroom-backup"
VERSION = 1
MANIFEST = "manifest.json"
DATABASE = "database/"
FILES = "files/"
BLOBS = f"{FILES}blobs/"
_CHUNK = 1024 * 1024
_PACKED = {".db", ".jsonl", ".json", ".md", ".txt", ".html", ".css", ".svg"}

Progress = Callable[[int, int, str], None]
"""Called with what is done, what there is to do, and the entry's name; from a worker thread."""


def no_progress(done: int, total: int, name: str) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True)
class ArchivedFile:
    """What an entry must be."""

    sha256: str
    size: int


@dataclass(slots=True)
class Manifest:
    """What a backup holds and where it comes from."""

    created_at: str
    release: str
    engine: str
    schema: str | None
    only_database: bool
    has_key: bool
    key_id: str | None
    """Public name of the key that seals the stored secrets; without that key they cannot be opened."""
    entries: dict[str, ArchivedFile] = field(default_factory=dict[str, ArchivedFile])
    folders: list[str] = field(default_factory=list[str])
    """Folders that are empty: a Git repository needs some of them."""

    def damaged_blobs(self) -> list[str]:
        """Return the blobs that were damaged when the backup was taken: a name is a digest."""
        blobs = ((name, entry) for name, entry in self.entries.items() if name.startswith(BLOBS))
        return sorted(name.rpartition("/")[2] for name, entry in blobs if entry.sha256 not in name)


class Writer:
    """Writes an archive beside its place and moves it there when it is whole."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self._partial = path.with_name(f".{path.name}.partial")
        path.parent.mkdir(parents=True, exist_ok=True)
        # It holds password hashes and perhaps the key: nobody else reads it.
        descriptor = os.open(self._partial, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        self._file = os.fdopen(descriptor, "wb")
        try_lock(self._file)  # whoever finds it unlocked knows that its writer was killed
        self._zip = zipfile.ZipFile(self._file, "w", allowZip64=True)

    def add_file(self, name: str, source: Path) -> None:
        """Add a file's bytes."""
        with source.open("rb") as file:
            self.add_chunks(name, iter(lambda: file.read(_CHUNK), b""))

    def add_chunks(self, name: str, chunks: Iterable[bytes]) -> None:
        """Add an entry piece by piece."""
        sha, size = hashlib.sha256(), 0
        info = zipfile.ZipInfo(name)
        info.compress_type = zipfile.ZIP_DEFLATED if Path(name).suffix in _PACKED else zipfile.ZIP_STORED
        with self._zip.open(info, "w", force_zip64=True) as entry:
            for chunk in chunks:
                sha.update(chunk)
                size += len(chunk)
                entry.write(chunk)
        self.manifest.entries[name] = ArchivedFile(sha.hexdigest(), size)

    def finish(self) -> None:
        """Write the manifest and put the archive in its place."""
        body = {"format": FORMAT, "version": VERSION, **asdict(self.manifest)}
        self._zip.writestr(MANIFEST, orjson.dumps(body, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS))
        self._zip.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._partial.replace(self.path)

    def abandon(self) -> None:
        """Leave nothing behind that is not whole; after `finish` there is nothing to do."""
        with suppress(OSError, ValueError):
            self._zip.close()
            self._file.close()
        self._partial.unlink(missing_ok=True)


def clear_partial(folder: Path) -> None:
    """Remove what killed backups left in a folder; one that is being written stays."""
    for path in folder.glob(".*.zip.partial"):
        with suppress(OSError), path.open("rb+") as file:
            if try_lock(file):
                path.unlink(missing_ok=True)


class Reader:
    """Reads an archive and believes nothing that its manifest does not say."""

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
            body = orjson.loads(self._zip.read(MANIFEST))
        except FileNotFoundError as error:
            raise InvalidInput(say("files.none", path=path)) from error
        except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
            raise InvalidInput(
                say("backup.not_one_or_damaged", file=path.name), suggestion=say("backup.another")
            ) from error
        self.manifest = _read_manifest(body)

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def open(self, name: str) -> IO[bytes]:
        """Open an entry for reading."""
        return self._zip.open(name)

    def unpack(self, folder: Path, progress: Progress = no_progress) -> None:
        """Write every entry under a folder and check its digest; the first that is wrong ends it."""
        total = len(self.manifest.entries)
        for name in self.manifest.folders:
            (folder / _safe(name)).mkdir(parents=True, exist_ok=True)
        for done, (name, entry) in enumerate(self.manifest.entries.items(), 1):
            self._unpack_one(name, entry, folder / _safe(name))
            progress(done, total, name)

    def check(self, progress: Progress = no_progress) -> None:
        """Check every entry's digest without writing anything."""
        total = len(self.manifest.entries)
        for done, (name, entry) in enumerate(self.manifest.entries.items(), 1):
            self._unpack_one(name, entry, None)
            progress(done, total, name)

    def _unpack_one(self, name: str, expected: ArchivedFile, target: Path | None) -> None:
        sha, size = hashlib.sha256(), 0
        if target is not None:
            target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with self.open(name) as source, open(target or os.devnull, "wb") as file:  # noqa: PTH123
                while chunk := source.read(_CHUNK):
                    sha.update(chunk)
                    size += len(chunk)
                    file.write(chunk)
        except (KeyError, zipfile.BadZipFile) as error:
            raise _damaged(name) from error
        if (sha.hexdigest(), size) != (expected.sha256, expected.size):
            raise _damaged(name)


def _read_manifest(body: dict[str, Any]) -> Manifest:
    if body.get("format") != FORMAT:
        raise InvalidInput(say("backup.not_one"))
    if body.get("version") != VERSION:
        raise InvalidInput(say("backup.format", format=body.get("version"), known=VERSION))
    try:
        entries = {name: ArchivedFile(**entry) for name, entry in body["entries"].items()}
        known = {name: body[name] for name in Manifest.__slots__ if name != "entries"}
    except (KeyError, TypeError, AttributeError) as error:
        raise InvalidInput(say("backup.manifest"), suggestion=say("backup.another")) from error
    return Manifest(**known, entries=entries)


def _safe(name: str) -> str:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or not path.parts:
        raise InvalidInput(say("backup.outside", name=name))
    return name


def _damaged(name: str) -> StorageFailed:
    return StorageFailed(
        say("backup.damaged", name=name),
        suggestion=say("backup.another"),
    )
