"""Where rules end: texts are taken from what is written, never made up, and the rest is said plainly."""

import re
from typing import cast

from proofroom.content.playbook.entries import read_schema
from proofroom.content.playbook.schema import Json
from proofroom.content.playbook.sentence import Sentence
from proofroom.content.playbook.speech import data_of, names, not_allowed, which_one, written
from proofroom.content.playbook.target import find_target, read_entry
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result


def plan_summary(request: Request) -> Plan:
    """Fill an entry's summary with its own first sentences: extracted, not written."""
    if not request.can("save_content"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    models = [model for model in schema.models if model.kind == "document" and model.field("summary")]
    said = re.sub(
        r"\b(?:write|generate|suggest|draft|compose|summar\w+|excerpts?|teasers?|ozet\w*|yaz\w{0,3}"
        r"|uret\w*|oner\w*)\b",
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
        f"I cannot write, so I took the summary of {names([entry])} word for word from its own text: "
        f"“{text}”",
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
            "I am the built-in offline model: I follow rules and cannot translate. I can copy a model's "
            "content into "
            "another language so that a person translates it, or set a text that you give me. Connect a "
            "language model "
            "under Connections to have it translated.",
            "Ben yerleşik çevrimdışı modelim: kurallarla çalışırım ve çeviri yapamam. Bir modelin "
            "içeriğini, bir kişi "
            "çevirsin diye başka bir dile kopyalayabilir ya da verdiğiniz metni yazabilirim. Çeviri için "
            "Connections "
            "altında bir dil modeli bağlayın.",
        )
    )


def plan_no_text(request: Request) -> Plan:
    """Say honestly that writing something new needs a language model."""
    yield from ()
    return Answer(
        request.say(
            "I am the built-in offline model: I follow rules and cannot write new texts. I can add an "
            "entry with the "
            "title and fields that you give me, or take a summary word for word from a text. Connect a "
            "language model "
            "under Connections to have something written.",
            "Ben yerleşik çevrimdışı modelim: kurallarla çalışırım ve yeni metin yazamam. Verdiğiniz "
            "başlık ve alanlarla "
            "bir girdi ekleyebilir ya da bir metinden olduğu gibi özet alabilirim. Yazı yazdırmak için "
            "Connections "
            "altında bir dil modeli bağlayın.",
        )
    )


def plan_hand_over(request: Request) -> Plan:
    """Say who can do it: the editor, in a project."""
    projects = ""
    if request.can("listProjects"):
        known: Result = yield Call("listProjects")
        projects = ", ".join(str(project["name"]) for project in known.rows("projects"))
    where = request.say(
        f" (there is: {projects})" if projects else "", f" (projeler: {projects})" if projects else ""
    )
    return Answer(
        request.say(
            f"I have no tools for content here. Open a project{where} and ask the Editor there: it looks "
            f"entries up "
            "and proposes the change for you to proof.",
            f"Burada içerik için aracım yok. Bir proje açın{where} ve oradaki Editor'e sorun: girdileri "
            f"bulur ve "
            "değişikliği incelemeniz için önerir.",
        )
    )
