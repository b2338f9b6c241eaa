"""What the offline model can do with content: requests in English and Turkish turned into real tool calls.

What is asked is told from the words (`intent`, rules in `skills.toml`), and a plan looks models and entries
up with the reading tools before it writes (`request`, `target`, `values`). It must not know the repositories,
Git or the database: tools are all it has, as any model.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from proofroom.content.playbook import corrected, follow, own_words, small, structure, terms, wording
from proofroom.content.playbook.first_structure import first_structure
from proofroom.content.playbook.intent import intent_of
from proofroom.content.playbook.per_language import per_language
from proofroom.content.playbook.read_back import read_back
from proofroom.content.playbook.request import End, ProjectRequest, begin, planned
from proofroom.content.playbook.sense import answer_rich, read_request
from proofroom.content.playbook.twice import not_twice
from proofroom.content.playbook.words import ORDERS, TABLE, seen
from proofroom.providers.offline import Plan, Playbook, Request, Skill
from proofroom.providers.offline.lexicon import WORDS
from proofroom.providers.offline.sentence import Sentence
from proofroom.providers.offline.several import do_parts, parts_of
from proofroom.providers.offline.table import plan_calls

__all__ = ["content_playbook"]

_SURE: Final = 0.8
_LESS_SURE: Final = 0.58
"""Below the skills of other rooms that are sure, above the least that counts."""

_WORK: Final = {
    "list_models": structure.list_models,
    "wording": wording.reword,
    "validate": small.validate,
    "parity": small.tell_parity,
    "save_model": structure.save_model,
    "add_field": structure.add_field,
    "delete_model": structure.delete_model,
    "languages": structure.tell_languages,
    "add_locale": structure.add_locale,
    "copy_locale": structure.copy_locale,
    "merge_branch": small.decide_branch("merge"),
    "reject_branch": small.decide_branch("reject"),
    "glossary": terms.glossary,
    "list_submissions": small.list_submissions,
    "approve_submission": small.judge_submission("approve_submission", "answer.forms.approved"),
    "reject_submission": small.judge_submission("reject_submission", "answer.forms.rejected"),
    "search_media": small.search_media,
    "upload_media": small.upload_media,
    "draw": small.draw,
    "media_text": small.describe_media,
    "extract_summary": small.extract_summary,
}
"""What data cannot say; other skills of the table are all there."""
_READ: Final = ("search", "show", "relations", "add", "change", "publish", "unpublish", "archive", "delete")
"""What is asked of entries: read by the meaning of the words."""
_ASKED: Final = ("search_media", "parity", "stale")
"""Questions that may be about entries after all."""


def _plan(name: str, one: dict[str, Any]) -> Callable[[Request], Plan]:
    if name in _READ:
        return planned(partial(read_request, kind=name), one["tool"], writes=bool(one.get("order")))
    if name in _WORK:
        return planned(
            _WORK[name],
            *one.get("needs", [one["tool"]]),
            needs_models=bool(one.get("models", True)),
            writes=bool(one.get("order")),
        )
    return plan_calls(one, [TABLE["tell"][part] for part in one.get("tells", ())])


def _or_asked(plan: Callable[[Request], Plan]) -> Callable[[Request], Plan]:
    """Return a plan that answers by the meaning of the words where they say more than its own words do."""

    def run(request: Request) -> Plan:
        known = (yield from answer_rich((yield from begin(request)))) if request.can("list_models") else None
        return known or (yield from plan(request))

    return run


def _guarded(plan: Callable[[Request], Plan]) -> Callable[[Request], Plan]:
    """Return a plan that makes nothing twice and writes nothing that the request does not say."""
    return not_twice(lambda request: read_back(request, plan(request)))


_PLANS: Final = {name: _guarded(_plan(name, one)) for name, one in TABLE["skill"].items()}
_PLANS.update({name: _or_asked(_PLANS[name]) for name in _ASKED})
_PLANS.update({name: own_words.in_parts(_PLANS, _PLANS[name]) for name in _READ})


def content_playbook() -> Playbook:
    """Return the skills."""
    writes = ("save_content",)
    undo = Skill("undo", _following("undo", 0.95), planned(follow.undo), "ability.undo", writes)
    value = Skill("value", _following("value", 0.94), _guarded(planned(follow.give_value)))
    language = Skill("language", _following("language", 0.93), follow.in_language(_PLANS))
    which = Skill("which_ones", _following("which_ones", 0.92), follow.ask_again(_PLANS))
    same = Skill("same_for", _following("same_for", 0.925), own_words.same_for(_PLANS))
    other = corrected.meant_another(_PLANS, value.plan)
    another = Skill("meant_another", _following("meant_another", 0.945), other)
    out = Skill("leave_out", _following("leave_out", 0.955), corrected.leave_out(_PLANS))
    was = Skill("was_before", _following("was_before", 0.95), follow.tell_before)
    several = Skill("several", _asks_several, _plan_several)
    single = (_skill(name, plan, TABLE["skill"][name]) for name, plan in _PLANS.items())
    by_schema = Skill("by_schema", _may_be_content, own_words.by_schema(_PLANS))
    history = Skill("history", _asks_history, planned(_tell_history))
    elsewhere = Skill("hand_over", _is_for_the_editor, small.hand_over)
    read = (undo, value, language, which, same, another, out, was, history, several, *single, by_schema)
    return Playbook(
        "content",
        (
            first_structure(),
            *(replace(one, plan=own_words.by_phrase(one.plan, read)) for one in read),
            elsewhere,
        ),
    )


def _following(kind: str, sure: float) -> Callable[[Request], float]:
    return lambda request: sure if follow.follows(kind, request) else 0.0


def _asks_history(request: Request) -> float:
    """Tell whether somebody asks who changed something, when, or what all this costs."""
    said = Sentence(request.text).masked
    is_asked = seen("sense_asks", said) and (seen("sense_history", said) or seen("sense_cost", said))
    return 0.91 if request.can("list_models") and is_asked else 0.0


def _tell_history(task: ProjectRequest) -> End:
    return (yield from read_request(task))


def _may_be_content(request: Request) -> float:
    """Tell whether the project's own words may decide; a question about the offline model itself is none."""
    is_elsewhere = Sentence(request.text).has(WORDS["elsewhere"])
    return 0.52 if request.can("list_models") and not is_elsewhere and request.text.strip() else 0.0


