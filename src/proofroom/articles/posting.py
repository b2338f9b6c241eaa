"""A post for social media from a finished piece, with the sources of what it says."""

from dataclasses import replace
from typing import Any

from proofroom.articles.ask import Task, ask_model
from proofroom.articles.lifecycle import Articles
from proofroom.articles.parts import REF, parts_of
from proofroom.articles.prompting import section_prompt
from proofroom.articles.reports import gate, report_on, summary_of
from proofroom.articles.types import TONES, Article, ArticleSection, ResearchSource
from proofroom.articles.visibility import Visibility
from proofroom.articles.work import Work
from proofroom.articles.writing import TOKENS, compose, without_labels
from proofroom.durable import StepContext
from proofroom.kernel.errors import InvalidContentType, InvalidStatus, ToolFailed
from proofroom.kernel.ids import derived_id
from proofroom.kernel.strings import say

Json = dict[str, Any]
STEP = "writeSocialPostContent"
POST, SOURCES = "social_post", ("blog", "showcase")


def check_post(type: str, source: Article) -> None:
    """Refuse what is no post, and what no post can be made from."""
    if type != POST or source.type not in SOURCES:
        raise InvalidContentType(say("articles.post_type"))
    if source.status not in ("ready", "published"):
        raise InvalidStatus(
            say("articles.not_ready", status=source.status),
            currentStatus=source.status,
            expectedStatus=["ready", "published"],
            operation=STEP,
        )
    gate(source.report, None)


async def write_post(work: Work) -> Json:
    """Have the post written from the sources of a finished piece, and compare it with them."""
    _, after = await work.check(STEP)
    article = await work.article()
    seen = Visibility(article.workspace_id)
    source = await work.articles.get(seen, str(work.options["sourceArtifactId"]))

    async def take(step: StepContext) -> Json:
        check_post(article.type, source)
        await copy_sources(work.articles, source, article, int(step.now().timestamp() * 1000))
        return {}

    await work.flow.step("50.post.sources", "take the piece's sources", take)
    sources = _used(source, await work.articles.research(article))
    plan = ArticleSection(
        heading=source.title, notes=_teaser(source), sources=tuple(s.number for s in sources)
    )
    prompt = section_prompt(article, plan, sources, article.id.replace("-", ""), before="", used=[])
    task = Task(prompt, TONES[article.tone], TOKENS[POST])
    written = await ask_model(work.flow, "55.post", "write the post", task, work.models("write"))
    text = without_labels(written.text)
    if not text:
        raise ToolFailed(say("articles.nothing_written"))

    async def keep(step: StepContext) -> Json:
        now = await work.article()
        made = replace(
            plan, content=text, state="written", model=written.model, cost_micros=written.cost_micros
        )
        content = compose(now, "", [made])
        report = await report_on(work.articles, now, content)
        await work.write(
            step,
            STEP,
            to=after,
            expected=("draft",),
            keeps_version=True,
            content=content,
            sections=(made,),
            report=report.as_dict(),
            metadata=now.metadata | {"postOf": source.id},
            writing_metadata={"tone": now.tone, "runId": work.flow.run.id, "generator": [written.model]},
        )
        return {"post": text, "totalLength": len(text), "citations": summary_of(report)}

    return await work.flow.step("58.post.keep", "keep the post", keep)


async def copy_sources(articles: Articles, source: Article, made: Article, stamp: int) -> None:
    """Give an article what another one was written from, under the same numbers."""
    copies: dict[str, str] = {}
    for document in await articles.documents(source):
        copies[document.id] = derived_id(stamp, made.id, document.id)
        await articles.add_document(made, replace(document, id=copies[document.id]))
    sources = [
        replace(each, id=derived_id(stamp, made.id, each.id), document_id=copies[each.document_id])
        for each in await articles.research(source)
    ]
    await articles.add_research(made, sources)


def _used(source: Article, sources: list[ResearchSource]) -> list[ResearchSource]:
    """Return the sources that the piece names; all where it names none."""
    named = {int(number) for number in REF.findall(source.content)}
    return [each for each in sources if each.number in named] or sources


def _teaser(source: Article) -> str:
    opening = str(source.writing_metadata.get("opening") or "")
    told = opening or next((text for _, text in parts_of(source.content) if text), source.title)
    return REF.sub("", told)[:600]
