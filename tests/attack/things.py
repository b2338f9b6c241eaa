"""Something of everything that a studio keeps, so that walks over its routes ask for what is there."""

from dataclasses import dataclass
from typing import Any

import aiohttp

from proofroom.articles.topics.board import TopicBoard
from proofroom.entities import Responses
from proofroom.kernel.ids import ProjectId, new_id
from tests.api.conftest import Browser
from tests.api.test_content import ARTICLES, make_project, ok
from tests.api.test_media import upload
from tests.media.samples import picture

SLUG = "heron"
OF_CONTENT, OF_ROOMS = "Nightjar", "Bittern"
"""Words that are to be found nowhere by whoever may see a part only."""
NOWHERE = "http://127.0.0.1:9"

NOT_MADE = {
    "agent": "agents are asked for by `slug` elsewhere, and the gate of one is a list of cases",
    "component_id": "inside a project",
    "image_id": "inside an article",
    "kind": "a word of ours",
    "label": "a model's name",
    "layer": "a word of ours",
    "message_id": "inside a conversation",
    "name": "a backup's, which only the operator is told",
    "number": "inside an article",
    "page_id": "inside a project",
    "path": "inside a site",
    "provider_id": "the same for everybody",
    "scope": "a word of ours",
    "stop_id": "a run that a budget stopped; whoever may see the run is asked first",
    "subject_id": "a run or message, looked for among the asker's own words",
    "submission_id": "inside a project",
    "thing_id": "inside a project",
    "token": "whoever has it is let in",
    "tool": "a word of ours",
    "version": "inside an agent",
    "workspace": "the asker's own",
    "workspace_id": "the asker's own",
}
"""Names in routes of which nothing is made here, and why a walk misses nothing by that."""


@dataclass
class House:
    """A studio with something of everything in one project, and the names of it."""

    owner: Browser
    names: dict[str, str]

    @property
    def secrets(self) -> list[str]:
        """Ids that nobody outside of the project may be told."""
        return [
            self.names[name] for name in ("project_id", "run_id", "proposal_id", "asset_id", "approval_id")
        ]


async def fill(owner: Browser) -> House:
    project = await make_project(owner, "review", "Secret")
    start = f"/api/projects/{project['id']}"
    saved = {"slug": "hush", "locale": "en", "data": {"title": "Hush"}, "body": "Quiet.\n"}
    await ok(owner, "PUT", f"{start}/content/entries/{ARTICLES['id']}", saved)
    say: dict[str, Any] = {
        "message": "add a topic called Wind",
        "projectId": project["id"],
        "agent": "editor",
    }
    say["context"] = {"review": True}
    events = await owner.lines("POST", "/api/ai/chat/content", say)
    proposals = [one for one in await ok(owner, "GET", "/api/proposals") if one["state"] == "open"]
    _, added = await upload(owner, f"{start}/media", picture())
    article = await ok(
        owner, "POST", "/api/articles", {"title": "Hush now", "brief": "Quiet.", "projectId": project["id"]}
    )
    case = await ok(owner, "POST", "/api/evals", {"runId": events[0]["runId"]})
    word = {"kind": "run", "id": events[0]["runId"], "rating": "down", "comment": "Too loud."}
    told = await ok(owner, "PUT", "/api/feedback", word)
    idea = {"description": "", "rationale": "", "suggestedAngle": "", "trendingScore": 1}
    topic = await owner.studio.get(TopicBoard).keep(
        await owner.studio.operator(),
        project["id"],
        "blog",
        [idea | {"title": "Owls", "competitionLevel": "low"}],
    )
    link = await ok(owner, "POST", f"/api/proposals/{proposals[0]['id']}/links", {"note": "x", "days": 3})
    return House(
        owner,
        {
            "topic_id": topic[0].id,
            "link_id": link["link"]["id"],
            "project_id": project["id"],
            "project": "secret",
            "run_id": events[0]["runId"],
            "conversation_id": events[0]["conversationId"],
            "proposal_id": proposals[0]["id"],
            "asset_id": added["asset"]["id"],
            "asset": added["asset"]["id"],
            "file": added["asset"]["originalPath"].rpartition("/")[2],
            "model": ARTICLES["id"],
            "entry": "hush",
            "approval_id": new_id(),
            "article_id": article["id"],
            "case_id": case["id"],
            "word_id": told["id"],
        },
    )


