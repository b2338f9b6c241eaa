"""What is to become what: fields of a model, each with the value that a text gives it."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from proofroom.content.playbook.days import DATES, names_day
from proofroom.content.playbook.schema import NUMERIC, FieldView, Mention, ModelView
from proofroom.content.playbook.sense.board import COLORS, Board, Span, blank
from proofroom.content.playbook.sense.holding import by_language, said_values
from proofroom.content.playbook.sense.sieve import Sieve
from proofroom.content.playbook.values import fit, means_another
from proofroom.content.playbook.words import LOOK, seen, unsaid
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.sentence import BLANK, Sentence, plain

_SHADE: Final = rf"\b(?:(?:dark|light|bright|deep|pale|koyu|acik)\s+)?(?:{'|'.join(COLORS)})\b"
MEDIA: Final = ("image", "file", "video")
_MOST: Final = 6
"""Fields that one request sets."""


Step = Callable[[Any], Any]


@dataclass(frozen=True)
class Wish:
    """A field and what it is to be; a moment is a day, with its hour where one is said."""

    field: FieldView
    value: Any
    locale: str | None = None
    moment: str = ""
    old: str = ""
    """What has to stand there before."""
    is_done: bool = False
    """A verb says it, and not the name of the field: pin."""
    step: Step | None = None
    """What becomes of what stands there."""


Reading = tuple[list[Span], list[Wish]]


def read_wishes(board: Board, model: ModelView, said: str) -> Iterator[tuple[list[Wish], str]]:
    """Yield the ways to read fields and values, each with what is left of the text; the surest first."""
    said = unsaid(said, "sense_rather", "sense_reason", *(("sense_lacking",) if board.quotes(said) else ()))
    mentions = sorted(board.fields(said, [model]), key=lambda one: one.start)
    if seen("sense_renames", said):  # entries have a frame of their own
        if model.kind == "singleton" and model.title is not None:
            found = _quoted(board, model.title, said)
            yield from [(found[1], blank(said, *found[0]))] if found else ()
            yield from _tails(board, Mention(model, model.title, 0, 0), said)
        return
    mentions = [_as_verb(one, said) for one in mentions if not _is_noun(board, one, said)]
    for one in mentions:
        yield from _per_language(board, one, said)
    read = _typed(board, model, said, mentions)
    if read is not None:
        more = _implied(board, model, read[1])
        if more is not None and all(one.field != more[0][0].field for one in read[0]):
            yield [*read[0], *more[0]], more[1]  # 4 minutes and featured
        yield read
    for one in mentions:
        yield from _tails(board, one, said)
    implied = _implied(board, model, said)
    if implied is not None:
        yield implied
    yield from _exchanged(board, model, said)
    yield from _asked_before(board, model, said)


def _as_verb(one: Mention, said: str) -> Mention:
    """Return where a flag is the order itself, if it is named twice: unpin what is pinned."""
    if one.field.type != "boolean":
        return one
    flag = "|".join(one.field.patterns)
    verb = re.match(rf"\W*(?:please\s+)?(?P<verb>{flag})(?!\w)", said) or re.search(
        rf"(?<!\w)(?P<verb>{flag})(?=\W*$)", said
    )
    return (
        Mention(one.model, one.field, *verb.span("verb")) if verb and verb.span("verb") != one.span else one
    )


def _is_noun(board: Board, one: Mention, said: str) -> bool:
    """Tell whether a field's name is the noun of what is meant, and not what changes: the film Salt Road."""
    return one.model.is_called(said[one.start : one.end]) and one.field.target is None


def _typed(
    board: Board, model: ModelView, said: str, mentions: list[Mention]
) -> tuple[list[Wish], str] | None:
    """Read values that show by their form, each for the name before it."""
    wishes: list[Wish] = []
    rest = said
    for one in mentions[:_MOST]:
        if not rest[one.start : one.end].strip() or any(one.field == wish.field for wish in wishes):
            continue
        following = [each.start for each in mentions if each.start >= one.end and each.field != one.field]
        until = min(following, default=len(rest))
        found = _value(board, one, rest, until) or _value(board, one, rest, len(rest))
        if found is None:
            continue
        spans, fresh = found
        wishes += fresh
        rest = blank(rest, _with_manner(rest, one), *spans)
    return (wishes, rest) if wishes else None


def _with_manner(said: str, one: Mention) -> Span:
    """Return where a field is named, with what only praises the value that follows: a shorter summary."""
    found = LOOK["sense_manner"].search(said[: one.start])
    return (found.start() if found else one.start), one.end


