"""What a tool of the site is: a function with what the model is told of it, and who may use it."""

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

from proofroom.kernel.data import dataclass
from proofroom.site.document.types import Json
from proofroom.site.tools.open_site import OpenSite
from proofroom.site.tools.schemas import SiteInput

READ, CONTENT, STRUCTURE, STYLE = (
    f"site.{name}" for name in ("read", "content.edit", "structure.edit", "style.edit")
)
Run = TypeVar("Run", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class SiteTool:
    """A tool: its runner changes the open site where it writes, and returns data or nothing."""

    name: str
    description: str
    input_model: type[SiteInput]
    run: Callable[[OpenSite, Any], Json | None]
    permission: str = READ
    output_cap: int | None = None
    heavy: bool = False
    destructive: bool = False
    needs_tables: bool = False
    """Whether it asks which content models there are."""

    @property
    def writes(self) -> bool:
        """Whether it changes the site."""
        return self.permission != READ

    @property
    def alias(self) -> str:
        """The name it has where tools carry the prefix of their scope."""
        return "site_" + re.sub(r"(?<!^)(?=[A-Z])", "_", self.name).lower()


_MADE: dict[Callable[..., Any], SiteTool] = {}


def site_tool(name: str, permission: str = READ, **more: Any) -> Callable[[Run], Run]:
    """Make a tool of a function: its docstring is what the model is told, its `given` what it takes."""

    def make(run: Run) -> Run:
        described = " ".join(str(run.__doc__).split())
        _MADE[run] = SiteTool(name, described, run.__annotations__["given"], run, permission, **more)
        return run

    return make


def tools_of(*modules: ModuleType) -> tuple[SiteTool, ...]:
    """Return the tools that modules define, in their order."""
    return tuple(
        _MADE[one]
        for module in modules
        for one in vars(module).values()
        if callable(one) and one.__module__ == module.__name__ and one in _MADE
    )
