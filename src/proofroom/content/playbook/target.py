"""Which entries a request is about: the ones it names, all that fit a condition, or what is on screen."""

import re
from dataclasses import field, replace
from typing import Final, cast

from proofroom.content.playbook.entries import SURE, Found, Shelf, data_of, ids_of, telling_words
from proofroom.content.playbook.limits import Limits, read_limits
from proofroom.content.playbook.request import Look, ProjectRequest, left_words, read_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView, Schema
from proofroom.content.playbook.words import LOOK, TABLE, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Result, lexicon
from proofroom.providers.offline.plan import READING
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens
from proofroom.providers.offline.slots import choose

_ORDINALS: Final = {"ilk": "first", "birinci": "first", "ikinci": "second", "ucuncu": "third", "son": "last"}
_COUNTS: Final = {
    word: n for n, words in enumerate(TABLE["list"]["numbers"].split(), 1) for word in words.split("/")
}


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
    is_loose: bool = False
    """Only their texts have the words, or their names have not all of them: good to ask about."""

    @property
    def single(self) -> Found | None:
        """The one entry that is meant."""
        return self.entries[0] if len(self.entries) == 1 else None

    @property
    def ids(self) -> list[str]:
        """The ids of the entries."""
        return [one.id for one in self.entries]

    def ask(self, task: ProjectRequest, key: str) -> Answer | Ask:
        """Ask what is missing: which of several, what unknown words mean; else the question of a key."""
        if self.is_bulk and self.words:
            return task.ask("answer.speech.not_explained", words=" ".join(self.words))
        if self.is_bulk:
            return task.answer("answer.change.none_fits")
        if self.asked:
            return task.which_one(self.asked, self.models[0].name if len(self.models) == 1 else "")
        if self.words:
            return task.ask("answer.speech.not_found", said=" ".join(self.words))
        return task.ask(key)


Models = list[ModelView]


def find_target(
    task: ProjectRequest,
    said: str | None = None,
    quotes: list[str] | None = None,
    models: Models | None = None,
    limits: Limits | None = None,
) -> Look[Target]:
    """Find the entries that a request means, or `said` and `quotes`, which are left of it.

    Where that leaves it open, what the person answered to a question back decides.
    """
    words = task.said if said is None else said
    ordinal = LOOK["ordinal"].match(re.sub(r"\s+", " ", LOOK["verb"].sub(" ", words)))
    if ordinal is not None and not quotes and task.request.earlier and not task.request.answers:
        listed = yield from _listed_before(task, ordinal["which"])
        if listed is not None:
            return listed
    limits = limits_of(task.schema, words, models) if limits is None else limits
    target = yield from _find(task, words, task.quotes if quotes is None else quotes, models, limits)
    if task.writes and target.entries and (target.is_loose or _hedges(limits.without(words), target)):
        target = replace(target, entries=[], asked=target.entries, is_bulk=False)
    for index, answer in enumerate(task.request.answers):
        if target.entries:
            break
        chosen: list[Found] = choose(target.asked, answer)
        if len({one.model.id for one in chosen}) == 1:
            return Target(chosen, words=target.words, models=target.models, answer=index)
        other = task.about(answer)
        found = yield from _find(task, other.said, other.quotes, target.models or models)
        if found.entries or found.asked:
            target = replace(found, answer=index)
    return target


def _hedges(said: str, target: Target) -> bool:
    """Tell whether words narrow what is meant in a way nothing here follows: some of, the old ones."""
    names = [] if target.is_bulk else [part for one in target.entries for part in _names(one)]
    return any(
        not any(alike(word, part) for part in names)
        for found in LOOK["hedge"].finditer(said)
        for word in tokens(found[0])[:1]
    )


def _names(entry: Found) -> list[str]:
    return [part for label in (plain(entry.label), *entry.labels) for part in tokens(label)]


def _listed_before(task: ProjectRequest, which: str) -> Look[Target | None]:
    """Return the entry of the list that the last turn showed: the second one, ilkini."""
    shown = yield from shown_before(task)
    word = next((full for stem, full in _ORDINALS.items() if which.startswith(stem)), which)
    chosen: list[Found] = choose(shown.entries, word)
    return Target(chosen, models=shown.models) if len(chosen) == 1 and len(shown.entries) > 1 else None


