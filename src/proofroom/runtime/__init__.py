"""The one agent loop: chat turns, and every other run of an agent, go through here.

It resolves an agent into tools and a prompt, asks the model, uses tools under the guard, and keeps every
step durable. It knows rooms above it only through ports (`facts.Ports`) that `wiring.py` fills.
"""

from proofroom.kernel.scope import Scope
from proofroom.providers.types import OpenModel
from proofroom.runtime.chat import Chat
from proofroom.runtime.facts import Ports
from proofroom.runtime.prompts.prompt import PromptBuilder, PromptFacts, Section
from proofroom.runtime.turn import WORKFLOW
from proofroom.runtime.types import (
    AgentProfile,
    Asker,
    Authority,
    Conversation,
    Limits,
    ProjectState,
    StoredMessage,
)

__all__ = [
    "WORKFLOW",
    "AgentProfile",
    "Asker",
    "Authority",
    "Chat",
    "Conversation",
    "Limits",
    "OpenModel",
    "Ports",
    "ProjectState",
    "PromptBuilder",
    "PromptFacts",
    "Scope",
    "Section",
    "StoredMessage",
]
