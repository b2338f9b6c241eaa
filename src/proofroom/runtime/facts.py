"""Everything one turn works with, settled once at its beginning and the same after a restart."""

from dataclasses import dataclass

from proofroom.kernel.clock import Clock
from proofroom.kernel.tool import ToolSpec
from proofroom.runtime.prompt import PromptBuilder
from proofroom.runtime.types import (
    AgentProfile,
    Authority,
    FindAgent,
    FindAuthority,
    FindModel,
    FindProject,
    OpenModel,
    ProjectState,
    TurnInput,
)
from proofroom.store import Database
from proofroom.tools import Registry


@dataclass(frozen=True, slots=True)
class Ports:
    """What the loop needs from elsewhere; `wiring.py` fills it."""

    database: Database
    clock: Clock
    registry: Registry
    prompts: PromptBuilder
    find_agent: FindAgent
    find_authority: FindAuthority
    find_model: FindModel
    find_project: FindProject


@dataclass(slots=True)
class Turn:
    """One turn in progress."""

    input: TurnInput
    agent: AgentProfile
    authority: Authority
    model: OpenModel
    project: ProjectState | None
    tools: list[ToolSpec]
    request_text: str
    tainted: bool = False

    @property
    def heavy(self) -> frozenset[str]:
        """Return the names of tools whose old results are left out."""
        return frozenset(spec.name for spec in self.tools if spec.heavy)

    def tool(self, name: str) -> ToolSpec | None:
        """Return one of the turn's tools."""
        return next((spec for spec in self.tools if spec.name == name), None)
