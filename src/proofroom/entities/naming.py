"""What a table is of: the column that titles its rows, and what one such row is called."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

_TITLES: Final = frozenset(["title", "name", "label", "baslik", "ad", "adi", "isim", "ismi", "unvan"])
_VAGUE: Final = frozenset(
    [
        *("description", "text", "value", "item", "entry", "contents", "details", "summary"),
        *("aciklama", "tanim", "metin", "icerik", "icerigi", "type", "kind", "tur", "turu", "cins", "cinsi"),
    ]
)
"""Columns that may title rows, but say nothing of what these are."""
_LITTLE: Final = frozenset(["to", "by", "for", "of", "in", "at", "on", "from", "with"])
"""Words that end a column's name where a noun would follow: “Awarded to”."""
_ASKING: Final = late_pattern(r"(?:what|who|where|when|which|how|ne|kim|nerede|hangi|kac)\b")
_PERSON: Final = frozenset({"full name", "first name", "last name", "ad soyad", "adi soyadi", "isim soyisim"})
_NUMBER: Final = late_pattern(r"^(?:#|n[oº°]?|nr|id|uuid|ref|key|kod|code|sku|row|sira|num(?:ber)?|numara)$")
_TAIL: Final = late_pattern(r"(?:^| )(?:names?|titles?|adi?|isi?mi?|basligi?|unvani?)$")
_GENITIVE: Final = late_pattern(r"(?<=[aeiou])n[iu]n$|(?<=[^aeiou])[iu]n$")
_SOFT: Final = {"b": "p", "c": "ç", "d": "t", "ğ": "k"}
_CONVERB: Final = late_pattern(r"\w{3}(?:[iu]p|[ae]rak|[ae]rek)$")
"""Turkish verbs in the middle of a sentence: “oluşturup”, “ekleyerek”."""
_OUT_OF: Final = late_pattern(r"\w{3}s[iu]n[dt][ae]n$")
"""Turkish words for what rows come out of: “çizelgesinden”."""
_TURKISH: Final = late_pattern(r"[çğıöşüÇĞİÖŞÜ]")
_MOST_TITLE = 80
_SAID: Final = (
    r"(?:types?|kinds?)(?: of records?)? (?:called|named) [\"“]?(?P<word>[\w-]+(?: [\w-]+)?)",
    r"(?:types?|kinds?)(?: of records?)? for (?:\w+['’]s? )?(?P<many>[\w-]+(?: [\w-]+){0,2})",
    r"\b(?:an?|one) (?:record|entry|entity) (?:per|for (?:each|every)) (?P<word>[\w-]+)",
    r"\b(?P<many>[\w-]+) i[çc]in (?:(?:yeni|bir|uygun|ayr[ıi]) )*t[üu]r",
    r"['‘](?P<word>[^'’]{2,40})['’] (?:as )?an? (?:new |separate )*(?:types?|kinds?)\b",
    # “Yarasa kutusu” is one thing: what ends so has its other half before it.
    r"\b(?P<word>(?:[\w-]+ (?=[\w-]{2,}s[ıiuü] ))?[\w-]+) diye (?:(?:bir|yeni|ayr[ıi]|kay[ıi]t) )*t[üu]r",
    r"\b(?P<many>[\w-]+) (?:(?:bir|yeni|ayr[ıi]|kay[ıi]t) )*t[üu]r(?:[üu])? ol(?:sun|acak|arak)",
    r"\b(?:types?|kinds?|t[üu]r\w*)\b[^:\n]{0,30}: ?[\"“']?(?P<word>[\w-]+)",
    r"\b(?:each|every) (?:row|line|one|entry) is (?:an? |one )?(?P<word>[\w-]+(?: [\w-]+(?=\s*[.,;:!?]))?)",
    r"\bher (?:sat[ıi]r|biri) (?:bir |tek )?(?P<word>[\w-]+)",
    r"[\"“](?P<word>[^\"”]{2,40})[\"”]",
    r"\b(?:ad[ıi]|ismi)(?: da)? (?P<word>[\w-]+(?: [\w-]+)?) ol(?:sun|an|acak)\b",
    r"\bas (?:an? |the |new )*(?P<word>(?-i:[A-ZÇĞİÖŞÜ])[\w-]+)",
    r"\b(?P<word>(?-i:[A-ZÇĞİÖŞÜ])[\w-]+) olarak\b",
    r"\b(?:each|every) (?P<word>[\w-]+)(?: [\w-]+){0,2} (?:an?|its own) (?:record|entity)\b",
)
_BESIDE: Final = (
    r"\b(?P<word>[\w-]+) (?:records?|entit(?:y|ies)|types?)\b",
    r"\b(?P<word>[\w-]+) (?:bir )?(?:kay[ıi][td]\w*|t[üu]r[üu]\w*)\b",
)
"""Words that stand beside the word for a record, for tables none of whose columns numbers the rows."""
_HINTED: Final = (
    r"\bas (?:an? |the |new )*(?P<word>[\w-]+)",
    r"\b(?P<word>[\w-]+) olarak\b",
    r"\b(?:list|table|catalogue|catalog|register|inventory) of (?P<many>[\w-]+)",
    r"\b(?:each|every|per|her)\s+(?P<word>[\w-]+)",
    r"\b(?P<word>[\w-]+) (?:list|log|sheet|roster|directory|catalogue|catalog|register|inventory)\b",
    r"\b(?P<word>[\w-]+) (?:liste(?:si\w*|m\w*)|tablo(?:su\w*|m\w*)|katalo[gğ]\w+|envanter\w*)\b",
)
"""Words that say in passing what rows are, for tables whose columns do not."""
_LISTED: Final = late_pattern(
    r"\b(?:(?:these|those|the|all|our|following|below|bu|[şs]u|a[şs]a[ğg][ıi]daki|t[üu]m|\w+[dt][ae]ki)\s+)+"
    r"(?:(?:[\w-]+\s+){0,2}[\w-]+['’]s\s+)?"
    r"(?P<word>[\w-]+)(?=(?:\s+(?P<next>[\w-]+))?)",
    re.IGNORECASE,
)
_TIED: Final = late_pattern(
    r"(?:link|relat|connect|tie|attach|join|associat)\w*"
    r"(?: (?:them|it|each|these|those))?(?: (?:to|with))? *$|\bwith(?: (?:the |their |its )?[\w-]+ and)? *$",
    re.IGNORECASE,
)
"""What stands after these is what rows are related to, not what they are."""
_PLURAL: Final = late_pattern(r"^(?P<stem>\w{2,})(?:lar|ler)(?:[iı]n?)?(?:[iıuü]n?|[ae]|d[ae]n|yl[ae])?$")
_STOPS: Final = """
a an the this these those that it its itself themselves they them their he she we you me us my our your own
one ones who whom whose which what whatever whichever any both few many more most much several some such
all each every other another same no none nothing something anything everything not only just also too very
well so yet now already first then here there when where why how and or but if as of at by on in to for from
into onto with without within about above after before below between under over per via like than up out off
is are was were be been being do does did can could will would shall should may might must has had have
suitable fitting right matching appropriate proper good best correct real full complete whole single separate
individual different new following related linked connected attached
record records entity entities type types kind kinds table tables csv data row rows line lines list lists item
items thing things column columns field fields file files relation relations link links connection connections
edge edges two three four five six seven eight nine ten dozen twenty thirty forty fifty hundred thousand
iki üç dört beş altı yedi sekiz dokuz on yirmi otuz kırk elli yüz bin kenar düğüm
make create add import build relate please need want get give put save store keep log load set turn
ayrı diğer başka tek aynı ilişki bağlantı bağ alan ek ekte ekteki biri birini birer bir her tüm bütün bazı hiç
herhangi hangi öyle böyle şöyle kendi bizim sizin benim senin onun daha en çok az gibi kadar göre sonra önce
uygun doğru iyi ayrıca hepsi hepsini tamamı tamamını da de ki ile ve veya için olarak yeni bu şu
lüften lütfen tür türü
yi yı yu yü ye ya nin nın nun nün den dan te ta
"""
_NOT_NAMES: Final = frozenset(fold(word) for word in _STOPS.split())
_PRONOUN: Final = late_pattern(r"(?:bu|su|o)(?:n(?:u|un|a|da|dan|lar\w*))?$")
"""Turkish “this”, “that” and “those” in every case."""
_NOT_STEMS: Final = ("tablo", "liste", "satir", "kayit", "kayd", "veri", "sutun", "turde", "dosya", "cizelge")
_HINTS: Final[tuple[tuple[str, str, str], ...]] = (
    ("isbn author authors publisher genre", "Book", ""),
    ("yazar yayinevi isbn basim", "", "Kitap"),
    ("price sku stock barcode fiyat stok barkod", "Product", "Ürün"),
    ("venue attendees speaker etkinlik mekan konusmaci", "Event", "Etkinlik"),
    ("latitude longitude population altitude elevation enlem boylam nufus rakim", "Place", "Yer"),
    ("founded employees website industry kurulus sektor calisan", "Organisation", "Kuruluş"),
    ("born birthday phone email mail employer age role telefon eposta dogum meslek gorev", "Person", "Kişi"),
)  # fmt: skip
"""Columns that tell what rows are of where nobody says it: in English, in Turkish."""


