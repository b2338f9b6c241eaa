"""What a section is called: in the words of its sources, as a person would call it."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from proofroom.articles import turkish
from proofroom.articles.extract import WITHIN, Excerpt, by_document, in_turkish
from proofroom.articles.support import stems
from proofroom.kernel.patterns import late_pattern

_LONGEST: Final = 9
"""Words of a heading."""
_SHORT, _RARE = 4, 3
"""Words of a name that has room for another beside it, which needs no place to be known by."""
_WORD = late_pattern(r"[^\W\d_]{3,}")
_STEP = re.compile(rf": |{WITHIN}")
_JOINED = late_pattern(r" (?:and|ve) ", re.IGNORECASE)


def label(group: Sequence[Excerpt], title: str, taken: set[str]) -> str:
    """Return a heading for a group in the words of its sources: the one that fits most of the group."""
    if both := of_two(group, taken):
        return both
    is_turkish = in_turkish(group)
    known = set(stems(title, is_turkish=is_turkish))
    common = Counter(
        word for each in group for word in set(stems(f"{each.name} {each.text}", is_turkish=is_turkish))
    )
    best, most = "", 0.0
    for order, excerpt in enumerate(group):
        # A document without a title is called after its first words: a heading may be the first sentence.
        name = excerpt.name.partition(". ")[0] if excerpt.name.endswith("…") else excerpt.name
        for place, heading in enumerate(reversed(_STEP.split(name))):
            bare = _without_place(heading.strip(" .:#*_`|"), common, len(group))
            words = set(stems(bare, is_turkish=is_turkish))
            if not _is_heading(bare) or bare.lower() in taken or not words:
                continue
            fits = sum(common[word] for word in words) / (len(group) * len(words))
            # A heading that names the topic beside something else tells more than a bare one.
            tells = 0.3 * bool(words & known) if not words <= known else -0.5
            score = 1.0 + fits + tells - 0.1 * place - 0.02 * order
            if score > most:
                best, most = bare, score
    if best:
        return best
    names = list(by_document(group))
    if len(names) == 1 and _is_heading(_NUMBERED.sub("", names[0])) and names[0].lower() not in taken:
        # One of a series says more by its number than two of its words do.
        return names[0]
    counts = Counter(word.lower() for each in group for word in _WORD.findall(each.text))
    ranked = [
        word for word, _ in counts.most_common(60) if not known.issuperset(stems(word, is_turkish=is_turkish))
    ]
    words = [word for word in ranked if len(word) > 4][:2]
    nothing = "Kaynaklar ne diyor" if is_turkish else "What the sources say"
    heading = (" ve " if is_turkish else " and ").join(words).capitalize() or nothing
    return heading if heading.lower() not in taken else f"{heading} ({len(taken) + 1})"


_PLACE = late_pattern(r"\s+(?:in|at|of|from|near|by)\s+(?P<name>[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*)$")


def _without_place(heading: str, common: Counter[str], count: int) -> str:
    """Return a heading without a place or person at its end that most of the section says nothing of."""
    found = _PLACE.search(heading)
    is_rare = found is not None and any(common[word] * 3 < count for word in stems(found["name"]))
    return heading[: found.start()] if found is not None and is_rare else heading


_NUMBERED = late_pattern(r" (?:no\. ?)?\d{1,3}$", re.IGNORECASE)
"""One of a series: its number says nothing of what it tells."""

_RECORD = late_pattern(
    r"^(?:minutes|agenda|protocol|newsletter|press release|faq|frequently asked|tutanak|toplantı|gündem|"
    r"bülten|sık(?:ça)? sorulan)\b|^(?:pasted text|untitled|document|notes?|text|yapıştırılan metin|adsız|"
    r"belge|notlar|metin)$",
    re.IGNORECASE,
)
"""What kind of paper it is, which says nothing of what it tells."""


def _is_heading(text: str) -> bool:
    is_file = re.fullmatch(r"[\w-]+", text) is not None and any(char in text for char in "-_0123456789")
    is_whole = bool(text) and text[0].isalpha() and not text.endswith("…")
    is_numbered = _NUMBERED.search(text) is not None or _RECORD.search(text) is not None
    return is_whole and not is_numbered and len(text.split()) <= _LONGEST and not is_file


def of_two(group: Sequence[Excerpt], taken: set[str]) -> str:
    """Return the names of two documents in one heading; empty where they are not two, or too long for it."""
    is_turkish = in_turkish(group)
    said = Counter(word for each in group for word in set(stems(each.text, is_turkish=is_turkish)))
    names = [
        _without_place(_STEP.split(name)[-1].strip(" .:#*_`|"), said, _RARE * len(group))
        for name in by_document(group)
    ]
    is_fit = len(names) == 2 and all(_is_heading(each) and len(each.split()) <= _SHORT for each in names)
    words = [set(stems(each, is_turkish=is_turkish)) for each in names]
    is_fit = is_fit and words[0].isdisjoint(words[1])
    first, second = sorted(names, key=lambda each: _JOINED.search(each) is not None) if is_fit else ("", "")
    if not is_fit or _JOINED.search(first):
        return ""
    text = " ".join(each.text for each in group)
    joint = ", " if _JOINED.search(second) else " ve " if turkish.is_turkish(text) else " and "
    heading = f"{first}{joint}{_within(second, text)}"
    return heading if heading.lower() not in taken else ""


def _within(name: str, text: str) -> str:
    """Return a name as it stands inside a heading: with a small letter, unless its first word is a name."""
    word = name.split()[0]
    is_name = re.search(rf"[^\W\d_,;] {re.escape(word)}\b", text) is not None or word[1:] != word[1:].lower()
    small = {"I": "ı", "İ": "i"}.get(name[0]) if turkish.is_turkish(text) else None
    return name if is_name else (small or name[0].lower()) + name[1:]
