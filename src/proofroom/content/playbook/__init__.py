"""What the offline model can do with content: requests in English and Turkish turned into real tool calls.

A request is read as a sentence (`sentence`, `lexicon`), its kind is told from its words (`intent`), and a
plan looks models and entries up with the reading tools before it writes (`schema`, `entries`, `target`,
`values`). It must not know the repositories, Git or the database: tools are all it has, as any model.
"""

from collections.abc import Callable
from typing import Any, Final

from proofroom.content.playbook import (
    add,
    analyse,
    branches,
    change,
    forms,
    glossary,
    limits,
    media,
    read,
    relations,
    status,
    structure,
    wording,
)
from proofroom.content.playbook.by_schema import plan_by_schema
from proofroom.content.playbook.follow import (
    is_language,
    is_undo,
    is_value,
    plan_language,
    plan_undo,
    plan_value,
)
from proofroom.content.playbook.intent import ORDERS, TABLE, intent_of
from proofroom.providers.offline import Plan, Playbook, Request, Skill
from proofroom.providers.offline.lexicon import WORDS
from proofroom.providers.offline.sentence import Sentence
from proofroom.providers.offline.several import do_parts, parts_of
from proofroom.providers.offline.table import plan_calls

__all__ = ["content_playbook"]

_SURE: Final = 0.8
_LESS_SURE: Final = 0.58
"""Below the skills of other rooms that are sure, above the least that counts."""

_PLANS: Final[dict[str, Callable[[Request], Plan]]] = {
    "list_models": read.plan_models,
    "search": read.plan_search,
    "show": read.plan_show,
    "relations": relations.plan_relations,
    "add": add.plan_add,
    "change": change.plan_change,
    "wording": wording.plan_wording,
    "publish": status.plan_publish,
    "unpublish": status.plan_unpublish,
    "archive": status.plan_archive,
    "delete": status.plan_delete,
    "validate": analyse.plan_validate,
    "save_model": structure.plan_save_model,
    "add_field": structure.plan_add_field,
    "delete_model": structure.plan_delete_model,
    "add_locale": structure.plan_add_locale,
    "copy_locale": structure.plan_copy_locale,
    "merge_branch": branches.plan_merge,
    "reject_branch": branches.plan_reject,
    "glossary": glossary.plan_glossary,
    "list_submissions": forms.plan_submissions,
    "approve_submission": forms.plan_approve,
    "reject_submission": forms.plan_decline,
    "search_media": media.plan_search_media,
    "upload_media": media.plan_upload,
    "draw": media.plan_draw,
    "media_text": media.plan_describe,
    "extract_summary": limits.plan_summary,
}

_TELLS: Final = TABLE["tell"] | {"parity": analyse.tell_parity}
_PLANS.update(
    (name, plan_calls(one, [_TELLS[part] for part in one.get("tells", ())]))
    for name, one in TABLE["skill"].items()
    if "answer" in one or "tells" in one
)


def content_playbook() -> Playbook:
    """Return the skills."""
    follow = (
        Skill(
            "undo", lambda one: 0.95 if is_undo(one) else 0.0, plan_undo, "ability.undo", ("save_content",)
        ),
        Skill("value", lambda one: 0.94 if is_value(one) else 0.0, plan_value),
        Skill("language", lambda one: 0.93 if is_language(one) else 0.0, plan_language(_PLANS, intent_of)),
    )
    several = Skill("several", _asks_several, _plan_several)
    own_words = Skill("by_schema", _may_be_content, plan_by_schema(_PLANS))
    elsewhere = Skill("hand_over", _is_for_the_editor, limits.plan_hand_over)
    single = (_skill(name, plan, TABLE["skill"][name]) for name, plan in _PLANS.items())
    return Playbook("content", (*follow, several, *single, own_words, elsewhere))


def _may_be_content(request: Request) -> float:
    """Tell whether the project's own words may decide; a question about the offline model itself is none."""
    is_elsewhere = Sentence(request.text).has(WORDS["elsewhere"])
    return 0.52 if request.can("list_models") and not is_elsewhere and request.text.strip() else 0.0


def _is_for_the_editor(request: Request) -> float:
    """Tell whether somebody asks an agent without content tools for something the editor does."""
    return 0.56 if not request.can("list_models") and intent_of(request.text) in ORDERS else 0.0


def _parts(request: Request) -> tuple[str, ...]:
    return parts_of(request.text, intent_of, ORDERS)


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
