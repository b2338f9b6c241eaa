"""Content over HTTP: make a project, write, look up, review, undo, deliver."""

import asyncio
import csv
import io
import json
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import aiohttp
import pytest

from proofroom.access import Restrictions
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.content.tools.conftest import ARTICLES, TOPICS

A, B = "aaaaaaaaaaaa", "bbbbbbbbbbbb"


async def ok(browser: Browser, method: str, path: str, body: Any = None, **headers: str) -> Any:
    status, answer = await browser.call(method, path, body, **headers)
    assert status in (200, 201), answer
    return answer


async def make_project(browser: Browser, workflow: str = "auto-merge", name: str = "Notes") -> dict[str, Any]:
    start = {"locales": ["en", "tr"], "domains": ["blog"], "workflow": workflow, "models": [TOPICS, ARTICLES]}
    return await ok(browser, "POST", "/api/projects", {"name": name, "start": start})


@pytest.fixture
async def project(owner: Browser) -> str:
    return f"/api/projects/{(await make_project(owner))['slug']}/content"


async def save(browser: Browser, project: str, **entries: Any) -> Any:
    return await ok(browser, "PUT", f"{project}/entries/topics", {"data": entries, "locale": "en"})


async def test_a_project_is_made_listed_and_read(owner: Browser) -> None:
    made = await make_project(owner)
    assert [each["slug"] for each in await ok(owner, "GET", "/api/projects")] == ["notes"]
    for name in (made["id"], made["slug"]):
        found = await ok(owner, "GET", f"/api/projects/{name}")
        assert (found["phase"], found["workflow"], found["cause"]) == ("active", "auto-merge", "")
    status, answer = await owner.call(
        "POST", "/api/projects", {"name": "N", "start": {"locales": ["english"]}}
    )
    assert (status, answer["error"]["code"]) == (400, "invalid_input")
    assert len(await ok(owner, "GET", "/api/projects")) == 1, (
        "a project whose repository failed leaves nothing"
    )


async def test_an_empty_project_gets_its_structure_later(owner: Browser) -> None:
    made = await ok(owner, "POST", "/api/projects", {"name": "Empty"})
    path = f"/api/projects/{made['id']}/content"
    assert (await ok(owner, "GET", f"{path}/status"))["phase"] == "uninitialized"
    status, answer = await owner.call("PUT", f"{path}/entries/topics", {"data": {"name": "x"}})
    assert (status, answer["error"]["code"]) == (400, "invalid_status")
    body = {"locales": ["en"], "domains": ["blog"], "models": [TOPICS], "workflow": "auto-merge"}
    assert (await ok(owner, "POST", f"{path}/init", body))["state"] == "merged"
    found = await ok(owner, "GET", f"{path}/status")
    assert (found["phase"], found["locales"], [model["id"] for model in found["models"]]) == (
        "active",
        ["en"],
        ["topics"],
    )


async def test_entries_are_saved_found_changed_and_deleted(owner: Browser, project: str) -> None:
    saved = await save(owner, project, **{A: {"name": "Rivers"}, B: {"name": "Parks", "color": "green"}})
    assert (saved["state"], saved["summary"]) == ("merged", "Changed 2 entries of topics (en)")
    page = await ok(owner, "GET", f"{project}/entries/topics?sort=-name&limit=1")
    assert (page["total"], page["truncated"], page["data"][0]["name"]) == (2, True, "Rivers")
    where = quote('{"color": "green"}')
    assert (await ok(owner, "GET", f"{project}/entries/topics?where={where}"))["data"][0]["id"] == B
    entry = await ok(owner, "GET", f"{project}/entries/topics/{A}")
    assert (entry["data"], entry["meta"]["updated_by"]) == ({"name": "Rivers"}, "owner@example.com")
    found = await ok(owner, "GET", f"{project}/search?query=rivers")
    assert [hit["entryId"] for hit in found["results"]] == [A]
    gone = await ok(owner, "POST", f"{project}/entries/topics/delete", {"entryIds": [B]})
    assert gone["state"] == "merged"
    assert (await owner.call("GET", f"{project}/entries/topics/{B}"))[0] == 404


