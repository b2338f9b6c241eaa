"""Where rules end: texts are taken from what is written, never made up, and the rest is said plainly."""

import re
from typing import cast

from proofroom.content.playbook.entries import read_schema
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.speech import data_of, names, not_allowed, which_one, written
from proofroom.content.playbook.target import find_target, read_entry
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.lexicon import WORDS
from proofroom.providers.offline.sentence import Sentence


def plan_summary(request: Request) -> Plan:
    """Fill an entry's summary with its own first sentences: extracted, not written."""
    if not request.can("save_content"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    models = [model for model in schema.models if model.kind == "document" and _summary_of(model)]
    said = re.sub(f"{WORDS['write_text']}|{WORDS['summary']}", " ", sentence.masked)
    target = yield from find_target(request, schema, said, [quote.value for quote in sentence.quotes], models)
    if len(target.entries) != 1:
        if target.asked:
            return which_one(request, target.asked)
        return Ask(request.say("answer.limits.summary_of"))
    entry = target.entries[0]
    field = _summary_of(entry.model)
    result = yield from read_entry(entry, None)
    body = str(cast("Json", data_of(result).get("data") or {}).get("body") or "")
    text = first_sentences(body, 220)
    if not text or field is None:
        return Answer(request.say("answer.limits.no_text", entry=names([entry])))
    saved: Result = yield Call(
        "save_content", {"model": entry.model.id, "slug": entry.id, "data": field.nest(text)}
    )
    done = request.say("answer.limits.summary", entry=names([entry]), text=text)
    return written(request, [saved], done)


def _summary_of(model: ModelView) -> FieldView | None:
    """Return the field that sums an entry of a model up."""
    texts = [one for one in model.fields if one.is_text and one.path[0] != model.title_field]
    means = ("summary", "intro", "description")
    return next((one for name in means for one in texts if one.means(name)), None)


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


def plan_hand_over(request: Request) -> Plan:
    """Say who can do it: the editor, in a project."""
    projects = ""
    if request.can("listProjects"):
        known: Result = yield Call("listProjects")
        projects = ", ".join(str(project["name"]) for project in known.rows("projects"))
    if not projects:
        return Answer(request.say("answer.limits.no_tools"))
    return Answer(request.say("answer.limits.no_tools_projects", projects=projects))
