"""Around the content: branches, submissions, the glossary, pictures, and texts taken from what is written."""

import re
from typing import Any, cast

from proofroom.content.playbook.add import slug_of
from proofroom.content.playbook.entries import read_schema
from proofroom.content.playbook.schema import Json
from proofroom.content.playbook.sentence import Sentence, alike, plain, tokens
from proofroom.content.playbook.speech import data_of, lines, names, not_allowed, which_one, written
from proofroom.content.playbook.target import find_target, read_entry, text_locale
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result

_TERM = re.compile(
    r"(?P<term>[^\s,;:=\x01][^,;:=]*?)\s*(?:[,;:=–—]|\bmeans?\b|\bis\b|\bdemek(?:tir)?\b|\byani\b|\banlamina gelir\b)\s*(?P<text>\S.*)$",
    re.DOTALL,
)
_GLOSSARY_HEAD = re.compile(
    r"^.*?\b(?:glossary|vocabulary|terminology|sozlug\w*|sozluk\w*)\b[^:,]*[:,]?\s*|^.*?\b(?:terms?|words?|terim\w*|kelime\w*|sozcuk\w*)\b[^:]*:\s*"
)


def plan_branches(request: Request) -> Plan:
    """List what waits on branches."""
    result: Result = yield Call("list_branches")
    if not result.ok:
        return Answer(result.problem)
    rows = [
        f"{branch['name']}: {branch.get('subject', '')} ({branch.get('author', '')})"
        for branch in cast("list[Json]", data_of(result).get("branches") or [])
    ]
    if not rows:
        return Answer(request.say("No branch is open: nothing waits.", "Açık dal yok: bekleyen bir şey yok."))
    head = request.say(f"{len(rows)} open:", f"{len(rows)} açık dal:")
    return Answer(f"{head}\n{lines(rows)}")


def plan_branch_health(request: Request) -> Plan:
    """Say how many branches wait and how many may."""
    result: Result = yield Call("branch_health")
    if not result.ok:
        return Answer(result.problem)
    data = data_of(result)
    return Answer(
        request.say(
            f"{data.get('unmergedBranches')} branches wait; a warning comes at {data.get('warnLimit')}, "
            f"and at {data.get('blockLimit')} nothing new is written. State: {data.get('status')}.",
            f"{data.get('unmergedBranches')} dal bekliyor; {data.get('warnLimit')} olunca uyarı gelir, "
            f"{data.get('blockLimit')} olunca yeni bir şey yazılmaz. Durum: {data.get('status')}.",
        )
    )


def plan_merge(request: Request) -> Plan:
    """Merge the branch that is named, or the only one."""
    return (yield from _decide(request, "merge_branch", "merge", "birleştireyim"))


def plan_reject(request: Request) -> Plan:
    """Reject the branch that is named, or the only one."""
    return (yield from _decide(request, "reject_branch", "reject", "reddedeyim"))


def _decide(request: Request, tool: str, verb: str, turkish: str) -> Plan:
    if not request.can(tool):
        return not_allowed(request)
    known: Result = yield Call("list_branches")
    branches = [str(one["name"]) for one in cast("list[Json]", data_of(known).get("branches") or [])]
    named = re.search(r"cr/[\w/.-]+", request.text)
    chosen = named.group().rstrip(".") if named else (branches[0] if len(branches) == 1 else None)
    if chosen is None or chosen not in branches:
        listed = ", ".join(branches) or request.say("there is none", "hiç yok")
        return Ask(
            request.say(
                f"Which branch should I {verb}? Open: {listed}.", f"Hangi dalı {turkish}? Açık: {listed}."
            )
        )
    result: Result = yield Call(tool, {"branch": chosen})
    if not result.ok:
        return Answer(result.problem)
    is_merge = tool == "merge_branch"
    return Answer(
        request.say(
            f"{'Merged' if is_merge else 'Rejected'} {chosen}.",
            f"{chosen} {'birleştirildi' if is_merge else 'reddedildi'}.",
        )
    )


