"""Choosing what to cite: the passages of everything that was read, ranked, and no two that say the same."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from statistics import median

from proofroom.articles import turkish
from proofroom.articles.citations import sha256_of
from proofroom.articles.extract import FEWEST_WORDS, WITHIN, Excerpt, candidates
from proofroom.articles.support import stems
from proofroom.articles.types import ResearchSource, SourceDocument, SourceType
from proofroom.kernel.addresses import split_address
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import derived_id
from proofroom.kernel.patterns import late_pattern
from proofroom.providers.corpus import Passage, cut
from proofroom.safety import scan

MOST_SOURCES = 20
PER_DOCUMENT = 4
LAMBDA = 0.7
LEAST_WORDS, NOTE_WORDS = 12, 40
LEAST_SHARE, FOLDER_LEAST, ENOUGH = 0.25, 0.1, 5
"""What is less about the topic than this is left out, once there is enough; a folder was given for it."""
FAR = 2.0
"""How many times the score of the next those have that a narrow topic is about."""
OWN_WEIGHT, OWN_LEAST = 0.6, 0.45
"""What the project has itself counts less than what was given or found for this piece."""
GIVEN_LEAST = 0.6
"""The share of the best score that a text which somebody pasted for this piece has at least."""
_LEASTS: dict[SourceType, float] = {
    "workspace": OWN_LEAST,
    "local_file": FOLDER_LEAST,
    "web_snapshot": FOLDER_LEAST,
}
GIVEN: frozenset[SourceType] = frozenset({"local_file", "web_snapshot", "feed"})
"""Files that somebody gave for this piece: they may tell of it without a word of its title."""
KIN_SHARE = 0.3
"""The share of the best score that such a file has, if it names what at least two others name."""
_NAMED = late_pattern(r"(?<=[^\W\d_A-Z.!?] )[A-ZÇĞİÖŞÜ][^\W\d_]{2,}")
OWN_RARE = 0.5
"""The least share of the topic's rare words that a passage of the project's own must have."""
COMMON, FILES = 1 / 3, 4
"""The share of the given files that have a word of the topic where it is what they are about, of so many."""
SUBJECT = 0.4
"""What such a word counts of the rarest: what a piece asks beside it is what sets its sources apart."""
INSIGHTS = 5
LONGEST_INSIGHT = 150
_HOSTS: dict[str, SourceType] = {
    "reddit.com": "reddit",
    "linkedin.com": "linkedin",
    "quora.com": "quora",
    "medium.com": "medium",
    "substack.com": "substack",
}
_ORDERS: tuple[tuple[frozenset[str], tuple[SourceType, ...]], ...] = (
    (
        frozenset(stems("code programming software api database algorithm framework library")),
        ("medium", "substack", "linkedin", "reddit", "quora"),
    ),
    (
        frozenset(stems("strategy marketing sales revenue growth customer market")),
        ("linkedin", "medium", "substack", "reddit", "quora"),
    ),
    (
        frozenset(stems("experience advice tips help question problem")),
        ("reddit", "quora", "medium", "linkedin", "substack"),
    ),
)
_USUAL_ORDER: tuple[SourceType, ...] = ("medium", "linkedin", "reddit", "quora", "substack")
"""Where a topic is best looked up: by its words, technical, of business, or of a community."""
DOMAINS = ("reddit.com", "linkedin.com", "quora.com", "medium.com")
"""The seed's four domains: its search preset asks these for ten results."""
RESULTS = 10
GRAVE = frozenset({"override", "extraction", "template", "exfiltration", "jailbreak_name", "hidden_text"})
"""Families that aim at rules or secrets."""


@dataclass(frozen=True, slots=True)
class _Ranked:
    document: SourceDocument
    passage: Passage
    bag: frozenset[str]
    score: float
    share: float
    """How much of a very good passage's score it has."""


def source_type_of(url: str, otherwise: SourceType = "web") -> SourceType:
    """Return the kind of source by its host."""
    host = (split_address(url).hostname or "").removeprefix("www.")
    for domain, kind in _HOSTS.items():
        if host == domain or host.endswith(f".{domain}"):
            return kind
    return otherwise


def queries_for(title: str, brief: str) -> list[str]:
    """Return what to search for: the topic, and the sentences of the author's brief."""
    lines = [line.strip() for line in brief.replace("\n", ". ").split(". ") if len(line.split()) >= 3]
    return list(dict.fromkeys([title, *(line[:300] for line in lines[:4])]))


def platform_weights(topic: str) -> dict[SourceType, float]:
    """Return how much each platform counts for a topic: the first of its order most."""
    words = set(stems(topic, is_turkish=False))
    order = next((order for known, order in _ORDERS if not known.isdisjoint(words)), _USUAL_ORDER)
    return {kind: 1.0 - 0.05 * place for place, kind in enumerate(order)}


def without_repeats(documents: Sequence[SourceDocument]) -> list[SourceDocument]:
    """Return what was read without the same page twice; of two readings the longer one stays."""
    kept: dict[str, SourceDocument] = {}
    for each in documents:
        key = _bare(each.url) or each.sha256
        if key not in kept or len(each.text) > len(kept[key].text):
            kept[key] = each
    return list(kept.values())


