"""Who is addressed where several talk, and how each agent reads what the others said."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from proofroom.agents.groups.mentions import addressed
from proofroom.agents.groups.types import GroupMember, MemberKind
from proofroom.agents.groups.watching import News, SpokenPart, heard
from proofroom.kernel.blocks import TextBlock
from proofroom.kernel.ids import ConversationId, MessageId, PersonId, RunId, WorkspaceId
from proofroom.runtime.context.history import as_messages, name_speakers, own_part
from proofroom.runtime.types import Speaker, StoredMessage

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def a_member(kind: MemberKind, member: str, name: str, position: int) -> GroupMember:
    here = (ConversationId("c"), WorkspaceId("w"))
    return GroupMember(*here, kind, member, position, False, 0, NOW, name)


MEMBERS = [
    a_member("agent", "assistant", "Assistant", 0),
    a_member("agent", "feedback-review", "Feedback review", 1),
    a_member("agent", "analyst", "Analyst", 2),
    a_member("person", "p1", "Ada Lovelace", 3),
]


@pytest.mark.parametrize(
    ("text", "agents"),
    [
        ("What is new?", ["assistant"]),
        ("@analyst compare them", ["analyst"]),
        ("@Analyst, then @assistant", ["analyst", "assistant"]),
        ("Ask @Feedback review too", ["feedback-review"]),
        ("@all what do you think?", ["assistant", "feedback-review", "analyst"]),
        ("@herkes ne düşünüyor?", ["assistant", "feedback-review", "analyst"]),
        ("@Ada can you look?", []),
        ("@ada and @analyst", ["analyst"]),
        ("mail analyst@example.com", ["assistant"]),
        ("@analystic", ["assistant"]),
    ],
)
def test_who_is_addressed_answers_in_their_order(text: str, agents: list[str]) -> None:
    assert addressed(text, MEMBERS) == agents


def a_message(turn: int, role: str, text: str, agent: str = "", name: str = "Ada") -> StoredMessage:
    meta = Speaker(PersonId("p1"), name, agent).meta() if role == "user" else {}
    key = MessageId(f"{turn}{role}")
    return StoredMessage(key, turn, 0, None, role, "sent", [TextBlock(text)], meta, NOW)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("@analyst count the birds. @editor write it up.", "count the birds."),
        ("Hello both! @editor write it up. @analyst count the birds.", "Hello both! count the birds."),
        ("@editor write it up. @analyst and @assistant, count the birds", "count the birds"),
        ("@analyst and @editor count the birds", "count the birds"),
        ("@analyst please ask @editor to write it up", "please ask @editor to write it up"),
        ("Ask @analyst, then @editor", "Ask @analyst, then @editor"),
        ("@all count the birds", "count the birds"),
    ],
)
def test_an_agent_is_asked_its_part_of_a_message_to_several(text: str, own: str) -> None:
    assert own_part(text, "analyst") == own


def test_an_agent_reads_who_said_what_and_its_own_request_plainly() -> None:
    stored = [
        a_message(1, "user", "@editor hello", "editor"),
        a_message(1, "assistant", "Good day."),
        a_message(2, "user", "I am off.", "", "Mia"),
        a_message(3, "user", "@analyst, compare", "analyst"),
    ]
    read = [(one.role, one.text) for one in as_messages(name_speakers(stored, "analyst"))]
    assert read == [
        ("user", "Ada: @editor hello"),
        ("assistant", "editor: Good day."),
        ("user", "[Earlier words of Mia] I am off.compare"),
    ]


async def test_only_what_an_agent_says_is_passed_on_and_no_answer_that_holds_the_same_words() -> None:
    async def watch(_run: RunId) -> AsyncIterator[bytes]:
        yield b'{"type":"toolResult","data":{"fields":[{"type":"text"}]}}\n{"type":"text","text":"Two."}\n'

    news: asyncio.Queue[News | None] = asyncio.Queue()
    await heard(RunId("r1"), watch, news, asyncio.Event())
    assert [news.get_nowait()] == [SpokenPart(RunId("r1"), {"type": "text", "text": "Two."})]
    assert news.empty()
