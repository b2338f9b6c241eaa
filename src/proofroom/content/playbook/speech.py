"""How results are put into words: entries by their names, and where a change waits."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.providers.offline import Answer, Ask, Call, Request, Result

SHOWN = 12


def data_of(result: Result) -> Json:
    """Return a result's data as an object."""
    data = result.data
    return cast("Json", data) if isinstance(data, dict) else {}


def names(entries: Iterable[Found | str]) -> str:
    """Return entries by name, in quotation marks."""
    labels = [f"“{one if isinstance(one, str) else one.label}”" for one in entries]
    more = f" (+{len(labels) - SHOWN})" if len(labels) > SHOWN else ""
    return ", ".join(labels[:SHOWN]) + more


def lines(items: Sequence[str]) -> str:
    """Return a list, one line each."""
    more = [f"- … +{len(items) - SHOWN}"] if len(items) > SHOWN else []
    return "\n".join([*(f"- {item}" for item in items[:SHOWN]), *more])


def written(request: Request, results: Sequence[Result], done: str) -> Answer:
    """Return what was done and where it waits, or what stood in the way."""
    failed = [result for result in results if not result.ok]
    if failed:
        problem = failed[0].problem
        advice = str(data_of(failed[0]).get("suggestion") or "")
        text = request.say("answer.offline.refused", problem=problem, advice=advice)
        return Answer(text.strip())
    data = data_of(results[-1])
    if data.get("merged") == "nothing to write":
        return Answer(request.say("answer.speech.unchanged"))
    return Answer(f"{done} {_where(request, data)}{_advice(data)}".strip())


def _where(request: Request, data: Json) -> str:
    if data.get("reviewBranch"):
        return request.say("answer.offline.waits")
    return request.say("answer.offline.merges")


def _advice(data: Json) -> str:
    notes = [str(note) for note in cast("list[Any]", data.get("advisories") or [])[:3]]
    notes += [
        str(cast("Json", one).get("message", "")) for one in cast("list[Any]", data.get("warnings") or [])[:3]
    ]
    return "".join(f"\n- {note}" for note in notes if note)


def save_call(model: ModelView, ids: Sequence[str], data: Json, locale: str | None = None) -> Call:
    """Return the call that saves the same fields of some entries."""
    given: Json = {"model": model.id}
    if model.kind == "collection":
        given["data"] = dict.fromkeys(ids, data)
    elif len(ids) == 1:
        given |= {"slug": ids[0], "data": data}
    else:
        given |= {"data": data} | ({"entryIds": list(ids)} if ids else {})
    return Call("save_content", given | ({"locale": locale} if locale and model.i18n else {}))


def record_call(model: ModelView, locale: str | None) -> Call:
    """Return the call that reads a singleton or a dictionary."""
    return Call("get_content", {"model": model.id} | ({"locale": locale} if locale and model.i18n else {}))


def unexplained(request: Request, words: Iterable[str], understood: str) -> Ask:
    """Ask about words that nothing explains, and say what the rest would mean."""
    return Ask(
        request.say("answer.speech.unexplained", words=", ".join(dict.fromkeys(words)), understood=understood)
    )


def which_one(request: Request, candidates: Sequence[Found], noun: str = "") -> Ask:
    """Ask which of several entries is meant."""
    listed = names(candidates)
    if len(candidates) == 1:
        return Ask(request.say("answer.speech.this_one", listed=listed))
    return Ask(
        request.say("answer.speech.which_of", noun=noun, listed=listed)
        if noun
        else request.say("answer.speech.which", listed=listed)
    )


def not_found(request: Request, words: Sequence[str]) -> Ask:
    """Say that nothing fits the words, and ask for the title."""
    said = " ".join(words)
    return Ask(request.say("answer.speech.not_found", said=said))


def none_fits(request: Request, words: Sequence[str]) -> Answer | Ask:
    """Say that no entry fits a condition; where words of it are not understood, ask about them."""
    if not words:
        return Answer(request.say("answer.change.none_fits"))
    return Ask(request.say("answer.speech.not_explained", words=" ".join(words)))


def which_entry(request: Request, verb: str) -> Ask:
    """Ask which entry is meant when none was named."""
    return Ask(request.say(f"answer.speech.which_to.{verb}"))


def shown_value(request: Request, value: Any) -> str:
    """Return a value as people read it."""
    if isinstance(value, bool):
        return request.say("answer.speech.yes" if value else "answer.speech.no")
    if isinstance(value, list):
        return ", ".join(str(item) for item in cast("list[Any]", value))
    return f"“{value}”" if isinstance(value, str) else str(value)


def field_name(request: Request, field: FieldView) -> str:
    """Return what the person calls a field."""
    return field.label(request.language)


def not_allowed(request: Request) -> Answer:
    """Say that the tool for this is not at hand."""
    return Answer(request.say("answer.offline.not_allowed"))