async def test_a_save_that_saw_older_values_learns_what_is_there_now(owner: Browser, project: str) -> None:
    await save(owner, project, **{A: {"name": "Rivers", "color": "blue"}})
    path = f"{project}/entries/topics"
    mine = {"data": {A: {"name": "Streams"}}, "seen": {"name": "Rivers"}}
    assert (await ok(owner, "PUT", path, mine))["state"] == "merged"
    theirs = {"data": {A: {"name": "Brooks"}}, "seen": {"name": "Rivers"}}
    status, answer = await owner.call("PUT", path, theirs)
    assert (status, answer["error"]["code"]) == (409, "conflict")
    assert answer["error"]["context"]["now"] == {"name": "Streams"}
    assert (await ok(owner, "GET", f"{path}/{A}"))["data"]["name"] == "Streams"
    other = {"data": {A: {"color": "green"}}, "seen": {"color": "blue"}}
    assert (await ok(owner, "PUT", path, other))["state"] == "merged"
    fresh = {"slug": "swifts", "data": {"title": "Swifts"}, "body": "They came.", "seen": {"title": None}}
    assert (await ok(owner, "PUT", f"{project}/entries/articles", fresh))["state"] == "merged"


async def test_one_of_two_saves_at_once_is_merged_and_the_other_refused(owner: Browser, project: str) -> None:
    await save(owner, project, **{A: {"name": "Rivers"}})
    path, last = f"{project}/entries/topics", "Rivers"
    for turn in range(5):
        wanted = [f"Streams {turn}", f"Brooks {turn}"]
        bodies = [{"data": {A: {"name": name}}, "seen": {"name": last}} for name in wanted]
        answers = await asyncio.gather(*(owner.call("PUT", path, body) for body in bodies))
        assert sorted(status for status, _ in answers) == [200, 409]
        won = 0 if answers[0][0] == 200 else 1
        last = wanted[won]
        assert answers[won][1]["state"] == "merged"
        assert answers[1 - won][1]["error"]["context"]["now"] == {"name": last}
    assert (await ok(owner, "GET", f"{path}/{A}"))["data"]["name"] == last
    states = {one["state"] for one in await ok(owner, "GET", "/api/proposals")}
    assert states == {"merged"}, "what was refused waits nowhere"


async def test_the_other_doors_of_a_project_answer(owner: Browser, project: str) -> None:
    await save(owner, project, **{A: {"name": "Rivers"}})
    document = {"slug": "swifts", "data": {"title": "Swifts", "topic": A}, "body": "They came."}
    await ok(owner, "PUT", f"{project}/entries/articles", document)
    related = await ok(owner, "GET", f"{project}/relations/topics/{A}?direction=reverse")
    assert related["referencedBy"][0]["ref"] == "swifts"
    assert (await ok(owner, "GET", f"{project}/analysis?type=full"))["quality"]["modelCount"] == 2
    issues = await ok(owner, "GET", f"{project}/validation?model=topics")
    assert issues["summary"]["models_checked"] == 1
    copied = await ok(owner, "POST", f"{project}/entries/topics/copy", {"source": "en", "target": "tr"})
    assert copied["summary"] == "Copied 1 entry of topics from en to tr"
    added = await ok(owner, "POST", f"{project}/locales", {"locale": "de"})
    assert added["state"] == "merged"
    await ok(owner, "PUT", f"{project}/vocabulary", {"terms": {"swift": {"en": "swift"}}})
    await ok(owner, "PUT", f"{project}/vocabulary", {"terms": {"nest": {"en": "nest", "tr": "yuva"}}})
    gone = await ok(owner, "POST", f"{project}/vocabulary/delete", {"terms": ["nest"]})
    assert (gone["state"], gone["summary"]) == ("merged", "Deleted 1 term of the glossary")
    status, answer = await owner.call("POST", f"{project}/vocabulary/delete", {"terms": ["stork"]})
    assert (status, answer["error"]["code"]) == (404, "not_found")
    assert (await ok(owner, "GET", f"{project}/vocabulary"))["vocabulary"] == {"swift": {"en": "swift"}}
    model = {
        "name": "Events",
        "kind": "collection",
        "domain": "blog",
        "fields": {"title": {"type": "string"}},
    }
    assert (await ok(owner, "PUT", f"{project}/models/events", model))["state"] == "merged"
    assert len((await ok(owner, "GET", f"{project}/models"))["models"]) == 3
    assert (await ok(owner, "DELETE", f"{project}/models/events"))["state"] == "merged"
    assert (await ok(owner, "GET", f"{project}/branches/health"))["status"] == "ok"
    status, answer = await owner.call("GET", f"{project}/entries/topics?where=nonsense")
    assert (status, answer["error"]["code"]) == (400, "invalid_input")


