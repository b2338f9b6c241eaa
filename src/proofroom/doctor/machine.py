"""Checks of the machine: Python, Git, data folder, port, clock, web app."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Literal

from proofroom.kernel.check import Check
from proofroom.kernel.clock import Clock
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.providers.corpus.index import CorpusIndex
from proofroom.store import find_running
from proofroom.store.lock import read_card
from proofroom.store.private import find_open

FREE_WANTED = 1024**3
SKEW_ALLOWED_S = 5.0


def check_python() -> Check:
    """Look at the Python that runs us."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    return Check("python", "Python", "ok", say("doctor.python.version", version=version))


def check_git() -> Check:
    """Look for the git command; the studio works without it, importing over SSH does not."""
    said = _ask_git("--version")
    if said is None:
        return Check("git", "Git", "warning", say("doctor.git.none"), say("doctor.git.install"))
    return Check("git", "Git", "ok", say("doctor.git.version", version=said))


def check_git_identity() -> Check:
    """Look for a name and address that commits outside the studio would carry."""
    missing = [key for key in ("user.name", "user.email") if not _ask_git("config", "--get", key)]
    if not missing:
        return Check("git_identity", say("doctor.git_identity"), "ok", say("doctor.git_identity.known"))
    return Check(
        "git_identity",
        say("doctor.git_identity"),
        "warning",
        say("doctor.git_identity.missing", missing=" and no ".join(missing)),
        say("doctor.git_identity.set"),
    )


def check_documents(settings: Settings) -> Check | None:
    """Look for documents of the corpus that could not be read; None where nobody has searched it yet."""
    index = settings.data / "cache" / "corpus.db"
    if not index.exists():
        return None
    troubles = CorpusIndex(index).troubles()
    title = say("doctor.documents")
    if not troubles:
        return Check("documents", title, "ok", say("doctor.documents.read"))
    listed = "; ".join(f"{Path(path).name}: {why}" for path, why in sorted(troubles.items())[:5])
    found = say("doctor.documents.unread", count=len(troubles), listed=listed)
    return Check("documents", title, "warning", found, say("doctor.documents.mend"))


def _ask_git(*words: str) -> str | None:
    git = shutil.which("git")
    if git is None:
        return None
    said = subprocess.run([git, *words], capture_output=True, text=True, timeout=10, check=False)  # noqa: S603
    return said.stdout.strip() if said.returncode == 0 else None


def check_data_folder(settings: Settings) -> Check:
    """Try to write into the data folder."""
    folder = settings.data.resolve()
    place = folder if folder.exists() else _nearest_parent(folder)
    try:
        with tempfile.NamedTemporaryFile(dir=place, prefix=".doctor-"):
            pass
    except OSError as error:
        return Check(
            "data_folder",
            say("doctor.data_folder"),
            "failed",
            say("doctor.data_folder.closed", folder=folder, reason=error.strerror),
            say("doctor.data_folder.rights"),
        )
    return Check(
        "data_folder", say("doctor.data_folder"), "ok", say("doctor.data_folder.fits", folder=folder)
    )


def check_privacy(settings: Settings) -> Check:
    """Look for data that others on the machine could read."""
    found = find_open(settings)
    if not found:
        return Check("privacy", say("doctor.privacy"), "ok", say("doctor.privacy.closed"))
    named = ", ".join(path.name for path in found[:5])
    return Check(
        "privacy",
        say("doctor.privacy"),
        "warning",
        say("doctor.privacy.open", names=named),
        say("doctor.privacy.close", folder=settings.data),
    )


def check_free_space(settings: Settings) -> Check:
    """Look at the space left for data and backups."""
    free = shutil.disk_usage(_nearest_parent(settings.data.resolve())).free
    spelled = say("doctor.free_space.left", size=f"{free / 1024**3:.0f}")
    if free < FREE_WANTED:
        return Check(
            "free_space", say("doctor.free_space"), "warning", spelled, say("doctor.free_space.make")
        )
    return Check("free_space", say("doctor.free_space"), "ok", spelled)


def check_port(settings: Settings) -> Check:
    """Try to take the port, unless a studio of this data folder has it."""
    if settings.port == 0:
        return Check("port", say("doctor.port"), "ok", say("doctor.port.any"))
    # A studio that examines itself holds its own lock, which does not look held from inside.
    card = read_card(settings)
    running = card if card is not None and card.pid == os.getpid() else find_running(settings)
    if running is not None and running.url.endswith(f":{settings.port}"):
        return Check("port", say("doctor.port"), "ok", say("doctor.port.studio", address=running.url))
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((settings.host, settings.port))
        except OSError as error:
            return Check(
                "port",
                say("doctor.port"),
                "failed",
                say("doctor.port.used", port=settings.port, host=settings.host, reason=error.strerror),
                say("doctor.port.other"),
            )
    return Check(
        "port", say("doctor.port"), "ok", say("doctor.port.free", port=settings.port, host=settings.host)
    )


def check_clock(settings: Settings, clock: Clock) -> Check:
    """Compare our clock with the file system's, which may live on another machine."""
    place = _nearest_parent(settings.data.resolve())
    try:
        with tempfile.NamedTemporaryFile(dir=place, prefix=".doctor-") as file:
            os.utime(file.name)
            stamp = datetime.fromtimestamp(Path(file.name).stat().st_mtime, UTC)
    except OSError:
        return Check("clock", say("doctor.clock"), "warning", say("doctor.clock.unknown"))
    return clock_finding("clock", say("doctor.clock"), (stamp - clock.now()).total_seconds(), "files")


def clock_finding(code: str, title: str, skew_s: float, other: Literal["files", "database"]) -> Check:
    """Return the finding for a difference between two clocks."""
    if abs(skew_s) > SKEW_ALLOWED_S:
        return Check(
            code,
            title,
            "failed",
            say(f"doctor.clock.differs.{other}", seconds=f"{abs(skew_s):.0f}"),
            say("doctor.clock.set"),
        )
    return Check(code, title, "ok", say(f"doctor.clock.agrees.{other}"))


def check_web_app() -> Check:
    """Look for the built web app."""
    if (Path(str(resources.files("proofroom"))) / "ui" / "index.html").is_file():
        return Check("web_app", say("doctor.web_app"), "ok", say("doctor.web_app.built"))
    return Check(
        "web_app", say("doctor.web_app"), "warning", say("doctor.web_app.none"), say("doctor.web_app.build")
    )


def _nearest_parent(path: Path) -> Path:
    while not path.exists():
        path = path.parent
    return path
