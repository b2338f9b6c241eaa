"""How a room teaches the offline model: skills that match a request and plan its tool calls.

A plan is a generator. It yields a `Call` (or several at once), receives their results, and ends by
returning an `Answer` or an `Ask`. Between rounds the engine may forget it (`replay.py`): then it starts the
generator anew and feeds it the results that the history holds, so a plan must depend on nothing but its
request and those results.

    def find(request: Request) -> Plan:
        hits = yield Call("brain_search", {"query": request.text})
        return Answer(f"{hits.data['total']} entries mention it.")
"""

import re
from collections.abc import Callable, Generator
from dataclasses import field
from typing import Any, Final, cast

import orjson

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import Language, say

_READING: Final = """
list_models brain_query brain_search get_content relation_expand list_branches list_submissions search_media
brain_analyze validate validate_schema branch_health getTime listProjects searchHelp webSearch
"""
READING: Final = frozenset(_READING.split())
"""Tools that change nothing: parts of a request may use them side by side, and undoing passes them over."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked, and where they stood when they asked it."""

    text: str
    language: Language
    scope: str
    agent: str
    screen: dict[str, Any]
    tools: frozenset[str]
    earlier: tuple[str, ...] = ()
    """The person's earlier messages in this conversation, oldest first."""
    before: tuple["Made", ...] = ()
    """The tool calls of earlier turns that went well, oldest first: what "it" may mean."""
    latest: tuple["Made", ...] = ()
    """Those of the turn just before this one: what "undo that" and "make it 8" mean."""
    told: str = ""
    """What was said to the message before this one."""
    answers: tuple[str, ...] = ()
    """What the person answered when `text` had been met with a question, oldest first."""
    agreed: tuple[str, ...] = ()
    """What was said that the person has answered with a plain yes: offers in it are agreed to."""
    picked: int = 0
    """Which of the offers in it, where it has several; a plain yes takes the first."""
    whole: str = ""
    """The words that the calls have to account for, where `text` is a shorter way to put them."""
    spoken: str = ""
    """The whole message as it was said, before anything of it was put plainly or taken apart."""
    excused: frozenset[str] = frozenset()
    """Words of `whole` that a known phrase accounts for."""
    used: frozenset[str] = field(default=frozenset[str](), compare=False)
    """What this turn has used so far: it was at hand when the turn began, whatever is now."""

    def can(self, *tools: str) -> bool:
        """Tell whether all these tools are at hand."""
        return all(tool in self.tools for tool in tools)

    def say(self, key: str, /, **values: object) -> str:
        """Return a sentence of the server's texts in the person's language."""
        return say(key, **values).to(self.language)


@dataclass(frozen=True, slots=True)
class Call:
    """A tool to use next."""

    tool: str
    input: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool answered. `data` is its JSON; a cut-off result has `data` None and only its `text`."""

    ok: bool
    text: str

    @property
    def data(self) -> Any:
        """Return the parsed answer, or None if it is not whole JSON."""
        try:
            return orjson.loads(self.text)
        except orjson.JSONDecodeError:
            return None

    def rows(self, key: str) -> list[Any]:
        """Return a list inside the answer, empty if it is not there."""
        data: Any = self.data
        found = data.get(key) if isinstance(data, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        return found if isinstance(found, list) else []  # pyright: ignore[reportUnknownVariableType]

    @property
    def problem(self) -> str:
        """Return what went wrong, in the tool's words."""
        data = self.data
        return str(data["error"]) if isinstance(data, dict) and "error" in data else self.text  # pyright: ignore[reportUnknownArgumentType]


@dataclass(frozen=True, slots=True)
class Made:
    """A call that was made, and what came of it."""

    call: Call
    result: Result


