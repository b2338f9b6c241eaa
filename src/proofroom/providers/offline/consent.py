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
    r"(?:[\s,.!]+(?:please|pls|thanks|thank you|thx|do (?:it|that|so)|go ahead|exactly|that|that one|do"
    r"|lutfen|tesekkurler|sagol|yap|oyle|onu|aynen|olsun))*"
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


def says_yes(text: str) -> bool:
    """Tell whether a message is nothing but a yes."""
    return len(text) <= _LONGEST and _YES.fullmatch(plain(text)) is not None


def says_no(text: str) -> bool:
    """Tell whether a message is nothing but a no."""
    return len(text) <= _LONGEST and _NO.fullmatch(plain(text)) is not None


def is_agreed_to(request: Request, question: Ask) -> bool:
    """Tell whether the person has said yes to just this offer."""
    return any(question.text in told for told in request.agreed)