def _per_language(board: Board, one: Mention, said: str) -> Iterator[tuple[list[Wish], str]]:
    """Yield a text for each of two languages, quoted or not: the tagline X in English and Y in Turkish."""
    if not one.field.is_text or len(board.schema.locales) < 2:
        return
    for name in ("sense_in_each", "sense_in_each_first"):
        found = LOOK[name].match(said, one.end)
        locales = [lexicon.locale_in(found[place]) for place in ("first", "second")] if found else []
        if found is not None and None not in locales and len(set(locales)) == 2:
            texts = [board.quoted(found.span(place)) for place in ("one", "two")]
            wishes = [Wish(one.field, text, locale) for text, locale in zip(texts, locales, strict=True)]
            yield wishes, blank(said, one.span, found.span())


def _value(board: Board, one: Mention, said: str, until: int) -> Reading | None:
    """Return the value of a named field that stands behind it, else before it."""
    behind = " " * one.end + said[one.end : until]
    return _in_quotes(board, one.field, behind) or _plain_value(board, one, said, until, behind)


def _plain_value(board: Board, one: Mention, said: str, until: int, behind: str) -> Reading | None:
    field = one.field
    if field.type == "boolean":
        return _flag(one, said)
    if field.type in NUMERIC:
        places = board.amounts(behind) or (board.amounts(said[: one.start]) if until == len(said) else [])
        places = [
            one
            for one in places
            if not seen("sense_compares", said[: one.span[0]])
            and not LOOK["sense_compares_tr"].match(said, one.span[1])
            and not _is_step(said, one.span)
        ]
        given = [amount for amount in places if seen("sense_to", said[: amount.span[0]])] or places
        if len(given) != 1 or (len(places) > 1 and not seen("sense_from", said)):
            return None
        others = [amount.span for amount in places if amount not in given]
        froms = [found.span() for found in LOOK["sense_from"].finditer(said[: given[0].span[0]])]
        value = board.in_unit(field, given[0])
        whole = field.type in ("integer", "rating")
        return (
            None
            if whole and isinstance(value, float)
            else ([given[0].span, *others, *froms], [Wish(field, value)])
        )
    if field.type in DATES:
        return _day(board, field, behind)
    if field.type == "phone":
        found = re.search(r"(?<![\w.])\+?\d[\d()/ -]{5,}\d(?!\w)", behind)
        return ([found.span()], [Wish(field, found[0])]) if found else _quoted(board, field, behind)
    if field.target is not None:
        return _link(board, field, behind)
    if field.type == "select":
        known = list(said_values(board, behind, set(board.options(field))))
        given = [one for one in known if re.search(r"\bto\s+(?:an?\s+)?$", behind[: one[0][0]])]
        given = given if len(known) > 1 else known  # from beginner to advanced
        return ([one for one, _ in known], [Wish(field, given[0][1])]) if len(given) == 1 else None
    if field.type == "color":
        return _color(board, field, behind) or _color(board, field, said[: one.start])
    return _quoted(board, field, behind)


def _is_step(said: str, span: Span) -> bool:
    """Tell whether a number is what comes to the one that stands there, or goes from it: add 4 seats."""
    steps = (found for name in ("more_by", "less_by") for found in LOOK[name].finditer(said))
    return any(
        start < span[1] and span[0] < end
        for found in steps
        for name, text in found.groupdict().items()
        if text
        for start, end in (found.span(name),)
    )


def _in_quotes(board: Board, field: FieldView, behind: str) -> Reading | None:
    """Read a number, a day, a colour or a choice that somebody has put in quotation marks."""
    if field.is_text or field.target is not None:
        return None
    given = _given(behind, board.quotes(behind))
    value = fit(board.quoted(given[0]), field) if len(given) == 1 else None
    return None if value is None else (given, [Wish(field, value)])


def _quoted(board: Board, field: FieldView, said: str) -> Reading | None:
    """Read quoted texts: one, the one that is given, or one for each language that is named beside it."""
    places = board.quotes(said)
    told = by_language(board, said, places) if len(places) > 1 else None
    if told is not None:
        return [*places, *told[1]], [Wish(field, text, locale) for locale, text in told[0].items()]
    given = _given(said, places) or places
    stood = [one for one in places if re.search(r"\b(?:says?|reads?|is)\s*$", said[: one[0]])]
    if (
        len(places) == 2
        and stood == places[:1]
        and re.search(r"\bshould (?:say|read|be)\s*$", said[: places[1][0]])
    ):
        old, new = (board.quoted(one) for one in places)
        return places, [Wish(field, fit(new, field), old=old)]
    value = fit(board.quoted(given[-1]), field) if given else None
    return None if value is None else (given[-1:], [Wish(field, value)])


