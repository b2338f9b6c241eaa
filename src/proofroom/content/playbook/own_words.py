"""Requests that the project's own words decide, and the last order done again with another entry."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, cast

from proofroom.content.playbook.clauses import do_clauses, in_clauses
from proofroom.content.playbook.conditions import find_condition
from proofroom.content.playbook.deeds import all_deeds, asked_first, rows_of, same_deeds
from proofroom.content.playbook.entries import Found, ids_of
from proofroom.content.playbook.follow import Plans, writes_of
from proofroom.content.playbook.intent import intent_of
from proofroom.content.playbook.request import begin
from proofroom.content.playbook.schema import ModelView, Schema
from proofroom.content.playbook.sense.begin import board_for
from proofroom.content.playbook.sense.board import Board, blank
from proofroom.content.playbook.sense.gathered import do_gathered
from proofroom.content.playbook.sense.phrased import Reading, read_phrases
from proofroom.content.playbook.sense.remarks import remarks_in
from proofroom.content.playbook.words import LOOK, ORDERS
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Skill, lexicon
from proofroom.providers.offline.plainly import put_plainly
from proofroom.providers.offline.plan import Underway, is_open, noting, up_to_writing
from proofroom.providers.offline.sentence import BLANK, Sentence, tokens
from proofroom.providers.offline.several import do_parts, parts_of
from proofroom.providers.offline.spelling import mend


def same_for(plans: Plans) -> Callable[[Request], Plan]:
    """Return the plan that does the last order again with another entry: same for the bench article."""

    def plan(request: Request) -> Plan:
        board = yield from board_for(request)
        again = said_of_another(board, "same_for")
        alone = request if again is None else replace(request, text=again, earlier=(), latest=())
        kind = meaning(board.schema, alone.text)
        work = plans[kind] if kind is not None else by_schema(plans)
        return (yield from work(alone))

    return plan


def said_of_another(board: Board, pattern: str) -> str | None:
    """Return the last order with the name of the entry that is named now; None where that is not clear."""
    request = board.task.request
    found = LOOK[pattern].match(board.said())
    changed = [
        (str(made.call.input.get("model")), key) for made in writes_of(request) for key in ids_of(made)
    ]
    old = [one for pair in dict.fromkeys(changed) if (one := board.lookup.get(*pair)) is not None]
    if found is None or len(old) != 1:
        return None
    span = next(found.span(name) for name, one in found.groupdict().items() if one)
    named = " " * span[0] + board.said()[slice(*span)]
    new = board.names(named, board.lookup.of(old[0].model))
    if not new and pattern == "meant_another":  # not another entry, but another one to link it to
        old = _linked_to(board)
        new = board.names(named, board.lookup.of(old[0].model)) if len(old) == 1 else []
    if len(new) != 1 or len(new[0].entries) != 1:
        return None
    rest = re.sub(r"\b\w*n?[iu]nki\b", " ", blank(named, new[0].span))  # the article's, yazısınınki
    before = put_plainly(mend(request.earlier[-1]))
    places = board.names(Sentence(before).masked, old)
    if board.left(rest, [old[0].model]) or len(places) != 1:
        return None
    start, end = places[0].span
    return f"{before[:start]}{new[0].entries[0].label}{before[end:]}"


def _linked_to(board: Board) -> list[Found]:
    """Return what the last turn has linked its entries to."""
    found: dict[tuple[str, str], Found] = {}
    for made in writes_of(board.task.request):
        model = board.schema.get(made.call.input.get("model"))
        for one in model.relations() if model else ():
            ids = {str(data[one.path[0]]) for _, data in rows_of(made.call.input) if one.path[0] in data}
            linked = [board.lookup.get(one.target, key) for key in ids]
            found |= {(each.model.id, each.id): each for each in linked if each}
    return list(found.values())


def in_parts(plans: Plans, plan: Callable[[Request], Plan]) -> Callable[[Request], Plan]:
    """Return a plan that does the parts of a request one by one, where the verbs of flags join them."""

    def run(request: Request) -> Plan:
        task = yield from begin(request)
        verbs, kind_of = "|".join(_flags(task.schema.models)), partial(_order_in, task.schema)
        parts = parts_of(request.text, kind_of, ORDERS, verbs) if verbs else ()
        is_new = bool(parts) and intent_of(parts[0]) == "add"  # what follows tells of what is new
        is_joined = len(parts) > 1 and not is_new and any(intent_of(one) is None for one in parts)
        return (yield from (do_parts(request, plans, parts, kind_of) if is_joined else plan(request)))

    return run


_TRIED: Final = 3
_SURE, _CERTAIN, _NEAR = 0.75, 0.96, 0.08
"""How like a phrase a request has to be."""


_POINTS: Final = re.compile(r"\b(?:it|them|him|her|that one|onu|bunu|onlari|bunlari)\b")


def by_phrase(plan: Callable[[Request], Plan], skills: Sequence[Skill]) -> Callable[[Request], Plan]:
    """Return a plan that reads a request by the phrases it is like, where its own words leave it open.

    Where those do so too, its clauses are read one by one.
    """

    def run(request: Request) -> Plan:
        alone = _question_alone(request.text)
        if alone:
            first = yield from run(replace(request, text=alone, whole=alone, spoken=alone))
            if not is_open(first):
                return first
        wrote = list[Call]()
        end = yield from noting(_by_phrase(plan, skills)(request), wrote)
        is_read = wrote or not is_open(end) or request.answers or intent_of(request.text) in _LISTED
        if is_read or not request.can("list_models", "brain_query"):
            return end
        board = yield from board_for(request)
        parts = yield from in_clauses(board, partial(_read_alone, skills))
        offered = end.offers if isinstance(end, Ask) and not (end.leaves_words or end.is_choice) else ()
        if parts is not None and all_deeds(offered, parts, board.schema.locales):
            return (yield from do_clauses(parts))
        is_clear = isinstance(end, Ask) and end.offers and not end.leaves_words
        gathered = None if is_clear else (yield from do_gathered(board))
        return gathered or end

    return run


def _question_alone(text: str) -> str:
    """Return the one question of a message whose other sentences give nothing and order nothing."""
    parts = re.split(r"(?<=[.?!])\s+", text.strip())
    asked = [one for one in parts if one.endswith("?")]
    others = [Sentence(one).masked for one in parts if one not in asked]
    is_alone = len(asked) == 1 and bool(others) and not any(_GIVES.search(one) for one in others)
    return asked[0] if is_alone else ""


_GIVES: Final = re.compile(rf"[{BLANK}\d]|{lexicon.WORDS['order']}|{lexicon.CHANGE}")
"""What a sentence has that is more than talk beside a question."""


def _read_alone(skills: Sequence[Skill], request: Request) -> Plan:
    return _by_phrase(max(skills, key=lambda skill: skill.match(request)).plan, skills)(request)


_LISTED: Final = ("save_model", "add_field", "glossary")
"""What lists words of its own, of which none is an order."""


def _by_phrase(plan: Callable[[Request], Plan], skills: Sequence[Skill]) -> Callable[[Request], Plan]:
    def run(request: Request) -> Plan:
        if not request.can("list_models", "brain_query") or request.answers:
            return (yield from plan(request))
        board = yield from board_for(request)
        waits = find_condition(board)
        if waits is not None and not waits.holds:
            return board.task.answer("answer.condition.not_so", entry=waits.about)
        if waits is not None:
            bare = replace(request, text=waits.order, whole=waits.order, spoken=waits.order)
            return (yield from _read_alone(skills, bare))
        found = read_phrases(board)
        found = [
            one for one in found[:_TRIED] if one.sure >= max(_SURE, found[0].sure - _NEAR) and not one.passed
        ]
        is_one = len(parts_of(request.text, intent_of, ORDERS)) == 1  # a phrase is for one order
        first = [one for one in found if one.sure >= _CERTAIN and one.intent.is_first and not one.is_open]
        first = first if is_one else []
        ways = [_read_as(request, one, skills) for one in (*first, *found)]
        ways.insert(len(first), lambda: plan(request))
        shorter = _without_remarks(board)
        ways += [lambda: run(shorter)] if shorter is not None else []
        return (yield from _do_one(board, ways, len(first)))

    return run


def _read_as(request: Request, one: Reading, skills: Sequence[Skill]) -> Callable[[], Plan]:
    again = replace(request, text=one.text, excused=request.excused | one.told)
    return lambda: max(skills, key=lambda skill: skill.match(again)).plan(again)


def _without_remarks(board: Board) -> Request | None:
    """Return a request without the clauses that only remark on something; None where there are none.

    What such a clause names is what the order beside it points at: the fair is over, delete it.
    """
    request, said = board.task.request, board.said()
    spans = [one for one in remarks_in(said) if not board.schema.tells_value(request.text[slice(*one)])]
    if not spans:
        return None
    words = {word for start, end in spans for word in tokens(said[start:end])}
    text = blank(request.text, *spans)
    inside = "".join(said[at] if any(a <= at < b for a, b in spans) else " " for at in range(len(said)))
    named = board.names(inside, list(board.lookup.entries.values()))
    pointing = list(_POINTS.finditer(Sentence(text).masked))
    if len(named) == 1 and len(named[0].entries) == 1 and len(pointing) == 1:
        start, end = pointing[0].span()
        text = f'{text[:start]}"{named[0].entries[0].label}"{text[end:]}'
    text = re.sub(r"\s+", " ", text).strip(" ,;")
    return replace(request, text=text, excused=request.excused | words)


def _do_one(board: Board, ways: Sequence[Callable[[], Plan]], own: int) -> Plan:
    """Do the first way that leaves nothing open; where its own words say something else, offer it."""
    ends: list[Underway] = []
    for at, way in enumerate(ways):
        one = yield from up_to_writing(way())
        if one.wanted is not None:
            for other in ways[max(own, at + 1) : own + 1]:
                later = yield from up_to_writing(other())
                ends += [later] if later.wanted is not None else []  # what is only offered has less weight
            is_sure = all(
                not each.calls or _is_choice(each.end) or same_deeds(one, each, board.schema.locales)
                for each in ends
            )
            return (yield from (one.go_on() if is_sure else asked_first(board.task, board.lookup, one)))
        if one.end is not None and not is_open(one.end):
            return one.end
        ends.append(one)
    offers = [one.end for one in ends if one.calls]
    return cast("Answer | Ask", offers[0] if offers else ends[own].end)


def _is_choice(end: Answer | Ask | None) -> bool:
    return isinstance(end, Ask) and end.is_choice


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
        found = re.search(
            rf"^\W*(?:please |lutfen )?(?P<begin>{verbs})\b|\b(?P<end>{verbs})\W*$"
            rf"|\b(?:should|must|needs? to|has to)(?:n't| not| no longer)? be (?P<be>{verbs})"
            r"(?: any ?more)?\W*$",
            said,
        )
        if found is not None and not one.is_own_name(found["begin"] or found["end"] or ""):
            return intent_of(text) or "change"
    return intent_of(text)


def _flags(models: list[ModelView]) -> list[str]:
    flags = (one for model in models for one in model.fields if one.type == "boolean")
    return list(dict.fromkeys(pattern for one in flags for pattern in one.patterns))
