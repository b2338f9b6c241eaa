"""What sources are about, where they are many and small: groups with a heading a person would give them.

Rules on words, no model. A source goes to the theme whose words it has most of; a theme that only one source
speaks of gives it to the next, and one that most speak of is parted, each part called after its own sources.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from proofroom.articles.extract import Excerpt, by_document, clusters, in_turkish
from proofroom.articles.headings import label, of_two
from proofroom.articles.named import by_name
from proofroom.articles.support import stems
from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold
from proofroom.search import words as words_of

LEAST_NAMES: Final = 9
"""With fewer documents each group can be called after one of them."""
_LEAST, _MOST_GROUPS, _MOST_SOURCES = 2, 5, 4
_COMMON: Final = 3
_OTHERWISE: Final = "more"
"""What has no word of any theme, and is not called after what it is not about."""
_LAST: Final = (_OTHERWISE, "future")
"""Themes that close a piece, whatever fits its topic best."""
_HEADINGS: Final = {
    "history": ("Looking back", "Geçmişe bakış"),
    "money": ("What it costs", "Maliyeti"),
    "rules": ("Rules and politics", "Kurallar ve siyaset"),
    "technology": ("How it works", "Nasıl işliyor"),
    "people": ("People", "İnsanlar"),
    "nature": ("Environment and health", "Çevre ve sağlık"),
    "trouble": ("Where it is difficult", "Zorluklar"),
    "places": ("Elsewhere", "Başka yerlerde"),
    "more": ("Also worth knowing", "Ayrıca"),
    "future": ("What comes next", "Bundan sonra"),
}
_WORDS: Final = {
    "history": """
        history founded century war began ancient tradition origin decade earliest inventor disappeared
        tarih kuruldu yuzyil savas basladi gelenek kokeni eski ilk
    """,
    "money": """
        cost costs price prices euro euros dollar pay pays paid fee fees budget income expensive cheap
        cheaper tax market sold sell buy bought investors wages fiyat maliyet ucret lira butce gelir
        vergi pahali ucuz pazar
    """,
    "rules": """
        law laws government parliament council permit rule rules ministry commission policy state
        contract approved ban court election public yasa kanun hukumet meclis belediye izin kural
        bakanlik karar sozlesme
    """,
    "technology": """
        machine engine system technology electric battery software build builds carriage carriages
        locomotive design method process signal network automatic device makine sistem teknoloji
        elektrik yazilim yontem aygit tasarim
    """,
    "people": """
        passenger passengers guest guests children teacher teachers worker workers family families
        visitors women staff steward residents neighbours travellers volunteers students sleep food
        breakfast cocuk ogretmen isci aile ziyaretci kadin gonullu ogrenci misafir yolcu
    """,
    "nature": """
        climate carbon emissions species water soil forest health disease pollution weather bird birds
        trees insects fish iklim karbon tur su toprak orman saglik hastalik kirlilik kus agac bitki balik
    """,
    "trouble": """
        problem problems complaint complaints late delay delays fail fails failed lose loses risk danger
        theft damage wait hard diverted maintenance slow sorun sikayet gecikme risk tehlike hasar zor
        yavas
    """,
    "places": """
        country city village region island coast abroad ulke sehir koy bolge ada kiyi yurtdisi
    """,
    "more": "",
    "future": """
        plan plans planned future expected until next soon proposal follows gelecek planlaniyor planliyor
        planlandi kadar beklenen hedef onumuzdeki
    """,
}
_KNOWN: Final[Mapping[str, frozenset[str]]] = {name: frozenset(text.split()) for name, text in _WORDS.items()}
_LONG: Final = sorted((each for each in set[str]().union(*_KNOWN.values()) if len(each) > 3), key=len)
_TURKISH: Final = late_pattern(rf"(?P<word>{'|'.join(reversed(_LONG))})\w*$")
"""A Turkish word bears endings: `çocuklar` speaks of what `çocuk` does."""


def by_theme(excerpts: Sequence[Excerpt], title: str = "") -> list[tuple[str, list[Excerpt]]]:
    """Return sources in groups with a heading each, in the order in which a piece would speak of them."""
    is_turkish = in_turkish(excerpts)
    everything = by_document(excerpts)
    of_names = by_name(everything, title)
    apart = {name for _, names in of_names for name in names}
    named = {name: group for name, group in everything.items() if name not in apart}
    most = _MOST_GROUPS - len(of_names)
    said = {name: _said(group, title) for name, group in named.items()}
    seen = Counter(word for words in said.values() for word in words)
    scores = {name: _scores(words, seen, len(said)) for name, words in said.items()}
    open_themes = dict.fromkeys(_HEADINGS)
    while True:
        groups: dict[str, list[str]] = {theme: [] for theme in open_themes}
        for name, told in scores.items():
            groups[max(open_themes, key=told.__getitem__)].append(name)
        themes = [theme for theme in groups if theme != _OTHERWISE]
        smallest = min(themes, key=lambda theme: len(groups[theme]), default=_OTHERWISE)
        if not themes or (len(groups) <= most and len(groups[smallest]) >= _LEAST):
            break
        del open_themes[smallest]
    groups = {theme: names for theme, names in groups.items() if names}
    largest = max(groups, key=lambda theme: len(groups[theme]))
    free = [theme for theme in _HEADINGS if theme not in groups or theme == largest]
    made: list[tuple[str, list[Excerpt]]] = []
    for theme, names in groups.items():
        told = [each for name in names for each in named[name]]
        is_large = theme == largest and len(names) > _MOST_SOURCES
        parts = _parted(told, title, max(2, most + 1 - len(groups)), free) if is_large else []
        own = label(told, title, set())
        heading = own if _is_of_all(own, told, title) else of_two(told, set()) or _HEADINGS[theme][is_turkish]
        made += parts or [(heading, told)]
    made += [(heading, [each for name in names for each in everything[name]]) for heading, names in of_names]
    last = [_HEADINGS[theme][is_turkish] for theme in _LAST]
    # The source that fits the topic best opens the piece; what else there is, and what is to come, ends it.
    return sorted(
        made,
        key=lambda group: (
            last.index(group[0]) + 1 if group[0] in last else 0,
            min(each.number for each in group[1]),
        ),
    )


def _parted(group: list[Excerpt], title: str, most: int, free: list[str]) -> list[tuple[str, list[Excerpt]]]:
    """Return a large group in parts, each under a heading of its own sources; none where it does not part."""
    for count in range(most, 1, -1):
        parts = clusters(group, count, title)
        if min(len(by_document(part)) for part in parts) >= _LEAST:
            break
    else:
        return []
    is_turkish = in_turkish(group)
    taken: set[str] = set()
    made: list[tuple[str, list[Excerpt]]] = []
    rest: list[Excerpt] = []
    for part in parts:
        heading = label(part, title, taken)
        theme = None if _is_of_all(heading, part, title) else _theme_of(part, free, title)
        if theme == _OTHERWISE:
            rest += part
            continue
        if theme is not None:
            free.remove(theme)
            heading = _HEADINGS[theme][is_turkish]
        taken.add(heading.lower())
        made.append((heading, part))
    return made + ([(_HEADINGS[_OTHERWISE][is_turkish], rest)] if rest else [])


def _is_of_all(heading: str, part: Sequence[Excerpt], title: str) -> bool:
    """Tell whether most documents of a part say most of what it is called after."""
    is_turkish = in_turkish(part)
    words = set(stems(heading, is_turkish=is_turkish)) - set(stems(title, is_turkish=is_turkish))
    texts = [" ".join(f"{each.name} {each.text}" for each in told) for told in by_document(part).values()]
    said = [2 * len(words.intersection(stems(text, is_turkish=is_turkish))) > len(words) for text in texts]
    return 2 * sum(said) > len(texts)


def _theme_of(part: Sequence[Excerpt], free: Sequence[str], title: str) -> str:
    """Return what most documents of a part speak of, or that they are what else there is to tell."""
    said = [_said(told, title) for told in by_document(part).values()]
    seen = Counter(word for words in said for word in words)
    scores = [_scores(words, seen, len(said)) for words in said]
    known = [each for each in free if each != _OTHERWISE]
    best = max(known, key=lambda theme: sum(told[theme] for told in scores), default=_OTHERWISE)
    return best if 2 * sum(told[best] > 0 for told in scores) > len(scores) else _OTHERWISE


def _said(group: Sequence[Excerpt], title: str) -> Counter[str]:
    """Return how often each word is said; what a piece is about is said by all of it, and makes no theme."""
    topic = set(words_of(fold(title)))
    text = fold(" ".join(f"{each.name} {each.name} {each.text}" for each in group))
    said = Counter(word for word in words_of(text) if word not in topic)
    if not in_turkish(group):
        return said
    bare: Counter[str] = Counter()
    for word, count in said.items():
        found = _TURKISH.match(word)
        bare[found["word"] if found is not None else word] += count
    return bare


def _scores(said: Counter[str], seen: Counter[str], count: int) -> dict[str, float]:
    """Return how much of each theme a source has; a word that most sources say tells little."""
    made = dict.fromkeys(_KNOWN, 0.0)
    for theme, known in _KNOWN.items():
        # What a third of all documents say is what all of it is about.
        words = {word for word in known & said.keys() if _COMMON * seen[word] <= count or count < _COMMON}
        years = sum(count * _years_for(theme, word) for word, count in said.items())
        # One such word, said once, makes no theme: `the next morning` is no outlook, nor one year a history.
        if sum(said[word] for word in words) + years > 1:
            made[theme] = float(min(years, 6))
            made[theme] += sum(min(said[word], 3) * math.log(1 + count / (2 * seen[word])) for word in words)
    made[_OTHERWISE] += 0.01
    return made


def _years_for(theme: str, word: str) -> int:
    """Return how much a year says for a theme: one that somebody may remember makes no history alone."""
    if not word.isdigit() or len(word) != 4:
        return 0
    if theme == "history":
        return 2 * (word < "1950") + ("1950" <= word < "1990")
    return 2 * (theme == "future" and "2027" <= word < "2100")
