"""A name that stands behind what is new and a colon: New article: Night walks by Elif."""

import re
from typing import Final

from proofroom.content.playbook.schema import ModelView
from proofroom.content.playbook.sense.board import Board, Span

_NAMED: Final = re.compile(
    r"\b(?P<noun>[a-z]+)\s*:\s*(?P<name>[^\s,;:\x01](?:[^,;:.\x01]|\.(?!\s))*)(?=[,;]|\.\s|\.?$)"
)
_GOES_ON: Final = re.compile(r"[,;]\s*(?:and\s+)?(?:by|with|in|for|as|written|published)\b")
_PLACED: Final = re.compile(r"\s(?:from|in|at|on|for|with|of|by)\s")


def name_behind_colon(board: Board, model: ModelView, said: str) -> Span | None:
    """Return where the name of a new entry stands, up to who made it; None where a list may be meant."""
    found = _NAMED.search(said)
    if found is None or model.title is None or not model.is_called(found["noun"]):
        return None
    behind = said[found.end() :]
    is_told = _GOES_ON.match(behind) or board.fields(" " * found.end() + behind, [model])
    if behind.strip(" .!") and not is_told:
        return None
    start, end = found.span("name")
    goes_on = behind.strip(" .!") and not behind.startswith(".")
    if model.kind != "document" and (goes_on or _PLACED.search(found["name"])):
        return None  # a title may say where, a name is told from where
    if not (board.task.sentence.text[start].isupper() or said[start].isdigit()):
        return None
    return start, _until_maker(board, model, said, (start, end))


def _until_maker(board: Board, model: ModelView, said: str, span: Span) -> int:
    """Return where a name ends: before "by" and somebody who is known."""
    targets = [board.schema.get(one.target) for one in model.relations() if one.type == "relation"]
    makers = [entry for target in targets if target for entry in board.lookup.of(target)]
    for by in re.finditer(r"\s+by\s+", said[slice(*span)]):
        at = span[0] + by.end()
        if board.names(" " * at + said[at : span[1]], makers):
            return span[0] + by.start()
    return span[1]
