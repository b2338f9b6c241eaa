"""Words that say where a section goes: “first …”, “after that …”, “… last”, “önce …”, “… en sonda gelsin”.

They belong to the asking. An item of a list is read without them, and what they say is its rank.
"""

import re
from typing import Final

Span = tuple[int, int]
_DET: Final = r"(?=(?:a|an|the|our|my|his|her|their|its|some|all|what|who|how|where|when)\b)"
_FIRST: Final = (
    rf"(?:the )?first(?:ly| of all| thing (?:\w+ ){{1,4}}(?:see|is|sees)(?: is)?|,)?\s+{_DET}"
    rf"|to begin with|(?:begin|start|open)(?:s|ning|ing)? with"
    r"|(?:right |somewhere )?(?:at|near|towards) the (?:very )?(?:top|start)|(?:right )?at the beginning"
    r"|ilk (?:olarak|once)|once(?=\s+[a-z])"
    r"|en (?:basta|ustte|basa|uste)|basta|girise"
)
_NEXT: Final = (
    rf"(?:and )?then|next,?\s+{_DET}|after (?:that|it|this|which)|afterwards|followed by"
    r"|follow(?:ed|s|ing)?(?: up)? with"
    r"|(?:go|carry) on with|continu(?:e|ing) with|(?:below|under|beneath) (?:that|it)"
    r"|sonra(?:sinda)?|daha sonra|ardindan|arkasindan|devaminda"
)
_LAST: Final = (
    r"finally|lastly|last but not least,?|(?:right |somewhere )?(?:at|near|towards) the (?:very )?(?:end"
    r"|bottom)|(?:finish|end|clos)(?:es|e|ing|s)? with"
    r"|(?:and )?last(?: of all|,)?\s+(?=(?:a|an|the|our|my)\b)|en son(?:da|unda|a|una)?|son olarak"
    r"|sonunda|sonda|en altta"
)
_LEAD: Final = re.compile(
    rf"^(?P<lead>(?P<first>{_FIRST})|(?P<next>{_NEXT})|(?P<last>{_LAST}))\b[\s,]*(?:(?:comes?|goes|put"
    rf"|show)\s+)?"
)
_TELLING: Final = (
    r"(?:shows?|explains?|lists?|compares?|tells?|has|have|is|presents?|introduces?|covers?|describes?|gives?"
    r"|contains?|holds?)(?: (?:about|us))?"
)
_NTH: Final = (
    r"(?:the )?(?:first|second|third|fourth|fifth|sixth|next|last|final) (?:(?:section|part|block|one) )?"
    rf"{_TELLING}"
    r"|(?:ilk|birinci|ikinci|ucuncu|dorduncu|besinci|altinci|sonraki|son) (?:bolum|kisim|kism)(?:de|da|u|i)?"
)
"""“The first section explains …, the second shows …”"""
_LEARN: Final = (
    r"(?:people|visitors|guests|customers|parents|readers|members|residents|they|everyone)"
    r" (?:should|must|can|could|will|need to|have to|want to|like to)(?: be able to)?"
    r" (?:learn|see|find out|find|know|read|understand|get to know)(?: about)?"
    r"|(?:people|visitors|guests|customers|parents|readers|members|residents)"
    r"(?= (?:when|what|how|who|where|why|which)\b)"
)
_ASKING: Final = re.compile(
    r"^(?:and |but |then |so |please |also |oh |ve |ama |lutfen |o yuzden |bu yuzden |o nedenle "
    rf"|bu nedenle )*(?:{_NTH}|{_LEARN}|(?:veliler|ziyaretciler|insanlar|kullanicilar|misafirler"
    r"|musteriler|okurlar|gelenler|parents|visitors|people|guests|customers)(?= bir | \w+[iu]n )"
    r"|(?:is|are)(?= (?:a|an|the|our|my)\b)|(?:don'?t"
    r"|do not) forget(?: about)?"
    r"(?: to (?:add|include|mention))?"
    r"|make sure (?:there(?: is|'s| are)|(?:it|you) (?:has|have|includes?|adds?))|there (?:should|must|could"
    r"|has to|needs to)(?: also)? be"
    r"|(?:it|the page|the site|this)(?: also)? (?:needs|wants|gets|has)(?! to\b)(?: also)?"
    r"|(?:it|the page|the site|this) (?:also )?(?:must|should|has to|needs to|could)(?: also)? (?:have"
    r"|include|show|tell"
    r"|explain|say|list|mention)(?: to)?(?: people| parents| visitors| guests| customers| everyone| us"
    r"| them)?"
    r"|(?:also )?(?:add|include|mention|put|place|keep|have)(?: in)?|sections? (?:for|on|about|called)"
    r"|(?:the )?(?:top|middle|bottom|centre|center|ust|orta|alt|ustte|ortada|altta)(?: of the page"
    r"| kisimda| bolumde)?\s*:"
    r"|(?:these|the following) (?:sections|parts)(?: in this order)?|unutma(?:dan|yin)?)\s*:?\s+"
)
_AT_TOP: Final = re.compile(
    r",?\s+(?:(?:right )?at the (?:very )?(?:top|start|beginning)|(?:comes? |goes |go )?first|en (?:basta"
    r"|basa|ustte|uste))$"
)
_AT_END: Final = re.compile(
    r",?\s+(?:(?:right )?at the (?:very )?(?:end|bottom)|last|(?:de |da )?(?:sayfanin )?en son(?:da|a|unda"
    r"|una)?|(?:de |da )?(?:sayfanin )?en (?:altta|alta|altinda|altina)"
    r"|sonda|sonunda)$"
)
_MAY_IT: Final = (
    r"(?:(?:ol|bulun|gel|dur|al|anlat|tanit|goster|yaz|cik|kal|gec|gorun|icer|konul|eklen|acikla|sirala"
    r"|listele"
    r"|bit|basla|sun|ver|kon|ac|oku|gor|bul|ogren|bil)|\w{2,}(?:il|ul|an|en|in|un))s[iu]n(?:lar)?"
)
_DO_IT: Final = (
    r"(?:goster|ekle|koy|yaz|tanit|anlat|listele|sirala|yerlestir|belirt|paylas|hazirla|yap|ac|ver|acikla"
    r"|unutma)"
    r"(?:(?:y?[iu]n(?:iz)?)|(?:y?[ae]l[iu]m)|(?:s[ae]n(?:iz)?)|(?:r mis[iu]n(?:iz)?)|(?:s[ae]k)"
    r"|(?:irsan\w*))?"
)
_IN_THE_FORM: Final = (
    r"(?:\s+(?:kisaca|guzelce|tek tek|ayri ayri|alt alta|yan yana|ozetle|mutlaka|ayrica|da|de|yer"
    r"|buyukce|net|acikca"
    r"|(?:bir |kucuk |buyuk |\w+lu )*\w+ (?:gibi|seklinde|halinde|olarak)))*"
)
WISHED: Final = re.compile(
    rf"{_IN_THE_FORM}\s+(?:{_MAY_IT}|{_DO_IT}|istiyor\w*|isterim|isteriz|lazim|gerekiyor|gerek|olmali"
    r"|bulunmali|yer almali|olsa(?: guzel olur| iyi olur)?|gorunmeli|yeterli|yeter)"
    r"(?:\s+(?:sitede|sayfada|icinde|uzerinde|lutfen))?\W*$"
)
"""How a Turkish sentence ends that asks for what stands before it."""
_SAYING: Final = re.compile(
    r"\s+ile (?:acil|basla|bit|kapan)s[iu]n$|\s+icin(?: de| da)?(?: ayri| kucuk| kisa)?(?: bir)? (?:bolum"
    r"|kisim|alan|yer|kose)\w*$|"
    rf"(?:\s+(?:da|de|yer|mutlaka|ayrica))*\s+{_MAY_IT}(?:\s+(?:sitede|sayfada|icinde|uzerinde))?$"
    r"|\s+(?:(?:da|de) )?(?:istiyor\w*|isterim|isteriz|lazim|gerek(?:iyor|li|ir|sin)?|olmali"
    r"|bulunmali|yer almali|olsa|koy\w*"
    r"|ekle\w*|goster\w*)$"
    r"|\s+(?:in (?:this|that) order|unutma(?:yin)?|please|thanks|lutfen)$"
)


