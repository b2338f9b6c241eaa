"""What words mean on a page: any part of it, found by what it is, what it says and where it stands.

“The paragraph under the headline”, “the order button”, “the three cards”, “sorulardaki ilk başlık”: one way
of finding for every change. Words that nothing on the page explains are told, so that a change can be offered
and not made. What parts are called is in `things.toml`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final, cast

from selectolax.lexbor import LexborHTMLParser, LexborNode

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language
from proofroom.providers.offline.counting import NUMBERS
from proofroom.providers.offline.lexicon import STOP, read_toml
from proofroom.providers.offline.sentence import alike, plain, tokens
from proofroom.site.playbook.kinds import SECTIONS
from proofroom.site.playbook.outline import ORDINALS, PageOutline, PageText, is_section_of, uid_of

TABLE: Final = read_toml("proofroom.site.playbook", "things.toml")
_KINDS: Final = {
    language: {kind: re.compile(rf"(?<![\w-])(?:{words})(?![\w-])") for kind, words in table.items()}
    for language, table in cast("dict[str, dict[str, str]]", TABLE["kind"]).items()
}
_ASIDE: Final = {
    language: re.compile(rf"(?<![\w'-])(?:{words})(?![\w'-])")
    for language, words in cast("dict[str, str]", TABLE["aside"]).items()
}
_INSIDE: Final = re.compile(cast("dict[str, str]", TABLE["inside"])["en"])
_BY_TAG: Final[Mapping[str, tuple[str, ...]]] = {
    "h1": ("headline", "heading"),
    **{f"h{level}": ("heading",) for level in range(2, 7)},
    **dict.fromkeys(("p", "cite", "span", "small"), ("text",)),
    **dict.fromkeys(("img", "picture", "video"), ("picture",)),
    **dict.fromkeys(("ul", "ol", "dl"), ("list",)),
    **dict.fromkeys(("input", "textarea", "select"), ("field",)),
    **dict.fromkeys(("li", "tr", "dt"), ("item",)),
    **{one: (one,) for one in ("button", "form", "footer", "section")},
    "a": ("link",),
    "blockquote": ("quote", "item"),
    "details": ("question", "item"),
    "nav": ("menu",),
    "article": ("item",),
}
_BY_CLASS: Final = {
    "button": re.compile(r"(?:^|[\s-])(?:btn|button|cta)\b"),
    "card": re.compile(r"(?:^|[\s-])(?:card|tile)\b"),
    "quote": re.compile(r"(?:^|[\s-])(?:quote|testimonial|voice)\b"),
}
_BESIDE: Final = {
    "en": re.compile(
        r"(?P<part>.+?)\b(?:just |right |directly )?(?:(?P<below>under|below|beneath|after)|above|before)\s+"
        r"(?:the |our |that )?(?P<anchor>(?!it\b)\w.+)"
    ),
    "tr": re.compile(r"(?P<anchor>.+?) (?:(?P<below>altindaki|sonraki)|ustundeki|onceki) (?P<part>.+)"),
}
_FROM: Final = re.compile(r"(?:den|dan|ten|tan)$")
"""“Fermuarı listeden kaldır”: where it stands, and not what is meant."""
_PLURAL: Final = re.compile(r"\w(?:s|es)$|\w(?:lar|ler)\w*$")
_MANY: Final = re.compile(
    r"\b(?:text|words|writing|letter(?:s|ing)|yazi\w*|all|every|each|both|everything|tum|butun|hepsi\w*|her)\b"
)
_FIRST: Final = re.compile(r"\b(?:at the top|top|upper|main|first|ustteki|en ust\w*|ana|ilk)\b")


@dataclass(frozen=True, slots=True)
class Thing:
    """A part of a page: what it is, what it says, and what it stands in."""

    uid: str
    tag: str
    kinds: frozenset[str]
    text: str
    classes: tuple[str, ...]
    given: Mapping[str, str] = field(compare=False)
    parent: str
    index: int
    around: tuple["Thing", ...] = field(compare=False)
    """What it stands in, outermost first."""
    is_leaf: bool = False
    names: frozenset[str] = field(default=frozenset(), compare=False)
    """The words it can be called by: what it says if it is small, its id, its classes, its description."""

    @property
    def label(self) -> str:
        """What to call it in an answer."""
        said = self.text or self.given.get("alt") or self.given.get("id") or self.tag
        return said if len(said) <= _SHOWN else f"{said[:_SHOWN].rstrip()}…"

    @property
    def shown(self) -> PageText:
        """It as a text that can be given other words."""
        return PageText(self.uid, self.tag, self.text, " ".join(self.classes))


_FRAME: Final = ("nav", "header", "footer")
_SHOWN: Final = 48
_SMALL: Final = 400
"""Characters up to which a part can be meant by words that stand in it."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What words mean on a page, the words that nothing explains, and the kind of part they name."""

    things: tuple[Thing, ...]
    left: tuple[str, ...] = ()
    kind: str = ""
    is_many: bool = False
    rest: tuple[str, ...] = field(default=())

    @property
    def one(self) -> Thing | None:
        """The only part that is meant."""
        return self.things[0] if len(self.things) == 1 else None


