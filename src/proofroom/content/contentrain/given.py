"""Inputs of the official tools: checked against the official schemas themselves."""

import copy
from functools import cache
from importlib import resources
from typing import Any, ClassVar, cast

import orjson
from pydantic import BaseModel, ConfigDict, model_validator

Json = dict[str, Any]


@cache
def definitions() -> dict[str, Json]:
    """Return the official definitions that are offered here, by name: input schema and annotations."""
    raw = resources.files("proofroom.content.contentrain").joinpath("surface.json").read_bytes()
    return {each["name"]: each for each in cast("list[Json]", orjson.loads(raw))}


class ContentrainInput(BaseModel):
    """An input as its official schema wants it. Unknown keys at the top are dropped, as the original does."""

    model_config = ConfigDict(extra="allow")
    contentrain_schema: ClassVar[Json] = {}

    @model_validator(mode="before")
    @classmethod
    def _check(cls, given: Any) -> Any:
        from jsonschema import Draft7Validator

        if not isinstance(given, dict):
            raise ValueError("the input is not an object")
        properties = cast("dict[str, Json]", cls.contentrain_schema.get("properties") or {})
        known = {name: value for name, value in cast("Json", given).items() if name in properties}
        for error in Draft7Validator(cls.contentrain_schema).iter_errors(known):  # pyright: ignore[reportUnknownMemberType]
            place = ".".join(str(part) for part in error.path)
            raise ValueError(f"{place}: {error.message}" if place else error.message)
        defaults = {name: part["default"] for name, part in properties.items() if "default" in part}
        return {**copy.deepcopy(defaults), **known}

    @classmethod
    def model_json_schema(cls, *args: Any, **kwargs: Any) -> Json:
        """Return the official schema."""
        return copy.deepcopy(cls.contentrain_schema)

    def get(self, name: str, default: Any = None) -> Any:
        """Return what was given, or the default."""
        return (self.model_extra or {}).get(name, default)


@cache
def input_for(name: str) -> type[ContentrainInput]:
    """Return the input model of an official tool."""
    body = {"contentrain_schema": definitions()[name]["inputSchema"], "__doc__": f"Input of `{name}`."}
    annotations = {"contentrain_schema": ClassVar[Json]}
    return type(f"{name}_input", (ContentrainInput,), {**body, "__annotations__": annotations})
