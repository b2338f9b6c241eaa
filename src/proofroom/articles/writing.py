"""Planning and writing: the skeleton, then section by section, then the citation report as a gate."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from proofroom.articles.ask import Task, ask_model
from proofroom.articles.dead_links import check_links
from proofroom.articles.foundations import characteristics, storytelling, style_excerpts
from proofroom.articles.lifecycle import Articles
from proofroom.articles.parts import REF, assembled, headings_of, sentences
from proofroom.articles.prompting import section_prompt, skeleton_prompt
from proofroom.articles.reports import report_on, summary_of
from proofroom.articles.skeleton import capped, estimated_words, opening_sources, sections_of, with_locked
from proofroom.articles.types import TONES, Article, ArticleSection, ResearchSource, Status
from proofroom.articles.visibility import Visibility
from proofroom.articles.work import Work
from proofroom.durable import StepContext
from proofroom.kernel.errors import ProofroomError, ToolFailed
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import say

Json = dict[str, Any]
TOKENS = {"blog": 2_000, "showcase": 2_000, "social_post": 500}
SKELETON_TOKENS = 2_500
SOURCES_READ = 20
OPENING = "Opening"
_SPACED_REF = re.compile(rf" *{REF.pattern}", re.IGNORECASE)
_LABELS = late_pattern(
    r"^(?:\d+\.\s*)?(?:\*\*|<b>|<strong>)?\s*(?:hook|point \d+|call to action|closing|hashtags|post image|"
    r"setup|rising action|climax|falling action|resolution)\s*:\s*(?:\*\*|</b>|</strong>)?\s*",
    re.IGNORECASE | re.MULTILINE,
)


async def analyze_characteristics(work: Work) -> Json:
    """Find out how the author writes, from pieces of theirs that are done."""

    async def analyze(step: StepContext) -> Json:
        article = await work.article()
        visibility = Visibility(article.workspace_id, article.owner_id)
        mine = await work.articles.find(
            visibility, statuses=["ready", "published"], type=article.type, limit=5
        )
        examples = [REF.sub("", each.content) for each in mine if each.id != article.id and each.content]
        found = characteristics(article.tone, examples)
        told = {
            "characteristics": found,
            "styleExcerpts": style_excerpts(examples),
            "summary": str(say("articles.style", count=len(examples))),
            "recommendations": [],
        }
        await work.write(step, "analyzeWritingCharacteristics", foundations=article.foundations | told)
        return told | {"examplesUsed": len(examples), "artifactAnalyzed": bool(article.content)}

    await work.check("analyzeWritingCharacteristics")
    return await work.flow.step("20.characteristics", "analyze the author's writing", analyze)


async def analyze_storytelling(work: Work) -> Json:
    """Decide how the piece will be told."""

    async def analyze(step: StepContext) -> Json:
        article = await work.article()
        told = storytelling(article.type)
        foundations = article.foundations | {"storytelling": told}
        await work.write(step, "analyzeStorytellingStructure", foundations=foundations)
        return {"guidance": told}

    await work.check("analyzeStorytellingStructure")
    return await work.flow.step("25.storytelling", "decide how it is told", analyze)


async def generate_skeleton(work: Work) -> Json:
    """Have the piece planned from its sources."""
    article = await work.article()
    await work.check("generateContentSkeleton")
    sources = await chosen_sources(work.articles, article)
    prompt = skeleton_prompt(article, sources, _boundary(article))
    task = Task(prompt, TONES[article.tone], SKELETON_TOKENS, 60.0)
    written = await ask_model(work.flow, "30.skeleton", "plan the article", task, work.models("skeleton"))

    async def keep(step: StepContext) -> Json:
        now = await work.article()
        kept = {each.heading: each for each in now.sections if each.is_locked and each.content}
        skeleton = with_locked(capped(written.text.strip(), article.type) + "\n", now.sections)
        planned = sections_of(skeleton, article.type, article.title, sources)
        sections = tuple(kept.get(each.heading, each) for each in planned)
        await work.write(
            step,
            "generateContentSkeleton",
            skeleton=skeleton,
            content=skeleton,
            sections=sections,
            report=None,
        )
        names = headings_of(skeleton, article.type)
        return {
            "skeleton": skeleton,
            "sections": names,
            "estimatedWordCount": estimated_words(article.type, len(names)),
            "model": written.model,
        }

    return await work.flow.step("35.skeleton.keep", "keep the skeleton", keep)


async def write_content(work: Work) -> Json:
    """Write section by section, compare every sentence with its sources, and keep the piece."""
    article = await work.article()
    before, after = await work.check("writeFullContent")
    sources = await work.articles.research(article)
    planned = sections_of(
        article.skeleton, article.type, article.title, await chosen_sources(work.articles, article)
    )
    locked = {each.heading: each for each in article.sections if each.is_locked and each.content}
    made: list[ArticleSection] = []
    # What a locked section says is said, wherever it stands.
    used = [said.text for each in locked.values() for said in sentences(each.content)]
    opening = opened_by = ""
    first = ArticleSection(heading=OPENING, sources=opening_sources(planned, sources, article.title))
    if article.type == "blog":
        opened = await write_one(work, article, first, sources, 0, used, "")
        opening, opened_by = opened.content, opened.model
        used += [each.text for each in sentences(opening)]
    for number, section in enumerate(planned, 1):
        if section.heading in locked:
            made.append(locked[section.heading])
            continue
        told = made[-1].content if made else opening
        made.append(await write_one(work, article, section, sources, number, used, told))
        used += [each.text for each in sentences(made[-1].content)]
    if opening and made and not made[0].content and set(first.sources) <= set(planned[0].sources):
        # The opening has said all that its sources say: then it is the first section.
        made[0] = replace(made[0], content=opening, state="written", model=opened_by)
        opening = ""
    if not any(each.content for each in made):
        raise ToolFailed(say("articles.nothing_written"))
    links = await _try_links(work, sources)
    return await _keep(work, opening, made, before, after, links)


async def _try_links(work: Work, sources: Sequence[ResearchSource]) -> dict[str, str]:
    """Try the addresses that people gave or a search found; those in a feed's text only a person tries."""
    tried = [each.source_url for each in sources if each.source_type != "feed"]
    addresses = [each for each in tried if each.startswith("http")]
    if not addresses:
        return {}

    async def look(step: StepContext) -> Json:
        return dict(await check_links(work.ports.transport, addresses))

    return await work.flow.step("57.links", "try the sources' links", look, kind="tool")


