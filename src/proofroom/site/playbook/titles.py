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
_POINTING: Final = """
are is free ucretsiz dort bes baslik basliklar second third below above so those these that this it them
they all any both such only just really oh ah well ok hi hello until till from by since as or but not yes
no in of order somewhere something anything everything there here now then too also maybe thing things
kind sort number numbers tel phone call know way sure same other others rest else enough please thanks
bunu bunlari bunlar bunlarin sunlar sunu sunlari onu onlari bu su o ayri ayrica mutlaka kesinlikle
numara numarasi sirayla sira
sey seyler boyle soyle hepsi hepsini kadar icin diye yani tamam peki lutfen merhaba selam ya ki mi dahil
haric sonra once
"""
_SAYS_NOTHING: Final = NOISE | frozenset(_POINTING.split()) | {"three", "two", "uc", "iki"}
_QUESTIONS: Final = (
    (re.compile(r"\bkim oldugumuz\w*"), "Biz kimiz"),
    (re.compile(r"\bne yaptigimiz\w*"), "Ne yapıyoruz"),
    (re.compile(r"\bneler yaptigimiz\w*"), "Neler yapıyoruz"),
    (re.compile(r"\bnerede oldugumuz\w*"), "Neredeyiz"),
    (re.compile(r"\bnasil calistigimiz\w*"), "Nasıl çalışıyoruz"),
    (re.compile(r"\bnasil (?:gelinecegi|ulasilacagi)\w*"), "Nasıl gelinir"),
)
"""A question inside a sentence, as it stands by itself."""
_LEADS: Final = re.compile(
    r"^(?:(?:a|an|the|some|few|so|oh|o yuzden|bu yuzden|insanlar once|herkes once|lutfen|somewhere|small"
    r"|tiny|brief|quick|separate"
    r"|proper|whole|extra|ayri|minik"
    r"|ufak|one(?! cikan)|two|three|four|five|six|short|nice|simple|big|large"
    r"|clear|good|also"
    r"|and|then|plus|please|put|has|have|give|show|add|include|bit|little|of|section|part|block"
    r"|list of(?= \w+ \w)|maybe|start(?:ing)? with|begin(?:ning)? with|[a-z]+-style"
    r"|perhaps|even|of course|obviously|full-width|full width|with|underneath|below that|kocaman"
    r"|tam genislikte"
    r"|bunlari|onlari|these|altta|en altta|da|de|sonda|altina|altinda|ustte|en ustte|en basta|yaninda"
    r"|sonrasinda"
    r"|devaminda|(?:[2-9]|1[0-2])(?= [a-z])"
    r"|sayfada|sitede|sayfamda|icinde|bir|birkac|kisa|guzel|ayrica|bir de|ve|ile|uc|dort|iki|bes|kucuk"
    r"|buyuk|tabii|mutlaka|belki)\s+)++"
)
_BIT: Final = re.compile(
    r"^(?:(?:a|an|the|some)\s+)*(?:logos? of\s+|(?:bit|little|something|sections?|page|parts?"
    r"|few words|words|text|notes?|line|word"
    r"|paragraph) (?:about(?! (?:us|me|myself|ourselves)\b)|on|for|with)\s+|for\s+(?=\w+\W*$))"
)
_ENDS: Final = re.compile(
    r"(?<=hakkinda)\s+(?:(?:kisa|bir|birkac)\s+)*(?:yazi|metin|bilgi|not|paragraf|tanitim)\w*$"
    r"|\s+(?:buttons?|dugme(?:si|miz)|buton(?:u|umuz)|call[- ]to[- ]action|cta|cagri(?:si|niz|miz)?"
    r"|with (?:two|three|four|five|six|seven|eight|\d+) \w+"
    r"|first|last|links?|(?:kisa |kucuk )*bir|(?:anlatan|tanitan|gosteren|iceren|yazan)(?: bir)?|icin"
    r"|in (?:a few|two|three|four|five|six|\d+|one) (?:words?|sentences?|steps?|lines?)"
    r"|(?:\w+ )?(?:cumleyle|adimda)"
    r"|(?:at|on|via|by|for|with|to|from|in)|as (?:a |an )?(?:timeline|list|table|gallery|grid|map"
    r"|cards?|carousel|slider)|in (?:a|an|two|three|four|one)"
    r" (?:grid|row|list|table|columns?|rows|carousel|line)|side by side|or at least how to find us"
    r"|at the (?:end|bottom|top)|on it|olarak|and|or|ve|(?:de |da )?ayri|section"
    r"|straight away|right away|at once|hemen|(?:that |which )?(?:you|people|they) can (?:sign|book|apply"
    r"|join|order).*|with the address .*"
    r"|comes?|goes|gorsunler|gorsun|anlatalim|istiyoru[mz]|isteri[mz]"
    r"|because .*|so that .*|cunku .*|(?:who|which)(?: \S+){4,}|icin(?: de| da)?(?: ayri"
    r"| kucuk)?(?: bir)? (?:bolum|kisim|alan|kose)\w*(?: \w+)?(?:, \w+)?"
    r"|sections|please|too|as well|part"
    r"|block|on it|obviously|of course|maybe|bolumu|bolumleri|bolum|kismi|kisim|kisimlari|kisimlar"
    r"|bolumunu|kismini|olsun|lutfen|da|de|gibi|filan|falan|seyler|olarak ben(?:im)?"
    r"|en (?:ustte|basta|altta|sonda)"
    r"|(?:bir )?(?:izgara|tablo|liste|kart\w*|sutun\w*) (?:halinde|seklinde|olarak)|yan yana|alt alta)$"
)
_STRANDED: Final = re.compile(
    r".*\b(?:we|you|i|they|he|she|it)(?:'\w+)?\s+\w+.*?\s(?:for|in|on|at|with|to|from|by)"
)
"""A clause that ends with a word it needs: “tools we're looking for”."""
_FORM_WORDS: Final = re.compile(
    r"^(?!contact form$)"
    r"(?:(?:our|my|the|bizim|customer|client|partner|phone|telephone|contact|musteri|telefon|cta)\s+)?"
    r"(?:logos?|logolar|cta|call to action|hero|nav|navigation|footer|header|banner"
    r"|subscribe form|tel|phone|telephone|phone number|number|telefon|telefon numaramiz|telefon numarasi"
    r"|telefonumuz|numaramiz"
    r"|button|buton|dugme|e-?posta|e-?mail|form)$"
    r"|\b(?:button|buttons|dugme\w*|buton\w*|logos)\b"
)
"""Words for a form and not for what is in it: the usual heading says more."""
_ACCUSATIVE: Final = re.compile(
    r"(?<=[ıiuü])(?<!hakkı)nd[ae]$|(?<=[ıiuü])n[ıiuü]$|(?<=\w\w[aıoueiöü])y[ıiuü]$|(?<=m[ıiuü]z)[ıiuü]$"
    r"|(?<=l[ae]r[ıi]m)[ıi]$"
)
_UPPER: Final = {"i": "İ", "ı": "I"}
_WORDS: Final = 7
_EXPLAINS: Final = re.compile(r"\s*,|\s+(?:that|which|where|who|so|because|when|while|how|ki|çünkü)\b")
_RELATIVE: Final = re.compile(r"^.{4,}\b(?:anlatan|gösteren|tanıtan|yazan|içeren)\s+(?=\w+$)")
"""What stands before a name and says what is in it: “pazar kapalı olduğumuzu yazan saatler”."""
_COUNT_FIRST: Final = re.compile(r"(?:^|\s)(?:iki|uc|dort|bes|alti|yedi|sekiz|dokuz|on|[2-9]|1[0-2])\s+$")
_LAST_VOWEL: Final = re.compile("[aeıioöuü]")


