"""Which models and locales a caller may touch: keys can be limited to some."""

from collections.abc import Iterable

from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext


def may_use_model(context: ToolContext, model_id: str) -> bool:
    """Tell whether the caller may touch a model."""
    return context.actor.only_models is None or model_id in context.actor.only_models


def may_use_locale(context: ToolContext, locale: str) -> bool:
    """Tell whether the caller may touch a locale."""
    return context.actor.only_locales is None or locale in context.actor.only_locales


def allow_model(context: ToolContext, model_id: str) -> None:
    """Refuse a model that the caller may not touch."""
    if not may_use_model(context, model_id):
        known = ", ".join(sorted(context.actor.only_models or ())) or "none"
        raise NotAllowed(say("content.model_limited", model=model_id, known=known))


def allow_models(context: ToolContext, model_ids: Iterable[str]) -> None:
    """Refuse models that the caller may not touch."""
    for model_id in model_ids:
        allow_model(context, model_id)


def allow_locale(context: ToolContext, locale: str) -> None:
    """Refuse a locale that the caller may not touch."""
    if not may_use_locale(context, locale):
        known = ", ".join(sorted(context.actor.only_locales or ())) or "none"
        raise NotAllowed(say("content.locale_limited", locale=locale, known=known))


def allow_locales(context: ToolContext, locales: Iterable[str]) -> None:
    """Refuse locales that the caller may not touch."""
    for locale in locales:
        allow_locale(context, locale)
