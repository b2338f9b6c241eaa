"""What agents can do with notes, and what the offline model understands of it."""

from pydantic import BaseModel

from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.providers.offline import Answer, Call, Plan, Playbook, Request, Skill
from proofroom.providers.offline.sentence import Sentence
from proofroom.repository import Repositories
from proofroom.repository.calls import job_of
from tests.rooms.notes.format import ROOM
from tests.rooms.notes.notes import NOTEBOOK, WRITES
from tests.rooms.notes.plan import plan_note

TOOL = "jot_note"


class NoteInput(BaseModel):
    """Which note, and what it says."""

    notebook: str = NOTEBOOK
    note: str
    heading: str
    text: str


def note_tools(repositories: Repositories) -> list[ToolSpec]:
    """Return `jot_note`."""

    async def jot_note(context: ToolContext, given: NoteInput) -> ToolOutput:
        plan = plan_note(given.notebook, given.note, {"heading": given.heading, "text": given.text})
        done = await repositories.write(job_of(context), plan, f"note: {given.heading}")
        changed = Affected(branches_changed=True, branch=done.branch, resources=[ROOM])
        said = say("notes.written", heading=given.heading)
        return ToolOutput(ok=True, data={"branch": done.branch}, affected=changed, summary=said)

    return [
        ToolSpec(
            name=TOOL,
            description="Write a note.",
            input_model=NoteInput,
            handler=jot_note,
            group=ROOM,
            effect="write",
            permission=WRITES,
            on_crash="check",
        )
    ]


def note_playbook() -> Playbook:
    """Return one skill: Note “heading”: “text”."""

    def match(request: Request) -> float:
        sentence = Sentence(request.text)
        is_note = sentence.plain.startswith(("note ", "not et "))
        return 0.97 if is_note and len(sentence.quotes) == 2 and request.can(TOOL) else 0.0

    def plan(request: Request) -> Plan:
        heading, text = (quote.value for quote in Sentence(request.text).quotes)
        note = heading.lower().replace(" ", "-")
        result = yield Call(TOOL, {"note": note, "heading": heading, "text": text})
        said = request.say("answer.notes.written", heading=heading)
        return Answer(said if result.ok else result.problem)

    return Playbook(ROOM, (Skill("note", match, plan, "ability.notes", (TOOL,)),))
