"""Finding topics: what sources write about, what the project's pieces mention and never tell, what goes on.

Pure.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from proofroom.articles.parts import sentences, words_of
from proofroom.articles.support import TIMES, names_of
from proofroom.articles.types import Article
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import say
from proofroom.providers.search.types import Hit

Json = dict[str, Any]
SAME = 0.6
"""From this share of common words on, two titles are about the same."""
_LOW, _MEDIUM = 3, 6
_SHORTEST_NAME = 4
_PROMISE = late_pattern(
    r"\b(?:will|shall|plans? to|is to|are to|hopes? to)\b(?! (?:be )?(?:tell|find|see|know|read))|"
    r"\bnext (?:spring|summer|autumn|winter|year|month)\b|\bgelecek (?:yıl|bahar|yaz)\b|\w+(?:acak|ecek)\b",
)


def competition(count: int) -> str:
    """Return how much is written about something, as the seed's words have it."""
    return "low" if count < _LOW else "medium" if count < _MEDIUM else "high"


def is_told(title: str, written: Sequence[frozenset[str]]) -> bool:
    """Tell whether something was written about already."""
    words = words_of(title)
    return not words or any(len(words & one) / len(words | one) >= SAME for one in written)


def from_sources(hits: Sequence[Hit], mine: Sequence[str]) -> list[Json]:
    """Return topics: hits grouped by their titles, without what is written already."""
    groups: dict[str, list[Hit]] = defaultdict(list)
    for hit in hits:
        key = " ".join([word for word in hit.title.lower().split() if len(word) > 4][:3])
        if key and all(hit.url != other.url for other in groups[key]):
            groups[key].append(hit)
    written = [words_of(one) for one in mine]
    known = frozenset[str]().union(*written) if written else frozenset[str]()
    made: list[Json] = []
    for group in groups.values():
        first = group[0]
        if is_told(first.title, written):
            continue
        terms = Counter(word for hit in group for word in words_of(hit.snippet) if word not in known)
        new = ", ".join(word for word, _ in terms.most_common(3))
        score = sum(hit.score or 0.5 for hit in group) / len(group) * 10
        made.append(
            {
                "title": first.title,
                "description": first.snippet[:200],
                "rationale": str(say("articles.why", count=len(group), source=first.url)),
                "trendingScore": round(min(10.0, score), 1),
                "competitionLevel": competition(len(group)),
                "suggestedAngle": str(say("articles.angle_new", words=new)) if new else "",
            }
        )
    return made


def from_gaps(pieces: Sequence[tuple[str, str]], mine: Sequence[str]) -> list[Json]:
    """Return topics: names that several pieces mention, and that no piece is about."""
    told = [words_of(one) for one in (*mine, *(title for title, _ in pieces))]
    known = frozenset[str]().union(*told) if told else frozenset[str]()
    seen: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for title, text in pieces:
        for sentence in sentences(text):
            for name in names_of(sentence.text):
                is_name = len(name) >= _SHORTEST_NAME and not set(name.lower().split()) & TIMES
                is_new = is_name and not words_of(name) & known
                if is_new and all(title != other for other, _ in seen[name]):
                    seen[name].append((title, sentence.text))
    return [
        {
            "title": name,
            "description": places[0][1][:200],
            "rationale": str(say("articles.why_gap", pieces=_named([title for title, _ in places]))),
            "trendingScore": round(min(10.0, 3.0 + 1.5 * len(places)), 1),
            "competitionLevel": competition(len(places)),
            "suggestedAngle": str(say("articles.angle_gap", piece=places[0][0])),
        }
        for name, places in seen.items()
        if len(places) > 1
    ]


def from_promises(pieces: Sequence[tuple[str, str]], mine: Sequence[str]) -> list[Json]:
    """Return topics: what a piece said would come, so that somebody can look whether it has."""
    written = [words_of(one) for one in mine]
    made: list[Json] = []
    for title, text in pieces:
        said = next((each.text for each in sentences(text) if _is_promise(each.text)), None)
        again = str(say("articles.follow.updated_version", title=title))
        if said is None or is_told(again, written):
            continue
        made.append(
            {
                "title": again[:200],
                "description": said[:200],
                "rationale": str(say("articles.why_promise", piece=title)),
                "trendingScore": 4.0,
                "competitionLevel": competition(1),
                "suggestedAngle": str(say("articles.angle_promise")),
            }
        )
    return made


def _is_promise(sentence: str) -> bool:
    return _PROMISE.search(sentence) is not None and re.search(r"\b(?:I|you|my)\b", sentence) is None


def follow_ups(articles: Sequence[Article], limit: int) -> list[Json]:
    """Return how pieces that are done could be continued: what their sources say and they do not."""
    made: list[Json] = []
    for article in articles:
        unused: list[int] = (article.report or {}).get("unused") or []
        kind = "sequel" if unused else "different_angle"
        if article.status == "published" and article.version > 1 and not unused:
            kind = "updated_version"
        made.append(
            {
                "parentArtifactId": article.id,
                "parentTitle": article.title,
                "parentType": article.type,
                "continuationType": kind,
                "suggestedTitle": str(say(f"articles.follow.{kind}", title=article.title)),
                "suggestedDescription": article.brief[:200],
                "rationale": str(say(f"articles.follow_why.{kind}", count=len(unused))),
            }
        )
    return made[:limit]


def best(found: Sequence[Json], count: int) -> list[Json]:
    """Return the best of all, no two about the same."""
    kept: list[Json] = []
    for one in sorted(found, key=lambda one: -one["trendingScore"]):
        if not is_told(one["title"], [words_of(other["title"]) for other in kept]):
            kept.append(one)
    return kept[:count]


def _named(titles: Sequence[str]) -> str:
    return ", ".join(f"“{each}”" for each in titles[:3])
