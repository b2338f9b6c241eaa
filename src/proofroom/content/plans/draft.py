"""A plan in the making: collects files by content-root path and hands over a `FilePlan`."""

from collections.abc import Iterable
from typing import Any

from proofroom.content.format import paths
from proofroom.content.format.collection import EMPTY_FILE, CollectionFile
from proofroom.content.format.markdown import read_document
from proofroom.content.format.project import Project
from proofroom.content.format.types import Document, Json, Model
from proofroom.content.plans.types import FilePlan
from proofroom.content.validation.types import Report
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say
from proofroom.repository.json.text import parse_json, render_json


class Draft:
    """Files to write and delete so far. Reading through it shows what is already planned."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.config = project.ready_config
        self.writes: dict[str, bytes] = {}
        self.deletes: dict[str, None] = {}
        self.results: list[Json] = []
        self.advisories: list[str] = []
        self._files: dict[str, CollectionFile] = {}
        self._pending: dict[str, dict[str, Json | None]] = {}
        """Entries still to be put into their files. A file is written once: thousands of entries, each put
        into the file by itself, would copy it thousands of times."""
        self._stored: dict[str, bytes] = {}
        """What the files were, where that is known without reading them once more."""

    def write(self, path: str, raw: bytes) -> None:
        """Plan a file's new bytes."""
        self.deletes.pop(path, None)
        self.writes[path] = raw

    def delete(self, path: str) -> None:
        """Plan a file's end."""
        self.writes.pop(path, None)
        self._files.pop(path, None)
        self._pending.pop(path, None)
        if self.project.read(path) is not None:
            self.deletes[path] = None

    def change_entries(self, path: str, file: CollectionFile | None, changes: dict[str, Json | None]) -> None:
        """Plan entries of a map file set or, for None, taken out."""
        self.check_readable(path, file)
        self._files.setdefault(path, file or EMPTY_FILE)
        if file is not None:
            self._stored.setdefault(path, file.raw)
        self._pending.setdefault(path, {}).update(changes)

    def current_entry(self, path: str, stored: CollectionFile | None, entry_id: str) -> Json | None:
        """Return an entry of a map file as planned so far, else as it is stored."""
        planned = self._pending.get(path, {})
        if entry_id in planned:
            return planned[entry_id]
        file = self._files.get(path) or stored
        return file.entries.get(entry_id) if file else None

    def current_record(self, path: str) -> Json | None:
        """Return a JSON object as planned so far, else as it is stored."""
        planned = self.writes.get(path)
        return self.project.read_object(path) if planned is None else parse_json(planned)

    def current_document(self, path: str, model: Model) -> Document | None:
        """Return a document as planned so far, else as it is stored."""
        raw = self.writes.get(path) or self.project.read(path)
        return None if raw is None else read_document(raw, model.fields)

    def check_readable(self, path: str, parsed: object) -> None:
        """Refuse to go on where a file exists but could not be read, for writing would lose what is in it."""
        is_planned = path in self.writes or path in self._files
        if parsed is None and not is_planned and self.project.read(path) is not None:
            raise InvalidStatus(say("content.unreadable", path=path))

    def write_record(self, path: str, record: Json) -> None:
        """Plan a JSON object."""
        self.write(path, render_json(record))

    def result_project(self) -> Project:
        """Return the project as it will be."""
        self._put_in()
        return self.project.with_changes(self.writes, list(self.deletes), self._files)

    def plan(
        self,
        affected: Affected,
        *,
        report: Report | None = None,
        model: Model | None = None,
        locale: str | None = None,
        touched: Iterable[str] = (),
    ) -> FilePlan:
        """Hand over the plan; files that keep their bytes are left out."""
        self._put_in()
        root = self.project.root
        changed = {path: raw for path, raw in self.writes.items() if self._before(path) != raw}
        parsed: dict[str, Any] = {
            paths.rooted(root, path): file for path, file in self._files.items() if path in changed
        }
        return FilePlan(
            writes={paths.rooted(root, path): changed[path] for path in sorted(changed)},
            deletes=tuple(paths.rooted(root, path) for path in sorted(self.deletes)),
            affected=affected,
            report=report or Report(),
            results=tuple(self.results),
            advisories=tuple(self.advisories),
            model=model.id if model else None,
            locale=locale,
            touched=tuple(dict.fromkeys(touched)),
            parsed=parsed,
        )

    def _put_in(self) -> None:
        """Put the entries that are planned into their files, all of a file at once."""
        for path, changes in self._pending.items():
            after = self._files[path] = self._files[path].with_changes(changes)
            self.write(path, after.raw)
        self._pending.clear()

    def _before(self, path: str) -> bytes | None:
        return self._stored[path] if path in self._stored else self.project.read(path)

    def check_locale(self, locale: str | None) -> str:
        """Return the locale to use, or say which ones there are."""
        if locale is None:
            return self.config.default_locale
        if locale not in self.config.locales:
            known = ", ".join(self.config.locales)
            raise InvalidInput(say("content.locale_unsupported", locale=locale, known=known))
        return locale