def plan_glossary(request: Request) -> Plan:
    """Show the glossary, or set a term in it."""
    if not request.can("vocabulary"):
        return not_allowed(request)
    sentence = Sentence(request.text)
    term = _term_in(request, sentence)
    if term is None and sentence.has(r"\b(?:add|set|new|define|ekle\w*|tanimla\w*)\b"):
        return Ask(
            request.say(
                "Which term should I add, and what does it mean? For example: swift, the bird.",
                "Hangi terimi ekleyeyim ve anlamı ne? Örneğin: ebabil, bir kuş.",
            )
        )
    if term is None:
        known: Result = yield Call("vocabulary", {"action": "get"})
        terms = cast("dict[str, dict[str, str]]", data_of(known).get("vocabulary") or {})
        rows = [
            f"{name}: {', '.join(f'{text} ({locale})' for locale, text in texts.items())}"
            for name, texts in terms.items()
        ]
        if not rows:
            return Answer(request.say("The glossary is empty.", "Sözlük boş."))
        return Answer(request.say("The glossary:", "Sözlük:") + f"\n{lines(rows)}")
    name, text = term
    locale = text_locale(request, sentence) or request.language
    result: Result = yield Call("vocabulary", {"action": "set", "terms": {slug_of(name): {locale: text}}})
    done = request.say(
        f"The glossary now says {name}: {text} ({locale}).", f"Sözlükte artık {name}: {text} ({locale})."
    )
    return written(request, [result], done)


def _term_in(request: Request, sentence: Sentence) -> tuple[str, str] | None:
    if sentence.has(r"^\W*(?:what|show|list|which|read|open)\b|\b(?:neler|nedir|goster\w*|listele\w*)\b"):
        return None
    if len(sentence.quotes) == 2:
        return sentence.quotes[0].value, sentence.quotes[1].value
    head = _GLOSSARY_HEAD.match(sentence.plain)
    if head is None:
        return None
    rest = sentence.text[head.end() :].strip()
    found = _TERM.match(rest)
    if found is None:
        word = sentence.quotes[0].value if sentence.quotes else ""
        return (word, word) if word else None
    return found["term"].strip(" \"“”'"), found["text"].strip(' ."“”')


