"""The data folder belongs to whoever runs the studio, and to nobody else on the machine."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from proofroom.kernel.place import Located

FOLDER_MODE, FILE_MODE = 0o700, 0o600
_OTHERS = 0o077
_SECRET = ("*.db", "*.db-wal", "*.db-shm", "*.key", "*.token")


def make_private(settings: Located) -> None:
    """Close the data folder, its databases, keys and tokens to others; folders of others are left alone."""
    for path, mode in _wanted(settings.data):
        with suppress(OSError):
            path.chmod(mode)


def find_open(settings: Located) -> list[Path]:
    """Return what others on the machine could read although it is private."""
    return [path for path, _ in _wanted(settings.data) if _mode(path) & _OTHERS]


def _wanted(folder: Path) -> Iterator[tuple[Path, int]]:
    if folder.is_dir():
        yield folder, FOLDER_MODE
        for pattern in _SECRET:
            yield from ((path, FILE_MODE) for path in folder.glob(pattern) if path.is_file())


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except OSError:
        return 0
