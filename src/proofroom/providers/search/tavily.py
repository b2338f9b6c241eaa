"""Tavily's search and extract."""

from collections.abc import Mapping

import orjson

from proofroom.kernel.errors import ProofroomError
from proofroom.providers.draft import load
from proofroom.providers.failures import name_failure, read_json
from proofroom.providers.protocol import Credential, HttpCall
from proofroom.providers.search.types import FetchedPage, Hit, SearchReply, SearchRequest
from proofroom.providers.shapes import Json, as_object, as_objects, as_text

BASE = "https://api.tavily.com"
MOST_RESULTS = 20
PLAN_LIMITS = (432, 433)


class Tavily:
    """`/search` and `/extract`."""

    name = "tavily"

    def build(self, request: SearchRequest, credential: Credential) -> HttpCall:
        """Return the request."""
        made: Json = {
            "query": request.query,
            "search_depth": request.depth,
            "topic": request.topic,
            "max_results": min(request.max_results, MOST_RESULTS),
            "include_answer": False,
            "include_raw_content": "markdown" if request.with_text else False,
        }
        optional: Json = {
            "start_date": request.since,
            "end_date": request.until,
            "include_domains": list(request.include_domains),
            "exclude_domains": list(request.exclude_domains),
            "country": request.country if request.topic == "general" else "",
        }
        made.update({name: value for name, value in optional.items() if value})
        return _call(credential, "search", made)

    def parse(self, body: bytes) -> SearchReply:
        """Read the hits."""
        answer = load(self.name, body)
        hits = [_hit(entry) for entry in as_objects(answer.get("results")) if as_text(entry.get("url"))]
        return SearchReply(hits, as_text(answer.get("answer")), as_text(answer.get("request_id")))

    def build_read(self, urls: list[str], credential: Credential) -> HttpCall:
        """Return the request for the texts of pages."""
        return _call(credential, "extract", {"urls": urls, "extract_depth": "basic", "format": "markdown"})

    def parse_read(self, body: bytes) -> list[FetchedPage]:
        """Read the texts of pages."""
        answer = load(self.name, body)
        read = [
            FetchedPage(as_text(entry.get("url")), as_text(entry.get("raw_content")))
            for entry in as_objects(answer.get("results"))
        ]
        failed = [
            FetchedPage(as_text(entry.get("url")), error=as_text(entry.get("error")) or "could not be read")
            for entry in as_objects(answer.get("failed_results"))
        ]
        return [*read, *failed]

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means; 432 and 433 are limits of the plan."""
        parsed = as_object(read_json(body))
        detail = parsed.get("detail")
        message = as_text(as_object(detail).get("error")) or as_text(detail)
        return name_failure(
            self.name,
            status=status,
            code="insufficient_quota" if status in PLAN_LIMITS else "",
            message=message or body[:500].decode("utf-8", "replace"),
            headers=headers,
        )


def _hit(entry: Json) -> Hit:
    score = entry.get("score")
    return Hit(
        title=as_text(entry.get("title")),
        url=entry["url"],
        snippet=as_text(entry.get("content")),
        score=float(score) if isinstance(score, (int, float)) else None,
        published_on=as_text(entry.get("published_date")),
        text=as_text(entry.get("raw_content")),
    )


def _call(credential: Credential, path: str, made: Json) -> HttpCall:
    headers = {"content-type": "application/json", "authorization": f"Bearer {credential.key}"}
    url = f"{(credential.base_url or BASE).rstrip('/')}/{path}"
    return HttpCall("POST", url, headers, orjson.dumps(made), "json")
