"""Writing without a language model: sentences of given sources, chosen and ordered, each with its reference.

Nothing is invented: what is written stands word for word in a source. This is what the offline model does
where another would compose.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from proofroom.articles import turkish
from proofroom.articles.parts import sentences
from proofroom.articles.support import stems
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern

FEWEST_WORDS, FEWEST_TURKISH_WORDS, MOST_WORDS = 6, 4, 45
"""Turkish says with endings what English says with small words."""
LAMBDA = 0.7
WITHIN = " › "
"""Between the name of a document and the heading of a passage in it."""
_DANGLING = late_pattern(
    r"^(?:it|its|they|them|their|he|she|his|her|this|that|these|those|such|here|and|but|or|so|also|then|"
    r"there(?! (?:is|are|was|were|has been|have been)\b)|"
    r"thus|hence|however|moreover|instead|otherwise|likewise|both|another|neither|meanwhile|others|"
    r"(?:since|before|after|until|by) (?:then|that)|bu|şu|o|ona|onlar|bunlar|bunun|onun|ancak|ama|fakat|"
    r"ayrıca|böylece|ardından|üstelik|oysa|dolayısıyla)\b",
    re.IGNORECASE,
)
_ANSWER = late_pattern(r"^(?:because|yes|no|well|of course|çünkü|evet|hayır|tabii)\b", re.IGNORECASE)
"""What somebody says to a question, which stands before it."""
_LEANS = late_pattern(
    r"^The\b|\b(?:they|them|these|those|this)\b|\bsuch\b(?! as)"
    r"|\b(?:beside|near|with|of|under|behind|around) it\b"
    r"|^\w+ing\b[^,.]{1,60}, (?:it|they|he|she)\b"
    r"|\b(?:o|bu) (?:gün|yıl|tarih|zaman|dönem)|\b(?:onun|onu|bunu|bunun|orada|burada)\b",
    re.IGNORECASE,
)
"""Signs that a sentence speaks of what was said just before it."""
_QUOTE = late_pattern(r"“[^“”]*”|\"[^\"]*\"|«[^«»]*»")
_PERSONAL = late_pattern(r"\b(?:i|my|me|mine|we|our|ours|us|ben|benim|biz|bizim)\b|[!?]$|!!", re.IGNORECASE)
"""Words of somebody who speaks for themselves: they are quoted, or not used."""
_ADDRESS = late_pattern(r"\b(?:you|your|yours|siz|sizin|sen|senin)\b", re.IGNORECASE)
"""Words to a reader of another text: used where there is little else."""
_FEWEST = 3
_BOILERPLATE = late_pattern(
    r"cookie|subscribe|newsletter|all rights reserved|click here|sign up|log in|read more|copyright|"
    r"privacy policy|terms of (?:use|service)|share this|follow us|https?://|[{}<>|`]|\]\(|\bignore\b.{0,40}"
    r"\binstruction|system prompt|you are now|^(?:it was agreed|present were|the next meeting|apologies)\b|"
    r"^(?:present|attendees|attendance|in attendance|katılanlar|hazır bulunanlar)\s*:|"
    r"\bminutes of the (?:last|previous) meeting\b|"
    r"\bcommittee met on\b|^(?:toplantı \d|gündem\b|bir sonraki toplantı)",
    re.IGNORECASE,
)
_LABELLED = late_pattern(r"^\W*\w+(?: \w+)?:\s(?![\"“«])")
"""`See also: …`, `Tags: …`: a label with what belongs to it, and no sentence."""
_DEFINES = late_pattern(
    r"^(?:An?|The|Bir)?\s*(?P<subject>[^,.;:()]{2,60}?)(?:,[^,]{2,80},)?"
    r" (?:is|are|was|were) (?:an?|the|one of|any)\b"
    r"|^(?P<konu>[^.;:()]{2,60}?),? [^.]*d[ıiuü]r\.?$",
    re.IGNORECASE,
)
"""A sentence that tells what something is."""
_BACK = late_pattern(r"\b(?:it|its|they|them|their|he|his|him|she|her|o|onun|onlar)\b", re.IGNORECASE)
"""Words for what was named before: what has one begins no paragraph in the middle of its source."""
_FIGURE_FIRST = late_pattern(r"\d[\d.,]*\d(?:%|['’]\w+)? ")
"""A sentence may begin with a figure, `1964'te`; one digit is as likely the number of a list."""
_WORD = late_pattern(r"[^\W\d_]{3,}")
_A_FEW_MORE = 2
"""So many sentences more are better than a paragraph that breaks off in the middle of a source."""
_CHAIN = 2
"""How many sentences may be brought along for one that leans on them."""
_SAME = 0.6
_FOLLOWS = 3
"""Words of a short sentence that may follow the one before it and never stands alone: `Gas emits more`."""
_LEAD = 2.0
"""What telling what the topic is counts among the sentences that a piece may begin with."""
_OPENING_WORDS = 20
_SHORT_SOURCE, _WHOLE_WORDS = 3, 60
"""A source with fewer sentences than this behind its first, and of so many words, is told in one piece."""
_KEY_WORDS = 7
"""Two sentences that begin with the same words are the same: one may have been cut on its way."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A numbered source as a writer is given it."""

    number: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that could be used."""

    ref: int
    text: str
    words: frozenset[str]
    score: float
    order: int
    place: int = 0
    """Which sentence of its source it is."""
    leans: bool = False
    """It speaks of what the sentence before it said, and is used only after that one."""


def in_turkish(excerpts: Iterable[Excerpt]) -> bool:
    """Tell whether sources are Turkish, so that a short name among them is read as they are."""
    return turkish.is_turkish(" ".join(each.text for each in excerpts))


def candidates(
    excerpts: Sequence[Excerpt], about: str, used: Iterable[str] = (), *, is_own_story: bool = False
) -> list[Candidate]:
    """Return the usable sentences of sources, the best first; in one's own story `we` may speak."""
    found = _found(excerpts, used, may_address=False, is_own_story=is_own_story)
    if len(found) < _FEWEST:
        found = _found(excerpts, used, may_address=True, is_own_story=is_own_story)
    if not found:
        return []
    weights = _weights([each[2] for each in found])
    centre = Counter(word for each in found for word in each[2])
    asked = set(stems(about, is_turkish=in_turkish(excerpts)))
    ranks = _text_rank([frozenset(each[2]) for each in found])
    made = [
        Candidate(
            ref,
            text,
            frozenset(words),
            _centrality(words, centre, weights)
            + 1.5 * len(asked.intersection(words)) / (len(asked) or 1)
            + ranks[index]
            + 0.3 / (1 + place)
            + 0.4 / (1 + order)
            + _LEAD * (place == 0 and defines(text, asked)),
            index,
            place,
            place > 0 and leans(text),
        )
        for index, (ref, text, words, place, order) in enumerate(found)
    ]
    return sorted(made, key=lambda each: (-each.score, each.order))