def _bare(url: str) -> str:
    parts = split_address(url)
    if parts.scheme not in ("http", "https"):
        return url
    return f"{(parts.hostname or '').removeprefix('www.')}{parts.path.rstrip('/')}?{parts.query}".lower()


def choose_sources(
    documents: Sequence[SourceDocument],
    queries: Sequence[str],
    at: datetime,
    article_id: str,
    *,
    first: int = 1,
    limit: int = MOST_SOURCES,
    locale: str = "",
) -> list[ResearchSource]:
    """Return the best passages as numbered sources, each with its exact place and hash.

    A document that tries to steer whoever reads it is kept and shown, and not written from.
    """
    usable = [each for each in documents if not is_set_aside(each)]
    ranked = _rank(of_one_language(usable, queries, locale), queries)
    chosen: list[_Ranked] = []
    per: Counter[str] = Counter()
    waiting = list(ranked)
    limit = min(limit, _worth(ranked))
    while waiting and len(chosen) < limit:
        best = max(waiting, key=lambda each: LAMBDA * each.score - (1 - LAMBDA) * _nearest(each, chosen))
        waiting.remove(best)
        least = _LEASTS.get(best.document.source_type, LEAST_SHARE)
        if best.share < least and len(chosen) >= ENOUGH:
            continue
        if per[best.document.id] < PER_DOCUMENT and _nearest(best, chosen) < 0.8:
            per[best.document.id] += 1
            chosen.append(best)
    # Passages of one document stand beside each other as they do there, so that each can lean on the last.
    order = list(dict.fromkeys(each.document.id for each in chosen))
    chosen.sort(key=lambda each: (order.index(each.document.id), each.passage.start))
    return [_source(each, number, at, article_id) for number, each in enumerate(chosen, first)]


def _worth(ranked: Sequence[_Ranked]) -> int:
    """Return how many passages are worth telling: where a few are far above the others, no more than needed.

    One document alone is no measure: it may only repeat the title.
    """
    best = sorted(ranked, key=lambda each: -each.share)
    for count in range(2, min(ENOUGH, len(best) - 1) + 1):
        is_far = best[count - 1].share >= FAR * best[count].share
        if is_far and len({each.document.id for each in best[:count]}) > 1:
            return ENOUGH
    return MOST_SOURCES


def insights_of(sources: Sequence[ResearchSource], about: str) -> list[str]:
    """Return the sentences that say most about a topic, in their sources' own words."""
    excerpts = [Excerpt(each.number, each.source_name, each.excerpt) for each in sources]
    found = [each.text for each in candidates(excerpts, about)[:INSIGHTS]]
    return [one if len(one) <= LONGEST_INSIGHT else f"{one[:LONGEST_INSIGHT]}..." for one in found]


def flags_of(text: str) -> tuple[str, ...]:
    """Return the families of injection seen in a document: told to people, decided by nobody."""
    return tuple(scan(text, origin="document").families)


def is_set_aside(document: SourceDocument) -> bool:
    """Tell whether a document tries to steer whoever reads it."""
    return not GRAVE.isdisjoint(document.flags)


def _rank(documents: Sequence[SourceDocument], queries: Sequence[str]) -> list[_Ranked]:
    is_turkish = turkish.is_turkish(" ".join([*queries, *(each.text[:500] for each in documents)]))
    passages = [
        (
            document,
            passage,
            stems(
                f"{passage.heading} {passage.heading} {document.title} {passage.text}", is_turkish=is_turkish
            ),
        )
        for document in documents
        for passage in cut(document.text)
        if len(passage.text.split()) >= _least_words(document)
    ]
    if not passages:
        return []
    counts = [Counter(words) for _, _, words in passages]
    subject = _subject(documents, stems(queries[0], is_turkish=is_turkish), is_turkish=is_turkish)
    seen = Counter(word for each in counts for word in each)
    usual = sum(len(words) for _, _, words in passages) / len(passages)
    best = [0.0] * len(passages)
    for weight, query in zip((1.0, *[0.8] * len(queries)), queries, strict=False):
        asked = {word: _rarity(word, seen, len(passages)) for word in stems(query, is_turkish=is_turkish)}
        rarest = max(asked.values(), default=0.0)
        # What all files are about is rare in none of them, and yet is what they tell of.
        asked |= dict.fromkeys(asked.keys() & subject, SUBJECT * rarest)
        for index, (document, _, words) in enumerate(passages):
            is_own = document.source_type == "workspace"
            is_beside = subject.isdisjoint(words) if subject else False
            if is_own and (is_beside or _rare_share(asked, counts[index], seen) < OWN_RARE):
                continue
            score = _bm25(asked, counts[index], len(words), usual)
            best[index] = max(best[index], weight * score)
    kin = _kin([passage.text for (_, passage, _), score in zip(passages, best, strict=True) if score > 0])
    for index, (document, passage, _) in enumerate(passages):
        if not best[index] and document.source_type in GIVEN and kin & set(_NAMED.findall(passage.text)):
            best[index] = KIN_SHARE * max(best)
    weights = platform_weights(queries[0]) | {"workspace": OWN_WEIGHT}
    best = [
        score * weights.get(document.source_type, 1.0)
        for score, (document, _, _) in zip(best, passages, strict=True)
    ]
    # What its author gave for this piece belongs to it, whatever words it uses.
    floor = GIVEN_LEAST * (max(best, default=0.0) or 1.0)
    best = [
        max(score, floor) if document.source_type == "user_provided" else score
        for score, (document, _, _) in zip(best, passages, strict=True)
    ]
    hits = [score for score in best if score > 0]
    middle = median(hits) if hits else 1.0
    # One passage that repeats the whole title is no measure for the others.
    most = sorted(hits, reverse=True)[:3][-1] if hits else 1.0
    return [
        _Ranked(document, passage, frozenset(words), score / (score + middle), score / most)
        for (document, passage, words), score in zip(passages, best, strict=True)
        if score > 0
    ]


