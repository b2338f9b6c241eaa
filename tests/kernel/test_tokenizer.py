"""Counting tokens exactly with a vocabulary from a folder, and never fetching one."""

import base64
import json
import socket
from pathlib import Path

import pytest

from proofroom.kernel.tokenizer import Vocabularies

pytest.importorskip("tiktoken", reason="the extra `tokens` is not installed")

WORDS = (b"th", b"the", b" p", b" pr", b"oo", b" proo", b" proof")
"""Merges of a small vocabulary, in the order in which they happen."""


def write_vocabulary(folder: Path, name: str = "tiny", models: tuple[str, ...] = ("tiny-",)) -> None:
    """Write a byte-pair vocabulary: every byte, and a few merges."""
    folder.mkdir(parents=True, exist_ok=True)
    tokens = [bytes([byte]) for byte in range(256)] + list(WORDS)
    lines = (f"{base64.b64encode(token).decode()} {rank}\n" for rank, token in enumerate(tokens))
    (folder / f"{name}.tiktoken").write_text("".join(lines))
    described = {"models": list(models), "pattern": r" ?\p{L}+|\p{N}+|\s+|[^\s\p{L}\p{N}]+"}
    (folder / f"{name}.json").write_text(json.dumps(described))


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing may be fetched")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def test_a_vocabulary_with_a_description_counts_exactly(tmp_path: Path) -> None:
    write_vocabulary(tmp_path)
    count = Vocabularies(tmp_path).counter("tiny-2026")
    assert count is not None
    # "the" is one token, " proof" one, " x" two bytes, "ş" two bytes of UTF-8.
    assert [count(text) for text in ("", "the", "the proof", "the x", "ş")] == [0, 1, 2, 3, 2]
    assert count("<|endoftext|>") > 1, "a special token in a text is text"
    other = Vocabularies(tmp_path).counter("gateway/tiny-x")
    assert other is not None
    assert other("the proof") == 2


def test_models_without_a_vocabulary_here_are_estimated(tmp_path: Path) -> None:
    write_vocabulary(tmp_path)
    assert Vocabularies(None).counter("tiny-2026") is None
    assert Vocabularies(tmp_path).counter("large-2026") is None
    assert Vocabularies(tmp_path).counter("gpt-4o") is None, "known to the package, but its file is not here"


def test_a_file_that_is_not_the_published_vocabulary_is_not_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_vocabulary(tmp_path, "o200k_base", models=())
    assert Vocabularies(tmp_path).counter("gpt-4o") is None
    assert "is not the published vocabulary" in caplog.text
    assert (tmp_path / "o200k_base.tiktoken").exists()
