"""A page in another language: a copy of it in which every text that this model knows is put into the other.

The offline model translates nothing by itself. What it wrote it has in both languages; everything else stays
as it is, and is counted.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

from proofroom.kernel.strings import Language
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import plain
from proofroom.providers.offline.table import refused
from proofroom.site.playbook.brief import TRADES
from proofroom.site.playbook.kinds import TOPICS, WORDS, kind_of
from proofroom.site.playbook.outline import PageText, look_at_page
from proofroom.site.playbook.titles import address_of

_LANGUAGES = ("en", "tr")


def translate_page(request: Request, said: Mapping[str, Any]) -> Plan:
    """Copy a page and put its texts into the other language."""
    wanted = str(said["locale"])
    if wanted not in _LANGUAGES:
        return Ask(request.say("answer.site.only_two"))
    page = yield from look_at_page(request)
    if isinstance(page, Result):
        return refused(request, page)
    known = known_texts(wanted)
    if not any(text.text in known for text in page.texts):
        return Answer(request.say("answer.site.knows_none", count=len(page.texts)))
    title = f"{page.title} ({wanted})"
    given = {"pageId": page.page_id, "title": title, "slug": address_of(title)}
    copied: Result = yield Call("duplicatePage", given)
    if not copied.ok:
        return refused(request, copied)
    made = yield from look_at_page(request, copied.data["pageId"])
    if isinstance(made, Result):
        return refused(request, made)
    calls = [one.call(text) for one in made.texts if (text := known.get(one.text) or _usual(one, wanted))]
    results: list[Result] = yield calls
    if failed := next((one for one in results if not one.ok), None):
        return refused(request, failed)
    left = len(made.texts) - len(calls)
    return Answer(request.say("answer.site.translated", title=title, done=len(calls), left=left))


def _usual(text: PageText, wanted: Language) -> str:
    """Return the usual heading or label of the section that a person's own words name; nothing if unsure."""
    role = {"h2": "title", "a": "label"}.get(text.tag, "")
    found = kind_of(plain(text.text), "en" if wanted == "tr" else "tr", is_sure=True) if role else None
    if found is None or found[1] or found[0] in ("hero", "about", "cta"):  # “Visit us” calls for something
        return ""
    return str(WORDS[wanted][role].get(found[0], ""))


@cache
def known_texts(wanted: Language) -> dict[str, str]:
    """Return every text this model writes, in the other language, with what it is in the wanted one."""
    other: Language = "en" if wanted == "tr" else "tr"
    found = dict(_pairs(WORDS[other], WORDS[wanted]))
    for trade in TRADES.values():
        found |= dict(_pairs(trade[other], trade[wanted]))
    for topic in TOPICS.values():
        found |= dict(_pairs(topic[other], topic[wanted]))
    fill, into = str(WORDS[other]["to_fill"]), str(WORDS[wanted]["to_fill"])
    asked = [one for one in found.items() if " | " in one[0]]
    for one, two in asked:
        (question, what), (asks, says) = one.split(" | "), two.split(" | ")
        found |= {question: asks, fill.format(what=what): into.format(what=says)}
    for one, two in list(found.items()):
        if ": " in one and ": " in two:
            found |= dict(zip(one.split(": ", 1), two.split(": ", 1), strict=True))
    numbered = [(one.split(": ")[0], two.split(": ")[0]) for one, two in _lists(other, wanted, "steps")]
    found |= {f"{at}. {one}": f"{at}. {two}" for at, (one, two) in enumerate(numbered, 1)}
    found |= {f"“{one}”": f"“{two}”" for one, two in _lists(other, wanted, "quotes")}
    priced = zip(WORDS["plans_of"][other], WORDS["plans_of"][wanted], strict=True)
    more = (zip(*(each.partition(" = ")[2].split(" | ") for each in both), strict=True) for both in priced)
    for one, two in (*_lists(other, wanted, "plans"), *(pair for lines in more for pair in lines)):
        found |= dict(zip(_plan(one), _plan(two), strict=True))
    return found


def _plan(line: str) -> list[str]:
    title, _, text = line.partition(": ")
    about, _, points = text.partition("., ")
    return [title, f"{about}.", *points.split("; ")]


def _lists(other: Language, wanted: Language, name: str) -> Iterator[tuple[str, str]]:
    return zip(WORDS[other][name], WORDS[wanted][name], strict=True)


def _pairs(one: Any, two: Any) -> Iterator[tuple[str, str]]:
    """Yield texts that stand at the same place of two tables."""
    if isinstance(one, str):
        yield one, str(two)
    elif isinstance(one, list):
        for each, other in zip(cast("list[Any]", one), cast("list[Any]", two), strict=True):
            yield from _pairs(each, other)
    else:
        for key, each in cast("dict[str, Any]", one).items():
            yield from _pairs(each, two[key])
