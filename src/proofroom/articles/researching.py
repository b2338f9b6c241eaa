"""Research: everything that can be read about a topic, side by side, kept with its exact text.

A shortfall is told; nothing is ever filled in.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec

from proofroom.articles.ask import AGENT, Task, ask_model
from proofroom.articles.citations import sha256_of
from proofroom.articles.gather import (
    DOMAINS,
    RESULTS,
    choose_sources,
    flags_of,
    insights_of,
    of_one_language,
    queries_for,
    source_type_of,
    without_repeats,
)
from proofroom.articles.parse import parse_file
from proofroom.articles.prompting import fill
from proofroom.articles.types import Article, SourceDocument, SourceType
from proofroom.articles.work import Work
from proofroom.durable import StepContext
from proofroom.kernel.errors import OutsideFailed, ProofroomError, ResearchNotFound, ToolTimedOut
from proofroom.kernel.strings import say
from proofroom.providers.account import account_for
from proofroom.providers.search.types import SearchRequest
from proofroom.runtime.baseline.search import OpenSearch
from proofroom.runtime.flow.flow import Flow
from proofroom.safety import in_sandbox, strip_invisible

AT_ONCE = 4
SEARCH_S = 60.0
FETCH_S = 20.0
FETCH_BYTES = 5_000_000
MIN_REQUIRED = 5
Json = dict[str, Any]
Gather = Callable[[StepContext], Awaitable[list[SourceDocument]]]


async def conduct_research(work: Work) -> Json:
    """Read everything there is about the topic, choose passages, and keep them as numbered sources."""
    article = await work.article()
    await work.check("conductDeepResearch")
    brief = article.brief or str(work.options.get("topicDescription") or "")
    queries = await _queries(work, str(work.options.get("topic") or article.title), brief)
    gathered = without_repeats(await _gather(work, article, queries))

    async def keep(step: StepContext) -> Json:
        for document in gathered:
            await work.articles.add_document(article, document)
        documents = [each for each in await work.articles.documents(article) if each.text]
        known = await work.articles.research(article)
        first = max((each.number for each in known), default=0) + 1
        if not known:
            choose = partial(
                choose_sources, documents, queries, step.now(), article.id, first=first, locale=article.locale
            )
            chosen = await asyncio.to_thread(choose)
            await work.articles.add_research(article, chosen)
            known = await work.articles.research(article)
        if not known:
            key = "articles.none_fits" if documents else "articles.no_sources"
            raise ResearchNotFound(say(key, topic=article.title, count=len(documents)))
        metadata = (
            article.metadata if article.brief or not brief else article.metadata | {"author_brief": brief}
        )
        await work.write(step, "conductDeepResearch", metadata=metadata)
        told = _told(known, queries[0], int(work.options.get("minRequired") or MIN_REQUIRED))
        fitting = of_one_language(documents, queries, article.locale)
        return told | {
            "flagged": [each.name for each in documents if each.flags],
            "otherLanguage": [each.name for each in documents if each not in fitting],
        }

    return await work.flow.step("10.research.keep", "keep sources", keep)


async def _queries(work: Work, topic: str, brief: str) -> list[str]:
    """Return what to search for; a model that was chosen for it words it, else the brief's own sentences."""
    plain = queries_for(topic, brief)
    models = work.models("research")
    if not models or not brief:
        return plain
    task = Task(fill("articles.queries", title=topic, brief=brief), 0.3, 400, 30.0)
    try:
        written = await ask_model(work.flow, "05.queries", "word the searches", task, models)
    except ProofroomError as error:
        work.warnings.append(error.message)
        return plain
    lines = [line.strip(' -*0123456789.\t"') for line in written.text.splitlines()]
    return list(dict.fromkeys([topic, *(line[:300] for line in lines if 2 <= len(line.split()) <= 14)]))[:10]


def _told(known: list[Any], topic: str, required: int) -> Json:
    documents = {each.document_id for each in known}
    told: Json = {
        "sourceCount": len(known),
        "keyInsights": insights_of(known, topic),
        "sourcesBreakdown": dict(Counter(each.source_type for each in known)),
        "uniqueSourcesCount": len(documents),
    }
    if len(documents) < required:
        told["shortfall"] = {"required": required, "found": len(documents)}
    return told


