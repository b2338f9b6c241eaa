"""An agent that a room brings to every workspace."""

from dataclasses import field

from proofroom.kernel.data import dataclass
from proofroom.kernel.scope import Scope
from proofroom.runtime.types import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemAgent:
    """Its first version. People may edit it; what they edited is never overwritten."""

    slug: str
    name: str
    description: str
    icon: str
    prompt: str
    scope: Scope
    tool_groups: tuple[str, ...]
    custom_tools: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    role: str = "agent_default"
    limits: Limits = field(default_factory=Limits)
    """How far it goes in a turn, to begin with."""
