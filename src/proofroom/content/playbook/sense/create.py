"""New entries, however their fields are told: each value goes to the field it shows it is for."""

import re
from typing import Any, Final

from proofroom.content.playbook.days import DATES
from proofroom.content.playbook.request import Look
from proofroom.content.playbook.schema import FieldView, Json, ModelView
from proofroom.content.playbook.sense.board import COLORS, Board, Span, blank
from proofroom.content.playbook.sense.holding import said_values
from proofroom.content.playbook.values import NUMERIC, fit
from proofroom.content.playbook.words import LOOK, listed, seen
from proofroom.providers.offline import Answer, Ask, Call, Result
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.sentence import BLANK, plain

_VERBS: Final = listed("sense_verbs") | listed("around_entries")


def create_entry(board: Board) -> Look[Answer | Ask | None]:
    """Add an entry whose every word is explained; ask for its name where it has none."""
    said = board.said()
    if not seen("sense_creates", said) or seen("sense_open", said):
        return None
    named = [model for model in board.schema.named_in(said) if model.has_entries]
    if not named:
        return None
    model = named[0]
    draft = _Draft(board, model, LOOK["sense_creates"].sub(lambda found: " " * len(found[0]), said))
    draft.read()
    title = model.title
    if draft.left():
        return None
    if title is not None and title.path[0] not in draft.data:
        given = [one for one in board.task.request.answers if one.strip()]
        if not given:
            return _ask_title(board, model, title, draft.data) if draft.data else None
        draft.data[title.path[0]] = given[-1].strip(" .\"“”'")
    return (yield from _save(board, model, draft.data))


def _ask_title(board: Board, model: ModelView, title: FieldView, data: Json) -> Ask:
    known = ", ".join(board.task.name_of(one) for one in model.fields if one.path[0] in data)
    return board.task.ask("answer.sense.which_title", title=title, model=model, known=known)


def _save(board: Board, model: ModelView, data: Json) -> Look[Answer | Ask]:
    task, title = board.task, str(data.get(model.title_field) or "")
    locale = task.text_locales[0] if model.i18n else None
    given: Json = {"model": model.id, "data": {"new": data} if model.kind == "collection" else data}
    if model.kind == "document":
        given |= {"slug": re.sub(r"[^a-z0-9]+", "-", plain(title)).strip("-"), "body": ""}
    if locale:
        given["locale"] = locale
    result: Result = yield Call("save_content", given)
    fields = ", ".join(task.name_of(one) for one in model.fields if one.path[0] in data)
    return task.wrote([result], task.say("answer.add.added", entry=f"“{title}”", model=model, fields=fields))


