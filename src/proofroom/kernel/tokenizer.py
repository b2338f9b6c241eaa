"""Counting tokens exactly, where the optional package `tiktoken` is installed with its vocabularies.

It is used only if TIKTOKEN_CACHE_DIR names a folder of vocabularies: without one the package would fetch them
by itself, past our one way out.
"""

import logging
import os
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any

log = logging.getLogger(__name__)


@lru_cache(maxsize=64)
def exact_counter(model: str) -> Callable[[str], int] | None:
    """Return a function that counts as this model's provider does, or None if nobody here can."""
    if not os.environ.get("TIKTOKEN_CACHE_DIR"):
        return None
    try:
        tiktoken: Any = import_module("tiktoken")  # takes long to import, and is optional
        encoding: Any = tiktoken.encoding_for_model(model.rsplit("/", 1)[-1])
    except (ImportError, KeyError):
        return None
    except Exception:
        log.warning("the vocabulary of %s cannot be read; its tokens are estimated", model, exc_info=True)
        return None
    return lambda text: len(encoding.encode(text, disallowed_special=()))