def _given(said: str, places: list[Span]) -> list[Span]:
    before = [one for one in places if seen("value_before", said[: one[0]])]
    return before or [one for one in places if seen("value_behind_tr", said[one[1] :])]


def _flag(one: Mention, said: str) -> Reading | None:
    truth = LOOK["truth"].search(said)
    if truth is not None:
        return [truth.span()], [Wish(one.field, truth["value"] in ("true", "yes", "on", "evet"))]
    behind = LOOK["sense_truth"].match(said, one.end)
    if behind is not None:
        return [behind.span()], [Wish(one.field, behind["value"] in ("true", "yes", "on", "evet"))]
    near = said[: one.start]
    off = LOOK["sense_off"].search(near) or LOOK["sense_off_behind"].match(said, one.end)
    is_un = seen("sense_undone", word := said[one.start : one.end]) and not one.field.is_noun_of(word)
    return [off.span()] if off else [], [Wish(one.field, off is None and not is_un, is_done=not one.is_own)]


def _day(board: Board, field: FieldView, said: str) -> Reading | None:
    when = find_when(said)
    clock = LOOK["sense_at"].search(said) if when is None and field.type == "datetime" else None
    if clock is not None:  # another hour of the same day
        hour = int(clock["hour"]) % 12 + 12 if clock["half"] == "pm" else int(clock["hour"])
        text = f"T{hour:02d}:{clock['minute'] or '00'}:00Z"
        return ([clock.span()], [Wish(field, text, moment=text)]) if hour < 24 else None
    if when is None or not names_day(said[when.start : when.end]):
        return None
    text = board.task.sentence.text[when.start : when.end]
    moment = (when.moment(board.today) or "") if field.type == "datetime" else ""
    if moment and not seen("sense_clock", said[when.start : when.end]):
        moment = moment[:10]
    return [(when.start, when.end)], [Wish(field, text, moment=moment)]


def _link(board: Board, field: FieldView, said: str) -> Reading | None:
    target = board.schema.get(field.target)
    if field.type == "relations" and board.task.sentence.has(lexicon.ADD):
        return None  # what is added takes nothing's place
    found = LOOK["sense_to"].search(said)
    at = found.end() if found else 0
    is_given = found is not None or any(
        seen(one, said) for one in ("gives_value_tr", "sense_gives_tr", "sense_only")
    )
    named = board.names(" " * at + said[at:], board.lookup.of(target)) if target and is_given else []
    if not named or any(len(one.entries) > 1 for one in named):
        return None
    only = [one.span() for one in LOOK["sense_only"].finditer(said)]
    ids = [one.entries[0].id for one in named]
    if field.type == "relation" and len(ids) > 1:
        return None
    return [*(one.span for one in named), *only], [Wish(field, ids if field.type == "relations" else ids[0])]


def _color(board: Board, field: FieldView, said: str) -> Reading | None:
    exact = re.search(r"#[0-9a-f]{3,8}\b", said)
    if exact is not None:
        words = [found.span() for found in re.finditer(_SHADE, said)]
        return [exact.span(), *words], [Wish(field, board.task.sentence.text[slice(*exact.span())])]
    named = re.search(rf"(?<!dark )(?<!light )\b(?:{'|'.join(COLORS)})\b", said)
    return ([named.span()], [Wish(field, COLORS[named[0]])]) if named else None


def _tails(board: Board, one: Mention, said: str) -> Iterator[tuple[list[Wish], str]]:
    """Yield what stands behind "to" or a colon as the text of a field, where nothing is quoted."""
    sentence = board.task.sentence
    is_written = one.field.is_text or one.field.type in ("phone", "url", "email", "slug", *MEDIA)
    if not is_written:
        return
    for found in LOOK["sense_tail"].finditer(said, one.end):
        start = found.end()
        if BLANK in said[start:]:
            continue  # what is quoted is the value, not what stands around it
        end = len(LOOK["in_language"].sub("", LOOK["polite_end"].sub("", said)))
        talk = LOOK["talk_behind"].search(said[:end], start) if one.field.type == "string" else None
        end = talk.start() if talk else end
        text = sentence.text[start:end].strip()
        spoken = plain(text).strip(" .!")
        is_open = seen("points_at_value", spoken) or seen("sense_more", spoken)
        is_open = is_open or not text or bool(lexicon.locales_in(spoken))
        if is_open or means_another(board.schema, sentence, (start, end)):
            continue
        sign = sentence.text[end : end + 1]
        whole = (
            f"{text}{sign}" if sign in (".", "!") and found[0].strip() in (":", "=") and " " in text else text
        )
        rest = (found.start(), end if said[end : end + 1] == "," else len(said))
        yield [Wish(one.field, whole)], blank(said, _with_manner(said, one), rest)
    if BLANK not in said[one.end :]:
        yield from _bare_tail(board, one, said)
        yield from _tail_before(board, one, said)


