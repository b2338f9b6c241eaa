"""Labels: the texts of a dictionary, by key or by what they say."""

import re
from typing import Any, cast

from proofroom.content.playbook.entries import Look
from proofroom.content.playbook.schema import Json, ModelView, Schema
from proofroom.content.playbook.speech import data_of, shown_value, written
from proofroom.content.playbook.target import text_locale
from proofroom.content.playbook.values import find_value
from proofroom.providers.offline import Answer, Ask, Call, Request, Result
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens

_LABEL = (
    r"\b(?:labels?|button|menu item|menu|link text|link in the|links? (?:should|must) (?:say|read)"
    r"|navigation|footer|nav|etiket\w*|dugme\w*|buton\w*|menu\w*|gezinti\w*)\b"
)
_SYNONYMS = {
    "button": "cta",
    "dugme": "cta",
    "buton": "cta",
    "menu": "nav",
    "navigation": "nav",
    "gezinti": "nav",
    "front": "home",
    "start": "home",
    "anasayfa": "home",
}
_EMPTY = "label labels text button the a to with say says read should set change replace add new etiket"
_EMPTY_WORDS = frozenset(_EMPTY.split())


def speaks_of_labels(sentence: Sentence, schema: Schema) -> bool:
    """Tell whether a request is about a dictionary: a key with dots, or the word itself."""
    if not schema.of_kind("dictionary"):
        return False
    return bool(keys_in(sentence)) or sentence.has(_LABEL)


def keys_in(sentence: Sentence) -> list[str]:
    """Return the keys a request names; one that stands where a value would is none."""
    found: list[str] = []
    for key in sentence.keys:
        before = sentence.masked[: sentence.masked.index(key)]
        if not re.search(r"(?:\b(?:to|as|with|is|be|at)|=|:)\s*$", before) or not before.strip():
            found.append(key)
    return list(dict.fromkeys(found))


def change_label(request: Request, schema: Schema, sentence: Sentence) -> Look[Answer | Ask]:
    """Set the text of one label."""
    model = dictionary_in(schema, sentence)
    value = find_value(sentence, _behind_key(sentence))
    locale = text_locale(request, sentence) if model.i18n else None
    keys = keys_in(sentence)
    key = keys[0] if keys else None
    if key is None:
        said = sentence.without(value.span) if value else sentence.masked
        looked = yield from _find_key(request, model, locale, said)
        if isinstance(looked, Ask):
            return looked
        key = looked
    if value is None or value.text == key:
        return Ask(request.say("answer.labels.which_text", key=key))
    given: Json = {"model": model.id, "data": {key: value.text}}
    result: Result = yield Call("save_content", given | ({"locale": locale} if locale else {}))
    where = f" ({locale})" if locale else ""
    done = request.say(
        "answer.labels.set",
        key=key,
        where=where,
        value=shown_value(request, value.text),
    )
    return written(request, [result], done)


def dictionary_in(schema: Schema, sentence: Sentence) -> ModelView:
    """Return the dictionary a request speaks of; there is usually one."""
    named = [model for model in schema.named_in(sentence.masked) if model.kind == "dictionary"]
    return (named or schema.of_kind("dictionary"))[0]


def _behind_key(sentence: Sentence) -> int:
    keys = keys_in(sentence)
    if not keys:
        return 0
    behind = sentence.masked.index(keys[0]) + len(keys[0])
    rest = re.match(r"'?\w*(?:\s+(?:etiket\w*|label))?", sentence.masked[behind:])
    return behind + (rest.end() if rest else 0)


def _find_key(request: Request, model: ModelView, locale: str | None, said: str) -> Look[str | Ask]:
    words = [word for word in tokens(said) if word not in _EMPTY_WORDS]
    result: Result = yield Call("get_content", {"model": model.id} | ({"locale": locale} if locale else {}))
    texts = cast("dict[str, Any]", data_of(result).get("data") or {})
    wanted = [*words, *(_SYNONYMS[word] for word in tokens(said) if word in _SYNONYMS)]
    ranked = sorted(((_fits(key, str(text), wanted), key) for key, text in texts.items()), reverse=True)
    best = [key for points, key in ranked if points > 0 and points == ranked[0][0]]
    if len(best) == 1:
        return best[0]
    shown = ", ".join(best[:8] or list(texts)[:8])
    return Ask(request.say("answer.labels.which", shown=shown))


def _fits(key: str, text: str, words: list[str]) -> float:
    parts = tokens(plain(key).replace(".", " "))
    said = tokens(plain(text))
    return sum(
        2.0 * any(alike(word, part) for part in parts) + any(alike(word, one) for one in said)
        for word in words
    )
