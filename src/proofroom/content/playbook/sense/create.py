"""New entries, however their fields are told: each value goes to the field it shows it is for."""

import re
from typing import Any, Final

from proofroom.content.playbook.days import DATES
from proofroom.content.playbook.entries import ids_of
from proofroom.content.playbook.request import Look, save_call
from proofroom.content.playbook.schema import NUMERIC, PROSE, FieldView, Json, Mention, ModelView
from proofroom.content.playbook.sense.behind_colon import name_behind_colon
from proofroom.content.playbook.sense.board import COLORS, Board, Span, blank, words_in
from proofroom.content.playbook.sense.holding import said_values
from proofroom.content.playbook.values import fit
from proofroom.content.playbook.words import LOOK, listed, seen, unsaid
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Answer, Ask, Call, Made, Result, lexicon
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.sentence import BLANK, plain

_VERBS: Final = listed("sense_verbs") | listed("around_entries")

_SMALL_END: Final = re.compile(
    r"(?: (?!(?:with|by|in|from|on|for|and|or|to|at|as|of|that|which|who|whose|is|are|was|will|should|has"
    r"|have|please|about|under|into|too|here|there|now|today)\b)[a-zçğıöşü][\w'’-]*){1,3}(?=\s*(?:[,;.!?]|$)|\s+(?:with|by|in|from|on|for|at)\b)"
)
"""Small words behind a capital up to the end: Stone bridges."""


def create_entry(board: Board) -> Look[Answer | Ask | None]:
    """Add an entry whose every word is explained; ask for its name where it has none."""
    said = board.said()
    shares = [one for model in board.schema.models for one in model.fields if one.type == "percent"]
    settled = re.sub(r"%|\bpercent\b", " ", said) if shares else said
    if not seen("sense_creates", said) or seen("sense_open", settled):
        return None
    named = [model for model in board.schema.named_in(said) if model.has_entries]
    shown, _ = board.task.on_screen()
    if not named and shown is not None and shown.has_entries and seen("names_one", said):
        named = [shown]
    if not named:
        return None
    if any(_is_of_one(board, one, said) for one in named):
        return None
    model = named[0]
    other = _other_name(board, model, said)
    draft = _Draft(board, model, unsaid(said, "sense_creates"))
    draft.said = blank(draft.said, other.span) if other else draft.said
    draft.read()
    title = model.title
    left = draft.left()
    if title is not None and title.path[0] not in draft.data and not left:
        given = [one for one in board.task.request.answers if one.strip()]
        if not given:
            return _ask_title(board, model, title, draft.data)
        draft.data[title.path[0]] = given[-1].strip(" .\"“”'")
    if left:
        fields = ", ".join(f"{name}: {board.task.value(value)}" for name, value in draft.data.items())
        return board.task.unexplained(left, f"{model.name} + {fields}") if draft.data else None
    return (yield from _save(board, draft, other))


def _is_of_one(board: Board, model: ModelView, said: str) -> bool:
    """Tell whether it is a field of an entry that is new, and not the entry: new title of the elm article."""
    fields = [one for one in board.fields(said, [model]) if not model.is_called(said[one.start : one.end])]
    return any(
        re.search(r"\bnew\s+$", said[: one.start]) and re.match(r"\s+(?:of|for|on|to)\b", said[one.end :])
        for one in fields
    )


@dataclass(frozen=True)
class _OtherName:
    """What a new entry is called in another language, and where that is told."""

    locale: str
    name: str
    span: Span


def _other_name(board: Board, model: ModelView, said: str) -> _OtherName | None:
    """Read a name for another language of the project: with the Turkish name …, in Turkish …."""
    found = LOOK["other_name"].search(said)
    locales = lexicon.locales_in(found[0]) if found else []
    if found is None or not model.i18n or len(locales) != 1 or locales[0] not in board.schema.locales[1:]:
        return None
    name = board.worded(found.span("value" if found["value"] else "before"))
    is_name = BLANK in found[0] or re.match(r"[A-ZÇĞİÖŞÜ0-9]", name) is not None
    return _OtherName(locales[0], name, found.span()) if name and is_name else None


def _ask_title(board: Board, model: ModelView, title: FieldView, data: Json) -> Ask:
    task = board.task
    known = ", ".join(task.name_of(one) for one in model.fields if one.path[0] in data)
    if known:
        return task.ask("answer.sense.which_title", title=title, model=model, known=known)
    others = ", ".join(task.name_of(one) for one in model.fields if one != title)
    return task.ask("answer.add.which_value", wanted=task.name_of(title), model=model, others=others)


def slug_of(title: str) -> str:
    """Return a title as a slug."""
    return re.sub(r"[^a-z0-9]+", "-", plain(title)).strip("-")[:80] or "untitled"


