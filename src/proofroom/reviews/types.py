"""What waits for a person, and what people have said."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Literal

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import (
    ApprovalId,
    ConversationId,
    PersonId,
    ProjectId,
    ProposalId,
    RunId,
    WorkspaceId,
)

ApprovalStatus = Literal["pending", "approved", "denied", "expired", "cancelled"]
Decision = Literal["approved", "denied"]
RuleEffect = Literal["allow", "ask", "deny"]


GATE = "gate:"
"""What the call id of an approval begins with that is about no tool call, but about a flow going on."""


@dataclass(frozen=True, slots=True)
class Approval:
    """A person's word on one tool call, bound to its exact input; or on a flow that asks at a gate."""

    id: ApprovalId
    workspace_id: WorkspaceId
    project_id: ProjectId | None
    run_id: RunId
    step: str
    tool_call_id: str
    tool_name: str
    permission: str | None
    input: dict[str, Any]
    input_sha256: str
    reason: str
    agent: str
    agent_version: int
    person_id: PersonId | None
    needs_second_person: bool
    status: ApprovalStatus
    created_at: datetime
    expires_at: datetime
    edited_input: dict[str, Any] | None = None
    decision_reason: str = ""
    decided_by: PersonId | None = None
    decided_at: datetime | None = None
    executed_at: datetime | None = None

    @property
    def final_input(self) -> dict[str, Any]:
        """Return the input to run with: the approver's edit, or the agent's own."""
        return self.input if self.edited_input is None else self.edited_input

    @property
    def is_gate(self) -> bool:
        """Tell whether a flow asks, and no tool is called."""
        return self.tool_call_id.startswith(GATE)

    @property
    def slug(self) -> str:
        """Return the name it has among tasks: the seed's `approve-tool-<name>-<timestamp>`."""
        return f"approve-tool-{self.tool_name}-{int(self.created_at.timestamp() * 1000)}"

    @property
    def had_nobody(self) -> bool:
        """Tell whether it was denied at once because nobody could have allowed it: an admin should know."""
        return self.status == "denied" and self.decided_by is None and self.decided_at == self.created_at


@dataclass(frozen=True, slots=True)
class ApprovalRule:
    """A person's standing word on a tool, for an agent, a conversation or everybody, perhaps until a date."""

    id: str
    workspace_id: WorkspaceId
    tool_name: str
    effect: RuleEffect
    agent: str | None
    conversation_id: ConversationId | None
    created_by: PersonId | None
    expires_at: datetime | None
    created_at: datetime


ProposalState = Literal["open", "conflicts", "merged", "rejected"]
HunkDecision = Literal["accepted", "rejected"]


@dataclass(frozen=True, slots=True)
class DecidedHunks:
    """What was decided so far: changes accepted and rejected, and how conflicts were answered."""

    accepted: frozenset[str]
    rejected: frozenset[str]
    choices: Mapping[str, dict[str, Any]]

    @classmethod
    def of(cls, words: Mapping[str, tuple[HunkDecision, dict[str, Any] | None]]) -> "DecidedHunks":
        """Sort people's words on each change."""
        accepted = frozenset(key for key, (word, _) in words.items() if word == "accepted")
        choices = {key: choice for key, (_, choice) in words.items() if choice is not None}
        return cls(accepted, frozenset(words) - accepted, choices)

    @property
    def all(self) -> frozenset[str]:
        """Return every change that somebody decided."""
        return self.accepted | self.rejected


@dataclass(frozen=True, slots=True)
class BranchPlace:
    """Changes on a branch of a project's repository."""

    project_id: ProjectId
    branch: str


@dataclass(frozen=True, slots=True)
class ConfigPlace:
    """Changes to a versioned definition in the database, such as an agent."""

    kind: str
    id: str
    base_version: int
    """The version that the changes were made from."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Changes that wait for a person, or waited: on a branch of a project, or to a configuration."""

    id: ProposalId
    workspace_id: WorkspaceId
    project_id: ProjectId | None
    kind: str
    branch: str | None
    state: ProposalState
    title: str
    agent: str
    hunks: int
    created_at: datetime
    updated_at: datetime
    subject: str = ""
    """What the first change is about, as people call it: the title of an entry. Empty for an undo, whose
    title says what is taken back."""
    subjects: int = 0
    """How many things the changes are about."""
    conversation_id: ConversationId | None = None
    run_id: RunId | None = None
    person_id: PersonId | None = None
    carried_to: str | None = None
    commit: str | None = None
    decided_by: PersonId | None = None
    decided_at: datetime | None = None
    config_kind: str | None = None
    config_id: str | None = None
    base_version: int | None = None
    undoes_id: ProposalId | None = None
    """The proposal whose merge this one takes back."""
    merged_onto: str | None = None
    """What it was merged onto."""
    undoes_run: RunId | None = None
    """The run whose changes this one takes back."""

    @property
    def place(self) -> BranchPlace | ConfigPlace:
        """Return where its changes are."""
        if self.project_id is not None and self.branch is not None:
            return BranchPlace(self.project_id, self.branch)
        assert self.config_kind is not None
        assert self.config_id is not None
        assert self.base_version is not None
        return ConfigPlace(self.config_kind, self.config_id, self.base_version)

    @property
    def on_branch(self) -> BranchPlace:
        """Return the branch its changes are on, where they are known to be on one."""
        place = self.place
        assert isinstance(place, BranchPlace)
        return place

    @property
    def is_open(self) -> bool:
        """Tell whether it still waits."""
        return self.state in ("open", "conflicts")