async def test_history_shows_who_changed_an_entry_and_a_run_is_undone(owner: Browser, project: str) -> None:
    await save(owner, project, **{A: {"name": "Rivers"}})
    changed = await save(owner, project, **{A: {"name": "Streams"}})
    versions = await ok(owner, "GET", f"{project}/log?model=topics&entry={A}")
    assert [version["value"]["name"] for version in versions] == ["Streams", "Rivers"]
    assert versions[0]["runId"] == changed["runId"]
    assert versions[0]["author"] == "Owner"
    undone = await ok(owner, "POST", f"/api/runs/{changed['runId']}/undo")
    assert undone["state"] == "merged"
    assert (await ok(owner, "GET", f"{project}/entries/topics/{A}"))["data"]["name"] == "Rivers"
    assert len(await ok(owner, "GET", f"{project}/log?limit=3")) == 3


@pytest.fixture
async def member(sqlite_settings: Settings) -> Any:
    """Return an owner, a project in review, and a key that writes there."""
    async with serve(sqlite_settings) as browser:
        await browser.set_up()
        made = await make_project(browser, "review")
        operator = await browser.studio.operator()
        key = await browser.studio.access.keys.create(operator, "Writer", role="editor")
        yield browser, f"/api/projects/{made['id']}/content", {"Authorization": f"Bearer {key.secret}"}


async def test_what_waits_is_reviewed_in_part_and_merged(member: Any) -> None:
    owner, project, key = member
    body = {"data": {A: {"name": "Rivers"}, B: {"name": "Parks"}}, "locale": "en"}
    saved = await ok(owner, "PUT", f"{project}/entries/topics", body, **key)
    assert saved["state"] == "waiting"
    (branch,) = await ok(owner, "GET", f"{project}/branches")
    assert (branch["ahead"], branch["behind"]) == (1, 0)
    assert (branch["about"], branch["subjects"]) == ("Rivers", 2)
    assert branch["name"] == saved["branch"]
    assert branch["proposalId"]
    diff = await ok(owner, "GET", f"{project}/diff?branch={quote(branch['name'])}")
    first, second = [hunk["id"] for hunk in diff["hunks"]]
    on_branch = f"{project}/entries/topics?ref={quote(branch['name'])}"
    assert (await ok(owner, "GET", on_branch))["total"] == 2
    status, answer = await owner.call("POST", f"{project}/merge", {"branch": branch["name"]}, **key)
    assert (status, answer["error"]["code"]) == (403, "not_allowed")
    body = {"branch": branch["name"], "accept": [first], "reject": [second]}
    done = await ok(owner, "POST", f"{project}/merge", body)
    assert (done["state"], done["accepted"], done["rejected"]) == ("merged", 1, 1)
    assert (await ok(owner, "GET", f"{project}/entries/topics"))["total"] == 1


async def test_a_branch_is_merged_whole_or_rejected(member: Any) -> None:
    owner, project, key = member
    branches = []
    for entry in (A, B):
        body = {"data": {entry: {"name": "T"}}, "locale": "en"}
        branches.append((await ok(owner, "PUT", f"{project}/entries/topics", body, **key))["branch"])
    assert (await ok(owner, "POST", f"{project}/merge", {"branch": branches[0]}))["state"] == "merged"
    assert await ok(owner, "POST", f"{project}/reject", {"branch": branches[1]}) == {"ok": True}
    assert await ok(owner, "GET", f"{project}/branches") == []
    states = {each["branch"]: each["state"] for each in await ok(owner, "GET", "/api/proposals")}
    assert states == {branches[0]: "merged", branches[1]: "rejected"}


async def test_a_decision_on_a_branch_of_another_git_client_is_written_down(member: Any) -> None:
    owner, project, key = member
    body = {"data": {A: {"name": "T"}}, "locale": "en"}
    ours = (await ok(owner, "PUT", f"{project}/entries/topics", body, **key))["branch"]
    git = owner.studio.repositories.repo(ProjectId(project.split("/")[3])).git
    pushed = ["cr/new/pushed", "cr/new/unwanted"]
    for name in pushed:
        git.branches.create(name, git.branches[ours].peel())
    merged = await ok(owner, "POST", f"{project}/merge", {"branch": pushed[0]})
    await ok(owner, "POST", f"{project}/reject", {"branch": pushed[1]})
    page = await ok(owner, "GET", "/api/audit?action=branch.")
    assert [(each["action"], each["targetId"]) for each in page["entries"]] == [
        ("branch.rejected", pushed[1]),
        ("branch.merged", pushed[0]),
    ]
    assert merged["commit"]
    assert all(each["actorName"] == "Owner" and each["runId"] for each in page["entries"])


