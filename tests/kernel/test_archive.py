"""Modules are imported from one file as they are from their own, and from their own where that is newer."""

import importlib
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from proofroom.kernel.archive import Archive


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of two modules on the path, compiled; nothing of it is imported."""
    folder = tmp_path / "kept_house"
    folder.mkdir()
    (folder / "__init__.py").write_text("NAME = 'house'\n")
    (folder / "attic.py").write_text("FLOOR = 3\n\ndef fail():\n    raise ValueError('up here')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    yield folder
    forget()


def forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "kept_house"]:
        del sys.modules[name]
    importlib.invalidate_caches()


def import_with(archive: Archive, name: str) -> ModuleType:
    sys.meta_path.insert(0, archive)
    try:
        return importlib.import_module(name)
    finally:
        sys.meta_path.remove(archive)


def kept(place: Path) -> Archive:
    """Import the package, keep it, and return what a next start would open."""
    importlib.import_module("kept_house.attic")
    assert Archive(place).keep()
    forget()
    return Archive(place)


def test_what_was_kept_is_imported_without_a_look_at_its_compiled_files(
    package: Path, tmp_path: Path
) -> None:
    archive = kept(tmp_path / "start.bin")
    for compiled in package.rglob("*.pyc"):
        compiled.write_bytes(b"nothing")
    attic = import_with(archive, "kept_house.attic")
    assert attic.FLOOR == 3
    assert sys.modules["kept_house"].__path__ == [str(package)]
    assert attic.__file__ == str(package / "attic.py")
    assert attic.__cached__ is not None
    with pytest.raises(ValueError, match="up here") as caught:
        attic.fail()
    assert caught.traceback[-1].path == package / "attic.py"
    assert not archive.keep(), "all of it is there"


def test_a_source_that_changed_is_read_anew_and_kept(package: Path, tmp_path: Path) -> None:
    place = tmp_path / "start.bin"
    archive = kept(place)
    (package / "attic.py").write_text("FLOOR = 40\n")
    assert import_with(archive, "kept_house.attic").FLOOR == 40
    assert archive.keep()
    forget()
    assert import_with(Archive(place), "kept_house.attic").FLOOR == 40


def test_a_module_that_is_gone_is_gone(package: Path, tmp_path: Path) -> None:
    archive = kept(tmp_path / "start.bin")
    (package / "attic.py").unlink()
    with pytest.raises(ModuleNotFoundError):
        import_with(archive, "kept_house.attic")


@pytest.mark.parametrize("left", [0, 3, 40, -10])
def test_a_file_that_was_cut_off_or_spoiled_does_no_harm(package: Path, tmp_path: Path, left: int) -> None:
    place = tmp_path / "start.bin"
    kept(place)
    whole = place.read_bytes()
    place.write_bytes(whole[:left] if left >= 0 else whole[:left] + b"\0" * -left)
    assert import_with(Archive(place), "kept_house.attic").FLOOR == 3


def test_no_spoilt_byte_ends_a_start(package: Path, tmp_path: Path) -> None:
    place = tmp_path / "start.bin"
    kept(place)
    whole, chance = place.read_bytes(), random.Random(1)
    first = Archive(place)
    sound = {name: first.code(name) for name in ("kept_house", "kept_house.attic")}
    assert None not in sound.values()
    *_, start, length, _ = first._kept["kept_house.attic"]
    code = range(first._begin + start, first._begin + start + length)
    for number in range(120):
        spoilt = bytearray(whole)
        spoilt[chance.randrange(first._begin) if number % 2 else chance.choice(code)] ^= 1 << number % 8
        place.write_bytes(spoilt)
        archive = Archive(place)
        for name, known in sound.items():
            is_listed = archive.find_spec(name) is not None
            assert not (is_listed and number % 2), "a spoilt list is none"
            assert not is_listed or archive.code(name) in (None, known), "nor is spoilt code"


def test_a_source_of_the_same_second_and_length_is_another_one(package: Path, tmp_path: Path) -> None:
    source = package / "attic.py"
    os.utime(source, ns=(0, 1_000_000_000_000_000_001))
    archive = kept(tmp_path / "start.bin")
    source.write_text(source.read_text().replace("3", "4"))
    os.utime(source, ns=(0, 1_000_000_000_000_000_002))
    for compiled in package.rglob("*.pyc"):
        compiled.unlink()
    assert import_with(archive, "kept_house.attic").FLOOR == 4


def test_another_path_means_other_modules(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = kept(tmp_path / "start.bin")
    assert archive.find_spec("kept_house") is not None
    monkeypatch.syspath_prepend(str(tmp_path / "elsewhere"))
    assert Archive(tmp_path / "start.bin").find_spec("kept_house") is None


def test_where_nothing_can_be_written_nothing_is(package: Path, tmp_path: Path) -> None:
    importlib.import_module("kept_house.attic")
    Archive(tmp_path / "no" / "folder" / "start.bin").keep()
    assert not (tmp_path / "no").exists()
