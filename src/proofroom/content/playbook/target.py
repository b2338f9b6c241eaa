"""Which entries a request is about: the ones it names, all that fit a condition, or what is on screen."""

import re
from dataclasses import dataclass, field, replace
from typing import Any, cast

from proofroom.content.playbook.entries import (
    SURE,
    Found,
    Look,
    Shelf,
    best_matches,
    close_matches,
    ids_of,
    look_up,
    mentioning,
    score,
    telling_words,
)
from proofroom.content.playbook.schema import FieldView, ModelView, Schema
from proofroom.providers.offline import Call, Request, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens
from proofroom.providers.offline.slots import choose

_STATUS_WORDS = {
    "draft": r"\b(?:drafts?|unpublished|taslak\w*|taslag\w*|yayinlanmamis\w*)\b",
    "published": r"\b(?:published|live|yayinlanmis\w*|yayindaki\w*|yayinda)\b",
    "archived": r"\b(?:archived|arsivlenmis\w*|arsivdeki\w*)\b",
}
_VERB = re.compile(f"{lexicon.ALL}|{lexicon.ADD}|{lexicon.CHANGE}|{lexicon.SHOW}|{lexicon.SEARCH}|yeniden")
_PLURAL = r"\b(?:drafts|entries|ones|taslaklar\w*|kayitlar\w*)\b"


@dataclass
class Target:
    """The entries that are meant; `asked` holds candidates when it is not clear which one."""

    entries: list[Found] = field(default_factory=list[Found])
    asked: list[Found] = field(default_factory=list[Found])
    is_bulk: bool = False
    words: list[str] = field(default_factory=list[str])
    models: list[ModelView] = field(default_factory=list[ModelView])
    answer: int | None = None
    """Which of the person's answers named them."""

    @property
    def is_named(self) -> bool:
        """Tell whether the request named anything at all."""
        return bool(self.words or self.entries or self.asked)


def find_target(
    request: Request, schema: Schema, said: str, quotes: list[str], models: list[ModelView] | None = None
) -> Look[Target]:
    """Find the entries that the rest of a request means: `said` is what is left of its words, masked.

    Where that leaves it open, what the person answered to a question back decides.
    """
    target = yield from _find(request, schema, said, quotes, models)
    for index, answer in enumerate(request.answers):
        if target.entries:
            break
        chosen = _chosen(target.asked, answer)
        if chosen:
            return Target(chosen, words=target.words, models=target.models, answer=index)
        sentence = Sentence(answer)
        given = [quote.value for quote in sentence.quotes]
        found = yield from _find(request, schema, sentence.masked, given, target.models or models)
        if found.entries or found.asked:
            target = replace(found, answer=index)
    return target


def _chosen(asked: list[Found], answer: str) -> list[Found]:
    """Return which of the offered entries an answer picks; several only of one model."""
    chosen: list[Found] = choose(asked, answer)
    return chosen if len({one.model.id for one in chosen}) == 1 else []


def _find(
    request: Request, schema: Schema, said: str, quotes: list[str], models: list[ModelView] | None
) -> Look[Target]:
    here = on_screen(request, schema)
    named = [model for model in schema.named_in(said) if model.has_entries]
    allowed = _allowed(schema, named, models)
    words = left_words(said, *named)
    said = re.sub(_BOTH_LANGUAGES, " ", said)
    is_bulk = _is_bulk(said, named) and not quotes
    if not quotes and not words and not is_bulk:
        return (yield from _pointed_at(request, schema, said, here, allowed))
    text = " ".join([*quotes, *words])
    shelf = yield from look_up(request, schema, [*allowed, *_related(schema, allowed)], text)
    if is_bulk:
        return _bulk(shelf, allowed, said, words, named)
    listed = _listed(shelf, allowed, said, quotes, named)
    if listed:
        return Target(listed, words=words, models=[listed[0].model])
    wanted = [word for quote in quotes for word in tokens(plain(quote))] or words
    found = best_matches(shelf, allowed, wanted)
    if found and quotes and words:
        found = [one for one in found if best_matches(shelf, [one.model], [*wanted, *words])]
    if not found and not quotes and re.search(f"{lexicon.ABOUT}|{lexicon.SEARCH}", said):
        found = mentioning(shelf, allowed)[:5]
    if len(found) > 1 and not quotes and _is_plural(said, named):
        return _bulk(shelf, allowed, said, words, named)
    if len(found) == 1:
        return Target(found, words=wanted, models=allowed)
    asked = found or close_matches(shelf, allowed, wanted)
    return Target([], asked, words=wanted, models=allowed)