async def test_a_key_sees_only_what_it_is_limited_to(member: Any) -> None:
    owner, project, _ = member
    operator = await owner.studio.operator()
    made = await owner.studio.access.keys.create(
        operator, "Limited", role="editor", limits=Restrictions(models=frozenset({"articles"}))
    )
    key = {"Authorization": f"Bearer {made.secret}"}
    assert [m["id"] for m in (await ok(owner, "GET", f"{project}/status", **key))["models"]] == ["articles"]
    for path in ("entries/topics", "log", "log?model=topics", "validation?model=topics"):
        assert (await owner.call("GET", f"{project}/{path}", **key))[0] == 403, path
    # A branch is judged by what it changes (tests/attack/test_named.py); this one changes nothing.
    assert (await owner.call("GET", f"{project}/diff?branch=x", **key))[0] == 404
    save = {"data": {A: {"name": "T"}}}
    assert (await owner.call("PUT", f"{project}/entries/topics", save, **key))[0] == 403


async def sign_in(owner: Browser, http: aiohttp.ClientSession, project_id: str, role: Any) -> Browser:
    """Invite a member with a role in the project and return their browser."""
    email, password = f"{role}@example.com", "correct horse battery"
    sent = await owner.studio.access.invites.create(
        await owner.studio.operator(), email, project_roles={ProjectId(project_id): role} if role else None
    )
    await owner.studio.access.invites.accept(sent.token, password=password, name=str(role))
    browser = Browser(http, owner.url, owner.studio)
    session = await ok(browser, "POST", "/api/session", {"email": email, "password": password})
    browser.csrf = session["csrfToken"]
    return browser


@pytest.mark.parametrize(
    ("role", "read", "write", "review", "model"),
    [
        (None, 200, 403, 403, 403),
        ("viewer", 200, 403, 403, 403),
        ("reviewer", 200, 403, 404, 403),
        ("editor", 200, 200, 403, 403),
    ],
)
async def test_a_member_may_do_what_their_role_in_the_project_says(
    member: Any, role: Any, read: int, write: int, review: int, model: int
) -> None:
    owner, project, _ = member
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        somebody = await sign_in(owner, http, project.split("/")[3], role)
        body = {"data": {A: {"name": "Rivers"}}, "locale": "en"}
        nothing = {"branch": "cr/chat/none/1-abcd"}
        new = {"name": "Events", "kind": "dictionary", "domain": "blog"}
        found = [
            (await somebody.call("GET", f"{project}/entries/topics"))[0],
            (await somebody.call("PUT", f"{project}/entries/topics", body))[0],
            (await somebody.call("POST", f"{project}/merge", nothing))[0],
            (await somebody.call("PUT", f"{project}/models/events", new))[0],
        ]
        assert found == [read, write, review, model]


async def test_published_content_is_delivered_with_entity_tags(owner: Browser, project: str) -> None:
    await save(owner, project, **{A: {"name": "Rivers"}, B: {"name": "Parks"}})
    publish = {"entryIds": [A], "status": "published"}
    await ok(owner, "POST", f"{project}/entries/topics/status", publish)
    url = f"{owner.url}/api/delivery/notes/topics"
    strangers = {"Cookie": ""}
    owner.http.cookie_jar.clear()
    async with owner.http.get(url, headers=strangers) as answer:
        assert answer.status == 401
    async with owner.http.get(f"{owner.url}/api/delivery/nothing/topics") as answer:
        assert answer.status == 401, "strangers do not learn which projects there are"
    project_id = (await owner.studio.access.projects.list_all(owner.studio.workspace_id))[0].id
    await owner.studio.access.projects.update(
        await owner.studio.operator(), project_id, settings={"delivery": {"public": True}}
    )
    async with owner.http.get(url) as answer:
        assert answer.status == 200
        assert (await answer.json())["data"] == [{"id": A, "name": "Rivers"}]
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        tag = answer.headers["ETag"]
    async with owner.http.get(url, headers={"If-None-Match": tag}) as answer:
        assert (answer.status, await answer.read()) == (304, b"")
    async with owner.http.get(f"{url}/{A}?locale=en") as answer:
        assert (await answer.json())["data"]["name"] == "Rivers"
    for missing in (f"{url}/{B}", f"{url}?locale=de", f"{owner.url}/api/delivery/notes/nothing"):
        async with owner.http.get(missing) as answer:
            assert answer.status == 404


