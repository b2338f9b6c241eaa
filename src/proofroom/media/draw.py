"""Making pictures: one tool over whichever image model is connected, or the studio's own renderer."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final, Literal

from pydantic import BaseModel, Field

from proofroom.access.actors import principal_of
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.nouns import count
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import say
from proofroom.kernel.tool import PaidCall, ToolContext, ToolOutput, ToolSpec
from proofroom.media.library import Library
from proofroom.media.tools import CHANGED, WRITES, brief, is_program, project_of
from proofroom.media.types import Added, Upload
from proofroom.providers.account import accounted
from proofroom.providers.cost import cost_micros
from proofroom.providers.images import Drawing, ImageDriver, ImageReply, ImageRequest
from proofroom.providers.images.types import OnPartial
from proofroom.providers.types import ModelInfo, TokenUsage

GROUP: Final = "media"
LOCAL: Final = "local"
RENDERER: Final = "renderer"
DRAW_S: Final = 240.0
MOST_TOKENS: Final = 8_000
"""More than any picture of these sizes is made of: what a budget holds back for one."""
Size = Literal["1024x1024", "1536x1024", "1024x1536"]
_ARROW = re.compile(r"\s*(?:->|→|=>)\s*")
_ASKS = late_pattern(
    r"^(?:please\s+)?(?:draw|make|create|generate|paint|render)\s+(?:me\s+|us\s+)?(?:an?\s+|the\s+)?"
    r"(?:picture|image|cover|illustration|drawing|photo)?\s*(?:of|for|about)?\s+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class OpenImages:
    """An image provider ready to be asked, and the model it uses."""

    driver: ImageDriver
    model: str
    connection_id: str | None = None
    info: ModelInfo | None = None
    """What the model costs, where that is known."""

    async def draw(self, request: ImageRequest, account: Callable[[PaidCall], None]) -> ImageReply:
        """Draw, and account for it once, whether it answers or fails."""
        name = self.driver.name
        with accounted(account, "image", name, self.model, self.connection_id) as call:
            call |= {"is_listed_price": name != LOCAL, "cost_micros": self.cost(None)}
            reply = await self.driver.generate(request)
            if reply.usage is not None:
                call |= {"input_tokens": reply.usage.input, "output_tokens": reply.usage.output}
                call["cost_micros"] = self.cost(reply.usage)
            return reply

    def cost(self, used: TokenUsage | None) -> int | None:
        """Return what tokens of a picture cost; None where the provider or the price list does not say."""
        if self.driver.name == LOCAL:
            return 0
        return cost_micros(used, self.info)[0] if used is not None and self.info is not None else None


FindImages = Callable[[WorkspaceId], Awaitable[OpenImages]]
"""Opens the workspace's image provider, or the local renderer where none is connected."""


class GenerateImageInput(BaseModel):
    """Input of `generateImage`."""

    prompt: str = Field(min_length=3, max_length=4_000, description="What the picture shows.")
    size: Size = Field("1536x1024", description="Width and height in pixels.")
    count: int = Field(1, ge=1, le=4)
    alt: str | None = Field(None, description="Alternative text; the prompt if left out.")


class LocalImages:
    """The studio's own renderer as an image provider: drawings, deterministic, free, and labelled as such."""

    @property
    def name(self) -> str:
        """Return the provider's name."""
        return LOCAL

    async def generate(self, request: ImageRequest, on_partial: OnPartial | None = None) -> ImageReply:
        """Draw covers, or one diagram where the prompt names steps with arrows between them."""
        drawn = await asyncio.to_thread(_draw, request)
        return ImageReply([Drawing("image/webp", data) for data in drawn], None, RENDERER)


def _draw(request: ImageRequest) -> list[bytes]:
    from proofroom.media.drawing.scenes import scene_for
    from proofroom.media.render import Step, render_cover, render_diagram

    head, colon, rest = request.prompt.partition(":")
    steps = [Step(name.strip()[:60]) for name in _ARROW.split(rest if colon else request.prompt)]
    if 2 <= len(steps) <= 8:
        title = head.strip() if colon else ""
        return [render_diagram(title or "Diagram", steps, width=request.width, height=request.height)]
    title = _ASKS.sub("", request.prompt.strip()) or request.prompt
    scene = scene_for(title)
    return [
        render_cover(
            title if number == 0 else f"{title} {number + 1}",
            scene=scene,
            width=request.width,
            height=request.height,
        )
        for number in range(request.count)
    ]


def _upload(opened: OpenImages, drawing: Drawing, filename: str, given: GenerateImageInput) -> Upload:
    return Upload(
        data=drawing.data,
        filename=filename,
        source="agent",
        by=f"{opened.driver.name}/{opened.model}",
        alt=given.alt or given.prompt[:300],
        tags=("drawn",) if opened.driver.name == LOCAL else ("generated",),
    )


def draw_tools(library: Library, find_images: FindImages) -> list[ToolSpec]:
    """Return the tool that draws, bound to the library and the workspace's image provider."""

    async def generate_image(context: ToolContext, given: GenerateImageInput) -> ToolOutput:
        project_id = project_of(context)
        opened = await find_images(context.workspace_id)
        width, height = (int(side) for side in given.size.split("x"))
        request = ImageRequest(opened.model, given.prompt, width, height, given.count)
        context.progress(f"Drawing with {opened.model}")
        reply = await opened.draw(request, context.account)
        made: list[Added] = []
        for number, drawing in enumerate(reply.drawings, 1):
            name = _filename(given.prompt, number, len(reply.drawings))
            upload = replace(_upload(opened, drawing, name, given), is_outside=is_program(context))
            added = await library.add(
                context.workspace_id,
                project_id,
                upload,
                context.new_id(),
                context.now(),
                principal_of(context),
            )
            made.append(added)
        data = {
            "provider": opened.driver.name,
            "model": opened.model,
            "assets": [{**brief(each.asset), "isNew": each.is_new} for each in made],
        }
        said = say("did.media.drew", pictures=count(len(made), "picture"), model=opened.model)
        return ToolOutput(ok=True, data=data, summary=said)

    async def most_it_costs(workspace_id: WorkspaceId, given: dict[str, Any]) -> int | None:
        opened = await find_images(workspace_id)
        wanted = given.get("count", 1)
        pictures = wanted if isinstance(wanted, int) and wanted > 0 else 1
        prompt = len(str(given.get("prompt", "")).encode())
        return opened.cost(TokenUsage(input=prompt, output=pictures * MOST_TOKENS))

    return [
        ToolSpec(
            name="generateImage",
            description="Draw pictures and keep them in the media library. Where no image model is "
            "connected, the studio draws a cover, or a diagram from steps written `A -> B -> C`.",
            input_model=GenerateImageInput,
            handler=generate_image,
            group=GROUP,
            effect="external",
            permission="media.team.create",
            phases=WRITES,
            default_affects=CHANGED,
            timeout_s=DRAW_S,
            on_crash="ask",
            most_it_costs=most_it_costs,
        )
    ]


def _filename(prompt: str, number: int, count: int) -> str:
    return f"{file_stem(prompt) or 'picture'}{f'-{number}' if count > 1 else ''}.webp"


def file_stem(prompt: str) -> str:
    """Return the words of a wish as a file is named."""
    return re.sub(r"[^\w]+", "-", _ASKS.sub("", prompt.strip()).casefold()).strip("-")[:60]
