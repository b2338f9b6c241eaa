"""A pattern that is compiled with its first use does what the compiled one does."""

import re

from proofroom.kernel.patterns import late_pattern


def test_it_does_as_the_compiled_one() -> None:
    late, made = (
        late_pattern(r"(?P<word>[a-z]+)-(\d+)", re.IGNORECASE),
        re.compile(r"(?P<word>[a-z]+)-(\d+)", re.I),
    )
    for text in ("Room-12 and hall-3", "none"):
        assert [found.groups() for found in late.finditer(text)] == [
            found.groups() for found in made.finditer(text)
        ]
        assert late.sub(r"\2", text) == made.sub(r"\2", text)
        assert late.split(text) == made.split(text)
        assert bool(late.search(text)) == bool(made.search(text))
    assert (late.pattern, late.flags, late.groups) == (made.pattern, made.flags, made.groups)
    assert dict(late.groupindex) == {"word": 1}
