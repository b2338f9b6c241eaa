"""What lamps bring to the house."""

from pathlib import Path

from pydantic import BaseModel

from proofroom.access import Principal
from proofroom.house import Destination, House, Room, SystemAgent
from proofroom.kernel.ids import ProjectId, new_id
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.reviews.proposals.build import Origin, new_proposal
from proofroom.reviews.types import About, ConfigPlace
from tests.rooms.lamps.lamps import KIND, Lamps

ELECTRICIAN = SystemAgent(
    slug="electrician",
    name="Electrician",
    description="Sets lamps.",
    icon="lamp",
    prompt="You set lamps.",
    scope="workspace",
    tool_groups=("lamps",),
)


class LampInput(BaseModel):
    """Which lamp, and how it should be."""

    lamp: str
    colour: str
    brightness: int


def room(house: House) -> Room:
    """Return lamps."""
    lamps = Lamps(house.proposals, house.clock)

    async def set_lamp(context: ToolContext, given: LampInput) -> ToolOutput:
        who = await house.access.principal_for_run(context.workspace_id, context.person_id)
        wanted = {"colour": given.colour, "brightness": given.brightness}
        proposal = new_proposal(
            new_id(),
            KIND,
            ConfigPlace(KIND, given.lamp, len(lamps.versions[given.lamp])),
            Origin(context.workspace_id, context.agent, context.person_id, context.run_id),
            title=say("lamps.set", lamp=given.lamp),
            about=About(len(lamps.hunks(given.lamp, wanted)), given.lamp, 1),
            at=context.now(),
        )
        made = await house.proposals.record(proposal, who.in_run(context.run_id), draft=wanted)
        return ToolOutput(ok=True, data={"proposal": made}, summary=say("lamps.set", lamp=given.lamp))

    async def find(
        principal: Principal, project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        return [
            Destination("lamps", KIND, name, name, f"/lamps?lamp={name}")
            for name in lamps.versions
            if query in name and principal.can(lamps.reads)
        ]

    return Room(
        name="lamps",
        offers=[lamps],
        strings=Path(__file__).parent / "strings",
        tools=[
            ToolSpec(
                name="set_lamp",
                description="Propose how a lamp should be.",
                input_model=LampInput,
                handler=set_lamp,
                group="lamps",
                effect="write",
                permission="agents.team.read",
            )
        ],
        system_agents=[ELECTRICIAN],
        reviewables={KIND: lamps},
        search=[find],
    )
