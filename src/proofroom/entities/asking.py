"""How the offline model answers a question: from records where it names any, else from documents."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

from proofroom.entities.tabular import find_sheet
from proofroom.providers.offline import Answer, Call, Plan, Request, Result, Skill
from proofroom.search import fold

_DOCUMENTS = re.compile(r"\b(?:documents?|papers?|files?)\b|\bbelge\w*|\bdok[üu]man\w*", re.IGNORECASE)
_ASKS = re.compile(
    r"^(?:and |so |peki |ya )?(?:which|what|who|whose|where|when|how|list|show|name|tell|count|do|does|is|are"
    r"|hangi|kac|kim|ne|nerede|listele|goster|say)\b|\b(?:hangi\w*|kac\w*|nerede|nedir|kim\w*|neler)\b",
)
_COUNTS = re.compile(r"\bhow many\b|\bcount\b|\bkac\b|\bsayisi\b")
_OF_US = re.compile(
    r"what (?:can|could|do) you(?! (?:tell|know|say|have|find)\b)"
    r"|your (?:abilities|skills)|\bhelp\b|yapabilir|biliyorsun|\byardim\b|yetenek"
)
_SURE = re.compile(r"\bhow many\b|\bkac\b|^(?:and )?(?:which|who|whose|where|when|list)\b|\bhangi")
_GOES_ON = re.compile(r"^(?:and|what about|how about|peki|ya)\b|\b(?:of them|of those|bunlar\w*|onlar\w*)\b")
_LITTLE = """
a an the of in on at to for from by with and or is are was were be do does did has have had me us our we you
my your which what who whose where when why how many much list show name tell about all any there that those
these them they it its please located based found live lives living say says said according documents
document papers paper files file find search count number give records record entities entity one ones so
hangi hangisi hangileri ne zaman nedir neler kim kimler kac nerede nasil var mi mu bir bu su ve ile icin olan
olanlar tum listele goster bul ara say sayisi belge belgeler belgelere belgelerde dokuman gore hakkinda
yaziyor diyor biliyoruz biliniyor know known peki ya bulunan bulunuyor yer alan kayit kaydi kayitlar kayitlari
tane adet
"""
_SMALL = frozenset(_LITTLE.split())
_ENDING = re.compile(r"(?:['’][a-z]{1,6}|['’]s)$")
_CASES = re.compile(r"(?:(?:deki|daki|teki|taki|nin|den|dan|ten|tan|de|da|te|ta|si|nde|nda))$")
_WORD = r"[^\W_]+(?:['’][^\W_]+)?"
_WHEN = re.compile(r"\bwhen\b|\bne zaman\b|\bwhat year\b|\bhangi yil")
_DAY = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?$")
_TIES = re.compile(r"\w{2}(?:ed|ing|[ae]n|[ae]nlar|[ae]nler)$")
"""Participles: of “the boats berthed at Oban” and “Bursa'dan gelen eserler” they say nothing of their own."""
_ONE_OF_MANY = {
    "people": "person",
    "persons": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "mice": "mouse",
    "geese": "goose",
    "feet": "foot",
    "teeth": "tooth",
    "analyses": "analysis",
    "criteria": "criterion",
    "kisiler": "kisi",
}
"""Plurals that no ending tells."""
_DOUBLED = re.compile(r"([a-z])\1")
"""Letters that other languages and hurried hands write once: “Kavak tüneli” is the Kavak tunnel."""
_QUOTED, _LISTED, _LOOKED = 3, 20, 100


def question_skills() -> tuple[Skill, ...]:
    """Return the skills that answer questions."""
    return (
        Skill("ask_records", _asks_records, _ask_records, "ability.ask_records", ("searchEntities",)),
        Skill("ask_documents", _asks_documents, ask_documents, "ability.ask_documents", ("searchDocuments",)),
    )


# --- from records


def _asks_records(request: Request) -> float:
    if not request.can("searchEntities", "listEntityTypes") or find_sheet(request.text) is not None:
        return 0.0
    if _DOCUMENTS.search(request.text):
        return 0.0
    plain, is_question = _plain(request.text), request.text.rstrip().endswith("?")
    if not _asked(request.text) or _OF_US.search(plain):
        return 0.0
    if _ASKS.search(plain) and (is_question or len(plain.split()) > 2):
        # More than the help of the program, which takes every "how", less than any room's own sentence.
        return 0.56 if _SURE.search(plain) else 0.52
    if is_question and (len(plain.split()) > 3 or (request.earlier and _GOES_ON.search(plain))):
        return 0.52
    return 0.0


