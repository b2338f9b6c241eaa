"""Where a request lists what a page should have: sentence by sentence, item by item.

People list after a colon, after words such as “with” or “needs”, before “olsun”, or in a sentence that is
nothing but the list. What stands in brackets belongs to the item before it.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from proofroom.kernel.strings import Language
from proofroom.providers.offline.sentence import plain
from proofroom.site.playbook.order import WISHED, is_reminder
from proofroom.site.playbook.values import TIMES

Span = tuple[int, int]
ITEM: Final = "\x02"
"""Stands before each item of a list whose items nobody has to find: its lines, or what its numbers count."""
_FEW: Final = 6
_MANY: Final = 4
_LABEL: Final = 3
_SENTENCE: Final = re.compile(r"[^.!?\n]+(?:[.!?](?!\s|$)[^.!?\n]*)*")
_SHORT: Final = re.compile(
    r"\b(?:dr|mr|mrs|ms|prof|av|st|no|tel|uzm|doc|doç|vs|mah|cad|sok|dt|fzt|ecz|dyt|psk|vet|mim|m[uü]h|ogr|öğr"
    r"|yrd|op"
    r"|cd|sk|blv|apt|approx|ca|incl|excl)\.(?=\s+\S)|\b(?:inc|ltd|co)\.(?=\s+(?-i:[a-z(]))",
    re.IGNORECASE,
)
"""Words cut short, whose point ends no sentence."""
_BEFORE_SHORT: Final = re.compile(r"\b\w{1,4}\.(?=\s\w{1,4}\s{2})")
"""One before another: “Mak. Müh. Gülşen Aydoğan”."""
_MARKED: Final = re.compile(rf"[^{ITEM}]+")
_DASH: Final = re.compile(r"\s[-–—]\s")
_BETWEEN: Final = re.compile(
    r"(?<=\d)\s[–—]\s(?=[a-z])|\s[–—-]\s(?=(?:plus|and|with|then|also|ayrica|bir de)\b)|(?<!\d),|,(?!\d)|[;&]"
    r"|\s/\s|(?<!-)\b(?:and|ve|plus(?!\s+[£$€₺]?\d)|ile|ayrica|as well as|bir de)\b(?!-)"
)
_COMMA: Final = re.compile(r"(?<!\d),|,(?!\d)|;")
_PHRASES: Final = re.compile(r"(?<!\d),|,(?!\d)|[;()]|:(?=\s)|\s[–—-]\s")
_BRACKETS: Final = re.compile(r"\([^()]*\)")
_KEPT: Final = re.compile(
    r"\b(?:questions? and answers?|before and after|food and drinks?|terms and conditions|bed and breakfast"
    r"|arts? and crafts?|dos and don'?ts|health and safety|pros and cons|soru(?:lar)? ve cevap\w*"
    r"|oncesi ve sonrasi|vizyon ve misyon\w*|misyon ve vizyon\w*|gizlilik ve \w+)"
)
"""Words that belong together although an `and` stands between them."""
_PAGE: Final = (
    r"(?:web ?pages?|web ?site|microsite|one pager|page|site|website|one-?pager|homepage|landing|something"
    r"|somewhere)"
)
_OPENER: Final = re.compile(
    r"(?:\b(?:with|including|containing|having|showing|featuring|listing|include|includes|contain|contains"
    r"|needs?|wants?|i'd like|we'd like|would like|has|have|show|shows|list(?= (?:the|our|my|all|some|an?"
    r"|these|every|what|who)\b)|add|see|find|want|put on it"
    r"|mention|cover|feature|features|explains?|describes?|presents?|covers|tells?)\b)\s*(?:(?:also|to have"
    r"|to show|to see|on it|at least|in it)\s+)*"
)
_NOT_A_LIST: Final = re.compile(
    rf"^\s*(?:to\b|(?:a|an|one|the|my|our|some|your)?\s*(?:[\w'’-]+[ ]){{0,4}}?{_PAGE}\b(?! ))"
    rf"|^\s*(?:to\b|(?:a|an|one|the|my|our|some|your)?\s*(?:[\w'’-]+ ){{0,4}}?{_PAGE} (?:for|about|of|with"
    rf"|that|where|to|on)\b)"
)
_ONE_THING: Final = re.compile(r"^\s*(?:an?|the|our|my|some|its|one)\s+\w+(?:\s+[\w'-]+){0,3}\W*$")
_PAGE_END: Final = re.compile(rf"\b{_PAGE}\b")
_HAVING: Final = re.compile(r"\s*(?:olan|iceren|bulunan|yer alan)\b")
_NAMING: Final = re.compile(r"\b(?:called|named|name|adi|ismi|adimiz|acti[mk]|kurdu[mk])\s*[:–—-]\s*$")
"""A colon before a name and not before a list."""
_AGAIN: Final = re.compile(
    rf"\b{_PAGE}\b[^,]*\b(?:with|including|containing|having|showing|featuring|listing)\b"
)
"""The list comes later in the sentence."""
_SUBPAGES: Final = re.compile(
    r"\b(?:site|website|web site|homepage)\b.*?\b(?:with|has|have|having|including|containing|plus|and)\s+"
    r"(?=(?:(?:a|an|one|two|three|four|five|six|separate|extra|own|its|these|the|following|\d)\s+)*pages?"
    r"(?: (?:for|about|on|called|named)\b|:))"
)
"""A site with pages beside the first one."""
_MAKING: Final = re.compile(
    rf"\b(?:build|create|make|design|generate|draft|set up|put together|prepare|produce|write|craft|need"
    rf"|want|like|sketch|lay out)\b.*\b{_PAGE}\b"
    rf"|^\s*(?:we|i) (?!want|need|would|like)[a-z]+ [^,:]*$"
    rf"|^(?:a |an |one |our |my )?(?:[\w'-]+ ){{0,3}}{_PAGE} (?:for|about)\b|^\s*(?:we|i)(?:'re|'m| am| are"
    rf"| run| own| have)\b"
)
_TURKISH_MAKING: Final = re.compile(
    r"\b(?:sayfa|site|web ?sitesi)\w*\s+(?:\w+\s+)?(?:yap|kur|hazirla|tasarla|olustur|ac|istiyor"
    r"|ister|lazim|gerek)\w*"
)
_TURKISH_STARTS: Final = (
    re.compile(
        r"^.*?\b(?:icin(?! (?:(?:de|da|ayri|kucuk|kisa|bir) )*(?:bolum|kisim|alan|yer|kose))|hakkinda"
        r"|ile ilgili)\b(?!\s*,)(?! (?:(?:kisa|bir) )*(?:yazi|metin|bilgi|not|paragraf))"
        r"(?!.*\b(?:icin|hakkinda|ile ilgili)\b(?!\s*,))"
    ),
    re.compile(r"^.*?\b(?:site(?:sin|m|mi)?z?de|sayfa(?:sin|m|mi)?z?da|icinde|uzerinde)\b"),
    re.compile(
        r"^(?!\W*(?:ne|neler\w*|neden|nasil|nerede\w*|hangi\w*|kim\w*|kac)\b)"
        r".*?(?:iyoru[mz]|uyoru[mz]|[aeiou]y[iu][mz])[;,] "
    ),
)
"""What a list may begin behind: whom the page is for, where it stands, who says so."""
_TURKISH_END: Final = re.compile(
    r"\s*\b(?:olan|iceren|bulunan|gosteren|yer alan|barindiran|olacak sekilde)\b.*$"
    r"|\s*\b(?:olsun|bulunsun|yer alsin|gorunsun|isterim|isteriz|istiyor\w*|lazim|gerek(?:iyor|li|ir"
    r"|sin)?|ekle\w*|koy\w*"
    r"|goster\w*|hazirla\w*|yapar misin\w*|yap|olmali|bulunmali|yer almali|olsa|yeterli|yeter|yazsin"
    r"|(?<!bize )(?<!bana )yazin|gecsin)\b[^,;]*$"
)
"""What closes a list. A verb does so only at its end: before that, it belongs to an item."""
_ON_PAGE: Final = re.compile(
    r"\s*\b(?:olan|iceren|bulunan|gosteren|anlatan|tanitan|yer alan|barindiran)\s+"
    r"(?:[a-z]+\s+){0,4}?(?:sayfa|site)"
)
_TURKISH_PAGE: Final = re.compile(
    r"^\s*(?:(?:bir|tek|sade|basit|guzel|kucuk|yeni|sik|modern|bana|bize|soyle|sayfalik|acilis|tanitim|web"
    r"|internet|\w+) ){0,6}"
    r"(?:sayfa|site)(?:si|yi|sini|ya|ye|sine|lik)?\b"
)


def sentences(text: str) -> list[Span]:
    """Return where sentences stand; a point inside a number or an address ends none."""
    text = _BRACKETS.sub(lambda one: one[0].replace(".", " ").replace("!", " "), text)
    whole = _SHORT.sub(lambda one: one[0][:-1] + " ", text)
    whole = _BEFORE_SHORT.sub(lambda one: one[0][:-1] + " ", whole)
    whole = re.sub(r"(?<=\d)\.(?=\s[a-zçğıöşü])", " ", whole)  # the 25th, as Turkish writes it
    found = [one.span() for one in _SENTENCE.finditer(whole) if one[0].strip()]
    return [part for start, end in found for part in _clauses(whole, start, end)]


def _clauses(text: str, start: int, end: int) -> list[Span]:
    """Return the two halves of a sentence around its only semicolon; with more of them it is a list."""
    at = text.find(";", start, end)
    if at < 0 or ITEM in text[start:end] or text.count(";", start, end) > 1:
        return [(start, end)]
    return [one for one in ((start, at), (at + 1, end)) if text[one[0] : one[1]].strip()]


def is_making(said: str) -> bool:
    """Tell whether a sentence asks for the page itself: “We need a page for …”, “bir site yap”."""
    return bool(_MAKING.search(said) or _TURKISH_MAKING.search(said))


def list_in(text: str, span: Span, language: Language, knows: Callable[[str], bool]) -> Span | None:
    """Return where a sentence lists things; `knows` tells whether words name a section."""
    start, end = span
    said = _BRACKETS.sub(lambda one: " " * len(one[0]), text[start:end])
    find = _turkish_list if language == "tr" else _english_list
    found = (0, len(said)) if text[:start].strip() and is_reminder(said) else find(said, knows)
    return (start + found[0], start + found[1]) if found else None


def _counts(text: str, knows: Callable[[str], bool]) -> tuple[int, int]:
    items = [text[start:end] for start, end in split(text, 0, len(text))]
    return len(items), sum(knows(one) for one in items)


def _english_list(said: str, knows: Callable[[str], bool]) -> Span | None:
    if found := _SUBPAGES.search(said):
        return found.end(), len(said)
    at = _after_colon(said, ":", knows)
    if at is not None and not _MAKING.search(said) and _labels_item(said, at - 1, knows):
        at = None  # “classes, prices: single 15, card 120, then questions”
    if at is not None and "," not in said[: at - 1]:
        return at, len(said)
    whole = re.sub(r"^\s*(?:please|also|and|then|plus|oh and)\b", lambda one: " " * len(one[0]), said)
    starts = [] if _MAKING.search(whole) else [0]
    for opener in _OPENER.finditer(said):
        tail = said[opener.end() :]
        if starts and opener[0].strip() == "with" and not re.search(rf"\b{_PAGE}\b", said[: opener.start()]):
            continue  # “the cakes with prices”
        if _NOT_A_LIST.match(tail) or _AGAIN.search(tail) or tail.lstrip()[:1] in (",", ";"):
            continue
        if _is_list(tail, knows) or (_ONE_THING.match(tail) and _PAGE_END.search(said[: opener.start()])):
            starts.append(opener.end())
    if at is not None:  # behind a comma, the colon may belong to an item: “…, numbers so far: 40 boats, …”
        starts = [one for one in starts if one and "," in said[one : at - 1]]
    return _fullest(said, [*starts, *([] if at is None else [at])], len(said), knows)


def _labels_item(said: str, colon: int, knows: Callable[[str], bool]) -> bool:
    """Tell whether a colon stands behind the name of one item of a list."""
    comma = said.rfind(",", 0, colon)
    return comma >= 0 and said[colon] == ":" and knows(said[comma + 1 : colon])


def _after_colon(said: str, signs: str, knows: Callable[[str], bool]) -> int | None:
    """Return where a list begins behind a colon, or behind a dash that stands for one."""
    ends = [one.end() for one in re.finditer(rf"[{signs}](?=\s)", said)]
    ends += [one.end() for one in _DASH.finditer(said)][:1]
    ends = [end for end in ends if not _NAMING.search(said[:end]) and _is_list(said[end:], knows)]
    return max(ends, key=lambda end: (_counts(said[end:], knows)[1], end), default=None)


def _fullest(said: str, starts: list[int], end: int, knows: Callable[[str], bool]) -> Span | None:
    """Return the list with most that is known; of two, the one that begins later."""
    best, most = None, 0
    for start in starts:
        items, known = _counts(said[start:end], knows)
        is_few = items == 1 and len(said[start:end].split()) <= _FEW
        is_thing = _ONE_THING.match(said[start:end]) or (_HAVING.match(said[end:]) and is_few)
        if best is None and start and not known and (items > 1 or is_thing):
            best = (start, end)  # nobody knows them, and they were asked for all the same
        if known >= max(most, 1) and (start or is_few or (items > 1 and known * 2 >= min(items, 4))):
            best, most = (start, end), known
    return best


def _is_list(tail: str, knows: Callable[[str], bool]) -> bool:
    items, known = _counts(tail, knows)
    is_date = re.search(r"\d", tail) and items < _MANY  # or an address
    return known > 0 or (items > 1 and not is_date)


def _turkish_list(said: str, knows: Callable[[str], bool]) -> Span | None:
    at = _after_colon(said, ":;", knows)
    if at is not None and not _is_label_of_one(said[: at - 1]):
        return at, _turkish_end(said, at)
    begins = [found for one in _TURKISH_STARTS if (found := one.match(said))]
    starts = [one.end() for one in begins]
    if not any(re.search(r"\b(?:icin|hakkinda|ile ilgili)$", one[0]) and "," not in one[0] for one in begins):
        starts.insert(0, 0)
    spans = [
        _fullest(said, [one], _turkish_end(said, one), knows) for one in starts if not _is_page(said[one:])
    ]
    found = [one for one in spans if one]
    if not found:
        return _shown_on_page(said, knows)
    return max(found, key=lambda one: (_counts(said[one[0] : one[1]], knows)[1], one[0]))


def _is_label_of_one(before: str) -> bool:
    """Tell whether a colon stands behind one item of a list: “ekip, gösterimler: 14 Mart İstanbul”."""
    _, comma, label = before.rpartition(",")
    return bool(comma) and len(label.split()) <= _LABEL and _LISTING.search(label) is None


_LISTING: Final = re.compile(
    r"\b(?:site|sayfa|bolum|kisim|sunlar|asagidaki|icerik|icinde|olsun|istiyor|isterim|lazim|gerek|yap|hazirla|kur"
    r"|olustur|tasarla)"
)
"""Words before a colon that a list of sections follows."""


def _shown_on_page(said: str, knows: Callable[[str], bool]) -> Span | None:
    """Return what stands before “… gösteren bir sayfa”: it was asked for, whoever knows it."""
    page = _ON_PAGE.search(said)
    if page is None:
        return None
    begins = next((found for one in _TURKISH_STARTS if (found := one.match(said[: page.start()]))), None)
    start = begins.end() if begins else 0
    return (start, page.start()) if _counts(said[start : page.start()], knows)[0] > 1 else None


def _is_page(tail: str) -> bool:
    page = _TURKISH_PAGE.match(tail)
    return page is not None and not re.search(r"[,]|\b(?:ve|olan|iceren|bulunan)\b", page[0])


def _turkish_end(said: str, start: int) -> int:
    tail = said[start:]
    ends = [found.start() for one in (_TURKISH_END, WISHED) if (found := one.search(tail))]
    return start + min(ends) if ends else len(said)


def split(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield where the items of a list stand: between commas, and around the `and` before the last of them."""
    if ITEM in text[start:end]:
        yield from (one.span() for one in _MARKED.finditer(text, start, end) if one[0].strip())
        return
    hidden = text[:start] + _hide(plain(text[start:end])) + text[end:]
    last = max((one.start() for one in _COMMA.finditer(hidden, start, end)), default=-1)
    for between in _BETWEEN.finditer(hidden, start, end):
        if between[0].strip() in ",;–—-/" or between.start() > last:
            if text[start : between.start()].strip():
                yield start, between.start()
            start = between.end()
    if text[start:end].strip():
        yield start, end