def shown_before(task: ProjectRequest) -> Look[Target]:
    """Return the entries that the last turn listed, in their order; none where it listed nothing."""
    tools = [made.call.tool for made in task.request.latest]
    if "brain_query" not in tools or any(tool not in READING for tool in tools):
        return Target()
    asked = task.about(task.request.earlier[-1])
    return (yield from _find(asked, f"all {asked.said}", [], None))


def limits_of(schema: Schema, said: str, models: Models | None = None, is_change: bool = False) -> Limits:
    """Return the conditions that a plain text puts on the entries it speaks of."""
    named = [model for model in schema.named_in(said) if model.has_entries]
    allowed = _allowed(schema, named, models)
    has_many = _is_plural(said, named) or lexicon.means_all(said) or seen("which", said)
    model = allowed[0] if named or len(allowed) == 1 else None
    return read_limits(said, model, has_many, is_change)


def _find(
    task: ProjectRequest, said: str, quotes: list[str], models: Models | None, limits: Limits | None = None
) -> Look[Target]:
    counted = LOOK["counted"].search(said) if not quotes else None
    if counted is not None:
        said = said[: counted.start("number")] + " " * len(counted["number"]) + said[counted.end("number") :]
        target = yield from _find(task, said, quotes, models, limits)
        wanted = _COUNTS.get(counted["number"]) or int(counted["number"])
        if target.is_bulk and target.entries and len(target.entries) != wanted:
            return replace(target, entries=[], asked=target.entries, is_bulk=False)
        return target
    schema = task.schema
    limits = limits_of(schema, said, models) if limits is None else limits
    said = limits.without(said)
    named = [model for model in schema.named_in(said) if model.has_entries]
    allowed = _allowed(schema, named, models)
    words = left_words(said, *named)
    said = LOOK["both_languages"].sub(" ", said)
    is_bulk = (_is_bulk(said, named) or bool(limits)) and not quotes
    if not quotes and not words and not is_bulk:
        return (yield from _pointed_at(task, said, allowed))
    searched = " ".join([*quotes, *words, *telling_words(limits.excepted)])
    shelf = yield from task.look_up([*allowed, *_related(schema, allowed)], searched)
    called = _called_all(shelf, allowed, said, words, named) if is_bulk and not limits else []
    if called:
        return Target(called, words=words, models=[called[0].model])
    if is_bulk:
        many = _limited(shelf, limits, _bulk(shelf, allowed, said, words, named))
        states = ("draft", "published", "archived")
        is_vague = not (named or words or limits or any(seen(one, said) for one in states))
        return replace(many, is_loose=many.is_loose or (task.writes and is_vague))
    listed = _listed(shelf, allowed, said, quotes, named)
    if listed:
        return Target(listed, words=words, models=[listed[0].model])
    wanted = [word for quote in quotes for word in tokens(plain(quote))] or words
    found = shelf.best(allowed, wanted)
    if found and quotes and words:
        found = [one for one in found if shelf.best([one.model], [*wanted, *words])]
    is_loose = task.is_final and not quotes and not all(shelf.is_named(one, wanted) for one in found)
    if not found and not quotes and seen("about", said):
        found, is_loose = shelf.mentioning(allowed)[:5], task.is_final
    if len(found) > 1 and not quotes and _is_plural(said, named):
        return _bulk(shelf, allowed, said, words, named)
    if len(found) == 1:
        return Target(found, words=wanted, models=allowed, is_loose=is_loose)
    return Target([], found or shelf.close(allowed, wanted), words=wanted, models=allowed)


def _limited(shelf: Shelf, limits: Limits, target: Target) -> Target:
    """Return what is left of the entries under the conditions, and without those that are excepted."""
    if not target.entries:
        return target
    left = limits.chosen(target.entries)
    if limits.excepted:
        for part in re.split(r",|\band\b|\bve\b", limits.excepted):
            words = [word for word in left_words(part, *target.models) if word not in lexicon.STOP]
            out = (shelf.best(target.models, words) or _linked(shelf, target, words)) if words else []
            if not out or any(one not in target.entries for one in out):
                return replace(target, entries=[], words=words or tokens(part))
            left = [one for one in left if one not in out]
    is_one = limits.top is not None and len(left) == 1
    return replace(target, entries=left, is_bulk=not is_one, words=target.words if left else [])


