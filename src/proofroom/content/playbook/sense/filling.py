"""The plain request that a phrase stands for: its roles filled with what a request says."""

import re

from proofroom.content.playbook.days import DATES
from proofroom.content.playbook.entries import Found
from proofroom.content.playbook.schema import ModelView
from proofroom.content.playbook.sense.board import Board, Span
from proofroom.content.playbook.sense.phrasebook import Phrase
from proofroom.content.playbook.sense.question import asked_fields
from proofroom.content.playbook.sense.tokens import SaidWord
from proofroom.content.playbook.words import TABLE, seen
from proofroom.providers.offline.sentence import Sentence, plain


def plain_request(board: Board, phrase: Phrase, words: list[SaidWord], roles: dict[str, list[int]]) -> str:
    """Return the plain request of a phrase with its roles filled; nothing where one stays empty."""
    filled: dict[str, str] = {}
    named: dict[str, Found | None] = {}
    for role, own in roles.items():
        span, said = (words[own[0]].span[0], words[own[-1]].span[1]), [words[one] for one in own]
        named[role] = one_named(board, span, said) if role in ("set", "item", "other") else None
        filled[role] = _worded(board, role, span, said, named[role])
    entries = [(one.model.id, one.id) for one in named.values() if one is not None]
    about = named.get("set")
    if len(entries) > len(set(entries)) or ("item" in named and about and not about.model.relations()):
        return ""  # two roles, and one entry for both; or one that nothing is ever linked to
    if "field" not in filled:
        filled["field"] = _between(named.get("set"), named.get("item"))
    filled["asked"] = asked_before(board)
    spoken = plain(filled.get("model") or filled.get("set") or "")
    models = [about.model] if about else [one for one in board.schema.named_in(spoken) if one.has_entries]
    filled["pointing"], filled["people"] = _pointing(board, models)
    for name in ("duration", "price", "place", "seat", "date"):
        filled[name] = _field_for(name, models[0]) if models else ""
    is_raw = any(
        role in ("set", "item", "other", "model") and '"' not in text and text not in ("it", "them")
        for role, text in filled.items()
    )
    language = board.task.request.language if is_raw else "en"
    template = phrase.intent.plain.get(language) or phrase.intent.plain["en"]
    try:
        if any(not filled[role] for role in re.findall(r"{([a-z]+)}", template)):
            return ""
        return re.sub(r"\s+", " ", template.format(**filled)).strip()
    except KeyError:
        return ""


def _between(one: Found | None, item: Found | None) -> str:
    """Return the field by which an entry is linked to another, where there is one such field."""
    fields = [each for each in one.model.relations() if each.target == item.model.id] if one and item else []
    return fields[0].names[0] if len(fields) == 1 else ""


def asked_before(board: Board) -> str:
    """Return the field that the question before asked for."""
    request = board.task.request
    fields = asked_fields(board.task, Sentence(request.earlier[-1]).masked) if request.earlier else []
    return fields[0].path[-1].replace("_", " ") if fields else ""


def _field_for(concept: str, model: ModelView) -> str:
    """Return the one field of a model that holds a length, a price, a place or a day."""
    own = [one for one in model.fields if len(one.path) == 1 and one.target is None]
    found = (
        [one for one in own if one.type in DATES]
        if concept == "date"
        else [one for one in own if one.means(concept)]
    )
    if concept == "place" and not found:
        found = [one for one in own if one.means("country")]
    return found[0].names[0] if len(found) == 1 else ""


def _pointing(board: Board, models: list[ModelView]) -> tuple[str, str]:
    """Return the model whose entries are linked to those of another, and whose entries made them."""
    aims = {one.id for one in models}
    found = (
        model for model in board.schema.with_entries() for one in model.relations() if one.target in aims
    )
    model = next(found, None)
    makers = (
        [board.schema.get(one.target) for one in model.relations() if one.type == "relation"] if model else []
    )
    maker = makers[0].name.lower() if len(makers) == 1 and makers[0] else ""
    return (model.name.lower() if model else ""), maker


def _worded(board: Board, role: str, span: Span, own: list[SaidWord], named: Found | None) -> str:
    text = board.task.sentence.text
    if role in ("text", "quote"):
        said = board.worded(span)
        if own[0].kinds & {"quote", "label"}:
            return f'"{said}"'
        if " " in said and text[: span[0]].rstrip()[-1:] in (":", "="):  # a sentence, with its end
            return f'"{said}{text[span[1] : span[1] + 1].strip(" ,;")}"'
        return said
    raw = text[slice(*span)]
    if role in ("set", "item", "other"):
        if named is not None:
            noun = next(
                (text[slice(*one.span)] for one in own if "noun" in one.kinds and "entry" not in one.kinds),
                "",
            )
            return f'{noun} "{named.label}"'.strip()
        if all("pointing" in one.kinds or one.weight < 1 for one in own):
            return "them" if seen("sense_them", board.said()[slice(*span)]) else "it"
        return raw
    if role == "amount":
        known = next((one for one in board.amounts(board.said()) if one.span[0] >= span[0]), None)
        unit = re.match(rf"\s*({TABLE['part']['units']})", board.said()[known.span[1] :]) if known else None
        return f"{text[slice(*known.span)]} {unit[1] if unit else ''}".strip() if known else raw
    if role == "field":
        telling = [one for one in own if "field" in one.kinds and "noun" not in one.kinds]
        own = [
            one
            for one in own
            if one.kinds & {"field", "language"} and (not telling or "noun" not in one.kinds)
        ]
        return " ".join(text[slice(*one.span)] for one in own)
    return re.sub(r"^(?:the|its|his|her|their|our|a|an)\s+", "", raw, flags=re.IGNORECASE)


def one_named(board: Board, span: Span, own: list[SaidWord]) -> Found | None:
    """Return the one entry that a place names, where only its name, its noun and small words stand there."""
    said = board.said()
    is_many = seen("sense_all", said[slice(*span)]) or any(
        seen("plural_noun", one.word) for one in own if "noun" in one.kinds and "entry" not in one.kinds
    )
    naming = {"entry", "label", "noun"}
    if is_many or any(not one.kinds & naming and (one.kinds or one.weight >= 1) for one in own):
        return None  # other words say more than the name
    blanked = " " * span[0] + said[slice(*span)] + " " * (len(said) - span[1])
    nouns = [
        model for model in board.schema.with_entries() if any(board.calls(model, one.word) for one in own)
    ]
    found = [
        (one, model)
        for model in nouns or board.schema.with_entries()
        for one in board.names(blanked, board.lookup.of(model))
    ]
    told = [one.span[0] for one in own if one.kinds & {"entry", "label"}]
    found = [one for one in found if all(one[0].span[0] <= at < one[0].span[1] for at in told)]
    whole = [one for one in found if one[0].is_whole] or found
    if len(whole) != 1 or len(whole[0][0].entries) != 1 or len(nouns) > 1:
        return None
    return whole[0][0].entries[0]
