"""A project without a content structure: it is set up on request, and offered where an order needs it."""

from typing import Final

from proofroom.content.playbook.intent import intent_of
from proofroom.content.playbook.words import ORDERS, seen
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result, Skill, lexicon
from proofroom.providers.offline.consent import is_agreed_to
from proofroom.providers.offline.sentence import plain

_TOOL: Final = "init_project"
_SURE: Final = 0.97


def first_structure() -> Skill:
    """Return the skill; it stands before all that need a structure."""
    return Skill("set_up", _match, _set_up, "ability.set_up", (_TOOL,))


def _match(request: Request) -> float:
    is_without = _TOOL in request.used or (request.can(_TOOL) and not request.can("save_content"))
    is_meant = is_without and (_is_asked(request) or intent_of(request.text) in ORDERS)
    return _SURE if is_meant else 0.0


def _is_asked(request: Request) -> bool:
    return seen("sets_up", plain(request.text))


def _set_up(request: Request) -> Plan:
    locales = lexicon.codes_in(request.text) or lexicon.locales_in(plain(request.text)) or [request.language]
    call = Call(_TOOL, {"stack": "other", "domains": ["content"], "locales": locales})
    listed = ", ".join(f"{lexicon.NAMES.get(one, one).capitalize()} ({one})" for one in locales)
    question = Ask(request.say("answer.structure.shall_set_up", listed=listed), (call,))
    if not _is_asked(request) and not is_agreed_to(request, question):
        return question
    result: Result = yield call
    return Answer(request.say("answer.structure.set_up", listed=listed) if result.ok else result.problem)
