"""The plan of an article: how a skeleton is written without a model, cut to size, and given its sources."""

import re
from collections import Counter
from collections.abc import Sequence

from proofroom.articles.extract import WITHIN, Excerpt, clusters, defines, in_turkish, says_something
from proofroom.articles.headings import label
from proofroom.articles.parts import REF, headings_of, parts_of, sentences
from proofroom.articles.support import stems
from proofroom.articles.themes import LEAST_NAMES, by_theme
from proofroom.articles.types import ArticleSection, ArticleType, ResearchSource
from proofroom.kernel.patterns import late_pattern

CAPS: dict[ArticleType, int] = {"blog": 6_000, "showcase": 6_000, "social_post": 2_000}
NOTE = "[Cut here: the skeleton was longer than its limit.]"
SECTIONS = 5
_LEAST_CLUSTERS = 3
_MOST = 20
"""Sources a plan is made from."""
_PLANS: dict[ArticleType, tuple[str, ...]] = {
    "blog": ("What it is about", "How it works", "What the evidence says", "What follows from it"),
    "showcase": ("The situation", "The process", "The elements of the method", "Running it", "The outcome"),
    "social_post": ("Hook", "Key Points", "Call to Action"),
}
_TURKISH_PLANS: dict[ArticleType, tuple[str, ...]] = {
    "blog": ("Konu nedir", "Nasıl işliyor", "Veriler ne diyor", "Bundan ne çıkar"),
    "showcase": ("Durum", "Süreç", "Yöntemin öğeleri", "Uygulama", "Sonuç"),
}
_SECTION = late_pattern(r"^## (?P<name>.+)$", re.MULTILINE)
_SECTIONS_EACH = 3
_OPENS = 6
"""Sources that a piece may open with."""
_TERMS = 4


def capped(skeleton: str, type: ArticleType) -> str:
    """Return a skeleton within its limit; what was cut is said."""
    cap = CAPS[type]
    return skeleton if len(skeleton) <= cap else f"{skeleton[: cap - 100].rstrip()}\n\n{NOTE}"


def with_locked(skeleton: str, sections: Sequence[ArticleSection]) -> str:
    """Return a new plan in which what somebody locked has its place, as it had in the old one."""
    for index, each in enumerate(sections):
        found = list(_SECTION.finditer(skeleton))
        if not (each.is_locked and each.content) or each.heading in [one["name"] for one in found]:
            continue
        at = found[index].start() if index < len(found) else len(skeleton)
        refs = " ".join(f"{{{{ref:{number}}}}}" for number in each.sources)
        kept = f"## {each.heading}\n\n[PLACEHOLDER: stays as it is; sources {refs}]\n\n"
        skeleton = f"{skeleton[:at].rstrip()}\n\n{kept}{skeleton[at:]}"
    return skeleton.rstrip() + "\n"


def estimated_words(type: ArticleType, sections: int) -> int:
    """Return how long the piece will be, as the seed reckons."""
    return {"blog": 150 + 400 * sections, "showcase": 200 + 400 * sections, "social_post": 200}[type]


def plan(title: str, type: ArticleType, excerpts: Sequence[Excerpt]) -> str:
    """Return a skeleton from sources: what they speak of, group by group, each with its references."""
    if type == "social_post":
        return _social(title, excerpts)
    excerpts = [each for each in excerpts if says_something(each)] or excerpts
    series = {each.name.partition(WITHIN)[0].partition(": ")[0] for each in excerpts[:_MOST]}
    if len(series) >= LEAST_NAMES:
        return _themed(title, excerpts[:_MOST])
    groups = clusters(list(excerpts)[:_MOST], SECTIONS, title)
    groups = sorted(groups, key=lambda group: min(each.number for each in group))
    is_turkish = in_turkish(excerpts)
    parts = _TURKISH_PLANS[type] if is_turkish else _PLANS[type]
    if len(groups) < _LEAST_CLUSTERS:
        whole = list(excerpts)
        groups = [whole for _ in parts]
    taken: set[str] = set()
    lines = _beginning(title)
    for index, group in enumerate(groups):
        is_fixed = len({each.number for each in group}) == len(excerpts) and len(groups) == len(parts)
        heading = parts[index] if is_fixed else label(group, title, taken)
        taken.add(heading.lower())
        # Parts that share all sources still speak of different things.
        lines += _section(heading, group, index if is_fixed else 0)
    return "\n".join(lines) + "\n"


