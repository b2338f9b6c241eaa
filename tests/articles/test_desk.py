"""A finished piece at its desk: findings, a section again, locked ones, publishing, and into the content."""

from pathlib import Path
from typing import Final

from proofroom.articles.parts import REF, sentences
from tests.api.conftest import Browser
from tests.articles.corpus import write_corpus
from tests.articles.test_pipeline import begin, give, run

MODEL = {
    "id": "stories",
    "name": "Stories",
    "kind": "document",
    "domain": "site",
    "i18n": True,
    "fields": {"title": {"type": "string", "required": True}, "summary": {"type": "text"}},
}


async def test_a_piece_is_corrected_written_again_published_and_proposed_as_an_entry(
    owner: Browser, tmp_path: Path
) -> None:
    made = await begin(owner, write_corpus(tmp_path / "corpus")[:12])
    path = f"/api/articles/{made['id']}"
    _, article = await run(owner, made["id"], mode="full", skip=["identifyImageNeeds"])
    assert article["status"] == "ready"
    heading = article["sections"][0]["heading"]

    wrong = article["content"].replace(
        f"## {heading}\n\n", f"## {heading}\n\nThere were 987654 hives. {{{{ref:1}}}} ", 1
    )
    _, edited = await owner.call("PUT", path, {"content": wrong})
    (found,) = [each for each in edited["report"]["findings"] if each["blocking"]]
    assert (found["kind"], found["detail"], found["section"]) == ("number", "987654", heading)
    status, refused = await owner.call("POST", f"{path}/publish", {})
    assert (status, refused["error"]["category"]) == (500, "TOOL_EXECUTION_FAILED")
    assert refused["error"]["context"]["findings"][0]["detail"] == "987654"

    place = {"start": found["start"], "kind": "number"}
    _, evidence = await owner.call("GET", f"{path}/findings/evidence?start={found['start']}&kind=number")
    assert (evidence["numbers"], evidence["nearest"]["number"]) == (["987654"], 1)
    assert not any(each["carries"] for each in evidence["others"])
    status, refused = await owner.call("PUT", f"{path}/findings", place | {"kind": "name", "reason": "No"})
    assert (status, refused["error"]["category"]) == (404, "ARTIFACT_NOT_FOUND")
    _, dismissed = await owner.call("PUT", f"{path}/findings", place | {"reason": "Counted it myself"})
    (told,) = [each for each in dismissed["report"]["findings"] if each["detail"] == "987654"]
    assert (told["dismissed"]["reason"], told["blocking"]) == ("Counted it myself", False)
    assert told["dismissed"]["by"]
    assert dismissed["report"]["passes"]
    # The word stays with the sentence when the rest of the text changes, and goes when it is taken back.
    _, kept = await owner.call("PUT", path, {"content": f"{wrong}\n\nNobody knows why.\n"})
    assert kept["report"]["passes"], kept["report"]["findings"]
    _, audit = await owner.call("GET", "/api/audit?limit=20")
    assert "article.dismissFinding" in str(audit)
    _, again = await owner.call("PUT", f"{path}/findings", place | {"reason": " "})
    assert not again["report"]["passes"]

    locked = article["sections"][1]
    _, kept = await owner.call("PUT", f"{path}/sections", {"heading": locked["heading"], "isLocked": True})
    assert kept["sections"][1]["isLocked"]
    status, refused = await owner.call("POST", f"/api/articles/{made['id']}/run", {"mode": "section"})
    assert (status, refused["error"]["category"]) == (400, "VALIDATION_ERROR")
    events, article = await run(owner, made["id"], mode="section", section=locked["heading"])
    assert (events[-1]["type"], events[-1]["code"]) == ("error", "invalid_status")
    assert article["sections"][1] == kept["sections"][1]
    events, article = await run(owner, made["id"], mode="section", section=heading)
    assert events[-1]["type"] == "done"
    assert "987654" not in article["content"]
    assert article["report"]["passes"]
    status, undone = await owner.call("POST", f"/api/runs/{events[0]['runId']}/undo")
    assert status == 200, undone
    assert "987654" in (await owner.call("GET", path))[1]["content"]
    events, article = await run(owner, made["id"], mode="section", section=heading)
    assert article["report"]["passes"]
    assert locked["content"].partition("[IMAGE")[0].strip() in article["content"]
    _, checked = await owner.call("GET", f"{path}/humanity")
    assert checked["score"] <= 100
    assert all(article["content"][each["start"] : each["end"]] == each["text"] for each in checked["edits"])

    project = made["projectId"]
    content = f"/api/projects/{project}/content"
    first = {"locales": ["en"], "domains": ["site"], "models": [MODEL], "workflow": "auto-merge"}
    status, told = await owner.call("POST", f"{content}/init", first)
    assert status == 200, told
    status, sent = await owner.call("POST", f"{path}/send", {"model": "stories"})
    assert status == 200, sent
    assert sent["state"] not in ("merged", "")
    _, inbox = await owner.call("GET", "/api/inbox")
    assert [each["kind"] for each in inbox if each["isWaiting"]] == ["proposal"]
    status, published = await owner.call("POST", f"{path}/publish", {})
    assert (status, published["status"]) == (200, "published")


