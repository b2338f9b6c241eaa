"""What a clause says of entries when words may be left over: a name, a colour, hours and bounds too."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.schema import FieldView, ModelView
from proofroom.content.playbook.sense.board import Amount, Board, Named, Span, blank
from proofroom.content.playbook.sense.parts import LINKING, Laid, Saying
from proofroom.content.playbook.sense.wishes import Step
from proofroom.content.playbook.words import LOOK, seen
from proofroom.providers.offline.sentence import tokens

_PROPER: Final = re.compile(
    r"(?<![\w'’.])[A-ZÇĞİÖŞÜ][\w&.-]*\w(?:\s+(?:(?:of|the|and|de|la|van|von)\s+)?[A-ZÇĞİÖŞÜ][\w&.-]*\w)*"
)
_HOURS: Final = re.compile(
    r"(?:[A-ZÇĞİÖŞÜ]\w{2,10}\s*(?:[–-]|to)\s*[A-ZÇĞİÖŞÜ]\w{2,10},?\s+)?\d{1,2}[:.]\d\d\s*[–-]\s*\d{1,2}[:.]\d\d"
)
_CODE: Final = re.compile(
    r"(?:\s|:|=|\b(?:is|are|to|as|now|should|be|read|reads|says?|of|artik)\b)*(?P<value>\d[\d.,/–-]*\d|\d)(?![\w:])"
)
_SITUATED: Final = re.compile(r"\b(?:in|to|at|from|into)\s+(?:the\s+)?$")


def gather_parts(
    board: Board, model: ModelView, said: str, topic: Sequence[Found]
) -> tuple[list[Saying], str]:
    """Return what a clause says of a model's entries, each value for its likeliest field, and what is left.

    `topic` are the entries that it is about where it names none itself.
    """
    laid = _Loose(board, model, said, topic)
    parts: dict[object, Saying] = {}
    for ways in laid.read() or []:
        free = [one for one in ways if (one.field, one.locale) not in parts]
        if free:
            parts[free[0].field, free[0].locale] = free[0]
    return list(parts.values()), blank(laid.whole, *(span for one in parts.values() for span in one.spans))


class _Loose(Laid):
    """A text of which what nothing takes is left over."""

    is_loose = True

    def is_given(self, found: Sequence[Named]) -> bool:
        """Tell whether what is named is to be linked, also where many get it: all of them go to Gwen."""
        return super().is_given(found) or any(seen("gathered_to", self.rest[: one.span[0]]) for one in found)

    def written(self) -> bool:
        """Take what is quoted; also a number or a range for a text that is named before it: size 8-12."""
        for one in self.mentions:
            found = _CODE.match(self.rest, one.end) if one.field in self.model.own("string") else None
            if found is not None and one.field != self.model.title:
                text = self.board.task.sentence.text[slice(*found.span("value"))]
                self.take([Saying(one.field, text, (found.span(), one.span))])
        return super().written()

    def more(self) -> bool:
        """Take what only a loose reading takes."""
        return self._hours() and self._shades() and self._called()

    def is_linking(self, field: FieldView) -> bool:
        """Tell whether a clause says that something is linked, and not what it does or has not done."""
        words = tokens(self.rest)
        is_told = any(one.field == field for one in self.mentions) or any(map(field.is_done_by, words))
        is_told = (
            is_told or any(seen(name, self.rest) for name in LINKING) or seen("gathered_links", self.rest)
        )
        return is_told and not seen("gathered_denies", self.rest)

    def is_limit(self, span: Span) -> bool:
        """Tell whether a number says which entries are meant: everything under 30."""
        before = self.rest[: span[0]]
        behind = LOOK["sense_compares_tr"].match(self.rest, span[1])
        return not seen("gathered_bound", before) and (seen("sense_compares", before) or behind is not None)

    def bounded(self, one: Saying, amount: Amount) -> Saying:
        """Return what lifts those to a number that are below it, or lowers those above: at least 150."""
        found = LOOK["gathered_bound"].search(self.rest[: amount.span[0]])
        if found is None:
            return one
        bound: Callable[[float, float], float] = max if found["least"] else min
        step: Step = lambda own: bound(own, one.value) if isinstance(own, int | float) else one.value  # noqa: E731
        return replace(one, value=None, step=step, spans=(*one.spans, found.span()))

    def _hours(self) -> bool:
        """Take hours from and to, with their days, for the text that tells when something is open."""
        own = [one for one in self.model.own("string") if one.means("duration") or one.means("opening")]
        found = _HOURS.search(self.board.task.sentence.text)
        if found is not None and len(own) == 1 and self.rest[slice(*found.span())].strip():
            spans = (found.span(), *(each.span for each in self.mentions if each.field == own[0]))
            self.take([Saying(own[0], found[0], spans)])
        return True

    def _shades(self) -> bool:
        """Take a colour that is told by its code."""
        for one in self.model.own("color"):
            found = re.search(r"#[0-9a-f]{3,8}\b", self.rest)
            if found is not None:
                text = self.board.task.sentence.text[slice(*found.span())]
                spans = (found.span(), *(each.span for each in self.mentions if each.field == one))
                self.take([Saying(one, text, spans)])
        return True

    def _called(self) -> bool:
        """Take a name that nothing knows for the text field named beside it, or for where something is."""
        text = self.board.task.sentence.text
        for found in _PROPER.finditer(text):
            said = self.rest[slice(*found.span())]
            if (
                not said.strip()
                or len(said.split()) < len(found[0].split())
                or not self.rest[: found.start()].strip()
            ):
                continue
            if self.board.names(
                blank(self.rest, (0, found.start()), (found.end(), len(self.rest))), self._all
            ):
                continue
            own = self.model.own("string")
            near = self.beside(found.span(), [one for one in own if one != self.model.title])
            fields = [one.field for one in near[:1]]
            if not fields and _SITUATED.search(self.rest[: found.start()]):
                fields = [one for one in own if one.means("place") or one.means("country")][:1]
            if fields and not any(part.field == fields[0] for ways in self.ways for part in ways):
                spans = (found.span(), *(one.span for one in near[:1]))
                self.take([Saying(fields[0], found[0], spans)])
        return True

    @property
    def _all(self) -> list[Found]:
        return list(self.board.lookup.entries.values())
