"""A piece in the content: sent, half accepted, taken back, and sent again against what is there."""

from pathlib import Path
from typing import Any

from tests.api.conftest import Browser
from tests.articles.corpus import write_corpus
from tests.articles.test_desk import MODEL
from tests.articles.test_pipeline import begin, run

Json = dict[str, Any]
KEPT, REFUSED = "The first keeper wore a straw hat.", "The second keeper wore none."


async def ok(owner: Browser, method: str, path: str, body: Any = None) -> Any:
    status, told = await owner.call(method, path, body)
    assert status in (200, 201), told
    return told


async def decide(owner: Browser, sent: Json, rejected: str = "") -> str:
    """Accept all changes of what was sent but those that say something; return what all of them bring."""
    path = f"/api/proposals/{sent['proposalId']}"
    hunks = (await ok(owner, "GET", path))["hunks"]
    for hunk in hunks:
        is_out = bool(rejected) and rejected in str(hunk["new"])
        body = {"hunks": [hunk["id"]], "decision": "rejected" if is_out else "accepted"}
        await ok(owner, "POST", f"{path}/decisions", body)
    done = await ok(owner, "POST", f"{path}/finish", {})
    assert done["state"] == "merged", done
    return str([hunk["new"] for hunk in hunks])


async def test_what_was_half_accepted_is_undone_and_sent_again_whole(owner: Browser, tmp_path: Path) -> None:
    made = await begin(owner, write_corpus(tmp_path / "corpus")[:4])
    path, project = f"/api/articles/{made['id']}", f"/api/projects/{made['projectId']}/content"
    _, article = await run(owner, made["id"], mode="full", skip=["identifyImageNeeds"])
    first = {"locales": ["en"], "domains": ["site"], "models": [MODEL], "workflow": "review"}
    await ok(owner, "POST", f"{project}/init", first)

    async def stands() -> tuple[int, bool, bool]:
        rows = (await ok(owner, "GET", f"{project}/entries/stories"))["data"]
        text = "".join(
            [str(await ok(owner, "GET", f"{project}/entries/stories/{row['slug']}")) for row in rows]
        )
        return len(rows), KEPT in text, REFUSED in text

    async def send() -> Json:
        return await ok(owner, "POST", f"{path}/send", {"model": "stories"})

    await decide(owner, await send())
    assert await stands() == (1, False, False)
    parts = article["content"].split("\n\n")
    texts = [at for at, part in enumerate(parts) if "{{ref" in part]
    for at, more in ((texts[0], KEPT), (texts[-1], REFUSED)):
        parts[at] = f"{more} {parts[at]}"
    await ok(owner, "PUT", path, {"content": "\n\n".join(parts)})

    half = await send()
    brought = await decide(owner, half, REFUSED)
    assert (KEPT in brought, REFUSED in brought) == (True, True)
    assert await stands() == (1, True, False)
    undone = await ok(owner, "POST", f"/api/proposals/{half['proposalId']}/undo")
    assert undone["state"] == "merged", undone
    assert await stands() == (1, False, False)

    again = await send()
    assert again["proposalId"] != half["proposalId"]
    assert (await send())["proposalId"] == again["proposalId"], "what waits is one proposal"
    brought = await decide(owner, again, REFUSED)
    assert (KEPT in brought, REFUSED in brought) == (True, True), "what was refused is proposed again too"
    assert await stands() == (1, True, False)
    brought = await decide(owner, await send())
    assert (KEPT in brought, REFUSED in brought) == (False, True), "only what is not there yet"
    assert await stands() == (1, True, True)
