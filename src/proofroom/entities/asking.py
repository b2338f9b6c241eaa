"""How the offline model answers a question: from records where it names any, else from documents."""

import re
from collections.abc import Generator, Sequence
from typing import Any, cast

from proofroom.entities.asked_for import asked_first, names_kind
from proofroom.entities.certain import answer_for_certain
from proofroom.entities.comparing import lacking, named_field, ranked, weighed
from proofroom.entities.figuring import Figure, figured, left_words, told_figure
from proofroom.entities.named import (
    kind_of_value,
    named_record,
    named_type,
    other_names,
    said_values,
    with_words,
    without_name,
    without_ties,
)
from proofroom.entities.quantities import most_of
from proofroom.entities.quoting import ask_documents
from proofroom.entities.tabular import find_sheet
from proofroom.entities.telling import COUNTS, LISTED, WHEN, answer_of_record, counted, linked, list_of
from proofroom.entities.wording import asked_words, bare_word, plain_text
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result, Skill

_DOCUMENTS = re.compile(r"\b(?:documents?|papers?|files?)\b|\bbelge\w*|\bdok[üu]man\w*", re.IGNORECASE)
_ASKS = re.compile(
    r"^(?:and |so |peki |ya )?(?:which|what|who|whose|where|when|how|list|show|name|tell|count|do|does|is|are"
    r"|hangi|kac|kim|ne|nerede|listele|goster|say)\b|\b(?:hangi\w*|kac\w*|nere\w*|nedir|kim\w*|neler)\b",
)
_OF_US = re.compile(
    r"what (?:can|could|do) you(?! (?:tell|know|say|have|find)\b)"
    r"|your (?:abilities|skills)|\bhelp\b|yapabilir|biliyorsun|\byardim\b|yetenek"
)
_SURE = re.compile(
    r"\bhow (?:many|big|large|old|tall|high|heavy|deep|wide|long|far|fast|often|much)\b|\bkac\b"
    r"|^(?:and )?(?:which|who|whose|where|when|list)\b|\bhangi"
)
_GOES_ON = re.compile(r"^(?:and|what about|how about|peki|ya)\b|\b(?:of them|of those|bunlar\w*|onlar\w*)\b")
_LOOKED, _FEW_TYPES = 100, 4


def question_skills() -> tuple[Skill, ...]:
    """Return the skills that answer questions."""
    return (
        Skill("ask_records", _asks_records, _ask_records, "ability.ask_records", ("searchEntities",)),
        Skill("ask_documents", _asks_documents, ask_documents, "ability.ask_documents", ("searchDocuments",)),
    )


def _asks_records(request: Request) -> float:
    if not request.can("searchEntities", "listEntityTypes") or find_sheet(request.text) is not None:
        return 0.0
    if _DOCUMENTS.search(request.text):
        return 0.0
    plain, is_question = plain_text(request.text), request.text.rstrip().endswith("?")
    if not asked_words(request.text) or _OF_US.search(plain):
        return 0.0
    if (_ASKS.search(plain) or COUNTS.search(plain)) and (is_question or len(plain.split()) > 2):
        # More than the help of the program, which takes every "how", less than any room's own sentence.
        return 0.56 if _SURE.search(plain) else 0.52
    if is_question and (len(plain.split()) > 3 or (request.earlier and _GOES_ON.search(plain))):
        return 0.52
    return 0.0


def _asks_documents(request: Request) -> float:
    if not request.can("searchDocuments") or find_sheet(request.text) is not None:
        return 0.0
    is_question = request.text.rstrip().endswith("?") and not _OF_US.search(plain_text(request.text))
    if _DOCUMENTS.search(request.text) and (is_question or _ASKS.search(plain_text(request.text))):
        return 0.83
    return 0.51 if is_question and len(request.text.split()) > 3 else 0.0


