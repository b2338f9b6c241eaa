"""Sections that have no form of their own: the person's words as heading, and what was told under it.

Several things stand in cards or rows; where only the name is known, a sentence stands beside a picture. Two
such sections on a page take turns, so that they do not look alike.
"""

from typing import Any

from proofroom.site.playbook.brief import PageBrief
from proofroom.site.playbook.contents import own_text
from proofroom.site.playbook.drawings import NEUTRAL, own_art, picture

Json = dict[str, Any]


def own_values(brief: PageBrief, section: str) -> Json:
    """Return a section that has no form of its own: what the request calls it, and a sentence."""
    asks = [one for one in brief.sections if brief.form_of(one) in ("form", "contact")]
    arts = [one for one in NEUTRAL if one != own_art(brief)]
    return {
        "title": brief.asked.titles.get(section, "") or brief.own.get(section, ""),
        "text": own_text(brief, section),
        "art": picture(brief.pick(arts, section)),
        "action": brief.words["ask"],
        "target": f"#{asks[0] if asks else 'footer'}",
    }


def own_layouts(brief: PageBrief, section: str) -> list[str]:
    """Return the layout of a section without a form: what was told in a list, else a sentence."""
    alike = [one for one in (*brief.sections, *brief.asked.pages) if brief.form_of(one) == "own"]
    told, untold = ("cards", "rows", "beside"), ("picture", "turned", "plain", "note")
    choices = told if brief.asked.rows.get(section) else untold
    turn = choices.index(brief.pick(list(choices), "own")) + alike.index(section) if section in alike else 0
    return [choices[turn % len(choices)]]
