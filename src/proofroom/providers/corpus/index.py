"""A full-text index of passages in SQLite, kept in step with the files by their size and time."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from proofroom.kernel.data import dataclass
from proofroom.providers.corpus.passages import cut
from proofroom.providers.corpus.read import SUFFIXES, Document, read_file
from proofroom.search import words

_SCHEMA = """
CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, stamp TEXT NOT NULL, trouble TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS passages (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, part TEXT NOT NULL, title TEXT NOT NULL,
    heading TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, sha256 TEXT NOT NULL,
    published_on TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS passages_path ON passages (path);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (heading, text, tokenize='ascii');
"""
_VERSION = 2
"""A file of another version is made anew: everything in it comes from the folders."""
_ANEW = "DROP TABLE IF EXISTS files; DROP TABLE IF EXISTS passages; DROP TABLE IF EXISTS words;"


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that matches, with its place in the source. A lower `rank` is a better match."""

    path: str
    part: str
    title: str
    heading: str
    start: int
    end: int
    sha256: str
    published_on: str
    text: str
    rank: float


class CorpusIndex:
    """The passages of some folders. Open it in one thread and use it there."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file

    def refresh(self, folders: Iterable[Path]) -> int:
        """Read what is new or changed, forget what is gone; return how many files were read."""
        present = {str(path): path for folder in folders for path in _files(folder)}
        with self._open() as database:
            known = dict(database.execute("SELECT path, stamp FROM files"))
            stale = [path for path in known if path not in present or known[path] != _stamp(present[path])]
            fresh = [path for path in present if known.get(path) != _stamp(present[path])]
            for path in stale:
                _forget(database, path)
            for path in fresh:
                _add(database, path, read_file(present[path]), _stamp(present[path]))
        return len(fresh)

    def search(self, asked: list[str], limit: int) -> list[Found]:
        """Return the passages with most of the words, the rarest words and headings counting more."""
        if not asked:
            return []
        query = " OR ".join(f'"{word}"' for word in asked)
        with self._open() as database:
            rows = database.execute(
                "SELECT p.path, p.part, p.title, p.heading, p.start, p.end, p.sha256, p.published_on, p.text,"
                " bm25(words, 3.0, 1.0) AS score FROM words JOIN passages p ON p.id = words.rowid"
                " WHERE words MATCH ? ORDER BY score LIMIT ?",
                (query, limit),
            )
            return [Found(*row) for row in rows]

    def document(self, path: str, part: str = "") -> str:
        """Return the passages of one document, joined."""
        with self._open() as database:
            rows = database.execute(
                "SELECT text FROM passages WHERE path = ? AND part = ? ORDER BY start", (path, part)
            )
            return "\n\n".join(row[0] for row in rows)

    def troubles(self) -> dict[str, str]:
        """Return the files that could not be read, and why."""
        with self._open() as database:
            return dict(database.execute("SELECT path, trouble FROM files WHERE trouble <> ''"))

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._file, factory=_Closing)
        if database.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
            database.executescript(f"{_ANEW} {_SCHEMA} PRAGMA user_version = {_VERSION};")
        return database


class _Closing(sqlite3.Connection):
    """A connection that closes at the end of its `with` block; the standard one only commits."""

    def __exit__(self, *details: object) -> None:  # type: ignore[override]
        super().__exit__(*details)  # type: ignore[arg-type]
        self.close()


def _files(folder: Path) -> list[Path]:
    if folder.is_file():
        return [folder]
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in SUFFIXES and path.is_file() and not path.name.startswith(".")
    )


def _stamp(path: Path) -> str:
    stat = path.stat()
    return f"{stat.st_size}:{stat.st_mtime_ns}"


def _forget(database: sqlite3.Connection, path: str) -> None:
    rows = database.execute("SELECT id FROM passages WHERE path = ?", (path,)).fetchall()
    database.executemany("DELETE FROM words WHERE rowid = ?", rows)
    database.execute("DELETE FROM passages WHERE path = ?", (path,))
    database.execute("DELETE FROM files WHERE path = ?", (path,))


def _folded(text: str) -> str:
    """Return a text's words as the query's words are written, so that the table has nothing to decide."""
    return " ".join(words(text))


def _add(database: sqlite3.Connection, path: str, documents: list[Document], stamp: str) -> None:
    trouble = "; ".join(document.trouble for document in documents if document.trouble)
    database.execute("INSERT INTO files VALUES (?, ?, ?)", (path, stamp, trouble))
    for document in documents:
        for passage in cut(document.text):
            heading = " ".join(dict.fromkeys((document.title, passage.heading))).strip()
            row = database.execute(
                "INSERT INTO passages (path, part, title, heading, start, end, sha256, published_on, text)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    path,
                    document.part,
                    document.title,
                    passage.heading,
                    passage.start,
                    passage.end,
                    document.sha256,
                    document.published_on,
                    passage.text,
                ),
            )
            database.execute(
                "INSERT INTO words (rowid, heading, text) VALUES (?, ?, ?)",
                (row.lastrowid, _folded(heading), _folded(passage.text)),
            )
