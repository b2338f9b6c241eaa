"""The humanity check as a step: rules applied to what the writer composed, never to quotations or sources."""

from dataclasses import replace
from typing import Any

from proofroom.articles.humanity import PATTERNS, rewrite, score
from proofroom.articles.work import Work
from proofroom.articles.writing import compose, report_on
from proofroom.durable import StepContext
from proofroom.kernel.strings import say

Json = dict[str, Any]


async def apply_humanity(work: Work) -> Json:
    """Apply the rules that have a plain replacement, and keep the text with a version before it."""
    await work.check("applyHumanityCheck")

    async def apply(step: StepContext) -> Json:
        article = await work.article()
        report = article.report or {}
        kept = [each["sentence"] for each in report.get("citations", []) if each["is_verbatim"]]
        fixed = 0
        sections = list(article.sections)
        for index, section in enumerate(sections):
            done = rewrite(section.content, kept)
            fixed += len(done.edits)
            sections[index] = replace(section, content=done.text)
        has_sections = article.type != "social_post" and any(each.content for each in sections)
        opening = str(article.writing_metadata.get("opening", ""))
        whole = rewrite(article.content, kept)
        content = compose(article, rewrite(opening, kept).text, sections) if has_sections else whole.text
        if "![" in article.content:  # pictures are in it already: edit the text as it stands
            content = whole.text
        checked = await report_on(work.articles, article, content)
        await work.write(
            step,
            "applyHumanityCheck",
            keeps_version=True,
            content=content,
            sections=tuple(sections),
            report=checked.as_dict(),
        )
        return {
            "originalLength": len(article.content),
            "humanizedLength": len(content),
            "lengthChange": len(content) - len(article.content),
            "humanityScoreBefore": score(article.content),
            "humanityScoreAfter": score(content),
            "patternsFixed": max(fixed, len(whole.edits)),
            "patternsChecked": len(PATTERNS),
            "message": str(say("articles.humanized", count=max(fixed, len(whole.edits)))),
        }

    return await work.flow.step("59.humanity", "check how it reads", apply)