def _listed(
    shelf: Shelf, allowed: list[ModelView], said: str, quotes: list[str], named: list[ModelView]
) -> list[Found]:
    """Return the entries of a list, "Rivers and Parks": each part names one, all are of one model."""
    parts = quotes if len(quotes) > 1 else re.split(r",|\band\b|\bve\b", said) if not quotes else []
    if len(parts) < 2:
        return []
    found: list[Found] = []
    for part in parts:
        words = tokens(plain(part)) if quotes else telling_words(part)
        words = [word for word in words if quotes or not any(model.is_called(word) for model in named)]
        one = best_matches(shelf, allowed, words) if words else []
        if len(one) != 1 or one[0].model != (found or one)[0].model:
            return []
        found += one
    return list({one.id: one for one in found}.values())


def on_screen(request: Request, schema: Schema) -> tuple[ModelView | None, str | None]:
    """Return the model and entry the person looks at, or pinned."""
    screen = request.screen
    model, entry = schema.get(screen.get("activeModelId")), screen.get("activeEntryId")
    if model is not None and isinstance(entry, str) and entry:
        return model, entry
    for item in cast("list[Any]", screen.get("contextItems") or []):
        pinned = cast("dict[str, Any]", item) if isinstance(item, dict) else {}
        if pinned.get("entryId") and schema.get(pinned.get("modelId")):
            return schema.get(pinned.get("modelId")), str(pinned["entryId"])
    return model, None


def locale_of(request: Request, sentence: Sentence) -> str | None:
    """Return the locale a request names, or the one on screen."""
    return lexicon.locale_in(sentence.masked) or _screen_locale(request)


_BOTH_LANGUAGES = (
    r"\b(?:both|all|every|each)(?: of)?(?: the)? (?:languages?|locales?|versions)\b"
    r"|\b(?:her )?iki dil\w*|\b(?:tum|butun) diller\w*|\bher dil\w*"
)


def text_locales(request: Request, schema: Schema, sentence: Sentence) -> list[str]:
    """Return the locales for a text: both, the named ones, the one on screen, or the person's language."""
    if re.search(_BOTH_LANGUAGES, sentence.masked):
        return list(schema.locales)
    named = lexicon.locales_in(sentence.masked)
    if named:
        return named
    own = _screen_locale(request) or request.language
    return [own if own in schema.locales or not schema.locales else schema.locales[0]]


def left_words(said: str, *models: ModelView) -> list[str]:
    """Return the words that nothing explains yet: no function word, language or noun of these models."""
    text = re.sub(_BOTH_LANGUAGES, " ", lexicon.without_languages(said))
    return [
        word
        for word in telling_words(text)
        if not _VERB.fullmatch(word) and not any(model.is_called(word) for model in models)
    ]


def _screen_locale(request: Request) -> str | None:
    locale = request.screen.get("activeLocale")
    return locale if isinstance(locale, str) and locale else None


def _allowed(schema: Schema, named: list[ModelView], models: list[ModelView] | None) -> list[ModelView]:
    """Return the models to look in: the named one where a relation is not what its noun says."""
    usable = schema.with_entries() if models is None else [model for model in models if model.has_entries]
    chosen = [model for model in named if model in usable]
    if len(chosen) > 1:
        # "every article by the author Jonas": the noun that other nouns qualify is the one they point from.
        pointing = [
            model
            for model in chosen
            if any(one.target in {m.id for m in chosen} for one in model.relations())
        ]
        chosen = pointing or chosen[:1]
    return chosen or usable


def _related(schema: Schema, models: list[ModelView]) -> list[ModelView]:
    targets = {one.target for model in models for one in model.relations()}
    return [model for model in schema.models if model.id in targets and model not in models]


_WHOSE = r"\b(?:by|of|from|about|on|in|konulu|tagged|with)\b|'s\b|'[iu]n\b|n[iu]n\b"


def _is_bulk(said: str, named: list[ModelView]) -> bool:
    if re.search(lexicon.ALL, said):
        return True
    return _is_plural(said, named) and (
        any(re.search(one, said) for one in _STATUS_WORDS.values())
        or re.search(r"\b(?:by|of|from|about|on|in|konulu|tagged|with)\b|'s\b|'[iu]n\b|n[iu]n\b", said)
        is not None
    )


def _is_plural(said: str, named: list[ModelView]) -> bool:
    """Tell whether several are meant: the model's noun stands in the plural."""
    if re.search(_PLURAL, said):
        return True
    nouns = [word for word in tokens(said) if any(model.is_called(word) for model in named)]
    return any(re.search(r"[^s]s$|l[ae]r(?:[iu]\w*|d\w*|e|a)?$", word) for word in nouns)


