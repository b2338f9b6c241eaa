"""A field that two sides changed: what stands together is taken from both, the rest is a clash."""

from typing import Any

import pytest

from proofroom.reviews.texts.three_way import merge_field

LONG = "You write notes. Keep them short. Never invent a source."
BLOCK = "You write notes.\nKeep them short.\nNever invent a source."


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        (1, 1, 2, (2, True)),
        (1, 3, 1, (3, True)),
        (1, 3, 3, (3, True)),
        (1, 2, 3, (2, False)),
        (None, "a", "b", ("a", False)),
        (["a", "b"], ["a", "b", "c"], ["b"], (["b", "c"], True)),
        (["a", "b"], ["b", "a"], ["b"], (["b", "a"], False)),
        (
            BLOCK,
            BLOCK.replace("short", "brief"),
            BLOCK.replace("a source", "anything"),
            (BLOCK.replace("short", "brief").replace("a source", "anything"), True),
        ),
        (LONG, LONG.replace("short", "brief"), LONG.replace("short", "tiny"), None),
    ],
)
def test_a_field_merges_or_clashes(base: Any, ours: Any, theirs: Any, merged: Any) -> None:
    assert merge_field(base, ours, theirs) == (merged or (ours, False))
