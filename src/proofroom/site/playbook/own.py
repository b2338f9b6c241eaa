"""Sections that have no form of their own: the person's words as heading, and places for what belongs there.

Several things (“boats for sale”) stand in a list, one thing (“haftanın plağı”) beside a picture; two such
sections on a page take turns, so that they do not look alike.
"""

from typing import Any

from proofroom.site.playbook.brief import PageBrief
from proofroom.site.playbook.contents import NEUTRAL, marks, own_art
from proofroom.site.playbook.template import read_part
from proofroom.site.playbook.titles import is_many

Json = dict[str, Any]


def own_values(brief: PageBrief, section: str) -> Json:
    """Return a section that has no form of its own: what the request calls it, with places for its texts."""
    title = brief.asked.titles.get(section, "") or brief.own.get(section, "")
    names = brief.words["own_many" if is_many(title, brief.language) else "own_items"]
    arts = [one for one in NEUTRAL if one != own_art(brief)]
    return {
        "title": title,
        "text": str(brief.words["own"]).format(what=title),
        "art": read_part(f"art/{brief.pick(arts, section)}.svg").strip(),
        "items": [
            {"mark": mark, "name": name, "fill": str(brief.words["own_fill"]).format(what=title)}
            for mark, name in zip(marks(), names, strict=False)
        ],
    }


def own_layouts(brief: PageBrief, section: str) -> list[str]:
    """Return the layout of a section without a form: things in a list, one beside a picture."""
    title = brief.asked.titles.get(section, "")
    listed = bool(brief.asked.details.get(section)) or is_many(title, brief.language)
    alike = [one for one in (*brief.sections, *brief.asked.pages) if brief.form_of(one) == "own"]
    choices = ("cards", "rows", "beside") if listed else ("picture", "turned", "beside")
    turn = choices.index(brief.pick(list(choices), "own")) + alike.index(section) if section in alike else 0
    return [choices[turn % len(choices)]]
