"""Curing what validation can cure, as a plan."""

from proofroom.content.format import paths
from proofroom.content.format.project import Project
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.content.validation.fix import plan_fixes
from proofroom.kernel.events import Affected


def plan_fix(
    project: Project, stamp: Stamp, model_id: str | None = None, *, with_models: bool = True
) -> FilePlan:
    """Plan every automatic cure; the report says how many issues went and which are left.

    What is left does not block it: a cure never makes anything worse.
    """
    fixes = plan_fixes(project, stamp.at, model_id, stamp.by, with_models=with_models)
    config = project.ready_config
    return FilePlan(
        writes={paths.rooted(project.root, path): fixes.writes[path] for path in sorted(fixes.writes)},
        deletes=tuple(paths.rooted(project.root, path) for path in fixes.deletes),
        affected=Affected(
            models=[model_id] if model_id else list(project.models),
            locales=list(config.locales),
            snapshot_changed=any(path.startswith(paths.MODELS) for path in fixes.writes),
        ),
        report=fixes.report,
        results=tuple(issue.as_dict() for issue in fixes.cured),
        model=model_id,
        allows_errors=True,
    )