async def test_foundations_wait_in_the_inbox_and_can_be_planned_again(owner: Browser, tmp_path: Path) -> None:
    files = write_corpus(tmp_path / "corpus")
    made = await begin(owner, files[:6])
    path = f"/api/articles/{made['id']}"
    await run(owner, made["id"], mode="full", pause=True)
    _, inbox = await owner.call("GET", "/api/inbox")
    assert [(each["kind"], each["id"]) for each in inbox if each["isWaiting"]] == [("article", made["id"])]
    _, sources = await owner.call("GET", f"{path}/sources")
    again = {"selectedReferenceIds": [sources[0]["id"]]}
    status, told = await owner.call("POST", f"/api/artifacts/{made['id']}/re-analyze-foundations", again)
    assert status == 200, told
    events = await owner.lines("GET", f"/api/runs/{told['pipelineResult']['runId']}/events")
    assert events[-1]["status"] == "waiting_human"
    _, article = await owner.call("GET", path)
    assert article["status"] == "foundations_approval"
    assert {each for section in article["sections"] for each in section["sources"]} == {sources[0]["number"]}
    _, style = await owner.call("GET", f"/api/artifacts/{made['id']}/writing-characteristics")
    assert style["characteristics"]["voice"]["source"] == "default"
    assert await give(owner, made["id"], files[:1])


SMALL: Final = {
    "Fences": "A fence for beavers is 1.2 metres high and sunk deep into the ground. Gates clog with leaves.",
    "Schools": "Pupils from nine primary schools have built model dams. Their exercise takes an afternoon.",
    "Laws": "Killing a beaver without a licence is an offence by law. The government issues each licence.",
    "Insurance": "An insurer pays for dams above a flooded village. Its budget is 250,000 pounds a year.",
    "Kits": "Kits are born in May and stay with their family for two years. A family has six animals.",
    "Bones": "Bones of beavers were found in a Neolithic village. Gerald described a colony in 1188.",
    "Peat": "Wet ground behind a dam lays down peat. The soil of one pond holds 1,194 tonnes of carbon.",
    "Walks": "Volunteers lead walks to the lodge at dusk. Some 18,000 visitors came in the first summer.",
    "Beavers in rivers": "Beavers live again in forty British rivers. Rivers with beavers flood less often.",
    "Pipes": "A pipe through a dam keeps the pond from rising. One pipe costs 400 pounds and a day of work.",
}


async def test_a_new_plan_keeps_what_is_locked_and_headings_fit_what_is_below_them(
    owner: Browser, tmp_path: Path
) -> None:
    for name, text in SMALL.items():
        (tmp_path / f"{name}.md").write_text(f"# {name}\n\n{text}\n")
    made = await begin(owner, sorted(tmp_path.glob("*.md")), "Beavers in British rivers")
    _, article = await run(owner, made["id"])
    for each in article["sections"]:
        named = [name for name in SMALL if name.lower() in each["heading"].lower()]
        assert all(SMALL[name].partition(". ")[0] in each["content"] for name in named), each["heading"]
    path = f"/api/articles/{made['id']}"
    locked = article["sections"][-1]
    _, kept = await owner.call("PUT", f"{path}/sections", {"heading": locked["heading"], "isLocked": True})
    _, sources = await owner.call("GET", f"{path}/sources")
    chosen = [each["id"] for each in sources if each["number"] not in locked["sources"]]
    status, told = await owner.call(
        "POST", f"/api/artifacts/{made['id']}/re-analyze-foundations", {"selectedReferenceIds": chosen}
    )
    assert status == 200, told
    await owner.lines("GET", f"/api/runs/{told['pipelineResult']['runId']}/events")
    _, again = await owner.call("GET", path)
    assert kept["sections"][-1] in again["sections"]
    said = [each.text for each in sentences(REF.sub("", again["content"]))]
    assert len(said) == len(set(said)), said
    assert locked["content"].partition("[IMAGE")[0].strip() in again["content"]