def _ask_records(request: Request) -> Plan:
    listed: Result = yield Call("listEntityTypes")
    told = plain_text(request.text)
    asked, first = asked_words(request.text), asked_first(request.text)
    # “How many radios has the coast team?” is for radios, wherever the team stands.
    kinds = sorted(
        cast("list[dict[str, Any]]", listed.rows("types")),
        key=lambda kind: not any(names_kind(word, kind) for word in first),
    )
    kind, left = named_type(kinds, asked, first)
    if kind is not None and not left and COUNTS.search(told):
        return Answer(counted(request, kind, kind["count"]))
    before = _spoken_of(request, kinds) if _GOES_ON.search(told) else None
    certain = yield from answer_for_certain(request, kinds, before["slug"] if before else "")
    if certain is not None:
        return certain
    if not any(int(one.get("count") or 0) > _LOOKED for one in kinds):
        return (yield from _elsewhere(request))
    compared = yield from _answer_by_comparing(request, kinds, asked)
    if compared is not None:
        return compared
    kind, asked = named_type(kinds, asked, first)
    if kind is None and _GOES_ON.search(told):
        kind = _spoken_of(request, kinds)
    if kind is not None:
        return (yield from _answer_of_type(request, kind, kinds, asked))
    if kinds and asked:
        found: Result = yield Call("searchEntities", {"query": " ".join(asked)[:400], "limit": _LOOKED})
        record = named_record(found.rows("entities"), asked) or (yield from _among_few(kinds, asked))
        if record is not None:
            return (yield from answer_of_record(request, record, kinds, asked))
        kind, left = kind_of_value(kinds, asked)
        if kind is not None and (len(left) * 2 >= len(asked) or not (yield from _is_written(request, asked))):
            return (yield from _answer_of_type(request, kind, kinds, left))
    return (yield from _elsewhere(request))


def _elsewhere(request: Request) -> Plan:
    """Answer from documents, where the words name no record."""
    if request.can("searchDocuments"):
        return (yield from ask_documents(request))
    return Answer(request.say("answer.entities.none"))


def _is_written(request: Request, asked: Sequence[str]) -> Generator[Call, Result, bool]:
    """Tell whether a document says all the words, of which a record's choice is one by chance."""
    if not request.can("searchDocuments"):
        return False
    found = yield Call("searchDocuments", {"query": " ".join(asked)[:400], "limit": 1})
    return found.ok and bool(found.data)


