"""A new entry told as a list, each part one field: `Tea bowl, sku B-03, 28 pounds, 10 in stock`."""

import re
from typing import Any

from proofroom.content.playbook.days import DATES, day_named, names_day
from proofroom.content.playbook.entries import Shelf
from proofroom.content.playbook.request import Look, ProjectRequest, left_words
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.values import NUMERIC, fit
from proofroom.content.playbook.words import LOOK
from proofroom.providers.offline.sentence import plain, tokens


def read_parts(task: ProjectRequest, model: ModelView) -> Look[Json | None]:
    """Return the fields of a new entry, if every part of the list is one; the first may be its name."""
    parts = _listed(task, model)
    if len(parts) < 2:
        return None
    targets = [other for one in model.relations() if (other := task.schema.get(one.target)) is not None]
    shelf = (yield from task.look_up(targets)) if targets else Shelf(task.schema)
    data: Json = {}
    for index, part in enumerate(parts):
        found = yield from _read(task, model, shelf, part, data)
        if found is None and index == 0 and model.title is not None:
            found = {model.title_field: part.rstrip(" .!")}
        if found is None:
            return None
        data |= found
    return data if model.title is None or data.get(model.title_field) else None


def _listed(task: ProjectRequest, model: ModelView) -> list[str]:
    """Return the parts behind the noun of the model: everything before it has to be the order alone."""
    text, said = task.sentence.text, task.said
    words = list(re.finditer(r"[a-z]+", said))
    nouns = [at for at, word in enumerate(words) if model.is_called(word[0])]
    if not nouns or left_words(said[: words[nouns[0]].start()], model):
        return []
    last = nouns[0]
    while last + 1 in nouns and not re.search(r"[:,;]", said[words[last].end() : words[last + 1].start()]):
        last += 1  # help page: one name of two words
    behind = re.sub(r"^\s*[:,–-]?\s*", "", text[words[last].end() :], count=1)
    behind = LOOK["order_tr"].sub("", LOOK["add_verb"].sub("", behind))
    return [part.strip(' :"“”') for part in re.split(r"\s*[,;]\s+", behind) if part.strip(" .!")]


def _read(task: ProjectRequest, model: ModelView, shelf: Shelf, part: str, data: Json) -> Look[Json | None]:
    said = plain(part)
    body = re.match(rf"(?:{LOOK['gives_body'].pattern})\s*[:=]\s*", said)
    if body is not None and model.kind == "document" and "body" not in data:
        return {"body": part[body.end() :]}
    part = part.rstrip(" .!")
    said = plain(part)
    free = [one for one in model.fields if len(one.path) == 1 and one.path[0] not in data]
    for one in free:
        given = _named(one, said, part)
        value = (yield from _valued(task, shelf, one, given)) if given else None
        if value is not None:
            return {one.path[0]: value}
    fits: list[tuple[str, Any]] = []
    for one in free:
        if _shows(one, said):
            value = yield from _valued(task, shelf, one, part)
            fits += [(one.path[0], value)] if value is not None else []
    return dict(fits) if len(fits) == 1 else None


def _named(one: FieldView, said: str, part: str) -> str | None:
    """Return what stands beside the field's name: category bowls, 10 in stock."""
    for pattern in one.patterns:
        found = re.fullmatch(
            rf"(?:with |its |the |in )*(?:{pattern})\s*(?:is|of|=|:)?\s+(?P<value>\S.*)", said
        )
        found = found or re.fullmatch(rf"(?P<value>\d[\d.,]*)\s+(?:in |of |pieces in )?(?:{pattern})", said)
        if found is not None and (one.type in NUMERIC) == (re.match(r"[€$£]?\d", found["value"]) is not None):
            return part[found.start("value") : found.end("value")]
        if found is not None and one.type not in NUMERIC:
            return part[found.start("value") : found.end("value")]
    return None


def _shows(one: FieldView, said: str) -> bool:
    """Tell whether a part shows by its form that it is for a field."""
    if one.type in NUMERIC:
        is_share = re.fullmatch(r"\d+(?:[.,]\d+)?\s*(?:%|percent)(?: off)?", said) is not None
        is_price = (found := LOOK["money"].fullmatch(said)) is not None and bool(found)
        return (is_share and (one.type == "percent" or one.means("percent"))) or (
            is_price and one.means("price")
        )
    if one.type in DATES:
        return names_day(said) and len(said.split()) <= 5
    return one.type in ("email", "url", "phone", "color", "select") or one.target is not None


def _valued(task: ProjectRequest, shelf: Shelf, one: FieldView, text: str) -> Look[Any]:
    if one.type in DATES:
        return (yield from day_named(task, text))
    target = task.schema.get(one.target)
    if target is not None:
        found = shelf.best([target], tokens(plain(text)))
        value = found[0].id if len(found) == 1 and shelf.is_named(found[0], tokens(plain(text))) else None
        return [value] if value and one.type == "relations" else value
    if one.type == "phone" and not re.fullmatch(r"\+?\d[\d()/ -]{5,}\d", text):
        return None
    if one.type in ("url", "color") and not re.match(r"https?://|#[0-9a-fA-F]{3,8}$", text):
        return None
    return fit(text, one)