def _ask_records(request: Request) -> Plan:
    listed: Result = yield Call("listEntityTypes")
    kinds = cast("list[dict[str, Any]]", listed.rows("types"))
    told = _plain(request.text)
    asked = _asked(request.text)
    kind, asked = _named_type(kinds, asked)
    if kind is None and _GOES_ON.search(told):
        kind = _spoken_of(request, kinds)
    if kind is not None:
        return (yield from _answer_of_type(request, kind, kinds, asked))
    if kinds and asked:
        found: Result = yield Call("searchEntities", {"query": " ".join(asked)[:400], "limit": _LOOKED})
        record = _named_record(found.rows("entities"), asked)
        if record is not None:
            return (yield from _answer_of_record(request, record, kinds, asked))
    if request.can("searchDocuments"):
        return (yield from ask_documents(request))
    return Answer(request.say("answer.entities.none"))


def _answer_of_type(
    request: Request, kind: dict[str, Any], kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> Plan:
    if not asked and _COUNTS.search(_plain(request.text)):
        return Answer(_counted(request, kind, kind["count"]))
    named = _without_ties(request.text, asked)
    query = " ".join(_bare(word) for word in named)[:400]
    given = {"typeSlug": kind["slug"], "limit": _LOOKED} | ({"query": query} if query else {})
    found: Result = yield Call("searchEntities", given)
    rows = cast("list[dict[str, Any]]", found.rows("entities"))
    fits = _with_words(rows, asked, kind) or _with_words(rows, named, kind)
    if not fits:
        record = _named_record(rows, asked)
        if record is None:
            wide: Result = yield Call("searchEntities", {"query": query, "limit": _LOOKED})
            record = _named_record(wide.rows("entities"), asked)
        if record is not None and record["typeSlug"] == kind["slug"]:
            return (yield from _answer_of_record(request, record, kinds, asked))
        if record is not None:
            near: Result = yield Call("getEntity", {"entityId": record["id"], "include": ["relations"]})
            fits = [one for one in near.rows("related") if one["typeSlug"] == kind["slug"]]
    if not fits:
        return Answer(request.say("answer.entities.none_of_type", type=kind["name"], words=" ".join(asked)))
    total = len(fits) if asked else kind["count"]
    is_count = _COUNTS.search(_plain(request.text))
    head = _counted(request, kind, total) if is_count else request.say("answer.entities.found", count=total)
    return Answer("\n".join([head, *(f"- {_linked(row)}" for row in fits[:_LISTED])]))


def _counted(request: Request, kind: dict[str, Any], count: int) -> str:
    place = f"[{kind['name']}](/records?type={kind['slug']})"
    return request.say("answer.entities.counted", count=count, type=place)


def _linked(row: dict[str, Any]) -> str:
    return f"[{row['title']}](/records?type={row['typeSlug']}&record={row['id']})"


def _without_ties(text: str, asked: Sequence[str]) -> list[str]:
    """Return words without those that only tie others together: “gelen”, “berthed”; a name is none."""
    names = {fold(word) for word in re.findall(_WORD, text) if word[0].isupper()}
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
    facts = [(labels.get(key, key), _said(value)) for key, value in fields.items()]
    facts += [
        (one["kind"], _linked(related[end]))
        for one in data.get("relations", [])
        for end in (one["targetId"] if one["sourceId"] == data["id"] else one["sourceId"],)
        if end in related
    ]
    wanted = [
        fact for fact in facts if any(_same(word, part) for word in asked for part in _plain(fact[0]).split())
    ]
    if not wanted and _WHEN.search(_plain(request.text)):
        wanted = [fact for fact in facts if _DAY.match(fact[1])]
    shown = (wanted or facts)[:_LISTED]
    head = f"{_linked(data)} ({kind['name']})"
    return Answer(
        "\n".join([f"{head}:", *(f"- {name}: {value}" for name, value in shown)]) if shown else f"{head}."
    )


def _named_type(
    kinds: Iterable[dict[str, Any]], asked: Sequence[str]
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return the type that words name, and the words that are left."""
    for kind in kinds:
        names = (kind["name"], kind["slug"].replace("-", " "), kind.get("plural") or "")
        for name in dict.fromkeys(_plain(one) for one in names if one):
            parts = name.split()
            for start in range(len(asked) - len(parts) + 1):
                if all(_same(word, part) for word, part in zip(asked[start:], parts, strict=False)):
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
        parts = _plain(row["title"]).split()
        if parts and all(any(_same(word, part) for word in asked) for part in parts):
            return row
    return None


def _with_words(
    rows: Iterable[dict[str, Any]], asked: Sequence[str], kind: dict[str, Any]
) -> list[dict[str, Any]]:
    return [row for row in rows if _has_words(row, asked, kind)]


def _has_words(row: dict[str, Any], asked: Sequence[str], kind: dict[str, Any]) -> bool:
    """Tell whether a record says all of the words; names of its fields say nothing."""
    labels = {part for one in kind["fields"] for part in _plain(one.get("label") or one["key"]).split()}
    said = _plain(f"{row['title']} {' '.join(_said(one) for one in row['fields'].values())}").split()
    wanted = [word for word in asked if not any(_same(word, label) for label in labels)] or list(asked)
    return all(any(_same(word, part) for part in said) for word in wanted)


def _same(word: str, part: str) -> bool:
    """Tell whether two words are one, whatever their ending: `museums` and `museum`."""
    if word == part or _ONE_OF_MANY.get(word) == part or _ONE_OF_MANY.get(part) == word:
        return True
    short, long = sorted((_DOUBLED.sub(r"\1", _bare(one)) for one in (word, part)), key=len)
    if short == long:
        return True
    if len(short) < 3 or short.isdigit():
        return False
    stem = short[:-1] if short[-1] in "ye" and len(short) > 3 else short
    return long.startswith(stem) and len(long) - len(stem) <= 5 and len(stem) >= 3


def _bare(word: str) -> str:
    """Return a word without the ending of a Turkish case."""
    cut = _ENDING.sub("", word)
    if cut != word or len(word) < 6:
        return cut
    return _CASES.sub("", word) if len(_CASES.sub("", word)) > 3 else word


def _said(value: Any) -> str:
    return ", ".join(str(one) for one in cast("list[Any]", value)) if isinstance(value, list) else str(value)


def _asked(text: str) -> list[str]:
    return [word for word in _plain(text).split() if word not in _SMALL]


def _plain(text: str) -> str:
    return " ".join(re.findall(_WORD, fold(text)))


# --- from documents


def _asks_documents(request: Request) -> float:
    if not request.can("searchDocuments") or find_sheet(request.text) is not None:
        return 0.0
    is_question = request.text.rstrip().endswith("?") and not _OF_US.search(_plain(request.text))
    if _DOCUMENTS.search(request.text) and (is_question or _ASKS.search(_plain(request.text))):
        return 0.83
    return 0.51 if is_question and len(request.text.split()) > 3 else 0.0


def ask_documents(request: Request) -> Plan:
    """Quote what documents say about the words of a question."""
    wanted = " ".join(_asked(request.text)) or request.text
    given: dict[str, Any] = {"query": wanted[:400], "limit": 5}
    if request.screen.get("entityId"):
        given["entityId"] = request.screen["entityId"]
    found: Result = yield Call("searchDocuments", given)
    passages = cast("list[dict[str, Any]]", found.data or []) if found.ok else []
    lines = [line for one in passages[:_QUOTED] if (line := _quote(one, wanted))]
    if not lines:
        return Answer(request.say("answer.entities.no_passage", words=wanted))
    return Answer(request.say("answer.entities.passages", count=len(lines)) + "\n" + "\n".join(lines))


def _quote(passage: dict[str, Any], wanted: str) -> str:
    """Return the sentence of a passage that has most of the words, with its place."""
    asked = {word[:5] for word in wanted.split() if len(word) > 2}
    sentences = [one for one in re.split(r"(?<=[.!?])\s+|\n+", passage["text"]) if len(one) > 3]
    best = max(sentences, key=lambda one: sum(word in fold(one) for word in asked), default="")
    place = f"/records?document={passage['documentId']}#{passage['ord']}"
    return f"- “{best.strip()}” [{passage['title']}]({place})" if best else ""
