"""The whole piece, offline: thirty documents in four formats become a cited piece with pictures."""

from pathlib import Path
from typing import Any

import aiohttp

from proofroom.articles import Articles, Visibility
from proofroom.kernel.ids import WorkspaceId
from tests.api.conftest import Browser
from tests.articles.checker import integrity
from tests.articles.corpus import write_corpus
from tests.patience import until


async def give(owner: Browser, article_id: str, files: list[Path]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for file in files:
        form = aiohttp.FormData()
        form.add_field("file", file.read_bytes(), filename=file.name)
        path = f"{owner.url}/api/articles/{article_id}/documents"
        async with owner.http.post(path, data=form, headers={"X-CSRF-Token": owner.csrf}) as answer:
            assert answer.status == 200, await answer.text()
            found += await answer.json()
    return found


async def begin(
    owner: Browser, files: list[Path], title: str = "Bees and hives in the city"
) -> dict[str, Any]:
    _, project = await owner.call("POST", "/api/projects", {"name": "Bees"})
    _, made = await owner.call("POST", "/api/articles", {"title": title, "projectId": project["id"]})
    given = await give(owner, made["id"], files)
    assert [each["trouble"] for each in given if each["trouble"]] == []
    return made


async def run(owner: Browser, article_id: str, **body: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    status, started = await owner.call("POST", f"/api/articles/{article_id}/run", body or {"mode": "full"})
    assert status == 200, started
    events = await owner.lines("GET", f"/api/runs/{started['runId']}/events")
    return events, (await owner.call("GET", f"/api/articles/{article_id}"))[1]


async def is_free(owner: Browser, article_id: str) -> bool:
    """Tell whether the run has let go of the article; it does so right after its last event."""
    return (await owner.call("GET", f"/api/articles/{article_id}"))[1]["runId"] is None


async def stored_texts(owner: Browser, article: dict[str, Any]) -> dict[str, str]:
    articles = owner.studio.get(Articles)
    _, me = await owner.call("GET", "/api/session")
    whole = await articles.get(Visibility(WorkspaceId(me["workspace"]["id"])), article["id"])
    return {each.id: each.text for each in await articles.documents(whole)}


async def test_thirty_documents_become_a_cited_illustrated_piece_and_poison_only_a_flag(
    owner: Browser, tmp_path: Path
) -> None:
    files = write_corpus(tmp_path / "corpus", has_poison=True)
    made = await begin(owner, files)
    events, article = await run(owner, made["id"])
    assert (events[-1]["type"], article["status"]) == ("done", "ready")
    moves = [(each["before"], each["after"]) for each in events if each["type"] == "statusTransition"]
    assert moves == [
        ("draft", "research"),
        ("research", "foundations"),
        ("foundations", "skeleton"),
        ("skeleton", "writing"),
        ("writing", "humanity_checking"),
        ("humanity_checking", "creating_visuals"),
        ("creating_visuals", "ready"),
    ]
    done = [each["percent"] for each in events if each["type"] == "progress"]
    assert done == sorted(done)
    assert "costMicros" in next(each for each in events if each["type"] == "progress")

    _, sources = await owner.call("GET", f"/api/articles/{made['id']}/sources")
    assert integrity(article, sources, await stored_texts(owner, article)) == 1.0
    report = article["report"]
    assert (report["integrity"], report["passes"], report["findings"]) == (1.0, True, [])
    assert len(article["sections"]) >= 3
    assert all(each["state"] == "written" for each in article["sections"])
    assert "[IMAGE:" not in article["content"]
    assert article["content"].count("![") == len(article["visualsMetadata"]["finals"]) >= 3
    assert article["visualsMetadata"]["finals"][0]["resolution"] == {"width": 1792, "height": 1024}
    kinds = {each["sourceType"] for each in sources}
    assert {"local_file", "web_snapshot"} <= kinds

    assert "mayor" not in article["content"]
    assert not any("mayor" in each["excerpt"] for each in sources)
    step = await owner.call("GET", f"/api/runs/{events[0]['runId']}")
    told = next(each for each in step[1]["steps"] if each["key"] == "10.research.keep")["result"]
    assert told["flagged"] == ["poison.md"]
    _, read = await owner.call("GET", f"/api/articles/{made['id']}/documents")
    assert [(each["name"], each["isSetAside"]) for each in read if each["flags"]] == [("poison.md", True)]
    assert "shortfall" not in told

    async with owner.http.get(f"{owner.url}/api/articles/{made['id']}/export?format=html") as page:
        text = await page.text()
    assert '<sup><a href="#source-' in text
    assert "{{ref" not in text


async def test_nothing_found_is_told_and_nothing_is_made_up(owner: Browser) -> None:
    _, made = await owner.call("POST", "/api/articles", {"title": "Quantum beekeeping"})
    events, article = await run(owner, made["id"])
    assert (events[-1]["type"], events[-1]["code"]) == ("error", "research_not_found")
    assert (article["status"], article["content"]) == ("draft", "")
    await until(lambda: is_free(owner, made["id"]))
    assert (await owner.call("GET", f"/api/articles/{made['id']}/sources"))[1] == []
    await _one_sentence(owner)


async def _one_sentence(owner: Browser) -> None:
    """One given sentence is a source; less is refused in words."""
    _, made = await owner.call("POST", "/api/articles", {"title": "Night trains"})
    path = f"/api/articles/{made['id']}"
    status, told = await owner.call("POST", f"{path}/texts", {"name": "Note", "text": "Buy honey."})
    assert (status, told["error"]["category"]) == (400, "VALIDATION_ERROR")
    assert "“Note” has fewer than 6 words" in told["error"]["message"]
    text = "The harbour counted 412 swans during the cold winter."  # no word of the topic
    assert (await owner.call("POST", f"{path}/texts", {"name": "Note", "text": text}))[0] == 200
    events, article = await run(owner, made["id"], mode="full", skip=["identifyImageNeeds"])
    assert (events[-1]["type"], article["status"]) == ("done", "ready"), events[-1]
    assert text in article["content"].replace(" {{ref:1}}", "")
    assert article["report"]["integrity"] == 1.0


async def test_a_run_rests_for_the_foundations_and_writes_what_was_approved(
    owner: Browser, tmp_path: Path
) -> None:
    made = await begin(owner, write_corpus(tmp_path / "corpus")[:8])
    path = f"/api/articles/{made['id']}"
    events, article = await run(owner, made["id"], mode="full", pause=True, skip=["identifyImageNeeds"])
    assert (events[-1]["status"], article["status"]) == ("waiting_human", "foundations_approval")
    assert article["skeleton"].startswith("# Bees and hives in the city")
    status, busy = await owner.call(
        "POST", f"{path}/run", {"mode": "steps", "steps": ["conductDeepResearch"]}
    )
    assert (status, busy["error"]["code"]) == (409, "conflict")

    edited = "# Bees\n\n## Roofs\n\n[PLACEHOLDER: roofs; sources {{ref:1}} {{ref:2}}]\n"
    status, approved = await owner.call("POST", f"{path}/approve", {"skeletonContent": edited})
    assert (status, approved["status"]) == (200, "writing")
    more = await owner.lines("GET", f"/api/runs/{events[0]['runId']}/events?after={events[-1]['n']}")
    assert more[-1]["type"] == "done", more
    _, article = await owner.call("GET", path)
    assert [each["heading"] for each in article["sections"]] == ["Roofs"]
    assert (article["status"], article["visualsMetadata"]["finals"]) == ("ready", [])
    assert article["report"]["integrity"] == 1.0

    # Going on is an approval too: the run that waits goes on, and no second one is refused after it.
    again = await begin(owner, write_corpus(tmp_path / "more")[:3])
    rested, _ = await run(owner, again["id"], mode="full", pause=True, skip=["identifyImageNeeds"])
    _, key = await owner.call("POST", "/api/keys", {"name": "robot", "role": "admin"})
    as_key, on = {"Authorization": f"Bearer {key['secret']}"}, f"/api/articles/{again['id']}"
    single = {"mode": "steps", "steps": ["writeFullContent"]}
    for wish in ({"mode": "full"}, single):
        assert (await owner.call("POST", f"{on}/run", wish, **as_key))[0] == 403
    assert (await owner.call("GET", on))[1]["status"] == "foundations_approval"
    status, told = await owner.call("POST", f"{on}/run", {"mode": "full"})
    assert (status, told.get("runId")) == (200, rested[0]["runId"]), told
    await _rests_for_a_program(owner, as_key)


async def _rests_for_a_program(owner: Browser, as_key: dict[str, str]) -> None:
    """A program that asks for the whole piece gets as far as the plan, whether it asks for a rest or not."""
    _, made = await owner.call("POST", "/api/articles", {"title": "Swans of the harbour"}, **as_key)
    text = "The harbour counted 412 swans during the cold winter."
    path = f"/api/articles/{made['id']}"
    await owner.call("POST", f"{path}/texts", {"name": "Note", "text": text})
    _, started = await owner.call("POST", f"{path}/run", {"mode": "full"}, **as_key)
    events = await owner.lines("GET", f"/api/runs/{started['runId']}/events")
    assert events[-1]["status"] == "waiting_human", events[-1]
    assert (await owner.call("GET", path))[1]["status"] == "foundations_approval"
    # What a program's call begins is the program's, too: its rights and limits hold there.
    _, other = await owner.call("POST", "/api/articles", {"title": "Swans of the harbour"}, **as_key)
    await owner.call("POST", f"/api/articles/{other['id']}/texts", {"name": "Note", "text": text})
    asked = {"message": "research this topic", "screenContext": {"artifactId": other["id"]}}
    status, told = await owner.call("POST", "/api/content-agent/execute", asked, **as_key)
    assert status == 200, told
    _, listed = await owner.call("GET", "/api/runs?limit=10")
    assert {each["keyName"] for each in listed["runs"] if each["title"] == "Swans of the harbour"} == {
        "robot"
    }


CATS = """# Sokak kedileri sayımı

Kadıköy'de 2023 sonbaharında 11.400 sokak kedisi sayıldı. Sayıma 160 gönüllü katıldı. Kedilerin yüzde 62'si
kısırlaştırılmıştı. Belediye her yıl yaklaşık 2.000 kediyi kısırlaştırıyor.

## Beslenme noktaları

İlçede 310 beslenme noktası var. Noktaların bakımını çoğunlukla mahalleli yapıyor.
"""


async def test_a_sentence_full_of_figures_is_used_and_a_turkish_piece_has_turkish_headings(
    owner: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "kediler.md"
    path.write_text(CATS, "utf-8")
    article = await begin(owner, [path], "Kadıköy'de sokak kedileri")
    _, done = await run(owner, article["id"])
    assert "11.400 sokak kedisi" in done["content"]
    assert "## What it is about" not in done["content"]
    assert done["report"]["integrity"] == 1.0


LIFEBOAT = "The lifeboat at Gull Point was launched 214 times from 1902 to 1951. Its crew rowed until 1931."
KEPT = "The boat of Gull Point is kept in a shed of tarred boards, which the village repainted in 1988."


async def test_records_and_their_papers_are_read_for_whoever_may_read_them(owner: Browser) -> None:
    form = aiohttp.FormData()
    form.add_field("file", LIFEBOAT.encode(), filename="gull-point-lifeboat.md")
    headers = {"X-CSRF-Token": owner.csrf}
    async with owner.http.post(f"{owner.url}/api/documents", data=form, headers=headers) as answer:
        assert answer.status == 201, await answer.text()
    fields = [{"key": "note", "type": "longText"}, {"key": "crew", "type": "number", "label": "Crew"}]
    kind = {"slug": "boat", "name": "Boat", "fields": fields}
    assert (await owner.call("POST", "/api/entity-types", kind))[0] == 201
    record = {"typeSlug": "boat", "title": "Gull Point lifeboat", "fields": {"note": KEPT, "crew": 12}}
    assert (await owner.call("POST", "/api/entities", record))[0] == 201

    article = await begin(owner, [], "The Gull Point lifeboat")
    await run(owner, article["id"], mode="steps", steps=["conductDeepResearch"])
    _, sources = await owner.call("GET", f"/api/articles/{article['id']}/sources")
    assert {each["sourceType"] for each in sources} == {"workspace"}
    told = "\n".join(each["excerpt"] for each in sources)
    assert LIFEBOAT in told
    assert KEPT in told
    assert "Boat Gull Point lifeboat. Crew: 12." in told

    # Records belong to no project: a key of one project reads none of them, nor does what it starts.
    body = {"name": "Robot", "role": "editor", "projectId": article["projectId"]}
    status, key = await owner.call("POST", "/api/keys", body)
    assert status == 201, key
    as_key = {"Authorization": f"Bearer {key['secret']}"}
    async with aiohttp.ClientSession() as http:
        robot = Browser(http, owner.url, owner.studio)
        begun = {"title": "The Gull Point lifeboat", "projectId": article["projectId"]}
        status, made = await robot.call("POST", "/api/articles", begun, **as_key)
        assert status == 200, made
        path, steps = f"/api/articles/{made['id']}", ["conductDeepResearch"]
        status, run_of = await robot.call("POST", f"{path}/run", {"mode": "steps", "steps": steps}, **as_key)
        assert status == 200, run_of
        ended = await robot.lines("GET", f"/api/runs/{run_of['runId']}/events", **as_key)
        assert (ended[-1]["type"], ended[-1]["code"]) == ("error", "research_not_found"), ended[-1]
        assert await robot.call("GET", f"{path}/sources", **as_key) == (200, [])