def as_made(call: Call) -> Made:
    """Return a call as if it had been made: what follows it may be about the same entries."""
    given, data = call.input, cast("dict[str, Any]", call.input.get("data") or {})
    ids = [*cast("list[Any]", given.get("entryIds") or []), given.get("slug"), given.get("entryId")]
    ids = [one for one in ids if one] or [key for key, one in data.items() if isinstance(one, dict)]
    rows = [{"id": str(one)} for one in ids if one != "new"]
    return Made(call, Result(True, orjson.dumps({"results": rows}).decode()))


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of a plan: what to tell the person."""

    text: str
    is_weak: bool = False
    """It says that nothing was found: another reading may do better."""
    is_so: bool = False
    """It says that something is as it is wanted already."""


def is_question(told: str) -> bool:
    """Tell whether what was said last asks for something."""
    # A sign inside an address asks nothing.
    return re.search(r"\?(?=[^\w/]|$)", told.strip()[-400:]) is not None


@dataclass(frozen=True, slots=True)
class Ask:
    """The end of a plan that lacks something: a question back that names what is missing."""

    text: str
    offers: tuple[Call, ...] = ()
    """What a plain yes would do, where it says so."""
    leaves_words: bool = False
    """What it offers leaves words of the request unexplained."""
    is_choice: bool = False
    """It offers several things, of which one may be picked."""
    deed: str = ""
    """What it offers to do, as it is told: who agrees to that does so whatever words it was asked about."""


def is_open(end: Answer | Ask) -> bool:
    """Tell whether an end leaves a request open: another reading may do better."""
    return isinstance(end, Ask) or end.is_weak


Plan = Generator[Call | list[Call], Any, Answer | Ask]
"""Receives a `Result` for a `Call`, and a list of them for a list."""


def noting(plan: Plan, wrote: list[Call]) -> Plan:
    """Go through a plan, noting the calls that write."""
    try:
        wanted = next(plan)
        while True:
            calls = wanted if isinstance(wanted, list) else [wanted]
            wrote += [call for call in calls if call.tool not in READING]
            wanted = plan.send((yield wanted))
    except StopIteration as end:
        return cast("Answer | Ask", end.value)


@dataclass(frozen=True, slots=True)
class Underway:
    """A plan that has read all it wants to: what it is about to write, or how it ended."""

    plan: Generator[Call | list[Call], Any, Answer | Ask | None]
    wanted: Call | list[Call] | None
    end: Answer | Ask | None

    @property
    def calls(self) -> list[Call]:
        """The calls it is about to make, or offers to."""
        if self.wanted is None:
            return list(self.end.offers) if isinstance(self.end, Ask) else []
        return self.wanted if isinstance(self.wanted, list) else [self.wanted]

    def go_on(self) -> Plan:
        """Do what it wants, to its end."""
        if self.wanted is None:
            assert self.end is not None
            return self.end
        try:
            wanted = self.wanted
            while True:
                wanted = self.plan.send((yield wanted))
        except StopIteration as end:
            return cast("Answer | Ask", end.value)


def up_to_writing(
    plan: Generator[Call | list[Call], Any, Answer | Ask | None],
) -> Generator[Call | list[Call], Any, Underway]:
    """Go through a plan until it is about to write, or has ended without."""
    try:
        wanted = next(plan)
        while all(call.tool in READING for call in (wanted if isinstance(wanted, list) else [wanted])):
            wanted = plan.send((yield wanted))
        return Underway(plan, wanted, None)
    except StopIteration as end:
        return Underway(plan, None, cast("Answer | Ask | None", end.value))


@dataclass(frozen=True, slots=True)
class Skill:
    """One thing the offline model can do: how sure it is that a request means this, and its plan."""

    name: str
    match: Callable[[Request], float]
    """From 0 (not meant) to 1 (certainly meant)."""
    plan: Callable[[Request], Plan]
    says: str = ""
    """The key of what it can do, for the list of abilities; one without is told by another."""
    needs: tuple[str, ...] = ()
    """Tools without which it is not listed among the abilities."""
    task: str = ""
    """The first line of a task that a flow sets: a request with it is this skill's alone, however long."""


@dataclass(frozen=True, slots=True)
class Playbook:
    """A room's skills."""

    room: str
    skills: tuple[Skill, ...]