class _Draft:
    """The fields of a new entry, taken out of a text one after the other."""

    def __init__(self, board: Board, model: ModelView, said: str) -> None:
        self.board, self.model, self.said = board, model, said
        self.data: Json = {}
        self.named: list[FieldView] = []
        """The fields that are called by their names."""

    def read(self) -> None:
        """Take what shows its field by name first, then what shows it by form."""
        self.said = LOOK["sense_as_draft"].sub(lambda found: " " * len(found[0]), self.said)
        self._title_called()
        for one in sorted(self.board.fields(self.said, [self.model]), key=lambda each: each.start):
            if one.field.path[0] not in self.data and not self.model.is_called(
                self.said[one.start : one.end]
            ):
                self._named(one.field, one.span)
        for field in self.model.fields:
            if len(field.path) == 1 and field.path[0] not in self.data:
                self._shown(field)
        self._title_left()

    def left(self) -> list[str]:
        """Return what nothing explains."""
        aims = [
            self.board.schema.get(one.target) for one in self.model.relations() if one.path[0] in self.data
        ]
        known = [self.model, *(one for one in aims if one)]
        done = [one for one in self.model.fields if one.path[0] in self.data]
        left = self.board.left(self.said, known, _VERBS)
        return [word for word in left if not any(one.is_done_by(word) for one in done)]

    def _put(self, field: FieldView, value: Any, *spans: Span) -> None:
        self.data[field.path[0]] = value
        self.said = blank(self.said, *spans)

    def _title_called(self) -> None:
        title = self.model.title
        found = LOOK["sense_called"].search(self.said)
        if title is None or found is None:
            return
        span = found.span("name")
        is_quoted = found["name"].startswith(BLANK)
        if is_quoted:
            span = next((one for one in self.board.quotes(self.said) if one[0] == span[0]), span)
        text = self.board.quoted(span) if is_quoted else self._proper(span)
        if text:
            end = span[1] if is_quoted else span[0] + len(text)
            text = text if is_quoted else re.sub(r"['’][a-zçğıöşü]{1,5}$", "", text)
            self._put(title, text, found.span("called"), (span[0], end))

    def _proper(self, span: Span) -> str:
        """Return the words of a name: up to a comma, or to the first small one behind a capital."""
        text = self.board.task.sentence.text[slice(*span)]
        found = re.match(
            r"[A-ZÇĞİÖŞÜ0-9][\w'’&.-]*(?:\s+(?:(?:of|the|and|de|la|van|von|in|on|for|a)\s+)*[A-ZÇĞİÖŞÜ0-9][\w'’&-]*)*",
            text,
        )
        return (
            found[0] if found else re.split(r",|;|\s+(?:with|by|in|from|on|for|and)\s", text)[0].strip(" .!")
        )

    def _named(self, field: FieldView, span: Span) -> None:
        self.named.append(field)
        behind = " " * span[1] + self.said[span[1] :]
        until = re.search(r"[,;]" if field.type == "array" else r",|;|\band\b", behind[span[1] :])
        near = behind[: span[1] + until.start()] if until else behind
        for said in (near, self.said[: span[0]]) if field.type in (*NUMERIC, "color", "select") else (near,):
            found = self._value(field, said)
            if found is not None:
                self._put(field, found[1], span, found[0])
                return
        if field.type == "array":
            self._listed(field, span, near)
        elif field.is_text or field.type in ("email", "url", "phone"):
            tail = re.match(r"\s*(?:is|:|=|of)?\s*(?P<text>[^\s\x01][^\x01]*?)\s*$", near[span[1] :])
            if tail is not None and tail["text"]:
                start = span[1] + tail.start("text")
                text = self.board.task.sentence.text[start : span[1] + tail.end("text")].strip(" .!")
                value = fit(text, field)
                if value is not None and text:
                    self._put(field, value, span, (start, span[1] + tail.end("text")))

    def _listed(self, field: FieldView, span: Span, near: str) -> None:
        """Take the items of a list: the tags tickets and winter."""
        text = self.board.task.sentence.text[span[1] : len(near)]
        parts = [part.strip(' .:"“”') for part in re.split(r",|\band\b|\bve\b", text)]
        items = [part for part in parts if part and len(part.split()) <= 3]
        if items and len(items) == len([part for part in parts if part]):
            self._put(field, items, span, (span[1], len(near)))

    def _shown(self, field: FieldView) -> None:
        if field.type in NUMERIC:
            for amount in self.board.amounts(self.said):
                is_money = amount.unit[:1] in ("€", "$", "£") or self.said[amount.span[0]] in "€$£"
                is_money = (
                    is_money or re.fullmatch(r"eur\w*|pounds?|dollars?|lira|tl", amount.unit) is not None
                )
                is_time = re.fullmatch(r"min\w*|hours?|hrs?|dakika|dk|saat", amount.unit) is not None
                if (is_money and field.means("price")) or (is_time and field.means("duration")):
                    self._put(field, self.board.in_unit(field, amount), amount.span)
                    return
            return
        if field.type in ("email", "url"):
            for span in self.board.quotes(self.said):
                text = self.board.task.sentence.text[slice(*span)]
                if ("@" in text) == (field.type == "email") and (
                    field.type == "email" or text.startswith("http")
                ):
                    self._put(field, text.rstrip("."), span)
                    return
        if field.type in (*DATES, "select", "color") or field.target is not None:
            found = self._value(field, self.said)
            if found is not None:
                self._put(field, found[1], found[0])

    def _value(self, field: FieldView, said: str) -> tuple[Span, Any] | None:
        """Return a value of the field's form that a text holds."""
        board = self.board
        if field.type in NUMERIC:
            found = board.amounts(said)
            return (found[0].span, board.in_unit(field, found[0])) if len(found) == 1 else None
        if field.type in DATES:
            when = find_when(said)
            moment = when.moment(board.today) if when else None
            if when is None or moment is None:
                return None
            return (when.start, when.end), moment if field.type == "datetime" else moment[:10]
        if field.type == "select":
            known = list(said_values(board, said, set(board.options(field))))
            is_told = field in self.named or not known[0][1].isdigit() if known else False
            return known[0] if len(known) == 1 and is_told else None
        if field.type == "color":
            named = re.search(rf"#[0-9a-f]{{3,8}}\b|\b(?:{'|'.join(COLORS)})\b", said)
            return (named.span(), COLORS.get(named[0], named[0])) if named else None
        target = board.schema.get(field.target)
        if target is not None:
            linked = [one for one in board.names(said, board.shelf.of(target)) if len(one.entries) == 1]
            if not linked or (field.type == "relation" and len(linked) > 1):
                return None
            ids = [one.entries[0].id for one in linked]
            span = (linked[0].span[0], linked[-1].span[1])
            return span, ids if field.type == "relations" else ids[0]
        places = board.quotes(said)
        value = fit(board.quoted(places[0]), field) if len(places) == 1 else None
        return (places[0], value) if value is not None else None

    def _title_left(self) -> None:
        """Take what is left as the name: one quotation, or words that begin with capitals."""
        title = self.model.title
        if title is None or title.path[0] in self.data:
            return
        places = self.board.quotes(self.said)
        if len(places) == 1:
            self._put(title, self.board.quoted(places[0]), places[0])
            return
        text = self.board.task.sentence.text
        proper = [
            found
            for found in re.finditer(
                r"[A-ZÇĞİÖŞÜ][\w'’&-]*(?:\s+(?:(?:of|the|and|de|la|van|von|in|on)\s+)*[A-ZÇĞİÖŞÜ0-9][\w'’&-]*)*",
                text,
            )
            if self.said[slice(*found.span())].strip() and found.start() > 0
        ]
        if len(proper) == 1:
            self._put(title, re.sub(r"['’](?!s$)[a-zçğıöşü]{1,5}$", "", proper[0][0]), proper[0].span())
            return
        about = LOOK["sense_for"].search(self.said)
        if about is not None and not proper:
            word = text[about.start("name") : about.end("name")]
            self._put(title, word[:1].upper() + word[1:], about.span())