def _dangles(text: str) -> bool:
    """Tell whether a sentence begins with a word for what was said before it, or is an answer that does."""
    bare = text.lstrip("“\"«'‘")
    return _DANGLING.match(bare) is not None or (bare != text and _ANSWER.match(bare) is not None)


def defines(text: str, topic: Set[str]) -> bool:
    """Tell whether a sentence says what a topic is: a canal lock is a chamber between two gates."""
    found = _DEFINES.match(text)
    subject = found and (found["subject"] or found["konu"])
    return bool(subject) and set(stems(subject or "")) == topic


def leans(text: str) -> bool:
    """Tell whether a sentence needs the one before it; a short Turkish one leaves out of whom it speaks."""
    # What stands behind a colon or semicolon speaks of what stands before it.
    first = re.split(r"[;:]", _QUOTE.sub("", text))[0]
    if _dangles(text) or _LEANS.search(first):
        return True
    return len(text.split()) < FEWEST_WORDS


def says_something(excerpt: Excerpt) -> bool:
    """Tell whether a source states anything that could be written from it."""
    return bool(_found([excerpt], (), may_address=False))


def _found(
    excerpts: Sequence[Excerpt], used: Iterable[str], *, may_address: bool, is_own_story: bool = False
) -> list[tuple[int, str, list[str], int, int]]:
    """Return usable sentences with their words and places, each once."""
    spoken = {_key(each) for each in used}
    found: list[tuple[int, str, list[str], int, int]] = []
    is_turkish = in_turkish(excerpts)
    for order, excerpt in enumerate(excerpts):
        said = sentences(excerpt.text)
        if not is_own_story and _is_talk([each.text for each in said]):
            continue
        fewest = FEWEST_TURKISH_WORDS if is_turkish else FEWEST_WORDS
        for place, sentence in enumerate(said):
            is_address = _ADDRESS.search(_QUOTE.sub("", sentence.text)) is not None
            if is_address and not may_address:
                continue
            least = fewest if place == 0 or is_turkish else _FOLLOWS
            is_fit = _is_usable(sentence.text, place, least, is_own_story=is_own_story)
            if is_fit and _key(sentence.text) not in spoken:
                spoken.add(_key(sentence.text))
                words = stems(sentence.text, is_turkish=is_turkish)
                found.append((excerpt.number, sentence.text, words, place, order))
    return found