def things_of(page: PageOutline) -> list[Thing]:
    """Return the parts of a page, in their order; what a loop shows is its own."""
    body = LexborHTMLParser(f"<body>{page.html}</body>").body
    sections = {one.uid: one for one in page.sections}
    if body is None:
        return []

    def walk(node: LexborNode, around: tuple[Thing, ...]) -> Iterator[Thing]:
        inner = [one for one in node.iter(include_text=False) if not str(one.tag).startswith(("-", "!"))]
        many = Counter((one.tag, one.attributes.get("class")) for one in inner)
        for index, one in enumerate(inner):
            if not uid_of(one) or one.tag in ("svg", "style", "instatic-loop"):
                continue
            is_row = many[(one.tag, one.attributes.get("class"))] > 1
            thing = _thing(one, around, index, page, is_row=is_row)
            section = sections.get(thing.uid)
            if section is not None:
                called = [name for name in SECTIONS if is_section_of(section, name)]
                thing = _called(thing, tokens(plain(section.heading)), called)
            yield thing
            yield from walk(one, (*around, thing))

    return list(walk(body, ()))


def _thing(
    node: LexborNode, around: tuple[Thing, ...], index: int, page: PageOutline, *, is_row: bool
) -> Thing:
    given = {name: value or "" for name, value in node.attributes.items()}
    classes = tuple((given.get("class") or "").split())
    kinds = set(_BY_TAG.get(str(node.tag), ()))
    kinds |= {kind for kind, pattern in _BY_CLASS.items() if any(pattern.search(one) for one in classes)}
    inner = [one for one in node.iter(include_text=False) if uid_of(one)]
    if "button" in kinds:
        kinds -= {"link"}
    if is_row and inner and node.tag not in ("section", "p"):
        kinds |= {"item", "card"} if node.css_first("h2, h3, h4") else {"item"}
    text = re.sub(r"\s+", " ", node.text(separator=" ")).strip()
    names = [*tokens(plain(given.get("id", ""))), *tokens(plain(given.get("alt", "")))]
    names += [part for one in classes for part in plain(one).split("-")]
    is_frame = node.tag in _FRAME or (inner and any(one.tag in _FRAME for one in around))
    if len(text) <= _SMALL and node.tag not in ("section", "main") and not is_frame:
        names += tokens(plain(text))  # a menu names every section, and is none of them
    parent = around[-1].uid if around else page.root
    return Thing(
        uid_of(node), str(node.tag), frozenset(kinds), text, classes, given, parent, index, around,
        is_leaf=not inner, names=frozenset(names),
    )  # fmt: skip


def _called(thing: Thing, heading: Sequence[str], sections: Sequence[str]) -> Thing:
    """Return a section under every name it goes by: its heading, and what such sections are called."""
    kinds = thing.kinds | frozenset(f"section:{one}" for one in sections)
    kinds = kinds if thing.tag in ("nav", "footer") else kinds | frozenset(("section",))
    return replace(thing, kinds=kinds, names=thing.names | frozenset(heading))


