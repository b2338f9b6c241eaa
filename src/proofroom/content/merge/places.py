"""What each file of a repository is, according to the project's models."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from proofroom.content.format import paths
from proofroom.content.format.collection import read_list
from proofroom.content.format.model import render_model
from proofroom.content.format.project import Cache, Project
from proofroom.content.format.types import PROSE_TYPES, Field, Model
from proofroom.kernel.data import dataclass
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import TreeView
from proofroom.repository.merge.types import FieldPath, Place, Shape, is_long

ROOM = "content"
BODY = "body"
_FIELD_DEPTH = 2
_SHAPES: dict[str, tuple[str, Shape, str]] = {
    "collection": ("entry", "records", "field_value_conflict"),
    "singleton": ("singleton", "object", "field_value_conflict"),
    "dictionary": ("dictionary", "members", "dictionary_value_conflict"),
}
"""By kind of model: what a change in its file is called, what the file holds, what a conflict is called."""


@dataclass(frozen=True, slots=True)
class ContentPlace(Place):
    """What a file of a content project is: which model, locale and document it belongs to."""

    model_kind: str | None = None
    fields: Mapping[str, Field] = field(default_factory=dict[str, Field], compare=False)

    @property
    def model(self) -> str | None:
        """The model it belongs to."""
        return self.area

    @property
    def slug(self) -> str | None:
        """The document it is, or is about."""
        return self.key

    def is_prose(self, path: FieldPath, *texts: str) -> bool:
        """Tell whether a text is long enough, and of a type, to be taken apart into sentences."""
        if self.kind == "document" and path == (BODY,):
            return True
        if self.kind in ("model", "config", "meta"):
            return False
        found = _field(self.fields, path)
        if found is not None and found.type not in PROSE_TYPES:
            return False
        return is_long(*texts)

    def code_of(self, path: FieldPath) -> str:
        """Return what a conflict about a field is called."""
        return "document_body_conflict" if self.kind == "document" and path == (BODY,) else self.code


class Places:
    """Answers what a file is, from the models of several trees; the first that knows it decides."""

    def __init__(self, repo: Repo, root: str, cache: Cache | None, trees: Sequence[Sha]) -> None:
        self._known = [_Known(Project(TreeView(repo, tree), root, cache)) for tree in trees]

    def find(self, path: str) -> ContentPlace | None:
        """Return what a file is; None where it is no content."""
        root = self._known[0].project.root
        inner = path[len(root) + 1 :] if root and path.startswith(f"{root}/") else path
        if root and inner == path:
            return None
        found = next((found for known in self._known if (found := known.place(inner)) is not None), None)
        return replace(found, path=path) if found is not None else None

    def content_path(self, model: Model, locale: str, slug: str | None) -> str:
        """Return the file that holds a model's content, or one document, in a locale."""
        inner = (
            paths.document_path(model, slug or "", locale)
            if model.kind == "document"
            else paths.content_path(model, locale)
        )
        return paths.rooted(self._known[0].project.root, inner)

    def models(self) -> dict[str, Model]:
        """Return the models of all trees, the first tree's first."""
        found: dict[str, Model] = {}
        for known in self._known:
            for name, model in known.project.models.items():
                found.setdefault(name, model)
        return found


class _Known:
    """What one tree says of its files."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._folders: dict[str, list[Model]] = {}
        for model in project.models.values():
            self._folders.setdefault(paths.content_folder(model), []).append(model)

    def place(self, path: str) -> ContentPlace | None:
        match path:
            case paths.CONFIG:
                return ContentPlace(path, "config", ROOM, "config", "object")
            case paths.CONTEXT:
                return ContentPlace(path, "context", ROOM, shape="derived")
            case paths.VOCABULARY:
                return ContentPlace(
                    path,
                    "vocabulary",
                    ROOM,
                    "vocabulary",
                    "members",
                    code="vocabulary_value_conflict",
                    is_whole=True,
                )
            case _:
                pass
        if path.startswith(f"{paths.MODELS}/") and path.endswith(".json"):
            name = path[len(paths.MODELS) + 1 : -5]
            return ContentPlace(
                path,
                "model",
                ROOM,
                "model",
                "object",
                area=name,
                depth=_FIELD_DEPTH,
                render=render_model,
                code="model_key_conflict",
                suggested="theirs",
            )
        if path.startswith(f"{paths.META}/") and path.endswith(".json"):
            return self._meta(path)
        return self._content(path)

    def _meta(self, path: str) -> ContentPlace | None:
        parts = path[len(paths.META) + 1 : -5].split("/")
        model = self.project.models.get(parts[0])
        if len(parts) == 2:
            kind = model.kind if model else "collection"
            return _meta_place(path, parts[0], parts[1], None, kind)
        if len(parts) == 3:
            return _meta_place(path, parts[0], parts[2], parts[1], "document")
        return None

    def _content(self, path: str) -> ContentPlace | None:
        folder = path
        for _ in range(2):
            folder = folder.rpartition("/")[0]
            for model in self._folders.get(folder, ()):
                if (found := self._of_model(path, model)) is not None:
                    return found
        return None

    def _of_model(self, path: str, model: Model) -> ContentPlace | None:
        default = self.project.locales(model)[0] if not model.i18n else None
        if model.kind == "document":
            named = paths.slug_of(model, path)
            if named is None:
                return None
            locale = named[1] or default
            return ContentPlace(
                path,
                "document",
                ROOM,
                "document",
                area=model.id,
                locale=locale,
                key=named[0],
                code="frontmatter_value_conflict",
                model_kind=model.kind,
                fields=model.fields,
            )
        for locale in self.project.locales(model):
            if paths.content_path(model, locale) == path:
                return _content_place(path, model, locale)
        return None


def _meta_place(path: str, model: str, locale: str, slug: str | None, kind: str) -> ContentPlace:
    return ContentPlace(
        path,
        "meta",
        ROOM,
        "status",
        "members",
        area=model,
        locale=locale,
        key=slug,
        code="meta_status_conflict",
        is_late=True,
        model_kind=kind,
    )


def _content_place(path: str, model: Model, locale: str) -> ContentPlace | None:
    if model.kind not in _SHAPES:
        return None
    type_, shape, code = _SHAPES[model.kind]
    return ContentPlace(
        path,
        model.kind,
        ROOM,
        type_,
        shape,
        area=model.id,
        locale=locale,
        from_list=read_list if model.kind == "collection" else None,
        code=code,
        model_kind=model.kind,
        fields=model.fields,
    )


def _field(fields: Mapping[str, Field], path: FieldPath) -> Field | None:
    found: Field | None = None
    for name in path:
        found = fields.get(name)
        fields = found.fields if found else {}
    return found
