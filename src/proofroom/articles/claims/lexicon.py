"""Which words say the same, which the opposite, and which name a kind, as the lists beside it tell."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from proofroom.articles.claims import english, turkish_words
from proofroom.kernel.data import dataclass
from proofroom.search import fold

_ANY: Final = frozenset[int]()


@dataclass(frozen=True, slots=True)
class Meaning:
    """The groups of a word: those it is in, those it is the opposite of, kinds it names, kinds it is of."""

    same: frozenset[int] = _ANY
    against: frozenset[int] = _ANY
    names: frozenset[int] = _ANY
    of: frozenset[int] = _ANY

    def is_same(self, other: "Meaning") -> bool:
        """Tell whether a word may stand for another; a kind stands for what is of it, not the reverse."""
        return bool(self.same & other.same or self.against & other.against or self.names & other.of)

    def is_opposite(self, other: "Meaning") -> bool:
        """Tell whether two words say the opposite."""
        return not self.is_same(other) and bool(self.same & other.against or self.against & other.same)


NOTHING: Final = Meaning()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The meanings of one language's words, by their stem or root, and its set phrases."""

    meanings: dict[str, Meaning]
    phrases: dict[tuple[str, ...], str]
    fields: dict[str, frozenset[int]]
    is_turkish: bool

    def is_near(self, one: str, other: str) -> bool:
        """Tell whether two words are of one field: another wording of it, though no proof."""
        return not self.field(one).isdisjoint(self.field(other))

    def field(self, key: str) -> frozenset[int]:
        """Return the fields a word is of, in Turkish by every root it may have."""
        if not self.is_turkish:
            return self.fields.get(key, _ANY)
        return _field_in_turkish(key)

    def fields_of_roots(self, key: str) -> frozenset[int]:
        """Return the fields of all roots of a Turkish word."""
        return _ANY.union(*(self.fields[root] for root in _roots(key) if root in self.fields))

    def phrase(self, keys: list[str]) -> str:
        """Return the set phrase that some words are; the last of a Turkish one may have endings."""
        if not self.is_turkish:
            return self.phrases.get(tuple(keys), "")
        alike = (
            name
            for parts, name in self.phrases.items()
            if len(parts) == len(keys)
            and parts[:-1] == tuple(keys[:-1])
            and turkish_words.is_form_of(keys[-1], parts[-1])
        )
        return next(alike, "")

    def meaning(self, key: str) -> Meaning:
        """Return what is known of a word."""
        found = self.meanings.get(key)
        if found is not None or not self.is_turkish:
            return found or NOTHING
        return _meaning_in_turkish(key)

    def of_root(self, key: str) -> Meaning:
        """Return what is known of the root of a Turkish word."""
        return next((self.meanings[root] for root in _roots(key) if root in self.meanings), NOTHING)


@lru_cache(maxsize=8_192)
def _meaning_in_turkish(key: str) -> Meaning:
    return lexicon(is_turkish=True).of_root(key)


@lru_cache(maxsize=8_192)
def _field_in_turkish(key: str) -> frozenset[int]:
    return lexicon(is_turkish=True).fields_of_roots(key)


@cache
def lexicon(*, is_turkish: bool) -> Lexicon:
    """Read the list of a language, once."""
    name = "turkish" if is_turkish else "english"
    stem: Callable[[str], str] = turkish_words.plain if is_turkish else english.stem
    gathered: dict[str, list[set[int]]] = defaultdict(lambda: [set(), set(), set(), set()])
    phrases: dict[tuple[str, ...], str] = {}
    for number, (place, word) in enumerate_words(_read(name)):
        parts = tuple(stem(fold(each)) for each in re.split("[_-]", word))
        key = "_".join(parts)
        if len(parts) > 1:
            phrases[parts] = key
        gathered[key][place].add(number)
    meanings = {key: Meaning(*(frozenset(each) for each in places)) for key, places in gathered.items()}
    return Lexicon(meanings, phrases, _fields(_read(f"{name}_fields"), stem), is_turkish)


def _read(name: str) -> str:
    return resources.files(__name__.rpartition(".")[0]).joinpath(f"words/{name}.txt").read_text("utf-8")


def _fields(text: str, stem: Callable[[str], str]) -> dict[str, frozenset[int]]:
    """Return the fields of each word; of a phrase its longest word is kept, the others say little."""
    gathered: dict[str, set[int]] = defaultdict(set)
    for number, (_, word) in enumerate_words(text):
        gathered[stem(fold(max(word.split("_"), key=len)))].add(number)
    return {key: frozenset(numbers) for key, numbers in gathered.items()}


def enumerate_words(text: str) -> Iterator[tuple[int, tuple[int, str]]]:
    """Return each word of a list with its line and its place: same, opposite, kind, of that kind."""
    for number, line in enumerate(text.splitlines()):
        if not line.strip() or line.startswith("#"):
            continue
        first, second, mark = (
            (*line.partition(">")[::2], 2) if ">" in line else (*line.partition("|")[::2], 0)
        )
        for side, words in enumerate((first, second)):
            for word in words.split():
                yield number, (mark + side, word)


def _roots(key: str) -> Iterator[str]:
    """Return what may be the root of a Turkish word, the longest first: `tavlıyor` is of `tavla`."""
    for length in range(len(key), 1, -1):
        root, rest = key[:length], key[length:]
        # `yükseldi` is the past of `yüksel`, not a form of `yükselt`.
        is_past = root[-1] == "d" and rest in ("i", "u", "iler", "ular", "ik", "uk")
        hard = None if is_past else {"g": "k", "b": "p", "d": "t"}.get(root[-1])
        if rest.startswith(("iyor", "uyor")) and length > 2:
            yield from (root + "a", root + "e")
        for each in (root, root[:-1] + hard) if hard else (root,):
            if turkish_words.is_form_of(key, each):
                yield each


@cache
def verbs() -> frozenset[str]:
    """Read the stems of common English verbs, once."""
    return frozenset(
        english.stem(word) for line in _read("verbs").splitlines() if line[:1] != "#" for word in line.split()
    )
