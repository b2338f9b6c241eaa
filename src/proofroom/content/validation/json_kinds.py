"""Collections, singletons and dictionaries: the kinds that live in JSON files."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache

from proofroom.content.format.paths import content_path
from proofroom.content.format.types import Json, Model
from proofroom.content.validation.entry import UniqueIndex
from proofroom.content.validation.metadata import check_record, check_records
from proofroom.content.validation.run import Run
from proofroom.content.validation.secrets import find_secret
from proofroom.content.validation.types import EntryPlace, Finding, Issue
from proofroom.kernel.strings import say
from proofroom.repository.json.ecma import order_keys, scalar_text, type_name


@cache
def _key_order() -> Finding:
    return Finding("warning", "content.key_order", say("finding.content.key_order"))


@cache
def _legacy() -> Finding:
    return Finding("warning", "content.legacy_list", say("finding.content.legacy_list"))


_VALUE_SHOWN = 40


def check_collection(run: Run, model: Model) -> None:
    """Check every entry of a collection in every locale, and that the locales agree."""
    keys: dict[str, Mapping[str, Json]] = {}
    for locale in run.project.locales(model):
        place = EntryPlace(model.id, locale, path=content_path(model, locale))
        file = run.project.collection(model, locale)
        run.check_file(model, place, is_there=file is not None)
        if file is None:
            continue
        keys[locale] = file.entries
        if file.is_list:
            run.say(place, _legacy(), is_fixable=True)
        elif not file.others:
            _check_order(run, place, file.entries)
        for name in file.others:
            finding = Finding("error", "entry.malformed", say("finding.entry.malformed", entry=name))
            run.say(place._replace(entry=name), finding)
        check_entries(run, model, place, file.entries)
        check_records(run, model, place, file.entries)
    _check_parity(run, model, keys, "entry")


def check_entries(
    run: Run,
    model: Model,
    place: EntryPlace,
    entries: Mapping[str, Json],
    chosen: Collection[str] | None = None,
) -> None:
    """Check entries of a collection file, all or some, against their model and against the others."""
    index = UniqueIndex(run.entry_check(model).unique_paths, entries, chosen)
    for entry_id in entries if chosen is None else chosen:
        found = run.find(model, place.locale, entries[entry_id])
        found += index.check(entry_id, entries[entry_id])
        if found:
            run.report(place._replace(entry=entry_id), found)


def check_singleton(run: Run, model: Model) -> None:
    """Check a singleton in every locale."""
    for locale in run.project.locales(model):
        place = EntryPlace(model.id, locale, path=content_path(model, locale))
        data = run.project.record(model, locale)
        run.check_file(model, place, is_there=data is not None)
        if data is not None:
            run.check_data(model, place, data)
            _check_order(run, place, data)
        check_record(run, model, place)


def check_dictionary(run: Run, model: Model) -> None:
    """Check a dictionary in every locale, and that the locales have the same keys."""
    keys: dict[str, Mapping[str, object]] = {}
    for locale in run.project.locales(model):
        place = EntryPlace(model.id, locale, path=content_path(model, locale))
        texts = run.project.record(model, locale)
        run.check_file(model, place, is_there=texts is not None)
        if texts is not None:
            keys[locale] = texts
            run.entries_checked += 1
            check_texts(run, place, texts)
            _check_duplicates(run, place, texts)
            _check_order(run, place, texts)
        check_record(run, model, place)
    _check_parity(run, model, keys, "key")


def check_texts(run: Run, place: EntryPlace, texts: Json, chosen: Iterable[str] | None = None) -> None:
    """Check the values of a dictionary, all or some."""
    for key in texts if chosen is None else chosen:
        value = texts.get(key)
        if find_secret(value):
            message = say("finding.secret.dictionary", key=key)
            run.say(place, Finding("error", "secret.dictionary", message), key)
        elif not isinstance(value, str):
            message = say("finding.dict.value_type", key=key)
            run.say(place, Finding("warning", "dict.value_type", message), key)


def check_cross_duplicates(run: Run, models: Iterable[Model]) -> None:
    """Report texts that several dictionaries share, by locale."""
    dictionaries = [model for model in models if model.kind == "dictionary"]
    by_locale: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for model in dictionaries if len(dictionaries) > 1 else ():
        for locale in run.project.locales(model):
            places = by_locale.setdefault(locale, {})
            for key, value in (run.project.record(model, locale) or {}).items():
                if isinstance(value, str):
                    places.setdefault(value, []).append((model.id, key))
    for locale, places in by_locale.items():
        for text, where in places.items():
            if len({model_id for model_id, _ in where}) > 1:
                named = ", ".join(f"{model_id}/{key}" for model_id, key in where)
                message = say("finding.dict.cross_duplicate", value=_shown(text), models=named)
                run.issues.append(Issue("notice", "dict.cross_duplicate", message, locale=locale))


def _check_order(run: Run, place: EntryPlace, members: Mapping[str, object]) -> None:
    names = list(members)
    if names != order_keys(names):
        run.say(place, _key_order(), is_fixable=True)


def _check_duplicates(run: Run, place: EntryPlace, texts: Json) -> None:
    keys: dict[tuple[str, str], list[str]] = {}
    for key, value in texts.items():
        if isinstance(value, str | int | float):
            keys.setdefault((type_name(value), scalar_text(value)), []).append(key)
    for (_, text), same in keys.items():
        if len(same) > 1:
            message = say("finding.dict.duplicate", value=_shown(text), count=len(same), keys=", ".join(same))
            run.say(place, Finding("warning", "dict.duplicate", message))


def _check_parity(run: Run, model: Model, keys: Mapping[str, Mapping[str, object]], what: str) -> None:
    """Compare every locale with the first that is there, both ways."""
    if len(keys) < 2:
        return
    first, *rest = keys
    for other in rest:
        for here, there in ((first, other), (other, first)):
            for name in keys[here]:
                if name not in keys[there]:
                    _say_missing(run, model, what, name, here, there)


def _say_missing(run: Run, model: Model, what: str, name: str, here: str, there: str) -> None:
    place = EntryPlace(model.id, there, path=content_path(model, there))
    message = say(f"finding.parity.{what}", name=name, here=here, there=there)
    if what == "entry":
        run.say(place._replace(entry=name), Finding("error", "entry.parity", message))
    else:
        run.say(place, Finding("warning", "key.parity", message), name)


def _shown(text: str) -> str:
    return f"{text[:_VALUE_SHOWN]}..." if len(text) > _VALUE_SHOWN else text
