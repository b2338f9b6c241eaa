"""Whether what a message speaks of is asked for: `don't write it` and `how do I write it` order nothing."""

from proofroom.kernel.patterns import late_pattern

_BEFORE = late_pattern(
    r"\b(?:(?:do|does|did|should|must|will|would|need)(?: not|n't)|dont|never|not|no need to|without|avoid|"
    r"instead of|rather than|how (?:do|does|did|can|could|should|would|to)|"
    r"(?:what|why) (?:do|does|did|is|are))\b(?! (?:forget|hesitate|fail)\b)"
    r"(?:(?!\b(?:but|just|then|so)\b)[^.,;:!?\n]){0,60}$"
)
"""In the same part of a sentence, before what is spoken of."""
_WITHIN = late_pattern(r"m[ae](?:y[ıi]n(?:[ıi]z)?|s[ıi]n(?:lar|ler)?|yal[ıi]m|yelim|d[ae]n)$|m[ıiuü]yor\w*$")
"""Turkish says no with an ending of the verb."""
_BARE, _LAST = (
    late_pattern(r"m[ae]$"),
    late_pattern(r"^\s*(?:$|[.,;:!?\n]|(?:henüz|daha|lütfen|şimdi|artık)\b)"),
)
"""`araştırma` says no at the end of a clause; before another word, as in `araştırma yap`, it is a noun."""


def is_denied(text: str, start: int, end: int) -> bool:
    """Tell whether what stands at a place of a message, in small letters, is not asked for."""
    said = text[start:end]
    is_barely = _BARE.search(said) is not None and _LAST.search(text[end:]) is not None
    before = text[:start].replace("’", "'")
    return is_barely or _WITHIN.search(said) is not None or _BEFORE.search(before) is not None
