"""vocabulary.json: the project's glossary."""

from collections.abc import Mapping
from typing import Any, cast

from proofroom.content.format.ids import is_locale, is_slug
from proofroom.content.format.types import Json, Vocabulary
from proofroom.repository.json.text import parse_json, render_json


def parse_vocabulary(raw: bytes) -> Vocabulary | None:
    """Read the glossary; None when it is not JSON."""
    try:
        data = parse_json(raw)
    except ValueError:
        return None
    if not isinstance(data, dict):
        return None
    members = cast("Json", data)
    version = members.get("version")
    return Vocabulary(
        version=version if isinstance(version, int | float) and not isinstance(version, bool) else 1,
        terms=_terms(members.get("terms")),
        raw=members,
    )


def render_vocabulary(vocabulary: Vocabulary) -> bytes:
    """Return the bytes of vocabulary.json; keys we do not know survive."""
    terms = {term: dict(texts) for term, texts in vocabulary.terms.items()}
    return render_json({**vocabulary.raw, "version": vocabulary.version, "terms": terms})


def merge_terms(vocabulary: Vocabulary, terms: Mapping[str, Mapping[str, str]]) -> Vocabulary:
    """Return the glossary with terms added or changed, per term and per locale."""
    merged = {term: dict(texts) for term, texts in vocabulary.terms.items()}
    for term, texts in terms.items():
        merged.setdefault(term, {}).update(texts)
    return Vocabulary(vocabulary.version, merged, vocabulary.raw)


def term_problems(terms: Any) -> list[str]:
    """Return why terms cannot be saved, one sentence each."""
    if not isinstance(terms, dict):
        return ["Terms must be an object of term slugs."]
    problems: list[str] = []
    for term, texts in cast("dict[str, Any]", terms).items():
        if not is_slug(term):
            problems.append(f'Term "{term}" is not a slug: use small letters, digits and hyphens.')
        if not isinstance(texts, dict) or not texts:
            problems.append(f'Term "{term}" needs at least one translation.')
            continue
        for locale, text in cast("dict[str, Any]", texts).items():
            if not is_locale(locale):
                problems.append(f'Term "{term}": "{locale}" is not a locale.')
            if not isinstance(text, str):
                problems.append(f'Term "{term}": the {locale} translation is not a text.')
    return problems


def _terms(value: Any) -> dict[str, dict[str, str]]:
    if not isinstance(value, dict):
        return {}
    return {
        term: {key: text for key, text in cast("dict[str, Any]", texts).items() if isinstance(text, str)}
        for term, texts in cast("dict[str, Any]", value).items()
        if isinstance(texts, dict)
    }
