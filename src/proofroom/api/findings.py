"""What is wrong or weak in a project's content, each finding with the place it is about."""

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.api.changes import ChangeAnswer, answer_of
from proofroom.api.content import Json, read
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import In, Out

router = APIRouter(prefix="/projects/{project_id}/content", tags=["content"])


class IssueInfo(Out):
    """Something that breaks a rule; an entry is named by its id, a document by its slug."""

    severity: Literal["error", "warning", "notice"]
    code: str
    message: str
    model: str | None = None
    locale: str | None = None
    entry: str | None = None
    slug: str | None = None
    field: str | None = None
    file: str | None = None
    fixable: bool = False


class ValidationAnswer(Out):
    """What is wrong with the content and its models."""

    valid: bool
    summary: Json
    issues: list[IssueInfo]
    warnings: list[Json]
    health_score: int
    model_count: int


class WeakField(Out):
    """A field that serves readers or search engines badly."""

    model: str
    entry_id: str
    locale: str
    label: str
    field: str
    issue: str


class EmptyField(Out):
    """A field that has a text in the default locale and none in this one."""

    entry_id: str
    field: str
    label: str


class LocaleGap(Out):
    """What a locale lacks of a model."""

    model: str
    locale: str
    count: int
    expected: int
    missing: list[str]
    empty: list[EmptyField] = Field(default_factory=list[EmptyField])


class StaleEntry(Out):
    """An entry that nobody has touched for long."""

    model: str
    entry_id: str
    locale: str
    label: str
    days_since_update: int


class ModelQuality(Out):
    """How complete a model's content is, out of 100, and what is taken off."""

    model: str
    score: int
    missing_values: int
    without_metadata: int
    missing_locales: list[str]


class WeakFields(Out):
    """Weak fields and how many there are."""

    issues: list[WeakField]
    total: int


class LocaleGaps(Out):
    """Gaps of locales and how many there are."""

    issues: list[LocaleGap]
    total: int


class StaleEntries(Out):
    """Stale entries and how many there are."""

    entries: list[StaleEntry]
    total: int


class Quality(Out):
    """How complete the content is, as a whole and by model."""

    score: int
    tier: str
    model_count: int
    models: list[ModelQuality]


class Analysis(Out):
    """Where content is weak; a part that was not asked for is absent."""

    analysis_type: str
    timestamp: str
    seo: WeakFields | None = None
    locale_parity: LocaleGaps | None = None
    stale_content: StaleEntries | None = None
    quality: Quality | None = None


class FixRequest(In):
    """Which model's issues to cure, or all; `dryRun` only shows what would be done."""

    model: str | None = None
    dry_run: bool = False


class FixedFile(Out):
    """A file that a cure writes or deletes."""

    path: str
    action: Literal["write", "delete"]


class FixAnswer(Out):
    """The issues that a cure takes away, the files it touches, what is left, and, if made, the change."""

    fixed: int
    cured: list[IssueInfo]
    files: list[FixedFile]
    file_count: int
    left: Json
    change: ChangeAnswer | None = None


@router.get("/analysis")
async def analyze(
    studio: StudioDep,
    type: Literal["seo_audit", "locale_parity", "stale_content", "quality_score", "full"] = "full",
    ref: str | None = None,
    inside: Inside = in_project("content.read"),
) -> Analysis:
    """Return where content is weak."""
    return Analysis.model_validate(await read(studio, inside, "brain_analyze", {"type": type}, ref))


@router.get("/validation")
async def validate(
    studio: StudioDep,
    model: str | None = None,
    locale: str | None = None,
    ref: str | None = None,
    inside: Inside = in_project("content.read"),
) -> ValidationAnswer:
    """Validate content and models; every issue has its place."""
    given: Json = {"model": model, "locale": locale}
    return ValidationAnswer.model_validate(await read(studio, inside, "validate", given, ref))


@router.post("/validation/fix")
async def fix(body: FixRequest, studio: StudioDep, inside: Inside = in_project("content.write")) -> FixAnswer:
    """Cure what can be cured without a person, as one change that is merged or waits for review."""
    given: Json = {"model": body.model} if body.model else {}
    if body.dry_run:
        return FixAnswer.model_validate(await read(studio, inside, "preview_fixes", given))
    called = await studio.direct.use(inside.asker, inside.project.id, "fix_content", given)
    return FixAnswer.model_validate({**called.output.data, "change": answer_of(called)})