def choose(pool: Sequence[Candidate], words: int, most: int = 40) -> list[Candidate]:
    """Return sentences of about so many words that say different things, in the order of their sources.

    One that leans on the sentence before it brings that one along, or is left out.
    """
    chosen: list[Candidate] = []
    waiting: list[Candidate] = list(pool)
    known = {(each.ref, each.place): each for each in pool}
    top = max((each.score for each in pool), default=1.0) or 1.0
    count = 0
    while waiting and count < words and len(chosen) < most:
        best = max(
            waiting, key=lambda each: LAMBDA * each.score / top - (1 - LAMBDA) * _nearest(each, chosen)
        )
        waiting.remove(best)
        with_it = _leading_to(best, known, chosen)
        if with_it and len(chosen) + len(with_it) <= most and _nearest(best, chosen) < _SAME:
            chosen += with_it
            waiting = [each for each in waiting if each not in with_it]
            count += sum(len(each.text.split()) for each in with_it)
    return sorted(chosen, key=lambda each: each.order)


def opening(pool: Sequence[Candidate]) -> list[Candidate]:
    """Return how a piece begins: the first sentence of the source that says most of the topic, and the next.

    A sentence from the middle of a source is no beginning.
    """
    first = next((each for each in pool if each.place == 0), None)
    if first is None:
        return choose(pool, _OPENING_WORDS, most=2)
    rest = sorted((each for each in pool if each.ref == first.ref and each.place), key=lambda one: one.place)
    if len(rest) < _SHORT_SOURCE and sum(len(each.text.split()) for each in (first, *rest)) <= _WHOLE_WORDS:
        # What a short source says is told at once: the rest of it would begin its section in the middle.
        return [first, *rest]
    is_enough = len(first.text.split()) >= _OPENING_WORDS or len(rest) < _SHORT_SOURCE
    return [first, *(each for each in rest if each.place == 1 and not is_enough)]


def _leading_to(
    one: Candidate, known: Mapping[tuple[int, int], Candidate], chosen: Sequence[Candidate]
) -> list[Candidate]:
    """Return a sentence with those before it that it needs; none if one of them cannot be used."""
    found = [one]
    while found[0].leans:
        before = known.get((one.ref, found[0].place - 1))
        if before is None or len(found) > _CHAIN:
            return []
        if before in chosen:
            break
        found.insert(0, before)
    return found


