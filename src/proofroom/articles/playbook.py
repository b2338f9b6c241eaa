"""What the offline model can do here: plan and write from the sources it is given, word for word."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from proofroom.articles.by_word import carry_out, is_ordered, screen_of
from proofroom.articles.extract import candidates, choose, opening, paragraphs
from proofroom.articles.front import BEGIN, PIPELINE, TOOLS, action_for, read_screen
from proofroom.articles.humanity import rewrite
from proofroom.articles.intent import MEANINGS, TABLE
from proofroom.articles.lifecycle import read_type
from proofroom.articles.parts import sentences
from proofroom.articles.prompting import read_fields, read_sources, read_used
from proofroom.articles.skeleton import plan
from proofroom.articles.support import stems
from proofroom.kernel.errors import MissingContext, ProofroomError
from proofroom.kernel.strings import prompts
from proofroom.providers.offline import (
    Answer,
    Ask,
    Call,
    Plan,
    Playbook,
    Request,
    Result,
    Skill,
    read_playbook,
)
from proofroom.runtime.intent import HIGH, Intent, classify

WRITES = ("section", "skeleton", "post")
TASKS = {name: prompts()[f"articles.{name}"].partition("\n")[0] for name in (*WRITES, "improve", "translate")}
_HASHTAGS = 3
USUAL_WORDS = 350
_OPENING = "Opening"
_WORDS = re.compile(r"[^\W\d_]{4,}")
_SHORTER = re.compile(r"\b(?:short\w*|brief\w*|tight\w*|trim|cut|kısa\w*)\b", re.IGNORECASE)


def writer_playbook() -> Playbook:
    """Return planning and writing, and what a person asks of the writer."""
    table = read_playbook("articles", __package__ or "", {"begin_article": _begin})
    return Playbook(
        "articles",
        (
            *table.skills,
            Skill("article_order", is_ordered, carry_out, needs=("updateArtifactContent",)),
            Skill("article_work", _asks_for_work, _work, "ability.articles", ("conductDeepResearch",)),
            Skill("article_skeleton", _never, _write_skeleton, task=TASKS["skeleton"]),
            Skill("article_section", _never, _write_section, task=TASKS["section"]),
            Skill("article_post", _never, _write_post, task=TASKS["post"]),
            Skill("article_improve", _never, _improve, task=TASKS["improve"]),
            Skill("article_translate", _never, _translate, task=TASKS["translate"]),
        ),
    )


def _never(request: Request) -> float:
    return 0.0  # only by their first line, which no person writes


def _intent(request: Request) -> Intent:
    known = MEANINGS.by_context(request.text, screen_of(request))
    return Intent(known, HIGH) if known is not None else classify(request.text, TABLE)


def _asks_for_work(request: Request) -> float:
    found = _intent(request)
    is_here = request.scope == "articles" or request.agent == "writer"
    return 0.9 if is_here and found.name in TOOLS and found.confidence >= HIGH else 0.0


def _work(request: Request) -> Plan:
    """Do what is asked with the tool for it; a whole piece is begun, researched and planned."""
    intent = _intent(request).name
    try:
        action = action_for(intent, request.text, read_screen(screen_of(request)))
    except MissingContext as lacking:
        return Ask(f"{lacking.message} {lacking.suggestion}?".replace(".?", "?"))
    except ProofroomError as wrong:
        return Answer(f"{wrong.message} {wrong.suggestion}".strip())
    if action.tool == PIPELINE:
        return (yield from _plan_piece(request, action.arguments))
    done: Result = yield Call(action.tool, action.arguments)
    return Answer(_told(request, done.data or {}) if done.ok else done.problem)


def _begin(request: Request, said: Mapping[str, Any]) -> Plan:
    topic = str(said["topic"]).strip(" .!?")
    return (yield from _plan_piece(request, {"title": topic[:1].upper() + topic[1:]}))


def _plan_piece(request: Request, wanted: Mapping[str, Any]) -> Plan:
    """Begin a piece unless there is one, and do what is left of it; a person approves the plan."""
    article = wanted.get("artifactId")
    if article is None:
        made: Result = yield Call(BEGIN, dict(wanted))
        if not made.ok:
            return Answer(made.problem)
        article = str(made.data["artifact"]["id"])
    done: Result = yield Call(PIPELINE, {"artifactId": article})
    if not done.ok:
        kept = request.say("answer.articles.begun", link=f"/articles?article={article}")
        return Answer(f"{done.problem} {kept}")
    if "pausedForApproval" not in (done.data or ()):
        return Answer(request.say("answer.articles.did"))
    headings = "\n".join(f"- {one}" for one in done.rows("sections"))
    link = f"/articles?article={article}"
    return Answer(f"{request.say('answer.articles.planned', link=link)}\n{headings}".rstrip())


def _told(request: Request, data: dict[str, Any]) -> str:
    lines = [*data.get("keyInsights", []), *data.get("sections", [])]
    lines += [f"{one['title']} ({one['status']})" for one in data.get("drafts", [])]
    lines += [f"{one['title']}: {one['rationale']}" for one in data.get("topics", []) if "rationale" in one]
    if "artifact" in data:
        lines.append(f"{data['artifact']['title']} ({data['artifact']['status']})")
    listed = "\n".join(f"- {line}" for line in lines)
    return f"{request.say('answer.articles.did')}\n{listed}".rstrip()


def _write_skeleton(request: Request) -> Plan:
    yield from ()
    facts = read_fields(request.text)
    return Answer(plan(facts["Article"], read_type(facts["Kind"]), read_sources(request.text)))


def _write_section(request: Request) -> Plan:
    yield from ()
    facts = read_fields(request.text)
    heading = facts["Section"]
    # What the section is called after comes first.
    sources = sorted(read_sources(request.text), key=lambda each: heading not in each.name)
    pool = candidates(
        sources,
        facts["Article"] if heading == _OPENING else f"{heading} {facts['Article']}",
        read_used(request.text),
        is_own_story=facts["Kind"] == "showcase",
    )
    if heading == _OPENING:
        return Answer(paragraphs(opening(pool)))
    length = re.search(r"\d+", facts.get("Length", ""))
    text = paragraphs(choose(pool, int(length.group()) if length else USUAL_WORDS))
    picture = f"[IMAGE: {heading.replace('[', '(').replace(']', ')')}]"
    return Answer(f"{text}\n\n{picture}" if text else "")


def _improve(request: Request) -> Plan:
    """Put plain words in, and shorten if that is asked; whole sentences go, the first one stays."""
    yield from ()
    text = request.text.partition("\nPassage:\n")[2].partition("\n\nSources:\n")[0].strip()
    said = sentences(text)
    if _SHORTER.search(read_fields(request.text).get("Instruction", "")) and len(said) > 1:
        text = text[: said[max(1, len(said) // 2) - 1].end].strip()
    return Answer(rewrite(text).text)


def _translate(request: Request) -> Plan:
    yield from ()
    return Answer("")  # it knows no other language, and says so by saying nothing


def _write_post(request: Request) -> Plan:
    yield from ()
    facts = read_fields(request.text)
    sources = read_sources(request.text)
    short = [one for one in candidates(sources, facts["Article"]) if len(one.text) <= 140]
    told = choose(short or candidates(sources, facts["Article"]), 30, most=3)
    counts = Counter(word.lower() for each in sources for word in _WORDS.findall(each.text) if stems(word))
    named = [word.lower() for word in _WORDS.findall(facts["Article"]) if stems(word)]
    # What the piece is called after says best what it is about; then what its sources say most.
    words = dict.fromkeys([*named, *(word for word, _ in counts.most_common(_HASHTAGS))])
    tags = [f"#{word}" for word in list(words)[:_HASHTAGS]]
    picture = f"[IMAGE: {facts['Article'].replace('[', '(').replace(']', ')')}]"
    return Answer("\n\n".join([paragraphs(told, 1), " ".join(tags), picture]))