async def fill_workspace(owner: Browser, run_id: str) -> dict[str, str]:
    """Make something of every room that belongs to a workspace, not to a project; return the names of it."""
    kind = {"slug": SLUG, "name": "Bird", "fields": [{"key": "about", "label": "About", "type": "text"}]}
    await ok(owner, "POST", "/api/entity-types", kind)
    birds = [
        await ok(owner, "POST", "/api/entities", {"typeSlug": SLUG, "title": title})
        for title in ("Heron", "Wren", "Jenny wren")
    ]
    twice = {"otherId": birds[2]["id"]}
    merged = await ok(owner, "POST", f"/api/entities/{birds[1]['id']}/merge", twice)
    pair = {"sourceId": birds[0]["id"], "targetId": birds[1]["id"], "kind": "near"}
    relation = await ok(owner, "POST", "/api/relations", pair)
    task = await ok(owner, "POST", "/api/tasks", {"title": "Look at it"})
    article = await ok(owner, "POST", "/api/articles", {"title": "Herons", "brief": "Tall birds."})
    noted = await ok(owner, "POST", "/api/context/corrections", {"text": "Herons are birds."})
    group = await ok(owner, "POST", "/api/groups", {"title": "Birds", "agents": ["editor"]})
    paper = aiohttp.FormData()
    paper.add_field("file", b"# Birds\n\nTall.\n", filename="birds.md", content_type="text/markdown")
    sent = owner.http.post(owner.url + "/api/documents", data=paper, headers={"X-CSRF-Token": owner.csrf})
    async with sent as answer:
        document = await answer.json()
    clock = {"agent": "editor", "task": "Look", "cron": "0 5 * * 1"}
    schedule = await ok(owner, "POST", "/api/schedules", clock)
    limit = {"scopeKind": "workspace", "period": "month", "limitMicros": 10**15}
    budget = await ok(owner, "POST", "/api/budgets", limit)
    case = await ok(owner, "POST", "/api/evals", {"runId": run_id})
    role = await ok(owner, "POST", "/api/roles", {"name": "Reader", "permissions": ["entities.team.read"]})
    await ok(owner, "POST", "/api/views", {"name": SLUG, "kind": "table", "config": {"type": SLUG}})
    await ok(owner, "POST", "/api/skills", {"slug": SLUG, "name": SLUG, "body": "Look up."})
    await ok(owner, "POST", "/api/agents", {"slug": SLUG, "name": SLUG})
    back = "http://127.0.0.1:9/back"
    app = await ok(owner, "POST", "/oauth/register", {"redirect_uris": [back], "client_name": "Bird"})
    return {
        **await _connect(owner),
        **await _let_in(owner),
        **await _answer(owner, birds[0]["id"]),
        "slug": SLUG,
        "client_id": app["client_id"],
        "redirect_uri": back,
        "entity_id": birds[0]["id"],
        "relation_id": relation[0]["id"],
        "merge_id": merged["merge"]["id"],
        "task_id": task["id"],
        "article_id": article["id"],
        "correction_id": noted["id"],
        "memory_id": noted["id"],
        "group_id": group["id"],
        "document_id": document["id"],
        "schedule_id": schedule["id"],
        "budget_id": budget["id"],
        "case_id": case["id"],
        "role_id": role["id"],
    }


async def _connect(owner: Browser) -> dict[str, str]:
    anyway = {"saveAnyway": True}
    server = {"name": "Birds", "url": f"{NOWHERE}/mcp"} | anyway
    place = {"provider": "webhook", "name": "Blog", "url": f"{NOWHERE}/hook", "secret": "whisper"}
    model = {"providerId": "openai-compatible", "baseUrl": NOWHERE, "apiKey": "k"} | anyway
    return {
        "server_id": (await ok(owner, "POST", "/api/connections/mcp", server))["server"]["id"],
        "connection_id": (await ok(owner, "POST", "/api/publish-destinations", place))["id"],
        "credential_id": (await ok(owner, "POST", "/api/ai/credentials", model))["credential"]["id"],
    }


