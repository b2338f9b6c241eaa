"""Slips of the pen: a word that is one letter, or two that changed places, away from one that is known."""

import re
from typing import Final

from proofroom.providers.offline import lexicon
from proofroom.providers.offline.sentence import Sentence, alike, stems

SHORTEST: Final = 5
"""Letters below which a slip may as well be another word."""
_EDGE: Final = 3
"""Words at the beginning of a request, and at its end, among which its verb stands."""


def is_slip(word: str, known: str) -> bool:
    """Tell whether a plain word is another one with one letter more, less, other, or two swapped."""
    if min(len(word), len(known)) < SHORTEST or word[0] != known[0] or abs(len(word) - len(known)) > 1:
        return False
    if alike(word, known):
        return False
    at = next((n for n, (one, other) in enumerate(zip(word, known, strict=False)) if one != other), -1)
    if at < 0:
        return True  # one is the other with a letter behind it
    swapped = word[at : at + 2] == known[at : at + 2][::-1] and word[at + 2 :] == known[at + 2 :]
    return (
        swapped
        or word[at + 1 :] == known[at + 1 :]
        or word[at + 1 :] == known[at:]
        or word[at:] == known[at + 1 :]
    )


def mend(text: str) -> str:
    """Return a request with slips in its verb put right; names and values stay as they are."""
    if _MIND.match(text):
        text = _MIND.sub(_asked, text).rstrip(" ?")
    text = _corrected(_unhurried(text))
    sentence = Sentence(text)
    words = list(re.finditer(r"[a-z]+", sentence.masked))
    edges = {*range(_EDGE), *range(len(words) - _EDGE, len(words))}
    for index in sorted(edges & set(range(len(words))), reverse=True):
        start, end = words[index].span()
        is_name = index > 0 and text[start].isupper()
        meant = [known for known in lexicon.SPELLED if is_slip(words[index][0], known)]
        if len(meant) == 1 and not is_name and not _is_known(words[index][0]):
            text = text[:start] + meant[0] + text[end:]
    return text


def _unhurried(text: str) -> str:
    """Return a request with the apostrophes that were left out: whats, dont."""
    words = list(re.finditer(r"[a-z]+", Sentence(text).masked))
    for index, word in reversed(list(enumerate(words))):
        meant = lexicon.HURRIED.get(word[0]) or (lexicon.FIRST.get(word[0]) if index == 0 else None)
        if meant is not None:
            text = text[: word.start()] + meant + text[word.end() :]
    return text


def _corrected(text: str) -> str:
    """Return a request of somebody who corrected themselves as they meant it: to A, no wait, to B."""
    found = _RATHER.search(Sentence(text).masked) or _SAME_FORM.search(Sentence(text).plain)
    if found is None:
        return text
    return f"{text[: found.start('old')]}{text[found.start('new') :]}"


_RIGHT: Final = frozenset(("kaldi", "kaldim", "kaldik"))
"""Words of their own that look like a slip in another."""
_INSTEAD: Final = (
    r"no,?\s+wait|wait,?\s+no|no,?\s+sorry|sorry|i mean|or rather|hang on|hayir,?\s+dur|yok,?\s+dur|pardon"
)
_RATHER: Final = re.compile(
    rf"\bto\s+(?P<old>[^,;]{{1,60}}?)(?:\s*[,;–-]+\s*|\s+)(?:{_INSTEAD})[,:]?\s+"
    r"(?:(?:make (?:it|that)|to|set it to)\s+)?(?P<new>\S.*)$"
)
"""What somebody said first, and what they said instead."""
_SAME_FORM: Final = re.compile(
    r"(?:(?<=\s)|(?<==))(?P<old>#[0-9a-f]{3,8}|\d[\d.,:]*(?:\s+[a-z]+)?|[\w.+-]+@[\w.-]+)[\s,;–-]+"
    rf"(?:{_INSTEAD}|actually|make that|yani|daha dogrusu)[,:]?\s+(?:(?:make (?:it|that)|to|set it to)\s+)?"
    r"(?P<new>(?:#[0-9a-f]{3,8}|\d|[\w.+-]+@).*)$"
)
_MIND: Final = re.compile(
    r"^\W*(?:would|do) you mind (?P<verb>[a-z]+ing)\b|^\W*how about (?P<about>[a-z]+ing)\b", re.I
)


def _asked(found: re.Match[str]) -> str:
    """Return a polite question as the order it is: would you mind setting, set."""
    verb = (found["verb"] or found["about"]).lower()
    known = [one for one in stems(verb) if re.fullmatch(lexicon.WORDS["order"], one)]
    return min(known, key=len) if known else found[0]


def _is_known(word: str) -> bool:
    """Tell whether a word is one of the lexicon's own, as it stands."""
    return (
        word in lexicon.STOP
        or word in _RIGHT
        or any(re.fullmatch(pattern, word) for pattern in lexicon.WORDS.values())
    )
