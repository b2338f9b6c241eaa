"""Labels by what they say, one text for each language that is named."""

from collections.abc import Mapping, Sequence
from typing import Final

from proofroom.content.playbook.labels import key_points, write_label
from proofroom.content.playbook.request import Look, in_order, record_call, save_call
from proofroom.content.playbook.schema import ModelView
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.wishes import by_language
from proofroom.content.playbook.words import listed
from proofroom.providers.offline import Answer, Ask, lexicon
from proofroom.providers.offline.sentence import tokens

_WORDS: Final = listed("label_words")
_AROUND: Final = listed("sense_verbs") | listed("label_words") | listed("around_settings")


def set_labels(
    board: Board, model: ModelView, texts: Sequence[Mapping[str, str]]
) -> Look[Answer | Ask | None]:
    """Set a label to a text, or to one in each of two languages; None where no label is clear."""
    said = board.said()
    places = board.quotes(said)
    task = board.task
    is_label = task.sentence.has(lexicon.WORDS["label"]) or bool(_WORDS & set(tokens(said)))
    if not places or not is_label:
        return None
    told = by_language(board, said, places) if len(places) == 2 else None
    rest = blank(said, *places, *(told[1] if told else ()))
    words = [word for word in board.left(lexicon.without_languages(rest), [model]) if word not in _AROUND]
    keys = {key: [str(one[key]) for one in texts if key in one] for one in texts for key in one}
    ranked = sorted(((key_points(key, own, words), key) for key, own in keys.items()), reverse=True)
    best = [key for points, key in ranked if points > 0 and points == ranked[0][0]]
    if len(best) != 1 or (told is None and len(places) != 1):
        return None
    if told is None:
        locales = task.text_locales if model.i18n else [None]
        return (yield from write_label(task, model, best[0], board.quoted(places[0]), locales))
    yield [record_call(model, locale) for locale in told[0]]
    results = yield from in_order(
        save_call(model, [], {best[0]: text}, locale) for locale, text in told[0].items()
    )
    done = [
        task.say("answer.labels.set", key=best[0], where=f" ({locale})", value=task.value(text))
        for locale, text in told[0].items()
    ]
    return task.wrote(results, " ".join(done))
