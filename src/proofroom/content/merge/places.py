"""What each file of a repository is, according to the project's models."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from proofroom.content.format import paths
from proofroom.content.format.model import render_model
from proofroom.content.format.project import Cache, Project
from proofroom.content.format.types import Model
from proofroom.content.merge.types import Place
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.tree import TreeView

PlaceOf = Callable[[str], Place | None]
_FIELD_DEPTH = 2


@dataclass(frozen=True, slots=True)
class Scope:
    """How to read a repository: where content lies, and what other rooms know about their own files."""

    root: str = ""
    place_of: PlaceOf | None = None
    cache: Cache | None = None


EVERYTHING = Scope()


class Layout:
    """Answers what a file is, from the models of several trees; the first that knows it decides."""

    def __init__(self, repo: Repo, scope: Scope, trees: list[Sha]) -> None:
        self._scope = scope
        self._known = [
            _Known(Project(TreeView(repo, tree), scope.root, scope.cache)) for tree in dict.fromkeys(trees)
        ]

    def place(self, path: str) -> Place:
        """Return what a file is."""
        if self._scope.place_of is not None and (own := self._scope.place_of(path)) is not None:
            return own
        root = self._known[0].project.root
        inner = path[len(root) + 1 :] if root and path.startswith(f"{root}/") else path
        if not root or inner != path:
            for known in self._known:
                found = known.place(inner)
                if found is not None:
                    return replace(found, path=path)
        return Place(path, "json" if path.endswith(".json") else "text")

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
    def __init__(self, project: Project) -> None:
        self.project = project
        self._folders: dict[str, list[Model]] = {}
        for model in project.models.values():
            self._folders.setdefault(paths.content_folder(model), []).append(model)

    def place(self, path: str) -> Place | None:
        match path:
            case paths.CONFIG:
                return Place(path, "config")
            case paths.CONTEXT:
                return Place(path, "context")
            case paths.VOCABULARY:
                return Place(path, "vocabulary")
            case _:
                pass
        if path.startswith(f"{paths.MODELS}/") and path.endswith(".json"):
            name = path[len(paths.MODELS) + 1 : -5]
            return Place(path, "model", model=name, depth=_FIELD_DEPTH, render=render_model)
        if path.startswith(f"{paths.META}/") and path.endswith(".json"):
            return self._meta(path)
        return self._content(path)

    def _meta(self, path: str) -> Place | None:
        parts = path[len(paths.META) + 1 : -5].split("/")
        model = self.project.models.get(parts[0])
        if len(parts) == 2:
            kind = model.kind if model else "collection"
            return Place(path, "meta", parts[0], parts[1], model_kind=kind)
        if len(parts) == 3:
            return Place(path, "meta", parts[0], parts[2], slug=parts[1], model_kind="document")
        return None

    def _content(self, path: str) -> Place | None:
        folder = path
        for _ in range(2):
            folder = folder.rpartition("/")[0]
            for model in self._folders.get(folder, ()):
                if (found := self._of_model(path, model)) is not None:
                    return found
        return None

    def _of_model(self, path: str, model: Model) -> Place | None:
        default = self.project.locales(model)[0] if not model.i18n else None
        if model.kind == "document":
            named = paths.slug_of(model, path)
            if named is None:
                return None
            locale = named[1] or default
            return Place(path, "document", model.id, locale, named[0], model.kind, model.fields)
        for locale in self.project.locales(model):
            if paths.content_path(model, locale) == path:
                match model.kind:
                    case "collection" | "singleton" | "dictionary":
                        return Place(path, model.kind, model.id, locale, None, model.kind, model.fields)
                    case _:
                        return None
        return None
