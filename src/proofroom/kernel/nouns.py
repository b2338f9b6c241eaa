"""Numbers with their nouns, in the sentences that tools say."""

from proofroom.kernel.strings import Text, say, texts


def count(number: int, one: str, many: str | None = None) -> Text:
    """Return a number with its noun; the dictionaries have the noun in other languages."""
    key = f"count.{one.replace(' ', '_')}" + (".one" if number == 1 else "")
    if key in texts("en"):
        return say(key, count=number)
    return Text(f"{number} {one if number == 1 else many or one + 's'}", {})