async def test_a_preview_token_shows_one_branch_to_whoever_has_it(member: Any) -> None:
    owner, project, key = member
    body = {"data": {A: {"name": "Rivers"}}, "locale": "en"}
    branch = (await ok(owner, "PUT", f"{project}/entries/topics", body, **key))["branch"]
    link = await ok(owner, "POST", f"{project}/preview", {"branch": branch, "hours": 1})
    other = await make_project(owner, name="Other")
    owner.http.cookie_jar.clear()
    async with owner.http.get(f"{owner.url}/api/delivery/notes/topics?preview={link['token']}") as answer:
        assert answer.status == 200
        assert [entry["id"] for entry in (await answer.json())["data"]] == [A]
    forged = link["token"][:-2] + ("AA" if link["token"][-2:] != "AA" else "BB")
    for token in (forged, "nonsense", ""):
        async with owner.http.get(f"{owner.url}/api/delivery/notes/topics?preview={token}") as answer:
            assert answer.status in (401, 403), token
    async with owner.http.get(
        f"{owner.url}/api/delivery/{other['slug']}/topics?preview={link['token']}"
    ) as answer:
        assert answer.status == 403, "a token is for one project"


async def test_a_repository_is_imported(owner: Browser, project: str, tmp_path: Any) -> None:
    await save(owner, project, **{A: {"name": "Rivers"}})
    source = owner.studio.repositories.path(
        (await owner.studio.access.projects.list_all(owner.studio.workspace_id))[0].id
    )
    made = await ok(owner, "POST", "/api/projects/import", {"name": "Copy", "path": str(source)})
    page = await ok(owner, "GET", f"/api/projects/{made['id']}/content/entries/topics")
    assert page["total"] == 1
    saved = await save(owner, f"/api/projects/{made['id']}/content", **{B: {"name": "Parks"}})
    assert saved["state"] == "merged"
    status, _ = await owner.call(
        "POST", "/api/projects/import", {"name": "No", "path": str(tmp_path / "none")}
    )
    assert status == 404
    assert len(await ok(owner, "GET", "/api/projects")) == 2


async def test_strangers_read_published_content_only_so_often(sqlite_settings: Settings) -> None:
    settings = sqlite_settings.model_copy(update={"public_requests_per_minute": 3})
    async with serve(settings) as browser:
        await browser.set_up()
        made = await make_project(browser)
        await ok(browser, "PUT", f"/api/projects/{made['id']}", {"isPublic": True})
        async with aiohttp.ClientSession() as stranger:
            statuses: list[int] = []
            for _ in range(4):
                async with stranger.get(f"{browser.url}/api/delivery/notes/topics") as answer:
                    statuses.append(answer.status)
            assert statuses == [200, 200, 200, 429]
            assert int(answer.headers["Retry-After"]) >= 1


async def test_a_project_in_error_names_its_repair_and_leaves_that_state_when_it_is_made(
    owner: Browser, project: str
) -> None:
    made = (await ok(owner, "GET", "/api/projects"))[0]
    folder = owner.studio.repositories.path(ProjectId(made["id"]))
    away = folder.with_suffix(".away")
    folder.rename(away)
    told = await ok(owner, "GET", f"{project}/status")
    assert (told["phase"], "restore a backup" in told["cause"]) == ("error", True)
    status, answer = await owner.call("PUT", f"{project}/entries/topics", {"data": {A: {"name": "x"}}})
    assert (status, answer["error"]["code"]) == (400, "invalid_status")
    away.rename(folder)
    told = await ok(owner, "GET", f"{project}/status")
    assert (told["phase"], told["cause"]) == ("active", "")


