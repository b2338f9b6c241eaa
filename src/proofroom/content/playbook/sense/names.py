"""What entries are called: which of them words name, wholly, in part, or but for a letter."""

from collections.abc import Callable, Iterable

from proofroom.content.playbook.entries import Found
from proofroom.providers.offline.sentence import alike, stems
from proofroom.providers.offline.spelling import is_slip

Label = list[str]
_ENDS = 4
"""Letters of the shortest word that a longer one may end with."""


class Names:
    """Entries with their names as words, found by what those words may be forms of."""

    def __init__(self, called: list[tuple[Found, list[Label]]]) -> None:
        self._called = called
        self._by_stem: dict[str, list[int]] = {}
        for at, (_, labels) in enumerate(called):
            parts = {part for label in labels for part in label}
            for stem in {stem for part in parts for stem in stems(part)}:
                self._by_stem.setdefault(stem, []).append(at)

    def has(self, word: str) -> bool:
        """Tell whether a word of any name is a form of the same."""
        return not stems(word).isdisjoint(self._by_stem)

    def whole(self, words: list[str]) -> list[Found]:
        """Return the entries that words are the whole name of."""
        return self._where(lambda label: _same(words, label), self._near(words[-1]))

    def partly(self, words: list[str]) -> list[Found]:
        """Return the entries that have all words in their name; a word may end with one: tailcoat."""
        found = self._where(lambda label: all_in(words, label), self._near(words[0]))
        if not found or len(words) > 1 or len(words[0]) < _ENDS:
            return found
        return self._where(
            lambda label: all_in(words, label) or any(part.endswith(words[0]) for part in label),
            range(len(self._called)),
        )

    def have_run(self, words: list[str]) -> bool:
        """Tell whether words stand in a name one after the other."""
        return bool(self._where(lambda label: _runs(words, label), self._near(words[0])))

    def but_for_a_letter(self, word: str) -> list[Found]:
        """Return the entries that a word would be in the name of if a letter were another one."""
        return self._where(lambda label: any(is_slip(word, part) for part in label), range(len(self._called)))

    def _near(self, word: str) -> list[int]:
        """Return the places of the entries with a form of a word in their names, in their order."""
        return sorted({at for stem in stems(word) for at in self._by_stem.get(stem, ())})

    def _where(self, fits: Callable[[Label], bool], places: Iterable[int]) -> list[Found]:
        called = (self._called[at] for at in places)
        return [one for one, labels in called if any(map(fits, labels))]


def all_in(words: list[str], label: Label) -> bool:
    """Tell whether a name has all words, in whichever order."""
    return all(any(alike(word, part) for part in label) for word in words)


def _same(words: list[str], label: Label) -> bool:
    """Tell whether words are a whole name, an article at its beginning and the last word's ending aside."""
    bare = label[1:] if label[0] in ("the", "a", "an") and len(label) > 1 else label
    own = words[1:] if words[0] in ("the", "a", "an") and len(words) > 1 else words
    return len(own) == len(bare) and own[:-1] == bare[:-1] and alike(own[-1], bare[-1])


def _runs(words: list[str], label: Label) -> bool:
    """Tell whether words stand in a name one after the other."""
    size = len(words)
    places = range(len(label) - size + 1) if size > 1 else ()
    return any(all(map(alike, words, label[at : at + size])) for at in places)
