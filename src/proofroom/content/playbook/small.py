"""Smaller skills: checks, what readers sent, pictures, branches, summaries, and handing over."""

import re
from typing import Any, Final, cast

from proofroom.content.playbook.entries import Found, data_of
from proofroom.content.playbook.everywhere import look_everywhere
from proofroom.content.playbook.request import End, Look, ProjectRequest, Work, lines, read_call, save_call
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.sense import read_request
from proofroom.content.playbook.sense.board import Board
from proofroom.content.playbook.sense.meant import best_meant
from proofroom.content.playbook.words import LOOK, seen, unsaid
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result, lexicon
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens

_NAME: Final = re.compile(r"[^\W\d_]+(?:[ '-][^\W\d_]+){0,3}")
"""A few words of letters, as names are."""
_MOST_ASSETS: Final = 20
"""Pictures of the library that are looked at one by one."""


def validate(task: ProjectRequest) -> End:
    """Validate the content, or one model or locale of it; what a field calls valid is a question about it."""
    dates = [one for model in task.schema.named_in(task.said) for one in model.fields if one.type == "date"]
    if any(seen("valid_name", name) for one in dates for name in one.names):
        return (yield from read_request(task, "show"))
    named, locale = task.schema.named_in(task.said), lexicon.locale_in(task.said)
    given: Json = {"model": named[0].id} if named else {}
    result: Result = yield Call("validate", given | ({"locale": locale} if locale else {}))
    if not result.ok:
        return Answer(result.problem)
    data = data_of(result)
    issues, summary = cast("list[Json]", data.get("issues") or []), cast("Json", data.get("summary") or {})
    if not issues:
        return task.answer("answer.analyse.valid")
    order = {"error": 0, "warning": 1}
    issues.sort(key=lambda issue: order.get(str(issue.get("severity")), 2))
    places = [
        " ".join(str(one[name]) for name in ("model", "entry", "slug", "locale", "field") if one.get(name))
        for one in issues
    ]
    rows = [f"{place}: {one.get('message')}" for place, one in zip(places, issues, strict=True)]
    errors, warnings = summary.get("errors", 0), summary.get("warnings", 0)
    key = "answer.analyse.invalid" if errors else "answer.analyse.warned"
    return task.tell(key, rows, errors=errors, warnings=warnings)


def tell_parity(task: ProjectRequest) -> End:
    """Tell which entries, fields and labels a language lacks; of one model where one is named."""
    found = yield from look_everywhere(task)
    result: Result = yield Call("brain_analyze", {"type": "locale_parity"})
    if not result.ok:
        return Answer(result.problem)
    told = cast("Json", data_of(result).get("localeParity") or {})
    named = [model.id for model in task.schema.named_in(task.said)]
    rows: list[str] = []
    for one in cast("list[Json]", told.get("issues") or []):
        entries = [
            found.lookup.get(one["model"], str(key)) for key in cast("list[Any]", one.get("missing") or [])
        ]
        lacks = [
            f"“{entry.label}”" if entry else str(key)
            for entry, key in zip(entries, one.get("missing") or [], strict=True)
        ]
        lacks += [
            f"“{gap.get('label')}” {gap.get('field')}" for gap in cast("list[Json]", one.get("empty") or [])
        ]
        if not named or one["model"] in named:
            share = f"{one.get('count')}/{one.get('expected')}"
            rows.append(f"{one['model']} ({one['locale']}): {share} — {', '.join(lacks[:12])}")
    if not rows:
        return task.answer("answer.analyse.languages_fine")
    return task.tell("answer.analyse.languages_found", rows)


def list_submissions(task: ProjectRequest) -> End:
    """List the submissions that wait for a form's model."""
    named = [model for model in task.schema.named_in(task.said) if model.kind == "collection"]
    forms = [model for model in task.schema.models if model.raw.get("form")]
    chosen = [model for model in named if model in forms] or forms or named
    if not chosen:
        return task.answer("answer.forms.no_form")
    status = next((one for one in ("approved", "rejected") if seen(f"submission_{one}", task.said)), None)
    asked: Json = {"status": status} if status else {}
    results: list[Result] = yield [Call("list_submissions", {"modelId": one.id} | asked) for one in chosen]
    rows = [_told(one) for result in results for one in cast("list[Json]", result.rows("submissions"))]
    if not rows:
        failed = next((result.problem for result in results if not result.ok), None)
        return Answer(failed or task.say("answer.forms.nothing_waits"))
    return task.tell("answer.forms.listed", rows, count=len(rows))