async def test_entries_are_kept_as_a_file_that_no_spreadsheet_runs(owner: Browser, project: str) -> None:
    await save(owner, project, **{A: {"name": "=1+1", "color": "red"}, B: {"name": "Parks, green"}})
    status, raw = await owner.call("GET", f"{project}/export/topics?sort=name&locale=en")
    assert status == 200
    head, *rows = csv.reader(io.StringIO(raw.decode()))
    assert head[:3] == ["id", "status", "updated_at"]
    assert [dict(zip(head, row, strict=True))["name"] for row in rows] == ["'=1+1", "Parks, green"]
    where = quote('{"color": "red"}')
    _, raw = await owner.call("GET", f"{project}/export/topics?format=jsonl&where={where}")
    (line,) = [json.loads(each) for each in raw.decode().splitlines()]
    assert (line["id"], line["data"]["name"]) == (A, "=1+1")
    assert (await owner.call("GET", f"{project}/export/nowhere"))[0] == 404


async def test_reading_an_entry_asks_the_database_twice_who_and_where(owner: Browser, project: str) -> None:
    await save(owner, project, **{A: {"name": "Rivers"}})
    database, opened = owner.studio.database, list[str]()

    def counting(name: str) -> Any:
        real = getattr(database, name)

        def count(**given: Any) -> Any:
            opened.append(name)
            return real(**given)

        return count

    with patch.multiple(database, reading=counting("reading"), transaction=counting("transaction")):
        for path in (f"{project}/entries/topics?locale=en", f"{project}/entries/topics/{A}"):
            opened.clear()
            await ok(owner, "GET", path)
            assert opened == ["reading", "reading"], path


async def test_a_change_of_the_glossary_is_called_so_and_not_by_its_file(member: Any) -> None:
    owner, project, key = member
    terms = {"terms": {"canal": {"en": "canal"}}}
    await ok(owner, "PUT", f"{project}/vocabulary", terms, **key)
    (branch,) = await ok(owner, "GET", f"{project}/branches")
    assert branch["about"] == "Glossary"
    path = f"/api/proposals/{branch['proposalId']}"
    assert {hunk["title"] for hunk in (await ok(owner, "GET", path))["hunks"]} == {"Glossary"}
    turkish = await ok(owner, "GET", path, **{"Accept-Language": "tr"})
    assert {hunk["title"] for hunk in turkish["hunks"]} == {"Sözlükçe"}


async def test_a_model_of_each_kind_keeps_its_files_where_its_path_says(owner: Browser) -> None:
    made = await make_project(owner)
    content = f"/api/projects/{made['slug']}/content"
    title = {"title": {"type": "string"}}
    text = {"data": {"title": "One"}}
    kinds: dict[str, tuple[dict[str, Any], str, str]] = {
        "collection": ({"data": {A: {"title": "One"}}}, "en.json", A),
        "singleton": (text, "en.json", ""),
        "dictionary": ({"data": {"title": "One"}}, "en.json", ""),
        "document": (text | {"slug": "one", "body": "Text."}, "one/en.md", "one"),
    }

    async def files() -> list[str]:
        read = owner.studio.contents.read
        project = await read(ProjectId(made["id"]), None, lambda found: found)
        return [path for path in project.tree.list("") if path.startswith(("src/", "app/"))]

    for kind, (entry, name, key) in kinds.items():
        model = {"name": kind.title(), "kind": kind, "domain": "blog", "i18n": True}
        model |= {} if kind == "dictionary" else {"fields": title}
        path = f"{content}/models/{kind}s"
        for place in ("src/{}/here", "app/{}"):
            folder = place.format(kind)
            assert (await ok(owner, "PUT", path, model | {"contentPath": folder}))["state"] == "merged"
            saved = await ok(owner, "PUT", f"{content}/entries/{kind}s", entry | {"locale": "en"})
            assert saved["state"] == ("merged" if place.startswith("src") else "nothing"), kind
            assert await files() == [f"{folder}/{name}"], "files that are there move along"
            read = await ok(owner, "GET", f"{content}/entries/{kind}s{'/' if key else ''}{key}?locale=en")
            assert "One" in str(read["data"])
        for outside in ("../out", "/etc/here", ".git/hooks", "app/../../out", ".contentrain/models"):
            status, told = await owner.call("PUT", path, model | {"contentPath": outside})
            assert (status, told["error"]["code"]) == (400, "invalid_input"), (kind, outside)
        assert await files() == [f"{folder}/{name}"]
        await ok(owner, "DELETE", path)
        assert await files() == []
