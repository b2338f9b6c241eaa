"""What sources are about, where they are many and small: groups with a heading a person would give them.

Rules on words, no model. A source goes to the theme whose words it has most of; a theme that only one source
speaks of gives it to the next, and one that most speak of is parted, each part called after its own sources.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from proofroom.articles import turkish
from proofroom.articles.extract import Excerpt, by_document, clusters
from proofroom.articles.headings import label, of_two
from proofroom.search import fold
from proofroom.search import words as words_of

LEAST_NAMES: Final = 9
"""With fewer documents each group can be called after one of them."""
_LEAST, _MOST_GROUPS, _MOST_SOURCES = 2, 5, 4
_OTHERWISE: Final = "more"
"""What has no word of any theme stands at the end, and is not called after what it is not about."""
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
        climate carbon emissions species water soil forest health disease energy pollution weather bird
        birds trees plant plants insects iklim karbon tur su toprak orman saglik hastalik enerji
        kirlilik kus agac bitki
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


def by_theme(excerpts: Sequence[Excerpt], title: str = "") -> list[tuple[str, list[Excerpt]]]:
    """Return sources in groups with a heading each, in the order in which a piece would speak of them."""
    is_turkish = turkish.is_turkish(" ".join(each.text for each in excerpts))
    named = by_document(excerpts)
    said = {name: _said(group) for name, group in named.items()}
    seen = Counter(word for words in said.values() for word in words)
    scores = {name: _scores(words, seen, len(said)) for name, words in said.items()}
    open_themes = dict.fromkeys(_HEADINGS)
    while True:
        groups: dict[str, list[str]] = {theme: [] for theme in open_themes}
        for name, told in scores.items():
            groups[max(open_themes, key=told.__getitem__)].append(name)
        smallest = min(groups, key=lambda theme: len(groups[theme]))
        if len(groups) <= _MOST_GROUPS and len(groups[smallest]) >= _LEAST:
            break
        if len(groups) == 1:
            break
        del open_themes[smallest]
    largest = max(groups, key=lambda theme: len(groups[theme]))
    made: list[tuple[str, list[Excerpt]]] = []
    for theme, names in groups.items():
        told = [each for name in names for each in named[name]]
        is_large = theme == largest and len(names) > _MOST_SOURCES
        parts = _parted(told, title, max(2, _MOST_GROUPS + 1 - len(groups))) if is_large else []
        made += parts or [(of_two(told, set()) or _HEADINGS[theme][is_turkish], told)]
    # The source that fits the topic best opens the piece.
    return sorted(made, key=lambda group: excerpts[0] not in group[1])


def _parted(group: list[Excerpt], title: str, most: int) -> list[tuple[str, list[Excerpt]]]:
    """Return a large group in parts, each under a heading of its own sources; none where it does not part."""
    for count in range(most, 1, -1):
        parts = clusters(group, count, title)
        if min(len(by_document(part)) for part in parts) >= _LEAST:
            break
    else:
        return []
    taken: set[str] = set()
    made: list[tuple[str, list[Excerpt]]] = []
    for part in parts:
        heading = label(part, title, taken)
        taken.add(heading.lower())
        made.append((heading, part))
    return made


def _said(group: Sequence[Excerpt]) -> Counter[str]:
    return Counter(words_of(fold(" ".join(f"{each.name} {each.name} {each.text}" for each in group))))


def _scores(said: Counter[str], seen: Counter[str], count: int) -> dict[str, float]:
    """Return how much of each theme a source has; a word that most sources say tells little."""
    made = dict.fromkeys(_KNOWN, 0.0)
    for theme, known in _KNOWN.items():
        words = known & said.keys()
        # One such word, said once, makes no theme: `the next morning` is no outlook.
        if sum(said[word] for word in words) > 1:
            made[theme] = sum(min(said[word], 3) * math.log(1 + count / (2 * seen[word])) for word in words)
    for word in said:
        if word.isdigit() and len(word) == 4 and word < "1990":
            made["history"] += 2.0
        if word.isdigit() and len(word) == 4 and "2027" <= word < "2100":
            made["future"] += 2.0
    made[_OTHERWISE] += 0.01
    return made