def _pointed_at(
    request: Request,
    schema: Schema,
    said: str,
    here: tuple[ModelView | None, str | None],
    allowed: list[ModelView],
) -> Look[Target]:
    """Return what "it" or nothing at all means: the entry on screen, else what was spoken about last."""
    model, entry = here
    if model is not None and entry is not None and model in allowed:
        return (yield from _named(model, [entry], allowed))
    if re.search(lexicon.THIS, said):
        for made in reversed(request.before):
            spoken = schema.get(cast("str | None", made.call.input.get("model")))
            ids = ids_of(made) if spoken is not None and spoken in allowed else []
            if spoken is not None and ids:
                return (yield from _named(spoken, ids, allowed))
    return Target(models=allowed)


def _named(model: ModelView, ids: list[str], allowed: list[ModelView]) -> Look[Target]:
    """Return entries by id, with the names they have."""
    results: list[Result] = yield [Call("brain_query", {"model": model.id, "entryId": one}) for one in ids]
    found: list[Found] = []
    for entry_id, result in zip(ids, results, strict=True):
        data = result.data
        fields = cast("dict[str, Any]", data).get("data") if isinstance(data, dict) else None
        label = cast("dict[str, Any]", fields).get(model.title_field) if isinstance(fields, dict) else None
        found.append(Found(model, entry_id, str(label or entry_id)))
    return Target(found, models=allowed)


def _bulk(
    shelf: Shelf, allowed: list[ModelView], said: str, words: list[str], named: list[ModelView]
) -> Target:
    """Return every entry that fits: by a relation's name, by status, else by what the words are about."""
    model = _bulk_model(shelf, allowed, words, named)
    if model is None:
        return Target(is_bulk=True, words=words, models=allowed)
    entries, left = shelf.of(model), list(words)
    for status, pattern in _STATUS_WORDS.items():
        if re.search(pattern, said):
            entries = [one for one in entries if (one.status or "draft") == status]
            left = [word for word in left if not re.search(pattern, word)]
    for one in model.relations():
        target = _named_target(shelf, one, left)
        if target is not None:
            entries = [entry for entry in entries if target.id in entry.refs(one)]
            name = [word for label in target.labels for word in tokens(label)]
            left = [word for word in left if not any(alike(word, part) for part in name)]
    for flag in (one for one in model.fields if one.type == "boolean"):
        if re.search("|".join(rf"\b(?:{pattern})\b" for pattern in flag.patterns()), " ".join(left)):
            entries = [entry for entry in entries if entry.data.get(flag.path[0]) is True]
            left = []
    if left:
        close = [entry for entry in entries if score(entry, left, shelf) >= SURE]
        about = re.search(f"{lexicon.ABOUT}|{lexicon.SEARCH}", said) is not None
        entries = close or [entry for entry in entries if about and (model.id, entry.id) in shelf.hits]
    return Target(entries, is_bulk=True, words=words, models=[model])


def _bulk_model(
    shelf: Shelf, allowed: list[ModelView], words: list[str], named: list[ModelView]
) -> ModelView | None:
    if len(allowed) == 1 or (named and allowed):
        return allowed[0]
    pointing = [
        model
        for model in allowed
        if any(_named_target(shelf, one, words) is not None for one in model.relations())
    ]
    if pointing:
        return pointing[0]
    documents = [model for model in allowed if model.kind == "document"]
    return documents[0] if documents else (allowed[0] if allowed else None)


def _named_target(shelf: Shelf, one: FieldView, words: list[str]) -> Found | None:
    """Return the entry of a relation's model whose whole name is among the words."""
    model = shelf.schema.get(one.target)
    if model is None:
        return None
    best: tuple[int, Found] | None = None
    for entry in shelf.of(model):
        for label in entry.labels:
            name = tokens(label)
            hit = sum(any(alike(part, word) for word in words) for part in name)
            full = hit == len(name) or (
                hit == 1 and len(name) == 2 and any(name[-1] == w or name[0] == w for w in words)
            )
            if name and full and (best is None or hit > best[0]):
                best = (hit, entry)
    return best[1] if best else None


def read_entry(target: Found, locale: str | None) -> Look[Result]:
    """Look at one entry with all its fields."""
    result: Result = yield entry_call(target, locale)
    return result


def entry_call(target: Found, locale: str | None) -> Call:
    """Return the call that reads one entry with all its fields."""
    call = {"model": target.model.id, "entryId": target.id}
    return Call("brain_query", call | ({"locale": locale} if locale and target.model.i18n else {}))
