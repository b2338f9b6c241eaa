"""Pictures: search the library, fetch one from a link."""

import re
from typing import Any, cast

from proofroom.content.playbook.schema import Json
from proofroom.content.playbook.sentence import Sentence, tokens
from proofroom.content.playbook.speech import data_of, lines, not_allowed
from proofroom.providers.offline import Answer, Call, Plan, Request, Result


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
