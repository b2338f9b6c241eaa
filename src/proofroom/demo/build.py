"""Building the demo project's repository: its structure, its articles one commit each, its pictures."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from proofroom.content.contents import Contents, NewProject, Planner
from proofroom.content.format.project import Project
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.content.plans.vocabulary import plan_vocabulary
from proofroom.demo.magazine import DOMAIN, LOCALES, NAME, Article, Magazine, read_magazine
from proofroom.demo.pictures import pictures
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId
from proofroom.repository import Job
from proofroom.repository.git.commit import Identity

DESK = Identity("Fieldnotes desk", "desk@fieldnotes.example")
LINE = "run/demo"
BEGUN_AT = datetime(2026, 1, 12, 9, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One commit of the project's history."""

    message: str
    by: Identity
    at: datetime
    plan: Planner


async def build_project(contents: Contents, project_id: ProjectId, now: datetime) -> None:
    """Make what is not there yet of the repository, its structure and content; safe to repeat."""
    magazine = read_magazine()
    begun = Job(project_id, DESK, min(BEGUN_AT, now), LINE, source="human")
    repositories = contents.repositories
    if not repositories.path(project_id).exists():
        await repositories.create_empty(project_id)
    phase, _, _ = await contents.phase(project_id)
    if phase == "uninitialized":
        await contents.init(begun, NewProject(LOCALES, (DOMAIN,), magazine.models, "other", "review"))
    if not await contents.read(project_id, None, _is_empty):
        return
    for chapter in _chapters(magazine):
        job = replace(begun, by=chapter.by, at=min(chapter.at, now))
        await contents.write(job, chapter.plan, chapter.message)
    drawn = await asyncio.to_thread(_draw, magazine)
    await contents.write(begun, lambda project, stamp: FilePlan(writes=drawn), "Add the pictures")
    branch = await repositories.open_branch(project_id, LINE)
    if branch is not None:
        last = max(chapter.at for chapter in _chapters(magazine))
        await repositories.merge(replace(begun, at=min(last, now)), branch)


def _is_empty(project: Project) -> bool:
    return not any(project.documents(model) for model in project.models.values() if model.kind == "document")


def _draw(magazine: Magazine) -> dict[str, bytes]:
    names = {author: str(data["name"]) for author, data in magazine.authors.items()}
    return {path: draw() for path, draw in pictures(names).items()}


def _chapters(magazine: Magazine) -> Iterator[Chapter]:
    """Return the project's history: what everything needs first, then the articles by date."""
    minute = timedelta(minutes=7)
    at = BEGUN_AT
    for message, model, saves in _foundations(magazine):
        at += minute
        yield Chapter(message, DESK, at, _saves(model, saves, "published"))
    yield Chapter("Begin the glossary", DESK, at + minute, lambda p, s: plan_vocabulary(p, magazine.glossary))
    for article in magazine.articles:
        author = magazine.author_of(article)
        status = "draft" if article.slug in magazine.drafts else "published"
        yield Chapter(
            f"{'Translate' if article.locale != LOCALES[0] else 'Write'} “{article.title}”",
            Identity(str(author["name"]), str(author["email"])),
            article.written_at + (timedelta(days=2) if article.locale != LOCALES[0] else timedelta()),
            _saves("articles", [_article(article)], status),
        )


def _foundations(magazine: Magazine) -> Iterator[tuple[str, str, list[EntrySave]]]:
    yield "Add the authors", "authors", _entries(magazine.authors, None)
    for locale in LOCALES:
        yield f"Add the topics ({locale})", "topics", _entries(magazine.topics[locale], locale)
    yield (
        "Describe the site",
        "site-settings",
        [EntrySave(data, locale=locale) for locale, data in magazine.settings.items()],
    )
    yield (
        "Write the labels",
        "ui-labels",
        [EntrySave(data, locale=locale) for locale, data in magazine.labels.items()],
    )
    yield "Welcome the first readers", "subscriptions", _entries(magazine.readers, None)


def _entries(data: dict[str, dict[str, object]], locale: str | None) -> list[EntrySave]:
    return [EntrySave(fields, id=key, locale=locale) for key, fields in data.items()]


def _article(article: Article) -> EntrySave:
    return EntrySave(article.data, id=article.slug, locale=article.locale, body=article.body)


def _saves(model: str, saves: list[EntrySave], status: str) -> Planner:
    def plan(project: Project, stamp: Stamp) -> FilePlan:
        return plan_save(project, model, saves, replace(stamp, status=status))

    return plan


__all__ = ["DESK", "NAME", "build_project"]
