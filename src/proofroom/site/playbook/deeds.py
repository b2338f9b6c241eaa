"""What a change would do, and the page that it is about with what words mean there."""

from collections.abc import Mapping
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Ask, Call, Request
from proofroom.providers.offline.sentence import plain, tokens
from proofroom.providers.offline.slots import quoted
from proofroom.site.playbook.outline import ON_PAGE, PageOutline
from proofroom.site.playbook.things import Meant, meant, things_of
from proofroom.site.playbook.wording import WishedChange

_MOST_LISTED: Final = 6
_ROWS: Final = ("quote", "question", "item")
_WHOLE: Final = ("menu", "footer", "form", "quote", "question", "item", "list")
"""Kinds of parts that sections are called by, too."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What a change would do: its calls, how it is told, and the words it leaves unexplained."""

    calls: tuple[Call, ...]
    key: str
    """Of its telling; the offer is `shall_` and the same."""
    values: Mapping[str, object]
    left: tuple[str, ...] = ()


Found = Deed | Ask


class Here:
    """A page with its parts, and what the words of a request mean on it."""

    def __init__(self, request: Request, page: PageOutline, wish: WishedChange) -> None:
        self.request, self.outline, self.wish = request, page, wish
        self.things = things_of(page)

    def meant(self, phrase: str) -> Meant:
        """Return what words mean here; which page it is, was told already."""
        found = ON_PAGE.search(plain(phrase))
        rest = f"{phrase[: found.start()]} {phrase[found.end() :]}" if found else phrase
        return meant(self.things, rest, self.wish.language)

    def part(self, phrase: str, *, rows_too: bool = True) -> Meant:
        """Return what words mean here, a whole section where they name one and no part of it.

        “The questions” are taken away as a section; where rows are not, they get another look one by one.
        """
        found = self.meant(phrase)
        if found.things and not rows_too and found.kind in _ROWS:
            return found
        if found.one and found.kind in _ROWS and found.rest and not found.left:
            return found  # “the quote by Sam Reyes” is one of them
        section = self.outline.named(phrase) if found.kind in ("", "section", *_WHOLE) else None
        whole = tuple(one for one in self.things if section and one.uid == section.uid)
        return Meant(whole, (), found.kind) if whole else found

    def which(self, found: Meant, phrase: str) -> Ask:
        """Ask which part is meant: of those that the words fit, else of what stands here."""
        listed = dict.fromkeys(one.label for one in found.things[:_MOST_LISTED])
        if listed:
            return Ask(self.request.say("answer.site.which_item", listed=quoted(listed)))
        sections = quoted(dict.fromkeys(one.label for one in self.outline.sections if one.texts))
        said = " ".join(found.rest or found.left or tokens(plain(phrase))) or phrase.strip()
        key = "answer.site.no_section" if sections else "answer.site.page_empty"
        return Ask(self.request.say(key, said=said, listed=sections), leaves_words=True)
