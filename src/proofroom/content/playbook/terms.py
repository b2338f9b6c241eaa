"""The glossary: its terms told, set and taken out, each in the languages that a request gives it in."""

from typing import Final, cast

from proofroom.content.playbook.entries import data_of
from proofroom.content.playbook.request import End, ProjectRequest
from proofroom.content.playbook.sense.create import slug_of
from proofroom.content.playbook.words import LOOK, seen, unsaid
from proofroom.providers.offline import Call, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens

Terms = dict[str, dict[str, str]]
_MARKS: Final = " .,;:=()\"“”„«»'‘’–-"
_TERM_WAYS: Final = ("term_quoted", "term_beside_tr", "term_beside")
"""How a term of the glossary and its text stand in a request that quotes one of them."""
_LONGEST: Final = 4
"""Words of the longest term that is read without quotation marks."""


def glossary(task: ProjectRequest) -> End:
    """Show the glossary or terms of it, take one out, or set one."""
    known: Result = yield Call("vocabulary", {"action": "get"})
    terms = cast("Terms", data_of(known).get("vocabulary") or {})
    named = [key for key, texts in terms.items() if _is_named(task.sentence, key, texts)]
    if seen("takes_term", task.said):
        if len(named) != 1:
            listed = ", ".join(f"“{one}”" for one in named or terms)
            return task.ask("answer.glossary.which_out", listed=listed)
        gone: Result = yield Call("vocabulary", {"action": "delete", "terms": {named[0]: {}}})
        return task.wrote([gone], task.say("answer.glossary.taken_out", name=named[0]))
    read = None if seen("asks_terms", task.said) else _terms_in(task)
    if read is not None:
        name, texts = read
        result: Result = yield Call("vocabulary", {"action": "set", "terms": {slug_of(name): texts}})
        told = {"text": ", ".join(texts.values()), "locale": ", ".join(texts)}
        return task.wrote([result], task.say("answer.glossary.now_says", name=name, **told))
    if seen("sets_term", task.said) and not seen("asks_terms", task.said):
        return task.ask("answer.glossary.which_term")
    shown = {key: terms[key] for key in named} or terms
    if not shown:
        return task.answer("answer.glossary.empty")
    rows = [
        f"{name}: {', '.join(f'{text} ({one})' for one, text in texts.items())}"
        for name, texts in shown.items()
    ]
    return task.tell("answer.glossary.listed", rows)


def _is_named(sentence: Sentence, key: str, texts: dict[str, str]) -> bool:
    said = tokens(sentence.plain.replace("-", " "))
    return any(
        all(any(alike(word, part) for word in said) for part in tokens(plain(name).replace("-", " ")))
        for name in (key, *texts.values())
    )


def _terms_in(task: ProjectRequest) -> tuple[str, dict[str, str]] | None:
    """Return the term that a request sets, and its texts by language."""
    sentence = task.sentence
    if len(sentence.quotes) > 1:
        return _own_text(task)
    core = unsaid(sentence.plain, "term_place", "term_lead")
    places = [*LOOK["term_language"].finditer(core), *LOOK["term_in_language"].finditer(core)]
    given: dict[str, str] = {}
    for one in places:
        code = one["code"] if "code" in one.re.groupindex and one["code"] else ""
        locale = code or lexicon.locale_in(one["language"])
        text = sentence.text[slice(*one.span("text"))].strip(_MARKS)
        text = task.quotes[0] if task.quotes and task.quotes[0] in text else text
        if locale and text:
            given.setdefault(locale, text)
    first = min((one.start() for one in places), default=len(core))
    term = sentence.text[: len(core[:first].rstrip())][len(core) - len(core.lstrip()) :].strip(_MARKS)
    is_term = 0 < len(term.split()) <= _LONGEST and not seen("term_no_name", plain(term))
    if given and is_term:
        return term, given
    found = _own_text(task)
    if found is not None:
        return found
    is_whole = is_term and not task.quotes and core.strip() != sentence.plain.strip()
    return (term, {task.locale or task.request.language: term}) if is_whole else None


def _own_text(task: ProjectRequest) -> tuple[str, dict[str, str]] | None:
    """Return a term and its text in the one language that is meant."""
    found = _term_in(task)
    return (found[0], {task.locale or task.request.language: found[1]}) if found else None


def _term_in(task: ProjectRequest) -> tuple[str, str] | None:
    sentence = task.sentence
    if len(task.quotes) == 2:
        return None if seen("term_exchanged", task.said) else (task.quotes[0], task.quotes[1])
    ways = _TERM_WAYS if len(task.quotes) == 1 else ()
    beside = next((found for way in ways if (found := LOOK[way].search(task.said))), None)
    if beside is not None:
        term, says = (sentence.text[slice(*beside.span(name))].strip(_MARKS) for name in ("term", "text"))
        return term, says
    inside = LOOK["term_into"].search(sentence.plain) or LOOK["term_into_tr"].search(sentence.plain)
    text, head = sentence.text, LOOK["glossary_head"].match(sentence.plain)
    if inside is None and head is not None:
        text = text[head.end() :].strip()
        inside = LOOK["term"].match(text)
    if inside is not None:
        term, says = (text[slice(*inside.span(name))] for name in ("term", "text"))
        quoted = task.quotes[0] if len(task.quotes) == 1 and task.quotes[0] in says else says
        return term.strip(_MARKS), quoted.strip(_MARKS)
    if head is None or len(task.quotes) != 1 or tokens(LOOK["term_added"].sub(" ", task.said)):
        return None  # what stands beside the quotation may be the term
    return task.quotes[0], task.quotes[0]
