"""Entries, looked up with the reading tools: ids are found, never invented. Which one do words mean?"""

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from proofroom.content.playbook.schema import FieldView, Json, ModelView, Schema
from proofroom.providers.offline import Call, Made, Request, Result, lexicon
from proofroom.providers.offline.sentence import alike, plain, tokens

T = TypeVar("T")
Look = Generator[Call | list[Call], Any, T]
PAGE = 100
MODELS_AT_ONCE = 8
SURE = 0.6
APART = 0.12
"""How much better the best entry must fit than the next, so that nobody has to ask."""


@dataclass
class Found:
    """An entry as the lookups show it, over all locales that were looked at."""

    model: ModelView
    id: str
    label: str
    data: Json = field(default_factory=Json)
    status: str = ""
    labels: set[str] = field(default_factory=set[str])

    def refs(self, one: FieldView) -> list[str]:
        """Return the ids a relation field points at."""
        value = self.data.get(one.path[0])
        values = cast("list[Any]", value) if isinstance(value, list) else [value]
        return [_ref(item) for item in values if item]


class Shelf:
    """The entries that were looked up, by model and id."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.entries: dict[tuple[str, str], Found] = {}
        self.hits: list[tuple[str, str]] = []
        """What the search found to have every word, best first."""
        self.totals: dict[str, int] = {}

    def of(self, model: ModelView) -> list[Found]:
        """Return the entries of a model."""
        return [one for one in self.entries.values() if one.model.id == model.id]

    def get(self, model_id: str, entry_id: str) -> Found | None:
        """Return an entry."""
        return self.entries.get((model_id, entry_id))

    def take_page(self, result: Result) -> None:
        """Take in what brain_query answered."""
        data = _json(result)
        model = self.schema.get(str(data.get("modelId")))
        if not result.ok or model is None or not isinstance(data.get("data"), list):
            return
        self.totals[model.id] = max(self.totals.get(model.id, 0), int(data.get("total") or 0))
        meta = cast("dict[str, Any]", data.get("meta") or {})
        for row in cast("list[Json]", data["data"]):
            entry_id = str(row.get("slug") if model.kind == "document" else row.get("id"))
            record = cast("Json", meta.get(entry_id) or {})
            label = str(row.get(model.title_field) or row.get("name") or row.get("title") or entry_id)
            self._take(model, entry_id, label, row, str(record.get("status") or ""))

    def take_hits(self, result: Result) -> None:
        """Take in what brain_search answered."""
        for row in cast("list[Json]", _json(result).get("results") or []):
            model = self.schema.get(str(row.get("modelId")))
            if model is None or not model.has_entries:
                continue
            entry_id = str(row.get("entryId"))
            self._take(model, entry_id, str(row.get("title") or entry_id), {}, str(row.get("status") or ""))
            has_all_words = float(row.get("score") or 0) >= 1
            if has_all_words and (model.id, entry_id) not in self.hits:
                self.hits.append((model.id, entry_id))

    def _take(self, model: ModelView, entry_id: str, label: str, data: Json, status: str) -> None:
        known = self.entries.get((model.id, entry_id))
        if known is None:
            known = self.entries[model.id, entry_id] = Found(model, entry_id, label, data, status)
        known.labels.add(plain(label))
        known.data = known.data or data
        known.status = known.status or status


def ids_of(made: Made) -> list[str]:
    """Return the entries a call was about: from what it answered, for a new entry has no id before."""
    answered = made.result.data
    results = cast("dict[str, Any]", answered).get("results") if isinstance(answered, dict) else None
    if made.call.tool == "save_content" and isinstance(results, list):
        rows = cast("list[dict[str, Any]]", results)
        return [str(row.get("id") or row.get("slug")) for row in rows if row.get("id") or row.get("slug")]
    given = made.call.input
    ids = given.get("entryIds")
    if isinstance(ids, list) and ids:
        return [str(one) for one in cast("list[Any]", ids)]
    return [str(given[name]) for name in ("slug", "entryId") if given.get(name)][:1]


def in_order(calls: Iterable[Call]) -> Look[list[Result]]:
    """Make calls one after the other."""
    results: list[Result] = []
    for call in calls:
        result: Result = yield call
        results.append(result)
    return results


def read_schema() -> Look[Schema]:
    """Look at the models."""
    result: Result = yield Call("list_models")
    return Schema(cast("list[Json]", result.rows("models")), cast("list[str]", result.rows("locales")))


def look_up(request: Request, schema: Schema, models: Iterable[ModelView], words: str = "") -> Look[Shelf]:
    """Look at the entries of some models, in the person's language too, and search for words."""
    chosen = [model for model in dict.fromkeys(models) if model.has_entries][:MODELS_AT_ONCE]
    calls = [Call("brain_query", {"model": model.id, "limit": PAGE}) for model in chosen]
    if request.language in schema.locales[1:]:
        calls += [
            Call("brain_query", {"model": model.id, "limit": PAGE, "locale": request.language})
            for model in chosen
            if model.i18n
        ]
    searches = [Call("brain_search", {"query": words[:200], "limit": 20})] if words.strip() else []
    shelf = Shelf(schema)
    if not calls and not searches:
        return shelf
    results: list[Result] = yield [*calls, *searches]
    for result in results[: len(calls)]:
        shelf.take_page(result)
    for result in results[len(calls) :]:
        shelf.take_hits(result)
    return shelf


