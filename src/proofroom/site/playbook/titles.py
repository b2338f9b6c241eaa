"""What a section is called: the words that asked for it, without what only belongs to the asking."""

import re
from typing import Final

from proofroom.kernel.strings import Language
from proofroom.providers.offline.sentence import BLANK, plain

_FILLER: Final = """
a an the and ve ile bir section sections bolum bolumu bolumler bolumleri page sayfa sayfasi olsun please
sayfada sitede bolumlu kisim kismi kisimlari lutfen some nice simple one clear short in turkish english
turkce ingilizce us its their me also then just onun ayrica of to it is on at for de ama yap kur hazirla
olustur tasarla istiyorum lazim site sitesi web website landing home acilis tanitim internet few big
alani alan alanini great good small two three four five six uc dort bes iki alti birkac kisa guzel too bilgisi
bilgileri
"""
NOISE: Final = frozenset(_FILLER.split())
_LEADS: Final = re.compile(
    r"^(?:(?:a|an|the|some|few|one|two|three|four|five|six|short|nice|simple|big|large|clear|good|also"
    r"|and|then|plus|please|put|has|have|give|show|add|include|bit|little|of|section|part|block"
    r"|list of(?= \w+ \w)|maybe|start(?:ing)? with|begin(?:ning)? with|[a-z]+-style"
    r"|perhaps|even|of course|obviously"
    r"|sayfada|sitede|sayfamda|icinde|bir|birkac|kisa|guzel|ayrica|bir de|ve|ile|uc|dort|iki|bes|kucuk"
    r"|buyuk|tabii|mutlaka|belki)\s+)+"
)
_BIT: Final = re.compile(
    r"^(?:(?:a|an|the|some)\s+)*(?:bit|little|something|sections?|page|parts?|few words|words|text"
    r"|paragraph) (?:about|on|for|with)\s+"
)
_ENDS: Final = re.compile(
    r"\s+(?:buttons?|dugme(?:si|miz)|buton(?:u|umuz)|call[- ]to[- ]action|cta|cagri(?:si|niz|miz)?"
    r"|with (?:two|three|four|five|six|seven|eight|\d+) \w+"
    r"|as a (?:timeline|list|table|gallery|grid|map)|at the (?:end|bottom|top)|on it|olarak|section"
    r"|sections|please|too|as well|part"
    r"|block|on it|obviously|of course|maybe|bolumu|bolumleri|bolum|kismi|kisim"
    r"|bolumunu|kismini|alanini|alani|olsun|lutfen|da|de|gibi|filan|falan|seyler)$"
)
_FORM_WORDS: Final = re.compile(
    r"^(?:(?:our|my|the|bizim|customer|client|partner|phone|telephone|contact|musteri|telefon|cta)\s+)?"
    r"(?:features?|logos?|logolar|cta|call to action|sign-?up|signup|hero|nav|navigation|footer|header|banner"
    r"|subscribe form|phone|telephone|phone number|number|telefon|telefon numaramiz|telefon numarasi"
    r"|telefonumuz|numaramiz"
    r"|button|buton|dugme|e-?posta|e-?mail|form)$"
    r"|\b(?:button|buttons|dugme\w*|buton\w*|logos)\b"
)
"""Words for a form and not for what is in it: the usual heading says more."""
_ACCUSATIVE: Final = re.compile(
    r"(?<=[ıiuü])n[ıiuü]$|(?<=[aıoueiöü])y[ıiuü]$|(?<=m[ıiuü]z)[ıiuü]$|(?<=l[ae]r[ıi]m)[ıi]$"
)
_UPPER: Final = {"i": "İ", "ı": "I"}
_WORDS: Final = 7
_VALUE_ENDS: Final = re.compile(r"\s*\b(?:is|are|at|on|number|numaramız|numarası)\s*$", re.I)


def heading_of(text: str, masked: str, language: Language) -> str:
    """Return the heading that an item of a list asks for; nothing where the usual one says more."""
    said = re.sub(r"\([^()]*\)", lambda one: " " * len(one[0]), masked)
    cut = said.find(BLANK)
    if cut >= 0:
        said = said[:cut]
    start, end = trimmed(said)
    shown = re.sub(r"\s+", " ", text[start:end]).strip(" ,;:.-–")
    words = plain(shown)
    if not words or _FORM_WORDS.search(words) or len(words.split()) > _WORDS or cut >= 0:
        return ""
    if language == "tr":
        shown = _ACCUSATIVE.sub("", shown) if len(shown.split()) > 1 or len(shown) > 8 else shown
    if words == "rsvp":
        return "RSVP"
    if words.startswith("instagram"):
        return f"I{shown[1:]}"
    return (_UPPER.get(shown[0], shown[0].upper()) if language == "tr" else shown[0].upper()) + shown[1:]


def lowered(title: str) -> str:
    """Return a heading as it stands inside another."""
    first = (
        {"İ": "i", "I": "ı"}.get(title[0], title[0].lower())
        if re.search("[çğışöüİ]", title)
        else title[0].lower()
    )
    return title if title.isupper() else first + title[1:]


def trimmed(said: str) -> tuple[int, int]:
    """Return where the words stand without those that only belong to the asking."""
    start = len(said) - len(said.lstrip(" ,;:.-"))
    while True:
        hit = _BIT.match(said[start:]) or _LEADS.match(said[start:])
        if hit is None or not said[start + hit.end() :].strip():
            break
        start += hit.end()
    end = len(said.rstrip(" ,;:.-"))
    while hit := _ENDS.search(said[start:end]):
        end = start + hit.start()
    return start, max(start, end)
