"""What the offline model can do with content: requests in English and Turkish turned into real tool calls.

What is asked is told from the words (`intent`, rules in `skills.toml`), and a plan looks models and entries
up with the reading tools before it writes (`request`, `target`, `values`). It must not know the repositories,
Git or the database: tools are all it has, as any model.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from proofroom.content.playbook import add, change, follow, own_words, read, small, status, structure, wording
from proofroom.content.playbook.again import read_again
from proofroom.content.playbook.everywhere import calls_everywhere
from proofroom.content.playbook.intent import intent_of
from proofroom.content.playbook.per_language import per_language
from proofroom.content.playbook.read_back import read_back
from proofroom.content.playbook.request import End, Look, ProjectRequest, Work, begin, planned
from proofroom.content.playbook.schema import Schema
from proofroom.content.playbook.sense import make_sense
from proofroom.content.playbook.twice import not_twice
from proofroom.content.playbook.words import ORDERS, TABLE, seen
from proofroom.providers.offline import Answer, Ask, Call, Plan, Playbook, Request, Skill
from proofroom.providers.offline.lexicon import WORDS
from proofroom.providers.offline.plan import READING
from proofroom.providers.offline.sentence import Sentence
from proofroom.providers.offline.several import do_parts, parts_of
from proofroom.providers.offline.table import plan_calls

__all__ = ["content_playbook"]

_SURE: Final = 0.8
_LESS_SURE: Final = 0.58
"""Below the skills of other rooms that are sure, above the least that counts."""

_WORK: Final = {
    "list_models": read.list_models,
    "search": read.search,
    "show": read.show,
    "relations": read.related,
    "add": add.add,
    "change": change.change,
    "wording": wording.reword,
    "publish": status.set_status("published"),
    "unpublish": status.set_status("draft"),
    "archive": status.set_status("archived"),
    "delete": status.delete,
    "validate": small.validate,
    "save_model": structure.save_model,
    "add_field": structure.add_field,
    "delete_model": structure.delete_model,
    "add_locale": structure.add_locale,
    "copy_locale": structure.copy_locale,
    "merge_branch": small.decide_branch("merge"),
    "reject_branch": small.decide_branch("reject"),
    "glossary": small.glossary,
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
_FINAL: Final = ("update_status", "delete_content")
"""Tools whose work readers see at once, or that cannot be taken back here."""
_ASKED: Final = ("show", "relations", "search", "search_media", "parity", "stale")
"""Questions that the meaning of their words answers best, where it explains them all."""
_BY_SENSE: Final = ORDERS - {"wording", "glossary", "copy_locale", "add_locale", "save_model"}
"""Orders that are done by the meaning of their words where it explains them all, else by how they are put."""
_ORDERS_BEGIN: Final = re.compile(rf"\W*(?:please\s+)?(?!show|list|find)(?:{WORDS['order']})")
"""Whoever begins so wants something done, whatever else the words may mean."""
_TELLS: Final = TABLE["tell"] | {"parity": small.tell_parity}


def _read_twice(work: Work) -> Work:
    """Return work that reads a request a second time before it asks back."""

    def twice(task: ProjectRequest) -> End:
        first = yield from work(task)
        again = (yield from read_again(task)) if isinstance(first, Ask) else None
        return again or first

    return twice


def _plan(name: str, one: dict[str, Any]) -> Callable[[Request], Plan]:
    if name in _WORK:
        return planned(
            _read_twice(_WORK[name]) if one.get("order") else _WORK[name],
            *one.get("needs", [one["tool"]]),
            needs_models=bool(one.get("models", True)),
            writes=bool(one.get("order")),
            is_final=one["tool"] in _FINAL,
        )
    return plan_calls(one, [_TELLS[part] for part in one.get("tells", ())])


def _with_sense(
    plan: Callable[[Request], Plan], name: str = "", is_part: bool = False
) -> Callable[[Request], Plan]:
    """Return a plan that reads a request by its words' meaning alone before it gives up or asks back.

    A part of several looks at everything at once: a turn has few rounds.
    """

    def run(request: Request) -> Plan:
        if name in _ASKED and request.can("list_models"):
            known = yield from make_sense((yield from begin(request)), asks=name)
            if isinstance(known, Answer) and not known.is_weak:
                return known
        begins = _ORDERS_BEGIN.match(Sentence(request.text).masked) is not None
        if (name in _BY_SENSE or (name in _ASKED and begins)) and request.can("list_models"):
            task = replace((yield from begin(request)), writes=True)
            done = yield from read_back(request, make_sense(task, is_order=True))
            if isinstance(done, Answer):
                return done
        # What the project's own words decide is done by plans that are read back themselves.
        inner = read_back(request, plan(request)) if name else plan(request)
        first, wrote = yield from _watched(request, inner, is_part)
        if name == "show" and isinstance(first, Answer) and seen("wished_of", Sentence(request.text).masked):
            first = Ask(request.say("answer.speech.rephrase"))  # could the guide lose its pin
        if wrote or not (isinstance(first, Ask) or first.is_weak) or not request.can("list_models"):
            return first
        task = replace((yield from begin(request)), writes=True)
        return (yield from read_back(request, make_sense(task))) or first

    return run


def _watched(request: Request, inner: Plan, is_part: bool) -> Look[tuple[Answer | Ask, bool]]:
    """Go through a plan; return how it ended, and whether it wrote."""
    wrote, extra = False, list[Call]()
    try:
        wanted = next(inner)
        while True:
            calls = wanted if isinstance(wanted, list) else [wanted]
            wrote = wrote or any(call.tool not in READING for call in calls)
            more = [call for call in extra if call not in calls] if not wrote else []
            extra = [] if more else extra
            got = yield [*calls, *more]
            if is_part and calls == [Call("list_models")]:
                schema = Schema(got[0].rows("models"), got[0].rows("locales"))
                extra = calls_everywhere(ProjectRequest(request, Sentence(request.text), schema))
            own = got[: len(calls)]
            wanted = inner.send(own if isinstance(wanted, list) else own[0])
    except StopIteration as end:
        return end.value, wrote


_PLANS: Final = {name: not_twice(_with_sense(_plan(name, one), name)) for name, one in TABLE["skill"].items()}


_PARTS: Final = {
    name: not_twice(_with_sense(_plan(name, one), name, is_part=True)) for name, one in TABLE["skill"].items()
}


def content_playbook() -> Playbook:
    """Return the skills."""
    writes = ("save_content",)
    undo = Skill("undo", _following("undo", 0.95), planned(follow.undo), "ability.undo", writes)
    value = Skill("value", _following("value", 0.94), _with_sense(planned(follow.give_value), "value"))
    language = Skill("language", _following("language", 0.93), follow.in_language(_PLANS))
    which = Skill("which_ones", _following("which_ones", 0.92), follow.ask_again(_PLANS))
    same = Skill("same_for", _following("same_for", 0.925), own_words.same_for(_PLANS))
    was = Skill("was_before", _following("was_before", 0.95), follow.tell_before)
    several = Skill("several", _asks_several, _plan_several)
    single = (_skill(name, plan, TABLE["skill"][name]) for name, plan in _PLANS.items())
    by_schema = Skill("by_schema", _may_be_content, not_twice(_with_sense(own_words.by_schema(_PLANS))))
    history = Skill("history", _asks_history, planned(_tell_history))
    elsewhere = Skill("hand_over", _is_for_the_editor, small.hand_over)
    return Playbook(
        "content", (undo, value, language, which, same, was, history, several, *single, by_schema, elsewhere)
    )


_OTHER_SCOPES = ("site", "articles")
"""Chats whose agents have tools and words of their own for such orders."""


def _following(kind: str, sure: float) -> Callable[[Request], float]:
    return lambda request: sure if follow.follows(kind, request) else 0.0


def _asks_history(request: Request) -> float:
    """Tell whether somebody asks who changed something, when, or what all this costs."""
    said = Sentence(request.text).masked
    is_asked = seen("sense_asks", said) and (seen("sense_history", said) or seen("sense_cost", said))
    return 0.91 if request.can("list_models") and is_asked else 0.0


def _tell_history(task: ProjectRequest) -> End:
    return (yield from make_sense(task)) or task.ask("answer.speech.rephrase")


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


def _parts(request: Request) -> tuple[str, ...]:
    languages = per_language(request.text)
    if len(languages) > 1 and all(intent_of(one) == "change" for one in languages):
        return languages
    parts = parts_of(request.text, intent_of, ORDERS)
    is_told = (
        len(parts) > 1 and intent_of(parts[0]) == "add" and all(seen("tells_field", one) for one in parts[1:])
    )
    return (request.text,) if is_told else parts  # a topic, its colour blue: one entry


def _plan_several(request: Request) -> Plan:
    """Do the parts of a request that asks for several things."""
    return (yield from do_parts(request, _PARTS, _parts(request), intent_of))


def _asks_several(request: Request) -> float:
    return 0.9 if request.can("list_models") and len(_parts(request)) > 1 else 0.0


def _skill(name: str, plan: Callable[[Request], Plan], ability: dict[str, Any]) -> Skill:
    def match(request: Request) -> float:
        if not request.can("list_models") or intent_of(request.text) != name:
            return 0.0
        return _LESS_SURE if name == "show" else _SURE

    says = f"ability.{name}" if ability.get("told") else ""
    return Skill(name, match, plan, says, (ability["tool"],))
