"""Entries, looked up with the reading tools: ids are found, never invented. Which one do words mean?"""

from dataclasses import field
from typing import Any, cast

from proofroom.content.playbook.schema import FieldView, Json, ModelView, Schema
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Made, Result, lexicon
from proofroom.providers.offline.sentence import plain, tokens


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
    own: dict[str, Json] = field(default_factory=dict[str, Json])
    """What it holds in each of them."""
    touched: str = ""
    """When it was changed last."""
    touched_by: str = ""

    def refs(self, one: FieldView) -> list[str]:
        """Return the ids a relation field points at."""
        value = self.data.get(one.path[0])
        values = cast("list[Any]", value) if isinstance(value, list) else [value]
        return [str(cast("Json", item)["ref"] if isinstance(item, dict) else item) for item in values if item]


class LookedUp:
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
            found.own[str(data.get("locale") or "")] = row
            found.touched = max(found.touched, str(own.get("updated_at") or ""))
            found.touched_by = str(own.get("updated_by") or found.touched_by)

    def call_in(self, language: str) -> None:
        """Call entries by their names in a language, where they have one."""
        for one in self.entries.values():
            name = one.own.get(language, {}).get(one.model.title_field)
            one.label = name if isinstance(name, str) and name else one.label

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


def having(entries: list[Found], one: FieldView, value: Any) -> list[Found]:
    """Return the entries that a flag can be taken from; all where it is given, or none has it."""
    if value is not False or one.type != "boolean" or one.path[1:]:
        return entries
    return [each for each in entries if each.data.get(one.path[0])] or entries


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
