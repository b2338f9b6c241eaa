"""Labels: the texts of a dictionary, by key or by what they say."""

import re
from typing import Any, Final, cast

from proofroom.content.playbook.entries import Look, in_order
from proofroom.content.playbook.schema import ModelView, Schema
from proofroom.content.playbook.speech import data_of, record_call, save_call, shown_value, written
from proofroom.content.playbook.target import left_words, text_locales
from proofroom.content.playbook.values import Value, find_value
from proofroom.providers.offline import Answer, Ask, Call, Request, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens

_PLACES: Final = {
    "nav": "menu navigation nav link gezinti item header ust",
    "menu": "menu navigation nav link gezinti item header ust",
    "cta": "button dugme buton",
    "button": "button dugme buton",
    "home": "home start front anasayfa ana sayfa",
    "start": "home start front anasayfa ana sayfa",
    "footer": "footer foot bottom alt",
    "foot": "footer foot bottom alt",
}
"""What people call the parts of a page, by the words that keys have for them."""
_WORDS: Final = """
label labels text texts link links button item message string wording line
etiket etiketi etiketini metin metni metnini yazisini yazisi baglanti baglantisini
"""
_GENERIC: Final = frozenset(_WORDS.split())


def speaks_of_labels(sentence: Sentence, schema: Schema) -> bool:
    """Tell whether a request is about a dictionary: a key with dots, or a word for such texts."""
    if not schema.of_kind("dictionary"):
        return False
    return bool(keys_in(sentence)) or sentence.has(lexicon.WORDS["label"])


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
    locales = text_locales(request, schema, sentence) if model.i18n else [None]
    keys = keys_in(sentence)
    said = sentence.without(value.span) if value else sentence.masked
    answers = list(request.answers)
    key = keys[0] if keys else None
    if key is None:
        looked = yield from _find_key(request, model, locales[0], said, answers, value)
        if isinstance(looked, Ask):
            return looked
        key = looked
    text = _text(value, key) or (Sentence(answers[-1]).bare if answers else None)
    if text is None:
        return Ask(request.say("answer.labels.which_text", key=key))
    yield [record_call(model, locale) for locale in locales]  # what stood there, should it be taken back
    results = yield from in_order(save_call(model, [], {key: text}, locale) for locale in locales)
    where = f" ({', '.join(one for one in locales if one)})" if model.i18n else ""
    done = request.say("answer.labels.set", key=key, where=where, value=shown_value(request, text))
    return written(request, results, done)


def _text(value: Value | None, key: str) -> str | None:
    return None if value is None or value.text == key else value.text


def dictionary_in(schema: Schema, sentence: Sentence) -> ModelView:
    """Return the dictionary a request speaks of; there is usually one."""
    named = [model for model in schema.named_in(sentence.masked) if model.kind == "dictionary"]
    return (named or schema.of_kind("dictionary"))[0]


def _behind_key(sentence: Sentence) -> int:
    keys = keys_in(sentence)
    if not keys:
        return 0
    behind = sentence.masked.index(keys[0]) + len(keys[0])
    rest = re.match(r"'?\w*(?:\s+(?:etiket\w*|label|met[in]\w*))?", sentence.masked[behind:])
    return behind + (rest.end() if rest else 0)


def _find_key(
    request: Request, model: ModelView, locale: str | None, said: str, answers: list[str], value: Value | None
) -> Look[str | Ask]:
    """Return the key that words mean: every one of them is in the key or in what it says."""
    calls = [Call("get_content", {"model": model.id} | ({"locale": locale} if locale else {}))]
    calls += [Call("get_content", {"model": model.id})] if locale else []
    results: list[Result] = yield calls
    texts: dict[str, list[str]] = {}
    for result in results:
        for key, text in cast("dict[str, Any]", data_of(result).get("data") or {}).items():
            texts.setdefault(key, []).append(str(text))
    words = _key_words(said, model)
    while True:
        ranked = sorted(((_fits(key, said, words), key) for key, said in texts.items()), reverse=True)
        best = [key for points, key in ranked if points > 0 and points == ranked[0][0]]
        if len(best) > 1 and value is not None:  # the text that is there begins alike
            fresh = tokens(plain(value.text))
            best = [key for key in best if set(tokens(plain(" ".join(texts[key])))) & set(fresh)] or best
        if len(best) == 1:
            return best[0]
        if not answers:
            shown = ", ".join(best[:8] or [key for _, key in ranked][:8])
            return Ask(request.say("answer.labels.which", shown=shown))
        words = [*words, *_key_words(Sentence(answers.pop(0)).plain, model)]


def _key_words(said: str, model: ModelView) -> list[str]:
    """Return the words that may mean a key: a short word such as "about" is often one."""
    own = [word for word in tokens(said) if word in lexicon.STOP and word in _SHORT_KEYS]
    return [*left_words(said, model), *own]


_SHORT_KEYS: Final = frozenset(["about", "search", "all", "list", "more", "new", "read"])


def _fits(key: str, texts: list[str], words: list[str]) -> float:
    """Return how well words mean a key; 0 when one of them is explained by nothing."""
    parts = tokens(plain(key).replace(".", " "))
    called = {one for part in parts for one in _PLACES.get(part, "").split()}
    said = [one for text in texts for one in tokens(plain(text))]
    points = 0.0
    for word in words:
        is_part = any(alike(word, part) for part in parts)
        is_said = any(alike(word, one) for one in said)
        is_called = any(alike(word, one) for one in called)
        if not (is_part or is_said or is_called or word in _GENERIC):
            return 0.0
        points += 2.0 * is_part + 1.0 * is_said + 1.5 * (is_called and not is_part)
    exact = any(tokens(plain(text)) == [word for word in words if word not in _GENERIC] for text in texts)
    return points + exact