def heading_of(text: str, masked: str, language: Language) -> str:
    """Return the heading that an item of a list asks for; nothing where the usual one says more."""
    said = re.sub(r"\([^()]*\)", lambda one: " " * len(one[0]), masked)
    cut = said.find(BLANK)
    if cut >= 0:
        said = said[:cut]
    start, end = trimmed(said)
    shown = re.sub(r"\s+", " ", text[start:end]).strip(" ,;:.-–")
    shown = re.sub(r"(?i)-now$", " now", shown)  # “a join-now button”
    words = plain(shown)
    if not words or _FORM_WORDS.search(words):
        return ""
    if len(words.split()) > _WORDS:
        shown = _shortened(shown)
    if cut >= 0 and not _is_told(text[cut:]):
        return ""
    if asked := next((title for pattern, title in _QUESTIONS if pattern.search(words)), ""):
        return asked
    shown = _RELATIVE.sub("", shown)
    if language == "tr":
        if _COUNT_FIRST.search(plain(text[:start])):
            shown = _plural(shown)
        shown = _ACCUSATIVE.sub("", shown) if len(shown.split()) > 1 or len(shown) > 8 else shown
    if words in ("rsvp", "faq", "faqs", "sss"):
        return shown.upper() if words != "faqs" else "FAQs"
    if words.startswith("instagram"):
        return f"I{shown[1:]}"
    return upper(shown[0], language) + shown[1:]