def _linked(shelf: Shelf, target: Target, words: list[str]) -> list[Found]:
    """Return those of the entries that are linked to what words name: the thrillers."""
    for one in target.models[0].relations():
        named = _named_target(shelf, one, words)
        if named is not None and all(
            any(alike(word, part) for label in named.labels for part in tokens(label)) for word in words
        ):
            return [entry for entry in target.entries if named.id in entry.refs(one)]
    return []


def _listed(shelf: Shelf, allowed: Models, said: str, quotes: list[str], named: Models) -> list[Found]:
    """Return the entries of a list, "Rivers and Parks": each part names one, all are of one model."""
    parts = quotes or re.split(r",|\band\b|\bve\b", said)
    found: dict[str, Found] = {}
    for part in parts if len(parts) > 1 else []:
        words = tokens(plain(part)) if quotes else telling_words(part)
        words = [word for word in words if quotes or not any(model.is_called(word) for model in named)]
        best = shelf.best(allowed, words) if words else []
        if len(best) != 1 or any(one.model != best[0].model for one in found.values()):
            return []
        found[best[0].id] = best[0]
    return list(found.values())


def _called_all(shelf: Shelf, allowed: Models, said: str, words: list[str], named: Models) -> list[Found]:
    """Return the entries that are named in full where "every" or "all" is a word of a title."""
    listed = _listed(shelf, allowed, said, [], named) if words else []
    found = listed or [
        one for one in (shelf.best(allowed, words) if words else []) if shelf.is_named(one, words)
    ]
    titles = {part for one in found for part in _names(one)}
    return (
        found
        if any(word in titles for one in re.finditer(lexicon.ALL, said) for word in tokens(one[0]))
        else []
    )


def _allowed(schema: Schema, named: Models, models: Models | None) -> Models:
    """Return the models to look in: the named one where a relation is not what its noun says."""
    usable = schema.with_entries() if models is None else [model for model in models if model.has_entries]
    chosen = [model for model in named if model in usable]
    if len(chosen) > 1:
        # "every article by the author Jonas": the noun that other nouns qualify is the one they point from.
        aims = {model.id for model in chosen}
        pointing = [model for model in chosen if any(one.target in aims for one in model.relations())]
        chosen = pointing or chosen[:1]
    return chosen or usable


def _related(schema: Schema, models: Models) -> Models:
    targets = {one.target for model in models for one in model.relations()}
    return [model for model in schema.models if model.id in targets and model not in models]


def _is_bulk(said: str, named: Models) -> bool:
    conditions = ("whose", "draft", "published", "archived")
    return lexicon.means_all(said) or (_is_plural(said, named) and any(seen(one, said) for one in conditions))


def _is_plural(said: str, named: Models) -> bool:
    """Tell whether several are meant: the model's noun stands in the plural."""
    nouns = [word for word in tokens(said) if any(model.is_called(word) for model in named)]
    return seen("plural", said) or any(seen("plural_noun", word) for word in nouns)


def _pointed_at(task: ProjectRequest, said: str, allowed: Models) -> Look[Target]:
    """Return what "it" or nothing at all means: the entry on screen, else what was spoken about last."""
    model, entry = task.on_screen()
    if model is not None and entry is not None and model in allowed:
        return (yield from _by_id(model, [entry], allowed))
    for made in reversed(task.request.before) if re.search(lexicon.THIS, said) else ():
        spoken = task.schema.get(made.call.input.get("model"))
        if spoken is not None and spoken in allowed and (ids := ids_of(made)):
            return (yield from _by_id(spoken, ids, allowed))
    return Target(models=allowed)


def _by_id(model: ModelView, ids: list[str], allowed: Models) -> Look[Target]:
    """Return entries by id, with the names they have."""
    found = [Found(model, one, one) for one in ids]
    results: list[Result] = yield [read_call(one) for one in found]
    for one, result in zip(found, results, strict=True):
        fields = data_of(result).get("data")
        label = cast("Json", fields).get(model.title_field) if isinstance(fields, dict) else None
        one.label = str(label or one.id)
    return Target(found, models=allowed)


