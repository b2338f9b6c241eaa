"""A second reader of the citation report: a language model, one call per section.

Rules compare words; a model can tell that other words say the same, or more. The one that is set for this
step reads, else the one that writes; the built-in one cannot. Its answers are kept with the report and
checked there (`reading.py`). Where there is none, or it fails, the rules alone have read the piece, and the
report says so.
"""

import itertools
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from proofroom.articles.ask import Task, ask_model
from proofroom.articles.citations import claims_to_weigh
from proofroom.articles.prompting import checking_prompt
from proofroom.articles.reading import MOST_QUOTES, ClaimReading, Readings, Verdict, kept_in, key_of
from proofroom.articles.reports import report_on, stored_for, summary_of
from proofroom.articles.statuses import WRITTEN, refused
from proofroom.articles.types import ResearchSource
from proofroom.articles.work import Work
from proofroom.durable import StepContext
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError, ToolFailed
from proofroom.kernel.strings import say
from proofroom.providers.built_in import OFFLINE

Json = dict[str, Any]
STEP: Final = "checkCitations"
READ_AFTER: Final = frozenset(
    [
        "writeFullContent",
        "applyHumanityCheck",
        "writeContentSection",
        "writeSocialPostContent",
        "localizeArticle",
    ]
)
"""Steps that leave other sentences than they found."""
AT_ONCE: Final = 24
"""Claims in one call; a longer section has several."""
_TOKENS, _TOKENS_A_CLAIM = 400, 160
_LONGEST: Final = 1_000
SCHEMA: Final[Json] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["verdicts"],
    "properties": {
        "verdicts": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["claim", "verdict", "quotes", "uncarried"],
                "properties": {
                    "claim": {"type": "integer"},
                    "verdict": {"enum": ["carried", "partly", "not_carried", "contradicted"]},
                    "quotes": {"type": "array", "items": {"type": "string"}},
                    "uncarried": {"type": "array", "items": {"type": "string"}},
                },
            },
        }
    },
}


class _Said(msgspec.Struct):
    """A verdict as a model words it."""

    claim: int
    verdict: Verdict
    quotes: list[str] = []
    uncarried: list[str] = []


class _Answer(msgspec.Struct):
    verdicts: list[_Said]


@dataclass(frozen=True, slots=True)
class _Group:
    """The claims of a section that one call is asked about."""

    section: str
    claims: Sequence[tuple[str, Sequence[int]]]


async def check_citations(work: Work) -> Json:
    """Compare every sentence with its sources again, and keep the report."""

    async def look(step: StepContext) -> Json:
        article = await work.article()
        if article.status not in WRITTEN:
            raise refused(STEP, article.status, WRITTEN)
        return {}

    await work.flow.step(f"{STEP}.look", "look at the text", look, kind="guard")
    return {"citations": await read_again(work, STEP, is_kept=True)}


async def read_again(work: Work, key: str, *, is_kept: bool = False) -> Json:
    """Have the chosen model read what it has not read yet, and keep the report; return its figures.

    Without a model the report stays as the rules made it, unless it is to be kept anyway.
    """
    chosen = work.models(STEP) or work.models("write") or [work.usual_model]
    models = [each for each in chosen if each not in ("", OFFLINE)]
    if not models and not is_kept:
        return {}
    readings = await _ask(work, key, models) if models else None

    async def keep(step: StepContext) -> Json:
        article = await work.article()
        report = await report_on(work.articles, article, article.content, readings=readings)
        # Without a mark: the text is as it was, so that the run that wrote it can still be undone.
        await work.articles.write(
            article.workspace_id,
            article.id,
            STEP,
            work.by,
            step.now(),
            to=article.status,
            expected=[article.status],
            report=report.as_dict(),
        )
        return summary_of(report)

    return await work.flow.step(f"{key}.read.keep", "keep the citation report", keep)


async def _ask(work: Work, key: str, models: Sequence[str]) -> Readings:
    """Ask about each section; what an earlier reading has said of the same words is not asked again."""

    async def gather(step: StepContext) -> list[Json]:
        article = await work.article()
        against = await stored_for(work.articles, article)
        known = kept_in(article.report)
        open_claims = [
            (section, sentence.text, [each.number for each in cited])
            for section, sentence, cited in claims_to_weigh(article.content, against)
            if known.of(sentence.text, cited) is None
        ]
        return [msgspec.to_builtins(each) for each in _grouped(open_claims)]

    planned = await work.flow.step(f"{key}.read.plan", "find claims to weigh", gather)
    groups = msgspec.convert(planned, list[_Group])
    article = await work.article()
    sources = (await stored_for(work.articles, article)).sources
    found, trouble = dict(kept_in(article.report).by_claim), ""
    for number, group in enumerate(groups):
        try:
            found |= await _ask_about(work, f"{key}.read.{number:02d}", group, sources, models)
        except ProofroomError as error:
            trouble = str(error.message)
            work.warnings.append(str(say("articles.reader_failed", section=group.section, why=trouble)))
    return Readings(found, trouble)


async def _ask_about(
    work: Work, key: str, group: _Group, sources: Mapping[int, ResearchSource], models: Sequence[str]
) -> dict[str, ClaimReading]:
    article = await work.article()
    cited = dict.fromkeys(number for _, numbers in group.claims for number in numbers)
    prompt = checking_prompt(
        article, group.section, group.claims, [sources[each] for each in cited], article.id.replace("-", "")
    )
    tokens = _TOKENS + _TOKENS_A_CLAIM * len(group.claims)
    task = Task(prompt, 0.0, tokens, rules="articles.reader_rules", schema=SCHEMA)
    name = f"read the claims of {group.section}" if group.section else "read the claims"
    for attempt in ("", ".again"):
        written = await ask_model(work.flow, key + attempt, name, task, models)
        if (said := verdicts_in(written.text)) is not None:
            break
    else:
        raise ToolFailed(say("articles.reader_unclear"))
    made: dict[str, ClaimReading] = {}
    times = Counter(each.claim for each in said)
    for each in said:
        # Who says two things of one claim has said nothing.
        if 1 <= each.claim <= len(group.claims) and times[each.claim] == 1:
            claim, numbers = group.claims[each.claim - 1]
            made[key_of(claim, [sources[number] for number in numbers])] = _reading(each, written.model)
    return made


def verdicts_in(text: str) -> list[_Said] | None:
    """Return the verdicts of an answer, wherever the object stands in it; None where there is none."""
    found = re.search(r"\{.*\}", text, re.DOTALL)
    if found is None:
        return None
    try:
        return msgspec.json.decode(found.group(), type=_Answer).verdicts
    except msgspec.MsgspecError:
        return None


def _reading(said: _Said, model: str) -> ClaimReading:
    quotes = [" ".join(each.replace("⏎", " ").split())[:_LONGEST] for each in said.quotes if each.strip()]
    uncarried = [" ".join(each.split())[:_LONGEST] for each in said.uncarried if each.strip()]
    return ClaimReading(said.verdict, tuple(quotes[:MOST_QUOTES]), tuple(uncarried[:MOST_QUOTES]), model)


def _grouped(claims: Sequence[tuple[str, str, Sequence[int]]]) -> list[_Group]:
    made: list[_Group] = []
    for section, group in itertools.groupby(claims, key=lambda each: each[0]):
        mine = [(text, numbers) for _, text, numbers in group]
        made += [_Group(section, mine[at : at + AT_ONCE]) for at in range(0, len(mine), AT_ONCE)]
    return made
