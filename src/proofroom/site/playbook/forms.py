"""A form on a page: the fields that its purpose needs, by the words that asked for it."""

import re
from typing import Any, Final

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
_KINDS: Final = {"email": "email", "phone": "tel", "date": "date", "guests": "number"}
_FILLS_IN: Final = {"name": "name", "email": "email", "phone": "tel", "address": "street-address"}


def form_values(brief: PageBrief, section: str) -> Json:
    """Return a form with the fields that its purpose needs."""
    said, words = brief.asked.said.get(section, ""), brief.words
    wanted = next((fields for pattern, fields in _FIELDS if re.search(pattern, said)), _CONTACT)
    return {
        "fields": "".join(_field(section, one, str(words["fields"][one])) for one in wanted),
        "send": words["send"],
        "note": words["form_goes"],
    }


def _field(section: str, name: str, label: str) -> str:
    place = f"{section}-{name}"
    fill = f' autocomplete="{_FILLS_IN[name]}"' if name in _FILLS_IN else ""
    shown = (
        f'<textarea class="d-in" id="{place}" name="{name}" rows="4"></textarea>'
        if name in ("note", "message", "address")
        else f'<input class="d-in" id="{place}" name="{name}" type="{_KINDS.get(name, "text")}"{fill}>'
    )
    wide = " d-field-wide" if name in ("note", "message", "address") else ""
    return f'<div class="d-field{wide}"><label for="{place}">{label}</label>{shown}</div>'
