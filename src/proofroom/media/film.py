"""Making films: one tool over a connection that names a film model."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from pydantic import BaseModel, Field

from proofroom.access.actors import principal_of
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import MissingContext
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext, ToolOutput, ToolSpec
from proofroom.media.draw import file_stem
from proofroom.media.library import Library
from proofroom.media.tools import CHANGED, WRITES, brief, project_of
from proofroom.media.types import Upload
from proofroom.providers.account import accounted

if TYPE_CHECKING:
    from proofroom.providers.films import HttpFilmDriver

FILM_S: Final = 900.0


@dataclass(frozen=True, slots=True)
class OpenFilms:
    """A film provider ready to be asked, and the model it uses."""

    driver: "HttpFilmDriver"
    model: str
    connection_id: str


FindFilms = Callable[[WorkspaceId], Awaitable[OpenFilms | None]]
"""Opens the workspace's film provider; None where no connection names a film model."""


class GenerateVideoInput(BaseModel):
    """Input of `generateVideo`."""

    prompt: str = Field(min_length=3, max_length=4_000, description="What the film shows.")
    seconds: int = Field(5, ge=1, le=10)


def film_tools(library: Library, find_films: FindFilms) -> list[ToolSpec]:
    """Return the tool that makes films, bound to the library and the workspace's film provider."""

    async def generate_video(context: ToolContext, given: GenerateVideoInput) -> ToolOutput:
        project_id = project_of(context)
        opened = await find_films(context.workspace_id)
        if opened is None:
            raise MissingContext(say("media.no_video"))
        from proofroom.providers.films import FilmRequest

        wish = FilmRequest(opened.model, given.prompt, given.seconds)
        # No price list knows films: the ledger has the call, and that its cost is not known.
        with accounted(context.account, "image", opened.driver.name, opened.model, opened.connection_id):
            data = await opened.driver.make(wish, partial(_tell, context, opened.model))
        upload = Upload(
            data=data,
            filename=f"{file_stem(given.prompt)}.mp4",
            source="agent",
            by=f"{opened.driver.name}/{opened.model}",
            alt=given.prompt[:300],
            tags=("generated",),
        )
        added = await library.add(
            context.workspace_id, project_id, upload, context.new_id(), context.now(), principal_of(context)
        )
        shown = {"model": opened.model, **brief(added.asset), "isNew": added.is_new}
        said = say("did.media.filmed", file=added.asset.filename, model=opened.model)
        return ToolOutput(ok=True, data=shown, affected=CHANGED, summary=said)

    return [
        ToolSpec(
            name="generateVideo",
            description="Make a short film and keep it in the media library, where a connected provider can.",
            input_model=GenerateVideoInput,
            handler=generate_video,
            group="media",
            effect="external",
            permission="media.team.create",
            phases=WRITES,
            default_affects=CHANGED,
            timeout_s=FILM_S,
            on_crash="ask",
        )
    ]


def _tell(context: ToolContext, model: str, percent: int) -> None:
    context.progress(f"Filming with {model}", percent, 100)