async def _let_in(owner: Browser) -> dict[str, str]:
    sent = await ok(owner, "POST", "/api/invites", {"email": "wren@example.com", "role": "member"})
    wren = {"token": sent["path"].rpartition("=")[2], "name": "Wren", "password": "a long enough word"}
    async with aiohttp.ClientSession() as http, http.post(f"{owner.url}/api/invite", json=wren) as answer:
        joined = await answer.json()
    sent = await ok(owner, "POST", "/api/invites", {"email": "owl@example.com", "role": "member"})
    rule = {"toolName": "delete_content", "effect": "deny"}
    return {
        "invite_id": sent["invite"]["id"],
        "key_id": (await ok(owner, "POST", "/api/keys", {"name": "k", "role": "editor"}))["key"]["id"],
        "rule_id": (await ok(owner, "POST", "/api/approval-rules", rule))["id"],
        "session_id": (await ok(owner, "GET", "/api/sessions"))[0]["id"],
        "person_id": joined["person"]["id"],
    }


async def _answer(owner: Browser, entity_id: str) -> dict[str, str]:
    operator = await owner.studio.operator()
    given = await owner.studio.get(Responses).submit(
        operator.workspace_id, entity_id, "about", "Tall.", [], operator, response_id=new_id()
    )
    brief = await ok(owner, "POST", f"/api/entities/{entity_id}/briefs", {})
    return {"response_id": given.id, "brief_id": brief["id"]}


async def hide(owner: Browser, house: House) -> dict[str, Any]:
    """Put one word into content of another model and locale, and another into what belongs to none."""
    project = house.names["project_id"]
    start = f"/api/projects/{project}"
    saved = {"slug": "owl", "locale": "en", "data": {"title": OF_CONTENT}, "body": f"{OF_CONTENT}.\n"}
    await ok(owner, "PUT", f"{start}/content/entries/{ARTICLES['id']}", saved)
    say = {"message": f"set the title of {OF_CONTENT} to {OF_CONTENT}s", "projectId": project}
    await owner.lines("POST", "/api/ai/chat/content", say | {"agent": "editor"})
    waiting = await ok(owner, "GET", "/api/proposals")
    branch = next(one["branch"] for one in waiting if OF_CONTENT in str(one) and one["state"] == "open")
    article = {"title": f"{OF_ROOMS}s", "projectId": project, "brief": OF_ROOMS}
    made = await ok(owner, "POST", "/api/articles", article)
    idea = {"title": f"{OF_ROOMS}s", "description": "", "rationale": "", "suggestedAngle": ""}
    idea |= {"trendingScore": 1, "competitionLevel": "low"}
    await owner.studio.get(TopicBoard).keep(await owner.studio.operator(), ProjectId(project), "blog", [idea])
    page = {"edits": [{"tool": "addPage", "input": {"title": f"{OF_ROOMS}s"}}]}
    edited = await ok(owner, "POST", f"{start}/site/edits", page)
    await ok(owner, "POST", f"{start}/content/merge", {"branch": edited["settled"]["branch"]})
    pages = (await ok(owner, "GET", f"{start}/site"))["pages"]
    page_id = next(one["id"] for one in pages if OF_ROOMS in one["title"])
    await ok(owner, "POST", f"{start}/site/edits", page)
    return {
        "branch": branch,
        "query": OF_CONTENT.lower(),
        "model": ARTICLES["id"],
        "modelId": ARTICLES["id"],
        "entry": "owl",
        "entryId": "owl",
        "artifactId": made["id"],
        "pageId": page_id,
        "document": {"type": "page", "id": page_id},
        "runId": house.names["run_id"],
        "sessionId": house.names["run_id"],
    }
