"""Relations: adding to one and taking out of it, and telling what an entry is linked to.

A topic leaves an article without being deleted itself. Which side is which is told by what resolves: "put the
drill guide on the Garden shelf" and "add Garden to the drill guide" say the same. Both sides have to be
explained in full.
"""

import re
from collections.abc import Iterator
from typing import cast

from proofroom.content.playbook.entries import Found, Shelf, telling_words
from proofroom.content.playbook.request import End, Look, ProjectRequest, in_order, lines, names, save_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.target import Target, find_target
from proofroom.content.playbook.words import LOOK, seen
from proofroom.providers.offline import Answer, Ask, Call, Result, lexicon
from proofroom.providers.offline.sentence import plain, tokens


def change_link(task: ProjectRequest) -> Look[Answer | Ask | None]:
    """Save the relation of the entries that are meant with names added or taken out; None if unclear."""
    shelves: dict[tuple[str, str], Shelf] = {}  # a turn has few rounds: each is looked at once
    for adds, field, named, target in _links(task):
        model, aim = field[0], field[1]
        shelf = shelves.get((aim.id, model.id)) or (yield from task.look_up([aim, model]))
        shelves[aim.id, model.id] = shelf
        refs = entries_named(shelf, aim, named)
        if refs is None:
            continue
        other = task.about(target)
        meant = yield from find_target(task, other.said, other.quotes, [model])
        if meant.entries:
            return (yield from _write(task, shelf, field[2], meant, refs, adds))
        if meant.asked:
            return task.which_one(meant.asked, model.name)
    return None


def _links(task: ProjectRequest) -> Iterator[tuple[bool, tuple[ModelView, ModelView, FieldView], str, str]]:
    """Yield what a request may link or unlink: the relation, and the words of each side, both ways round."""
    is_implied = seen("tags", task.said)
    for adds, *both in _sides(task):
        yield from _fitting(task, adds, both, is_implied)


def _fitting(
    task: ProjectRequest, adds: bool, both: list[str], is_implied: bool
) -> Iterator[tuple[bool, tuple[ModelView, ModelView, FieldView], str, str]]:
    for model in task.schema.with_entries():
        for field in model.relations():
            aim = task.schema.get(field.target)
            for named, target in ((both[0], both[1]), (both[1], both[0])):
                by_name, by_target = (task.schema.named_in(task.about(one).said) for one in (named, target))
                # No noun speaks against it; without any, what is taken out of something else is meant.
                fits = by_name or by_target or not adds
                fits = fits and (not by_name or aim in by_name) and (not by_target or model in by_target)
                if field.type == "relations" and aim is not None and (is_implied or fits):
                    yield adds, (model, aim, field), named, target


def _sides(task: ProjectRequest) -> Iterator[tuple[bool, str, str]]:
    """Yield what is linked to what; a preposition may also stand in a title, so each is tried."""
    said, text = task.said, task.sentence.text
    for name in ("links_add", "links_tag", "links_put", "links_give", "links_remove"):
        greedy = re.compile(LOOK[name].pattern.replace(".+?)", ".+)"))
        matches = [one for one in (LOOK[name].search(said), greedy.search(said)) if one is not None]
        for match in matches:
            one, other = (
                text[match.start(side) : match.start(side) + len(LOOK["link_polite"].sub("", match[side]))]
                for side in ("one", "other")
            )
            yield name != "links_remove", one, other
        if matches:
            return
    for adds, name, ending in ((True, "links_add_tr", r"[ae]$"), (False, "links_remove_tr", r"[dt][ae]n$")):
        match = LOOK[name].search(said)
        words = re.finditer(r"[a-z0-9-]+", said[: match.start()]) if match else ()
        nouns = [one for one in words if any(model.is_called(one[0]) for model in task.schema.with_entries())]
        if match and len(nouns) == 2 and any(re.search(ending, noun[0]) for noun in nouns):
            middle = nouns[0].end()
            yield adds, text[:middle], LOOK["link_polite"].sub("", text[middle : match.start()])
            return


def entries_named(shelf: Shelf, aim: ModelView, text: str) -> list[Found] | None:
    """Return the entries that a list of names means, or None if one of them is not clear."""
    found: list[Found] = []
    for part in re.split(r",|\s+(?:and|ve)\s+", text):
        words = [word for word in tokens(plain(part).strip("\"'“”")) if word not in lexicon.STOP]
        words = [word for word in words if not aim.is_called(word)] or telling_words(plain(part))
        matches = shelf.best([aim], words) if words else []
        if len(matches) != 1:
            return None
        found += matches
    return found