def upper(letter: str, language: Language) -> str:
    """Return a letter as it begins a heading."""
    return _UPPER.get(letter, letter.upper()) if language == "tr" else letter.upper()


_VALUE: Final = re.compile(r"\s*[,;:(\"“]|\s+(?:up to\s+)?[£$€₺]?\d|\s+(?:[–—-])\s")
_BINDS: Final = re.compile(
    r"\s+(?:is|are|was|were|has|have|had|can|will|must|should|may|on|in|at|to|from|with|for|of|by|and|or|between"
    r"|since|until|within|near|up|if|when|ve|ile|icin)\b"
)
"""Words of grammar that end a first phrase."""
SUBJECTS: Final = frozenset("we i you they it he she there this that if".split())  # noqa: SIM905
_FUNCTION: Final = SUBJECTS | {"the", "a", "an", "our", "my", "your"}
_LEAD: Final = {"en": 4, "tr": 2}
"""So many words say what a sentence is about: English puts its verb second, Turkish last."""


def lead_of(sentence: str, language: Language) -> str:
    """Return the words a sentence begins with, as the heading of what it tells: “We collect on Mondays …”."""
    said = plain(sentence)
    ends = [len(said), *(one.start() for one in (*_VALUE.finditer(said), *_BINDS.finditer(said)))]
    starts = ((end, sentence[:end].split()) for end in sorted(ends))
    known = ((end, words) for end, words in starts if any(map(_says, words)))
    end, words = next(known, (len(said), sentence.split()))
    words = words[: _LEAD[language]] if end == len(said) or len(words) > _WORDS else words
    while any(_says(one) for one in words[:-1]) and (words[-1][:1].isupper() or not _says(words[-1])):
        words.pop()  # “I cover Dorchester, …”, “Eğitmenimiz Levent Arıcan, …”
    return " ".join(words)


def _says(word: str) -> bool:
    return plain(word) not in _FUNCTION


def address_of(title: str) -> str:
    """Return the address of a page with a title, in plain letters: “Küçük Perde”, kucuk-perde."""
    return re.sub(r"[^a-z0-9]+", "-", plain(title)).strip("-") or "page"


def names_nothing(words: str) -> bool:
    """Tell whether plain words only point at something or ask for it: “so those three”, “bunu mutlaka”."""
    return all(one in _SAYS_NOTHING or one.isdigit() for one in re.findall(r"[^\W_]+", words))


def _plural(shown: str) -> str:
    """Return a Turkish name in the plural that a number before it made needless: dört özellik, özellikler."""
    word = plain(shown)
    back = [one for one in word if one in "aeiou"]
    ending = (
        "lar"
        if shown and _LAST_VOWEL.findall(shown)[-1:] and _LAST_VOWEL.findall(shown)[-1] in "aıou"
        else "ler"
    )
    if not back or re.search(r"l[ae]r", word):
        return shown
    if " " in shown and word[-1] in "iu":
        return f"{shown[:-1].removesuffix('s')}{ending}{'ı' if ending == 'lar' else 'i'}"
    return shown + ending


def _shortened(shown: str) -> str:
    """Return a long name without the clause that explains it; where there is none, its first words."""
    found = _EXPLAINS.search(shown)
    words = shown[: found.start()].split() if found else shown.split()
    return " ".join(words[:_WORDS]).rstrip(" ,;:–—-")


def _is_told(value: str) -> bool:
    """Tell whether what was blanked is a value beside a name: a title, a number to call, an address."""
    return value[:1] in "\"“«‘'+0(" or "@" in value


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
        if _STRANDED.fullmatch(said[start:end]) and " " not in hit[0].strip():
            break
        end = start + hit.start()
    return start, max(start, end)
