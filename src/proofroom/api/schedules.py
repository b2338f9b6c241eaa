"""What happens by the clock: tasks agents are asked again and again, and entries that appear or go."""

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.agents.schedules import AgentSchedule, AgentSchedules, NewSchedule
from proofroom.api.security import Inside, StudioDep, in_project, requires
from proofroom.api.shapes import Done, In, Out, fields_of
from proofroom.content.brain import Brain
from proofroom.content.schedule import Appointment, appointments
from proofroom.kernel.ids import PersonId
from proofroom.wiring import Studio

router = APIRouter(tags=["schedules"])


class ScheduleInfo(fields_of(AgentSchedule, without=("zone",))):
    """A task that an agent is given by the clock. `nextAt` is null while it rests.

    Its runs have the rights of `personId`, who set it last.
    """

    time_zone: str
    person_name: str


class NewScheduleBody(In):
    """A task, an agent, and when: five fields of cron in an IANA time zone."""

    agent: str = Field(max_length=80)
    task: str = Field(min_length=1, max_length=10_000)
    cron: str = Field(max_length=120)
    time_zone: str = Field("UTC", max_length=64)
    project_id: str | None = None


class ScheduleChange(In):
    """What is to change; what is left out stays. Another task or time makes it yours."""

    agent: str | None = Field(None, max_length=80)
    task: str | None = Field(None, min_length=1, max_length=10_000)
    cron: str | None = Field(None, max_length=120)
    time_zone: str | None = Field(None, max_length=64)
    is_paused: bool | None = None


class ScheduleRun(Out):
    """The run that began."""

    run_id: str


class AppointmentInfo(fields_of(Appointment)):
    """An entry with a date to come. The public sees it from `publishAt`, and not after `expireAt`.

    The status decides too: a draft stays unseen on its date.
    """


@router.get("/schedules")
async def list_schedules(
    studio: StudioDep, principal: Principal = requires("actions.team.read")
) -> list[ScheduleInfo]:
    """Return what agents are asked by the clock: what is due next first, what rests last."""
    found = await studio.get(AgentSchedules).list(principal)
    names = await studio.access.people.names(each.person_id for each in found if each.person_id)
    return [_show(each, names) for each in found]


@router.post("/schedules", status_code=201)
async def add_schedule(
    body: NewScheduleBody, studio: StudioDep, principal: Principal = requires("actions.team.create")
) -> ScheduleInfo:
    """Give an agent a task by the clock; its runs have the caller's rights."""
    project_id = await studio.check_project(principal, body.project_id)
    new = NewSchedule(body.agent, body.task, body.cron, body.time_zone, project_id)
    return await _one(studio, await studio.get(AgentSchedules).create(principal, new))


@router.put("/schedules/{schedule_id}")
async def change_schedule(
    schedule_id: str,
    body: ScheduleChange,
    studio: StudioDep,
    principal: Principal = requires("actions.team.update"),
) -> ScheduleInfo:
    """Change a schedule, let it rest, or let it go on."""
    said = body.model_dump(exclude_none=True, exclude={"is_paused"})
    names = {"time_zone": "zone"}
    changes = {names.get(name, name): value for name, value in said.items()}
    before = await studio.get(AgentSchedules).get(principal, schedule_id)
    if changes:  # one may only take over what one could have made
        await studio.check_project(principal, before.project_id)
    changed = await studio.get(AgentSchedules).change(
        principal, schedule_id, changes, is_paused=body.is_paused
    )
    return await _one(studio, changed)


@router.post("/schedules/{schedule_id}/run")
async def run_schedule(
    schedule_id: str, studio: StudioDep, principal: Principal = requires("actions.team.run")
) -> ScheduleRun:
    """Begin a run of it now."""
    return ScheduleRun(run_id=await studio.get(AgentSchedules).run_now(principal, schedule_id))


@router.delete("/schedules/{schedule_id}")
async def delete_schedule(
    schedule_id: str, studio: StudioDep, principal: Principal = requires("actions.team.delete")
) -> Done:
    """Remove a schedule; its runs stay."""
    await studio.get(AgentSchedules).delete(principal, schedule_id)
    return Done()


@router.get("/projects/{project_id}/content/schedule")
async def list_appointments(
    studio: StudioDep, inside: Inside = in_project("content.read")
) -> list[AppointmentInfo]:
    """Return the entries that will appear or go by themselves, the next one first."""
    now = studio.clock.now()
    found = await studio.get(Brain).look(inside.project.id, None, lambda view: appointments(view, now))
    limits = inside.principal.limits_in(inside.project.id)
    return [
        AppointmentInfo.model_validate(each)
        for each in found
        if (limits.models is None or each.model in limits.models)
        and (limits.locales is None or each.locale in limits.locales)
    ]


async def _one(studio: Studio, schedule: AgentSchedule) -> ScheduleInfo:
    people = [schedule.person_id] if schedule.person_id else []
    return _show(schedule, await studio.access.people.names(people))


def _show(schedule: AgentSchedule, names: dict[PersonId, str]) -> ScheduleInfo:
    name = names.get(schedule.person_id, "") if schedule.person_id else ""
    return ScheduleInfo.of(schedule, time_zone=schedule.zone, person_name=name)
