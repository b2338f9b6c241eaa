"""The glossary: read it, or set a term."""

import re
from typing import cast

from proofroom.content.playbook.add import slug_of
from proofroom.content.playbook.speech import data_of, lines, not_allowed, written
from proofroom.content.playbook.target import locale_of
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import Sentence

_TERM = re.compile(
    r"(?P<term>[^\s,;:=\x01][^,;:=]*?)\s*(?:[,;:=–—]|\bmeans?\b|\bis\b|\bdemek(?:tir)?\b|\byani\b"
    r"|\banlamina gelir\b)\s*(?P<text>\S.*)$",
    re.DOTALL,
)
_INTO = re.compile(
    r"\b(?:term|word)\s+(?P<term>\S[^:,]*?)\s+(?:in|into|to)\s+(?:our |the )?(?:glossary|vocabulary)"
    r"\s*[:,]\s*(?P<text>\S.*)$"
)
_INTO_TURKISH = re.compile(
    r"\bsozlug\w*\s+(?P<term>\S[^:,]*?)\s+(?:kelime|sozcu|terim)\w*\s+ekle\w*\s*[:,]\s*(?P<text>\S.*)$"
)
_GLOSSARY_HEAD = re.compile(
    r"^.*?\b(?:glossary|vocabulary|terminology|sozlug\w*|sozluk\w*)\b[^:,]*[:,]?\s*|^.*?\b(?:terms?"
    r"|words?|terim\w*|kelime\w*|sozcuk\w*)\b[^:]*:\s*"
)


def plan_glossary(request: Request) -> Plan:
    """Show the glossary, or set a term in it."""
    if not request.can("vocabulary"):
        return not_allowed(request)
    sentence = Sentence(request.text)
    term = _term_in(request, sentence)
    if term is None and sentence.has(r"\b(?:add|set|new|define|ekle\w*|tanimla\w*)\b"):
        return Ask(request.say("answer.glossary.which_term"))
    if term is None:
        known: Result = yield Call("vocabulary", {"action": "get"})
        terms = cast("dict[str, dict[str, str]]", data_of(known).get("vocabulary") or {})
        rows = [
            f"{name}: {', '.join(f'{text} ({locale})' for locale, text in texts.items())}"
            for name, texts in terms.items()
        ]
        if not rows:
            return Answer(request.say("answer.glossary.empty"))
        return Answer(request.say("answer.glossary.listed") + f"\n{lines(rows)}")
    name, text = term
    locale = locale_of(request, sentence) or request.language
    result: Result = yield Call("vocabulary", {"action": "set", "terms": {slug_of(name): {locale: text}}})
    done = request.say("answer.glossary.now_says", name=name, text=text, locale=locale)
    return written(request, [result], done)


def _term_in(request: Request, sentence: Sentence) -> tuple[str, str] | None:
    if sentence.has(r"^\W*(?:what|show|list|which|read|open)\b|\b(?:neler|nedir|goster\w*|listele\w*)\b"):
        return None
    if len(sentence.quotes) == 2:
        return sentence.quotes[0].value, sentence.quotes[1].value
    inside = _INTO.search(sentence.plain) or _INTO_TURKISH.search(sentence.plain)
    if inside is not None:
        return (
            sentence.text[inside.start("term") : inside.end("term")].strip(' "“”'),
            sentence.text[inside.start("text") : inside.end("text")].strip(' ."“”'),
        )
    head = _GLOSSARY_HEAD.match(sentence.plain)
    if head is None:
        return None
    rest = sentence.text[head.end() :].strip()
    found = _TERM.match(rest)
    if found is None:
        word = sentence.quotes[0].value if sentence.quotes else ""
        return (word, word) if word else None
    return found["term"].strip(" \"“”'"), found["text"].strip(' ."“”')
