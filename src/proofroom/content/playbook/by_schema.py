"""What only the project's own words make clear: the verbs of its flags, plain statements about its fields.

Where even they do not, what was understood is said, and the nearest thing that can be done is offered.
"""

import re
from collections.abc import Callable, Mapping
from functools import partial

from proofroom.content.playbook.entries import Look, read_schema
from proofroom.content.playbook.intent import ORDERS, intent_of
from proofroom.content.playbook.schema import Schema
from proofroom.content.playbook.speech import field_name, names
from proofroom.content.playbook.target import find_target
from proofroom.content.playbook.values import find_value
from proofroom.providers.offline import Ask, Plan, Request, lexicon
from proofroom.providers.offline.sentence import Sentence
from proofroom.providers.offline.several import do_parts, parts_of

Plans = Mapping[str, Callable[[Request], Plan]]


def plan_by_schema(plans: Plans) -> Callable[[Request], Plan]:
    """Return the plan for requests that no words of the lexicon decide."""

    def plan(request: Request) -> Plan:
        schema = yield from read_schema()
        verbs = "|".join(_flags(schema))
        kind_of = partial(meaning, schema)
        parts = parts_of(request.text, kind_of, ORDERS, verbs)
        if len(parts) > 1:
            return (yield from do_parts(request, plans, parts, kind_of))
        kind = meaning(schema, request.text)
        if kind is not None:
            return (yield from plans[kind](request))
        return (yield from offer(request, schema))

    return plan


def meaning(schema: Schema, text: str) -> str | None:
    """Return what a request asks for in view of the project's fields, or None."""
    known = intent_of(text)
    if known is not None:
        return known
    sentence = Sentence(text)
    verbs = "|".join(_flags(schema))
    if verbs and sentence.has(rf"^\W*(?:please |lutfen )?(?:{verbs})\b|\b(?:{verbs})\W*$"):
        return "change"
    if schema.fields_in(sentence.masked):
        if find_value(sentence) is not None:
            return "change"
        return "show" if sentence.has(lexicon.QUESTION) or len(sentence.masked.split()) <= 4 else None
    return None


def _flags(schema: Schema) -> list[str]:
    flags = (one for model in schema.models for one in model.fields if one.type == "boolean")
    return list(dict.fromkeys(pattern for one in flags for pattern in one.patterns()))


def offer(request: Request, schema: Schema) -> Look[Ask]:
    """Say which entry was understood and what can be done with it; else ask for other words."""
    sentence = Sentence(request.text)
    quotes = [quote.value for quote in sentence.quotes]
    target = yield from find_target(request, schema, re.sub(lexicon.ALL, " ", sentence.masked), quotes)
    meant = target.entries or target.asked
    if not meant or not (schema.named_in(sentence.masked) or quotes or target.entries):
        return Ask(request.say("answer.speech.rephrase"))
    fields = ", ".join(field_name(request, one) for one in meant[0].model.fields[:6])
    return Ask(request.say("answer.speech.offer", understood=names(meant[:3]), fields=fields))