def _themed(title: str, excerpts: Sequence[Excerpt]) -> str:
    lines = _beginning(title)
    for heading, group in by_theme(excerpts, title):
        lines += _section(heading, group)
    return "\n".join(lines) + "\n"


def _beginning(title: str) -> list[str]:
    return [f"# {title}", "", "[Write hook here]", "", f"[IMAGE: featured picture for {_bare(title)}]"]


def _section(heading: str, group: Sequence[Excerpt], part: int = 0) -> list[str]:
    # As they are numbered: the passages of a document follow each other as they do there.
    ordered = sorted(group, key=lambda each: each.number)
    refs = " ".join(f"{{{{ref:{each.number}}}}}" for each in ordered)
    return ["", f"## {heading}", "", f"[PLACEHOLDER: {', '.join(_terms(group, part))}; sources {refs}]"]


def sections_of(
    skeleton: str, type: ArticleType, title: str, sources: Sequence[ResearchSource]
) -> tuple[ArticleSection, ...]:
    """Return the sections a skeleton plans, each with the sources it is to be written from."""
    if type == "social_post":
        numbers = tuple(each.number for each in sources[:SECTIONS])
        return (ArticleSection(heading=title, notes=skeleton, sources=numbers),)
    parts = parts_of(skeleton) or [(heading, "") for heading in headings_of(skeleton, type)]
    parts = parts or [(title, skeleton)]
    known = {each.number for each in sources}
    named = [[int(n) for n in REF.findall(notes) if int(n) in known] for _, notes in parts]
    uses = Counter(number for numbers in named for number in numbers)
    for index, (heading, notes) in enumerate(parts):
        if not named[index]:
            named[index] = _fitting(f"{heading} {notes}", sources)
    for source in sources:
        if not uses[source.number] and not any(source.number in numbers for numbers in named):
            text = f"{source.source_name} {source.excerpt}"
            best = max(
                range(len(parts)), key=lambda at: (_common(f"{parts[at][0]} {parts[at][1]}", text), -at)
            )
            named[best].append(source.number)
    return tuple(
        ArticleSection(heading=heading, notes=notes, sources=tuple(dict.fromkeys(numbers)))
        for (heading, notes), numbers in zip(parts, named, strict=True)
    )


def opening_sources(
    planned: Sequence[ArticleSection], sources: Sequence[ResearchSource], title: str
) -> tuple[int, ...]:
    """Return what a piece may open with: what says what its topic is, or fits it best.

    It is nothing that a section lives on.

    A section that is called after a source, or has only one, would be left with nothing to say.
    """
    if not planned:
        return ()
    only = {each.sources[0] for each in planned if len(each.sources) == 1}
    headings = [each.heading.lower() for each in planned]
    free = [
        each.number
        for each in sources
        if each.number not in only
        and any(each.number in section.sources for section in planned)
        and not any(
            step in heading or heading in step
            for step in re.split(rf": |{WITHIN}", each.source_name.lower())
            for heading in headings
        )
    ]
    topic = set(stems(title))
    defining = [
        each.number for each in sources if each.number not in only and defines(_first_sentence(each), topic)
    ]
    return tuple(dict.fromkeys([*defining, *free]))[:_OPENS] or planned[0].sources


def _first_sentence(source: ResearchSource) -> str:
    return next((each.text for each in sentences(source.excerpt)), "")


def _social(title: str, excerpts: Sequence[Excerpt]) -> str:
    refs = " ".join(f"{{{{ref:{each.number}}}}}" for each in list(excerpts)[:SECTIONS])
    return (
        f"# {title}\n\n## Hook\n\n[Write hook here]\n\n## Key Points\n\n[PLACEHOLDER: sources {refs}]\n\n"
        "## Call to Action\n\n[PLACEHOLDER: where to read more]\n\n"
        f"[IMAGE: featured picture for {_bare(title)}]\n"
    )


def _fitting(text: str, sources: Sequence[ResearchSource]) -> list[int]:
    ranked = sorted(sources, key=lambda each: -_common(text, f"{each.source_name} {each.excerpt}"))
    return [each.number for each in ranked[:_SECTIONS_EACH]]


def _common(left: str, right: str) -> int:
    return len(set(stems(left)) & set(stems(right)))


def _terms(group: Sequence[Excerpt], part: int) -> list[str]:
    counts = Counter(
        word for each in group for word in re.findall(r"[^\W\d_]{5,}", each.text.lower()) if stems(word)
    )
    first = part * _TERMS
    return [word for word, _ in counts.most_common(first + _TERMS)][first:]


def _bare(title: str) -> str:
    return title.replace("[", "(").replace("]", ")")
