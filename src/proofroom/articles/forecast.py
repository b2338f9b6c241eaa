"""What writing an article from its plan is likely to cost, before somebody says yes to it."""

from collections.abc import Sequence
from typing import Final

from proofroom.articles.prompting import SECTION_WORDS, section_prompt
from proofroom.articles.skeleton import sections_of
from proofroom.articles.types import Article, ArticleSection, ResearchSource
from proofroom.kernel.strings import prompts
from proofroom.kernel.tokens import estimate
from proofroom.providers.cost import cost_micros
from proofroom.providers.types import ModelInfo, TokenUsage

_TOKENS_A_WORD: Final = 1.5
"""A little above English, for the references and the places of pictures; Turkish has more."""


def forecast(article: Article, sources: Sequence[ResearchSource], info: ModelInfo) -> int | None:
    """Return what the sections and the opening are likely to cost, each with the sources it is written from
    and what was said before it; None where nobody knows the prices.
    """
    planned = sections_of(article.skeleton, article.type, article.title, sources)
    opening = [ArticleSection(heading="Opening", sources=planned[0].sources)] if planned else []
    said, into = 0, 0
    out = round(SECTION_WORDS[article.type] * _TOKENS_A_WORD)
    for section in (*opening, *planned):
        mine = [each for each in sources if each.number in section.sources]
        prompt = section_prompt(article, section, mine, article.id.replace("-", ""), before="", used=[])
        into += estimate(prompts()["articles.writer_rules"]) + estimate(prompt) + said
        said += out
    return cost_micros(TokenUsage(input=into, output=said), info)[0]