_REASON: Final = re.compile(r",?\s+(?:because|so that|since (?:we|people|they|i)|cunku)\b")
"""Why somebody wants it, which is no part of its name."""
_REMINDS: Final = re.compile(
    r"^\W*(?:and |but |please |also |oh |ve |ama )*(?:(?:don'?t|do not) forget|make sure (?:there|it|you)"
    r"|there (?:should|must) be|(?:it|the page|the site) (?:also )?(?:must|should) (?:have|include|show)"
    r"|(?:also )?(?:add|include|mention))\b"
    rf"|^\W*(?:{_NTH})\b"
    rf"|^\W*(?:bir de|ayrica|mutlaka|unutmadan)\b(?=.*\b{_MAY_IT}\W*$)"
    rf"|^\W*(?:\w+ ){{1,6}}(?:da|de) (?:\w+ )?{_MAY_IT}\W*$"
)


_QUESTION: Final = re.compile(r"(?:ne|neden|nicin|niye|nasil|kim\w*|nere\w*|hangi\w*|kac)\b")
"""“Neden yardım gerekiyor”: its verb is part of what is asked, and no wish for it."""


def is_reminder(sentence: str) -> bool:
    """Tell whether a sentence does nothing but ask for one more thing."""
    return _REMINDS.match(sentence) is not None


def core_of(text: str, start: int, end: int) -> tuple[int, Span]:
    """Return where an item wants to stand (-1 first, 1 last), and where its own words are."""
    rank = 0
    start += len(text[start:end]) - len(text[start:end].lstrip(" ,;:.-"))
    end -= len(text[start:end]) - len(text[start:end].rstrip(" ,;:.-!?"))
    while hit := _ASKING.match(text[start:end]) or _LEAD.match(text[start:end]):
        if not text[start + hit.end() : end].strip():
            break
        said = hit.groupdict()
        rank = -1 if said.get("first") else 1 if said.get("last") else rank
        start += hit.end()
    if (hit := _REASON.search(text, start, end)) and text[start : hit.start()].strip():
        end = hit.start()
    is_question = _QUESTION.match(text, start, end) is not None
    while True:
        said_last = text[start:end]
        if (hit := _SAYING.search(said_last)) and hit.start() and not (is_question and "gerek" in hit[0]):
            end = start + hit.start()
        elif (hit := _AT_TOP.search(said_last) or _AT_END.search(said_last)) and hit.start():
            rank = -1 if _AT_TOP.search(said_last) else 1
            end = start + hit.start()
        else:
            return rank, (start, end)