def _answer_by_comparing(
    request: Request, kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> Generator[Any, Any, Answer | Ask | None]:
    """Return which has most or least, which lack something, or what figures say; None where nobody asks."""
    if (look := ranked(request.text, kinds, asked)) is not None:
        best: Result = yield Call("searchEntities", look)
        if best.ok and best.rows("entities"):
            return (yield from answer_of_record(request, best.rows("entities")[0], kinds, ()))
    if (look := lacking(request.text, kinds, asked)) is not None:
        without: Result = yield Call("searchEntities", look)
        if without.ok:
            return Answer(list_of(request, without.rows("entities")))
    if (held := weighed(request.text, kinds, asked)) is not None:
        kind, field, is_least = held
        all_of: Result = yield Call("searchEntities", {"typeSlug": kind["slug"], "limit": _LOOKED})
        if all_of.ok and (row := most_of(all_of.rows("entities"), field["key"], is_least=is_least)):
            return (yield from answer_of_record(request, row, kinds, ()))
    figure = figured(request.text, kinds, asked)
    if figure is None:
        return None
    return (yield from _answer_of_figure(request, figure, kinds, left_words(figure, asked)))


def _answer_of_type(
    request: Request, kind: dict[str, Any], kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> Plan:
    if not asked and COUNTS.search(plain_text(request.text)):
        return Answer(counted(request, kind, kind["count"]))
    named = without_ties(request.text, asked)
    query = " ".join(bare_word(word) for word in named)[:400]
    given = {"typeSlug": kind["slug"], "limit": _LOOKED} | ({"query": query} if query else {})
    found: Result = yield Call("searchEntities", given)
    rows = cast("list[dict[str, Any]]", found.rows("entities"))
    fits = with_words(rows, asked, kind) or with_words(rows, named, kind)
    whole = asked_words(request.text)  # the name of a record may hold that of its type
    if (one := named_record(fits, whole)) is not None:
        rest = without_name(whole, one)
        if len(fits) == 1:  # “What fits the wheel?” is about a record of type Fits
            rest = [word for word in rest if not names_kind(word, kind)]
        is_about_it = (not rest or WHEN.search(plain_text(request.text))) and not COUNTS.search(
            plain_text(request.text)
        )
        if is_about_it or named_field(kind["fields"], rest) is not None:
            return (yield from answer_of_record(request, one, kinds, rest))
    if not fits:
        record = named_record(rows, asked)
        if record is None:
            wide: Result = yield Call("searchEntities", {"query": query, "limit": _LOOKED})
            record = named_record(wide.rows("entities"), asked) or (yield from _among_few(kinds, asked))
        if record is not None and record["typeSlug"] == kind["slug"]:
            return (yield from answer_of_record(request, record, kinds, asked))
        if record is not None:
            near: Result = yield Call("getEntity", {"entityId": record["id"], "include": ["relations"]})
            fits = [one for one in near.rows("related") if one["typeSlug"] == kind["slug"]]
            if other_names(request.text, asked, [record["title"], *(one["title"] for one in fits)]):
                fits = []  # of somebody else than those who stand beside it
    if not fits:
        return Answer(request.say("answer.entities.none_of_type", type=kind["name"], words=" ".join(asked)))
    total = len(fits) if asked else kind["count"]
    is_count = COUNTS.search(plain_text(request.text))
    head = counted(request, kind, total) if is_count else request.say("answer.entities.found", count=total)
    return Answer("\n".join([head, *(f"- {linked(row)}" for row in fits[:LISTED])]))


def _answer_of_figure(
    request: Request, figure: Figure, kinds: Sequence[dict[str, Any]], left: Sequence[str]
) -> Generator[Any, Any, Answer | None]:
    """Work out what was asked of figures, over those records that a named one is related to."""
    given: dict[str, Any] = {"typeSlug": figure.kind["slug"], "limit": _LOOKED}
    if figure.filters:
        given["filters"] = list(figure.filters)
    found: Result = yield Call("searchEntities", given)
    told = cast("dict[str, Any]", found.data or {})
    if not found.ok or int(told.get("total") or 0) > _LOOKED:
        return None  # of more than can be looked at, no sum is told
    rows = cast("list[dict[str, Any]]", found.rows("entities"))
    others = [one for one in kinds if one["slug"] != figure.kind["slug"]]
    about = (yield from _among_few(others, left)) if left else None
    if about is not None:
        near: Result = yield Call("getEntity", {"entityId": about["id"], "include": ["relations"]})
        related = {one["id"] for one in near.rows("related")}
        rows = [row for row in rows if row["id"] in related]
    elif values := said_values(rows, [word for word in left if not word.isdigit()]):
        rows = with_words(rows, values, figure.kind)
    if figure.made == "list" or figure.field is None:
        if rows and COUNTS.search(plain_text(request.text)):
            lines = [f"- {linked(row)}" for row in rows[:LISTED]]
            return Answer("\n".join([counted(request, figure.kind, len(rows)), *lines]))
        return Answer(list_of(request, rows))
    label, value = figure.field.get("label") or figure.field["key"], told_figure(figure, rows)
    said = f"answer.entities.{figure.made}"
    head = request.say(said, label=label, value=value, count=len(rows), type=figure.kind["name"])
    return Answer("\n".join([head, *(f"- {linked(row)}" for row in rows[:LISTED])]))


def _among_few(
    kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> Generator[list[Call], list[Result], dict[str, Any] | None]:
    """Return the record that words name in whatever case, of types that have few enough to look at all."""
    few = [one for one in kinds if 0 < int(one.get("count") or 0) <= _LOOKED][:_FEW_TYPES]
    if not few:
        return None
    found = yield [Call("searchEntities", {"typeSlug": one["slug"], "limit": _LOOKED}) for one in few]
    return named_record([row for one in found for row in one.rows("entities")], asked)


def _spoken_of(request: Request, kinds: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the type that the turn before this one looked at."""
    for made in reversed(request.before):
        slug = made.call.input.get("typeSlug") if made.call.tool == "searchEntities" else None
        if slug:
            return next((one for one in kinds if one["slug"] == slug), None)
    return None
