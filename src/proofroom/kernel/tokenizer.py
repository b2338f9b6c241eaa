"""Counting tokens exactly, where the optional package `tiktoken` and a model's vocabulary are there.

A vocabulary is a file `NAME.tiktoken` in a folder that a setting names. For the published ones the package
knows which models use them and how they split words; for any other, `NAME.json` beside it says that:
`{"models": ["llama-3"], "pattern": "…"}`, with the beginnings of model names. The package's own way to find
vocabularies is not used, because it fetches what is missing by itself, past our one way out.
"""

import base64
import hashlib
import logging
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

import orjson

log = logging.getLogger(__name__)

Count = Callable[[str], int]


class Vocabularies:
    """The vocabularies of one folder, each read when a model first needs it."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._counters: dict[str, Count | None] = {}

    def counter(self, model: str) -> Count | None:
        """Return a function that counts as this model's provider does, or None if nobody here can."""
        if self._folder is None:
            return None
        if model not in self._counters:
            self._counters[model] = self._open(self._folder, model.rsplit("/", 1)[-1])
        return self._counters[model]

    def _open(self, folder: Path, model: str) -> Count | None:
        try:
            encoding = _described(folder, model) or _published(folder, model)
        except ImportError:
            log.warning("the extra `tokens` is not installed; the tokens of %s are estimated", model)
            return None
        except Exception:
            log.warning("the vocabulary of %s cannot be read; its tokens are estimated", model, exc_info=True)
            return None
        if encoding is None:
            return None
        return lambda text: len(encoding.encode(text, disallowed_special=()))


def _described(folder: Path, model: str) -> Any:
    """Return the encoding whose description names the model."""
    for path in sorted(folder.glob("*.json")):
        told = orjson.loads(path.read_bytes())
        if model.startswith(tuple(told["models"])):
            ranks = _read(path.with_suffix(".tiktoken"))
            return import_module("tiktoken").Encoding(
                path.stem, pat_str=told["pattern"], mergeable_ranks=ranks, special_tokens={}
            )
    return None


def _published(folder: Path, model: str) -> Any:
    """Return the published encoding of a model that the package knows, if its file is here."""
    tiktoken: Any = import_module("tiktoken")  # takes long to import, and is optional
    try:
        name = tiktoken.model.encoding_name_for_model(model)
    except KeyError:
        return None
    path = folder / f"{name}.tiktoken"
    if not path.exists():
        return None
    make: Any = getattr(import_module("tiktoken_ext.openai_public"), name)

    def load(address: str, expected_hash: str | None = None) -> dict[bytes, int]:
        return _read(path, expected_hash)

    # The package's own recipe, with a loader that reads our file instead of fetching one.
    recipe = FunctionType(make.__code__, {**make.__globals__, "load_tiktoken_bpe": load})
    return tiktoken.Encoding(**recipe())


def _read(path: Path, sha256: str | None = None) -> dict[bytes, int]:
    """Read a vocabulary: a token and its rank per line."""
    data = path.read_bytes()
    if sha256 is not None and hashlib.sha256(data).hexdigest() != sha256:
        raise ValueError(f"{path.name} is not the published vocabulary")
    pairs = (line.split() for line in data.splitlines() if line)
    return {base64.b64decode(token): int(rank) for token, rank in pairs}