def plan_submissions(request: Request) -> Plan:
    """List the submissions that wait for a form's model."""
    if not request.can("list_submissions"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    models = [model for model in schema.named_in(sentence.masked) if model.kind == "collection"]
    forms = [model for model in schema.models if model.raw.get("form")]
    chosen = [model for model in models if model in forms] or forms or models
    if not chosen:
        return Answer(
            request.say("No model of this project has a form.", "Bu projede formu olan bir model yok.")
        )
    status = next(
        (
            word
            for word, pattern in (
                ("approved", r"\bapproved\b|onaylan\w*"),
                ("rejected", r"\brejected\b|reddedil\w*"),
            )
            if sentence.has(pattern)
        ),
        None,
    )
    results: list[Result] = yield [
        Call("list_submissions", {"modelId": model.id} | ({"status": status} if status else {}))
        for model in chosen
    ]
    rows = [
        _submission(one)
        for result in results
        for one in cast("list[Json]", data_of(result).get("submissions") or [])
    ]
    if not rows:
        failed = next((result.problem for result in results if not result.ok), None)
        return Answer(failed or request.say("No submission waits.", "Bekleyen başvuru yok."))
    return Answer(request.say(f"{len(rows)} submissions:", f"{len(rows)} başvuru:") + f"\n{lines(rows)}")


def plan_approve(request: Request) -> Plan:
    """Approve the submission that is meant."""
    return (yield from _judge_submission(request, "approve_submission"))


def plan_decline(request: Request) -> Plan:
    """Reject the submission that is meant."""
    return (yield from _judge_submission(request, "reject_submission"))


def _judge_submission(request: Request, tool: str) -> Plan:
    if not request.can(tool):
        return not_allowed(request)
    schema = yield from read_schema()
    forms = [model for model in schema.models if model.raw.get("form")]
    if not forms:
        return Answer(
            request.say("No model of this project has a form.", "Bu projede formu olan bir model yok.")
        )
    results: list[Result] = yield [Call("list_submissions", {"modelId": model.id}) for model in forms]
    rows = [one for result in results for one in cast("list[Json]", data_of(result).get("submissions") or [])]
    sentence = Sentence(request.text)
    is_all = sentence.has(r"\b(?:all|every|each|tum\w*|butun\w*|hepsi\w*)\b")
    chosen = rows if is_all else [one for one in rows if _speaks_of(one, sentence)]
    if not chosen or (len(chosen) > 1 and not is_all):
        listed = "; ".join(_submission(one) for one in (chosen or rows)) or request.say(
            "none waits", "bekleyen yok"
        )
        return Ask(
            request.say(
                f"Whose submission do you mean? Waiting: {listed}.",
                f"Kimin başvurusu? Bekleyenler: {listed}.",
            )
        )
    judged: list[Result] = yield [Call(tool, {"submissionId": str(one["id"])}) for one in chosen]
    failed = next((result.problem for result in judged if not result.ok), None)
    if failed:
        return Answer(failed)
    listed = "; ".join(_submission(one) for one in chosen)
    is_yes = tool == "approve_submission"
    return Answer(
        request.say(
            f"{'Approved' if is_yes else 'Rejected'}: {listed}.",
            f"{'Onaylandı' if is_yes else 'Reddedildi'}: {listed}.",
        )
    )


def _submission(one: Json) -> str:
    data = cast("dict[str, Any]", one.get("data") or {})
    return ", ".join(str(value) for value in data.values() if value)[:120] or str(one.get("id"))


def _speaks_of(one: Json, sentence: Sentence) -> bool:
    data = cast("dict[str, Any]", one.get("data") or {})
    if any(email in data.values() for email in sentence.emails) or str(one.get("id")) in sentence.text:
        return True
    said = tokens(sentence.masked) + [
        word for quote in sentence.quotes for word in tokens(plain(quote.value))
    ]
    name = tokens(plain(str(data.get("name") or "")))
    return bool(name) and any(any(alike(word, part) for word in said) for part in name)


def plan_search_media(request: Request) -> Plan:
    """Search the media library."""
    if not request.can("search_media"):
        return not_allowed(request)
    sentence = Sentence(request.text)
    noise = re.compile(
        r"find|show|me|us|list|search|images?|pictures?|photos?|photographs?|assets?|media|illustrations?|of|with|the|all|any|for|a|our|we|have|do|about|on"
        r"|which|what|there|are|is|gorsel\w*|resim\w*|resmi\w*|foto\w*|medya\w*|bul|ara|goster\w*|listele\w*|tum|hangi|var|ile|ilgili|icin|bana"
    )
    words = [word for word in tokens(sentence.masked) if not noise.fullmatch(word)]
    query = " ".join([*(quote.value for quote in sentence.quotes), *words])
    result: Result = yield Call("search_media", {"query": query} if query else {})
    if not result.ok:
        return Answer(result.problem)
    data: Any = result.data
    found = cast(
        "list[Json]",
        data
        if isinstance(data, list)
        else data_of(result).get("assets") or data_of(result).get("results") or [],
    )
    rows = [
        f"{one.get('filename')} ({one.get('dimensions') or one.get('format') or ''}) {one.get('alt') or ''}".strip()
        for one in found
    ]
    if not rows:
        return Answer(request.say(f"No picture fits “{query}”.", f"“{query}” ile eşleşen görsel yok."))
    return Answer(request.say(f"{len(rows)} pictures:", f"{len(rows)} görsel:") + f"\n{lines(rows)}")


def plan_upload(request: Request) -> Plan:
    """Fetch a picture from a link into the media library."""
    if not request.can("upload_media"):
        return not_allowed(request)
    sentence = Sentence(request.text)
    given: Json = {"url": sentence.urls[0]}
    if sentence.quotes:
        given["alt"] = sentence.quotes[0].value
    result: Result = yield Call("upload_media", given)
    if not result.ok:
        return Answer(result.problem)
    return Answer(
        request.say(
            f"Uploaded as {data_of(result).get('path')}.", f"Yüklendi: {data_of(result).get('path')}."
        )
    )


def plan_summary(request: Request) -> Plan:
    """Fill an entry's summary with its own first sentences: extracted, not written."""
    if not request.can("save_content"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    models = [model for model in schema.models if model.kind == "document" and model.field("summary")]
    said = re.sub(
        r"\b(?:write|generate|suggest|draft|compose|summar\w+|excerpts?|teasers?|ozet\w*|yaz\w{0,3}|uret\w*|oner\w*)\b",
        " ",
        sentence.masked,
    )
    target = yield from find_target(request, schema, said, [quote.value for quote in sentence.quotes], models)
    if len(target.entries) != 1:
        if target.asked:
            return which_one(request, target.asked)
        return Ask(
            request.say(
                "Which entry needs a summary? Give me its title.",
                "Hangi girdiye özet gerekiyor? Başlığını yazın.",
            )
        )
    entry = target.entries[0]
    result = yield from read_entry(entry, None)
    body = str(cast("Json", data_of(result).get("data") or {}).get("body") or "")
    text = first_sentences(body, 220)
    if not text:
        return Answer(
            request.say(
                f"{names([entry])} has no text to take a summary from.",
                f"{names([entry])} özet çıkarılacak bir metin içermiyor.",
            )
        )
    saved: Result = yield Call(
        "save_content", {"model": entry.model.id, "slug": entry.id, "data": {"summary": text}}
    )
    done = request.say(
        f"I cannot write, so I took the summary of {names([entry])} word for word from its own text: “{text}”",
        f"Yazı yazamam; {names([entry])} için özeti kendi metninden olduğu gibi aldım: “{text}”",
    )
    return written(request, [saved], done)


def first_sentences(body: str, limit: int) -> str:
    """Return as many whole sentences from the beginning of a Markdown text as fit."""
    paragraphs = [
        part
        for part in re.split(r"\n\s*\n", body)
        if part.strip() and not re.match(r"\s*(?:#|!\[|[-*>] )", part)
    ]
    if not paragraphs:
        return ""
    text = re.sub(r"[*_`]+|\[([^\]]*)\]\([^)]*\)", r"\1", paragraphs[0].replace("\n", " ")).strip()
    taken = ""
    for piece in re.findall(r".+?[.!?…](?:[\"”’)]|\s|$)+|.+$", text):
        if len((taken + piece).strip()) > limit:
            break
        taken += piece
    return taken.strip()


def plan_translate(request: Request) -> Plan:
    """Say honestly that translating needs a language model."""
    yield from ()
    return Answer(
        request.say(
            "I am the built-in offline model: I follow rules and cannot translate. I can copy a model's content into "
            "another language so that a person translates it, or set a text that you give me. Connect a language model "
            "under Connections to have it translated.",
            "Ben yerleşik çevrimdışı modelim: kurallarla çalışırım ve çeviri yapamam. Bir modelin içeriğini, bir kişi "
            "çevirsin diye başka bir dile kopyalayabilir ya da verdiğiniz metni yazabilirim. Çeviri için Connections "
            "altında bir dil modeli bağlayın.",
        )
    )


def plan_no_text(request: Request) -> Plan:
    """Say honestly that writing something new needs a language model."""
    yield from ()
    return Answer(
        request.say(
            "I am the built-in offline model: I follow rules and cannot write new texts. I can add an entry with the "
            "title and fields that you give me, or take a summary word for word from a text. Connect a language model "
            "under Connections to have something written.",
            "Ben yerleşik çevrimdışı modelim: kurallarla çalışırım ve yeni metin yazamam. Verdiğiniz başlık ve alanlarla "
            "bir girdi ekleyebilir ya da bir metinden olduğu gibi özet alabilirim. Yazı yazdırmak için Connections "
            "altında bir dil modeli bağlayın.",
        )
    )