def _save(board: Board, draft: "_Draft", other: _OtherName | None) -> Look[Answer | Ask]:
    task, model, data = board.task, draft.model, draft.data
    title = str(data.get(model.title_field) or "")
    own = {one.path[0] for one in model.fields}
    body = str(data.pop("body")) if "body" in data and "body" not in own else ""
    given: Json = {"model": model.id, "data": {"new": data} if model.kind == "collection" else data}
    if model.kind == "document":
        given |= {"slug": slug_of(title), "body": f"{body}\n" if body else ""}
    if model.i18n:
        locales = [one for one in task.text_locales if other is None or one != other.locale]
        given["locale"] = (locales or list(board.schema.locales))[0]
    result: Result = yield Call("save_content", given)
    results = [result]
    fields = "; ".join(f"{name}: {_told(board, model, name, value)}" for name, value in data.items())
    ids = ids_of(Made(Call("save_content", given), result)) if other is not None and result.ok else []
    if other is not None and ids:
        results.append((yield save_call(model, ids[:1], {model.title_field: other.name}, other.locale)))
        fields += f"; {other.locale}: {task.value(other.name)}"
    return task.wrote(results, task.say("answer.add.added", entry=f"“{title}”", model=model, fields=fields))


def _told(board: Board, model: ModelView, name: str, value: Any) -> str:
    one = model.field(name)
    linked = board.lookup.get(one.target, str(value)) if one is not None and one.target else None
    return board.task.value(linked.label if linked else value)