def _write(
    task: ProjectRequest, shelf: Shelf, field: FieldView, target: Target, refs: list[Found], adds: bool
) -> End:
    ids = [one.id for one in refs]
    calls: list[Call] = []
    changed: list[Found] = []
    for entry in target.entries:
        known = shelf.get(entry.model.id, entry.id)
        old = known.refs(field) if known else []
        fresh = list(dict.fromkeys([*old, *ids])) if adds else [ref for ref in old if ref not in ids]
        if fresh != old:
            calls.append(save_call(entry.model, [entry.id], field.nest(fresh)))
            changed.append(entry)
    if not calls:
        return task.answer("answer.speech.unchanged")
    results = yield from in_order(calls)
    key = "answer.relate.added" if adds else "answer.relate.removed"
    return task.wrote(results, task.say(key, entry=changed, label=field, labels=refs))


def relations(task: ProjectRequest) -> End:
    """Say who wrote an entry and what it is linked to, or what points at it."""
    schema = task.schema
    said = _without_relation_words(task.said)
    for verb in relation_verbs(task):
        said = re.sub(rf"\b{verb}\b", " ", said)
    nouns = [
        word
        for word in said.split()
        if any(model.is_called(one) for one in tokens(word) for model in schema.models)
    ]
    said = " ".join(word for word in said.split() if word not in nouns)
    bound = _bound(task)
    target = yield from find_target(task, said, models=bound)
    if bound and not target.entries and not target.asked:
        target = yield from find_target(task, said)  # the noun says what is asked for, not what is named
    entry = target.single
    if entry is None:
        return task.which_one(target.asked) if target.asked else target.ask(task, "answer.read.which_entry")
    is_target = any(one.target == entry.model.id for model in schema.models for one in model.relations())
    is_reverse = is_target and (seen("reverse", task.said) or not entry.model.relations())
    calls = [expand(entry, "reverse" if is_reverse else "forward")]
    if not is_reverse and (is_target or seen("else", task.said)):
        calls.append(expand(entry, "reverse"))
    results: list[Result] = yield calls
    return tell_relations(task, entry, results)


def relation_verbs(task: ProjectRequest) -> list[str]:
    """Return the verbs that say what a relation of the project is called by: who directed it."""
    models = task.schema.with_entries()
    fields = [one for model in models for one in model.relations()]
    nouns = {part for one in fields for name in one.names for part in name.split()}
    asks_who = task.sentence.has(r"^\W*who\b(?! (?:is|are|was|were)\b)")

    def is_noun(word: str) -> bool:
        if asks_who and word not in nouns and word.removesuffix("s") not in nouns:
            return False  # who teaches it: a teacher does
        return any(model.is_called(word) for model in models)

    return [
        word
        for word in tokens(task.said)
        if any(one.is_done_by(word) for one in fields) and not is_noun(word)
    ]


def _bound(task: ProjectRequest) -> list[ModelView] | None:
    """Return the models whose noun stands right beside a name: the topic Trees, the rooftop article."""
    said = tokens(task.said)
    found: list[ModelView] = []
    for index, word in enumerate(said):
        beside = " ".join(said[max(0, index - 1) : index] + said[index + 1 : index + 2])
        if telling_words(_without_relation_words(beside)):
            found += [model for model in task.schema.with_entries() if model.is_called(word)]
    pointing = [model for model in task.schema.named_in(task.said) if model.relations()]
    by_whom = pointing if task.sentence.has(r"^\W*who\b|\bkim\b") else []
    return list(dict.fromkeys(found)) or by_whom[:1] or None


def _without_relation_words(masked: str) -> str:
    return LOOK["relation_words"].sub(" ", re.sub(lexicon.ALL, " ", masked))


def expand(entry: Found, direction: str) -> Call:
    """Return the call that follows an entry's relations."""
    given = {"model": entry.model.id, "entryId": entry.id}
    return Call("relation_expand", given | ({"direction": direction} if direction == "reverse" else {}))


def tell_relations(task: ProjectRequest, entry: Found, results: list[Result]) -> Answer:
    """Tell what an entry is linked to."""
    rows: list[str] = []
    for result in results:
        if not result.ok:
            return Answer(result.problem)
        for relation in cast("list[Json]", result.rows("relations")):
            one = entry.model.field(str(relation["field"]))
            rows.append(f"{task.name_of(one) if one else relation['field']}: {names(labels(relation))}")
        for back in cast("list[Json]", result.rows("referencedBy")):
            model = task.schema.get(back["model"])
            label = str(back.get("label") or back["ref"])
            rows.append(f"{model.name if model else back['model']}: {names([label])}")
    if not rows:
        return task.answer("answer.read.no_links", entry=[entry])
    return Answer(f"{task.say('answer.read.links', entry=[entry])}\n{lines(dict.fromkeys(rows))}")


def labels(relation: Json) -> list[str]:
    """Return the names of what a relation points at."""
    return [str(ref.get("label") or ref["ref"]) for ref in cast("list[Json]", relation["refs"])]
