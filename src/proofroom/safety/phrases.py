"""Orders to a model told by two things in one sentence: what is its own, and what is to become of that.

`Your guidelines have been suspended` and `never mind what your operators configured` have no word in common;
both name something of the model's and something that ends it. English, German and Turkish; the families are
those of `families`, and the text is prepared as for them. What aims at a model's rules or secrets is telling
whoever says it; what speaks to a machine that reads is telling in a document only.
"""

import tomllib
from collections.abc import Iterator
from importlib.resources import files

from proofroom.safety.families import CuedPattern, Family, any_of

_GAP = r"[^.!?\n]{0,90}?"
_SPEECH = tomllib.loads(files("proofroom.safety").joinpath("speech.toml").read_text("utf-8"))
_ALL = [{name: "".join(said) for name, said in one.items()} for one in _SPEECH.values()]
"""What each language says, side by side."""


def _both(one: str, two: str, *cues: str) -> CuedPattern:
    groups = tuple(tuple(each.strip(" ") for each in group.split(" / ")) for group in cues)
    return CuedPattern(rf"(?:{one}){_GAP}(?:{two})|(?:{two}){_GAP}(?:{one})", groups)


def _always(said: dict[str, str]) -> Iterator[tuple[Family, CuedPattern]]:
    yield "override", _both(said["own"], said["end"], said["own_cues"], said["end_cues"])
    yield "extraction", _both(said["reveal"], said["inner"], said["inner_cues"])


def _to_machines(said: dict[str, str]) -> Iterator[tuple[Family, CuedPattern]]:
    yield "reply_steering", _both(said["machine"], said["reads"], said["machine_cues"])
    yield "reply_steering", any_of(said["calls"], cues=said["machine_cues"])
    sides = (said["reply"], said["shape"]) if said["order"] == "verb last" else (said["shape"], said["reply"])
    steers = rf"(?:{sides[0]}){_GAP}(?:{sides[1]})"
    yield "reply_steering", any_of(steers, cues=said["reply_cues"])
    yield "reply_steering", any_of(said["conceal"], cues=said["conceal_cues"])


ALWAYS: list[tuple[Family, CuedPattern]] = [each for said in _ALL for each in _always(said)]
"""What is telling whoever says it."""
TO_MACHINES: list[tuple[Family, CuedPattern]] = [each for said in _ALL for each in _to_machines(said)]
"""What only documents may not say: it speaks to a machine that reads them."""
