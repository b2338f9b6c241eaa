"""“Shall I …?” over HTTP: what the offline model is not sure of is offered; a yes does it, a no drops it."""

from typing import Any

import pytest

from tests.api.conftest import Browser
from tests.api.test_content import ok

MODELS = [
    {
        **{"id": "parks", "name": "Parks", "kind": "collection", "domain": "blog", "i18n": False},
        "fields": {
            "name": {"type": "string", "required": True},
            "benches": {"type": "integer", "label": {"en": "Benches", "tr": "Bank sayısı"}},
        },
        "title_field": "name",
    }
]
PARKS = {
    "aaaaaaaaaaaa": {"name": "Riverside", "benches": 3},
    "bbbbbbbbbbbb": {"name": "Hilltop", "benches": 5},
}


class Chat:
    """A conversation with the editor, and what the project says meanwhile."""

    def __init__(self, owner: Browser, project_id: str) -> None:
        self.owner, self.project_id, self.conversation = owner, project_id, {}

    async def say(self, text: str) -> str:
        """Say something, and return the answer."""
        body = {"message": text, "model": "offline", "projectId": self.project_id, **self.conversation}
        events = await self.owner.lines("POST", "/api/ai/chat/content", body)
        made = next((one for one in events if one.get("conversationId")), None)
        self.conversation = {"conversationId": made["conversationId"]} if made else self.conversation
        return "".join(one.get("text", "") for one in events if one["type"] == "text")

    async def benches(self) -> dict[str, Any]:
        """Return how many benches each park has, on the main branch."""
        path = f"/api/projects/{self.project_id}/content/entries/parks"
        rows = (await ok(self.owner, "GET", path))["data"]
        return {one["name"]: one["benches"] for one in rows}


@pytest.fixture
async def chat(owner: Browser) -> Chat:
    start = {"locales": ["en", "tr"], "domains": ["blog"], "workflow": "auto-merge", "models": MODELS}
    made = await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": start})
    await ok(owner, "PUT", f"/api/projects/{made['id']}/content/entries/parks", {"data": PARKS})
    return Chat(owner, made["id"])


@pytest.mark.parametrize(
    ("request_", "offer", "yes"),
    [
        (
            "Set the benches of the velvet Riverside park to 7",
            "Shall I set benches of “Riverside” to 7?",
            "yes",
        ),
        (
            "Riverside parkının kadife bank sayısını 7 yap",
            "Şunu yapayım mı: “Riverside”: bank sayısı 7 olsun?",
            "evet",
        ),
    ],
)
async def test_a_yes_does_what_was_offered_and_nothing_before_it(
    chat: Chat, request_: str, offer: str, yes: str
) -> None:
    assert offer in await chat.say(request_)
    assert await chat.benches() == {"Riverside": 3, "Hilltop": 5}
    await chat.say(yes)
    assert await chat.benches() == {"Riverside": 7, "Hilltop": 5}
    await chat.say(yes)  # an answer that asks nothing has no yes
    assert await chat.benches() == {"Riverside": 7, "Hilltop": 5}


@pytest.mark.parametrize(
    ("request_", "no", "left"),
    [
        (
            "Set the benches of the velvet Riverside park to 7",
            "no thanks",
            "All right, I leave that as it is.",
        ),
        ("Riverside parkının kadife bank sayısını 7 yap", "hayır", "Peki, olduğu gibi bırakıyorum."),
    ],
)
async def test_a_no_drops_it_for_good(chat: Chat, request_: str, no: str, left: str) -> None:
    await chat.say(request_)
    assert left in await chat.say(no)
    await chat.say("yes")
    assert await chat.benches() == {"Riverside": 3, "Hilltop": 5}


async def test_a_yes_does_what_was_offered_although_the_entry_was_changed_meanwhile(chat: Chat) -> None:
    assert "Shall I set benches of “Hilltop” to 9?" in await chat.say("Hilltop velvet: benches 9")
    path = f"/api/projects/{chat.project_id}/content/entries/parks"
    await ok(chat.owner, "PUT", path, {"data": {"aaaaaaaaaaaa": {"name": "Hilltop two", "benches": 1}}})
    await chat.say("Yes, please.")
    assert await chat.benches() == {"Hilltop two": 1, "Hilltop": 9}
