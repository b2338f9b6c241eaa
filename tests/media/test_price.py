"""What pictures cost: held back before they are drawn, and written to the ledger from the tokens used."""

from typing import Any, cast

import pytest

from proofroom.kernel.ids import WorkspaceId, new_id
from proofroom.kernel.tool import PaidCall
from proofroom.media.draw import MOST_TOKENS, RENDERER, LocalImages, OpenImages, draw_tools
from proofroom.media.library import Library
from proofroom.providers.images import ImageReply, ImageRequest
from proofroom.providers.types import ModelInfo, TokenUsage

PRICED = ModelInfo(
    "gpt-image-2", "openai", input_micros_per_mtok=5_000_000, output_micros_per_mtok=30_000_000
)
WORKSPACE = WorkspaceId(new_id())


class Painter:
    """An image model that says what it used."""

    name = "openai"

    async def generate(self, request: ImageRequest, on_partial: Any = None) -> ImageReply:
        return ImageReply([], TokenUsage(input=20, output=1_500), request.model)


class Books:
    """A tool's context, as far as money goes."""

    def __init__(self) -> None:
        self.calls: list[PaidCall] = []

    def account(self, call: PaidCall) -> None:
        self.calls.append(call)


@pytest.mark.parametrize(
    ("opened", "most"),
    [
        (OpenImages(Painter(), "gpt-image-2", "c", PRICED), -(-(5 * 5 + 2 * MOST_TOKENS * 30) // 1)),
        (OpenImages(Painter(), "new", "c", ModelInfo("new", "openai")), None),
        (OpenImages(LocalImages(), RENDERER), 0),
    ],
)
async def test_the_most_a_picture_may_cost_is_known_before_it_is_drawn(
    opened: OpenImages, most: int | None
) -> None:
    async def find(_workspace: WorkspaceId) -> OpenImages:
        return opened

    (spec,) = draw_tools(cast("Library", None), find)
    assert spec.most_it_costs is not None
    assert await spec.most_it_costs(WORKSPACE, {"prompt": "a cat", "count": 2}) == most


async def test_a_picture_is_charged_by_its_tokens() -> None:
    books = Books()
    opened = OpenImages(Painter(), "gpt-image-2", "c", PRICED)
    await opened.draw(ImageRequest("gpt-image-2", "a cat"), books.account)
    (call,) = books.calls
    assert (call.input_tokens, call.output_tokens, call.cost_micros) == (20, 1_500, 45_100)
    assert call.is_listed_price
