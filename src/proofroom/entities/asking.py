"""How the offline model answers a question: from records where it names any, else from documents."""

import re
from collections.abc import Generator, Iterable, Sequence
from itertools import product
from typing import Any, cast

from proofroom.entities.comparing import lacking, named_field, ranked, weighed
from proofroom.entities.counterparts import asked_first, beside, counterparts, known_words, names_kind
from proofroom.entities.figuring import Figure, figured, left_words, told_figure
from proofroom.entities.quantities import most_of
from proofroom.entities.quoting import ask_documents
from proofroom.entities.tabular import find_sheet
from proofroom.entities.wording import SMALL, WORD, asked_words, bare_word, plain_text, same_word
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result, Skill
from proofroom.search import fold

_DOCUMENTS = re.compile(r"\b(?:documents?|papers?|files?)\b|\bbelge\w*|\bdok[üu]man\w*", re.IGNORECASE)
_ASKS = re.compile(
    r"^(?:and |so |peki |ya )?(?:which|what|who|whose|where|when|how|list|show|name|tell|count|do|does|is|are"
    r"|hangi|kac|kim|ne|nerede|listele|goster|say)\b|\b(?:hangi\w*|kac\w*|nere\w*|nedir|kim\w*|neler)\b",
)
_COUNTS = re.compile(r"\bhow many\b|\bcount\b|\bkac\b|\bsayisi\b")
_OF_US = re.compile(
    r"what (?:can|could|do) you(?! (?:tell|know|say|have|find)\b)"
    r"|your (?:abilities|skills)|\bhelp\b|yapabilir|biliyorsun|\byardim\b|yetenek"
)
_SURE = re.compile(
    r"\bhow (?:many|big|large|old|tall|high|heavy|deep|wide|long|far|fast|often|much)\b|\bkac\b"
    r"|^(?:and )?(?:which|who|whose|where|when|list)\b|\bhangi"
)
_GOES_ON = re.compile(r"^(?:and|what about|how about|peki|ya)\b|\b(?:of them|of those|bunlar\w*|onlar\w*)\b")
_WHEN = re.compile(r"\bwhen\b|\bne zaman\b|\bwhat year\b|\bhangi yil")
_DAY = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?$")
_TIES = re.compile(r"\w{2}(?:ed|ing|[ae]n|[ae]nlar|[ae]nler|[iu]yor|\w[dt][iu])$")
"""Participles: of “the boats berthed at Oban” and “Bursa'dan gelen eserler” they say nothing of their own."""
_QUOTED, _LISTED, _LOOKED, _FEW_TYPES = 3, 20, 100, 4


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
    if _ASKS.search(plain) and (is_question or len(plain.split()) > 2):
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
    compared = yield from _answer_by_comparing(request, kinds, asked)
    if compared is not None:
        return compared
    beside_them = yield from _answer_by_counterpart(request, kinds, asked)
    if beside_them is not None:
        return beside_them
    kind, asked = _named_type(kinds, asked, first)
    if kind is None and _GOES_ON.search(told):
        kind = _spoken_of(request, kinds)
    if kind is not None:
        return (yield from _answer_of_type(request, kind, kinds, asked))
    if kinds and asked:
        found: Result = yield Call("searchEntities", {"query": " ".join(asked)[:400], "limit": _LOOKED})
        record = _named_record(found.rows("entities"), asked) or (yield from _among_few(kinds, asked))
        if record is not None:
            return (yield from _answer_of_record(request, record, kinds, asked))
        kind, left = _kind_of_value(kinds, asked)
        if kind is not None:
            return (yield from _answer_of_type(request, kind, kinds, left))
    if request.can("searchDocuments"):
        return (yield from ask_documents(request))
    return Answer(request.say("answer.entities.none"))


