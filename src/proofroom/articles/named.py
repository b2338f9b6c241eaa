"""Sources that belong together by a name: the story of one place or person, and a row of named examples."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from proofroom.articles.extract import Excerpt, in_turkish
from proofroom.articles.parts import sentences
from proofroom.articles.support import TIMES, names_of, stems
from proofroom.search import fold

_LEAST, _MOST = 3, 6
"""Documents of such a group."""
_SHARE: Final = 3
"""A document is of a name that stands in its title, or in one of so many of its sentences."""
_WHOLE: Final = 0.6
"""The share of its mentions in which a name is part of a longer one, Hong of Hong Kong."""
_EXAMPLES: Final = ("Some examples", "Örnekler")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")

Documents = Mapping[str, Sequence[Excerpt]]


def by_name(named: Documents, title: str) -> list[tuple[str, list[str]]]:
    """Return groups of documents by name, each with its heading, in the order of what they tell."""
    is_turkish = in_turkish([each for group in named.values() for each in group])
    told = {name: " ".join(each.text for each in group) for name, group in named.items()}
    said = {name: names_of(f"{name.lower()} . {text}") for name, text in told.items()}
    known = {fold(word) for names in said.values() for each in names for word in each.split()}
    topic = {fold(word) for word in re.findall(r"\w+", title)} | set(stems(title))
    examples = [name for name in told if _is_called_after(name, known - topic - TIMES)]
    made: list[tuple[str, list[str]]] = []
    story = _story({name: text for name, text in told.items() if name not in examples}, said, topic)
    if story:
        made.append(story)
    if _LEAST <= len(examples) <= _MOST:
        made.append((_EXAMPLES[is_turkish], _in_time(examples, told)))
    return made


def _is_called_after(name: str, known: set[str]) -> bool:
    """Tell whether a document bears a name and nothing else: La Rance, Sihwa Lake."""
    words = re.findall(r"[^\W\d_]+", name)
    return 0 < len(words) <= 3 and all(word[0].isupper() and fold(word) in known for word in words)


def _story(
    told: Mapping[str, str], said: Mapping[str, Sequence[str]], topic: set[str]
) -> tuple[str, list[str]] | None:
    """Return the name that most documents are of, but not half of all, with those documents."""
    names = Counter(word for name in told for word in {one for each in said[name] for one in each.split()})
    best: tuple[str, list[str]] | None = None
    for word, count in names.most_common():
        is_name = word[:1].isupper() and len(word) > 2 and fold(word) not in TIMES
        if count < _LEAST or not is_name or fold(word) in topic or not topic.isdisjoint(stems(word)):
            continue
        group = [name for name, text in told.items() if _is_of(word, name, text)]
        fits = _LEAST <= len(group) <= _MOST and 2 * len(group) <= len(told)
        if fits and (best is None or len(group) > len(best[1])):
            whole = Counter(each for name in group for each in said[name] if word in each.split())
            full, times = whole.most_common(1)[0]
            best = (full if times >= _WHOLE * sum(whole.values()) else word, _in_time(group, told))
    return best


def _is_of(word: str, name: str, text: str) -> bool:
    spoken = [each.text for each in sentences(text)]
    pattern = re.compile(rf"\b{re.escape(word)}\b")
    naming = sum(pattern.search(each) is not None for each in spoken)
    return bool(naming) and (pattern.search(name) is not None or _SHARE * naming >= len(spoken))


def _in_time(names: Sequence[str], told: Mapping[str, str]) -> list[str]:
    """Return documents in the order of the years that they tell of; one without a year keeps its place."""
    years = {name: found.group() for name in names if (found := _YEAR.search(told[name]))}
    dated = iter(sorted(years, key=lambda name: years[name]))
    return [next(dated) if name in years else name for name in names]
