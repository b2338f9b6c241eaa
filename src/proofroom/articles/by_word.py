"""How the offline model carries out what a person orders about an article: with sentences that are there.

It leaves out, takes from the stored sources, looks up and offers; what only a language model can do it says.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final

from proofroom.articles import orders
from proofroom.articles.citation_report import OPEN
from proofroom.articles.extract import Candidate, Excerpt, candidates, choose, paragraphs
from proofroom.articles.orders import Deed, Order, read_order
from proofroom.articles.parts import REF, Sentence, parts_of, sentences
from proofroom.articles.shortening import length, shortened
from proofroom.articles.support import stems
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.search import fold

_SURE: Final = 0.98
_ADDED_WORDS, _ADDED = 60, 3
_HALF: Final = 0.5
_OPENINGS: Final = 3
_WAITS: Final = frozenset(["skeleton", "foundations_approval"])
_PLANS: Final[Mapping[str, tuple[str, ...]]] = {
    "draft": ("conductDeepResearch", "generateContentSkeleton"),
    "research": ("generateContentSkeleton",),
    "foundations": ("generateContentSkeleton",),
}
"""What has to be done until there is an outline."""

Json = dict[str, Any]
Doing = Callable[[Request, Order, Json], Plan]


def is_ordered(request: Request) -> float:
    """Tell how surely a message orders something of one article that its rules know."""
    if request.scope != "articles" and request.agent != "writer":
        return 0.0
    order = _order(request)
    if order is None or (order.deed == "research" and not orders.subject(order)):
        return 0.0
    # Without an article on screen or a part that is named, it may be about something else.
    is_here = bool(screen_of(request).get("artifactId")) or orders.nth_part(order) is not None
    return _SURE if is_here or order.deed in ("research", "list") else 0.0


def carry_out(request: Request) -> Plan:
    """Do what is ordered of the article on screen, or ask which one is meant."""
    order = _order(request)
    assert order is not None
    if order.deed == "list":
        return (yield from _list(request))
    if order.deed == "research":
        return (yield from _research(request, order))
    article = screen_of(request).get("artifactId")
    if not article:
        found: Result = yield Call("listRecentArtifacts", {"limit": 50})
        titles = ", ".join(f"“{one['title']}”" for one in found.rows("artifacts")[:8])
        return Ask(request.say("answer.articles.which", titles=titles or "–"))
    read: Result = yield Call("fetchArtifact", {"artifactId": article})
    if not read.ok or read.data is None:
        return Answer(read.problem)
    return (yield from _DOING[order.deed](request, order, read.data))


def screen_of(request: Request) -> Json:
    """Return what a request tells of the screen, and of what is selected on it."""
    selection: Any = request.screen.get("selection") or {}
    return {**request.screen, **(selection if isinstance(selection, dict) else {})}


def _order(request: Request) -> Order | None:
    return read_order(request.spoken or request.text)


def _list(request: Request) -> Plan:
    found: Result = yield Call("listRecentArtifacts", {"limit": 50})
    lines = [f"- [{one['title']}](/articles?article={one['id']}): {one['status']}" for one in _rows(found)]
    if not lines:
        return Answer(request.say("answer.articles.none"))
    return Answer(request.say("answer.articles.listed", count=len(lines)) + "\n" + "\n".join(lines))


def _rows(found: Result) -> list[Json]:
    return found.rows("artifacts")


def _research(request: Request, order: Order) -> Plan:
    """Begin a piece and look for its sources; nothing is planned or written yet."""
    spoken = (request.spoken or request.text).replace("’", "'")
    topic = _as_said(spoken, orders.subject(order)) or orders.subject(order)
    made: Result = yield Call(
        "createArtifactDraft", {"title": topic[:1].upper() + topic[1:], "brief": spoken}
    )
    if not made.ok:
        return Answer(made.problem)
    article = made.data["artifact"]["id"]
    done: Result = yield Call("conductDeepResearch", {"artifactId": article})
    link = f"/articles?article={article}"
    if not done.ok:
        return Answer(f"{done.problem} {request.say('answer.articles.begun', link=link)}")
    said = "\n".join(f"- {one}" for one in done.rows("keyInsights"))
    return Answer(f"{request.say('answer.articles.researched', link=link)}\n{said}".rstrip())


def _as_said(text: str, folded: str) -> str:
    """Return words of a message as they were written."""
    at = fold(text).find(folded)
    return text[at : at + len(folded)] if at >= 0 and len(fold(text)) == len(text) else ""


def _leave(request: Request, order: Order, told: Json) -> Plan:
    yield from ()
    return Answer(request.say("answer.articles.left", **_named(told)))


def _recheck(request: Request, order: Order, told: Json) -> Plan:
    yield from ()
    named = _named(told) | {each: told["citations"][each] for each in ("references", "resolved")}
    findings = [each for each in told["findings"] if each["kind"] != OPEN]
    left = told["citations"].get("unproved", 0)
    if not findings:
        key = "answer.articles.citations_open" if left else "answer.articles.citations_hold"
        return Answer(request.say(key, left=left, **named))
    rows = [f"- {one['section']}: {one['sentence']} ({one['kind']}: {one['detail']})" for one in findings]
    said = request.say("answer.articles.citations", count=len(rows), **named)
    return Answer("\n".join([said, *rows]))


def _count(request: Request, order: Order, told: Json) -> Plan:
    sources = yield from _sources(told)
    if not sources:
        return Answer(request.say("answer.articles.no_sources"))
    cited = set(REF.findall(_content(told)))
    rows = [f"{one['number']}. {one['sourceName']}" for one in sources]
    said = request.say(
        "answer.articles.counted", count=len(rows), cited=sum(str(one["number"]) in cited for one in sources)
    )
    return Answer("\n".join([said, *rows]))


def _origin(request: Request, order: Order, told: Json) -> Plan:
    """Name the source behind what somebody asks about, or say that there is none."""
    sources = yield from _sources(told)
    asked = set(stems(_about_what(request)))
    said = _nearest(asked, sentences(_content(told)))
    names = {int(one["number"]): str(one["sourceName"]) for one in sources}
    if said is not None:
        behind = "; ".join(f"{each}. {names[each]}" for each in said.refs if each in names)
        key = "answer.articles.origin" if behind else "answer.articles.no_origin"
        return Answer(request.say(key, sentence=said.text, sources=behind, **_named(told)))
    rows = [(one, _nearest(asked, sentences(str(one["excerpt"])))) for one in sources]
    hits = [f"- {one['number']}. {one['sourceName']}: “{hit.text}”" for one, hit in rows if hit is not None]
    key = "answer.articles.only_in_sources" if hits else "answer.articles.nowhere"
    return Answer("\n".join([request.say(key, **_named(told)), *hits]))


def _about_what(request: Request) -> str:
    """Return the part of a question that tells what is asked about: the one with the most to look for."""
    pieces = (request.spoken or request.text).replace("!", "?").split("?")
    return max(pieces, key=lambda each: (sum(map(str.isdigit, each)) > 0, len(stems(each))))


def _nearest(asked: set[str], said: Sequence[Sentence]) -> Sentence | None:
    """Return the sentence that has most of what is asked about, and each of its figures."""
    figures = {each for each in asked if each.isdigit()}
    fits = [one for one in said if figures <= set(stems(one.text))]
    best = max(fits, key=lambda one: len(asked & set(stems(one.text))), default=None)
    is_it = best is not None and len(asked & set(stems(best.text))) >= max(1, _HALF * len(asked))
    return best if is_it else None


def _outline(request: Request, order: Order, told: Json) -> Plan:
    status, article = told["artifact"]["status"], told["artifact"]["id"]
    headings = [heading for heading, _ in parts_of(_content(told))]
    for tool in _PLANS.get(status, ()):
        done: Result = yield Call(tool, {"artifactId": article})
        if not done.ok:
            return Answer(done.problem)
        headings = done.rows("sections") or headings
    key = "answer.articles.outline" if headings else "answer.articles.status"
    rows = [f"- {each}" for each in headings]
    return Answer("\n".join([request.say(key, status=status, **_named(told)), *rows]))


def _approve(request: Request, order: Order, told: Json) -> Plan:
    """Have the piece written from its plan; who may approve is asked before anything is written."""
    status, article = told["artifact"]["status"], told["artifact"]["id"]
    if status not in _WAITS:
        return Answer(request.say("answer.articles.status", status=status, **_named(told)))
    done: Result = yield Call("writeFullContent", {"artifactId": article})
    return Answer(request.say("answer.articles.did") if done.ok else done.problem)


def _openings(request: Request, order: Order, told: Json) -> Plan:
    """Offer beginnings from the sources, to choose from; nothing is changed."""
    sources = yield from _sources(told)
    title, used = told["artifact"]["title"], [one.text for one in sentences(_content(told))[:1]]
    firsts: dict[int, Candidate] = {}
    for one in candidates(_excerpts(sources), title, used):
        if one.place == 0:
            firsts.setdefault(one.ref, one)
    chosen = list(firsts.values())[: orders.number(order, _OPENINGS)]
    if not chosen:
        return Answer(request.say("answer.articles.no_sources"))
    rows = [f"{at}. {one.text} ({one.ref})" for at, one in enumerate(chosen, 1)]
    return Answer("\n".join([request.say("answer.articles.openings", **_named(told)), *rows]))


def _add(request: Request, order: Order, told: Json) -> Plan:
    """Put in what the sources say of something, where the same source is used; or say that they do not."""
    sources = yield from _sources(told)
    content, about = _content(told), orders.subject(order)
    asked = set(stems(about))
    used = [one.text for one in sentences(content)]
    pool = candidates(_excerpts(sources), about, used)
    hits = [one for one in pool if asked and len(asked & one.words) >= max(1, _HALF * len(asked))]
    chosen = choose([one for one in pool if one.ref in {hit.ref for hit in hits[:1]}], _ADDED_WORDS, _ADDED)
    if not hits or not chosen:
        return Answer(request.say("answer.articles.nothing_about", about=about, **_named(told)))
    text = paragraphs(chosen)
    made = _put_beside(content, text, chosen[0].ref)
    return (yield from _write(request, told, made, "answer.articles.added", text=REF.sub("", text)))


def _put_beside(content: str, text: str, ref: int) -> str:
    """Return a text with a paragraph behind the last one that rests on the same source, else at its end."""
    blocks = content.rstrip("\n").split("\n\n")
    same = [at for at, block in enumerate(blocks) if str(ref) in REF.findall(block)]
    told = same or [at for at, block in enumerate(blocks) if sentences(block)]
    at = told[-1] + 1 if told else len(blocks)
    return "\n\n".join([*blocks[:at], text, *blocks[at:]]) + "\n"


def _shorten(request: Request, order: Order, told: Json) -> Plan:
    content, title = _content(told), told["artifact"]["title"]
    start, end = _place(order, content)
    keep = [each for each in [orders.kept(order)] if each and not orders.keeps_opening(order)]
    if missing := [each for each in keep if not set(stems(each)) <= set(stems(content))]:
        return Answer(request.say("answer.articles.nothing_to_keep", missing=missing[0], **_named(told)))
    part = content[start:end]
    now = length(part)
    made = shortened(part, title, orders.wanted_length(order, now), keep)
    if length(made) >= now:
        return Answer(request.say("answer.articles.short_enough", words=now, **_named(told)))
    whole = content[:start] + made + content[end:]
    key = "answer.articles.shortened"
    return (yield from _write(request, told, whole, key, before=now, words=length(made)))


def _place(order: Order, content: str) -> tuple[int, int]:
    """Return where the paragraph or section stands that is meant; all of the text where none is."""
    part = orders.nth_part(order)
    if part is None or orders.keeps_opening(order):
        first = next((block for block in content.split("\n\n") if sentences(block)), "")
        kept = content.find(first) + len(first) if orders.keeps_opening(order) else 0
        return kept, len(content)
    kind, at = part
    texts = [text for _, text in parts_of(content)]
    if kind == "paragraph":
        texts = [block for block in content.split("\n\n") if sentences(block)]
    if not texts or at >= len(texts):
        return 0, len(content)
    start = content.find(texts[at])
    return start, start + len(texts[at])


def _pictures(request: Request, order: Order, told: Json) -> Plan:
    """Put places for pictures where they are wanted, and have them made."""
    content, title = _content(told), told["artifact"]["title"]
    said = set(stems(order.text))
    wish = (
        request.say("answer.articles.nobody_in_it") if "people" in order.text or "insan" in order.text else ""
    )
    headings = [heading for heading, _ in parts_of(content)]
    wanted = [each for each in headings if not said.isdisjoint(stems(fold(each)))]
    for heading in wanted[: orders.number(order, 2)]:
        content = content.replace(f"## {heading}\n", f"[IMAGE: {heading}{wish}]\n\n## {heading}\n", 1)
    if not wanted or any(
        word in order.text.split() for word in ("top", "start", "beginning", "basa", "basina")
    ):
        head, _, rest = content.partition("\n")
        content = f"{head}\n\n[IMAGE: {title}{wish}]\n{rest}"
    article = told["artifact"]["id"]
    kept: Result = yield Call("updateArtifactContent", {"artifactId": article, "content": content})
    if not kept.ok:
        return Answer(kept.problem)
    done: Result = yield Call("generateFinalImages", {"artifactId": article})
    return Answer(request.say("answer.articles.pictures", **_named(told)) if done.ok else done.problem)


def _reword(request: Request, order: Order, told: Json) -> Plan:
    yield from ()
    return Answer(request.say("answer.articles.reword", **_named(told)))


def _sources(told: Json) -> Generator[Call | list[Call], Any, list[Json]]:
    found: Result = yield Call("fetchResearch", {"artifactId": told["artifact"]["id"], "limit": 50})
    return found.rows("research")


def _excerpts(sources: Sequence[Json]) -> list[Excerpt]:
    return [Excerpt(int(one["number"]), str(one["sourceName"]), str(one["excerpt"])) for one in sources]


def _write(request: Request, told: Json, content: str, key: str, **values: object) -> Plan:
    done: Result = yield Call(
        "updateArtifactContent", {"artifactId": told["artifact"]["id"], "content": content}
    )
    return Answer(request.say(key, **values, **_named(told)) if done.ok else done.problem)


def _named(told: Json) -> dict[str, Any]:
    return {"title": told["artifact"]["title"], "id": told["artifact"]["id"]}


def _content(told: Json) -> str:
    return str(told["artifact"]["content"])


_DOING: Final[Mapping[Deed, Doing]] = {
    "leave": _leave,
    "recheck": _recheck,
    "count": _count,
    "origin": _origin,
    "outline": _outline,
    "approve": _approve,
    "openings": _openings,
    "add": _add,
    "shorten": _shorten,
    "pictures": _pictures,
    "reword": _reword,
}