def _bare_tail(board: Board, one: Mention, said: str) -> Iterator[tuple[list[Wish], str]]:
    """Yield a name that stands right behind a field and ends the request: make her town Bonn."""
    found = LOOK["sense_bare"].match(board.task.sentence.text, one.end)
    is_asked = seen("sense_make", said[: one.start]) or seen("sense_also", said[one.end : one.end + 5])
    if one.field.type == "string" and found is not None and is_asked:
        yield [Wish(one.field, found["value"])], blank(said, one.span, (one.end, len(said)))


def _tail_before(board: Board, one: Mention, said: str) -> Iterator[tuple[list[Wish], str]]:
    """Yield what stands between a field and a Turkish verb: sloganı Yerden notlar yap."""
    found = LOOK["gives_value_tr"].search(said, one.end)
    lead = LOOK["filler_tr"].match(said, one.end)
    start = lead.end() if lead else one.end
    if found is None or found.start() <= start:
        return
    text = board.task.sentence.text[start : found.start()].strip()
    spoken = plain(text)
    if text and not seen("points_at_value", spoken) and not lexicon.locales_in(spoken):
        yield [Wish(one.field, text)], blank(said, one.span, (start, len(said)))


def _exchanged(board: Board, model: ModelView, said: str) -> Iterator[tuple[list[Wish], str]]:
    """Yield what stands there and what it becomes: change Leeds to Manchester for Priya."""
    found = LOOK["sense_exchange"].search(said)
    if found is None:
        return
    old = board.quoted(found.span("old"))
    new = board.quoted(found.span("new"))
    for field in model.fields:
        if field.type not in ("string", "select", *NUMERIC) or field == model.title or len(field.path) != 1:
            continue
        value = fit(new, field)
        own = (str(one.data.get(field.path[0]) or "") for one in board.lookup.of(model))
        if value is not None and any(plain(each) == plain(old) for each in own):
            yield [Wish(field, value, old=old)], blank(said, found.span("frame"))


def _asked_before(board: Board, model: ModelView, said: str) -> Iterator[tuple[list[Wish], str]]:
    """Yield a bare number for the field that the question before compared: under 9; make them 9."""
    amounts = board.amounts(said)
    if len(amounts) != 1 or not board.task.request.earlier or not seen("sense_pointing", said):
        return
    before = Sieve(board, model, Sentence(board.task.request.earlier[-1]).masked).read()
    fields = list(dict.fromkeys(before.fields))
    if len(fields) == 1:
        yield [Wish(fields[0], board.in_unit(fields[0], amounts[0]))], blank(said, amounts[0].span)


def _implied(board: Board, model: ModelView, said: str) -> tuple[list[Wish], str] | None:
    """Read a value whose field is not named, where only one field takes such a value."""
    found: list[tuple[Wish, Span]] = []
    for field in model.fields:
        if len(field.path) != 1:
            continue
        if field.type == "select":
            known = [
                (span, value)
                for span, value in said_values(board, said, set(board.options(field)))
                if seen("sense_to", said[: span[0]]) or seen("sense_made", said[: span[0]] + said[span[1] :])
            ]
            found += [(Wish(field, value), span) for span, value in known]
        elif field.type in NUMERIC:
            for amount in board.amounts(said):
                if amount.is_of(field):
                    found.append((Wish(field, board.in_unit(field, amount)), amount.span))
        elif field.type == "color":
            colored = _color(board, field, said)
            found += [(colored[1][0], colored[0][0])] if colored else []
    given = LOOK["sense_gives_tr"].search(said)
    for field in (one for one in model.relations() if one.type == "relation" and given):
        linked = _link(board, field, said) if given else None
        found += [(linked[1][0], (linked[0][0][0], len(said)))] if linked and len(linked[0]) == 1 else []
    dated = model.own(*DATES)
    if len(dated) == 1 and seen("sense_moves", said):
        choices = {one for field in model.fields for one in board.options(field)}
        day = None if any(said_values(board, said, choices)) else _day(board, dated[0], said)  # Friday
        found += [(day[1][0], day[0][0])] if day else []
    if len(found) > 1:  # all beginner courses to 25 euros
        found = [
            one for one in found if re.search(r"\b(?:to|as|be|at|is|for)\s+(?:an?\s+)?$", said[: one[1][0]])
        ]
    if len(found) != 1:
        return None
    return [found[0][0]], blank(said, found[0][1])
