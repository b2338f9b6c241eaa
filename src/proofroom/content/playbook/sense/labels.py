"""Labels: the texts of a dictionary, by their keys, by where they stand or by what they say."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from proofroom.content.playbook.request import Look, in_order, record_call, save_call
from proofroom.content.playbook.schema import ModelView
from proofroom.content.playbook.sense.board import Board, Span, blank
from proofroom.content.playbook.sense.holding import by_language
from proofroom.content.playbook.words import LOOK, TABLE, listed, seen, unsaid
from proofroom.providers.offline import Answer, Ask, Call, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, alike, of_verb, plain, tokens

_PLACES: Final = {key: one.split() for keys, one in TABLE["place"].items() for key in keys.split("-")}
"""What people call the parts of a page, by the words that keys have for them."""
_PLACE_WORDS: Final = sorted({word for words in _PLACES.values() for word in words} | set(_PLACES))
_GENERIC: Final = listed("label_words")
_SHORT_KEYS: Final = listed("short_keys")
_AROUND: Final = listed("sense_verbs") | listed("around_settings") | listed("label_orders")
Texts = Mapping[str, list[str]]


def do_labels(
    board: Board, model: ModelView, texts: Texts, is_last: bool = False
) -> Look[Answer | Ask | None]:
    """Set a label, or delete some; None where no label is clear. `is_last`: also one that is only quoted."""
    task, said = board.task, board.said()
    keys = keys_in(task.sentence)
    if keys and (seen("sense_empties", said) or seen("sense_to_delete", said)) and not task.quotes:
        locale = lexicon.locale_in(said)
        given = {"model": model.id, "entryIds": keys} | ({"locale": locale} if locale else {})
        result: Result = yield Call("delete_content", given)
        return task.wrote([result], task.say("answer.status.label_deleted", keys=", ".join(keys)))
    is_label = bool(keys) or task.sentence.has(lexicon.WORDS["label"])
    is_label = is_label or (is_last and bool(_GENERIC & set(tokens(said))))
    is_label = is_label or (is_last and bool(task.quotes) and _names_group(texts, tokens(said)))
    if not is_label and not is_last:
        return None
    exchanged = _in_place_of(board, texts)
    if exchanged is not None:
        return (yield from _write(board, model, exchanged, task.text_locales if model.i18n else [None]))
    each = _each_quoted(board, model, texts) if is_label and not keys else {}
    if len(each) > 1:
        return (yield from _write(board, model, each, task.text_locales if model.i18n else [None]))
    for value, rest, locales in _values(board, model):
        key = keys[0] if keys else _key(board, model, texts, rest, " ".join(value.values()), is_label)
        if key is not None and not (
            keys and board.left(blank_word(rest, keys[0]), [model], _AROUND | _GENERIC)
        ):
            return (yield from _write(board, model, {key: value}, locales))
    answers = [one for one in task.request.answers if one.strip()]
    if keys and answers:
        text = answers[-1].strip(" .\"“”'")
        return (yield from _write(board, model, {keys[0]: {"": text}}, task.text_locales))
    return task.ask("answer.labels.which_text", key=keys[0]) if keys else None


def which_label(board: Board, texts: Texts) -> Ask | None:
    """Ask which label is meant, where a request speaks of one."""
    if not board.task.sentence.has(lexicon.WORDS["label"]) or not texts:
        return None
    return board.task.ask("answer.labels.which", shown=", ".join(list(texts)[:8]))


def blank_word(said: str, word: str) -> str:
    """Return a text without a word."""
    return said.replace(word, " " * len(word))


def is_label_word(word: str) -> bool:
    """Tell whether a word names a part of a page, or a label in general."""
    return word in _GENERIC or any(alike(word, one) for one in _PLACE_WORDS)


def tell_label(
    board: Board, model: ModelView, said_by_locale: Mapping[str, Mapping[str, object]]
) -> Answer | None:
    """Tell what a label says, in the language that is named; None where none is clear."""
    task, said = board.task, unsaid(board.said(), "label_asked")
    texts = {
        key: [str(own[key]) for own in said_by_locale.values() if key in own]
        for own in said_by_locale.values()
        for key in own
    }
    key = next(iter(task.sentence.keys), None)
    if key is None and said != board.said():
        key = _key(board, model, texts, said, "", is_label=True)
    if key not in texts:
        return None
    wanted = lexicon.locales_in(board.said()) or [task.request.language, *said_by_locale]
    locale = next(one for one in (*wanted, *said_by_locale) if key in said_by_locale.get(one, {}))
    return Answer(f"{key} ({locale}): {task.value(str(said_by_locale[locale][key]))}")


def keys_in(sentence: Sentence) -> list[str]:
    """Return the keys a request names; one that stands where a value would is none."""
    found: list[str] = []
    for key in sentence.keys:
        before = sentence.masked[: sentence.masked.index(key)]
        if not re.search(r"(?:\b(?:to|as|with|is|be|at)|=|:)\s*$", before) or not before.strip():
            found.append(key)
    return list(dict.fromkeys(found))


def _values(board: Board, model: ModelView) -> Iterator[tuple[dict[str, str], str, Sequence[str | None]]]:
    """Yield what a label is to say, by language where two are told, and what is left of the request."""
    task, said = board.task, unsaid(board.said(), "sense_should_say", "sense_reason")
    locales: Sequence[str | None] = task.text_locales if model.i18n else [None]
    places = board.quotes(said)
    told = by_language(board, board.said(), places)
    if told is not None:
        yield told[0], blank(said, *places, *told[1]), list(told[0])
        return
    if places:
        rest = blank(said, places[-1])
        old = " ".join(plain(board.quoted(one)) for one in places[:-1])
        yield {"": board.quoted(places[-1])}, f"{blank(rest, *places)} {old}", locales
        return
    for span in () if LOOK["label_exchanged"].search(said) else _tails(board, said):
        rather = re.search(r"\s+(?:instead of|rather than)\s+(?P<old>\S.*)$", said[slice(*span)])
        end = span[0] + rather.start() if rather else span[1]
        if re.search(r"\byerine\b", said[slice(*span)]):
            continue
        text = task.sentence.text[span[0] : end].strip(" ,;")
        if text and not seen("points_at_value", plain(text).strip(" .!")):
            rest = f"{blank(said, (span[0], len(said)))} {rather['old'] if rather else ''}"
            yield {"": text}, rest, locales


def _each_quoted(board: Board, model: ModelView, texts: Texts) -> dict[str, dict[str, str]]:
    """Return the labels that are told one by one, each before its text; nothing where one is not clear."""
    found: dict[str, dict[str, str]] = {}
    said, start = board.said(), 0
    for place in board.quotes(said):
        rest, text = said[start : place[0]], board.quoted(place)
        key = _key(board, model, texts, re.sub(r"\b(?:to|as)\s*$", " ", rest), text, is_label=True)
        if key is None or key in found:
            return {}
        found[key], start = {"": text}, place[1]
    return {} if board.left(said[start:], [model], _AROUND) else found


def _names_group(texts: Texts, words: list[str]) -> bool:
    """Tell whether words name a group of labels, as their keys begin: badge, rozet."""
    groups = {key.partition(".")[0] for key in texts}
    called = [one for group in groups for one in (group, *lexicon.in_turkish(group))]
    return any(alike(word, one) for word in words for one in called)


def _in_place_of(board: Board, texts: Texts) -> dict[str, dict[str, str]] | None:
    """Return the label that says now what the first of two quotations is, with the second for it."""
    quotes = board.task.quotes
    old = [key for key, own in texts.items() if len(quotes) == 2 and plain(quotes[0]) in map(plain, own)]
    return {old[0]: {"": quotes[1]}} if len(old) == 1 else None


def _tails(board: Board, said: str) -> Iterator[Span]:
    """Yield where the words of a label may stand that are not quoted."""
    end = len(LOOK["in_language"].sub("", LOOK["polite_end"].sub("", said)))
    for found in LOOK["sense_tail"].finditer(said):
        yield found.end(), end
    last = LOOK["gives_value_tr"].search(said)
    for found in re.finditer(r"[a-z]+", said) if last else ():
        is_label = re.fullmatch(lexicon.WORDS["label"], found[0]) is not None or found[0] in _GENERIC
        if last is not None and found.end() < last.start() and is_label:
            yield found.end(), last.start()


def _key(board: Board, model: ModelView, texts: Texts, rest: str, value: str, is_label: bool) -> str | None:
    """Return the key that words mean: every one of them is in the key, in its place or in what it says."""
    rest = lexicon.without_languages(rest)
    left = [*board.unexplained(rest, [model]), *(board.quoted(span) for span in board.quotes(rest))]
    words = [word for word in left if word not in _AROUND]
    words += [word for word in tokens(rest) if word in lexicon.STOP and word in _SHORT_KEYS]
    words = [*dict.fromkeys(words)]
    if not is_label:
        same = _exactly if any(board.is_noun(word) for word in words) else _same
        exact = [key for key, said in texts.items() if words and any(same(words, one) for one in said)]
        return exact[0] if len(exact) == 1 else None
    ranked = sorted(
        ((key_points(key, said, words), key) for key, said in texts.items() if words), reverse=True
    )
    best = [key for points, key in ranked if points > 0 and points == ranked[0][0]]
    if len(best) > 1:  # the text that is there begins alike
        fresh = set(tokens(plain(value)))
        best = [key for key in best if set(tokens(plain(" ".join(texts[key])))) & fresh] or best
    return best[0] if len(best) == 1 else None


def _exactly(words: list[str], text: str) -> bool:
    """Tell whether words are a label letter by letter: an author is not what the menu calls Authors."""
    return words == tokens(plain(text))


def _same(words: list[str], text: str) -> bool:
    own = tokens(plain(text))
    return "".join(words) == "".join(own) or (
        len(words) == len(own) and all(alike(*pair) for pair in zip(words, own, strict=True))
    )


def key_points(key: str, texts: list[str], words: list[str]) -> float:
    """Return how well words mean a key; 0 when one of them is explained by nothing."""
    parts = tokens(plain(key).replace(".", " ").replace("_", " "))
    called = [one for part in parts for one in (*_PLACES.get(part, ()), *lexicon.in_turkish(part))]
    said = [one for text in texts for one in tokens(plain(text))]
    points = 0.0
    for word in map(of_verb, words):
        is_part, is_said, is_called = (any(alike(word, one) for one in own) for own in (parts, said, called))
        if not (is_part or is_said or is_called or word in _GENERIC):
            return 0.0
        points += 2.0 * is_part + 1.0 * is_said + 1.5 * (is_called and not is_part)
    exact = any(tokens(plain(text)) == [word for word in words if word not in _GENERIC] for text in texts)
    return points + exact


def _write(
    board: Board, model: ModelView, given: Mapping[str, dict[str, str]], locales: Sequence[str | None]
) -> Look[Answer | Ask]:
    """Save what labels are to say, by their keys; each has a text for all languages, or one for each."""
    task = board.task
    yield [record_call(model, locale) for locale in locales]  # what stood there, should it be taken back
    by_locale = {
        locale: {key: value.get(locale or "", value.get("", "")) for key, value in given.items()}
        for locale in locales
    }
    results = yield from in_order(save_call(model, [], data, locale) for locale, data in by_locale.items())
    told = [
        task.say("answer.labels.set", key=key, where=f" ({locale})" if locale else "", value=task.value(text))
        for locale, data in by_locale.items()
        for key, text in data.items()
    ]
    return task.wrote(results, " ".join(told))
