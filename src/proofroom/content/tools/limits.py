"""Which models and locales a caller may touch: keys can be limited to some."""

from collections.abc import Iterable
from dataclasses import field
from typing import Any, Protocol

from proofroom.content.validation.types import Report
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.strings import say
from proofroom.kernel.tool import Actor
from proofroom.repository.merge.types import Hunk


class Caller(Protocol):
    """Who looks at content: the context of a tool call, or somebody at a door."""

    @property
    def actor(self) -> Actor:
        """Return in whose name, and what it is limited to."""
        ...

    @property
    def screen(self) -> dict[str, Any]:
        """Return what the person looks at."""
        ...


@dataclass(frozen=True, slots=True)
class AtDoor:
    """Somebody who reads at a door, without a tool call."""

    actor: Actor
    screen: dict[str, Any] = field(default_factory=dict[str, Any])


def may_use_model(caller: Caller, model_id: str) -> bool:
    """Tell whether the caller may touch a model."""
    return caller.actor.only_models is None or model_id in caller.actor.only_models


def may_use_locale(caller: Caller, locale: str) -> bool:
    """Tell whether the caller may touch a locale."""
    return caller.actor.only_locales is None or locale in caller.actor.only_locales


def allow_model(caller: Caller, model_id: str) -> None:
    """Refuse a model that the caller may not touch."""
    if not may_use_model(caller, model_id):
        known = ", ".join(sorted(caller.actor.only_models or ())) or "none"
        raise NotAllowed(say("content.model_limited", model=model_id, known=known))


def allow_models(caller: Caller, model_ids: Iterable[str]) -> None:
    """Refuse models that the caller may not touch."""
    for model_id in model_ids:
        allow_model(caller, model_id)


def allow_hunks(caller: Caller, hunks: Iterable[Hunk]) -> None:
    """Refuse changes of models and locales that the caller may not touch; even their titles tell of them."""
    if not caller.actor.sees_a_part:
        return
    found = list(hunks)
    if any(hunk.room not in ("", "content") for hunk in found):
        raise NotAllowed(say("access.whole_only"))
    allow_models(caller, sorted({hunk.area or "config" for hunk in found}))
    allow_locales(caller, sorted({hunk.locale for hunk in found if hunk.locale}))


def seen_of(caller: Caller, report: Report) -> Report:
    """Return what a check found in the models and locales that the caller may touch."""
    issues = [issue for issue in report.issues if issue.model is None or may_use_model(caller, issue.model)]
    seen = tuple(issue for issue in issues if issue.locale is None or may_use_locale(caller, issue.locale))
    return Report(seen, report.models_checked, report.entries_checked, report.fixed)


def allow_locale(caller: Caller, locale: str) -> None:
    """Refuse a locale that the caller may not touch."""
    if not may_use_locale(caller, locale):
        known = ", ".join(sorted(caller.actor.only_locales or ())) or "none"
        raise NotAllowed(say("content.locale_limited", locale=locale, known=known))


def allow_locales(caller: Caller, locales: Iterable[str]) -> None:
    """Refuse locales that the caller may not touch."""
    for locale in locales:
        allow_locale(caller, locale)
