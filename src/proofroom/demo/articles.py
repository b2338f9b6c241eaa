"""Two articles of the demo: a finished one with its citations, and one whose plan waits for a word."""

from collections.abc import Sequence
from typing import Final

from proofroom.access import Project
from proofroom.articles import Articles, NewArticle, Visibility
from proofroom.articles.giving import Giving
from proofroom.articles.pipeline import FULL, ArticleFlow
from proofroom.articles.reports import report_on
from proofroom.demo.records import source_text
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import derived_id
from proofroom.runtime.types import Asker
from proofroom.wiring import Studio

POISONED: Final = "note-under-the-door.md"
"""A source that tells agents to publish and delete: it is flagged where sources are shown, and no more."""


@dataclass(frozen=True, slots=True)
class DemoArticle:
    """What an article of the demo is begun with, and whether it rests after its plan."""

    title: str
    brief: str
    sources: tuple[str, ...]
    rests: bool
    picture: str = ""


FINISHED: Final = DemoArticle(
    "What the river under the market would cost",
    "What the tunnel needs, what opening the river would take, who wants what, and what the old maps show.",
    (
        "council-paper-118.md",
        "building-file-1936.md",
        "letter-of-the-department.md",
        "traders-leaflet.md",
        "letter-of-the-archive.md",
        POISONED,
    ),
    rests=False,
    picture="![The river in its tunnel below the market](media/original/river-under-the-market.webp)",
)
WAITING: Final = DemoArticle(
    "What a street can do for its swifts",
    "What the count of last July found, why roofs are closed, and what a nest brick does.",
    ("swift-count.md", "nest-bricks.md", "roofs-and-heat.md", "a-hundred-days.md"),
    rests=True,
)


async def write_articles(studio: Studio, project: Project, asker: Asker) -> None:
    """Have the articles of the demo written by the offline model; those that are begun are left alone."""
    for index, each in enumerate((FINISHED, WAITING)):
        await _write(studio, project, asker, each, index)


async def _write(studio: Studio, project: Project, asker: Asker, wanted: DemoArticle, index: int) -> None:
    articles, now = studio.get(Articles), studio.clock.now()
    operator = await studio.operator()
    begun = int(project.created_at.timestamp() * 1000)
    article_id = derived_id(begun, project.id, f"demo-article-{index}")
    new = NewArticle(title=wanted.title, brief=wanted.brief, project_id=project.id)
    article = await articles.begin(new, article_id, operator, now)
    if article.status != "draft" or article.run_id is not None:
        return
    giving = studio.get(Giving)
    for name, text in _texts(wanted.sources):
        await giving.text(article, name, text, "", operator, now)
    # Pictures are drawn in a second each; the finished piece takes one that the magazine has.
    options = {"models": {"skeleton": "offline", "write": "offline"}, "skip": ["identifyImageNeeds"]}
    run = await studio.get(ArticleFlow).start(article, asker, FULL, options=options, pauses=wanted.rests)
    await studio.engine.wait(run.id, studio.workspace_id)
    if wanted.picture:
        await _illustrate(studio, article_id, wanted.picture)


async def _illustrate(studio: Studio, article_id: str, picture: str) -> None:
    """Put a picture below the title, as a person does by hand."""
    articles = studio.get(Articles)
    article = await articles.get(Visibility(studio.workspace_id), article_id)
    if article.status != "ready":
        return
    title, _, rest = article.content.partition("\n\n")
    content = f"{title}\n\n{picture}\n\n{rest}"
    report = (await report_on(articles, article, content)).as_dict()
    operator = await studio.operator()
    await articles.edit(article, operator, studio.clock.now(), content=content, report=report)


def _texts(names: Sequence[str]) -> list[tuple[str, str]]:
    texts = [source_text(name) for name in names]
    return [(text.partition("\n")[0].lstrip("# "), text) for text in texts]
