"""The recordings suite: recorded bodies in many cuts, all with the outcome that is expected."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from proofroom.kernel.errors import ProofroomError
from proofroom.providers.frames import open_frames
from proofroom.providers.replay import Round, rounds
from proofroom.providers.shapes import Json

SMALL_BODY = 30_000


class SuiteResult(NamedTuple):
    """How many cases passed, of how many, and what went wrong with the others."""

    passed: int
    total: int
    failures: list[str]


def run_recordings_suite(folder: Path) -> SuiteResult:
    """Replay every recording under a folder: whole, per event, byte by byte, small ones cut in two anywhere.

    A case is one round of one recording; it passes when all its cuts agree with the expected file.
    """
    failures: list[str] = []
    total = 0
    for recording in sorted(path.parent for path in folder.glob("*/meta.json")):
        try:
            for round_ in rounds(recording):
                total += 1
                failures.extend(_check(round_))
        except ProofroomError as error:
            total += 1
            failures.append(f"{recording.name}: {error.message}")
    return SuiteResult(total - len(failures), total, failures)


def _check(round_: Round) -> list[str]:
    first = round_.whole()
    expected = first if round_.expected is None else round_.expected
    if not round_.is_streamed:
        return _complaints(f"{round_.name}, whole", differences(expected, first))
    whole = [frame for group in round_.frames([round_.body]) for frame in group]
    seen: set[tuple[int, ...]] = set()
    for name, pieces in cuts(round_):
        groups = round_.frames(pieces)
        if [frame for group in groups for frame in group] != whole:
            return _complaints(f"{round_.name}, {name}", ["frames"])
        # Readers see nothing but groups of frames: cuts that give the same ones need reading only once.
        key = tuple(len(group) for group in groups)
        if key in seen:
            continue
        seen.add(key)
        found, ear = round_.outcome(groups)
        heard = {"text": "".join(ear.said.values()), "thinking": "".join(ear.thought.values())}
        wrong = [f"{field} (streamed)" for field, text in heard.items() if text != found[field]]
        if complaints := _complaints(f"{round_.name}, {name}", [*differences(expected, found), *wrong]):
            return complaints
    return []


def _complaints(where: str, wrong: Sequence[str]) -> list[str]:
    return [f"{where}: {', '.join(wrong)} differ from what is expected"] if wrong else []


def differences(expected: Json, found: Json) -> list[str]:
    """Return the names of the fields that are not as expected."""
    return [name for name, value in expected.items() if found.get(name) != value]


def cuts(round_: Round) -> Iterator[tuple[str, list[bytes]]]:
    """Give the ways a body is cut, each with its name."""
    body = round_.body
    yield "whole", [body]
    yield "per event", _per_event(round_)
    yield "byte by byte", [body[at : at + 1] for at in range(len(body))]
    if len(body) < SMALL_BODY:
        for at in range(1, len(body)):
            yield f"cut at {at}", [body[:at], body[at:]]


def _per_event(round_: Round) -> list[bytes]:
    """Cut after every byte that completes a frame."""
    frames = open_frames(round_.framing)
    pieces: list[bytes] = []
    start = 0
    for at in range(len(round_.body)):
        if frames.feed(round_.body[at : at + 1]):
            pieces.append(round_.body[start : at + 1])
            start = at + 1
    return [*pieces, round_.body[start:]]
