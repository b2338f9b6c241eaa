"""Nothing is made twice, and nothing that its field does not take: somebody is asked before it is written."""

from collections.abc import Callable, Iterator
from typing import cast

from proofroom.content.playbook.entries import Found, LookedUp
from proofroom.content.playbook.request import PAGE, Look
from proofroom.content.playbook.schema import Json, ModelView, Schema, told_by
from proofroom.providers.offline import Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import plain

MODELS = Call("list_models")


def not_twice(plan: Callable[[Request], Plan]) -> Callable[[Request], Plan]:
    """Return a plan that asks first; once it has been answered, it goes on."""

    def run(request: Request) -> Plan:
        inner, schema = plan(request), Schema(())
        try:
            wanted = next(inner)
            while True:
                calls = wanted if isinstance(wanted, list) else [wanted]
                same = None if request.answers else (yield from _named_alike(schema, calls))
                beyond = _beyond(request, schema, calls)
                if beyond is not None:
                    return beyond
                if same is not None:
                    return Ask(
                        request.say("answer.add.twice", entry=f"“{same.label}”", model=same.model.name)
                    )
                got = yield wanted
                if MODELS in calls:
                    first = cast("list[Result]", got)[calls.index(MODELS)] if isinstance(got, list) else got
                    schema = told_by(first, request.language)
                wanted = inner.send(got)
        except StopIteration as end:
            return end.value

    return run


def _named_alike(schema: Schema, calls: list[Call]) -> Look[Found | None]:
    for call in calls:
        model = schema.get(call.input.get("model")) if call.tool == "save_content" else None
        names = list(_names(model, call.input)) if model is not None and model.has_entries else []
        if model is None or not names:
            continue
        pages: list[Json] = [{"model": model.id, "limit": PAGE}]
        given = call.input.get("locale")
        if model.i18n and given in schema.locales[1:]:  # a turn has few rounds: only where the name is given
            pages.append(pages[0] | {"locale": given})
        lookup = LookedUp(schema)
        results: list[Result] = yield [Call("brain_query", page) for page in pages]
        for result in results:
            lookup.take_page(result)
        for key, field, name in names:
            for entry in lookup.of(model):
                is_other = entry.id != key or call.input.get("body") == ""
                known = entry.labels if field == model.title_field else {plain(str(entry.data.get(field)))}
                if is_other and plain(name) in known:
                    return entry
    return None


def _names(model: ModelView, given: Json) -> Iterator[tuple[str, str, str]]:
    """Yield the names and other values of which there is one each, with the entries that get them."""
    own = {one.path[0] for one in model.fields if one.definition.get("unique")} | {model.title_field}
    for key, fields in _rows(model, given):
        for name in own & set(fields):
            if isinstance(fields[name], str):
                yield key, name, fields[name]


def _rows(model: ModelView, given: Json) -> list[tuple[str, Json]]:
    data = cast("Json", given.get("data") or {})
    rows = data.items() if model.kind == "collection" else [(str(given.get("slug")), data)]
    return [(key, cast("Json", fields)) for key, fields in rows if isinstance(fields, dict)]


def _beyond(request: Request, schema: Schema, calls: list[Call]) -> Ask | None:
    """Return the question about a number that is more or less than its field takes."""
    for call in calls:
        model = schema.get(call.input.get("model")) if call.tool == "save_content" else None
        for _, fields in _rows(model, call.input) if model is not None else ():
            for one in (each for each in model.fields if each.path[0] in fields) if model else ():
                value, least, most = fields[one.path[0]], one.definition.get("min"), one.definition.get("max")
                if not isinstance(value, int | float) or isinstance(value, bool):
                    continue
                if (least is not None and value < least) or (most is not None and value > most):
                    told = {"name": one.label(request.language), "least": least, "most": most, "value": value}
                    return Ask(request.say("answer.change.beyond", **told))
    return None