@dataclass(frozen=True, slots=True)
class HunkTarget:
    """What a change is about, as its room names it."""

    room: str
    type: str
    """The kind of thing: an entry, a document, a model, an agent."""
    id: str
    area: str = ""
    """The part of the project it belongs to, where access can be limited to some: a content model."""
    locale: str | None = None
    path: tuple[str, ...] = ()
    """The way to the field; empty for the whole thing."""

    @property
    def thing(self) -> tuple[str, str, str, str | None]:
        """Return what tells the thing from others, whatever of it changes.

        What an entry says and whether it is published are two types of one thing; its languages are apart.
        """
        return (self.room, self.area, self.id or self.type, self.locale)


def count_things(targets: Iterable[HunkTarget]) -> int:
    """Return how many things changes are about."""
    return len({target.thing for target in targets})


@dataclass(frozen=True, slots=True)
class HunkView:
    """One change as a reviewer sees it, whichever room it comes from."""

    id: str
    target: HunkTarget
    title: str
    """What the thing is called now; a proposed name only where the thing itself is new."""
    op: str
    old: Any
    new: Any
    is_prose: bool = False
    words: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    requires: list[str] = field(default_factory=list[str])
    conflict: dict[str, Any] | None = None
    labels: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    """What the fields it touches are called, by field and language, where their room says so."""
    risk: str = ""
    """What it would allow that was not allowed before, as the key of a sentence; empty where nothing."""

    @property
    def locale(self) -> str | None:
        """Return the language it is in."""
        return self.target.locale

    @property
    def path(self) -> tuple[str, ...]:
        """Return the way to the field it changes."""
        return self.target.path


@dataclass(frozen=True, slots=True)
class About:
    """What the changes are about: the first thing by its name, how many things, how many changes."""

    hunks: int = 0
    subject: str = ""
    subjects: int = 0


Fate = Literal["write", "merge", "discard"]
"""What happens to changes of a preview: they are written, merged, or thrown away."""


@dataclass(frozen=True, slots=True)
class CallPreview:
    """What a call that waits would change if it ran now."""

    fate: Fate
    hunks: list[HunkView]


@dataclass(frozen=True, slots=True)
class TextView:
    """One changed text as a whole: words that stay (`text`), and hunks by id in their places (`hunk`)."""

    target: HunkTarget
    pieces: list[tuple[Literal["text", "hunk"], str]]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check of the proposal's result says."""

    severity: Literal["error", "warning"]
    message: str
    target: HunkTarget | None = None


@dataclass(frozen=True, slots=True)
class ReviewView:
    """What a proposal holds now: its changes, conflicts and checks. `sha` names the state it was read in."""

    sha: str
    hunks: list[HunkView]
    conflicts: list[HunkView]
    findings: list[Finding]
    texts: list[TextView] = field(default_factory=list[TextView])


@dataclass(frozen=True, slots=True)
class Ended:
    """How a proposal ended without its record: the studio stopped in the middle of merging or rejecting."""

    state: Literal["merged", "rejected"]
    held: ReviewView | None = None
    commit: str | None = None
    merged_onto: str | None = None
    carried_to: str | None = None
    rest: ReviewView | None = None
    """What goes on in a proposal of its own."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What finishing a review did."""

    state: Literal["merged", "rejected", "open", "conflicts"]
    accepted: int
    rejected: int
    undecided: int
    commit: str | None = None
    carried_to: str | None = None
    merged_onto: str | None = None
    """What it was merged onto, by which the merge can be taken back."""


@dataclass(frozen=True, slots=True)
class Reversal:
    """What taking something back came to: merged at once, changes that wait, or nothing that is left."""

    state: Literal["nothing", "merged", "waiting", "conflicts"]
    place: BranchPlace | ConfigPlace | None = None
    commit: str | None = None
    merged_onto: str | None = None
    about: About = About()
    held: "ReviewView | None" = None
    """What it changes, where it was merged at once."""
    draft: dict[str, Any] | None = None
    """The configuration that it would make, where it waits."""


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody said about a proposal or one of its changes."""

    id: str
    proposal_id: ProposalId
    hunk_id: str | None
    person_id: PersonId | None
    author: str
    text: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class InboxItem:
    """One line of the inbox, whatever stands behind it."""

    kind: str
    id: str
    title: str
    state: str
    is_waiting: bool
    is_high_risk: bool
    project_id: ProjectId | None
    run_id: RunId | None
    asked_by: str
    for_person_id: PersonId | None
    created_at: datetime
    decided_at: datetime | None = None
    expires_at: datetime | None = None
    about: str = ""
    """What the sentence is about, for clients that write it in their reader's language: a tool, a title."""
    more: int | None = None
    """How many things it is about beside that one; None where `about` is no thing but words."""
    count: int = 0
    """How many changes, where there are some."""
    detail: str = ""
    """What tells it from others like it, for lists: the beginning of a call's input."""
    slug: str = ""
    """Its name among tasks, where it has one."""