def pieces(text: str) -> Iterator[Span]:
    """Yield the phrases of a text: what stands between commas, colons, brackets and the ends of sentences."""
    for start, end in sentences(text):
        hidden = _hide(plain(text[start:end]), _KEPT, TIMES)
        at = start
        for between in _PHRASES.finditer(hidden):
            yield at, start + between.start()
            at = start + between.end()
        yield at, end


def halves(text: str, start: int, end: int) -> tuple[Span, Span] | None:
    """Return the two sides of an `and` inside an item, where it has just one."""
    found = list(_BETWEEN.finditer(_hide(text[start:end])))
    if len(found) != 1 or not text[start : start + found[0].start()].strip():
        return None
    at = found[0]
    return (start, start + at.start()), (start + at.end(), end)


def _hide(text: str, *patterns: re.Pattern[str]) -> str:
    """Return a text of the same length in which no bracket, time or fixed phrase can be split."""
    for pattern in patterns or (_BRACKETS, _KEPT, TIMES):
        text = pattern.sub(lambda one: "·" * len(one[0]), text)
    return text


def brackets(text: str) -> list[str]:
    """Return what stands in brackets."""
    return [one[0][1:-1] for one in _BRACKETS.finditer(text)]


def without_brackets(text: str) -> str:
    """Return a text of the same length with what stands in brackets blanked."""
    return _BRACKETS.sub(lambda one: " " * len(one[0]), text)