def judge_submission(tool: str, done: str) -> Work:
    """Return the work that approves or rejects the submission that is meant."""

    def work(task: ProjectRequest) -> End:
        forms = [model for model in task.schema.models if model.raw.get("form")]
        if not forms:
            return task.answer("answer.forms.no_form")
        results: list[Result] = yield [Call("list_submissions", {"modelId": model.id}) for model in forms]
        rows = [one for result in results for one in cast("list[Json]", result.rows("submissions"))]
        is_all = seen("submission_all", task.said)
        chosen = rows if is_all else [one for one in rows if _speaks_of(one, task.sentence)]
        if not chosen and not task.sentence.has(
            f"{lexicon.WORDS['submission']}|{lexicon.WORDS['applicant']}"
        ):
            return task.ask("answer.speech.rephrase")
        if not chosen or (len(chosen) > 1 and not is_all and not _are_each_named(chosen, task.sentence)):
            listed = "; ".join(map(_told, chosen or rows)) or task.say("answer.forms.none_waits")
            return task.ask("answer.forms.whose", listed=listed)
        judged: list[Result] = yield [Call(tool, {"submissionId": str(one["id"])}) for one in chosen]
        failed = next((result.problem for result in judged if not result.ok), None)
        return Answer(failed or task.say(done, listed="; ".join(map(_told, chosen))))

    return work


def _told(one: Json) -> str:
    data = cast("Json", one.get("data") or {})
    return ", ".join(str(value) for value in data.values() if value)[:120] or str(one.get("id"))


def _speaks_of(one: Json, sentence: Sentence) -> bool:
    values = cast("Json", one.get("data") or {}).values()
    if any(email in values for email in sentence.emails) or str(one.get("id")) in sentence.text:
        return True
    return bool(_words_of(one, sentence))


def _words_of(one: Json, sentence: Sentence) -> set[str]:
    """Return the words of a text that name who sent something."""
    values = cast("Json", one.get("data") or {}).values()
    names = [value for value in values if isinstance(value, str) and _NAME.fullmatch(value)]
    parts = [part for name in names for part in tokens(plain(name))]
    return {word for word in tokens(sentence.plain) if any(alike(word, part) for part in parts)}


def _are_each_named(rows: list[Json], sentence: Sentence) -> bool:
    """Tell whether each of several has a name of its own in a text: approve Hanna and Ceren."""
    words = [_words_of(one, sentence) for one in rows]
    return all(words) and sum(map(len, words)) == len(set[str]().union(*words))


def search_media(task: ProjectRequest) -> End:
    """Search the media library."""
    if seen("unused", task.said):
        return (yield from _unused_media(task))
    words = [word for word in tokens(task.said) if not LOOK["media_noise"].fullmatch(word)]
    query = " ".join([*task.quotes, *words])
    result: Result = yield Call("search_media", {"query": query} if query else {})
    if not result.ok:
        return Answer(result.problem)
    rows = [
        f"{one.get('filename')} ({one.get('dimensions') or one.get('format')}) {one.get('alt') or ''}".strip()
        for one in _assets(result)
    ]
    if not rows:
        every: Result = yield Call("search_media", {"limit": _MOST_ASSETS})
        none = task.answer("answer.media.none_fits", query=query)
        others = [str(one.get("filename")) for one in _assets(every)]
        return task.tell("answer.media.others", others, none=none.text) if others else none
    return task.tell("answer.media.listed", rows, count=len(rows))


def _unused_media(task: ProjectRequest) -> End:
    """List the pictures that nothing uses."""
    found: Result = yield Call("search_media", {"limit": _MOST_ASSETS})
    assets = _assets(found)
    if not found.ok or not task.request.can("get_media"):
        return Answer(found.problem) if not found.ok else task.answer("answer.read.cannot")
    results: list[Result] = (
        (yield [Call("get_media", {"assetId": str(one["id"])}) for one in assets]) if assets else []
    )
    pairs = zip(assets, results, strict=True)
    rows = [str(one.get("filename")) for one, result in pairs if result.ok and not result.rows("usedIn")]
    if not rows:
        return task.answer("answer.media.all_used")
    return task.tell("answer.media.unused", rows, count=len(rows))


def _assets(result: Result) -> list[Json]:
    data: Any = result.data
    return cast(
        "list[Json]", data if isinstance(data, list) else result.rows("assets") or result.rows("results")
    )


def upload_media(task: ProjectRequest) -> End:
    """Fetch a picture from a link into the media library."""
    alt = {"alt": task.quotes[0]} if task.quotes else {}
    result: Result = yield Call("upload_media", {"url": task.sentence.urls[0]} | alt)
    path = data_of(result).get("path")
    return task.answer("answer.media.uploaded", path=path) if result.ok else Answer(result.problem)


def draw(task: ProjectRequest) -> End:
    """Have a picture drawn: by the connected image model, or by the studio's own renderer."""
    wished = LOOK["drawn_tr"].sub("", LOOK["draw"].sub("", task.request.text.strip())).strip(" .!?")
    prompt = task.quotes[0] if task.quotes else wished
    if len(prompt) < 3:
        return task.ask("answer.media.which_subject")
    result: Result = yield Call("generateImage", {"prompt": prompt})
    if not result.ok:
        return Answer(result.problem)
    data = data_of(result)
    paths = [str(one.get("path")) for one in cast("list[Json]", data.get("assets") or [])]
    key = "answer.media.drawn_here" if data.get("provider") == "local" else "answer.media.drawn_by"
    return task.tell(key, paths, model=data.get("model"))


