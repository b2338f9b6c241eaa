"""Words of a question about records, whatever their endings, in English and in Turkish."""

import re
from itertools import takewhile

from proofroom.search import fold

_LITTLE = """
a an the of in on at to for from by with and or is are was were be do does did has have had me us our we you
my your which what who whose where when why how many much list show name tell about all any there that those
these them they it its please located based found live lives living say says said according documents
document papers paper files file find search count number give records record entities entity one ones so
hangi hangisi hangileri ne zaman nedir neler kim kimler kac nerede nasil var mi mu bir bu su ve ile icin olan
olanlar tum listele goster bul ara say sayisi belge belgeler belgelere belgelerde dokuman gore hakkinda
yaziyor diyor biliyoruz biliniyor know known peki ya bulunan bulunuyor yer alan kayit kaydi kayitlar kayitlari
tane adet been being having their his her own da de ya
"""
SMALL = frozenset(_LITTLE.split())
_ENDING = re.compile(r"(?:['’][a-z]{1,6}|['’]s)$")
_CASES = re.compile(r"(?:(?:deki|daki|teki|taki|nin|den|dan|ten|tan|de|da|te|ta|si|nde|nda))$")
WORD = r"[^\W_]+(?:['’][^\W_]+)?"
_ONE_OF_MANY = {
    "people": "person",
    "persons": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "mice": "mouse",
    "geese": "goose",
    "feet": "foot",
    "teeth": "tooth",
    "analyses": "analysis",
    "criteria": "criterion",
    "kisiler": "kisi",
}
"""Plurals that no ending tells."""
_UNITS = {
    long: short
    for short, names in (
        ("kg", "kilo kilos kilogram kilograms kilogramme"),
        ("g", "gram grams gramme"),
        ("m", "metre metres meter meters"),
        ("cm", "santim santimetre centimetre centimetres centimeters"),
        ("km", "kilometre kilometres kilometers"),
        ("lt", "l litre litres liter liters"),
        ("min", "minute minutes dakika dk"),
    )
    for long in names.split()
}
"""Measures as people ask for them, and as columns write them: “kaç litre” is under “Hacmi (lt)”."""
_PASTS = """
taught teach made make kept keep held hold led lead built build bought buy sold sell sung sing written write
drawn draw driven drive given give grown grow flown fly found find took take taken take gave give wrote write
drew draw drove drive grew grow sang sing spent spend sent send won win paid pay caught catch
brought bring thrown throw threw throw broke break broken break lent lend left leave met meet ran run rang
ring began begin laid lay
"""
PRESENT: dict[str, str] = dict(zip(_PASTS.split()[::2], _PASTS.split()[1::2], strict=True))
"""Verbs as a column or a question says them: “who teaches it” is “Taught by”, “took” is under “Take”."""
_SOFTENED = re.compile(r"(?<=\w{3})([bcdg])[iu]$")
_HARD = {"b": "p", "c": "c", "d": "t", "g": "k"}
_DROPS = re.compile(r"(?<=[a-z]{2})[iu](?=[^\Waeiou]$)")
"""A vowel that Turkish drops before an ending that begins with one: “hacim”, but “hacmi”."""
_DOUBLED = re.compile(r"([a-z])\1")
"""Letters that other languages and hurried hands write once: “Kavak tüneli” is the Kavak tunnel."""


def is_measure(word: str) -> bool:
    """Tell whether a word is a measure: “metres”."""
    return word in _UNITS or word in _UNITS.values()


def same_word(word: str, part: str) -> bool:
    """Tell whether two words are one, whatever their ending: `museums` and `museum`."""
    if word == part or _ONE_OF_MANY.get(word) == part or _ONE_OF_MANY.get(part) == word:
        return True
    if _UNITS.get(word, word) == _UNITS.get(part, part):
        return True
    return _are_forms(word, part) or _are_forms(PRESENT.get(word, word), PRESENT.get(part, part))


def _are_forms(word: str, part: str) -> bool:
    bare = [bare_word(one) for one in (word, part)]
    once = [_DOUBLED.sub(r"\1", one) for one in bare]
    return any(_is_form(*sorted(pair, key=len)) for pair in (bare, once, once[::-1]))


def _is_form(short: str, long: str) -> bool:
    if short == long or _hard(short) == _hard(long):
        return True
    if len(short) < 3 or short.isdigit():
        return False
    stem = short[:-1] if short[-1] in "ye" and len(short) > 3 else short
    if long.startswith(stem) and len(long) - len(stem) <= 5 and len(stem) >= 3:
        return True
    dropped = _DROPS.sub("", short)
    ending = long.removeprefix(dropped)
    return dropped != short and ending != long and 0 < len(ending) <= 5 and ending[0] in "aeiu"


_SHORTEST_STEM = 4
_DERIVED = re.compile(
    r"(?:|e|s|es|d|ed|ing|er|ers|or|ors|al|als|ion|ions|ation|ments?|y?[ae]n|m[iu]s|[dt][iu]|[iu]yor|m[ae]|[iu]m?"
    r"|[ae]r|[iu]r|[ae]c[ae]k)(?:l[ae]r)?(?:[iu]n?|[dns][ae]n?)?"
)
"""Endings that make a verb a noun and back: “renewal” and “renewed”, “getiren” and “getirmiş”."""


def is_kin(word: str, part: str) -> bool:
    """Tell whether two words are forms of one, or of one verb."""
    if same_word(word, part):
        return True
    both = [PRESENT.get(one, one) for one in (word, part)]
    stem = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*both, strict=False)))
    return stem >= _SHORTEST_STEM and all(_DERIVED.fullmatch(one[stem:]) for one in both)


def _hard(word: str) -> str:
    """Return a word before its Turkish case made its last consonant soft: of “mahlebi” it makes “mahlep”."""
    found = _SOFTENED.search(word)
    return f"{word[: found.start()]}{_HARD[found[1]]}" if found else word


def bare_word(word: str) -> str:
    """Return a word without the ending of a Turkish case."""
    cut = _ENDING.sub("", word)
    if cut != word or len(word) < 6:
        return cut
    return _CASES.sub("", word) if len(_CASES.sub("", word)) > 3 else word


def asked_words(text: str) -> list[str]:
    """Return the words of a question that say something."""
    return [word for word in plain_text(text).split() if re.split(r"['’]", word)[0] not in SMALL]


def plain_text(text: str) -> str:
    """Return the words of a text in small letters."""
    return " ".join(re.findall(WORD, fold(text)))
