"""What an article has cost so far, stage by stage: every call of a model, a search and a picture."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from proofroom.articles.types import Article
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import RunId
from proofroom.telemetry.usage import Sum

Stage = Literal["research", "outline", "draft", "check", "pictures"]
STAGES: Final[tuple[Stage, ...]] = ("research", "outline", "draft", "check", "pictures")
_FROM: Final[tuple[tuple[int, Stage], ...]] = (
    (70, "draft"),
    (60, "pictures"),
    (59, "check"),
    (50, "draft"),
    (20, "outline"),
    (0, "research"),
)
"""The number a step of the flow begins with, from which on it belongs to a stage."""
_MOST_RUNS: Final = 200


@dataclass(frozen=True, slots=True)
class StageCost:
    """What one stage has cost; `unpriced` counts the calls whose cost nobody knows."""

    stage: Stage
    calls: int
    cost_micros: int
    unpriced: int


def runs_of(article: Article) -> list[RunId]:
    """Return the runs that have worked on an article."""
    known: list[RunId] = article.metadata.get("runIds") or []
    last = article.metadata.get("lastRunId")
    return list(dict.fromkeys([*known, *([last] if last else [])]))


def worked_on(article: Article, run_id: RunId) -> dict[str, Any]:
    """Return what an article keeps of the runs on it, with one more."""
    return {"lastRunId": run_id, "runIds": [*runs_of(article), run_id][-_MOST_RUNS:]}


def stage_of(step: str) -> Stage:
    """Return the stage a step belongs to; what has no number of its own reads the claims."""
    number = step.partition(".")[0]
    if not number.isdigit():
        return "check"
    return next(stage for first, stage in _FROM if int(number) >= first)


def by_stage(steps: Mapping[str, Sum]) -> list[StageCost]:
    """Return what each stage has cost, in their order; one without a call costs nothing."""
    return [
        _cost(stage, [each for step, each in steps.items() if stage_of(step) == stage]) for stage in STAGES
    ]


def _cost(stage: Stage, used: Sequence[Sum]) -> StageCost:
    return StageCost(
        stage,
        sum(each.calls for each in used),
        sum(each.cost_micros for each in used),
        sum(each.unpriced for each in used),
    )