def meant(things: Sequence[Thing], phrase: str, language: Language) -> Meant:
    """Return what a phrase means on a page: the parts that explain the most of its words."""
    beside = _BESIDE[language].search(plain(phrase))
    anchor = meant(things, phrase[slice(*beside.span("anchor"))], language).one if beside else None
    if beside and anchor:  # “the paragraph under the headline”
        step = 1 if beside["below"] else -1
        after = sorted(
            (one for one in things if one.parent == anchor.parent and (one.index - anchor.index) * step > 0),
            key=lambda one: one.index * step,
        )
        found = meant(after, phrase[slice(*beside.span("part"))], language)
        return Meant(found.things[:1], found.left, found.kind, is_many=False, rest=found.rest)
    said = plain(phrase)
    kind, bare = _kind_in(said, language)
    is_many = bool(_MANY.search(said)) or bool(kind and _PLURAL.search(_last_of(said, kind, language)))
    bare_words = tokens(_ASIDE[language].sub(" ", _INSIDE.sub(" ", bare)))
    called = {one.given.get("id") for one in things}  # “about” names a section that is called so
    words = [one for one in bare_words if one in called or (one not in STOP and (one[1:] or one.isdigit()))]
    numbers = [one for one in words if one in NUMBERS]
    nth = next(
        (at for at, names in ORDINALS.items() if any(one in names.split() for one in tokens(said))), None
    )
    words = [one for one in words if one not in NUMBERS and not _is_place(one)]
    found = [one for one in things if not kind or kind in one.kinds]
    found = found or [one for one in things if kind == "headline" and "heading" in one.kinds]
    scored = [(_explained(one, words, said, is_head=bool(kind)), one) for one in found]
    most = max((hits for (hits, _), _ in scored), default=0)
    if not found or (words and most == 0 and not kind) or not (kind or words):
        return Meant((), tuple(words), kind, is_many)
    best = [(own, one) for (hits, own), one in scored if hits == most]
    closest = max(own for own, _ in best)
    chosen = _outermost([one for own, one in best if own == closest]) if not kind else [
        one for own, one in best if own == closest
    ]  # fmt: skip
    left = min((unexplained(one, words, said) for one in chosen), key=len)
    if nth is not None and len(chosen) > 1 and -len(chosen) <= nth < len(chosen):
        chosen = [chosen[nth]]
    elif (
        len(chosen) > 1
        and not is_many
        and (_FIRST.search(said) or kind == "headline" or (kind == "heading" and not words))
    ):
        chosen = chosen[:1]
    is_many = is_many or any(NUMBERS[one] == len(chosen) for one in numbers)
    return Meant(tuple(chosen), tuple(left), kind, is_many, tuple(words))


def _kind_in(said: str, language: Language) -> tuple[str, str]:
    """Return which kind of part a phrase names, and the phrase without that word."""
    hits = [
        (hit.start(), -len(hit[0]), kind, hit.span())
        for kind, pattern in _KINDS[language].items()
        for hit in pattern.finditer(said)
        if language == "en" or not (_FROM.search(hit[0]) and hit.start())
    ]
    if not hits:
        return "", said
    head = _INSIDE.search(said, min(hits)[0]) if language == "en" else None
    inside = [one for one in hits if head is None or one[0] < head.start()] or hits
    at, _, kind, (start, end) = min(
        inside, key=lambda one: (-(one[0] - one[1]), one[1]) if language == "en" else (-one[0], one[1])
    )
    del at
    return kind if kind != "page" else "", said[:start] + " " + said[end:]


def _last_of(said: str, kind: str, language: Language) -> str:
    found = list(_KINDS[language][kind].finditer(said))
    return found[-1][0] if found else ""


def _is_place(word: str) -> bool:
    return any(word in names.split() for names in ORDINALS.values()) or bool(_FIRST.fullmatch(word))


def unexplained(thing: Thing, words: Sequence[str], said: str) -> list[str]:
    """Return the words that neither a part nor what it stands in explains."""
    known = [thing, *thing.around]
    return [one for one in words if not any(_says(other, one, said) for other in known)]


def _explained(thing: Thing, words: Sequence[str], said: str, *, is_head: bool) -> tuple[int, float]:
    """Return how many words a part and what it stands in explain, and how closely it fits by itself."""
    own = [one for one in words if _says(thing, one, said)]
    if not own and not is_head:
        return 0, 0.0
    hits = len(words) - len(unexplained(thing, words, said))
    size = len(tokens(plain(thing.text))) or 1
    return hits, len(own) + len(own) / (size + len(own)) if not is_head else len(own)


def _says(thing: Thing, word: str, said: str) -> bool:
    if any(alike(word, one) for one in thing.names):
        return True
    for one in thing.kinds:
        name = one.partition(":")[2]
        hits = SECTIONS[name].finditer(said) if name else ()
        if any(word in hit[0].split() for hit in hits):
            return True
    return any(
        pattern.fullmatch(word)
        for table in _KINDS.values()
        for kind, pattern in table.items()
        if kind in thing.kinds
    )


def _outermost(things: Sequence[Thing]) -> list[Thing]:
    """Return the parts of a list that stand in no other of it."""
    known = {one.uid for one in things}
    return [one for one in things if not any(other.uid in known for other in one.around)]


def row_of(thing: Thing) -> Thing:
    """Return the row, card or quotation that a part belongs to, else the part itself."""
    if "item" in thing.kinds or "section" in thing.kinds:
        return thing
    return next((one for one in reversed(thing.around) if "item" in one.kinds), thing)


def words_aside(said: str, language: Language) -> str:
    """Return plain words without those that name nothing."""
    return _ASIDE[language].sub(" ", said)


def has_kind(said: str, language: Language, *kinds: str) -> bool:
    """Tell whether words name a part of a page, or one of some kinds."""
    table = _KINDS[language]
    return any(table[kind].search(said) for kind in kinds or table)


def kinds_in(said: str, language: Language) -> set[str]:
    """Return the kinds of parts that words name."""
    return {kind for kind, pattern in _KINDS[language].items() if pattern.search(said)}
