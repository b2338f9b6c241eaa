"""Entries, looked up with the reading tools: ids are found, never invented. Which one do words mean?"""

from collections.abc import Iterable
from dataclasses import field
from typing import Any, Final, cast

from proofroom.content.playbook.schema import FieldView, Json, ModelView, Schema
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Made, Result, lexicon
from proofroom.providers.offline.sentence import alike, plain, tokens
from proofroom.providers.offline.spelling import is_slip

SURE: Final = 0.6
APART: Final = 0.12
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
    locales: set[str] = field(default_factory=set[str])
    """The languages in which it was seen."""
    touched: str = ""
    """When it was changed last."""
    touched_by: str = ""

    def refs(self, one: FieldView) -> list[str]:
        """Return the ids a relation field points at."""
        value = self.data.get(one.path[0])
        values = cast("list[Any]", value) if isinstance(value, list) else [value]
        return [str(cast("Json", item)["ref"] if isinstance(item, dict) else item) for item in values if item]


class Shelf:
    """The entries that were looked up, by model and id."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.entries: dict[tuple[str, str], Found] = {}
        self.hits: list[tuple[str, str]] = []
        """What the search found to have every word, best first."""
        self.records: list[Result] = []
        """What else was read with it: singletons and dictionaries."""

    def of(self, *models: ModelView) -> list[Found]:
        """Return the entries of some models."""
        allowed = {model.id for model in models}
        return [one for one in self.entries.values() if one.model.id in allowed]

    def get(self, model_id: str | None, entry_id: str) -> Found | None:
        """Return an entry."""
        return self.entries.get((model_id or "", entry_id))

    def take_page(self, result: Result) -> None:
        """Take in what brain_query answered."""
        data = data_of(result)
        model = self.schema.get(data.get("modelId"))
        if not result.ok or model is None or not isinstance(data.get("data"), list):
            return
        meta = cast("dict[str, Json]", data.get("meta") or {})
        for row in cast("list[Json]", data["data"]):
            entry_id = str(row.get("slug") if model.kind == "document" else row.get("id"))
            label = str(row.get(model.title_field) or row.get("name") or row.get("title") or entry_id)
            own = meta.get(entry_id) or {}
            found = self._take(model, entry_id, label, row, own.get("status"))
            found.locales.add(str(data.get("locale") or ""))
            found.touched = max(found.touched, str(own.get("updated_at") or ""))
            found.touched_by = str(own.get("updated_by") or found.touched_by)

    def take_hits(self, result: Result) -> None:
        """Take in what brain_search answered."""
        for row in cast("list[Json]", data_of(result).get("results") or []):
            model, entry_id = self.schema.get(row.get("modelId")), str(row.get("entryId"))
            if model is None or not model.has_entries:
                continue
            self._take(model, entry_id, str(row.get("title") or entry_id), {}, row.get("status"))
            has_all_words = float(row.get("score") or 0) >= 1
            if has_all_words and (model.id, entry_id) not in self.hits:
                self.hits.append((model.id, entry_id))

    def _take(self, model: ModelView, entry_id: str, label: str, data: Json, status: Any) -> Found:
        known = self.entries.setdefault((model.id, entry_id), Found(model, entry_id, label))
        known.labels.add(plain(label))
        known.data = known.data or data
        known.status = known.status or str(status or "")
        return known

    def best(self, models: Iterable[ModelView], words: list[str]) -> list[Found]:
        """Return the entry that words mean; several if they fit as well; none if a word is not explained."""
        entries = self.of(*models)
        scored = [(self.score(one, words), one) for one in entries]
        if not any(points >= SURE for points, _ in scored):  # maybe with a slip in a word of the title
            scored = [(self.score(one, self._mended(one, words)), one) for one in entries]
        good = sorted((pair for pair in scored if pair[0] >= SURE), key=lambda pair: -pair[0])
        return [one for points, one in good if good[0][0] - points < APART]

    def mentioning(self, models: Iterable[ModelView]) -> list[Found]:
        """Return the entries whose texts have all the words that were searched for."""
        allowed = {model.id for model in models}
        return [self.entries[key] for key in self.hits if key[0] in allowed]

    def close(self, models: Iterable[ModelView], words: list[str]) -> list[Found]:
        """Return entries that somebody may have meant, to ask about: some of the words are in their title."""
        found: list[tuple[int, Found]] = []
        for one in self.of(*models):
            title = [part for label in one.labels for part in telling_words(label)]
            found.append((sum(_in(word, title) for word in words), one))
        return [one for hits, one in sorted(found, key=lambda pair: -pair[0]) if hits][:5]

    def score(self, entry: Found, words: list[str]) -> float:
        """Return how well words fit an entry: its titles count most, others of its words less.

        Every word has to be explained by the entry. One that is not is a reason to ask, never to guess.
        """
        others = self._other_words(entry)
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

    def is_named(self, entry: Found, words: list[str]) -> bool:
        """Tell whether words are all of an entry's name or of what it is linked to, not only of its texts."""
        known = [part for label in entry.labels | {plain(entry.label)} for part in tokens(label)]
        known += tokens(entry.id.replace("-", " "))
        for one in entry.model.relations():
            linked = [self.get(one.target, ref) for ref in entry.refs(one)]
            known += [part for each in linked if each for label in each.labels for part in tokens(label)]
        return all(_in(word, known) or any(is_slip(word, part) for part in known) for word in words)

    def _mended(self, entry: Found, words: list[str]) -> list[str]:
        title = [part for label in entry.labels | {plain(entry.label)} for part in tokens(label)]
        return [next((part for part in title if is_slip(word, part)), word) for word in words]

    def _other_words(self, entry: Found) -> list[str]:
        found = tokens(entry.id.replace("-", " "))
        for name, value in entry.data.items():
            one = entry.model.field(name)
            if one is not None and one.target is not None:
                for ref in entry.refs(one):
                    target = self.get(one.target, ref)
                    found += tokens(plain(target.label)) if target else tokens(ref.replace("-", " "))
            elif isinstance(value, str) and len(value) < 300 and "/" not in value:
                found += tokens(plain(value))
        return found


def ids_of(made: Made) -> list[str]:
    """Return the entries a call was about: from what it answered, for a new entry has no id before."""
    results = data_of(made.result).get("results")
    if made.call.tool == "save_content" and isinstance(results, list):
        ids = [row.get("id") or row.get("slug") for row in cast("list[Json]", results)]
        return [str(one) for one in ids if one]
    given = made.call.input
    ids = cast("list[Any]", given.get("entryIds") or [])
    return [str(one) for one in ids] or [str(given[name]) for name in ("slug", "entryId") if given.get(name)][
        :1
    ]


def telling_words(text: str) -> list[str]:
    """Return the words of a plain text that tell entries apart."""
    return [word for word in tokens(text) if word not in lexicon.STOP and (len(word) > 1 or word.isdigit())]


def data_of(result: Result) -> Json:
    """Return a result's data as an object."""
    data = result.data
    return cast("Json", data) if isinstance(data, dict) else {}


def _in(word: str, others: list[str]) -> bool:
    return any(alike(word, other) for other in others)
