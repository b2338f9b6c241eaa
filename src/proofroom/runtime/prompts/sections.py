"""The prompt sections every agent has; rooms add their own behind them."""

from typing import Any

from proofroom.kernel.scope import SCOPES
from proofroom.kernel.strings import prompts
from proofroom.runtime.context.window import is_essential
from proofroom.runtime.prompts.prompt import PromptFacts, Section

WITHOUT_OWN_SCREEN = frozenset(SCOPES) - {"content"}
"""Scopes whose rooms do not tell themselves what the person is looking at."""


def platform_sections(address: str | None = None) -> list[Section]:
    """Return the contract of a handed task, identity and rules (stable), then time and screen (volatile).

    `address` is where people open the studio; an agent that knows it links what it speaks of.
    """
    texts = prompts()
    platform, untrusted, contract = texts["platform"], texts["untrusted"], texts["delegation"]

    async def delegated(facts: PromptFacts) -> str:
        return contract if facts.is_delegated else ""

    async def guardrails(facts: PromptFacts) -> str:
        return texts["guardrails"] if facts.agent.is_external else ""

    async def identity(facts: PromptFacts) -> str:
        return f"You are {facts.agent.name}.\n\n{facts.agent.instructions}"

    async def rules(facts: PromptFacts) -> str:
        return platform

    async def places(facts: PromptFacts) -> str:
        return "" if address is None else texts["places"].replace("{address}", address)

    async def marks(facts: PromptFacts) -> str:
        return untrusted

    async def now(facts: PromptFacts) -> str:
        return f"Today is {facts.now:%A, %d %B %Y} (UTC)."

    async def screen(facts: PromptFacts) -> str:
        # What is cut off first stands last: which thing it is and how it stands come first.
        chosen: Any = facts.screen.get("selection")
        # The words over the screen may be a stranger's, as a record's name: what is open is told by its id.
        fields = {key: value for key, value in facts.screen.items() if value is not chosen and key != "title"}
        fields |= chosen if isinstance(chosen, dict) else {"selection": chosen}
        ordered = sorted(fields.items(), key=lambda each: (not is_essential(each[0]), each[0]))
        seen = [f"- {key}: {value}" for key, value in ordered if value]
        return "## What the person is looking at\n" + "\n".join(seen) if seen else ""

    async def authority(facts: PromptFacts) -> str:
        if not facts.authority.name:
            return ""
        return f"You act for {facts.authority.name}, with their permissions."

    return [
        Section("delegation", 5, "stable", delegated),
        Section("guardrails", 7, "stable", guardrails),
        Section("identity", 10, "stable", identity),
        Section("platform", 20, "stable", rules),
        Section("places", 25, "stable", places),
        Section("untrusted", 30, "stable", marks),
        Section("time", 510, "volatile", now),
        Section("authority", 520, "volatile", authority),
        Section("screen", 530, "volatile", screen, WITHOUT_OWN_SCREEN, is_screen=True),
    ]
