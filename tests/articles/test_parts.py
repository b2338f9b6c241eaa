"""A better wording, another language, an interview, and a piece that is sent again: each through its door."""

import asyncio
import re
from pathlib import Path
from typing import Any

from proofroom.articles.playbook import writer_playbook
from proofroom.kernel.blocks import TextBlock
from proofroom.kernel.settings import Settings
from proofroom.providers.offline import OfflineDriver
from proofroom.providers.types import ModelRequest, Reply, Sink, TokenUsage
from tests.api.conftest import Browser, serve
from tests.articles.corpus import write_corpus
from tests.articles.test_desk import MODEL
from tests.articles.test_pipeline import begin, run

LETTERS = str.maketrans("aeiou", "ıöüğş")


class Translator(OfflineDriver):
    """The built-in model, with a language of its own; the first time it loses its sources."""

    def __init__(self) -> None:
        super().__init__([writer_playbook()])
        self.loses = 1

    async def stream(self, request: ModelRequest, sink: Sink) -> Reply:
        task = request.messages[-1].text
        if not task.startswith("Translate a part"):
            return await super().stream(request, sink)
        text = task.partition("\nText:\n")[2]
        said = re.sub(
            r"(?<![\w/{:(])[a-z]{4,}(?![\w/.)])", lambda word: word.group().translate(LETTERS), text
        )
        if self.loses and "{{ref:" in said:
            self.loses -= 1
            said = re.sub(r"\s*\{\{ref:\d+\}\}", "", said)
        sink.text(0, said)
        return Reply([TextBlock(said)], "end", TokenUsage(), "end", "offline")


async def test_a_piece_is_improved_translated_and_sent_again(
    sqlite_settings: Settings, tmp_path: Path
) -> None:
    driver = Translator()
    async with serve(sqlite_settings, {"offline": driver}) as owner:
        await owner.set_up()
        made = await begin(owner, write_corpus(tmp_path / "corpus")[:12])
        path = f"/api/articles/{made['id']}"
        _, article = await run(owner, made["id"], mode="full", skip=["identifyImageNeeds"])
        assert article["status"] == "ready"
        await _improve(owner, path, article)
        await _send_twice(owner, made, article)
        await _localise(owner, made["id"], article, driver)


async def _improve(owner: Browser, path: str, article: dict[str, Any]) -> None:
    passage = next(line for line in article["content"].splitlines() if line.count("{{ref:") > 1)
    wish = {"selectedText": passage, "userInstruction": "Make it shorter"}
    status, told = await owner.call("POST", f"{path}/improve", wish)
    assert (status, told["changed"], told["passes"]) == (200, True, True), told
    assert passage.startswith(told["replacement"])
    assert (await owner.call("GET", path))[1]["content"] == article["content"]
    status, _ = await owner.call("POST", f"{path}/improve", wish | {"selectedText": "It stands nowhere."})
    assert status == 400


async def _accept(owner: Browser, proposal_id: str) -> list[dict[str, Any]]:
    path = f"/api/proposals/{proposal_id}"
    _, found = await owner.call("GET", path)
    ids = [each["id"] for each in found["hunks"]]
    status, told = await owner.call("POST", f"{path}/decisions", {"hunks": ids, "decision": "accepted"})
    assert status == 200, told
    status, told = await owner.call("POST", f"{path}/finish", {"sha": found["sha"]})
    assert status == 200, told
    return found["hunks"]


