"""Everything that a second reading looks at, in one round of the turn: entries, labels, today."""

from collections.abc import Sequence
from datetime import date
from typing import Any, cast

from proofroom.content.playbook.entries import LookedUp, data_of
from proofroom.content.playbook.request import Look, ProjectRequest, record_call
from proofroom.content.playbook.schema import ModelView
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Call, lexicon
from proofroom.providers.offline.sentence import plain

_SHORT = 3
"""Letters of a word of the menu that says too little."""


@dataclass(frozen=True)
class Everywhere:
    """The entries of all models, the labels by language, and today."""

    lookup: LookedUp
    labels: ModelView | None
    texts: tuple[dict[str, Any], ...]
    """What the labels say, in each language of the project."""
    today: date

    @property
    def said(self) -> dict[str, list[str]]:
        """What each label says, in the languages that were read."""
        found: dict[str, list[str]] = {}
        for texts in self.texts:
            for key, text in texts.items():
                found.setdefault(key, []).append(str(text))
        return found


def _dictionary(task: ProjectRequest) -> ModelView | None:
    """Return the dictionary a request speaks of; there is usually one."""
    known = task.schema.of_kind("dictionary")
    named = [model for model in task.schema.named_in(task.said) if model in known]
    return next(iter(named or known), None)


def _call_by_menu(task: ProjectRequest, texts: Sequence[dict[str, Any]]) -> None:
    """Have models called as the menu calls them, in every language: what nav.rooms says."""
    for one in task.schema.with_entries():
        said = [str(own[key]) for own in texts for key in own if key.rpartition(".")[2] == one.id]
        names = [plain(text) for text in said if text.isalpha() and len(text) > _SHORT]
        one.call_also(names)


def look_everywhere(task: ProjectRequest) -> Look[Everywhere]:
    """Look at all there is; in other languages too where one is named."""
    model = _dictionary(task)
    locales: Sequence[str | None] = (task.schema.locales or (None,)) if model and model.i18n else (None,)
    labels = [record_call(model, one) for one in locales] if model else []
    clock = [Call("getTime", {"timezone": "UTC"})] if task.request.can("getTime") else []
    named = task.schema.locales if lexicon.locales_in(task.said) else ()
    lookup = yield from task.look_up(task.schema.with_entries(), records=[*labels, *clock], locales=named)
    texts = tuple(
        cast("dict[str, Any]", data_of(one).get("data") or {}) for one in lookup.records[: len(labels)]
    )
    if model is not None:
        _call_by_menu(task, texts)
    known = str(data_of(lookup.records[-1]).get("iso") or "")[:10] if clock else ""
    return Everywhere(lookup, model, texts, date.fromisoformat(known) if known else date(2026, 1, 1))