def _answer_by_comparing(
    request: Request, kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> Generator[Any, Any, Answer | Ask | None]:
    """Return which has most or least, which lack something, or what figures say; None where nobody asks."""
    if (look := ranked(request.text, kinds, asked)) is not None:
        best: Result = yield Call("searchEntities", look)
        if best.ok and best.rows("entities"):
            return (yield from _answer_of_record(request, best.rows("entities")[0], kinds, ()))
    if (look := lacking(request.text, kinds, asked)) is not None:
        without: Result = yield Call("searchEntities", look)
        if without.ok:
            return Answer(_list_of(request, without.rows("entities")))
    if (held := weighed(request.text, kinds, asked)) is not None:
        kind, field, is_least = held
        all_of: Result = yield Call("searchEntities", {"typeSlug": kind["slug"], "limit": _LOOKED})
        if all_of.ok and (row := most_of(all_of.rows("entities"), field["key"], is_least=is_least)):
            return (yield from _answer_of_record(request, row, kinds, ()))
    figure = figured(request.text, kinds, asked)
    if figure is None:
        return None
    return (yield from _answer_of_figure(request, figure, kinds, left_words(figure, asked)))


def _answer_of_type(
    request: Request, kind: dict[str, Any], kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> Plan:
    if not asked and _COUNTS.search(plain_text(request.text)):
        return Answer(_counted(request, kind, kind["count"]))
    named = _without_ties(request.text, asked)
    query = " ".join(bare_word(word) for word in named)[:400]
    given = {"typeSlug": kind["slug"], "limit": _LOOKED} | ({"query": query} if query else {})
    found: Result = yield Call("searchEntities", given)
    rows = cast("list[dict[str, Any]]", found.rows("entities"))
    fits = _with_words(rows, asked, kind) or _with_words(rows, named, kind)
    whole = asked_words(request.text)  # the name of a record may hold that of its type
    if (one := _named_record(fits, whole)) is not None:
        rest = _without_name(whole, one)
        if len(fits) == 1:  # “What fits the wheel?” is about a record of type Fits
            rest = [word for word in rest if not names_kind(word, kind)]
        is_about_it = not rest and not _COUNTS.search(plain_text(request.text))
        if is_about_it or named_field(kind["fields"], rest) is not None:
            return (yield from _answer_of_record(request, one, kinds, rest))
    if not fits:
        record = _named_record(rows, asked)
        if record is None:
            wide: Result = yield Call("searchEntities", {"query": query, "limit": _LOOKED})
            record = _named_record(wide.rows("entities"), asked) or (yield from _among_few(kinds, asked))
        if record is not None and record["typeSlug"] == kind["slug"]:
            return (yield from _answer_of_record(request, record, kinds, asked))
        if record is not None:
            near: Result = yield Call("getEntity", {"entityId": record["id"], "include": ["relations"]})
            fits = [one for one in near.rows("related") if one["typeSlug"] == kind["slug"]]
    if not fits:
        return Answer(request.say("answer.entities.none_of_type", type=kind["name"], words=" ".join(asked)))
    total = len(fits) if asked else kind["count"]
    is_count = _COUNTS.search(plain_text(request.text))
    head = _counted(request, kind, total) if is_count else request.say("answer.entities.found", count=total)
    return Answer("\n".join([head, *(f"- {_linked(row)}" for row in fits[:_LISTED])]))


def _answer_by_counterpart(
    request: Request, kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> Generator[Any, Any, Answer | None]:
    """Tell what stands beside the records that the other words name, each with those it stands beside."""
    for kind in kinds:
        wanted = counterparts(request.text, kind, kinds)
        rest = [word for word in asked if wanted and word != wanted[0] and not names_kind(word, kind)]
        if wanted is None or not rest or not any(names_kind(word, kind) for word in asked):
            continue
        found: Result = yield Call("searchEntities", {"typeSlug": kind["slug"], "limit": _LOOKED})
        rows = cast("list[dict[str, Any]]", found.rows("entities"))
        known = known_words(rows, rest)
        fits = _with_words(rows, known, kind) if known else []
        told = (yield from beside(fits, wanted[1])) if fits else []
        if told:
            named = [(one if isinstance(one, str) else _linked(one), those[:_LISTED]) for one, those in told]
            lines = [f"- {name}: {', '.join(map(_linked, those))}" for name, those in named]
            return Answer("\n".join([request.say("answer.entities.found", count=len(told)), *lines]))
        return None  # a turn has few steps
    return None


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
    if figure.made == "list" or figure.field is None:
        if rows and _COUNTS.search(plain_text(request.text)):
            lines = [f"- {_linked(row)}" for row in rows[:_LISTED]]
            return Answer("\n".join([_counted(request, figure.kind, len(rows)), *lines]))
        return Answer(_list_of(request, rows))
    label, value = figure.field.get("label") or figure.field["key"], told_figure(figure, rows)
    said = f"answer.entities.{figure.made}"
    head = request.say(said, label=label, value=value, count=len(rows), type=figure.kind["name"])
    return Answer("\n".join([head, *(f"- {_linked(row)}" for row in rows[:_LISTED])]))


def _list_of(request: Request, rows: Sequence[dict[str, Any]]) -> str:
    if not rows:
        return request.say("answer.entities.none")
    lines = [f"- {_linked(row)}" for row in rows[:_LISTED]]
    return "\n".join([request.say("answer.entities.found", count=len(rows)), *lines])


def _among_few(
    kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> Generator[list[Call], list[Result], dict[str, Any] | None]:
    """Return the record that words name in whatever case, of types that have few enough to look at all."""
    few = [one for one in kinds if 0 < int(one.get("count") or 0) <= _LOOKED][:_FEW_TYPES]
    if not few:
        return None
    found = yield [Call("searchEntities", {"typeSlug": one["slug"], "limit": _LOOKED}) for one in few]
    return _named_record([row for one in found for row in one.rows("entities")], asked)


def _kind_of_value(
    kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return the type one of whose choices the words say, and the words of that choice."""
    for kind in kinds:
        for option in [str(one) for field in kind["fields"] for one in field.get("options") or ()]:
            parts = plain_text(option).split()
            words = [word for word in asked if any(same_word(word, part) for part in parts)]
            if parts and all(any(same_word(word, part) for word in words) for part in parts):
                return kind, words
    return None, []


def _counted(request: Request, kind: dict[str, Any], count: int) -> str:
    place = f"[{kind['name']}](/records?type={kind['slug']})"
    return request.say("answer.entities.counted", count=count, type=place)


def _linked(row: dict[str, Any]) -> str:
    return f"[{row['title']}](/records?type={row['typeSlug']}&record={row['id']})"


def _without_ties(text: str, asked: Sequence[str]) -> list[str]:
    """Return words without those that only tie others together: “gelen”, “berthed”; a name is none."""
    names = {fold(word) for word in re.findall(WORD, text) if word[0].isupper()}
    return [word for word in asked if word in names or not _TIES.search(word)] or list(asked)


def tell_record(request: Request, record: dict[str, Any]) -> Plan:
    """Say in short what a record and its documents say."""
    listed: Result = yield Call("listEntityTypes")
    kinds = cast("list[dict[str, Any]]", listed.rows("types"))
    answer = yield from _answer_of_record(request, record, kinds, ())
    if not isinstance(answer, Answer) or not request.can("searchDocuments"):
        return answer
    given = {"query": str(record["title"])[:400], "entityId": record["id"], "limit": 5}
    found: Result = yield Call("searchDocuments", given)
    passages = cast("list[dict[str, Any]]", found.data or []) if found.ok else []
    lines = [line for one in passages[:_QUOTED] for line in _first_sentences(one)]
    told = request.say("answer.entities.passages", count=len(lines)) if lines else ""
    return Answer("\n".join([answer.text, *([told, *lines] if lines else [])]))


def _first_sentences(passage: dict[str, Any]) -> list[str]:
    place = f"/records?document={passage['documentId']}#{passage['ord']}"
    parts = (one.strip() for one in re.split(r"(?<=[.!?])\s+|\n+", passage["text"]))
    said = [one for one in parts if len(one) > 20 and not one.startswith("#")]
    return [f"- “{one}” [{passage['title']}]({place})" for one in said[:_QUOTED]]


def _answer_of_record(
    request: Request, record: dict[str, Any], kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> Plan:
    whole: Result = yield Call("getEntity", {"entityId": record["id"], "include": ["relations"]})
    data = cast("dict[str, Any]", whole.data or record)
    nothing: dict[str, Any] = {"name": "", "fields": []}
    kind = next((one for one in kinds if one["slug"] == data["typeSlug"]), nothing)
    labels: dict[str, str] = {one["key"]: one.get("label") or one["key"] for one in kind["fields"]}
    related: dict[str, dict[str, Any]] = {one["id"]: one for one in data.get("related", [])}
    fields = cast("dict[str, Any]", data["fields"])
    facts = [(labels.get(key, key), _told(request, value)) for key, value in fields.items()]
    facts += [
        (one["kind"], _linked(related[end]))
        for one in data.get("relations", [])
        for end in (one["targetId"] if one["sourceId"] == data["id"] else one["sourceId"],)
        if end in related
    ]
    facts = [*dict.fromkeys(facts)]  # what each says of the other is one fact
    wanted = _most_named(facts, asked)
    figures = {labels.get(key, key) for key, value in fields.items() if _is_figure(value)}
    is_told = any(name in figures for name, _ in wanted)
    if _COUNTS.search(plain_text(request.text)) and related and not is_told:
        return Answer(_list_of(request, [*related.values()]))
    if not wanted and _WHEN.search(plain_text(request.text)):
        wanted = [fact for fact in facts if _DAY.match(fact[1])]
    shown = (wanted or facts)[:_LISTED]
    head = f"{_linked(data)} ({kind['name']})"
    return Answer(
        "\n".join([f"{head}:", *(f"- {name}: {value}" for name, value in shown)]) if shown else f"{head}."
    )


def _most_named(facts: Sequence[tuple[str, str]], asked: Sequence[str]) -> list[tuple[str, str]]:
    """Return the facts whose names hold most of the words, if they hold any: “left” is “Packets left”."""
    held = [
        sum(any(same_word(word, part) for part in plain_text(name).split()) for word in asked)
        for name, _ in facts
    ]
    most = max(held, default=0)
    return [fact for fact, count in zip(facts, held, strict=True) if count == most] if most else []


def _without_name(asked: Sequence[str], record: dict[str, Any]) -> list[str]:
    """Return the words of a question that are not a record's name."""
    parts = plain_text(record["title"]).split()
    return [word for word in asked if not any(same_word(word, part) for part in parts)]


def _named_type(
    kinds: Iterable[dict[str, Any]], asked: Sequence[str], first: Sequence[str]
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return the type that words name, and the words that are left.

    “Which box” is for bat boxes, where no other type is one of boxes.
    """
    kinds = list(kinds)
    heads = [(one, plain_text(one["name"]).split()[-1:]) for one in kinds]
    meant = [one["slug"] for one, head in heads if any(same_word(*pair) for pair in product(first, head))]
    for kind in kinds:
        head = kind["name"].split()[-1] if meant == [kind["slug"]] else ""
        names = (kind["name"], kind["slug"].replace("-", " "), kind.get("plural") or "", head)
        for name in dict.fromkeys(plain_text(one) for one in names if one):
            parts = name.split()
            for start in range(len(asked) - len(parts) + 1):
                if all(same_word(word, part) for word, part in zip(asked[start:], parts, strict=False)):
                    return kind, [*asked[:start], *asked[start + len(parts) :]]
    return None, list(asked)


def _spoken_of(request: Request, kinds: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the type that the turn before this one looked at."""
    for made in reversed(request.before):
        slug = made.call.input.get("typeSlug") if made.call.tool == "searchEntities" else None
        if slug:
            return next((one for one in kinds if one["slug"] == slug), None)
    return None


def _named_record(rows: Iterable[dict[str, Any]], asked: Sequence[str]) -> dict[str, Any] | None:
    """Return the record whose whole title the words hold."""
    for row in rows:
        parts = [one for one in plain_text(row["title"]).split() if one not in SMALL]
        if parts and all(any(same_word(word, part) for word in asked) for part in parts):
            return row
    return None


def _with_words(
    rows: Iterable[dict[str, Any]], asked: Sequence[str], kind: dict[str, Any]
) -> list[dict[str, Any]]:
    return [row for row in rows if _has_words(row, asked, kind)]


def _has_words(row: dict[str, Any], asked: Sequence[str], kind: dict[str, Any]) -> bool:
    """Tell whether a record says all of the words; names of its fields say nothing."""
    labels = {part for one in kind["fields"] for part in plain_text(one.get("label") or one["key"]).split()}
    said = plain_text(f"{row['title']} {' '.join(_said(one) for one in row['fields'].values())}").split()
    wanted = [word for word in asked if not any(same_word(word, label) for label in labels)] or list(asked)
    return all(any(same_word(word, part) for part in said) for word in wanted)


def _told(request: Request, value: Any) -> str:
    """Return a value as people read it."""
    if isinstance(value, bool):
        return request.say("answer.entities.yes" if value else "answer.entities.no")
    return _said(value)


def _is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _said(value: Any) -> str:
    return ", ".join(str(one) for one in cast("list[Any]", value)) if isinstance(value, list) else str(value)
