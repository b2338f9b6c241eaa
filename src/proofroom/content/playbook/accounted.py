"""Words that requests have around what they say, and whether an order about no entry has others as well.

A submission that is approved, a language that is added, a model or a term of the glossary: each word has
to be one that such orders have, or be what the call is about.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from proofroom.content.playbook.deeds import WRITES
from proofroom.content.playbook.schema import TYPED, Json, Schema
from proofroom.content.playbook.sense.phrasebook import GUARDS, PLAIN
from proofroom.content.playbook.words import LOOK, TABLE, listed
from proofroom.kernel.words import word_list
from proofroom.providers.offline import Call, Made, lexicon
from proofroom.providers.offline.dates import MONTHS
from proofroom.providers.offline.plan import READING
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens

COMMON: Final = (
    lexicon.STOP.union(
        *(listed(name) for name in TABLE["list"] if name.startswith(("sense_", "around_", "label_words"))),
        {
            word
            for name in ("number_words", "place")
            for words in TABLE[name].values()
            for word in words.split()
        },
        set(MONTHS),
        listed("said_around"),
        PLAIN,
    )
    - GUARDS
)
_ORDERING: Final = word_list("order all this add change publish unpublish archive delete about")
SPOKEN: Final = re.compile(
    "|".join(
        (
            *(lexicon.WORDS[name] for name in (*_ORDERING, "show", "search", "label")),
            *lexicon.LANGUAGES.values(),
            *(lexicon.NOUNS[one] for one in ("article", "page")),
            *(lexicon.FIELDS[one] for one in TYPED),
            LOOK["done_by"].pattern,
            rf"(?:{TABLE['part']['units']})(?:[dt][ae]n|l[iu]k\w*|y?[ae])?",
            LOOK["sense_manner_word"].pattern,
            r"tasla[kg](?:l[ae]r)?\w{0,5}",
        )
    )
)
_NO_ENTRIES: Final = word_list("""
    approve reject submission applicant merge branch model glossary media schema count translate
    """)
_AROUND: Final = re.compile("|".join(lexicon.WORDS[name] for name in _NO_ENTRIES))
_ORDERS: Final = (
    lexicon.LOCALE_FILLER
    | listed("around_structure")
    | frozenset(word for words in lexicon.TYPE_WORDS for word in tokens(words))
)


def is_reading(call: Call) -> bool:
    """Tell whether a call changes nothing."""
    return call.tool in READING or (call.tool == "vocabulary" and call.input.get("action") == "get")


def about_no_entry(call: Call) -> bool:
    """Tell whether a call changes something that is no entry: it is not offered, so it has to be ordered."""
    return not is_reading(call) and call.tool not in WRITES


def left_over(text: str, schema: Schema, calls: Sequence[Call], read: Sequence[Made]) -> Iterator[str]:
    """Yield the words of an order that neither such orders have nor its calls explain."""
    told = strings([*(call.input for call in calls), *(made.result.data for made in read)])
    known = {part for one in told for part in tokens(re.sub("[-_]", " ", plain(one)))}
    said = lexicon.without_languages(_AROUND.sub(" ", Sentence(text).masked))
    for word in tokens(re.sub("[-_]", " ", said)):
        is_known = len(word) < 3 or word.isdigit() or word in COMMON or word in _ORDERS
        if is_known or SPOKEN.fullmatch(word) or any(model.is_called(word) for model in schema.models):
            continue
        if not any(alike(word, part) for part in known):
            yield word


def strings(value: Any) -> Iterator[str]:
    """Yield the texts of a value, the names of its fields among them."""
    if isinstance(value, dict):
        for name, one in cast("Json", value).items():
            yield str(name)
            yield from strings(one)
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from strings(one)
    elif isinstance(value, str):
        yield value
