"""Releases on disk: files by content, and which path is which file. A switch is one rename.

    sites/<project>/objects/<sha256>       the bytes, kept once however many releases have them
    sites/<project>/releases/<id>.json     paths, what they are made of, redirects
    sites/<project>/current                the release that is served; `previous` the one before it

A release is whole before `current` names it, so that a reader sees the old site or the new one. Rolling back
is naming the one before.
"""

import hashlib
import secrets
import shutil
from dataclasses import field
from pathlib import Path

import msgspec
import orjson

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId

KEPT = 5
"""How many releases are kept besides the current one."""


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """One file of a release: which bytes, of which type, and what it was made of."""

    digest: str
    type: str
    size: int
    inputs: str = ""
    """A fingerprint of everything it depends on; the same one means the same file."""
    depends: tuple[str, ...] = ()
    """What that fingerprint is made of besides the page itself: loops."""


@dataclass(frozen=True, slots=True)
class Release:
    """What was published at a moment."""

    id: str
    at: str
    by: str
    commit: str
    base: str
    files: dict[str, PublishedFile] = field(default_factory=dict[str, PublishedFile])
    redirects: dict[str, str] = field(default_factory=dict[str, str])
    written: int = 0
    """How many files are other than in the release before."""
    removed: int = 0
    pages: int = 0
    follows: bool = False
    """Whether the site is published anew by itself when its content moves on."""
    entries: dict[str, str] = field(default_factory=dict[str, str])
    """Where entries are, by `model/entry/locale`."""

    def dump(self) -> bytes:
        """Return it as its file has it."""
        return orjson.dumps(self)


def load_release(raw: bytes) -> Release:
    """Return a release from its file."""
    return msgspec.json.decode(raw, type=Release)


class Releases:
    """The releases of every project, below one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read = dict[tuple[str, str], Release]()

    def folder(self, project_id: ProjectId) -> Path:
        """Return where a project's releases are."""
        return self._folder / str(project_id)

    def current(self, project_id: ProjectId) -> Release | None:
        """Return the release that is served."""
        return self._named(project_id, "current")

    def previous(self, project_id: ProjectId) -> Release | None:
        """Return the release that was served before."""
        return self._named(project_id, "previous")

    def is_newest(self, project_id: ProjectId, release: Release) -> bool:
        """Tell whether nothing newer was served before: it was not rolled back to.

        A newer one that lies there and was never served is what a crash left, and says nothing.
        """
        return _text(self.folder(project_id) / "previous") <= release.id

    def list(self, project_id: ProjectId) -> list[Release]:
        """Return the releases that are kept, the newest first."""
        folder = self.folder(project_id) / "releases"
        if not folder.is_dir():
            return []
        found = [self.get(project_id, path.stem) for path in sorted(folder.glob("*.json"), reverse=True)]
        return [one for one in found if one is not None]

    def get(self, project_id: ProjectId, release_id: str) -> Release | None:
        """Return a release by id."""
        key = (str(project_id), release_id)
        if key not in self._read:
            try:
                raw = (self.folder(project_id) / "releases" / f"{release_id}.json").read_bytes()
            except OSError:
                return None
            if len(self._read) > 32:
                self._read.clear()
            self._read[key] = load_release(raw)
        return self._read[key]

    def keep(self, project_id: ProjectId, data: bytes) -> str:
        """Keep bytes and return their name."""
        digest = hashlib.sha256(data).hexdigest()
        path = self.object(project_id, digest)
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, data)
        return digest

    def object(self, project_id: ProjectId, digest: str) -> Path:
        """Return where bytes are."""
        return self.folder(project_id) / "objects" / digest[:2] / digest

    def has(self, project_id: ProjectId, digest: str) -> bool:
        """Tell whether bytes are here."""
        return self.object(project_id, digest).exists()

    def put(self, project_id: ProjectId, release: Release) -> None:
        """Write a release down; it is not served yet."""
        path = self.folder(project_id) / "releases" / f"{release.id}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, release.dump())
        self._read.pop((str(project_id), release.id), None)

    def switch(self, project_id: ProjectId, release_id: str) -> None:
        """Serve a release from now on."""
        folder = self.folder(project_id)
        before = _text(folder / "current")
        if before and before != release_id:
            _write(folder / "previous", before.encode())
        _write(folder / "current", release_id.encode())

    def clean(self, project_id: ProjectId) -> int:
        """Forget old releases and the bytes that none of those kept has; return how many files went."""
        folder = self.folder(project_id)
        named = {_text(folder / "current"), _text(folder / "previous")}
        releases = self.list(project_id)
        kept = [one for at, one in enumerate(releases) if at <= KEPT or one.id in named]
        for one in releases:
            if one not in kept:
                (folder / "releases" / f"{one.id}.json").unlink(missing_ok=True)
                self._read.pop((str(project_id), one.id), None)
        if len(kept) == len(releases):
            return 0
        needed = {file.digest for one in kept for file in one.files.values()}
        gone = [path for path in (folder / "objects").glob("*/*") if path.name not in needed]
        for path in gone:
            path.unlink(missing_ok=True)
        return len(gone)

    def forget(self, project_id: ProjectId) -> None:
        """Remove everything that was published of a project."""
        shutil.rmtree(self.folder(project_id), ignore_errors=True)
        self._read = {key: one for key, one in self._read.items() if key[0] != str(project_id)}

    def _named(self, project_id: ProjectId, name: str) -> Release | None:
        release_id = _text(self.folder(project_id) / name)
        return self.get(project_id, release_id) if release_id else None


def _text(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def _write(path: Path, data: bytes) -> None:
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        fresh.write_bytes(data)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)  # half of it would take room where none is left
        raise
