"""What walks over the routes share: whom they send, and what they pass over."""

from typing import Any

from tests.api.conftest import Browser
from tests.api.test_content import ok

INSIDE = {"project_id", "project", "run_id", "proposal_id", "asset_id", "conversation_id"}
INSIDE |= {"article_id", "case_id", "word_id", "topic_id", "link_id"}
"""What routes name that lies inside a project."""

HARMLESS = {
    "OPTIONS /api/forms/v1/{project}/{model}/submit": "tells a browser that pages may send forms",
    "DELETE /mcp/{project_id}": "there is nothing to delete, and it says so",
    "GET /mcp/{project_id}": "it opens no stream, and says so",
    "GET /api/ai/defaults/{scope}": "no thing of a project",
}
"""Routes that name something and answer anybody who is signed in."""


async def limited_key(owner: Browser, **wish: Any) -> dict[str, str]:
    """Make a key with limits, and return the headers it is sent in."""
    made = await ok(owner, "POST", "/api/keys", {"name": "limited", "role": "admin", **wish})
    return {"Authorization": f"Bearer {made['secret']}"}
