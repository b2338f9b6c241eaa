"""Clients made from the OpenAPI document do a working day: save, chat, follow, decide. Nothing is by hand."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.api.client_generator import CannotGenerate, generate
from tests.api.conftest import PASSWORD, Browser
from tests.api.described import api_document
from tests.api.test_content import make_project, ok

EMAIL = "owner@example.com"
WEB = Path(__file__).parents[2] / "web"
NODE = Path(__file__).parents[2] / ".venv" / "bin" / "node"


@pytest.fixture
async def key(owner: Browser) -> str:
    """Return the secret of a key that may write, in a studio with a project whose changes are reviewed."""
    await make_project(owner, workflow="review")
    return (await ok(owner, "POST", "/api/keys", {"name": "client", "role": "admin"}))["secret"]


def work_a_day(client: Any, person: Any, project: str) -> dict[str, Any]:
    """Save an entry with a key, chat and stream, follow the run again; then a person signs in and decides."""
    body = {"data": {"new": {"name": "Rivers"}}, "locale": "en"}
    saved = client.save_entries_api_projects_project_id_content_entries_model_put(
        project, "topics", body=body
    )
    asked = {"message": "List the topics", "projectId": project}
    events = list(client.chat_api_ai_chat_scope_post("content", body=asked))
    run = next(one for one in events if one["type"] == "runStarted")["runId"]
    followed = list(client.follow_run_api_runs_run_id_events_get(run))
    signed_in = person.sign_in_api_session_post(body={"email": EMAIL, "password": PASSWORD})
    person.headers["X-CSRF-Token"] = signed_in["csrfToken"]
    (proposal,) = client.list_proposals_api_proposals_get()
    shown = client.read_proposal_api_proposals_proposal_id_get(proposal["id"])
    word = {"hunks": [hunk["id"] for hunk in shown["hunks"]], "decision": "accepted"}
    person.decide_api_proposals_proposal_id_decisions_post(proposal["id"], body=word)
    path = proposal["id"]
    done = person.finish_api_proposals_proposal_id_finish_post(path, body={"sha": shown["sha"]})
    return {
        "state": saved["state"],
        "said": "".join(one["text"] for one in events if one["type"] == "text"),
        "last": (events[-1]["type"], followed[-1]["type"]),
        "done": done["state"],
    }


async def test_a_generated_python_client_saves_chats_streams_and_decides(owner: Browser, key: str) -> None:
    made: dict[str, Any] = {}
    exec(compile(generate(api_document()), "client.py", "exec"), made)
    client, person = made["Client"](owner.url, key), made["Client"](owner.url)
    seen = await asyncio.to_thread(lambda: work_a_day(client, person, "notes"))
    assert seen["state"] == "waiting"
    assert (seen["last"], seen["done"]) == (("done", "done"), "merged")
    assert seen["said"]


async def test_a_generated_typescript_client_does_the_same(owner: Browser, key: str) -> None:
    if not (WEB / "node_modules" / "openapi-fetch").exists() or not NODE.exists():
        pytest.skip("the web app's packages are not installed")
    env = {"PATH": os.environ["PATH"], "STUDIO": owner.url, "KEY": key, "PROJECT": "notes"}
    env |= {"EMAIL": EMAIL, "PASSWORD": PASSWORD}
    process = await asyncio.create_subprocess_exec(
        str(NODE),
        "--experimental-strip-types",
        "--no-warnings",
        "scripts/client-day.ts",
        cwd=WEB,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    seen = json.loads(out)
    assert (seen["state"], seen["last"]) == ("waiting", "done")
    assert seen["done"] == "merged"
    assert seen["said"]


def test_two_things_of_one_name_make_no_client() -> None:
    document = api_document()
    document["components"]["schemas"]["chat_message"] = {"type": "object"}
    with pytest.raises(CannotGenerate):
        generate(document)
