"""What a sentence behind the first one does: it asks for sections, it tells, or it says how to work.

“Then the route map, entry fees and what is in the bag.”, “Kurslar: …, …, ….”, “Eğitmenlerimiz kısaca
tanıtılsın.”, “Opening hours are Tue–Sun 10–6.”: whoever has said what the page is for goes on asking,
whatever words they use. What only tells (“We have been here since 1987.”) and what only instructs
(“Keep it short.”) asks for nothing.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from proofroom.kernel.strings import Language
from proofroom.providers.offline.sentence import BLANK, plain
from proofroom.site.playbook.kinds import knows as knows_kind
from proofroom.site.playbook.listed import ITEM, is_making, list_in, sentences, split
from proofroom.site.playbook.mood import is_mood, mood_in
from proofroom.site.playbook.order import WISHED, core_of
from proofroom.site.playbook.titles import names_nothing
from proofroom.site.playbook.values import DAYS, UPPER, values_in

Span = tuple[int, int]
_LEAD: Final = re.compile(
    r"^\s*(?:(?:please|also|and|but|so|then|next|oh|plus|finally|lastly|first|ideally|obviously|maybe"
    r"|of course"
    r"|i think|below that|under that|after that|at the (?:very )?(?:top|bottom|end)|in between)\b[\s,:]*)*"
    r"(?:(?:i|we)(?:'d| would)?(?: also| really| just)* (?:like|love|want|need|prefer)"
    r"(?: (?:to (?:have|see|show|include|add|list|mention)|you to (?:show|include|add|list)))?"
    r"|(?:it|the (?:page|site|website)|this)(?: also)? (?:should|must|needs? to|has to|could)(?: also)?"
    r" (?:have|include|show|list|contain|mention|start with|begin with|open with|end with"
    r"|(?:tell|show|explain to) (?:people|parents|visitors|guests|customers|everyone|readers|members|them))"
    r"|(?:it|the (?:page|site|website)|this)(?: also)? (?:needs|wants|gets)(?! to\b)(?: also)?"
    r"|there (?:should|must|could|needs to|has to)(?: also)? be|there(?:'s| is| are)(?= (?:a|an|also)\b)"
    r"|(?:add|include|show|list|put|place|mention|have|give (?:me|us)|feature|display|start with|begin with"
    r"|open with|end with|close with|finish with|we need|i need|people (?:should|must) (?:see|find)"
    r"|make (?:sure there(?:'s| is| are)|room for)|don't forget)|the (?:page|site) has"
    r"|(?:sections?|parts?)(?: needed| wanted| should be| are)?\s*:)"
    r"(?:\s+(?:in|also|at least|me|us))*\b\s*"
)
_ASKING: Final = re.compile(
    r"\b(?:want|need|like to|love|should|must|please|include|add|show|list|mention|section|sections"
    r"|put|would like|'d like|page|site|website)\b"
)
_TELLS: Final = re.compile(
    r"^\s*(?:people|members|visitors|guests|customers|children|parents) (?:can )?[a-z]+\b(?! (?:to|about)\b)"
    r"|^\s*(?:it|she|he) (?!should|must|needs|wants|gets|has|could)[a-z]+s\b"
    r"|^\s*(?:we|i|he|she|they|it|this|that|you|there|everything|everyone|nobody|my|our|the|all)\b"
    r"(?:\s+[\w'-]+){0,4}?(?:'re|'ve|'m|'s|\s+(?:am|are|is|was|were|have|has|had|do|does|run|runs|sell"
    r"|sells|make"
    r"|makes|offer|offers|work|works|opened?|opens|live|lives|can|will|cost|costs|take|takes|use|uses|started"
    r"|founded|come|comes|meet|meets|charge|charges))\b"
)
_REACHES: Final = re.compile(
    r"^\W*(?:and |also |bir de |ayrica |lutfen )*(?:the |our |my )?(?:phone|telephone|tel|mobile|number"
    r"|e-?mail|whatsapp"
    r"|instagram|facebook"
    r"|telefon\w*|e-?posta\w*|numara\w*)"
    r"(?: number)?(?:\s*[:=]|\s+(?:is|numaramiz|adresimiz|hesabimiz|account|handle))?\s*\x01"
)
"""A sentence that tells how to reach a place."""
_NAMES_IT: Final = re.compile(
    r"^\W*(?:(?:\w+[iu]n )?(?:adi|adim|adimiz|ismi|ismim|ismimiz|markami?z?|firma(?:mi?z)?|sirket(?:imi?z)?"
    r"|isletme(?:mi?z)?)\b(?!.*\bolsun)"
    r"|(?:it|she|he|we|i|they)(?:'s|'re|'m| is| are| am) (?:called|named)\b|(?:the |our |my |studio |shop "
    r"|business |company )?(?:name"
    r"|company|brand)(?:'s| is|:))"
)
_INSTRUCTS: Final = re.compile(
    r"^\s*at the (?:very )?top,? (?:just |please |only )?(?:say|tell|write)\b"
    r"|^\s*(?:please )?(?:mostly|little text|az yazi|keep|make (?:it|the (?:page|site|design|text"
    r"|whole|colou?rs?)|everything)|use|thanks|thank"
    r" you|don't(?! forget)|do not(?! forget)|avoid|no\b|nothing|let|cheers|many thanks|just|write it"
    r"|not too|it"
    r" should (?:feel|look|be|read|work)|should (?:feel|look|be)|feel free|hi\b|hello|merhaba|selam"
    r"|tesekkur\w*|sag ol"
    r"|kolay gelsin|iyi gunler|simdiden|lutfen sade)"
    r"|\b(?:tasarim|renk\w*|gorunum\w*|uslub?\w*|ton\w*|yazi tipi|hava|havasi|dili|mobil\w*"
    r"|tarz\w*)\b[^,:]*\b(?:olsun|ol\w*|kullan\w*)\W*$"
    r"|^\s*(?:cok |fazla |lutfen )*(?:sade|sik|modern|ferah|sicak|samimi|ciddi|renkli"
    r"|eglenceli)(?: ve \w+)? (?:bir \w+ )?(?:olsun|olmali)"
)
_TURKISH_TELLS: Final = re.compile(
    r"(?:[iu]yoru[mz]|[iu]yor(?:lar)?|[dt][iu](?:[mk]|lar)?|m[iu]s(?:iz|im)?|[aeiou]c[ae](?:giz|gim|k)"
    r"|[dt][iu]r|\bvar|\byok|[aeiou]y[iu][mz]|\w[iu]z|\bacigiz|[ae]ri[mz])\W*$"
)
_IS: Final = re.compile(
    r"^(?P<name>\W*(?:[\w'&-]+\s+){1,5}?)(?P<verb>is|are|will be|cost|costs|run|runs)\s+(?=.*\d)"
)
_LABEL: Final = re.compile(r"^(?P<label>[^:,;.]{2,48}):(?=\s)")
_FACT_LABEL: Final = re.compile(
    r"\W*(?:date|when|time|place|where|venue|address|tarih|saat|yer|adres)\w*\s*:"
)
_SMALL_WORD: Final = re.compile(r"\b(?!(?:saat|at|on|in|the|and|ve|gunu|günü|from|to)\b)[a-zçğıöşü]{2}")
_DAY: Final = re.compile(rf"\b(?:{DAYS})\w*")
_LABEL_WORDS: Final = 5
_FACT_WORDS: Final = 4
_NO_LABEL: Final = re.compile(
    r"\b(?:pages?|site|website|sections?|parts?|these|following|things?|contents?|includ\w*"
    r"|contain\w*|with(?! prices?\b)|needs?|want"
    r"|have|has|sayfa\w*|site\w*|bolum\w*|sunlar\w*|icerik\w*|icin|istiyor\w*|lazim|olsun|sirayla|called"
    r"|named|adi"
    r"|ismi|name|order|like this|soyle|asagidaki\w*|needed|wanted|required|imagine|below|above|gerekli\w*"
    r"|gereken\w*|lazim\w*)\b"
    r"|^\W*(?:the )?(?:top|middle|bottom|centre|center|ust|orta|alt|ustte|ortada|altta)\b"
)

_IS_ABOUT: Final = re.compile(
    r"\b(?:page|site|website|one-?pager|homepage|for|about|called|named|run|own|sayfa\w*|site\w*|icin"
    r"|hakkinda|adi|adim|adimiz|ismi|ismim|ismimiz|markam|markamiz)\b"
)
"""A sentence that says what the page is about, whatever colours it speaks of."""
_NAME: Final = rf"[{UPPER}][\w'’.-]*(?: [{UPPER}][\w'’.-]*)*"
_ASIDE: Final = re.compile(
    r"[ \t][-–—][ \t](?P<aside>(?=[^-–—:.;()\n]*(?:\d|\b(?:two|three|four|five|six|iki|uc|üç|dort|dört|bes"
    r"|beş|alti|altı)\b))"
    rf"(?:[^-–—:.;()\n]|(?<=\w)[-–.](?=\w))+?|{_NAME}(?:(?:,| and| ve|, and) {_NAME})+)"
    r"[ \t][-–—](?:[ \t]+|(?=,)),?"
)
_NUMBERED: Final = re.compile(
    r"(?<!\d)1\)\s.*?[\s,;]2\)\s|\(1\)\s.*\(2\)\s|(?<!\S)1\.\s.*\s2\.\s.*\s3\.\s", re.DOTALL
)
_SIGNED: Final = re.compile(r"\W*(?:[A-ZÇĞİÖŞÜ][\w'’.-]*(?:\s+(?:&|and|ve|und)\s+|\s+|\W*$)){1,4}")
_SIGN: Final = r"(?:[-*•–·]|\d{1,2}[.)]|\[[ x]?\])"
_LINES: Final = re.compile(
    rf"[:,;]?(?:[ \t]*\n\s*{_SIGN}\s+[^\n]+){{2,}}"
    rf"|:[ \t]*(?:\n+[ \t]*(?!{_SIGN}\s)[^\n:.!?]{{2,60}}(?=\n|$)){{2,}}"
)
"""A list that stands line by line: under signs or numbers, or as short lines below a colon."""
_SIGNED_LINE: Final = re.compile(rf"\s*\n\s*(?:{_SIGN}\s+)?")


def _asked_span(said: str, language: Language, knows: Callable[[str], bool]) -> Span | None:
    """Return where a sentence behind the first one asks for sections; None where it only tells."""
    end = len(said.rstrip(" ,;:.!?"))
    if not said[:end].strip():
        return None
    lead = _LEAD.match(said)
    start = lead.end() if lead else 0
    if language == "tr":
        wished = WISHED.search(said[start:end])
        if wished:
            return (start, start + wished.start()) if said[start : start + wished.start()].strip() else None
        return None if _TURKISH_TELLS.search(said[:end]) and not _is_label(said) else (start, end)
    if lead or _is_label(said):
        return start, end
    if (named := _IS.match(said)) and knows(named["name"]):
        return start, end
    if _TELLS.match(said) and not _asks(said):
        return None
    return start, end


def _asks(said: str) -> bool:
    return bool(_ASKING.search(said) or _LEAD.match(said))


def _is_told(text: str) -> bool:
    """Tell whether a sentence is nothing but facts: “27 Haziran, saat 12.30, Pir Sultan Caddesi 5.”"""
    label = _FACT_LABEL.match(plain(text))
    if ":" in text and label is None:
        return False
    left = text[label.end() :] if label else text
    text = left
    for one in reversed(values_in(left, ("price", "date", "times", "address", "phone"))):
        left = left[: one.start] + " " + left[one.end :]
    return left != text and not _SMALL_WORD.search(_DAY.sub(" ", plain(left)) if left.islower() else left)


def _is_fact(text: str) -> bool:
    """Tell whether a sentence just tells one value of one thing: “Yıllık aidat 600 TL.”"""
    found = values_in(text, ("price", "number"))
    if len(found) != 1 or re.search(r"[,:;]", text):
        return False
    before, after = text[: found[0].start].split(), text[found[0].end :].strip(" .!")
    return 1 <= len(before) <= _FACT_WORDS and not after


def _asks_nothing(said: str, language: Language) -> bool:
    """Tell whether a sentence only says how to work, how to reach a place or what it does."""
    if language == "en" and _TELLS.match(said) and not _asks(said) and ":" not in said:
        return True
    instructs = ":" not in said and _INSTRUCTS.search(said.rstrip(" ,;:.!?"))
    return bool(instructs or _REACHES.match(said) or _NAMES_IT.match(said))


def _is_label(said: str) -> bool:
    """Tell whether a sentence begins with the name of one section and a colon: “Kurslar: …”."""
    found = _LABEL.match(said)
    if found is None or len(found["label"].split()) > _LABEL_WORDS:
        return False
    return not _NO_LABEL.search(found["label"]) and not names_nothing(found["label"])


def _labels_known(said: str, knows: Callable[[str], bool]) -> bool:
    """Tell whether a sentence names one section at length: “how it works in four steps: …”."""
    found = _LABEL.match(said)
    if found is None or not knows(found["label"]) or _NO_LABEL.search(found["label"]):
        return False
    items = list(split(said, found.end(), len(said)))
    return sum(knows(said[slice(*one)]) for one in items) * 2 < len(items)


_THANKS: Final = re.compile(
    r",?\s+(?:would|will|should) be (?:great|nice|lovely|good|perfect|enough|fine)\b(?: too)?"
    r"|,?\s*\b(?:many thanks|thanks(?: a lot)?|thank you(?: very much)?|cheers|thx|tnx|teşekkürler"
    r"|sağ ?olun|(?:kind |best )?regards|sevgiler|saygılar(?:ımla)?)\b(?=(?:[\s,!.]+\w+){0,2}\W*$)"
    r"(?:[\s,!.]+(?-i:[A-ZÇĞİÖŞÜ])\w+){0,2}",
    re.IGNORECASE,
)
"""What is said out of politeness, and names nothing."""
_GLAD: Final = re.compile(
    r"\b(\w{3,}?)r?s[ae]n[ıi]z\s+(?:çok\s+)?(?:sevin\w+|iyi olur|güzel olur|memnun ol\w+)", re.IGNORECASE
)


def in_a_row(text: str) -> str:
    """Return a request with a mark before each item of a list that stands line by line, or under numbers.

    What stands between two dashes and tells something is put in brackets: both say it of what is before them.
    """
    text = _GLAD.sub(r"\1", _THANKS.sub("", text))
    text = re.sub(r",?\s+(?:in (?:this|that) order|bu sırayla|şu sırayla)(?=\s*:)", "", text)
    text = _ASIDE.sub(lambda one: f" ({one['aside'].strip()}), ", text)
    text = re.sub(r",\s+(?=(?:and|ve|plus)\b)", " ", text) if _ASIDE.search(text) else text
    if (lines := _LINES.search(text)) is not None:
        return text[: lines.start()] + ":" + _marked(lines[0]) + "\n" + text[lines.end() :].lstrip()
    if _NUMBERED.search(text):
        text = re.sub(r"\s*[:;,]?\s*\(?\b1[.)]\)?\s+", f":{ITEM}", text, count=1)
        text = re.sub(r"[\s,;]+\(?\b\d{1,2}[.)]\)?\s+(?=\w)", ITEM, text)
    return text


def _marked(lines: str) -> str:
    """Return lines with a mark before each; what follows the first sentence of one is told about it."""
    items = [one.strip(" \t,;.") for one in _SIGNED_LINE.split(lines)]
    told = (re.sub(r"\s*[,;]?\s+(?:and|ve)$", "", one) for one in items if one.strip(":"))
    return "".join(ITEM + re.sub(r"[.!?]\s+", ", ", re.sub(r"[.]\s+", ": ", one, count=1)) for one in told)


def parts_of(text: str, masked: str, language: Language) -> tuple[list[Span], list[Span]]:
    """Return the sentences that wish for a mood, and where the others list sections."""
    wishes, lists = list[Span](), list[Span]()
    known = partial(knows_kind, language)
    for start, end in sentences(_with_blanks(text, masked)):
        said, is_first = masked[start:end], not masked[:start].strip()
        if ITEM in said:
            lists.append((start + said.index(ITEM), end))
            continue
        if is_mood(said):
            wishes.append((start, end))
            continue
        if not is_first and (
            _asks_nothing(said, language)
            or _is_told(text[start:end])
            or (lists and _is_fact(text[start:end]))
            or (_SIGNED.fullmatch(text[start:end]) and not known(said.split()[0]))
        ):
            continue  # how to work, how to reach the place, or names under the request
        labels = not is_first and (_is_label(said) or _labels_known(said, known))
        found = None if labels else list_in(masked, (start, end), language, known)
        if found is not None:
            lists.append(found)
        elif labels and (more := _asked_span(said, language, known)):
            lists.append((start + more[0], start + more[1]))
        elif mood_in(said) and not _IS_ABOUT.search(said):
            wishes.append((start, end))
        elif not is_first and not is_making(said) and (more := _asked_span(said, language, known)):
            lists.append((start + more[0], start + more[1]))
    lists = _without_facts(masked, lists, known)
    return wishes, [one for one in lists if not _tells_only(masked, one, lists, known)]


def _tells_only(masked: str, one: Span, lists: list[Span], knows: Callable[[str], bool]) -> bool:
    """Tell whether a sentence only tells: nobody asks in it, it names no section, and others do."""
    said = masked[slice(*one)]
    items = [masked[slice(*each)] for each in split(masked, *one)]
    before = masked[: one[0]].rstrip()
    if (
        ITEM in said
        or ":" in said
        or len(items) < _FEW_TOLD
        or _asks(said)
        or before[-1:] not in (".", "!", "?")
    ):
        return False
    counted = sum(re.match(r"\W*\d", each) is not None for each in items)
    if WISHED.search(said) or core_of(masked, *one)[0] or counted > 1:
        return False
    if values_in(said) or sum(knows(each) for each in items) * 2 >= len(items):
        return False
    beside = [masked[slice(*each)] for other in lists if other != one for each in split(masked, *other)]
    return sum(knows(each) for each in beside) >= _KNOWN_BESIDE


_FEW_TOLD: Final = 3
_KNOWN_BESIDE: Final = 2


def _without_facts(masked: str, lists: list[Span], knows: Callable[[str], bool]) -> list[Span]:
    """Return the lists without a first one that tells what the place is, where sections are listed later."""
    counts = [
        (len(items), sum(knows(masked[slice(*one)]) for one in items))
        for items in (list(split(masked, *span)) for span in lists)
    ]
    is_fact = (
        len(lists) > 1
        and lists[0][0] < sentences(masked)[0][1]
        and counts[0][1] * 2 < counts[0][0]
        and any(many > 2 for many, _ in counts[1:])
    )
    return lists[1:] if is_fact else lists


def _with_blanks(text: str, masked: str) -> str:
    """Return the text as it was written, with its values blanked: a point inside one ends no sentence."""
    return "".join(BLANK if one == BLANK else letter for letter, one in zip(text, masked, strict=True))
