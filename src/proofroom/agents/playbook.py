"""What the offline model can do for agents: review feedback, load a skill, remember a sentence."""

import re
from collections.abc import Mapping
from typing import Any, cast

from proofroom.providers.offline import (
    Answer,
    Call,
    Plan,
    Playbook,
    Request,
    Result,
    Skill,
    read_manner,
    read_playbook,
)

_BEAT = re.compile(r"^Beat \d+;", re.MULTILINE)
_TAKEN = re.compile(r"^- \[[\w-]+\] (.+)$", re.MULTILINE)


def agents_playbook() -> Playbook:
    """Return the skills: those of the table, and what a heartbeat does."""
    table = read_playbook("agents", __package__ or "", {"use_skill": _use_skill})
    own = (Skill("review_feedback", _is_review, _review), Skill("beat", _is_beat, _beat))
    return Playbook("agents", (*table.skills, *own))


def _is_review(request: Request) -> float:
    is_asked = bool(_BEAT.search(request.text) or re.search(r"review.*feedback", request.text, re.IGNORECASE))
    return 0.96 if request.can("listFeedback", "distillFeedback") and is_asked else 0.0


def _review(request: Request) -> Plan:
    """Make a memory of every word that says what is wrong; those without a reason are set aside."""
    found: Result = yield Call("listFeedback")
    words = cast("list[dict[str, Any]]", found.data or []) if found.ok else []
    if not words:
        return Answer(request.say("answer.agents.no_feedback"))
    calls = [
        Call("distillFeedback", {"feedbackId": one["feedbackId"], **_distilled(one["comment"].strip())})
        for one in words
    ]
    done: list[Result] = yield calls
    return Answer(request.say("answer.agents.reviewed", count=sum(one.ok for one in done)))


_ONE_SENTENCE = r"/^[^.!?\n]+[.!?]?\s*$/"


def _distilled(comment: str) -> dict[str, Any]:
    """Return a comment as a memory, and what an answer must have from then on, if that can be read."""
    wish = read_manner(comment)
    if wish is None:
        return {"content": comment}
    expected = {
        "begin": {"mustSay": [wish.text]},
        "end": {"mustSay": [wish.text]},
        "include": {"mustSay": [wish.text]},
        "avoid": {"mustNotSay": [wish.text]},
        "instead": {"mustNotSay": [wish.other]},
        "brief": {"mustSay": [_ONE_SENTENCE]},
    }[wish.kind]
    return {"content": comment, **expected}


def _is_beat(request: Request) -> float:
    return 0.94 if _BEAT.search(request.text) else 0.0


def _beat(request: Request) -> Plan:
    """Say what is due; tasks that were taken are named and left to a person: rules do no such work."""
    yield from ()
    taken = [found.split(":")[0] for found in _TAKEN.findall(request.text)]
    if not taken:
        return Answer(request.say("answer.agents.nothing_due"))
    return Answer(request.say("answer.agents.taken", tasks=", ".join(taken)))


def _use_skill(request: Request, said: Mapping[str, Any]) -> Plan:
    loaded: Result = yield Call("loadSkill", {"slug": str(said["slug"]).strip().lower().replace(" ", "-")})
    data = cast("dict[str, Any] | None", loaded.data)
    if not loaded.ok or data is None:
        return Answer(request.say("answer.agents.no_skill", problem=loaded.problem))
    return Answer(request.say("answer.agents.skill", name=data["name"], body=data["body"]))
