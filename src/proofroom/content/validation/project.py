"""A whole project, or one of its models: every check, in the order people read the result."""

from collections.abc import Callable
from functools import cache

from proofroom.content.format import paths
from proofroom.content.format.project import Project
from proofroom.content.format.types import Model
from proofroom.content.validation.document import check_documents
from proofroom.content.validation.json_kinds import (
    check_collection,
    check_cross_duplicates,
    check_dictionary,
    check_singleton,
)
from proofroom.content.validation.metadata import check_layout
from proofroom.content.validation.run import Run
from proofroom.content.validation.title_field import infer_title_field, title_findings
from proofroom.content.validation.types import Issue, Report
from proofroom.kernel.strings import say

_KINDS: dict[str, Callable[[Run, Model], None]] = {
    "collection": check_collection,
    "singleton": check_singleton,
    "dictionary": check_dictionary,
    "document": check_documents,
}


@cache
def _uninitialized() -> Issue:
    return Issue("error", "project.uninitialized", say("finding.project.uninitialized"), path=paths.CONFIG)


def validate_project(project: Project, model_id: str | None = None) -> Report:
    """Check a project; naming a model limits the run to it and skips the checks across models."""
    if project.config is None:
        return Report((_uninitialized(),))
    run = Run(project)
    chosen = [model for model in project.models.values() if model_id in (None, model.id)]
    for model in chosen:
        _check_title(run, model)
        if model.kind in _KINDS:
            _KINDS[model.kind](run, model)
        check_layout(run, model)
    if model_id is None:
        _check_orphans(run)
        check_cross_duplicates(run, chosen)
    return Report(tuple(run.issues), len(chosen), run.entries_checked)


def orphan_folders(project: Project) -> list[str]:
    """Return content folders that belong to no model."""
    claimed = {paths.content_folder(model) for model in project.models.values()}
    found: dict[str, None] = {}
    for path in project.list(paths.CONTENT):
        domain, _, below = path[len(paths.CONTENT) + 1 :].partition("/")
        model_id, slash, _ = below.partition("/")
        if slash:
            found[f"{paths.CONTENT}/{domain}/{model_id}"] = None
    return [folder for folder in found if folder not in claimed]


def _check_title(run: Run, model: Model) -> None:
    for finding in title_findings(model):
        is_fixable = finding.code == "model.title_field.missing" and infer_title_field(model) is not None
        run.issues.append(
            Issue(
                *finding,
                model=model.id,
                field="title_field",
                path=paths.model_path(model.id),
                is_fixable=is_fixable,
            )
        )


def _check_orphans(run: Run) -> None:
    for folder in orphan_folders(run.project):
        name = folder.rpartition("/")[2]
        message = say("finding.content.orphan_dir", model=name)
        run.issues.append(Issue("warning", "content.orphan_dir", message, model=name, path=folder))
