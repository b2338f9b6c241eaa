"""Models that pydantic builds with their first use.

Building a model's validator takes about a millisecond, a start defines some three hundred, FastAPI's own of
the OpenAPI document among them, and a process uses a tenth.
"""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

_PLUGINS = "PYDANTIC_DISABLE_PLUGINS"


@contextmanager
def models_later() -> Generator[None]:
    """Let every model that is defined meanwhile be built when it is first asked for something.

    A call of `model_rebuild` without arguments, at the end of a module whose classes name each other, waits
    for that too. Inside another `models_later` that one goes on.
    """
    os.environ.setdefault(_PLUGINS, "__all__")  # or the files of every installed package are looked through
    # FastAPI looks whether a model is one of the first version, and takes this for its absence.
    sys.modules.setdefault("pydantic.v1", None)  # type: ignore[arg-type]
    from pydantic import BaseModel  # imported here, so that the variable above is seen

    if "defer_build" in BaseModel.model_config:
        yield
        return
    rebuild: Any = BaseModel.__dict__["model_rebuild"]

    def later(cls: type[BaseModel], **how: Any) -> bool | None:
        return rebuild.__func__(cls, **how) if how else None

    model: Any = BaseModel
    model.model_config["defer_build"] = True
    model.model_rebuild = classmethod(later)
    try:
        yield
    finally:
        model.model_rebuild = rebuild
        _forget_the_wish(model)


def _forget_the_wish(model: Any) -> None:
    """Take the option out again, so that neither adapters nor heirs of these models wait as well."""
    model.model_config.pop("defer_build", None)
    for heir in model.__subclasses__():
        _forget_the_wish(heir)
