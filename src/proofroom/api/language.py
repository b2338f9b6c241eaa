"""The reader's language: what the browser asks for, else the studio's own setting.

Rooms speak in `Text`s, which read as English. Only here, where an answer is written, does a sentence get
the language of whoever reads it; nothing behind the doors knows it, so nothing can be kept in one by mistake.
"""

from contextvars import ContextVar
from typing import Annotated, Any

from pydantic import BeforeValidator
from starlette.types import Scope

from proofroom.kernel.strings import Language, language_of, translate, translate_all

reader: ContextVar[Language] = ContextVar("reader", default="en")
"""The language of whoever reads the answer to this request."""


_SENTENCES = ("message", "suggestion", "summary", "error")


def wished_language(scope: Scope) -> Language:
    """Return the language a request asks for, of those there are."""
    studio = getattr(scope["app"].state, "studio", None)
    usual: Language = studio.settings.language if studio is not None else "en"
    header = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return language_of(header.decode("latin-1"), usual)


def for_reader(value: Any) -> Any:
    """Return a body with its sentences in the reader's language."""
    return translate_all(value, reader.get())


def tell(described: dict[str, Any]) -> dict[str, Any]:
    """Return a described error, or what a tool said, in the reader's language; stored ones too."""
    language = reader.get()
    if language == "en":
        return described
    told: dict[str, Any] = translate_all(described, language)
    context: dict[str, Any] = told.get("context") or {}
    issues: list[dict[str, Any]] = context.get("issues") or []
    for one in (told, *issues):
        for name in _SENTENCES:
            if isinstance(one.get(name), str):
                one[name] = translate(one[name], language)
    return told


def _told(value: Any) -> Any:
    return translate(value, reader.get()) if isinstance(value, str) else value


Told = Annotated[str, BeforeValidator(_told)]
"""A sentence of ours in an answer; one that was stored is recognised."""
ToldError = Annotated[dict[str, Any], BeforeValidator(lambda error: tell(error) if error else error)]
"""A described error or finding in an answer."""
