"""“Shall I …?”: a plan that is not sure offers what it would do, and a plain yes does exactly that.

Nothing is kept for it. A yes replays the request it answers over the results that its own turn had, up to the
offer, which is now agreed to, and goes on from there. A no leaves everything as it is.
"""

import re
from typing import Final

from proofroom.providers.offline.plan import Ask, Request
from proofroom.providers.offline.sentence import plain

_LONGEST: Final = 60
"""Characters of the longest yes or no."""
_ALSO: Final = (
    r"(?:[\s,.!]+(?:please|pls|thanks|thank you|thx|do (?:it|that|so)|go ahead|exactly|that one|that|do"
    r"|lutfen|tesekkurler|sagol|yap|oyle|onu|aynen|olsun)\b)*+"
)
_YES: Final = re.compile(
    rf"\W*(?:(?:yes|yep|yeah|yup|ok|okay|sure|exactly|correct|right|do it|do that|go ahead|please do"
    rf"|of course|evet|tamam|olur|aynen|dogru|tabii?|elbette|yap(?:abilirsin|alim)?){_ALSO}[\s,.!]*)+"
)
_NO: Final = re.compile(
    r"\W*(?:(?:no|nope|nah|don'?t|do not|never ?mind|cancel|stop|leave it|forget it|hayir|yok|olmaz|yapma"
    r"|vazgec(?:tim)?|bosver|istemiyorum|kalsin|dursun)(?:[\s,.!]+(?:thanks|thank you|thx|please|it|that"
    r"|tesekkurler|sagol|lutfen))*[\s,.!]*)+"
)


_PLACES: Final = ("first|ilki?|birinci", "second|ikinci", "third|ucuncu")
_PICK: Final = re.compile(
    r"\W*(?:(?:yes|ok|okay|evet|tamam)\W+)?(?:(?:i mean|do|take|number|option|no)\s+)?(?:the\s+)?(?:"
    r"(?P<number>[1-3])(?:st|nd|rd|'?[a-z]{0,4})|"
    + "|".join(f"(?P<place{at}>{one})(?:s[iu]|yi|n[iu]|s[iu]n[iu])?" for at, one in enumerate(_PLACES, 1))
    + r")(?:\s+(?:one|option|secenek|olan|olani|lutfen|please))*[\s.!]*"
)


def says_yes(text: str) -> bool:
    """Tell whether a message is nothing but a yes."""
    return len(text) <= _LONGEST and _YES.fullmatch(plain(text)) is not None


def says_no(text: str) -> bool:
    """Tell whether a message is nothing but a no."""
    return len(text) <= _LONGEST and _NO.fullmatch(plain(text)) is not None


def picked_of(text: str, told: str) -> int | None:
    """Return which of the numbered offers that were told a message takes; None where it takes none."""
    found = _PICK.fullmatch(plain(text)) if len(text) <= _LONGEST else None
    if found is None:
        return 0 if says_yes(text) else None
    number = int(
        found["number"] or next(at for at, one in enumerate(_PLACES, 1) if found[f"place{at}"] and one)
    )
    return number - 1 if re.search(rf"(?m)^{number}\. ", told) else None


def is_agreed_to(request: Request, question: Ask) -> bool:
    """Tell whether the person has said yes to just this offer, and not to more than it."""
    deed = rf"(?<!; ){re.escape(question.deed)}\?" if question.deed else re.escape(question.text)
    return bool(question.offers) and any(re.search(deed, told) for told in request.agreed)