async def _send_twice(owner: Browser, made: dict[str, Any], article: dict[str, Any]) -> None:
    content = f"/api/projects/{made['projectId']}/content"
    models = [MODEL, MODEL | {"id": "notes", "name": "Notes", "kind": "collection", "fields": FIELDS}]
    first = {"locales": ["en", "tr"], "domains": ["site"], "models": models, "workflow": "auto-merge"}
    status, told = await owner.call("POST", f"{content}/init", first)
    assert status == 200, told
    path = f"/api/articles/{made['id']}"
    _, sent = await owner.call("POST", f"{path}/send", {"model": "notes"})
    presses = (owner.call("POST", f"{path}/send", {"model": "notes"}) for _ in range(2))
    again = await asyncio.gather(*presses)
    assert [(code, told["proposalId"]) for code, told in again] == [(200, sent["proposalId"])] * 2
    _, waiting = await owner.call("GET", f"/api/proposals?projectId={made['projectId']}")
    assert [each["id"] for each in waiting if each["state"] == "open"] == [sent["proposalId"]]
    await owner.call("PUT", path, {"title": "Hives of the city, soon"})
    _, updated = await owner.call("POST", f"{path}/send", {"model": "notes"})
    assert updated["proposalId"] == sent["proposalId"]
    before = await _accept(owner, sent["proposalId"])
    assert [each["new"]["title"] for each in before] == ["Hives of the city, soon"], before
    await owner.call("PUT", path, {"title": "Hives of the city, again"})
    status, sent = await owner.call("POST", f"{path}/send", {"model": "notes"})
    assert status == 200, sent
    changed = await _accept(owner, sent["proposalId"])
    assert {each["target"]["id"] for each in changed} == {each["target"]["id"] for each in before}
    assert [(each["path"], each["new"]) for each in changed] == [(["title"], "Hives of the city, again")]


async def _localise(owner: Browser, article_id: str, article: dict[str, Any], driver: Translator) -> None:
    path = f"/api/articles/{article_id}/localise"
    status, refused = await owner.call("POST", path, {"locale": "en"})
    assert status == 400, refused
    status, started = await owner.call("POST", path, {"locale": "tr"})
    assert status == 200, started
    events = await owner.lines("GET", f"/api/runs/{started['runId']}/events")
    assert events[-1]["type"] == "done", events[-1]
    _, turkish = await owner.call("GET", f"/api/articles/{started['articleId']}")
    assert (turkish["status"], turkish["locale"], driver.loses) == ("ready", "tr", 0)
    refs = [re.findall(r"\{\{ref:(\d+)\}\}", each["content"]) for each in (article, turkish)]
    assert refs[0] == refs[1]
    assert turkish["content"] != article["content"]
    assert (turkish["report"]["integrity"], turkish["report"]["passes"]) == (1.0, True)
    assert turkish["metadata"]["lastRunId"] == started["runId"]
    status, twice = await owner.call("POST", path, {"locale": "tr"})
    assert (status, turkish["title"] in twice["error"]["message"]) == (409, True)
    _, sent = await owner.call("POST", f"/api/articles/{turkish['id']}/send", {"model": "notes"})
    changed = await _accept(owner, sent["proposalId"])
    assert {each["locale"] for each in changed} == {"tr"}


FIELDS = {"title": {"type": "string", "required": True}, "text": {"type": "markdown"}}
SAID = (
    "We keep hives on the roofs of an old harbour depot, and the keepers are volunteers of the quarter.",
    "The first colonies died in their second winter, because nobody had treated them after the last harvest.",
    "We counted mites in every colony in August, treated them with formic acid and wrote each count down.",
    "Thirty of thirty-two colonies came through the winter, and the counts of the next summer were low.",
    "We would begin with fewer hives, since one keeper can look after four of them and not after ten.",
    "Others can take over the table of counts and the two dates; it needs one evening in August.",
)


async def test_a_showcase_is_written_from_its_interview(owner: Browser) -> None:
    _, made = await owner.call("POST", "/api/articles", {"title": "Roof hives", "type": "showcase"})
    path = f"/api/articles/{made['id']}"
    _, told = await owner.call("POST", f"{path}/interview")
    assert (told["status"], told["next"]["dimension"]) == ("interviewing", "case_context")
    status, told = await owner.call(
        "POST", f"{path}/interview/answers", {"questionNumber": 3, "answer": "Too early."}
    )
    assert status == 400, told
    for number, said in enumerate(SAID, 1):
        body = {"questionNumber": number, "answer": said}
        status, told = await owner.call("POST", f"{path}/interview/answers", body)
        assert status == 200, told
    assert (told["isEnough"], told["next"], len(told["answers"])) == (True, None, 6)
    status, told = await owner.call("POST", f"{path}/interview/complete", {})
    assert (status, told["isCompleted"]) == (200, True)
    events, article = await run(owner, made["id"], mode="continue", skip=["identifyImageNeeds"])
    assert (events[-1]["type"], article["status"]) == ("done", "ready"), events[-1]
    assert "formic acid" in article["content"]
    assert "{{ref:" not in article["content"]
    assert article["metadata"]["author_brief"].startswith("We keep hives")
