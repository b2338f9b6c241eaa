"""Requests that ask for several things: split into their parts, looked up side by side, written in order."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import lru_cache
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.consent import is_agreed_to
from proofroom.providers.offline.plan import READING, Answer, Ask, Call, Made, Plan, Request, Result
from proofroom.providers.offline.sentence import Sentence, tokens

MOST: Final = 5
_ENGLISH_START: Final = (
    r"(?:please )?(?:add|create|publish|unpublish|archive|delete|remove|change|set|update|rename|mark"
    r"|feature|unfeature|copy|replace|make|take|put|move{}|(?:its|his|her|their) \w+ to)\b"
)
_JOINTS: Final = (
    r"(?:\s*[;\n]+\s*|\s*&\s*|\.\s+|,?\s+and\s+(?:then\s+|also\s+)?|,\s*(?:then\s+)?|\s+then\s+)(?={})"
)
_TWICE: Final = re.compile(
    r"^\W*(?P<verb>rename|change|set)\s+(?P<one>(?:(?!\bto\b|\band\b).)+\bto\b(?:(?!\band\b).)+?)\s*,?\s+and\s+"
    r"(?P<other>(?!(?:its|his|her|their)\b)(?:(?!\bto\b|\band\b).)+\bto\b(?:(?!\band\b).)+)$"
)
"""One verb for two: rename A to B and C to D."""
_FIELD: Final = re.compile(r"(?:the\s+)?(?=[a-z]+(?:\s[a-z]+)?\s+to\b)")
_OWNED: Final = re.compile(r"\b(?:of|for)\b|['’]s\b|s['’](?=\s)")
"""A field without its entry, and an entry that a field was named of."""
_TURKISH_JOINT: Final = re.compile(
    r"(?<=\w)(?:\s*[;\n]+\s*|\.\s+|,?\s+(?:ve|sonra|ardindan|ayrica)\s+(?:de\s+)?|,\s*(?:sonra\s+"
    r"|ardindan\s+)?)"
)
_TURKISH_END: Final = re.compile(
    r"(?:ekle|olustur|yayinla|kaldir|arsivle|sil|degistir|guncelle|yap|al|kopyala|ayarla|cikar|isaretle"
    r"|tasi|cek|ver|yaz|koy|getir|olsun|onayla|reddet)(?:yin|in|ir misin)?\W*$"
)
KindOf = Callable[[str], str | None]


@lru_cache(maxsize=256)
def parts_of(text: str, kind_of: KindOf, orders: frozenset[str], verbs: str = "") -> tuple[str, ...]:
    """Return the orders a request consists of, or the whole request when it is one.

    `orders` are the kinds that can be one part of several; `verbs` is a pattern of more words that an order
    may begin or end with.
    """
    sentence = Sentence(text)
    twice = _TWICE.match(sentence.masked)
    if twice is not None:
        verb, one, other = (text[twice.start(name) : twice.end(name)] for name in ("verb", "one", "other"))
        if _FIELD.match(other) and _OWNED.search(one):
            other = f"its {_FIELD.sub('', other, count=1)}"  # of what the first part speaks of
        return f"{verb} {one}", f"{verb} {other}"
    start = _ENGLISH_START.format(f"|{verbs}" if verbs else "")
    spans = [match.span() for match in re.finditer(_JOINTS.format(start), sentence.masked)]
    if not spans:
        spans = [
            match.span()
            for match in _TURKISH_JOINT.finditer(sentence.masked)
            if _TURKISH_END.search(sentence.masked[: match.start()])
            or (verbs and re.search(rf"\b(?:{verbs})\W*$", sentence.masked[: match.start()]))
        ]
    cuts = [0, *(place for span in spans for place in span), len(text)]
    parts = [text[start:end].strip() for start, end in zip(cuts[::2], cuts[1::2], strict=True)]
    parts = [_whole(part) for part in parts if part]
    is_several = 1 < len(parts) <= MOST and all(_stands_alone(part, kind_of, orders) for part in parts)
    return tuple(parts) if is_several else (text,)


def _whole(part: str) -> str:
    """Return a part that leaves the verb to the one before as an order: "his email to x"."""
    return f"Set {part}" if re.match(r"(?:its|his|her|their) \w+ to\b", part, re.IGNORECASE) else part


def _stands_alone(part: str, kind_of: KindOf, orders: frozenset[str]) -> bool:
    """Tell whether a part is an order of its own, and not the end of the one before."""
    sentence, intent = Sentence(part), kind_of(part)
    said = len(tokens(sentence.masked)) + (len(sentence.quotes) if intent != "change" else 0)
    return intent in orders and (said > 1 or sentence.has(r"^\w+\W*$"))


@dataclass
class _Part:
    """One order on its way: its plan, what it wants next, and how it ended."""

    text: str
    intent: str
    plan: Plan | None = None
    wanted: Call | list[Call] | None = None
    end: Answer | Ask | None = None
    made: list[Made] = field(default_factory=list[Made])

    @property
    def calls(self) -> list[Call]:
        """Return the calls it wants next."""
        if self.wanted is None:
            return []
        return self.wanted if isinstance(self.wanted, list) else [self.wanted]

    @property
    def writes(self) -> bool:
        """Tell whether it is about to write."""
        return any(call.tool not in READING for call in self.calls)

    def start(self, plan: Plan) -> None:
        """Begin the plan."""
        self.plan = plan
        self._step(lambda: next(plan))

    def go_on(self, results: list[Result]) -> None:
        """Hand over results."""
        self.made += [Made(call, one) for call, one in zip(self.calls, results, strict=True) if one.ok]
        plan, given = self.plan, results if isinstance(self.wanted, list) else results[0]
        assert plan is not None
        self._step(lambda: plan.send(given))

    def _step(self, move: Callable[[], Call | list[Call]]) -> None:
        try:
            self.wanted = move()
        except StopIteration as done:
            self.wanted, self.end = None, done.value


def do_parts(
    request: Request, plans: Mapping[str, Callable[[Request], Plan]], texts: tuple[str, ...], kind_of: KindOf
) -> Plan:
    """Look the parts up side by side, and write them in order."""
    parts = [_Part(text, kind_of(text) or "") for text in texts]
    while any(part.end is None for part in parts):
        _begin(request, parts, plans)
        ready = _ready(parts)
        calls = [call for part in ready for call in part.calls]
        if not calls:
            break
        question = _unclear(request, parts) if any(part.writes for part in ready) else None
        if question is not None and not is_agreed_to(request, question):
            return question
        results: list[Result] = yield calls
        answered = iter(results)
        for part in ready:
            part.go_on([next(answered) for _ in part.calls])
    said = [part.end.text for part in parts if part.end is not None]
    has_question = any(isinstance(part.end, Ask) for part in parts)
    return (Ask if has_question else Answer)("\n\n".join(said))


def _unclear(request: Request, parts: list[_Part]) -> Ask | None:
    """Return the question whether to do the parts that are clear; None where all of them are."""
    asked = [part.end.text for part in parts if isinstance(part.end, Ask)]
    clear = [part for part in parts if not isinstance(part.end, Ask)]
    if not asked:
        return None
    told = " ".join(f"“{part.text.strip(' .,;')}”" for part in clear)
    question = request.say("answer.offline.rest", told=told)
    return Ask("\n\n".join((*asked, question)), tuple(call for part in clear for call in part.calls))


def _begin(request: Request, parts: list[_Part], plans: Mapping[str, Callable[[Request], Plan]]) -> None:
    """Start every part that can: one that says "it" waits for the parts before it."""
    for index, part in enumerate(parts):
        before = parts[:index]
        masked = Sentence(part.text).masked
        waits = (
            re.search(
                rf"{lexicon.THIS}|^\w+\s*[.!]?$|\w[iu]n[iu]\s+d[ae]\b|^add\s+\S+\W*$|\binstead\W*$", masked
            )
            is not None
        )
        if (
            part.plan is not None
            or part.end is not None
            or (waits and any(one.end is None for one in before))
        ):
            continue
        made = tuple(made for one in before for made in one.made)
        own = replace(
            request,
            text=part.text,
            whole=part.text,
            before=(*request.before, *made),
            latest=made or request.latest,
        )
        part.start(plans[part.intent](own))


def _ready(parts: list[_Part]) -> list[_Part]:
    """Return the parts that may go on now: nobody writes before an earlier part is done."""
    ready: list[_Part] = []
    is_first = True
    for part in parts:
        if part.wanted is not None and (is_first or not part.writes):
            ready.append(part)
        is_first = is_first and part.end is not None
    return ready