async def _gather(work: Work, article: Article, queries: list[str]) -> list[SourceDocument]:
    """Ask every place at once; one that fails counts as empty and is told."""
    places: dict[str, Gather] = {}
    for index, opened in enumerate(await work.ports.find_searches(article.workspace_id)):
        for number, request in enumerate(_requests(opened, queries)):
            name = f"{opened.driver.name}-{index}-{number}"
            places[name] = partial(_search, opened=opened, request=request, seconds=SEARCH_S)
    for number, url in enumerate(list(work.options.get("urls") or [])[:20]):
        places[f"url-{number}"] = partial(_fetch, work=work, url=str(url))
    if article.project_id is not None:
        places["project"] = partial(_project, work=work, article=article, queries=queries)

    async def branch(flow: Flow, gather: Gather, name: str) -> list[SourceDocument]:
        async def read(step: StepContext) -> Json:
            try:
                found = await gather(step)
            except ProofroomError as error:
                return {"documents": [], "trouble": error.message}
            return {"documents": [msgspec.to_builtins(each) for each in found], "trouble": ""}

        told = await flow.step("read", name, read, kind="tool")
        if told["trouble"]:
            work.warnings.append(f"{name}: {told['trouble']}")
        return msgspec.convert(told["documents"], list[SourceDocument])

    bodies = {name: partial(branch, gather=gather, name=name) for name, gather in places.items()}
    made = await work.flow.together("10.research", bodies, limit=AT_ONCE) if bodies else {}
    return [document for found in made.values() for document in found]


def _requests(opened: OpenSearch, queries: list[str]) -> list[SearchRequest]:
    if opened.connection_id is None:
        return [SearchRequest(query[:400], max_results=20, with_text=True) for query in queries[:3]]
    preset = SearchRequest(
        queries[0][:400], max_results=RESULTS, depth="advanced", include_domains=DOMAINS, with_text=True
    )
    return [preset] + [
        SearchRequest(query[:400], max_results=RESULTS, depth="advanced", with_text=True)
        for query in queries[:3]
    ]


async def _search(
    step: StepContext, *, opened: OpenSearch, request: SearchRequest, seconds: float
) -> list[SourceDocument]:
    try:
        async with asyncio.timeout(seconds):
            reply = await opened.search(request, partial(account_for, step, AGENT))
    except TimeoutError:
        raise ToolTimedOut(say("articles.slow", seconds=round(seconds))) from None
    is_local = opened.connection_id is None
    return [
        document(
            step,
            hit.title,
            hit.url,
            hit.text or hit.snippet,
            "local_file" if is_local else source_type_of(hit.url),
            published_on=hit.published_on,
        )
        for hit in reply.hits
        if (hit.text or hit.snippet).strip()
    ]


async def _fetch(step: StepContext, *, work: Work, url: str) -> list[SourceDocument]:
    found = await work.ports.transport.request(
        "GET", url, tier="content", timeout_s=FETCH_S, max_bytes=FETCH_BYTES
    )
    if not found.ok:
        raise OutsideFailed(say("articles.page_failed", url=url, status=found.status))
    kind = found.headers.get("content-type", "")
    name = (
        "page.pdf" if "pdf" in kind else "page.xml" if "xml" in kind and "html" not in kind else "page.html"
    )
    parsed = await in_sandbox(parse_file, name, found.body)
    return [
        document(
            step,
            one.title if one.title != "page" else url,
            url,
            one.text,
            source_type_of(url, "web_snapshot"),
        )
        for one in parsed
        if one.text.strip()
    ]


async def _project(
    step: StepContext, *, work: Work, article: Article, queries: list[str]
) -> list[SourceDocument]:
    return await work.ports.find_texts(article, queries[0], work.by)


def document(
    step: StepContext, title: str, url: str, text: str, source_type: SourceType, *, published_on: str = ""
) -> SourceDocument:
    """Return something that was read, cleaned of characters nobody sees; its hash is that of the text."""
    clean = strip_invisible(text).replace("\r\n", "\n").replace("\x00", "")
    return SourceDocument(
        id=step.new_id(),
        source_type=source_type,
        name=title[:300],
        url=url[:4_000],
        title=title[:300],
        text=clean,
        sha256=sha256_of(clean),
        retrieved_at=step.now(),
        published_on=published_on[:60],
        flags=flags_of(clean),
    )
