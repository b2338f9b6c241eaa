"""Where things are: every path of a content project, relative to the repository.

Functions return paths below the content root; `rooted` puts the root in front.
"""

import re

from proofroom.content.format.types import Config, Model
from proofroom.kernel.strings import say

FOLDER = ".contentrain"
CONFIG = f"{FOLDER}/config.json"
CONTEXT = f"{FOLDER}/context.json"
VOCABULARY = f"{FOLDER}/vocabulary.json"
MODELS = f"{FOLDER}/models"
CONTENT = f"{FOLDER}/content"
META = f"{FOLDER}/meta"

_RESERVED = (
    *(".git", ".github", "node_modules", ".env", ".ci"),
    *(f"{FOLDER}/models", f"{FOLDER}/config", f"{FOLDER}/meta", f"{FOLDER}/context.json"),
    *(f"{FOLDER}/vocabulary.json", ".proofroom"),
)


def normal_root(root: str) -> str:
    """Return a content root without its outer slashes; empty for the repository itself."""
    return root.removeprefix("/").removesuffix("/")


def rooted(root: str, path: str) -> str:
    """Return the path as the repository knows it."""
    return f"{root}/{path}" if root else path


def model_path(model_id: str) -> str:
    """Return where a model is defined."""
    return f"{MODELS}/{model_id}.json"


def content_folder(model: Model) -> str:
    """Return the folder that holds a model's content."""
    return model.content_path or f"{CONTENT}/{model.domain}/{model.id}"


def content_path(model: Model, locale: str) -> str:
    """Return the file of a singleton, collection or dictionary."""
    folder = content_folder(model)
    if not model.i18n:
        return f"{folder}/data.json"
    match model.strategy:
        case "suffix":
            return f"{folder}/{model.id}.{locale}.json"
        case "directory":
            return f"{folder}/{locale}/{model.id}.json"
        case "none":
            return f"{folder}/{model.id}.json"
        case _:
            return f"{folder}/{locale}.json"


def document_path(model: Model, slug: str, locale: str) -> str:
    """Return the file of one document."""
    folder = content_folder(model)
    if not model.i18n:
        return f"{folder}/{slug}.md"
    match model.strategy:
        case "suffix":
            return f"{folder}/{slug}.{locale}.md"
        case "directory":
            return f"{folder}/{locale}/{slug}.md"
        case "none":
            return f"{folder}/{slug}.md"
        case _:
            return f"{folder}/{slug}/{locale}.md"


def slug_of(model: Model, path: str) -> tuple[str, str | None] | None:
    """Return the slug and locale a document's path names; None when it is no document of the model."""
    folder = content_folder(model) + "/"
    if not path.startswith(folder) or not path.endswith(".md"):
        return None
    name = path[len(folder) : -3]
    strategy = model.strategy if model.i18n else "none"
    if strategy == "suffix":
        slug, dot, locale = name.rpartition(".")
        return (slug, locale) if dot and slug and "/" not in name else None
    if strategy == "none":
        return (name, None) if "/" not in name else None
    first, slash, second = name.partition("/")
    if not slash or "/" in second or not first or not second:
        return None
    return (second, first) if strategy == "directory" else (first, second)


def meta_path(model: Model, locale: str, config: Config, slug: str | None = None) -> str:
    """Return the metadata file of a model's locale, or of one document.

    A model without languages keeps its metadata under the default locale.
    """
    name = locale if model.i18n else config.default_locale
    if model.kind == "document":
        return f"{META}/{model.id}/{slug}/{name}.json"
    return f"{META}/{model.id}/{name}.json"


def unsafe_content_path(path: str) -> str | None:
    """Return why a content path may not be used, or None when it may."""
    if not path.strip():
        return say("finding.path.empty")
    if "\\" in path:
        return say("finding.path.backslash")
    if path.startswith("/") or re.match(r"[A-Za-z]:", path):
        return say("finding.path.absolute")
    if "//" in path or ".." in path.split("/") or "." in path.split("/"):
        return say("finding.path.dotted")
    lowered = path.lower().rstrip("/")
    for reserved in _RESERVED:
        if lowered == reserved or lowered.startswith(reserved + "/") or lowered == f"{reserved}.json":
            return say("finding.path.inside", place=reserved)
    if ".git" in lowered.split("/"):
        return say("finding.path.inside", place=".git")
    if any(ord(character) < 32 for character in path):
        return say("finding.path.control")
    return None