def describe_media(task: ProjectRequest) -> End:
    """Set the alternative text of a picture that is found by its name or words."""
    if not task.quotes:
        return task.ask("answer.media.which_text")
    named = re.findall(r"[\w-]+\.(?:webp|png|jpe?g|svg|gif|avif)\b", task.request.text)
    words = named[:1] or task.quotes[:-1]
    if not words:
        return task.ask("answer.media.which")
    result: Result = yield Call("search_media", {"query": words[0]})
    found = _assets(result)
    if len(found) != 1:
        asked = task.say("answer.media.several", count=len(found), query=words[0])
        return Ask(f"{asked}\n{lines(str(one.get('filename')) for one in found)}")
    said, name = task.quotes[-1], found[0].get("filename")
    done: Result = yield Call("update_media", {"assetId": str(found[0]["id"]), "alt": said})
    return task.answer("answer.media.now_says", name=name, said=said) if done.ok else Answer(done.problem)


def decide_branch(verb: str) -> Work:
    """Return the work that merges or rejects the branch that is named, or the only one."""

    def work(task: ProjectRequest) -> End:
        known: Result = yield Call("list_branches")
        branches = [str(one["name"]) for one in cast("list[Json]", known.rows("branches"))]
        named = re.search(r"cr/[\w/.-]+", task.request.text)
        chosen = named.group().rstrip(".") if named else (branches[0] if len(branches) == 1 else None)
        if chosen is None or chosen not in branches:
            listed = ", ".join(branches) or task.say("answer.branches.none")
            return task.ask(f"answer.branches.which_{verb}", listed=listed)
        result: Result = yield Call(f"{verb}_branch", {"branch": chosen})
        done = task.answer(f"answer.branches.done_{verb}", branch=chosen)
        return done if result.ok else Answer(result.problem)

    return work


def extract_summary(task: ProjectRequest) -> End:
    """Fill an entry's summary with its own first sentences: extracted, not written."""
    models = [model for model in task.schema.of_kind("document") if _summary_of(model)]
    found = yield from look_everywhere(task)
    said = unsaid(task.said, "summary_words")
    target = best_meant(Board(task, found.lookup, found.today), said)
    entries = [one for one in target.entries if one.model in models] if target else []
    entry = entries[0] if len(entries) == 1 else (yield from _without_summary(task, models))
    if entry is None:
        asked = target.ask if target and isinstance(target.ask, Ask) else None
        return asked or task.ask("answer.limits.summary_of")
    result: Result = yield read_call(entry)
    field = _summary_of(entry.model)
    text = first_sentences(str(cast("Json", data_of(result).get("data") or {}).get("body") or ""), 220)
    if not text or field is None:
        return task.answer("answer.limits.no_text", entry=[entry])
    saved: Result = yield save_call(entry.model, [entry.id], field.nest(text))
    return task.wrote([saved], task.say("answer.limits.summary", entry=[entry], text=text))


def _without_summary(task: ProjectRequest, models: list[ModelView]) -> Look[Found | None]:
    """Return the one entry that has none, where that is how it is named."""
    if not seen("has_none", task.said):
        return None
    lookup = yield from task.look_up(models)
    empty = [
        one
        for one in lookup.of(*models)
        if (field := _summary_of(one.model)) is not None and not one.data.get(field.path[0])
    ]
    return empty[0] if len(empty) == 1 else None


def _summary_of(model: ModelView) -> FieldView | None:
    """Return the field that sums an entry of a model up."""
    texts = [one for one in model.fields if one.is_text and one.path[0] != model.title_field]
    return next(
        (one for name in ("summary", "intro", "description") for one in texts if one.means(name)), None
    )


def first_sentences(body: str, limit: int) -> str:
    """Return as many whole sentences from the beginning of a Markdown text as fit."""
    parts = re.split(r"\n\s*\n", body)
    paragraph = next((one for one in parts if one.strip() and not re.match(r"\s*(?:#|!\[|[-*>] )", one)), "")
    text = re.sub(r"[*_`]+|\[([^\]]*)\]\([^)]*\)", r"\1", paragraph.replace("\n", " ")).strip()
    taken = ""
    for piece in re.findall(r".+?[.!?…](?:[\"”’)]|\s|$)+|.+$", text):
        if len((taken + piece).strip()) > limit:
            break
        taken += piece
    return taken.strip()


def hand_over(request: Request) -> Plan:
    """Say who can do it: the editor, in a project."""
    projects = ""
    if request.can("listProjects"):
        known: Result = yield Call("listProjects")
        projects = ", ".join(str(project["name"]) for project in known.rows("projects"))
    key = "answer.limits.no_tools_projects" if projects else "answer.limits.no_tools"
    return Answer(request.say(key, projects=projects))
