"""Where files come from: a Git tree, a folder or a dictionary, all read the same way."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol, runtime_checkable


class Tree(Protocol):
    """Files by path, relative to the repository, with forward slashes."""

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes, or None when there is none."""
        ...

    def list(self, prefix: str) -> Iterable[str]:
        """Return the paths of all files below a folder, at any depth; the empty prefix means all."""
        ...


@runtime_checkable
class IdentifiedTree(Tree, Protocol):
    """A tree that knows its files' content by id, so that parsed files can be kept between trees."""

    def oid(self, path: str) -> str | None:
        """Return the id of a file's content, or None when there is no such file."""
        ...

    def files_with_oids(self, prefix: str) -> Iterable[tuple[str, str | None]]:
        """Return the paths of all files below a folder with the ids of what they hold, where known."""
        ...


@runtime_checkable
class FolderedTree(IdentifiedTree, Protocol):
    """A tree that can say what lies directly in one folder."""

    def files_in(self, folder: str) -> Iterable[str]:
        """Return the names of the files directly in a folder."""
        ...

    def folders_in(self, folder: str) -> Iterable[tuple[str, str]]:
        """Return the names and ids of the folders directly in a folder."""
        ...


class OverlayTree:
    """A tree as it will be once some files are written and others deleted."""

    def __init__(self, under: Tree, writes: Mapping[str, bytes], deletes: Iterable[str] = ()) -> None:
        self._under = under
        self._writes = writes
        self._deletes = frozenset(deletes)

    def read(self, path: str) -> bytes | None:
        """Return a file's bytes."""
        if path in self._writes:
            return self._writes[path]
        return None if path in self._deletes else self._under.read(path)

    def list(self, prefix: str) -> Iterator[str]:
        """Return the paths below a folder."""
        kept = {path for path in self._under.list(prefix) if path not in self._deletes}
        kept.update(path for path in self._writes if _is_below(path, prefix))
        return iter(sorted(kept))

    def oid(self, path: str) -> str | None:
        """Return the id of an untouched file's content; a touched one has none yet."""
        if path in self._writes or path in self._deletes or not isinstance(self._under, IdentifiedTree):
            return None
        return self._under.oid(path)

    def files_with_oids(self, prefix: str) -> Iterator[tuple[str, str | None]]:
        """Return the paths below a folder, written ones last and without an id."""
        under = self._under
        kept = (
            under.files_with_oids(prefix)
            if isinstance(under, IdentifiedTree)
            else ((path, None) for path in under.list(prefix))
        )
        touched = self._deletes | self._writes.keys()
        yield from ((path, oid) for path, oid in kept if path not in touched)
        yield from ((path, None) for path in self._writes if _is_below(path, prefix))


def _is_below(path: str, prefix: str) -> bool:
    return not prefix or path.startswith(f"{prefix.rstrip('/')}/")