def title_column(headers: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the column that titles the rows: one that is called so, else the first that tells rows apart."""
    plain = {header: _words(header) for header in headers}
    for fits in (_TITLES.__contains__, _PERSON.__contains__, _is_named):
        found = [header for header in headers if fits(plain[header]) and not is_number(header)]
        if found:
            return found[0]
    if code := referred_code(headers, rows):
        return code
    # What another column refers to is the thing itself, whatever number stands before it.
    for header in headers:
        if not is_number(header) and _tells_apart(header, rows) and _is_referred_to(header, headers, rows):
            return header
    # What stands first and is not called a number is the thing itself, also where a code names it: line H1.
    if headers and not is_number(headers[0]) and is_coded(headers[0], rows):
        return headers[0]
    told = sorted((header for header in headers if _tells_apart(header, rows)), key=is_number)
    # The number of something named, where no words tell every row apart: two sightings may be of one bird.
    numbered = [one for one in headers if _numbered(one) and _is_unique(one, rows)]
    if numbered and not any(_is_unique(one, rows) for one in told if not is_number(one)):
        return numbered[0]
    # Codes that tell rows apart title them better than words that many rows share.
    coded = [header for header in headers if _differs(_cells(header, rows))]
    wordy = [header for header in headers if not is_number(header)]
    return next(iter([*told, *coded, *wordy, *headers]))


def _is_referred_to(header: str, headers: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether most cells of another column are names of this one."""
    names = {cell.casefold() for cell in _cells(header, rows)}
    others = ([one.casefold() for one in _cells(each, rows) if one] for each in headers if each != header)
    return any(len(said) > 1 and sum(one in names for one in said) * 2 > len(said) for said in others)


def is_number(header: str) -> bool:
    """Tell whether a column numbers the rows and says nothing of them."""
    said = _words(header) or "#"
    return bool(_NUMBER.match(said) or _NUMBER.match(said.rpartition(" ")[2]))


def type_name(
    asked: str, title: str, headers: Sequence[str], codes: Collection[str] = (), referred: str = ""
) -> tuple[str, bool]:
    """Return what a row is called, and whether the words around the table or the table itself said so.

    A column of codes may be called as what they number: one record per ticket. Where other cells call the
    rows by these codes (`referred`), what the column numbers is what the rows are.
    """
    taken = {_words(header) for header in headers if header != title and header not in codes}
    if said := _first_said(_SAID, asked, taken):
        return _capital(_as_headed(said, [title, *codes]), asked), True
    if key := _key_noun(referred):
        return _capital(key, asked), True
    if said := _first_said(_BESIDE, asked, taken):
        return _capital(_as_headed(said, [title]), asked), True
    for found in _LISTED.finditer(asked):
        both = _words(f"{found['word']} {_single(found['next'] or '')}")
        if both in taken or _is_stop(found["word"]) or _TIED.search(asked[: found.start()]):
            continue
        # A word that describes them may stand before what they are: “these carved stones”.
        after = found["next"] or ""
        one = _single(found["word"]) or ("" if _is_stop(after) else _single(after))
        if one and _own_words(one, taken) and not _is_of_other(one, taken):
            return _capital(one, asked), True
    name, is_said = _from_columns(asked, title, headers)
    hinted = "" if is_said else _first_said(_HINTED, asked, taken)
    return (hinted, True) if hinted else (name, is_said)


def _is_of_other(said: str, taken: Collection[str]) -> bool:
    """Tell whether a word is one of another column's name: huts, where a column is “Huts on the way”."""
    parts = {part for one in taken for part in one.split()}
    return any(part.startswith(_words(said)) and len(part) - len(said) <= 2 for part in parts)


def _key_noun(key: str) -> str:
    """Return what a column of codes numbers: of `Grant ref` it makes `Grant`."""
    plain = _words(key)
    is_noun = not is_number(key) and plain not in _VAGUE and plain.rpartition(" ")[2] not in _LITTLE
    return _numbered(key) or (key if key and is_noun else "")


def referred_code(headers: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    """Return the column of codes by which other cells call the rows, if one does."""
    codes = (one for one in headers if is_coded(one, rows) and _is_unique(one, rows))
    return next((one for one in codes if _is_referred_to(one, headers, rows)), "")


def _as_headed(said: str, headers: Collection[str]) -> str:
    """Return a name as the column writes it that it is a form of: of “Filmi” the `Film`."""
    return next((one for one in headers if len(one) > 3 and _words(said).startswith(_words(one))), said)


def _first_said(patterns: Sequence[str], asked: str, taken: set[str]) -> str:
    """Return the first name that the words around a table say in one of some ways; columns are no names."""
    for pattern in patterns:
        for found in re.finditer(pattern, asked, re.IGNORECASE):
            many = found.groupdict().get("many")
            said = _own_words(_first_of_many(many) if many else found["word"], taken)
            said = _turkish_single(said) or said
            if said:
                return _capital(said, asked)
    return ""


def _first_of_many(said: str) -> str:
    """Return one of several: what follows them is no part of their name, “for glass panels, please”."""
    words = list(takewhile(lambda word: not _is_stop(word), said.split()))
    for at, word in enumerate(words):
        if one := _single(word):
            return " ".join([*words[:at], one])
    return " ".join(words[:2])


def _from_columns(asked: str, title: str, headers: Sequence[str]) -> tuple[str, bool]:
    plain = _words(title)
    is_turkish = any(_TURKISH.search(one) for one in headers) or plain in (
        "ad",
        "adi",
        "isim",
        "ad soyad",
    )
    if plain in _PERSON:
        return ("Kişi" if is_turkish else "Person"), True
    tail = _TAIL.search(plain)
    short = title[: len(title) - len(tail[0])].strip(" _-") if tail else title
    is_noun = (
        plain.rpartition(" ")[2] not in _LITTLE
        and not _ASKING.match(plain)
        and not re.search(r"[/&+]", title)
    )
    if is_number(title) or plain in _VAGUE:
        short = next((one for one in map(_numbered, headers) if one), "")
    if plain not in _TITLES and short and is_noun:
        return _capital(_nominative(short, asked) if tail else short.replace("_", " ")), True
    words = {word for header in headers for word in _words(header).split()}
    for signs, english, turkish in _HINTS:
        if words & set(signs.split()):
            return (turkish or english if is_turkish else english or turkish), False
    return ("Kayıt" if is_turkish else "Record"), False


def _numbered(title: str) -> str:
    """Return what a column of numbers numbers: of `Borehole ref` it makes `Borehole`."""
    if not is_number(title):
        return ""
    words = re.split(r"[\s_]+", title.strip())
    kept = [word for word in words if not _NUMBER.match(_words(word) or "#")]
    return " ".join(kept) if kept == words[: len(kept)] and not any(map(_is_stop, kept)) else ""


def _is_named(said: str) -> bool:
    return bool(_TAIL.search(said)) and said not in _TITLES and len(said.split()) <= 3


def _tells_apart(header: str, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether cells of a column are short words and nearly all different."""
    said = _cells(header, rows)
    if not _differs(said):
        return False
    wordy = sum(
        bool(re.search(r"[^\W\d_]{2}", cell)) and "@" not in cell and "://" not in cell for cell in said
    )
    is_short = sum(map(len, said)) <= _MOST_TITLE * len(said)
    return wordy == len(said) and is_short


def _differs(cells: Sequence[str]) -> bool:
    """Tell whether every row has a cell and nearly all are different."""
    return all(cells) and len(set(cells)) * 10 >= len(cells) * 9


def _is_unique(header: str, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether every row has a cell of its own."""
    said = _cells(header, rows)
    return all(said) and len(set(said)) == len(said)


def is_coded(header: str, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether a column's cells are codes of letters and figures, nearly all different."""
    cells = _cells(header, rows)
    return _differs(cells) and all(
        re.fullmatch(r"(?=.*(?:[^\W\d_]|#))(?=.*\d)[\w/#-]{2,12}", one) for one in cells
    )


def _cells(header: str, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return [str(row.get(header) or "").strip() for row in rows]


def _own_words(said: str, taken: set[str]) -> str:
    """Return the words of a name that are not little words, columns or figures."""
    if _words(said) in taken:
        return ""
    kept = [word for word in said.split() if not _is_stop(word)]
    name = (
        " ".join(kept)
        if len(kept) == len(said.split())
        else (kept[0] if kept and said.startswith(kept[0]) else "")
    )
    return "" if not name or name.isdigit() or _words(name) in taken else name


def _is_stop(word: str) -> bool:
    low = _words(word)
    return (
        low in _NOT_NAMES
        or low.startswith(_NOT_STEMS)
        or bool(_CONVERB.search(low) or _PRONOUN.match(low) or _OUT_OF.search(low))
    )


def _single(word: str) -> str:
    """Return one of several: a word that is no plural names nothing here."""
    if turkish := _turkish_single(word):
        return turkish
    if not re.search(r"[^s\W]s$", word) or len(word) < 4:
        return ""
    return f"{word[:-3]}y" if word.endswith("ies") else re.sub(r"(?<=[xz])es$|(?<=[cs]h)es$|s$", "", word)


def _turkish_single(word: str) -> str:
    """Return one of several in Turkish; the vowels tell that a cellar is no plural of “cel”."""
    found = _PLURAL.match(word.lower())
    vowels = re.findall("[aeıioöuüâî]", found["stem"]) if found else []
    if found is None or not vowels:
        return ""
    is_dark = vowels[-1] in "aıouâ"
    return word[: len(found["stem"])] if is_dark == word.lower().startswith("lar", len(found["stem"])) else ""


def _nominative(word: str, asked: str = "") -> str:
    """Return a Turkish word without its genitive: of `Kitabın` it makes `Kitap`.

    `Hayvanın` could be of `Hayva` too: what people say around the table decides.
    """
    found = _GENITIVE.search(_words(word))
    if len(word) < 5 or found is None:
        return word
    bare = word[: -len(found[0])]
    if len(found[0]) == 3 and re.search(rf"\b{_words(bare)}n(?![iu]n\b)", _words(asked)):
        return word[:-2]
    return bare[:-1] + _SOFT.get(bare[-1], bare[-1])


def _capital(word: str, around: str = "") -> str:
    """Return a word with a capital, of an `i` the Turkish one where the words around it are Turkish."""
    first = "İ" if word[:1] == "i" and _TURKISH.search(word + around) else word[:1].upper()
    return first + word[1:]


def _words(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9#º°]+", fold(text).replace("ı", "i")))
