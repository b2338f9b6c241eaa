"""What the studio says of work by the clock that went wrong, so that it is reviewed like a person's word."""

from proofroom.access.actors import studio_actor
from proofroom.agents.feedback import About, Feedback, Pointer
from proofroom.agents.heartbeats.types import Beat, FailedBeat
from proofroom.durable import Run
from proofroom.kernel.strings import say


def failed_beats(feedback: Feedback) -> FailedBeat:
    """Return what is done with a beat that failed or took too long."""

    async def notice(beat: Beat, run: Run) -> None:
        if beat.status == "timeout":
            told = say("agents.beat_late", agent=beat.agent)
        else:
            told = say("agents.beat_failed", agent=beat.agent, error=beat.error or beat.status)
        context = {"beat": beat.id, "status": beat.status}
        # An error can quote what the beat had read: it waits for the review instead of standing in a prompt.
        outside = "tasks" if beat.status == "failed" else ""
        pointer = Pointer("observation", f"beat:{beat.agent}:{beat.status}")
        await feedback.notice(
            studio_actor(beat.workspace_id),
            pointer,
            About.run(run),
            str(told),
            context=context,
            outside=outside,
        )

    return notice