def of_one_language(
    documents: Sequence[SourceDocument], queries: Sequence[str], locale: str = ""
) -> list[SourceDocument]:
    """Return what is in the language of the topic, else in that of most documents; all where none is.

    Words can be compared with words of their own language only, and a piece that changes it reads as two.
    What its author pasted stays.
    """
    is_turkish = {each.id: turkish.is_turkish(each.text) for each in documents}
    is_asked = locale.startswith("tr") or turkish.is_turkish(" ".join(queries))
    is_wanted = is_asked or 2 * sum(is_turkish.values()) > len(documents)
    fitting = [
        each for each in documents if is_turkish[each.id] == is_wanted or each.source_type == "user_provided"
    ]
    return fitting or list(documents)


def _subject(documents: Sequence[SourceDocument], asked: Sequence[str], *, is_turkish: bool) -> set[str]:
    """Return the word of a topic that the most of its files have: gardens, of `school gardens that last`."""
    given = [set(stems(each.text, is_turkish=is_turkish)) for each in documents if each.source_type in GIVEN]
    seen = Counter(word for each in given for word in set(asked) & each)
    most = max(seen.values(), default=0)
    is_told = len(given) >= FILES and most >= COMMON * len(given)
    return {word for word, times in seen.items() if times == most} if is_told else set()


def _kin(texts: Sequence[str]) -> set[str]:
    """Return names that several texts about a topic share: what names them too speaks of the same."""
    seen = Counter(name for text in texts for name in set(_NAMED.findall(text)))
    return {name for name, times in seen.items() if times > 1}


def _least_words(document: SourceDocument) -> int:
    """Return how short a passage may be: a crumb of a page says nothing, a note that somebody gave does."""
    is_note = len(document.text.split()) < NOTE_WORDS and document.source_type == "local_file"
    return FEWEST_WORDS if is_note or document.source_type == "user_provided" else LEAST_WORDS


def _rarity(word: str, seen: Counter[str], total: int) -> float:
    return math.log(1 + (total - seen[word] + 0.5) / (seen[word] + 0.5))


def _rare_share(asked: Mapping[str, float], there: Counter[str], seen: Counter[str]) -> float:
    """Return how much of what is asked for a passage has, each word by its rarity."""
    whole = sum(rarity for word, rarity in asked.items() if seen[word])
    return sum(rarity for word, rarity in asked.items() if there[word]) / whole if whole else 0.0


def _bm25(asked: Mapping[str, float], counts: Counter[str], size: int, usual: float) -> float:
    score = 0.0
    for word, rarity in asked.items():
        there = counts[word]
        if there:
            score += rarity * there * 2.2 / (there + 1.2 * (0.25 + 0.75 * size / usual))
    return score


def _nearest(one: _Ranked, others: Sequence[_Ranked]) -> float:
    return max((len(one.bag & each.bag) / len(one.bag | each.bag) for each in others), default=0.0)


def _shown_name(document: SourceDocument) -> str:
    """Return what a source is called: its title, or how it begins where that is only the name of a file."""
    name = document.title or document.name
    if re.fullmatch(r"[\w.-]{1,40}", name) and (name[0].isdigit() or "_" in name or "-" in name):
        return f"{' '.join(document.text.split()[:7])}…"
    return name


def _source(ranked: _Ranked, number: int, at: datetime, article_id: str) -> ResearchSource:
    document, passage = ranked.document, ranked.passage
    name = _shown_name(document)
    if passage.heading and passage.heading != name:
        name = f"{name}{WITHIN}{passage.heading}"
    return ResearchSource(
        id=derived_id(int(at.timestamp() * 1000), article_id, document.id, str(passage.start)),
        document_id=document.id,
        number=number,
        source_type=document.source_type,
        source_name=name[:300],
        source_url=document.url,
        excerpt=passage.text,
        start=passage.start,
        end=passage.end,
        excerpt_sha256=sha256_of(passage.text),
        relevance_score=round(ranked.score, 3),
        created_at=at,
        flags=document.flags,
    )