def telling_words(text: str) -> list[str]:
    """Return the words of a plain text that tell entries apart."""
    return [word for word in tokens(text) if word not in lexicon.STOP and (len(word) > 1 or word.isdigit())]


def score(entry: Found, words: list[str], shelf: Shelf) -> float:
    """Return how well words fit an entry: its titles count most, others of its words less.

    Every word has to be explained by the entry. One that is not is a reason to ask, never to guess.
    """
    others = _other_words(entry, shelf)
    best = 0.0
    for label in entry.labels | {plain(entry.label)}:
        if label == " ".join(words) or tokens(label) == words:
            return 1.25
        title = telling_words(label) or tokens(label)
        hits = [1.0 if _in(word, title) else 0.55 if _in(word, others) else 0.0 for word in words]
        covered = sum(_in(one, words) for one in title) / max(1, len(title))
        if covered and all(hits):
            best = max(best, sum(hits) / len(words) + 0.25 * covered)
    return best


def best_matches(shelf: Shelf, models: list[ModelView], words: list[str]) -> list[Found]:
    """Return the entry that words mean; several if they fit as well; none if nothing explains every word."""
    good = [(points, one) for points, one in _ranked(shelf, models, words) if points >= SURE]
    return [one for points, one in good if good[0][0] - points < APART]


def mentioning(shelf: Shelf, models: list[ModelView]) -> list[Found]:
    """Return the entries whose texts have all the words that were searched for."""
    allowed = {model.id for model in models}
    return [shelf.entries[key] for key in shelf.hits if key[0] in allowed]


def close_matches(shelf: Shelf, models: list[ModelView], words: list[str]) -> list[Found]:
    """Return entries that somebody may have meant, to ask about: some of the words are in their title."""
    allowed = {model.id for model in models}
    found: list[tuple[int, Found]] = []
    for one in shelf.entries.values():
        title = [part for label in one.labels for part in telling_words(label)]
        hits = sum(_in(word, title) for word in words)
        if one.model.id in allowed and hits:
            found.append((hits, one))
    return [one for _, one in sorted(found, key=lambda pair: -pair[0])][:5]


def _ranked(shelf: Shelf, models: list[ModelView], words: list[str]) -> list[tuple[float, Found]]:
    allowed = {model.id for model in models}
    scored = [(score(one, words, shelf), one) for one in shelf.entries.values() if one.model.id in allowed]
    return sorted(scored, key=lambda pair: -pair[0])


def _other_words(entry: Found, shelf: Shelf) -> list[str]:
    found = tokens(entry.id.replace("-", " "))
    for name, value in entry.data.items():
        one = entry.model.field(name)
        if one is not None and one.target is not None:
            for ref in entry.refs(one):
                target = shelf.get(one.target, ref)
                found += tokens(plain(target.label)) if target else tokens(ref.replace("-", " "))
        elif isinstance(value, str) and len(value) < 300 and "/" not in value:
            found += tokens(plain(value))
    return found


def _in(word: str, others: list[str]) -> bool:
    return any(alike(word, other) for other in others)


def _ref(value: Any) -> str:
    return str(cast("Json", value).get("ref")) if isinstance(value, dict) else str(value)


def _json(result: Result) -> Json:
    data = result.data
    return cast("Json", data) if isinstance(data, dict) else {}