def _bulk(shelf: Shelf, allowed: Models, said: str, words: list[str], named: Models) -> Target:
    """Return every entry that fits: by a relation's name, by status, else by what the words are about."""
    model = _bulk_model(shelf, allowed, words, named)
    if model is None:
        return Target(is_bulk=True, words=words, models=allowed)
    entries, left = shelf.of(model), list(words)
    for status in ("draft", "published", "archived"):
        if seen(status, said):
            entries = [one for one in entries if (one.status or "draft") == status]
            left = [word for word in left if not seen(status, word)]
    for one in model.relations():
        left = [word for word in left if not (one.is_done_by(word) or LOOK["done_by"].fullmatch(word))]
        target = _named_target(shelf, one, left)
        if target is not None:
            entries = [entry for entry in entries if target.id in entry.refs(one)]
            name = [word for label in target.labels for word in tokens(label)]
            left = [word for word in left if not any(alike(word, part) for part in name)]
    for flag in (one for one in model.fields if one.type == "boolean"):
        names = re.compile("|".join(rf"(?:{pattern})" for pattern in flag.patterns))
        if any(names.fullmatch(word) for word in left):
            entries = [entry for entry in entries if entry.data.get(flag.path[0]) is True]
            left = [word for word in left if not names.fullmatch(word)]
    entries, left = _with_values(model, entries, left)
    if left:
        close = [entry for entry in entries if shelf.score(entry, left) >= SURE]
        hits = shelf.hits if seen("about", said) else []
        entries = close or [entry for entry in entries if (model.id, entry.id) in hits]
    is_loose = bool(left) and not all(shelf.is_named(entry, left) for entry in entries)
    return Target(entries, is_bulk=True, words=words if entries else left, models=[model], is_loose=is_loose)


def _with_values(model: ModelView, entries: list[Found], words: list[str]) -> tuple[list[Found], list[str]]:
    """Return the entries of which a short field says some of the words, and the words that are left."""
    for one in model.fields:
        if one.type not in ("string", "select") or one == model.title or not words:
            continue
        said = {entry.id: tokens(plain(str(entry.data.get(one.path[0]) or ""))) for entry in entries}
        fits = [
            own
            for own in said.values()
            if own and all(any(alike(part, word) for word in words) for part in own)
        ]
        if fits:
            entries = [entry for entry in entries if said[entry.id] in fits]
            words = [word for word in words if not any(alike(word, part) for own in fits for part in own)]
    return entries, words


def _bulk_model(shelf: Shelf, allowed: Models, words: list[str], named: Models) -> ModelView | None:
    if len(allowed) == 1 or named:
        return allowed[0] if allowed else None
    pointing = (
        model for model in allowed if any(_named_target(shelf, one, words) for one in model.relations())
    )
    documents = (model for model in allowed if model.kind == "document")
    return next((model for found in (pointing, documents, allowed) for model in found), None)


def _named_target(shelf: Shelf, one: FieldView, words: list[str]) -> Found | None:
    """Return the entry of a relation's model whose whole name is among the words."""
    model = shelf.schema.get(one.target)
    best: tuple[float, Found | None] = (0, None)
    for entry in shelf.of(model) if model else ():
        for name in map(tokens, entry.labels):
            hit = sum(any(alike(part, word) for word in words) for part in name)
            is_half = hit == 1 and len(name) == 2 and (name[0] in words or name[1] in words)
            points = hit if hit == len(name) else hit / 2
            if not name or not (hit == len(name) or is_half) or points < best[0]:
                continue
            if points > best[0]:
                best = (points, entry)
            elif is_half and best[1] is not entry:
                best = (points, None)  # two of that name: nobody is meant for sure
    return best[1]


def sentence_words(sentence: Sentence) -> list[str]:
    """Return all words of a sentence, quotations included."""
    return tokens(sentence.masked) + [word for one in sentence.quotes for word in tokens(plain(one.value))]
