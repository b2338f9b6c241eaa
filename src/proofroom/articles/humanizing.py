"""The humanity check as a step: rules applied to what the writer composed, never to quotations or sources."""

from dataclasses import replace
from typing import Any

from proofroom.articles.ask import Task, ask_model
from proofroom.articles.humanity import PATTERNS, rewrite, score
from proofroom.articles.parts import REF
from proofroom.articles.prompting import fill
from proofroom.articles.reports import report_on
from proofroom.articles.section import put_back
from proofroom.articles.types import Article
from proofroom.articles.work import Work
from proofroom.durable import StepContext
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.strings import say

Json = dict[str, Any]
REWRITE_TEMPERATURE = 0.5


async def apply_humanity(work: Work) -> Json:
    """Apply the rules that have a plain replacement, and keep the text with a version before it."""
    await work.check("applyHumanityCheck")
    reworded = await _reworded(work)

    async def apply(step: StepContext) -> Json:
        article = await work.article()
        report = article.report or {}
        kept = [each["sentence"] for each in report.get("citations", []) if each["is_verbatim"]]
        house = await work.ports.find_house_rules(article)
        fixed = 0
        sections = list(article.sections)
        for index, section in enumerate(sections):
            done = rewrite(reworded.get(section.heading, section.content), kept, house)
            fixed += len(done.edits)
            sections[index] = replace(section, content=done.text)
        plain = article.content
        for section in article.sections:
            plain = put_back(article, plain, section.heading, reworded.get(section.heading, ""))
        whole = rewrite(plain, kept, house)
        checked = await report_on(work.articles, article, whole.text)
        await work.write(
            step,
            "applyHumanityCheck",
            keeps_version=True,
            content=whole.text,
            sections=tuple(sections),
            report=checked.as_dict(),
        )
        return {
            "originalLength": len(article.content),
            "humanizedLength": len(whole.text),
            "lengthChange": len(whole.text) - len(article.content),
            "humanityScoreBefore": score(article.content),
            "humanityScoreAfter": score(whole.text),
            "patternsFixed": max(fixed, len(whole.edits)),
            "patternsChecked": len(PATTERNS),
            "message": str(say("articles.humanized", count=max(fixed, len(whole.edits)))),
        }

    return await work.flow.step("59.humanity", "check how it reads", apply)


async def _reworded(work: Work) -> dict[str, str]:
    """Return sections that a model chosen for this step worded anew, as far as their citations still hold."""
    models = work.models("humanity")
    article = await work.article()
    made: dict[str, str] = {}
    for number, section in enumerate(article.sections if models else ()):
        if section.is_locked or not section.content:
            continue
        task = Task(fill("articles.humanize", text=section.content), REWRITE_TEMPERATURE, 2_000)
        try:
            written = await ask_model(work.flow, f"59.humanity.{number:02d}", section.heading, task, models)
        except ProofroomError as error:
            work.warnings.append(f"{section.heading}: {error.message}")
            continue
        if await _holds(work, article, section.content, written.text):
            made[section.heading] = written.text.strip()
        else:
            work.warnings.append(str(say("articles.reworded_worse", heading=section.heading)))
    return made


async def _holds(work: Work, article: Article, before: str, after: str) -> bool:
    """Tell whether a text names the same sources as before, and nothing in it stops the piece."""
    if sorted(REF.findall(before)) != sorted(REF.findall(after)):
        return False
    return (await report_on(work.articles, article, after)).passes
