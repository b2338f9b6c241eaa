"""The base of every request and answer: camelCase on the wire, strict about unknown fields going in."""

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Out(BaseModel):
    """An answer."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class In(BaseModel):
    """A request."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")


class Done(Out):
    """The answer to something that has nothing to tell."""

    ok: bool = True
