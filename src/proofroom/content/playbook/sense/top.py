"""Of what there is most or least: the longest, the three newest, the one changed last."""

import re
from typing import Final

from proofroom.content.playbook.days import DATES
from proofroom.content.playbook.schema import NUMERIC, FieldView, ModelView
from proofroom.content.playbook.sense.board import Board, Span
from proofroom.content.playbook.words import TABLE

Top = tuple[FieldView | None, bool, int]
"""By which field, whether the most of it, and how many; without a field it is when it was changed."""
TOP: Final = re.compile(rf"\b(?:{'|'.join(one['words'] for one in TABLE['top'])})\b")
"""What says that something is sought by its rank."""
_COUNT: Final = r"\d+|two|three|four|five|six|ten|iki|uc|dort|bes"


def find_top(board: Board, model: ModelView, said: str) -> tuple[Top, list[Span]] | None:
    """Return what is sought by its rank, and the places that say so."""
    for one in TABLE["top"]:
        found = re.search(
            rf"\b(?:(?P<count>{_COUNT})\s+)?(?:{one['words']})\b(?:\s+(?P<behind>{_COUNT})\b)?", said
        )
        concept = str(one.get("concept") or "")
        field = _field(board, model, said, concept, found.end()) if found else None
        if found is None or (field is None and concept != "change"):
            continue
        counted = board.amounts(found["count"] or found["behind"] or "1 ")
        spans = [found.span()]
        if not concept:
            spans += [each.span for each in board.fields(said, [model]) if each.field == field]
        return (field, bool(one["most"]), int(counted[0].number) if counted else 1), spans
    return None


def _field(board: Board, model: ModelView, said: str, concept: str, at: int) -> FieldView | None:
    if concept in ("date", "next"):
        return next(iter(model.own(*DATES)), None)
    counted = model.own(*NUMERIC)
    if not concept:
        named = [one for one in board.fields(said, [model]) if one.field in counted]
        near = [one for one in named if one.start >= at - 1] or named
        return near[0].field if near else None
    meant = [one for one in counted if one.means(concept)]
    if len(meant) == 1:
        return meant[0]
    return counted[0] if concept == "amount" and len(counted) == 1 else None
