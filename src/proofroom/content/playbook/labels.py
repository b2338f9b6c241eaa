"""Labels: the texts of a dictionary, by key or by what they say."""

import re
from collections.abc import Sequence
from typing import Any, Final, cast

from proofroom.content.playbook.entries import data_of
from proofroom.content.playbook.request import (
    End,
    Look,
    ProjectRequest,
    in_order,
    left_words,
    record_call,
    save_call,
)
from proofroom.content.playbook.schema import ModelView
from proofroom.content.playbook.values import Value, answered, find_value
from proofroom.content.playbook.words import LOOK, TABLE, listed
from proofroom.providers.offline import Answer, Ask, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens

_PLACES: Final = {key: one.split() for keys, one in TABLE["place"].items() for key in keys.split("-")}
"""What people call the parts of a page, by the words that keys have for them."""
_GENERIC: Final = listed("label_words")
_SHORT_KEYS: Final = listed("short_keys")


def speaks_of_labels(task: ProjectRequest) -> bool:
    """Tell whether a request is about a dictionary: a key with dots, or a word for such texts."""
    is_label = bool(keys_in(task.sentence)) or task.sentence.has(lexicon.WORDS["label"])
    return is_label and bool(task.schema.of_kind("dictionary"))


def keys_in(sentence: Sentence) -> list[str]:
    """Return the keys a request names; one that stands where a value would is none."""
    found: list[str] = []
    for key in sentence.keys:
        before = sentence.masked[: sentence.masked.index(key)]
        if not re.search(r"(?:\b(?:to|as|with|is|be|at)|=|:)\s*$", before) or not before.strip():
            found.append(key)
    return list(dict.fromkeys(found))


def dictionary_in(task: ProjectRequest) -> ModelView:
    """Return the dictionary a request speaks of; there is usually one."""
    named = [model for model in task.schema.named_in(task.said) if model.kind == "dictionary"]
    return (named or task.schema.of_kind("dictionary"))[0]


def change_label(task: ProjectRequest) -> End:
    """Set the text of one label."""
    sentence, model = task.sentence, dictionary_in(task)
    value = find_value(sentence, _behind_key(sentence))
    if (
        value is None
        and len(sentence.quotes) == 1
        and not sentence.masked[sentence.quotes[0].end :].strip(" .!")
    ):
        value = Value(sentence.quotes[0].value, (sentence.quotes[0].start, sentence.quotes[0].end))
    tail = None if sentence.quotes else LOOK["sense_tail"].search(sentence.masked)
    if value is not None and tail is not None and tail.end() < value.span[0]:  # © Fieldnotes 2026
        value = Value(sentence.text[tail.end() : value.span[1]], (tail.end(), value.span[1]))
    locales = task.text_locales if model.i18n else [None]
    if value is not None and len(sentence.quotes) > 1 and lexicon.locales_in(sentence.masked):
        others = [one.value for one in sentence.quotes if one.value != value.text]
        return task.unexplained(others, f"{', '.join(filter(None, locales))} → {task.value(value.text)}")
    answers = list(task.request.answers)
    key = next(iter(keys_in(sentence)), None)
    if key is None:
        said = sentence.without(value.span) if value else sentence.masked
        looked = yield from _find_key(task, model, locales[0], said, answers, value)
        if isinstance(looked, Ask):
            return looked
        key = looked
    text = None if value is None or value.text == key else value.text
    text = text or (answered(answers[-1]) if answers else None)
    if text is None:
        return task.ask("answer.labels.which_text", key=key)
    return (yield from write_label(task, model, key, text, locales))


def change_label_saying(task: ProjectRequest, said: str) -> Look[Answer | Ask | None]:
    """Set the text of the label that says just these words; None where no label does."""
    value = find_value(task.sentence)
    if value is None or not task.schema.of_kind("dictionary"):
        return None
    model = dictionary_in(task)
    locales = task.text_locales if model.i18n else [None]
    results: list[Result] = yield [record_call(model, one) for one in dict.fromkeys((locales[0], None))]
    words = [word for word in tokens(said) if word not in _GENERIC and not LOOK["verb"].fullmatch(word)]
    found = {
        key
        for result in results
        for key, text in cast("dict[str, Any]", data_of(result).get("data") or {}).items()
        if words and tokens(plain(str(text))) == words
    }
    if len(found) != 1:
        return None
    key = found.pop()
    return (yield from write_label(task, model, key, value.text, locales))


def write_label(
    task: ProjectRequest, model: ModelView, key: str, text: str, locales: Sequence[str | None]
) -> End:
    """Write one label."""
    yield [record_call(model, locale) for locale in locales]  # what stood there, should it be taken back
    results = yield from in_order(save_call(model, [], {key: text}, locale) for locale in locales)
    where = f" ({', '.join(one for one in locales if one)})" if model.i18n else ""
    return task.wrote(results, task.say("answer.labels.set", key=key, where=where, value=task.value(text)))


def _behind_key(sentence: Sentence) -> int:
    keys = keys_in(sentence)
    if not keys:
        return 0
    behind = sentence.masked.index(keys[0]) + len(keys[0])
    rest = re.match(r"'?\w*(?:\s+(?:etiket\w*|label|met[in]\w*))?", sentence.masked[behind:])
    return behind + (rest.end() if rest else 0)


def _find_key(
    task: ProjectRequest,
    model: ModelView,
    locale: str | None,
    said: str,
    answers: list[str],
    value: Value | None,
) -> Look[str | Ask]:
    """Return the key that words mean: every one of them is in the key or in what it says."""
    results: list[Result] = yield [record_call(model, one) for one in dict.fromkeys((locale, None))]
    texts: dict[str, list[str]] = {}
    for result in results:
        for key, text in cast("dict[str, Any]", data_of(result).get("data") or {}).items():
            texts.setdefault(key, []).append(str(text))
    words = _key_words(said, model)
    while True:
        ranked = sorted(((key_points(key, said, words), key) for key, said in texts.items()), reverse=True)
        best = [key for points, key in ranked if points > 0 and points == ranked[0][0]]
        if len(best) > 1 and value is not None:  # the text that is there begins alike
            fresh = set(tokens(plain(value.text)))
            best = [key for key in best if set(tokens(plain(" ".join(texts[key])))) & fresh] or best
        if len(best) == 1:
            return best[0]
        if not answers:
            return task.ask("answer.labels.which", shown=", ".join((best or [key for _, key in ranked])[:8]))
        words = [*words, *_key_words(Sentence(answers.pop(0)).plain, model)]


def _key_words(said: str, model: ModelView) -> list[str]:
    """Return the words that may mean a key: a short word such as "about" is often one."""
    own = [word for word in tokens(said) if word in lexicon.STOP and word in _SHORT_KEYS]
    return [*left_words(said, model), *own]


def key_points(key: str, texts: list[str], words: list[str]) -> float:
    """Return how well words mean a key; 0 when one of them is explained by nothing."""
    parts = tokens(plain(key).replace(".", " "))
    called = [one for part in parts for one in _PLACES.get(part, ())]
    said = [one for text in texts for one in tokens(plain(text))]
    points = 0.0
    for word in words:
        is_part, is_said, is_called = (any(alike(word, one) for one in own) for own in (parts, said, called))
        if not (is_part or is_said or is_called or word in _GENERIC):
            return 0.0
        points += 2.0 * is_part + 1.0 * is_said + 1.5 * (is_called and not is_part)
    exact = any(tokens(plain(text)) == [word for word in words if word not in _GENERIC] for text in texts)
    return points + exact
