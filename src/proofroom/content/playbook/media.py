"""Pictures: search the library, fetch one from a link, draw one, describe one."""

import re
from typing import Any, cast

from proofroom.content.playbook.schema import Json
from proofroom.content.playbook.speech import data_of, lines, not_allowed
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import Sentence, tokens


def plan_search_media(request: Request) -> Plan:
    """Search the media library."""
    if not request.can("search_media"):
        return not_allowed(request)
    sentence = Sentence(request.text)
    noise = re.compile(
        r"find|show|me|us|list|search|images?|pictures?|photos?|photographs?|assets?|media"
        r"|illustrations?|of|with|the|all|any|for|a|our|we|have|do|about|on"
        r"|which|what|there|are|is|gorsel\w*|resim\w*|resmi\w*|foto\w*|medya\w*|bul|ara|goster\w*"
        r"|listele\w*|tum|hangi|var|ile|ilgili|icin|bana"
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
        f"{one.get('filename')} ({one.get('dimensions') or one.get('format')}) {one.get('alt') or ''}".strip()
        for one in found
    ]
    if not rows:
        return Answer(request.say("answer.media.none_fits", query=query))
    return Answer(request.say("answer.media.listed", count=len(rows)) + f"\n{lines(rows)}")


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
    return Answer(request.say("answer.media.uploaded", path=data_of(result).get("path")))


_DRAW = re.compile(
    r"^\W*(?:(?:please|can you|could you|lutfen|bana|bize)\s+)*"
    r"(?:draw|sketch|paint|illustrate|generate|make|create)?\s*(?:me|us)?\s*"
    r"(?:an?|the|bir)?\s*(?:new\s+)?(?:picture|image|cover|illustration|drawing|diagram)?\s*(?:of|for|about|:)?\s*",
    re.IGNORECASE,
)
_DRAWN_TR = re.compile(
    r"\s*(?:resmi|resim|gorseli|görseli|kapak|kapağı)?\s*(?:çiz\w*|ciz\w*|olu[sş]tur\w*)\W*$", re.I
)


def plan_draw(request: Request) -> Plan:
    """Have a picture drawn: by the connected image model, or by the studio's own renderer."""
    if not request.can("generateImage"):
        return not_allowed(request)
    sentence = Sentence(request.text)
    wished = _DRAWN_TR.sub("", _DRAW.sub("", request.text.strip())).strip(" .!?")
    prompt = sentence.quotes[0].value if sentence.quotes else wished
    if len(prompt) < 3:
        return Ask(request.say("answer.media.which_subject"))
    result: Result = yield Call("generateImage", {"prompt": prompt})
    if not result.ok:
        return Answer(result.problem)
    data = data_of(result)
    paths = [str(one.get("path")) for one in cast("list[Json]", data.get("assets") or [])]
    is_local = data.get("provider") == "local"
    drawn = request.say("answer.media.drawn_here")
    if not is_local:
        drawn = request.say("answer.media.drawn_by", model=data.get("model"))
    return Answer(f"{drawn}\n{lines(paths)}")


def plan_describe(request: Request) -> Plan:
    """Set the alternative text of a picture that is found by its name or words."""
    if not request.can("search_media", "update_media"):
        return not_allowed(request)
    sentence = Sentence(request.text)
    if not sentence.quotes:
        return Ask(request.say("answer.media.which_text"))
    named = re.findall(r"[\w-]+\.(?:webp|png|jpe?g|svg|gif|avif)\b", request.text)
    words = named[:1] or [quote.value for quote in sentence.quotes[:-1]]
    if not words:
        return Ask(request.say("answer.media.which"))
    result: Result = yield Call("search_media", {"query": words[0]})
    data: Any = result.data
    found = cast("list[Json]", data if isinstance(data, list) else [])
    if len(found) != 1:
        rows = lines([str(one.get("filename")) for one in found])
        asked = request.say("answer.media.several", count=len(found), query=words[0])
        return Ask(f"{asked}\n{rows}")
    said = sentence.quotes[-1].value
    done: Result = yield Call("update_media", {"assetId": str(found[0]["id"]), "alt": said})
    if not done.ok:
        return Answer(done.problem)
    name = found[0].get("filename")
    return Answer(request.say("answer.media.now_says", name=name, said=said))
