"""What a run on an article asks step by step, answered in the terminal."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import typer

from proofroom.cli.client import Client
from proofroom.cli.output import console, errors
from proofroom.kernel.errors import Conflict, InvalidStatus, ProofroomError

Ended = dict[str, Any]
Follow = Callable[[int], Awaitable[Ended]]
"""Follows the run from an event on, and returns how it ended or that it waits."""

LATER = "It waits: answer with `proofroom approvals`, or at the article's desk."


async def answer_here(client: Client, article_id: str, ended: Ended, follow: Follow) -> Ended:
    """Ask whoever sits here until the run has ended; without an answer it goes on waiting."""
    while ended["status"] == "waiting_human":
        asked = await client.get("/api/approvals", status="pending", run_id=ended["runId"])
        try:
            if asked:
                await _answer(client, asked[0])
            elif not await _answer_plan(client, article_id):
                return ended
        except typer.Abort:
            errors.print(LATER, markup=False)
            return ended
        ended = await follow(ended["lastEvent"])
    return ended


async def _answer(client: Client, call: dict[str, Any]) -> None:
    console.print(call["reason"], markup=False)
    is_yes = await _confirm(f"{call['toolName']}?")
    body = {"decision": "approved" if is_yes else "denied", "inputSha256": call["inputSha256"]}
    await _say(client, f"/api/actions/{call['id']}/tool-approval", body)


async def _answer_plan(client: Client, article_id: str) -> bool:
    """Show the plan and ask whether to write from it; a no leaves it waiting, to be edited at the desk."""
    path = f"/api/articles/{article_id}"
    article = await client.get(path)
    console.print(article["skeleton"], markup=False)
    if article["status"] != "foundations_approval" or not await _confirm("Write from this plan?"):
        errors.print(LATER, markup=False)
        return False
    await _say(client, f"{path}/approve", {})
    return True


async def _say(client: Client, path: str, body: dict[str, Any]) -> None:
    """Say a word; where somebody at the desk was quicker, theirs holds and the run is followed on."""
    try:
        await client.post(path, body)
    except ProofroomError as error:
        if error.context.get("code") not in (Conflict.code, InvalidStatus.code):
            raise
        errors.print(error.message, markup=False)


async def _confirm(question: str) -> bool:
    """Ask without holding up a studio that runs in this process."""
    return await asyncio.to_thread(typer.confirm, question, True)
