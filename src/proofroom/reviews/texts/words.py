"""The difference of two texts word by word, for people to read."""

from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from proofroom.kernel.patterns import late_pattern

_TOKEN = late_pattern(r"\w+(?:['’\-]\w+)*|\s+|[^\w\s]")
_SHORT_ISLAND = 2
_TOKEN_LIMIT = 6000


class Span(NamedTuple):
    """A stretch of text that stays, goes or comes."""

    op: Literal["same", "removed", "added"]
    text: str


def word_diff(old: str, new: str) -> list[Span]:
    """Return the spans that lead from one text to the other; removed text stands before added text."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    if len(before) + len(after) > _TOKEN_LIMIT:
        return _joined([Span("removed", old), Span("added", new)])
    runs = [
        _Run(before[i1:i2], after[j1:j2], tag == "equal")
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    ]
    _slide(runs)
    spans: list[Span] = []
    for run in runs:
        if run.is_same:
            spans.append(Span("same", "".join(run.old)))
        else:
            spans += [Span("removed", "".join(run.old)), Span("added", "".join(run.new))]
    return _joined(_without_islands(spans))


class _Run(NamedTuple):
    old: list[str]
    new: list[str]
    is_same: bool


def _slide(runs: list[_Run]) -> None:
    """Move a pure addition or removal right while that says the same, so that it begins with a word."""
    for number in range(1, len(runs) - 1):
        run, before, after = runs[number], runs[number - 1], runs[number + 1]
        if run.is_same or (run.old and run.new):
            continue
        tokens = run.old or run.new
        while len(after.old) > 1 and tokens[0] == after.old[0] and not tokens[0][0].isalnum():
            for tokens_before in (before.old, before.new):
                tokens_before.append(tokens[0])
            for tokens_after in (after.old, after.new):
                tokens_after.pop(0)
            tokens.append(tokens.pop(0))


def _without_islands(spans: list[Span]) -> list[Span]:
    """Treat a lonely space or letter between two changes as changed, which reads better."""
    result: list[Span] = []
    for number, span in enumerate(spans):
        is_inner = 0 < number < len(spans) - 1
        is_island = span.op == "same" and is_inner and len(span.text.strip()) < _SHORT_ISLAND
        if is_island and "\n" not in span.text:
            result += [Span("removed", span.text), Span("added", span.text)]
        else:
            result.append(span)
    return result


def _joined(spans: list[Span]) -> list[Span]:
    """Join neighbours, with what goes before what comes."""
    result: list[Span] = []
    removed = added = ""
    for span in [*spans, Span("same", "")]:
        if span.op == "removed":
            removed += span.text
        elif span.op == "added":
            added += span.text
        else:
            if removed:
                result.append(Span("removed", removed))
            if added:
                result.append(Span("added", added))
            removed = added = ""
            if span.text:
                result.append(span)
    return result
