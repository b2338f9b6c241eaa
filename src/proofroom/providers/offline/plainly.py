"""What is asked for, put plainly: "could we get it changed", "silinsin" and "needs to be hidden" as orders.

People ask in many voices and moods. Here an order becomes the imperative, by the rules of `plainly.toml`, so
that whatever reads it has one way of putting things to know. What no rule fits stays as it is.
"""

import re
import shlex
from functools import lru_cache
from typing import Any, Final

from proofroom.providers.offline.language import language_of
from proofroom.providers.offline.lexicon import read_toml
from proofroom.providers.offline.sentence import Sentence

_TABLE: Final = read_toml("proofroom.providers.offline", "plainly.toml")
_VERBS: Final = {form: verb for verb, forms in _TABLE["verbs"].items() for form in shlex.split(forms)}
_DONE: Final = rf"(?P<done>{'|'.join(sorted(map(re.escape, _VERBS), key=len, reverse=True))})\b"
_TURKISH: Final = _TABLE["turkish"]


def _filled(pattern: str, parts: dict[str, Any]) -> str:
    return re.sub(r"{([a-z_]+)}", lambda found: str(parts[found[1]]), pattern)


_PARTS: Final = {name: _filled(one, _TABLE["parts"]) for name, one in _TABLE["parts"].items()} | {
    "done": _DONE.replace(r"\ ", r"\s+")
}
_RULES: Final = [
    (re.compile(_filled(one["find"], _PARTS), re.DOTALL), one["put"], re.compile(one.get("needs", "")))
    for one in _TABLE["rule"]
]
_TAILS: Final = re.compile(_TABLE["tails"]["find"])
_ASKS: Final = re.compile(_TURKISH["asks"])
_ENDS: Final = [
    *((re.compile(_filled(one["find"], _TURKISH)), one["put"]) for one in _TURKISH["rule"]),
    *(
        (re.compile(_filled(rf"\b{stem}{{voice}}{{mood}}{{tail}}{{end}}", _TURKISH)), stem)
        for stem in _TURKISH["stems"].split()
    ),
]


_INTRODUCED: Final = re.compile(_TABLE["introduced"]["find"], re.DOTALL)


def _with_quotes(text: str) -> str:
    """Return a text whose end, where words before a colon say so, is a quotation: put this in: Come early."""
    sentence = Sentence(text)
    found = None if sentence.quotes else _INTRODUCED.search(sentence.masked)
    return (
        text if found is None else f'{text[: found.start("value")]}"{text[found.start("value") :].strip()}"'
    )


@lru_cache(maxsize=256)
def put_plainly(text: str) -> str:
    """Return an order in the imperative; anything else as it is."""
    text = _with_quotes(text)
    tail = _TAILS.search(Sentence(text).masked)
    text = text[: tail.start()] + text[tail.end() :] if tail else text
    for pattern, put, needs in _RULES:
        said = Sentence(text).masked
        found = pattern.match(said)
        if found is not None and needs.search(said):
            text = _put(text, found, put)
    is_turkish = language_of(text) == "tr" and not _ASKS.search(Sentence(text).masked)
    return _end_plainly(text) if is_turkish else text


def _put(text: str, found: re.Match[str], put: str) -> str:
    own = {
        name: text[found.start(name) : found.end(name)] if found[name] is not None else ""
        for name in found.groupdict()
    }
    verb = _VERBS[re.sub(r"\s+", " ", found["done"])] if own.get("done") else ""
    return put.format(**own, verb=verb).strip()


def _end_plainly(text: str) -> str:
    """Return a text whose Turkish verbs are imperatives."""
    for pattern, put in _ENDS:
        said = Sentence(text).masked
        for found in reversed(list(pattern.finditer(said))):
            if found[0] != put:
                text = text[: found.start()] + _put(text, found, put) + _rest(text[found.end() :])
    return text


def _rest(text: str) -> str:
    """Return what follows a question that became an order: its mark goes, another sentence stays one."""
    bare = text.lstrip(" ?")
    if not bare[:1].isalnum() or bare == text:
        return bare
    return f". {bare}" if "?" in text[: -len(bare)] else f" {bare}"
