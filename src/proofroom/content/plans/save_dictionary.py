"""Saving texts of a dictionary."""

from proofroom.content.format import paths
from proofroom.content.format.meta import touch
from proofroom.content.format.types import Json, Model
from proofroom.content.plans.draft import Draft
from proofroom.content.plans.same import changes_nothing
from proofroom.content.plans.types import EntrySave, Stamp
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.repository.json.ecma import scalar_text

_REPLACED_SHOWN = 5


def save_texts(draft: Draft, model: Model, save: EntrySave, locale: str, stamp: Stamp) -> None:
    """Plan texts set or, for None, taken out; what is replaced or doubled is told as an advisory."""
    for key, value in save.data.items():
        if value is not None and not isinstance(value, str):
            raise InvalidInput(say("content.not_a_text", key=key))
    path = paths.content_path(model, locale)
    before = draft.current_record(path)
    draft.check_readable(path, before)
    texts = dict(before or {})
    draft.advisories += _advise(draft, model, locale, texts, save.data)
    for key, value in save.data.items():
        if value is None:
            texts.pop(key, None)
        else:
            texts[key] = value
    record = draft.project.meta_file(model, locale)
    if changes_nothing(before, texts, record, save, stamp):
        draft.results.append({"action": "unchanged", "locale": locale})
        return
    draft.write_record(path, texts)
    draft.write_record(
        draft.project.meta_path(model, locale),
        touch(
            record, source=stamp.source, by=stamp.by, at=stamp.at, status=stamp.status, schedule=save.schedule
        ),
    )
    draft.results.append({"action": "created" if before is None else "updated", "locale": locale})


def _advise(draft: Draft, model: Model, locale: str, before: Json, data: Json) -> list[str]:
    advisories: list[str] = []
    replaced = [
        f'"{key}": "{scalar_text(before[key])}" → "{scalar_text(value)}"'
        for key, value in data.items()
        if key in before and before[key] != value
    ]
    if replaced:
        shown = ", ".join(replaced[:_REPLACED_SHOWN])
        if len(replaced) > _REPLACED_SHOWN:
            shown = say("list.more", shown=shown, count=len(replaced) - _REPLACED_SHOWN)
        advisories.append(
            say("advice.dictionary_replaced", model=model.id, locale=locale, count=len(replaced), shown=shown)
        )
    owners: dict[str, str] = {}
    for key, value in before.items():
        if isinstance(value, str):
            owners.setdefault(value, key)
    vocabulary = draft.project.vocabulary
    terms = (
        {text for texts in vocabulary.terms.values() for text in texts.values()} if vocabulary else set[str]()
    )
    for key, value in data.items():
        if key in before or not isinstance(value, str):
            continue
        if value in owners:
            advisories.append(say("advice.value_exists", value=value, owner=owners[value], key=key))
        if value in terms:
            advisories.append(say("advice.value_is_term", value=value))
    return advisories
