"""Exa's search and contents."""

from collections.abc import Mapping
from decimal import Decimal

import orjson

from proofroom.kernel.errors import ProofroomError
from proofroom.providers.draft import load
from proofroom.providers.failures import name_failure, read_json
from proofroom.providers.prices import to_micros
from proofroom.providers.protocol import Credential, HttpCall
from proofroom.providers.search.types import FetchedPage, Hit, SearchReply, SearchRequest
from proofroom.providers.shapes import Json, as_list, as_object, as_objects, as_text

BASE = "https://api.exa.ai"
MOST_RESULTS = 100
CATEGORIES = {"news": "news", "finance": "financial report"}


class Exa:
    """`/search` and `/contents`."""

    name = "exa"

    def build(self, request: SearchRequest, credential: Credential) -> HttpCall:
        """Return the request; wishes for the pages go into `contents`, elsewhere they are ignored."""
        contents: Json = {"highlights": True}
        if request.with_text:
            contents["text"] = {"maxCharacters": request.text_characters}
        made: Json = {
            "query": request.query,
            "type": "deep" if request.depth == "advanced" else "auto",
            "numResults": min(request.max_results, MOST_RESULTS),
            "contents": contents,
        }
        optional: Json = {
            "category": CATEGORIES.get(request.topic, ""),
            "includeDomains": list(request.include_domains),
            "excludeDomains": list(request.exclude_domains),
            "startPublishedDate": f"{request.since}T00:00:00.000Z" if request.since else "",
            "endPublishedDate": f"{request.until}T23:59:59.999Z" if request.until else "",
            "userLocation": request.country,
        }
        made.update({name: value for name, value in optional.items() if value})
        return _call(credential, "search", made)

    def parse(self, body: bytes) -> SearchReply:
        """Read the hits."""
        answer = load(self.name, body)
        hits = [_hit(entry) for entry in as_objects(answer.get("results")) if as_text(entry.get("url"))]
        total = as_object(answer.get("costDollars")).get("total")
        is_known = isinstance(total, (int, float))
        cost = to_micros(Decimal(str(total)) * 1_000_000) if is_known else None
        return SearchReply(hits, request_id=as_text(answer.get("requestId")), cost_micros=cost)

    def build_read(self, urls: list[str], credential: Credential) -> HttpCall:
        """Return the request for the texts of pages."""
        return _call(credential, "contents", {"urls": urls, "text": True})

    def parse_read(self, body: bytes) -> list[FetchedPage]:
        """Read the texts of pages; those that failed are named among the statuses."""
        answer = load(self.name, body)
        read = [
            FetchedPage(as_text(entry.get("url")), as_text(entry.get("text")), as_text(entry.get("title")))
            for entry in as_objects(answer.get("results"))
        ]
        failed = [
            FetchedPage(
                as_text(entry.get("id")), error=as_text(as_object(entry.get("error")).get("tag")) or "failed"
            )
            for entry in as_objects(answer.get("statuses"))
            if entry.get("status") == "error"
        ]
        return [*read, *failed]

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        parsed = as_object(read_json(body))
        message = as_text(parsed.get("error")) or as_text(parsed.get("message"))
        return name_failure(
            self.name,
            status=status,
            code=as_text(parsed.get("tag")),
            message=message or body[:500].decode("utf-8", "replace"),
            headers=headers,
        )


def _hit(entry: Json) -> Hit:
    highlights = [as_text(part) for part in as_list(entry.get("highlights"))]
    text = as_text(entry.get("text"))
    score = entry.get("score")
    return Hit(
        title=as_text(entry.get("title")),
        url=entry["url"],
        snippet=" … ".join(filter(None, highlights)) or as_text(entry.get("summary")) or text[:500],
        score=float(score) if isinstance(score, (int, float)) else None,
        published_on=as_text(entry.get("publishedDate")),
        author=as_text(entry.get("author")),
        text=text,
    )


def _call(credential: Credential, path: str, made: Json) -> HttpCall:
    headers = {"content-type": "application/json", "x-api-key": credential.key}
    url = f"{(credential.base_url or BASE).rstrip('/')}/{path}"
    return HttpCall("POST", url, headers, orjson.dumps(made), "json")
