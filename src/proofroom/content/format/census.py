"""Counting documents by the names in their folders, without spelling a path for each.

A save counts all documents of a project for `context.json`, so this must stay cheap with many of them. A
folder that is one document's is looked at once: its id stands for what is in it.
"""

from proofroom.content.format import paths
from proofroom.content.format.tree import FolderedTree
from proofroom.content.format.types import Config, Model

_ENDING = ".md"
_KEPT = 250_000

_seen: dict[str, tuple[str, ...]] = {}
"""The locales that a document's folder has files for, by the folder's id."""


def count_documents(tree: FolderedTree, root: str, model: Model, config: Config) -> int:
    """Return how many files a document model has, over slugs and locales."""
    folder = paths.rooted(root, paths.content_folder(model))
    locales = frozenset(config.locales)
    match model.strategy if model.i18n else "none":
        case "none":
            is_shown = not model.i18n or config.default_locale in locales
            return len(_stems(tree, folder)) if is_shown else 0
        case "suffix":
            named = (stem.rpartition(".") for stem in _stems(tree, folder))
            return sum(1 for slug, _, locale in named if slug and locale in locales)
        case "directory":
            return sum(sum(map(bool, _stems(tree, f"{folder}/{locale}"))) for locale in locales)
        case _:
            inner = (_locales_in(tree, f"{folder}/{name}", oid) for name, oid in tree.folders_in(folder))
            return sum(len(locales.intersection(found)) for found in inner)


def _locales_in(tree: FolderedTree, folder: str, oid: str) -> tuple[str, ...]:
    known = _seen.get(oid)
    if known is None:
        if len(_seen) >= _KEPT:
            _seen.clear()
        known = _seen[oid] = tuple(_stems(tree, folder))
    return known


def _stems(tree: FolderedTree, folder: str) -> list[str]:
    end = -len(_ENDING)
    return [name[:end] for name in tree.files_in(folder) if name.endswith(_ENDING)]
