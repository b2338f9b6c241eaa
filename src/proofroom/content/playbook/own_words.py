"""Requests that the project's own words decide, and the last order done again with another entry."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from proofroom.content.playbook.entries import ids_of
from proofroom.content.playbook.everywhere import look_everywhere
from proofroom.content.playbook.follow import Plans, writes_of
from proofroom.content.playbook.intent import intent_of
from proofroom.content.playbook.request import Look, begin
from proofroom.content.playbook.schema import ModelView, Schema
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.phrased import Reading, read_phrases
from proofroom.content.playbook.words import LOOK, ORDERS
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Skill
from proofroom.providers.offline.plainly import put_plainly
from proofroom.providers.offline.plan import noting
from proofroom.providers.offline.sentence import Sentence
from proofroom.providers.offline.several import do_parts, parts_of
from proofroom.providers.offline.spelling import mend


def same_for(plans: Plans) -> Callable[[Request], Plan]:
    """Return the plan that does the last order again with another entry: same for the bench article."""

    def plan(request: Request) -> Plan:
        task = yield from begin(request)
        everywhere = yield from look_everywhere(task)
        again = _said_of_another(Board(task, everywhere.shelf, everywhere.today))
        alone = request if again is None else replace(request, text=again, earlier=(), latest=())
        kind = meaning(task.schema, alone.text)
        work = plans[kind] if kind is not None else by_schema(plans)
        return (yield from work(alone))

    return plan


def _said_of_another(board: Board) -> str | None:
    """Return the last order with the name of the entry that is named now; None where that is not clear."""
    request = board.task.request
    found = LOOK["same_for"].match(board.said())
    changed = [
        (str(made.call.input.get("model")), key) for made in writes_of(request) for key in ids_of(made)
    ]
    old = [one for pair in dict.fromkeys(changed) if (one := board.shelf.get(*pair)) is not None]
    if found is None or len(old) != 1:
        return None
    span = next(found.span(name) for name, one in found.groupdict().items() if one)
    named = " " * span[0] + board.said()[slice(*span)]
    new = board.names(named, board.shelf.of(old[0].model))
    if len(new) != 1 or len(new[0].entries) != 1:
        return None
    rest = re.sub(r"\b\w*n?[iu]nki\b", " ", blank(named, new[0].span))  # the article's, yazısınınki
    before = put_plainly(mend(request.earlier[-1]))
    places = board.names(Sentence(before).masked, old)
    if board.left(rest, [old[0].model]) or len(places) != 1:
        return None
    start, end = places[0].span
    return f"{before[:start]}{new[0].entries[0].label}{before[end:]}"


def in_parts(plans: Plans, plan: Callable[[Request], Plan]) -> Callable[[Request], Plan]:
    """Return a plan that does the parts of a request one by one, where the verbs of flags join them."""

    def run(request: Request) -> Plan:
        task = yield from begin(request)
        verbs, kind_of = "|".join(_flags(task.schema.models)), partial(_order_in, task.schema)
        parts = parts_of(request.text, kind_of, ORDERS, verbs) if verbs else ()
        is_joined = len(parts) > 1 and any(intent_of(one) is None for one in parts)
        return (yield from (do_parts(request, plans, parts, kind_of) if is_joined else plan(request)))

    return run


_TRIED: Final = 3
_SURE, _CERTAIN, _NEAR = 0.75, 0.96, 0.08
"""How like a phrase a request has to be."""


def by_phrase(plan: Callable[[Request], Plan], skills: Sequence[Skill]) -> Callable[[Request], Plan]:
    """Return a plan that reads a request by the phrases it is like, where its own words leave it open."""

    def run(request: Request) -> Plan:
        if not request.can("list_models", "brain_query") or request.answers:
            return (yield from plan(request))
        task = yield from begin(request)
        everywhere = yield from look_everywhere(task)
        found = read_phrases(Board(task, everywhere.shelf, everywhere.today))
        found = [
            one for one in found[:_TRIED] if one.sure >= max(_SURE, found[0].sure - _NEAR) and not one.passed
        ]
        is_one = len(parts_of(request.text, intent_of, ORDERS)) == 1  # a phrase is for one order
        first = [one for one in found if one.sure >= _CERTAIN and one.intent.is_first and not one.is_open]
        first = first if is_one else []
        done = yield from _by_readings(request, first, skills)
        if done is not None:
            return done
        wrote = list[Call]()
        own = yield from noting(plan(request), wrote)
        if wrote or (isinstance(own, Answer) and not own.is_weak):
            return own
        return (yield from _by_readings(request, found, skills)) or own

    return run


def _by_readings(
    request: Request, found: Sequence[Reading], skills: Sequence[Skill]
) -> Look[Answer | Ask | None]:
    for one in found:
        again, wrote = replace(request, text=one.text), list[Call]()
        done = yield from noting(max(skills, key=lambda skill: skill.match(again)).plan(again), wrote)
        if wrote or (isinstance(done, Answer) and not done.is_weak):
            return done  # what has written is not tried in another way
    return None


def by_schema(plans: Plans) -> Callable[[Request], Plan]:
    """Return the plan for requests that no words of the lexicon decide: the project's own words do."""

    def plan(request: Request) -> Plan:
        task = yield from begin(request)
        return (yield from plans[meaning(task.schema, request.text) or "change"](request))

    return plan


def meaning(schema: Schema, text: str) -> str | None:
    """Return what a request asks for in view of the project's fields, or None."""
    known = _order_in(schema, text)
    return known or ("change" if schema.fields_in(Sentence(text).masked) else None)


def _order_in(schema: Schema, text: str) -> str | None:
    """Return what a request asks for by the lexicon's words, or by the verb of a flag."""
    said = Sentence(text).masked
    flags = [one for model in schema.models for one in model.fields if one.type == "boolean"]
    for one in flags:
        verbs = "|".join(one.patterns)
        found = re.search(rf"^\W*(?:please |lutfen )?(?P<begin>{verbs})\b|\b(?P<end>{verbs})\W*$", said)
        if found is not None and not one.is_own_name(found["begin"] or found["end"]):
            return intent_of(text) or "change"
    return intent_of(text)


def _flags(models: list[ModelView]) -> list[str]:
    flags = (one for model in models for one in model.fields if one.type == "boolean")
    return list(dict.fromkeys(pattern for one in flags for pattern in one.patterns))
