"""What an agent can do: the registry of tools, who may use which, how one is called, what it answers.

It knows tools by their definition only (`kernel.tool.ToolSpec`); what they do belongs to the rooms that
offer them. It must not know models, conversations or the agent loop.
"""

from typing import TYPE_CHECKING

from proofroom.kernel.lazily import lazily
from proofroom.tools.bridge import Bridge, BrowserAnswer
from proofroom.tools.invoke import Retrying, check_arguments, invoke
from proofroom.tools.registry import OfferedTools, Registry
from proofroom.tools.results import as_model_text
from proofroom.tools.select import ToolWish, select_tools

if TYPE_CHECKING:
    from proofroom.tools.rights import permissions_within

__all__ = [
    "Bridge",
    "BrowserAnswer",
    "OfferedTools",
    "Registry",
    "Retrying",
    "ToolWish",
    "as_model_text",
    "check_arguments",
    "invoke",
    "permissions_within",
    "select_tools",
]

__getattr__ = lazily(__name__, {"rights": "permissions_within"})
"""Rights ask the room of access, with its database; calling a tool needs none of it."""
