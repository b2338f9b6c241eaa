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

from proofroom.kernel.check import Check
from proofroom.kernel.clock import Clock
from proofroom.kernel.settings import Settings
from proofroom.store import find_running
from proofroom.store.lock import read_card

FREE_WANTED = 1024**3
SKEW_ALLOWED_S = 5.0


def check_python() -> Check:
    """Look at the Python that runs us."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    return Check("python", "Python", "ok", f"Python {version}.")


def check_git() -> Check:
    """Look for the git command; the studio works without it, importing over SSH does not."""
    said = _ask_git("--version")
    if said is None:
        return Check(
            "git", "Git", "warning", "There is no git command.", "Install Git to fetch and push over SSH."
        )
    return Check("git", "Git", "ok", f"{said}.")


def check_git_identity() -> Check:
    """Look for a name and address that commits outside the studio would carry."""
    missing = [key for key in ("user.name", "user.email") if not _ask_git("config", "--get", key)]
    if not missing:
        return Check("git_identity", "Git identity", "ok", "Commits have a name and an address.")
    return Check(
        "git_identity",
        "Git identity",
        "warning",
        f"Git has no {' and no '.join(missing)}, so merges made with the git command will fail.",
        'Run: git config --global user.name "Your Name" and git config --global user.email you@example.com',
    )


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
            "Data folder",
            "failed",
            f"{folder} cannot be written: {error.strerror}.",
            "Give this user the right to write there, or set PROOFROOM_DATA to another folder.",
        )
    return Check("data_folder", "Data folder", "ok", f"{folder} can be written.")


def check_free_space(settings: Settings) -> Check:
    """Look at the space left for data and backups."""
    free = shutil.disk_usage(_nearest_parent(settings.data.resolve())).free
    spelled = f"{free / 1024**3:.1f} GiB free."
    if free < FREE_WANTED:
        return Check(
            "free_space", "Free space", "warning", spelled, "Make room: a backup needs as much as the data."
        )
    return Check("free_space", "Free space", "ok", spelled)


def check_port(settings: Settings) -> Check:
    """Try to take the port, unless a studio of this data folder has it."""
    if settings.port == 0:
        return Check("port", "Port", "ok", "A free port is taken at start.")
    # A studio that examines itself holds its own lock, which does not look held from inside.
    card = read_card(settings)
    running = card if card is not None and card.pid == os.getpid() else find_running(settings)
    if running is not None and running.url.endswith(f":{settings.port}"):
        return Check("port", "Port", "ok", f"The studio answers at {running.url}.")
    with socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((settings.host, settings.port))
        except OSError as error:
            return Check(
                "port",
                "Port",
                "failed",
                f"Port {settings.port} on {settings.host} cannot be used: {error.strerror}.",
                "Stop what uses it, or set PROOFROOM_PORT to another port.",
            )
    return Check("port", "Port", "ok", f"Port {settings.port} on {settings.host} is free.")


def check_clock(settings: Settings, clock: Clock) -> Check:
    """Compare our clock with the file system's, which may live on another machine."""
    place = _nearest_parent(settings.data.resolve())
    try:
        with tempfile.NamedTemporaryFile(dir=place, prefix=".doctor-") as file:
            os.utime(file.name)
            stamp = datetime.fromtimestamp(Path(file.name).stat().st_mtime, UTC)
    except OSError:
        return Check(
            "clock", "Clock", "warning", "The data folder cannot be written, so it was not compared."
        )
    return clock_finding("clock", "Clock", (stamp - clock.now()).total_seconds(), "the file system's")


def clock_finding(code: str, title: str, skew_s: float, other: str) -> Check:
    """Return the finding for a difference between two clocks."""
    if abs(skew_s) > SKEW_ALLOWED_S:
        return Check(
            code,
            title,
            "failed",
            f"This machine's clock differs from {other} by {abs(skew_s):.0f} s.",
            "Set the clock, and keep it right with a time service.",
        )
    return Check(code, title, "ok", f"Agrees with {other} clock.")


def check_web_app() -> Check:
    """Look for the built web app."""
    if (Path(str(resources.files("proofroom"))) / "ui" / "index.html").is_file():
        return Check("web_app", "Web app", "ok", "The web app is built.")
    return Check(
        "web_app", "Web app", "warning", "The web app is not built.", "Run `make up`, or install the wheel."
    )


def _nearest_parent(path: Path) -> Path:
    while not path.exists():
        path = path.parent
    return path
