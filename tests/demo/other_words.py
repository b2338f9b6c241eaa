"""The demo told in other words: its models, fields, people, topics and titles have other names.

Words are exchanged where the model meets the world: in what people say, in what tools answer, and back in
what it calls. So every request for the demo is also one for a project that nobody has written rules for.
"""

import json
import re
from dataclasses import dataclass
from functools import cache, cached_property

from proofroom.demo.magazine import read_magazine
from proofroom.providers.offline import Call, lexicon
from proofroom.providers.offline.sentence import plain
from tests.demo.conversation import Talk

NAMES = """
article guide articles guides author builder authors builders topic shelf topics shelves
tagline motto summary intro featured pinned city town
yazar usta yazarlar ustalar konu raf konular raflar slogan düstur özet sunuş şehir belde
"""
"""What models and fields are called, in pairs; one means the other wherever it stands."""
FORMS = """
story guide piece guide writer builder contributor builder wrote made
feature pin unfeature unpin highlight pin
yazı rehber yazılar rehberler yazıları rehberleri yazılarını rehberlerini yazılarının rehberlerinin
yazımız rehberimiz yazısı rehberi yazısında rehberinde yazısını rehberini yazısının rehberinin yazıyı rehberi
yazarlara ustalara yazarları ustaları yazarı ustası yazarını ustasını
konulara raflara konularda raflarda konuları rafları konusunu rafını konusunun rafının konuyu rafı
sloganı düsturu sloganını düsturunu özetini sunuşunu
şehri beldesi şehrini beldesini
"""
"""Other forms that people use in requests."""
TOLD_PHRASES = (("öne çıkan", "sabitlenmiş"), ("Öne çıkan", "Sabitlenmiş"))
PHRASES = (
    *TOLD_PHRASES,
    ("öne çıkarma", "sabitleme"),
    ("öne çıkar", "sabitle"),
    ("Öne çıkarma", "Sabitleme"),
    ("Öne çıkar", "Sabitle"),
)
LETTERS = "bdfghklmnprstvz"
VOWELS = "aeiou"
WORD = re.compile(r"[^\W\d_]+")
SHORTEST = 4


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


@dataclass(frozen=True)
class OtherWords:
    """Exchanges words both ways."""

    @cached_property
    def names(self) -> dict[str, str]:
        """What every text calls otherwise."""
        return _pairs(NAMES)

    @cached_property
    def roots(self) -> dict[str, str]:
        """The beginnings of words in titles and names, and what they begin with instead."""
        magazine = read_magazine()
        said = [article.title for article in magazine.articles]
        said += [str(one["name"]) for one in magazine.authors.values()]
        said += [str(one["name"]) for locale in magazine.topics.values() for one in locale.values()]
        everything = json.dumps([article.body for article in magazine.articles], ensure_ascii=False) + str(
            magazine
        )
        known = (
            {plain(word) for word in WORD.findall(everything)}
            | lexicon.STOP
            | set(plain(NAMES + FORMS).split())
        )
        found: dict[str, str] = {}
        for word in sorted({plain(word) for text in said for word in WORD.findall(text)}):
            root = word[: max(SHORTEST, len(word) - 2)]
            if len(word) < SHORTEST or self._is_common(word) or any(root.startswith(one) for one in found):
                continue
            letters = VOWELS if root[0] in VOWELS else LETTERS
            others = [letter + root[1:] for letter in letters if letter != root[0]]
            free = [one for one in others if not any(each.startswith(one) for each in known)]
            free = [one for one in free if not any(one.startswith(each) for each in found.values())]
            if free:
                found[root] = free[len(root) % len(free)]
        return found

    @staticmethod
    @cache
    def _is_common(word: str) -> bool:
        """Tell whether rules speak of a word: it is no name, whatever stands in a title."""
        if word in lexicon.STOP | {"last"} or plain(word) in {plain(one) for one in (NAMES + FORMS).split()}:
            return True
        return any(re.search(pattern, word) for pattern in (*lexicon.WORDS.values(), *_whole(lexicon.NOUNS)))

    def request(self, text: str) -> str:
        """Return what a person says, in other words."""
        for one, other in PHRASES:
            text = text.replace(one, other)
        return self._exchange(text, self.names | _pairs(FORMS), self.roots)

    def to(self, text: str) -> str:
        """Return what a tool answers, in other words."""
        for one, other in TOLD_PHRASES:
            text = text.replace(one, other)
        return self._exchange(text, self.names, self.roots)

    def back(self, call: Call) -> Call:
        """Return a call in the demo's words."""
        names = {other: one for one, other in self.names.items()}
        roots = {other: root for root, other in self.roots.items()}
        text = json.dumps(call.input, ensure_ascii=False)
        return Call(call.tool, json.loads(self._exchange(text, names, roots)))

    def _exchange(self, text: str, names: dict[str, str], roots: dict[str, str]) -> str:
        @cache
        def other(word: str) -> str:
            known = names.get(word.lower())
            if known is not None:
                return known.capitalize() if word[0].isupper() else known
            folded = plain(word)
            beginnings = (folded[:length] for length in range(SHORTEST, len(folded) + 1))
            root = next((root for root in beginnings if root in roots), None)
            if root is None or self._is_common(folded):
                return word
            first = roots[root][0]
            return (first.upper() if word[0].isupper() else first) + word[1:]

        return WORD.sub(lambda found: other(found.group()), text)


def _whole(patterns: dict[str, str]) -> list[str]:
    return [rf"\b(?:{pattern})\b" for pattern in patterns.values()]


@dataclass
class OtherTalk(Talk):
    """A conversation in other words."""

    words: OtherWords = OtherWords()

    async def _use(self, call: Call) -> tuple[bool, str]:
        ok, text = await super()._use(self.words.back(call))
        return ok, self.words.to(text)
