"""A tree of files without a repository."""

from collections.abc import Iterator, Mapping


class MemoryTree:
    """Files in a dictionary."""

    def __init__(self, files: Mapping[str, bytes] | None = None) -> None:
        self.files: dict[str, bytes] = dict(files or {})

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes."""
        return self.files.get(path)

    def list(self, prefix: str) -> Iterator[str]:
        """Return the paths below a folder."""
        return (
            path for path in sorted(self.files) if not prefix or path.startswith(f"{prefix.rstrip('/')}/")
        )