def _is_for_the_editor(request: Request) -> float:
    """Tell whether somebody asks an agent without content tools for something the editor does."""
    is_elsewhere = request.scope not in ("", "content", "workspace")  # another room has its own words for it
    return (
        0.56
        if not is_elsewhere and not request.can("list_models") and intent_of(request.text) in ORDERS
        else 0.0
    )


_FIELDS: Final = (None, "add_field", "list_models", "change")
"""What the second half of the order for a model is taken for, which lists its fields."""


def _parts(request: Request) -> tuple[str, ...]:
    languages = per_language(request.text)
    if len(languages) > 1 and all(intent_of(one) == "change" for one in languages):
        return languages
    parts = parts_of(request.text, intent_of, ORDERS)
    first = intent_of(parts[0])
    is_told = len(parts) > 1 and first == "add" and all(seen("tells_field", one) for one in parts[1:])
    is_whole = (
        intent_of(request.text) == "add_locale"
        or (  # that has to explain every word
            first == "save_model" and all(intent_of(one) in _FIELDS for one in parts[1:])
        )
    )
    return (request.text,) if is_told or is_whole else parts  # a topic, its colour blue: one entry


def _plan_several(request: Request) -> Plan:
    """Do the parts of a request that asks for several things."""
    return (yield from do_parts(request, _PLANS, _parts(request), intent_of))


def _asks_several(request: Request) -> float:
    return 0.9 if request.can("list_models") and len(_parts(request)) > 1 else 0.0


def _skill(name: str, plan: Callable[[Request], Plan], ability: dict[str, Any]) -> Skill:
    def match(request: Request) -> float:
        if not request.can("list_models") or intent_of(request.text) != name:
            return 0.0
        return _LESS_SURE if name == "show" else _SURE

    says = f"ability.{name}" if ability.get("told") else ""
    return Skill(name, match, plan, says, (ability["tool"],))
