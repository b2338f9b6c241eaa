"""Who wrote it and what is linked to it: the relations of an entry, both ways."""

import re
from typing import cast

from proofroom.content.playbook.entries import Found, read_schema, telling_words
from proofroom.content.playbook.schema import Json, ModelView, Schema
from proofroom.content.playbook.speech import data_of, field_name, lines, names, not_found, which_one
from proofroom.content.playbook.target import Target, find_target
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, tokens

_REVERSE = (
    r"\b(?:links? (?:to|here)|refers? to|point(?:s|ing)? (?:to|at)|uses?|using|used by|depends? on"
    r"|kullan\w*|buraya"
    r"|did .{2,60}? write|has .{2,60}? written|articles? by|written by|hangi yazi\w*)\b"
)


def plan_relations(request: Request) -> Plan:
    """Say who wrote an entry and what it is linked to, or what points at it."""
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    models = _bound(schema, sentence)
    said = _without_nouns(schema, _without_relation_words(sentence.masked))
    target = yield from find_target(request, schema, said, [quote.value for quote in sentence.quotes], models)
    entry = single(target)
    if entry is None:
        return which_one(request, target.asked) if target.asked else nothing_named(request, target)
    is_target = any(one.target == entry.model.id for model in schema.models for one in model.relations())
    is_reverse = is_target and (
        re.search(_REVERSE, sentence.masked) is not None or not entry.model.relations()
    )
    calls = [expand(entry, "reverse" if is_reverse else "forward")]
    if not is_reverse and is_target:
        calls.append(expand(entry, "reverse"))
    if not is_reverse and re.search(r"\b(?:what else|else|linked to|baska)\b", sentence.masked):
        calls.append(expand(entry, "reverse"))
    results: list[Result] = yield calls
    return tell_relations(request, schema, entry, results)


def _bound(schema: Schema, sentence: Sentence) -> list[ModelView] | None:
    """Return the models whose noun stands right beside a name: the topic Trees, the rooftop article."""
    said = tokens(sentence.masked)
    found: list[ModelView] = []
    for index, word in enumerate(said):
        beside = said[max(0, index - 1) : index] + said[index + 1 : index + 2]
        if telling_words(" ".join(_without_relation_words(" ".join(beside)).split())):
            found += [model for model in schema.with_entries() if model.is_called(word)]
    pointing = [model for model in schema.named_in(sentence.masked) if model.relations()]
    by_whom = pointing if sentence.has(r"^\W*who\b|\bkim\b") else []
    return list(dict.fromkeys(found)) or by_whom[:1] or None


def _without_nouns(schema: Schema, masked: str) -> str:
    def is_noun(word: str) -> bool:
        return any(model.is_called(one) for one in tokens(word) for model in schema.models)

    return " ".join(word for word in masked.split() if not is_noun(word))


def expand(entry: Found, direction: str) -> Call:
    """Return the call that follows an entry's relations."""
    given = {"model": entry.model.id, "entryId": entry.id}
    return Call("relation_expand", given | ({"direction": direction} if direction == "reverse" else {}))


def _without_relation_words(masked: str) -> str:
    masked = re.sub(lexicon.ALL, " ", masked)
    return re.sub(
        r"\b(?:who|made|built|designed|created|drew|painted|wrote|written|write|linked|links?|refers?|related|relations?|connected|uses?|used"
        r"|using|points?|depends|else"
        r"|did|has|kim|yazdi|yazmis|yazan|bagli\w*|baglanti\w*|iliski\w*|kullan\w*|baska)\b",
        " ",
        masked,
    )


def tell_relations(request: Request, schema: Schema, entry: Found, results: list[Result]) -> Answer:
    """Tell what an entry is linked to."""
    rows: list[str] = []
    for result in results:
        if not result.ok:
            return Answer(result.problem)
        data = data_of(result)
        for relation in cast("list[Json]", data.get("relations") or []):
            one = entry.model.field(str(relation["field"]))
            label = field_name(request, one) if one else str(relation["field"])
            refs = names(str(ref.get("label") or ref["ref"]) for ref in cast("list[Json]", relation["refs"]))
            rows.append(f"{label}: {refs}")
        for back in cast("list[Json]", data.get("referencedBy") or []):
            model = schema.get(str(back["model"]))
            rows.append(
                f"{model.name if model else back['model']}: {names([str(back.get('label') or back['ref'])])}"
            )
    if not rows:
        return Answer(request.say("answer.read.no_links", entry=names([entry])))
    return Answer(
        request.say("answer.read.links", entry=names([entry])) + f"\n{lines(list(dict.fromkeys(rows)))}"
    )


def single(target: Target) -> Found | None:
    """Return the one entry that is meant."""
    return target.entries[0] if len(target.entries) == 1 else None


def nothing_named(request: Request, target: Target) -> Ask:
    """Ask which entry is meant."""
    if target.words:
        return not_found(request, target.words)
    return Ask(request.say("answer.read.which_entry"))
