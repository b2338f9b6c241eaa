"""A content project as one tree shows it: configuration, models and entries, parsed when first asked for.

What it returns is shared and must not be changed in place. With a cache and a tree that knows content ids, a
file that did not change is parsed once, however many trees it is in.
"""

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeVar, cast

from proofroom.content.format import paths
from proofroom.content.format.census import count_documents
from proofroom.content.format.collection import CollectionFile, parse_collection
from proofroom.content.format.config import parse_config
from proofroom.content.format.markdown import read_document
from proofroom.content.format.meta import meta_from
from proofroom.content.format.model import parse_model
from proofroom.content.format.tree import FolderedTree, IdentifiedTree, OverlayTree, Tree
from proofroom.content.format.types import Config, Document, Entry, Json, Meta, Model, Vocabulary
from proofroom.content.format.vocabulary import parse_vocabulary
from proofroom.kernel.errors import InvalidStatus, NotFound
from proofroom.kernel.strings import say
from proofroom.repository.json.ecma import order_keys
from proofroom.repository.json.text import compact_json, parse_json

T = TypeVar("T")
Cache = MutableMapping[tuple[str, str], Any]
"""Parsed files by content id and by what they were parsed as."""


class Project:
    """Reads a content project from a tree."""

    def __init__(self, tree: Tree, root: str = "", cache: Cache | None = None) -> None:
        self.tree = tree
        self.root = paths.normal_root(root)
        self._shared = cache
        self._identified = tree if isinstance(tree, IdentifiedTree) else None
        self._parsed: dict[tuple[str, str], Any] = {}
        self._documents: dict[str, dict[str, dict[str, str]]] = {}
        self._kinds: dict[str, str] = {}

    # --- configuration and models

    @cached_property
    def config(self) -> Config | None:
        """The configuration, or None when the project is not initialised."""
        return self._parse(paths.CONFIG, "config", parse_config)

    @property
    def ready_config(self) -> Config:
        """The configuration of an initialised project."""
        if self.config is None:
            raise InvalidStatus(say("content.not_initialised"))
        return self.config

    @cached_property
    def models(self) -> dict[str, Model]:
        """All readable models by id, in the order of their ids."""
        found = [self._parse(path, "model", parse_model) for path in self.model_files.values()]
        return {model.id: model for model in sorted(filter(None, found), key=lambda model: model.id)}

    @cached_property
    def model_files(self) -> dict[str, str]:
        """The paths of model files by file name without its ending."""
        prefix = paths.MODELS + "/"
        names = {path[len(prefix) : -5]: path for path in self.list(paths.MODELS) if path.endswith(".json")}
        return {name: path for name, path in names.items() if "/" not in name}

    def model(self, model_id: str) -> Model:
        """Return a model, or say which ones there are."""
        model = self.models.get(model_id)
        if model is None:
            known = ", ".join(list(self.models)[:20]) or "none yet"
            raise NotFound(say("content.no_model_called", model=model_id, known=known))
        return model

    @cached_property
    def vocabulary(self) -> Vocabulary | None:
        """The glossary, or None when there is none."""
        return self._parse(paths.VOCABULARY, "vocabulary", parse_vocabulary)

    @cached_property
    def context(self) -> Json | None:
        """The last operation and statistics as the machine-written file has them."""
        return self.read_object(paths.CONTEXT)

    def locales(self, model: Model) -> tuple[str, ...]:
        """Return the locales a model has files for: all supported ones, or only the default."""
        config = self.config or Config()
        return config.locales if model.i18n else (config.default_locale,)

    # --- content

    def collection(self, model: Model, locale: str) -> CollectionFile | None:
        """Return a parsed collection file, or None when it is missing or unreadable."""
        return self._parse(paths.content_path(model, locale), "collection", parse_collection)

    def record(self, model: Model, locale: str) -> Json | None:
        """Return the fields of a singleton or the texts of a dictionary; None when there is no file."""
        return self.read_object(paths.content_path(model, locale))

    def documents(self, model: Model) -> dict[str, dict[str, str]]:
        """Return the files of a document model: path by slug and locale."""
        known = self._documents.get(model.id)
        if known is None:
            known = self._documents[model.id] = self._find_documents(model)
        return known

    def count_documents(self, model: Model) -> int:
        """Return how many files a document model has, over slugs and locales."""
        if model.id in self._documents:
            return sum(len(files) for files in self._documents[model.id].values())
        if isinstance(self.tree, FolderedTree):
            return count_documents(self.tree, self.root, model, self.config or Config())
        return sum(1 for _ in self._document_files(model))

    def has_document(self, model: Model, slug: str) -> bool:
        """Tell whether a document exists in any locale, without listing the others."""
        if model.id in self._documents:
            return slug in self._documents[model.id]
        return any(
            self.read(paths.document_path(model, slug, locale)) is not None for locale in self.locales(model)
        )

    def document(self, model: Model, slug: str, locale: str) -> Document | None:
        """Return a document, or None when it does not exist in that locale."""
        path = paths.document_path(model, slug, locale)
        return self._parse(path, self._kind(model), lambda raw: read_document(raw, model.fields))

    def document_fronts(
        self, model: Model, locale: str, what: str, part: Callable[[Json], T]
    ) -> Iterator[tuple[str, T]]:
        """Return a part of every document's front matter in one locale, by slug and in no order.

        Parts are kept by the file's content under the name of what they are: asking again for the part of
        many thousand documents reads the list of files, and no file but those that changed.
        """
        kind = self._kind(model)
        for slug, found_in, path, oid in self._document_files(model):
            if found_in == locale:
                yield slug, self._front_part(model, path, oid, (kind, f"{what}:{kind}"), part)

    def _front_part(
        self, model: Model, path: str, oid: str | None, kinds: tuple[str, str], part: Callable[[Json], T]
    ) -> T:
        shared = self._shared if oid else None
        if shared is not None and oid and (known := shared.get((oid, kinds[1]))) is not None:
            return known
        document = shared.get((oid, kinds[0])) if shared is not None and oid else None
        found = part((document or read_document(self.read(path) or b"", model.fields)).front)
        if shared is not None and oid:
            shared[oid, kinds[1]] = found
        return found

    def _kind(self, model: Model) -> str:
        """Return as what a model's documents are parsed: its fields decide how a value is read."""
        kind = self._kinds.get(model.id)
        if kind is None:
            kind = self._kinds[model.id] = f"document:{_fingerprint(model)}"
        return kind

    def entries(self, model: Model, locale: str) -> Iterator[Entry]:
        """Return the model's entries in one locale, whatever its kind."""
        if model.kind == "collection":
            file = self.collection(model, locale)
            for entry_id, data in (file.entries if file else {}).items():
                yield Entry(model.id, locale, entry_id, data)
        elif model.kind == "document":
            for slug, files in self.documents(model).items():
                if locale in files and (document := self.document(model, slug, locale)):
                    yield Entry(model.id, locale, slug, document.front, document.body)
        else:
            record = self.record(model, locale)
            if record is not None:
                yield Entry(model.id, locale, "", record)

    def entry(self, model: Model, entry_id: str, locale: str) -> Entry | None:
        """Return one entry, or None; a singleton or dictionary has the empty id."""
        if model.kind == "collection":
            file = self.collection(model, locale)
            data = file.entries.get(entry_id) if file else None
            return None if data is None else Entry(model.id, locale, entry_id, data)
        if model.kind == "document":
            document = self.document(model, entry_id, locale)
            return document and Entry(model.id, locale, entry_id, document.front, document.body)
        record = self.record(model, locale)
        return None if record is None else Entry(model.id, locale, "", record)

    # --- metadata

    def meta_path(self, model: Model, locale: str, slug: str | None = None) -> str:
        """Return the metadata file of a model's locale, or of one document."""
        return paths.meta_path(model, locale, self.config or Config(), slug)

    def records(self, model: Model, locale: str) -> CollectionFile | None:
        """Return the metadata records of a collection by entry id."""
        return self._parse(self.meta_path(model, locale), "collection", parse_collection)

    def meta_file(self, model: Model, locale: str, slug: str | None = None) -> Json | None:
        """Return a metadata file's object: a record, or a collection's records by entry id."""
        if model.kind == "collection":
            file = self.records(model, locale)
            return file and {**file.entries, **file.others}
        return self.read_object(self.meta_path(model, locale, slug))

    def meta(self, model: Model, entry_id: str, locale: str) -> Meta | None:
        """Return an entry's metadata, or None when it has none."""
        if model.kind == "collection":
            file = self.records(model, locale)
            record = file.entries.get(entry_id) if file else None
        else:
            record = self.meta_file(model, locale, entry_id or None)
        return None if record is None else meta_from(record)

    def with_changes(
        self,
        writes: Mapping[str, bytes],
        deletes: Collection[str] = (),
        parsed: Mapping[str, Any] | None = None,
    ) -> "Project":
        """Return the project as it will be; paths are relative to the content root.

        `parsed` holds collection files that are parsed already, by path.
        """
        tree = OverlayTree(
            self.tree,
            {paths.rooted(self.root, path): raw for path, raw in writes.items()},
            [paths.rooted(self.root, path) for path in deletes],
        )
        project = Project(tree, self.root, self._shared)
        for key, value in self._parsed.items():
            if key[0] not in writes and key[0] not in deletes:
                project._parsed[key] = value
        for path, file in (parsed or {}).items():
            project._parsed[path, "collection"] = file
        return project

    # --- files

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes; the path is relative to the content root."""
        return self.tree.read(paths.rooted(self.root, path))

    def list(self, folder: str) -> Iterator[str]:
        """Return the paths below a folder, relative to the content root."""
        skip = len(self.root) + 1 if self.root else 0
        return (path[skip:] for path in self.tree.list(paths.rooted(self.root, folder)))

    def read_object(self, path: str) -> Json | None:
        """Return the JSON object a file holds; None when there is none."""
        return self._parse(path, "object", _object)

    def _parse(self, path: str, kind: str, parse: Callable[[bytes], T | None]) -> T | None:
        key = (path, kind)
        if key in self._parsed:
            return self._parsed[key]
        value = self._parse_shared(path, kind, parse)
        self._parsed[key] = value
        return value

    def _parse_shared(self, path: str, kind: str, parse: Callable[[bytes], T | None]) -> T | None:
        oid: str | None = None
        if self._shared is not None and self._identified is not None:
            oid = self._identified.oid(paths.rooted(self.root, path))
            if oid is not None and (known := self._shared.get((oid, kind))) is not None:
                return known
        raw = self.read(path)
        value = None if raw is None else parse(raw)
        if oid is not None and value is not None and self._shared is not None:
            self._shared[oid, kind] = value
        return value

    def _find_documents(self, model: Model) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for slug, locale, path, _ in sorted(self._document_files(model), key=itemgetter(2)):
            found.setdefault(slug, {})[locale] = path
        return {slug: found[slug] for slug in order_keys(found)}

    def _document_files(self, model: Model) -> Iterator[tuple[str, str, str, str | None]]:
        """Return slug, locale, path and the content's id, where known, of every document of a model."""
        config = self.config or Config()
        for path, oid in self._files_with_oids(paths.content_folder(model)):
            named = paths.slug_of(model, path)
            if named is not None:
                locale = named[1] or config.default_locale
                if locale in config.locales or not model.i18n:
                    yield named[0], locale, path, oid

    def _files_with_oids(self, folder: str) -> Iterator[tuple[str, str | None]]:
        if self._identified is None:
            return ((path, None) for path in self.list(folder))
        skip = len(self.root) + 1 if self.root else 0
        found = self._identified.files_with_oids(paths.rooted(self.root, folder))
        return ((path[skip:], oid) for path, oid in found)


def _object(raw: bytes) -> Json | None:
    try:
        data = parse_json(raw)
    except ValueError:
        return None
    return cast("Json", data) if isinstance(data, dict) else None


def _fingerprint(model: Model) -> str:
    fields = compact_json(model.raw.get("fields") or {})
    return hashlib.sha256(fields.encode(errors="surrogatepass")).hexdigest()[:16]
