"""How a run comes to rest: it ends for now, and an answer from outside takes it up again."""

from typing import Literal


class Paused(Exception):
    """The run waits for somebody or something; `status` says as what. Nothing is kept in memory."""

    status: Literal["awaiting_tool", "waiting_human"] = "awaiting_tool"


class WaitsForPerson(Paused):
    """The run waits for a person's word that is not about a tool call."""

    status = "waiting_human"