async def write_one(
    work: Work,
    article: Article,
    section: ArticleSection,
    sources: Sequence[ResearchSource],
    number: int,
    used: list[str],
    before: str,
    *,
    key: str = "",
) -> ArticleSection:
    """Have one section written from its own sources, with what was said before it."""
    mine = sorted(
        (each for each in sources if each.number in section.sources),
        key=lambda each: section.sources.index(each.number),
    )
    prompt = section_prompt(article, section, mine, _boundary(article), before=before, used=used)
    key = key or f"50.write.{number:02d}"
    task = Task(prompt, TONES[article.tone], TOKENS[article.type])
    try:
        written = await ask_model(work.flow, key, section.heading, task, work.models("write"))
    except ProofroomError as error:
        if number == 0 or not error.recoverable:
            raise
        work.warnings.append(f"{section.heading}: {error.message}")
        return replace(section, state="failed")
    text = without_labels(written.text)
    if article.type == "showcase":
        text = _SPACED_REF.sub("", text)
    return replace(
        section,
        content=text,
        state="written" if text else "failed",
        model=written.model,
        cost_micros=written.cost_micros,
    )


async def _keep(
    work: Work,
    opening: str,
    made: list[ArticleSection],
    before: Status,
    after: Status,
    links: dict[str, str],
) -> Json:
    async def keep(step: StepContext) -> Json:
        article = await work.article()
        content = compose(article, opening, made)
        report = await report_on(work.articles, article, content, links)
        results = [
            {
                "section": each.heading,
                "wordCount": len(each.content.split()),
                "success": each.state == "written",
            }
            for each in made
        ]
        metadata = {
            "sectionsWritten": sum(each.state == "written" for each in made),
            "sectionErrors": [each.heading for each in made if each.state == "failed"],
            "tone": article.tone,
            "opening": opening,
            "runId": work.flow.run.id,
            "generator": sorted({each.model for each in made if each.model}),
            "completedAt": step.now().isoformat(),
        }
        await work.write(
            step,
            "writeFullContent",
            to=after,
            expected=tuple(dict.fromkeys([before, "writing", "skeleton", "foundations_approval"])),
            keeps_version=True,
            content=content,
            sections=tuple(made),
            report=report.as_dict(),
            writing_metadata=metadata,
        )
        return {
            "totalLength": len(content),
            "sectionsWritten": metadata["sectionsWritten"],
            "sectionResults": results,
            "citations": summary_of(report),
        } | ({"errors": metadata["sectionErrors"]} if metadata["sectionErrors"] else {})

    return await work.flow.step("58.write.keep", "keep the text", keep)


def compose(article: Article, opening: str, made: Sequence[ArticleSection]) -> str:
    """Return the whole text of an article."""
    written = [(each.heading, each.content) for each in made if each.content]
    if article.type == "social_post":
        return f"# {article.title}\n\n{written[0][1].strip()}\n" if written else f"# {article.title}\n"
    return assembled(article.title, opening, written)


def without_labels(text: str) -> str:
    """Return a written section without labels of the plan that leaked into it."""
    return re.sub(r"\n{3,}", "\n\n", _LABELS.sub("", text)).strip()


async def chosen_sources(articles: Articles, article: Article) -> list[ResearchSource]:
    """Return the sources that may be used: those a person chose, else all, the most relevant first."""
    sources = await articles.research(article, SOURCES_READ)
    wanted = set(article.metadata.get("selectedReferenceIds") or [])
    return [each for each in sources if each.id in wanted] or sources


def _boundary(article: Article) -> str:
    return article.id.replace("-", "")
