"""The one table of statuses: which move is allowed by which operation. Nothing else decides about it."""

from collections.abc import Iterable
from typing import Literal

from proofroom.articles.types import Status
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidStatus
from proofroom.kernel.strings import say

Who = Literal["tool", "executor", "user", "system"]
Editing = Literal["open", "locked", "skeleton"]


@dataclass(frozen=True, slots=True)
class StatusInfo:
    """How a status is shown, what may be edited in it, and how far the work is."""

    label: str
    editor: Editing
    progress: int
    kind: Literal["editable", "processing", "approval"]


STATUSES: dict[Status, StatusInfo] = {
    "draft": StatusInfo("Draft", "open", 0, "editable"),
    "interviewing": StatusInfo("Interviewing", "locked", 5, "processing"),
    "research": StatusInfo("Creating Foundations", "locked", 15, "processing"),
    "foundations": StatusInfo("Creating Foundations", "locked", 30, "processing"),
    "skeleton": StatusInfo("Creating Foundations", "skeleton", 45, "processing"),
    "foundations_approval": StatusInfo("Foundations Approval", "skeleton", 50, "approval"),
    "writing": StatusInfo("Creating Content", "locked", 70, "processing"),
    "humanity_checking": StatusInfo("Creating Content", "locked", 80, "processing"),
    "creating_visuals": StatusInfo("Creating Content", "locked", 90, "processing"),
    "ready": StatusInfo("Content Ready", "open", 100, "editable"),
    "published": StatusInfo("Published", "open", 100, "editable"),
}


@dataclass(frozen=True, slots=True)
class Transition:
    """One allowed move."""

    before: Status
    after: Status
    operation: str
    who: Who
    is_seed: bool = False
    """From the first table of the original: accepted in single calls."""


TRANSITIONS: tuple[Transition, ...] = (
    Transition("draft", "research", "conductDeepResearch", "tool"),
    Transition("draft", "interviewing", "startShowcaseInterview", "tool"),
    Transition("interviewing", "research", "conductDeepResearch", "tool"),
    Transition("research", "foundations", "analyzeWritingCharacteristics", "tool"),
    Transition("foundations", "foundations", "analyzeStorytellingStructure", "tool"),
    Transition("foundations", "skeleton", "generateContentSkeleton", "tool"),
    Transition("foundations", "foundations_approval", "pauseForApproval", "executor"),
    Transition("skeleton", "foundations_approval", "pauseForApproval", "executor"),
    Transition("skeleton", "writing", "approveFoundations", "user"),
    Transition("foundations_approval", "writing", "approveFoundations", "user"),
    Transition("writing", "humanity_checking", "writeFullContent", "tool"),
    Transition("humanity_checking", "humanity_checking", "applyHumanityCheck", "tool"),
    Transition("humanity_checking", "creating_visuals", "identifyImageNeeds", "tool"),
    Transition("creating_visuals", "ready", "finishVisuals", "tool"),
    Transition("ready", "ready", "applyHumanityCheck", "tool"),
    Transition("draft", "ready", "localizeArticle", "tool"),
    Transition("draft", "creating_visuals", "writeSocialPostContent", "tool"),
    Transition("ready", "published", "publish", "user"),
    Transition("published", "ready", "edit", "system"),
    Transition("skeleton", "foundations", "reanalyzeFoundations", "user"),
    Transition("foundations_approval", "foundations", "reanalyzeFoundations", "user"),
    Transition("ready", "foundations", "regenerateContent", "user"),
    Transition("published", "foundations", "regenerateContent", "user"),
    Transition("research", "skeleton", "generateContentSkeleton", "tool", is_seed=True),
    Transition("skeleton", "creating_visuals", "writeFullContent", "tool", is_seed=True),
    Transition("creating_visuals", "ready", "applyHumanityCheck", "tool", is_seed=True),
    Transition("creating_visuals", "creating_visuals", "identifyImageNeeds", "tool", is_seed=True),
)

PROCESSING: frozenset[Status] = frozenset(
    status for status, info in STATUSES.items() if info.kind != "editable"
)
"""From these a failed step takes the article back to where its last checkpoint was."""

WRITTEN: tuple[Status, ...] = ("humanity_checking", "creating_visuals", "ready", "published")
"""Here there is a whole text."""

DRAFTS: tuple[Status, ...] = ("draft", "research", "skeleton")
"""What is listed as a draft unless somebody asks for more: the seed's three."""


def before(operation: str, *, is_single: bool = True) -> tuple[Status, ...]:
    """Return the statuses from which an operation may begin."""
    moves = (each for each in TRANSITIONS if each.operation == operation and (is_single or not each.is_seed))
    return tuple(dict.fromkeys(each.before for each in moves))


def target(operation: str, status: Status, *, is_single: bool = True) -> Status:
    """Return where an operation leads from a status, or refuse it with what it expects."""
    for each in TRANSITIONS:
        if each.operation == operation and each.before == status and (is_single or not each.is_seed):
            return each.after
    raise refused(operation, status, before(operation, is_single=is_single))


def refused(operation: str, status: Status, expected: Iterable[Status]) -> InvalidStatus:
    """Return the refusal of a move: what the article is, and what it would have to be."""
    wanted = list(expected)
    return InvalidStatus(
        say("articles.status", operation=operation, status=status, expected=", ".join(wanted) or "-"),
        currentStatus=status,
        expectedStatus=wanted,
        operation=operation,
    )


def may_edit(status: Status, *, is_skeleton: bool = False) -> bool:
    """Tell whether a person may edit the text, or the skeleton, in a status."""
    return STATUSES[status].editor == "open" or (is_skeleton and STATUSES[status].editor == "skeleton")
