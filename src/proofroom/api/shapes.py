"""The base of every request and answer: camelCase on the wire, strict about unknown fields going in."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from typing import Annotated, Any, Self, get_type_hints

import orjson
from fastapi import Query
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    create_model,
    model_validator,
)
from pydantic.alias_generators import to_camel
from starlette.responses import Response

from proofroom.kernel.strings import say

_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")

MAX_NUMBER = 2**53
"""The largest whole number that every program on the way reads as it was written."""

EventNumber = Annotated[int, Query(ge=0, le=MAX_NUMBER)]
"""The number of an event in a run's log; 0 stands for the beginning."""

Count = Annotated[int, Field(ge=1, le=MAX_NUMBER)]
"""How many of something there are."""


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # in UTC it would lie before the first year or after the last
        raise ValueError(str(say("api.no_such_moment"))) from None


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
"""A moment with its zone, as it is kept."""


class Out(BaseModel):
    """An answer."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)

    @classmethod
    def of(cls, thing: object, **more: Any) -> Self:
        """Return what a thing has under the names of the fields, and more that it does not have so."""
        names = (name for name in cls.model_fields if name not in more and hasattr(thing, name))
        return cls(**{name: getattr(thing, name) for name in names}, **more)


async def answer_beside(make: Callable[[], Out]) -> Response:
    """Return an answer that is made beside the event loop: thousands of things in one hold up the others."""
    written = await asyncio.to_thread(lambda: make().model_dump_json(by_alias=True))
    return Response(written, media_type="application/json")


def fields_of(thing: type, *, without: tuple[str, ...] = ()) -> type[Out]:
    """Return the base of an answer that tells a thing's own fields, all of them but some.

    For things that hardly keep anything back; `web/openapi.json` shows what a new field of theirs would tell.
    """
    hints = get_type_hints(thing, include_extras=True)
    told: dict[str, Any] = {
        one.name: (hints[one.name], ...) for one in fields(thing) if one.name not in without
    }
    return create_model(f"{thing.__name__}Fields", __base__=Out, **told)


class In(BaseModel):
    """A request. What no database and no other program could read back is refused at the door."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _check_storable(cls, data: object) -> object:
        problem = _unstorable(data)
        if problem:
            raise ValueError(problem)
        return data


class Done(Out):
    """The answer to something that has nothing to tell."""

    ok: bool = True


def _unstorable(data: object) -> str:
    """Return what is wrong with half a character, a number beyond 64 bits or a NUL, anywhere inside."""
    if not isinstance(data, dict):
        return ""
    try:
        raw = orjson.dumps(data, default=str)
    except TypeError:
        return str(say("api.not_storable"))
    # The plain search first: the pattern tries every place of two megabytes.
    return str(say("api.has_nul")) if b"\\u0000" in raw and _NUL.search(raw) else ""


def upload_form(**fields: dict[str, str]) -> dict[str, Any]:
    """Return how the API's description tells of a form with a file and other fields."""
    properties = {"file": {"type": "string", "format": "binary"}, **fields}
    schema = {"type": "object", "required": ["file"], "properties": properties}
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}}
