"""A model's form: what strangers may send, and within which limits."""

from dataclasses import field
from typing import Any, Literal, cast

from proofroom.content.format.types import Json, Model
from proofroom.kernel.data import dataclass

PER_MINUTE = 10


@dataclass(frozen=True, slots=True)
class Form:
    """The `form` block of a model with every default filled in."""

    exposed: tuple[str, ...] = ()
    required: dict[str, bool] = field(default_factory=dict[str, bool])
    """Fields that the form asks for more or less strictly than the model."""
    has_honeypot: bool = True
    captcha: Literal["turnstile"] | None = None
    success_message: str = ""
    per_minute: int = PER_MINUTE
    """Submissions per address and minute."""
    per_month: int | None = None
    origins: tuple[str, ...] = ()
    """Sites whose pages may send; every site if empty."""
    approves_itself: bool = False
    is_public: bool = True


def form_of(model: Model) -> Form | None:
    """Return a model's form, or None when it has none that is switched on; only collections have forms."""
    raw = model.raw.get("form")
    if model.kind != "collection" or not isinstance(raw, dict):
        return None
    said = cast("Json", raw)
    if said.get("enabled") is not True:
        return None
    limits = _object(said.get("limits"))
    exposed = _texts(said.get("exposedFields"))
    return Form(
        exposed=tuple(name for name in exposed if name in model.fields),
        required={name: value is True for name, value in _object(said.get("requiredOverrides")).items()},
        has_honeypot=said.get("honeypot") is not False,
        captcha="turnstile" if said.get("captcha") == "turnstile" else None,
        success_message=str(said.get("successMessage") or ""),
        per_minute=_count(limits.get("rateLimitPerIp")) or PER_MINUTE,
        per_month=_count(limits.get("maxPerMonth")),
        origins=tuple(origin.rstrip("/") for origin in _texts(said.get("origins"))),
        approves_itself=said.get("autoApprove") is True,
        is_public=said.get("public") is not False,
    )


def _object(value: Any) -> Json:
    return cast("Json", value) if isinstance(value, dict) else {}


def _texts(value: Any) -> list[str]:
    return (
        [one for one in cast("list[Any]", value) if isinstance(one, str)] if isinstance(value, list) else []
    )


def _count(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
