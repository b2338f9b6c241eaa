"""A form on a page: the fields that its purpose needs, by the words that asked for it."""

import html
import re
from typing import Any, Final

from proofroom.providers.offline.sentence import plain
from proofroom.site.playbook.brief import PageBrief

Json = dict[str, Any]
_FIELDS: Final = (
    (r"\b(?:rsvp|lcv|katilim)", ("name", "email", "guests", "note")),
    (r"\b(?:order\w*|siparis)", ("name", "phone", "what", "date", "address")),
    (r"\b(?:appointment\w*|randevu)", ("name", "phone", "date", "note")),
    (
        r"\b(?:book\w*|reserv\w*|availab\w*|rezerv\w*)",
        ("name", "phone", "date", "guests", "note"),
    ),
    (r"\b(?:quote|estimate|teklif|kesif)", ("name", "phone", "what", "date", "note")),
    (
        r"\b(?:enrol\w*|regist\w*|sign|appl\w*|join\w*|kayit|basvuru|uyelik)",
        ("name", "email", "phone", "what", "note"),
    ),
)
_CONTACT: Final = ("name", "email", "message")
_NAMED: Final = {
    "email": r"e-?mail|e-?posta\w*",
    "phone": r"(?:tele)?phone|mobile|telefon\w*",
    "message": r"message|note|comments?|mesaj\w*|notu?",
    "address": r"address|adres\w*",
    "name": r"name|ad|adi|adiniz|isim",
    "date": r"date|tarih\w*",
}
_KINDS: Final = {"email": "email", "phone": "tel", "date": "date", "guests": "number"}
_FILLS_IN: Final = {"name": "name", "email": "email", "phone": "tel", "address": "street-address"}


def form_values(brief: PageBrief, section: str) -> Json:
    """Return a form with the fields that its purpose needs."""
    said, words, rows = brief.asked.said.get(section, ""), brief.words, brief.asked.rows.get(section, ())
    asked = [(_kind_of(one.shown, at), one.shown) for at, one in enumerate(rows) if one.kind in ("", "told")]
    wanted = next((fields for pattern, fields in _FIELDS if re.search(pattern, said)), _CONTACT)
    return {
        "fields": "".join(
            _field(section, name, label)
            for name, label in asked or ((one, str(words["fields"][one])) for one in wanted)
        ),
        "send": words["send"],
        "note": words["form_goes"],
    }


def _kind_of(label: str, at: int) -> str:
    """Return what a field that a request names is for; one that is for something else gets a number."""
    said = plain(label)
    known = (name for name, words in _NAMED.items() if re.search(rf"\b(?:{words})\b", said))
    return next(known, f"field-{at + 1}")


def _field(section: str, name: str, label: str) -> str:
    place, label = f"{section}-{name}", html.escape(label[:1].upper() + label[1:])
    fill = f' autocomplete="{_FILLS_IN[name]}"' if name in _FILLS_IN else ""
    shown = (
        f'<textarea class="d-in" id="{place}" name="{name}" rows="4"></textarea>'
        if name in ("note", "message", "address")
        else f'<input class="d-in" id="{place}" name="{name}" type="{_KINDS.get(name, "text")}"{fill}>'
    )
    wide = " d-field-wide" if name in ("note", "message", "address") else ""
    return f'<div class="d-field{wide}"><label for="{place}">{label}</label>{shown}</div>'
