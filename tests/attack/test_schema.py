"""Every operation of the OpenAPI document, asked as it says and as it does not: none ends in our own fault.

`make attack ARGS=schema` asks thirty times as much as the suite does; the same seed asks the same.
"""

import asyncio
import os

import aiohttp
import orjson
import pytest

from proofroom.kernel.settings import Settings
from tests.api.conftest import PASSWORD, Browser, serve
from tests.api.described import api_document

from .conftest import databases
from .document import Document, Sent
from .effort import effort
from .things import fill, fill_workspace
from .unlisted import unlisted

CASES = int(os.environ.get("PROOFROOM_TEST_CASES", "2"))
DROPPED = 598
MOST_S = 10.0
"""Processor time that one request may cost, what goes on beside it included."""
HANGS_S = 120.0
"""By then also a busy machine has answered."""
SEED = int(os.environ.get("PROOFROOM_TEST_SEED", "1"))
SKIPPED = frozenset(
    {
        "POST /api/retention",  # it may take away what the next request is about
        "DELETE /api/projects/{project_id}",
        "POST /api/workspaces/{workspace}/leave",
        "DELETE /api/workspaces/{workspace}",
    }
)
OUTSIDE = {"outside_failed", "provider_failed", "unavailable", "address_refused", "tool_timed_out"}
"""Answers above 500 that are nobody's fault here: what is outside does not answer."""


@pytest.fixture
def every_change_is_audited() -> None:
    """What a stranger's guess changes is not looked at here."""


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("kind", databases(are_both=CASES > 2))
async def test_no_request_made_of_the_schema_ends_in_an_accident(
    kind: str, request: pytest.FixtureRequest
) -> None:
    settings: Settings = request.getfixturevalue(kind)
    many = {"agent_requests_per_minute": 10**6, "agent_requests_per_hour": 10**6}
    async with serve(settings.model_copy(update=many)) as owner:
        await owner.set_up()
        names = (await fill(owner)).names
        names |= await fill_workspace(owner, names["run_id"])
        document = api_document()
        document["paths"] |= unlisted()
        wrong: dict[str, str] = {}
        for sent in Document(document, names, SEED).requests(SKIPPED, CASES):
            with effort() as cost:
                status, said = await _ask(owner, sent)
            if status == DROPPED:  # a connection that was kept too long; a second one tells
                status, said = await _ask(owner, sent)
            if not cost.is_within(MOST_S):
                wrong.setdefault(
                    f"{sent.method} {sent.route}", f"{cost.total_s:.1f} s {sent.path} {sent.body!r:.300}"
                )
            if status == 401:
                await _sign_in(owner)
            if status >= 500 and said not in OUTSIDE:
                wrong.setdefault(f"{sent.method} {sent.route}", f"{status} {sent.path} {sent.body!r:.300}")
        assert wrong == {}
        assert (await owner.call("GET", "/api/ready"))[0] == 200


async def _ask(owner: Browser, sent: Sent) -> tuple[int, str]:
    headers = {"X-CSRF-Token": owner.csrf, **sent.headers}
    try:
        async with (
            asyncio.timeout(HANGS_S),
            owner.http.request(
                sent.method, owner.url + sent.path, data=sent.body, headers=headers, allow_redirects=False
            ) as answer,
        ):
            if answer.content_type != "application/json":
                await answer.content.read(65_536)
                return answer.status, ""
            told = orjson.loads(await answer.read() or b"null")
            is_error = isinstance(told, dict) and isinstance(told.get("error"), dict)
            return answer.status, str(told["error"].get("code")) if is_error else ""
    except TimeoutError:
        return 599, "no answer"
    except aiohttp.ClientError as error:
        return DROPPED, repr(error)


async def _sign_in(owner: Browser) -> None:
    status, session = await owner.call(
        "POST", "/api/session", {"email": "owner@example.com", "password": PASSWORD}
    )
    if status == 200:
        owner.csrf = session["csrfToken"]
