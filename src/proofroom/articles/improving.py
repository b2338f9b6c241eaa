"""A passage worded anew by an instruction: a suggestion, and the text changes only if it is taken."""

from dataclasses import asdict
from typing import Any

from proofroom.articles.ask import Task, ask_model
from proofroom.articles.citations import check, stored
from proofroom.articles.parts import REF
from proofroom.articles.prompting import fill, listed
from proofroom.articles.types import TONES
from proofroom.articles.work import Work
from proofroom.durable import StepContext
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

Json = dict[str, Any]
TOKENS = 1_500
LEAST, MOST = 10, 5_000


async def improve_text(work: Work) -> Json:
    """Return a passage as it could be, and what its sources say against the new wording."""
    article = await work.article()
    selected = str(work.options.get("selectedText") or "").strip()
    instruction = str(work.options.get("userInstruction") or "").strip()
    if not LEAST <= len(selected) <= MOST or selected not in article.content:
        raise InvalidInput(say("articles.no_selection", least=LEAST, most=MOST))
    sources = await work.articles.research(article)
    named = {int(number) for number in REF.findall(selected)}
    prompt = fill(
        "articles.improve",
        title=article.title,
        tone=article.tone,
        instruction=" ".join(instruction.split()),
        text=selected,
        sources=listed([each for each in sources if each.number in named], article.id.replace("-", "")),
    )
    written = await ask_model(
        work.flow,
        "80.improve",
        "improve a passage",
        Task(prompt, TONES[article.tone], TOKENS),
        work.models("improve"),
    )

    async def compare(step: StepContext) -> Json:
        replacement = written.text.strip() or selected
        texts = {each.id: each.text for each in await work.articles.documents(article)}
        known = f"{article.title}\n{article.brief}"
        report = check(replacement, stored(sources, texts, known), article.type)
        return {
            "originalText": selected,
            "replacement": replacement,
            "changed": replacement != selected,
            "findings": [asdict(each) for each in report.findings],
            "passes": report.passes,
            "model": written.model,
        }

    return await work.flow.step("81.improve.compare", "compare the new wording", compare)
