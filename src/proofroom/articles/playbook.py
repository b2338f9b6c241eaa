"""What the offline model can do here: plan and write from the sources it is given, word for word."""

import re
from collections import Counter

from proofroom.articles.desk import read_type
from proofroom.articles.extract import candidates, choose, paragraphs
from proofroom.articles.prompting import read_fields, read_sources, read_used
from proofroom.articles.skeleton import plan
from proofroom.articles.support import stems
from proofroom.kernel.strings import prompts
from proofroom.providers.offline import Answer, Plan, Playbook, Request, Skill

TASKS = {name: prompts()[f"articles.{name}"].partition("\n")[0] for name in ("section", "skeleton", "post")}
_HASHTAGS = 3
USUAL_WORDS = 350
_OPENING = "Opening"


def writer_playbook() -> Playbook:
    """Return planning and writing."""
    return Playbook(
        "articles",
        (
            Skill("article_skeleton", _never, _write_skeleton, task=TASKS["skeleton"]),
            Skill("article_section", _never, _write_section, task=TASKS["section"]),
            Skill("article_post", _never, _write_post, task=TASKS["post"]),
        ),
    )


def _never(request: Request) -> float:
    return 0.0  # only by their first line, which no person writes


def _write_skeleton(request: Request) -> Plan:
    yield from ()
    facts = read_fields(request.text)
    return Answer(plan(facts["Article"], read_type(facts["Kind"]), read_sources(request.text)))


def _write_section(request: Request) -> Plan:
    yield from ()
    facts = read_fields(request.text)
    heading = facts["Section"]
    pool = candidates(read_sources(request.text), f"{heading} {facts['Article']}", read_used(request.text))
    if heading == _OPENING:
        return Answer(paragraphs(choose(pool, 25, most=2)))
    length = re.search(r"\d+", facts.get("Length", ""))
    text = paragraphs(choose(pool, int(length.group()) if length else USUAL_WORDS))
    picture = f"[IMAGE: {heading.replace('[', '(').replace(']', ')')}]"
    return Answer(f"{text}\n\n{picture}" if text else "")


def _write_post(request: Request) -> Plan:
    yield from ()
    facts = read_fields(request.text)
    sources = read_sources(request.text)
    short = [one for one in candidates(sources, facts["Article"]) if len(one.text) <= 140]
    told = choose(short or candidates(sources, facts["Article"]), 30, most=3)
    counts = Counter(word for each in sources for word in stems(each.name))
    tags = [f"#{word}" for word, _ in counts.most_common(12) if word.isalpha()][:_HASHTAGS]
    picture = f"[IMAGE: {facts['Article'].replace('[', '(').replace(']', ')')}]"
    return Answer("\n\n".join([paragraphs(told, 1), " ".join(tags), picture]))
