"""Where a studio lies and how commands speak to it, known without loading all settings.

Loading them takes longer than most commands that ask a running studio. Where the environment says no more
than what is understood here, and no file says anything, that is enough; everything else is left to them.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from proofroom.kernel.data import dataclass

if TYPE_CHECKING:
    from proofroom.kernel.settings import Settings
    from proofroom.kernel.strings import Language

PREFIX = "proofroom_"
FILES = (".env", "proofroom.toml")
MOST_PORT = 65_535
_SWITCHES = ("true", "false", "1", "0")


class Located(Protocol):
    """What commands need of the settings."""

    @property
    def data(self) -> Path:
        """The studio's folder."""
        ...

    @property
    def executor_id(self) -> str:
        """The name of the process that runs there."""
        ...

    @property
    def workspace(self) -> str | None:
        """The workspace that commands work in, where it is named."""
        ...

    @property
    def language(self) -> "Language":
        """The language of answers."""
        ...

    @property
    def is_postgres(self) -> bool:
        """Whether the database lies on a server."""
        ...


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A studio on SQLite, as the environment names it."""

    data: Path
    executor_id: str
    workspace: str | None
    language: "Language"
    is_postgres: bool = False


def find_place() -> "Whereabouts | Settings":
    """Return the place that the environment names; all settings where it says more than that."""
    given = {
        name.lower().removeprefix(PREFIX): value
        for name, value in os.environ.items()
        if name.lower().startswith(PREFIX)
    }
    if not all(_is_plain(name, value) for name, value in given.items()) or any(
        Path(name).exists() for name in FILES
    ):
        from proofroom.kernel.settings import Settings

        return Settings()
    return Whereabouts(
        Path(given.get("data", "studio-data")),
        given.get("executor_id", "studio"),
        given.get("workspace"),
        cast("Language", given.get("language", "en")),
    )


def _is_plain(name: str, value: str) -> bool:
    """Tell whether a variable is understood here, and means what it says."""
    match name:
        case "data" | "executor_id" | "workspace" | "host":
            return bool(value) and value == value.strip()
        case "language":
            return value in ("en", "tr")
        case "port":
            return value.isascii() and value.isdigit() and int(value) <= MOST_PORT
        case "demo":
            return value in _SWITCHES
        case _:
            return False


def operator_token_path(place: Located) -> Path:
    """Return the file by which commands on this machine prove that they may read the data folder."""
    return place.data / f"operator-{place.executor_id}.token"


def workspace_path(place: Located) -> Path:
    """Return the file that keeps which workspace commands on this machine work in."""
    return place.data / "workspace"


def sqlite_path(place: Located) -> Path:
    """Return the file of the embedded database."""
    return place.data / "studio.db"
