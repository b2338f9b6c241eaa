"""What happened to a project's content, or to one entry, newest first."""

import asyncio
from dataclasses import replace
from typing import Any

from proofroom.content.contents import Contents
from proofroom.content.format import paths
from proofroom.content.format.collection import parse_collection
from proofroom.content.format.markdown import read_document
from proofroom.content.format.project import Project
from proofroom.content.format.types import Model
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ProjectId
from proofroom.repository.git.branch import CONTENT_BRANCH, need_tip
from proofroom.repository.git.commit import Commit
from proofroom.repository.git.history import Extract, Version, approvals, file_log, log
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.json.text import parse_json


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """Which entry's history is wanted; without a model, the whole project's."""

    model: str | None = None
    entry: str | None = None
    locale: str | None = None
    limit: int = 50


async def history(
    contents: Contents, project_id: ProjectId, page: HistoryQuery, ref: str | None = None
) -> list[Version]:
    """Return the commits that changed what is asked for, with its value from then on where it is an entry."""

    def look() -> list[Version]:
        repo = contents.repositories.repo(project_id)
        start = need_tip(repo, ref or CONTENT_BRANCH)
        if page.model is None:
            return [Version(commit, None) for commit in log(repo, start, limit=page.limit)]
        project = contents.view(repo, ref)
        model = project.model(page.model)
        path, extract = _place(project, model, page)
        return _approved(repo, start, file_log(repo, start, path, extract=extract, limit=page.limit))

    return await asyncio.to_thread(look)


def _approved(repo: Repo, start: Sha, versions: list[Version]) -> list[Version]:
    by_agents = {each.commit.sha for each in versions if each.commit.provenance.agent}
    names = approvals(repo, start, by_agents)
    return [replace(each, approved_by=names.get(each.commit.sha)) for each in versions]


def describe(version: Version) -> dict[str, Any]:
    """Return a version as doors show it."""
    commit: Commit = version.commit
    made = commit.provenance
    return {
        "sha": commit.sha,
        "subject": commit.subject,
        "author": commit.author.name,
        "email": commit.author.email,
        "at": commit.at,
        "run_id": made.run,
        "agent": made.agent,
        "model": made.model,
        "approved_by": version.approved_by or made.approved_by,
        "undoes": made.undoes,
        "value": version.value,
    }


def _place(project: Project, model: Model, page: HistoryQuery) -> tuple[str, Extract]:
    locale = page.locale or project.ready_config.default_locale
    if model.kind == "document":
        path = paths.document_path(model, page.entry or "", locale)
        return paths.rooted(project.root, path), lambda raw: _document(raw, model)
    path = paths.rooted(project.root, paths.content_path(model, locale))
    if model.kind == "collection" and page.entry is not None:
        return path, lambda raw: _entry(raw, page.entry or "")
    return path, _json


def _entry(raw: bytes, entry_id: str) -> Any:
    file = parse_collection(raw)
    return file.entries.get(entry_id) if file else None


def _document(raw: bytes, model: Model) -> Any:
    document = read_document(raw, model.fields)
    return {**document.front, "body": document.body}


def _json(raw: bytes) -> Any:
    try:
        return parse_json(raw)
    except ValueError:
        return None