def paragraphs(chosen: Sequence[Candidate], most: int = 4) -> str:
    """Return sentences as paragraphs, each with its reference; a paragraph keeps to one source if it can."""
    runs: list[list[Candidate]] = []
    for one in chosen:
        if runs and runs[-1][-1].ref == one.ref:
            runs[-1].append(one)
        else:
            runs.append([one])
    groups: list[list[Candidate]] = []
    for run in runs:
        parts = _parts(run, 1 if most > 1 and len(run) <= most + _A_FEW_MORE else -(-len(run) // most))
        # One sentence alone is no paragraph: it goes with what stands before it.
        if most > 1 and len(run) == 1 and groups and len(groups[-1]) < most:
            groups[-1] += run
        else:
            groups += parts
    return "\n\n".join(" ".join(f"{one.text} {{{{ref:{one.ref}}}}}" for one in group) for group in groups)


def _parts(run: list[Candidate], count: int) -> list[list[Candidate]]:
    """Return sentences of one source in about so many parts; none begins with what leans on the last."""
    size = -(-len(run) // count)
    parts: list[list[Candidate]] = []
    for one in run:
        if not parts or (len(parts[-1]) >= size and not one.leans and not _BACK.search(one.text)):
            parts.append([])
        parts[-1].append(one)
    return parts


def by_document(excerpts: Iterable[Excerpt], *, in_parts: bool = False) -> dict[str, list[Excerpt]]:
    """Return sources by the document they stand in, or by its parts."""
    found: dict[str, list[Excerpt]] = {}
    for each in excerpts:
        found.setdefault(each.name if in_parts else each.name.partition(WITHIN)[0], []).append(each)
    return found


def clusters(excerpts: Sequence[Excerpt], most: int, about: str = "") -> list[list[Excerpt]]:
    """Return sources in groups that speak of the same, by joining the nearest until few are left.

    Words of the topic, and words that most sources have, say nothing about what sets them apart.
    """
    groups = list(by_document(excerpts).values())
    if len(groups) < most:  # of a few documents each part has a heading of its own
        groups = list(by_document(excerpts, in_parts=True).values())
    is_turkish = in_turkish(excerpts)
    topic = set(stems(about, is_turkish=is_turkish))
    lists = [
        stems(" ".join(f"{each.name} {each.name} {each.text}" for each in group), is_turkish=is_turkish)
        for group in groups
    ]
    weights = _weights(lists)
    bags = [
        {word: count * weights[word] ** 2 for word, count in Counter(words).items() if word not in topic}
        for words in lists
    ]
    # What says little joins first: three sentences are no section.
    lengths = [sum(len(each.text.split()) for each in group) for group in groups]
    while len(groups) > most:
        left, right = max(
            ((a, b) for a in range(len(groups)) for b in range(a + 1, len(groups))),
            key=lambda pair: (
                (_cosine(bags[pair[0]], bags[pair[1]]) + 0.02) / (lengths[pair[0]] + lengths[pair[1]]) ** 1.5,
                -pair[0],
            ),
        )
        groups[left] += groups.pop(right)
        lengths[left] += lengths.pop(right)
        for word, weight in bags.pop(right).items():
            bags[left][word] = bags[left].get(word, 0.0) + weight
    return groups


def _is_usable(text: str, place: int, fewest: int, *, is_own_story: bool) -> bool:
    count = len(text.split())
    return (
        fewest <= count <= MOST_WORDS
        and text[-1] in '.!…”"’)'
        and (text.lstrip("“\"«(‘'*_")[:1].isupper() or _FIGURE_FIRST.match(text) is not None)
        and not (place == 0 and _dangles(text))
        and not any(mark in _QUOTE.sub("", text) for mark in '"“”«»')
        and (is_own_story or not _PERSONAL.search(_QUOTE.sub("", text)))
        and not _BOILERPLATE.search(text)
        and not _LABELLED.match(text)
        # Code and rows of signs are no sentences; figures are what a reader comes for.
        and sum(char.isalnum() or char.isspace() for char in text) > 0.8 * len(text)
        and sum(map(str.isalpha, text)) > 0.5 * len(text)
    )


def _is_talk(said: Sequence[str]) -> bool:
    """Tell whether a source is somebody talking of themselves: an opinion is no fact to report."""
    # What a page says around its text, `We use cookies. Accept all?`, is nobody's opinion.
    told = [each for each in said if len(each.split()) >= _FEWEST and not _BOILERPLATE.search(each)]
    personal = sum(bool(_PERSONAL.search(_QUOTE.sub("", each))) for each in told)
    return personal * 3 >= len(told) > 1


def _weights(lists: Sequence[Sequence[str]]) -> dict[str, float]:
    seen = Counter(word for each in lists for word in set(each))
    return {word: math.log(1 + len(lists) / count) for word, count in seen.items()}


def _centrality(words: Sequence[str], centre: Counter[str], weights: dict[str, float]) -> float:
    if not words:
        return 0.0
    return sum(weights[word] * math.log(1 + centre[word]) for word in set(words)) / (4 + len(set(words)))


def _text_rank(bags: Sequence[frozenset[str]], rounds: int = 12) -> list[float]:
    """Return how central each sentence is among all, by walking along what they have in common."""
    count = len(bags)
    if count > 160:
        return [0.0] * count
    links = [
        [len(a & b) / (1 + math.log(1 + len(a)) + math.log(1 + len(b))) if a is not b else 0.0 for b in bags]
        for a in bags
    ]
    sums = [sum(row) or 1.0 for row in links]
    ranks = [1.0] * count
    for _ in range(rounds):
        ranks = [
            0.15 + 0.85 * sum(ranks[j] * links[j][i] / sums[j] for j in range(count)) for i in range(count)
        ]
    top = max(ranks, default=1.0) or 1.0
    return [each / top for each in ranks]


def _nearest(one: Candidate, others: Sequence[Candidate]) -> float:
    return max((_jaccard(one.words, each.words) for each in others), default=0.0)


def _jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    return len(left & right) / len(left | right) if left | right else 0.0


def _cosine(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    dot = sum(weight * right.get(word, 0.0) for word, weight in left.items())
    norm = math.sqrt(sum(each * each for each in left.values()) * sum(each * each for each in right.values()))
    return dot / norm if norm else 0.0


def _key(text: str) -> str:
    return " ".join(_WORD.findall(text.lower())[:_KEY_WORDS])