class _Draft:
    """The fields of a new entry, taken out of a text one after the other."""

    def __init__(self, board: Board, model: ModelView, said: str) -> None:
        self.board, self.model, self.said = board, model, said
        self.data: Json = {}
        self.named: list[FieldView] = []
        """The fields that are called by their names."""

    def read(self) -> None:
        """Take what shows its field by name first, then what shows it by form."""
        self.said = unsaid(self.said, "sense_as_draft")
        self._body()
        self._told_by_verb()
        self._title_behind_colon()
        self._title_called()
        for one in sorted(self.board.fields(self.said, [self.model]), key=lambda each: each.start):
            is_model = self.model.is_called(self.said[one.start : one.end])
            if one.field.path[0] not in self.data and not is_model and not self._is_in_name(one):
                self._named(one.field, one.span)
        for field in self.model.fields:
            if len(field.path) == 1 and field.path[0] not in self.data:
                self._shown(field)
        self._title_left()

    def _is_in_name(self, one: Mention) -> bool:
        """Tell whether what could be a field's name is the first part of somebody's: Ada Stone."""
        text = self.board.task.sentence.text
        is_capital = text[one.start].isupper() and text[: one.start].strip()
        return bool(is_capital) and re.match(r" [A-ZÇĞİÖŞÜ][a-zçğıöşü]", text[one.end :]) is not None

    def left(self) -> list[str]:
        """Return what nothing explains."""
        aims = [
            self.board.schema.get(one.target) for one in self.model.relations() if one.path[0] in self.data
        ]
        known = [self.model, *(one for one in aims if one)]
        done = [one for one in self.model.fields if one.path[0] in self.data]
        left = self.board.left(self.said, known, _VERBS)
        return [word for word in left if not any(_is_verb_of(one, word) for one in done)]

    def _put(self, field: FieldView, value: Any, *spans: Span) -> None:
        self.data[field.path[0]] = value
        self.said = blank(self.said, *spans)

    def _body(self) -> None:
        """Take the text of a document: text: Come early."""
        found = re.search(rf"(?:{LOOK['gives_body'].pattern})\s*[:=]\s*(?P<text>\S.*)$", self.said)
        if found is not None and self.model.kind == "document" and self.model.field("body") is None:
            self.data["body"] = self.board.worded(found.span("text"))
            self.said = blank(self.said, found.span())

    def _told_by_verb(self) -> None:
        """Take a quoted text that a verb gives to the field of its stem: described as "…"."""
        for found in re.finditer(r"\b(?P<verb>[a-z]{5,}ed)\s+(?:as|:)\s*(?P<text>\x01+)", self.said):
            own = [one for one in self.model.fields if one.is_text and one.is_kin(found["verb"])]
            if len(own) == 1:
                self._put(own[0], self.board.quoted(found.span("text")), found.span())

    def _title_behind_colon(self) -> None:
        span = name_behind_colon(self.board, self.model, self.said)
        if span is not None and self.model.title is not None:
            self._put(self.model.title, self.board.task.sentence.text[slice(*span)].strip(" .!"), span)

    def _title_called(self) -> None:
        title = self.model.title
        if title is not None and title.path[0] in self.data:
            return
        before = LOOK["called_tr"].search(self.board.task.sentence.text)
        quoted = re.search(
            r"(?P<name>\x01+)\S*\s+(?:adinda|adiyla|adli|isimli|baslikli|isminde|diye)\b", self.said
        )
        found_tr = quoted or before
        if title is not None and found_tr is not None:
            self._put(title, self.board.worded(found_tr.span("name")), found_tr.span())
            return
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
        """Return the words of a name: its capitals, and small ones that the sentence ends with."""
        text = self.board.task.sentence.text[slice(*span)]
        found = re.match(
            r"[A-ZÇĞİÖŞÜ0-9][\w'’&.-]*(?:\s+(?:(?:of|the|and|de|la|van|von|in|on|for|a)\s+)*[A-ZÇĞİÖŞÜ0-9][\w'’&-]*)*",
            text,
        )
        if found is None:
            return re.split(r",|;|\s+(?:with|by|in|from|on|for|and)\s", text)[0].strip(" .!")
        small = _SMALL_END.match(text, found.end())
        return found[0] + (small[0] if small else "")

    def _named(self, field: FieldView, span: Span) -> None:
        self.named.append(field)
        behind = " " * span[1] + self.said[span[1] :]
        until = re.search(
            r"[,;]" if field.type in ("array", "relations") else r",|;|\band\b|\bwith\b(?=[^,;]*\d)",
            behind[span[1] :],
        )
        near = behind[: span[1] + until.start()] if until else behind
        cut = max((self.said.rfind(sign, 0, span[0]) for sign in ",;:"), default=-1) + 1
        beside = " " * cut + self.said[cut : span[0]]
        for said in (near, beside) if field.type in (*NUMERIC, "color", "select") else (near,):
            found = self._value(field, said)
            if found is not None:
                self._put(field, found[1], span, found[0])
                return
        if field.type == "array":
            self._listed(field, span, near)
        elif field.is_text or field.type in ("email", "url", "phone"):
            tail = re.match(r"\s*(?:is\b|of\b|:|=)?\s*(?P<text>[^\s\x01][^\x01]*?)\s*$", near[span[1] :])
            if tail is not None and tail["text"]:
                start = span[1] + tail.start("text")
                text = self.board.task.sentence.text[start : span[1] + tail.end("text")].strip(" .!")
                if field.type in PROSE and " " in text and self.said[span[1] : start].strip() == ":":
                    text = self.board.task.sentence.text[start:].strip()[: len(text) + 1].rstrip(" ,;")
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
        if self._is_place(field):
            self._place(field)
            return
        if field.type in NUMERIC:
            for amount in self.board.amounts(self.said):
                is_share = field.type == "percent" and re.fullmatch(r"%|percent\w*", amount.unit) is not None
                if amount.is_of(field) or is_share:
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
            linked = [one for one in board.names(said, board.lookup.of(target)) if len(one.entries) == 1]
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
        text, own = self._untaken(), self.board.task.sentence.text
        proper = [
            found
            for found in re.finditer(
                r"[A-ZÇĞİÖŞÜ][\w'’&-]*(?: (?:(?:of|the|and|de|la|van|von|in|on) )*[A-ZÇĞİÖŞÜ0-9][\w'’&-]*)*",
                text,  # what is explained left a gap, and no name goes over one
            )
            if self.said[slice(*found.span())].strip()
            # the first word of a sentence has its capital in any case
            and (" " in found[0] or re.search(r"[^.!?\s]\s*$", own[: found.start()]))
            and not lexicon.locale_in(plain(found[0]))
        ]
        if proper:
            self._put(title, _bare(proper[0][0]), proper[0].span())
            places = [
                one for one in self.model.fields if self._is_place(one) and one.path[0] not in self.data
            ]
            for one, found in zip(places[:1], proper[1:2], strict=False):
                self._put(one, _bare(found[0]), found.span())
            return
        about = LOOK["sense_for"].search(self.said)
        if about is not None and not proper:
            word = self.board.task.sentence.text[about.start("name") : about.end("name")]
            self._put(title, word[:1].upper() + word[1:], about.span())

    def _untaken(self) -> str:
        """Return the text as it was written, with blanks for what is explained, and for the model's nouns."""
        nouns = [one.span() for one in words_in(self.said) if self.model.is_called(one[0])]
        said = blank(self.said, *nouns)
        text = self.board.task.sentence.text
        return "".join(letter if said[at] not in f" {BLANK}" else " " for at, letter in enumerate(text))

    def _is_place(self, field: FieldView) -> bool:
        """Tell whether a field says where somebody is from: a place, or a country where there is no place."""
        has_place = any(one.means("place") for one in self.model.fields)
        is_place = field.means("place") or (field.means("country") and not has_place)
        return is_place and field.is_text and len(field.path) == 1

    def _place(self, field: FieldView) -> None:
        """Take where somebody is from: from Hamburg, who lives in Turin, Torino'dan."""
        found = LOOK["place"].search(self._untaken())
        if found is not None:
            group = next(name for name in ("place", "turkish", "from") if found[name])
            self._put(field, found[group].strip(" ."), found.span())


def _is_verb_of(field: FieldView, word: str) -> bool:
    """Tell whether a word only says what a field says: taught by, starting on."""
    return field.is_done_by(word) or (field.type in DATES and field.is_kin(word))


def _bare(name: str) -> str:
    return re.sub(r"['’](?!s$)[a-zçğıöşü]{1,5}$", "", name)
