"""Shorthands whose value is a list of layers: backgrounds, transitions and animations."""

import re
from collections.abc import Callable

from tests.conformance.site.values import EASING, LENGTH, NUMBER, TIME, Parts, split


def _layers(value: str, names: tuple[str, ...], read: Callable[[str], Parts]) -> Parts:
    layers = [read(layer) for layer in split(value, ",") or [""]]
    return {name: ", ".join(layer.get(name, "initial") for layer in layers) for name in names}


_TRANSITION = ("Property", "Duration", "TimingFunction", "Delay", "Behavior")


def _transition_layer(layer: str) -> Parts:
    found, times = Parts(), 0
    for part in split(layer):
        low = part.lower()
        if TIME.fullmatch(low):
            found["transitionDelay" if times else "transitionDuration"] = part
            times += 1
        elif EASING.match(low):
            found["transitionTimingFunction"] = part
        elif low in ("allow-discrete", "normal"):
            found["transitionBehavior"] = part
        else:
            found["transitionProperty"] = part
    return found


_ANIMATION = (
    *("Duration", "TimingFunction", "Delay", "IterationCount", "Direction", "FillMode", "PlayState", "Name"),
    *("Timeline", "RangeStart", "RangeEnd"),
)
_ANIMATION_WORDS = {
    **dict.fromkeys(("normal", "reverse", "alternate", "alternate-reverse"), "animationDirection"),
    **dict.fromkeys(("none", "forwards", "backwards", "both"), "animationFillMode"),
    **dict.fromkeys(("running", "paused"), "animationPlayState"),
    "infinite": "animationIterationCount",
}


def _animation_layer(layer: str) -> Parts:
    found, times = Parts(), 0
    for part in split(layer):
        low = part.lower()
        word = _ANIMATION_WORDS.get(low)
        if TIME.fullmatch(low):
            found["animationDelay" if times else "animationDuration"] = part
            times += 1
        elif EASING.match(low):
            found["animationTimingFunction"] = part
        elif word is not None and word not in found:
            found[word] = part
        elif NUMBER.fullmatch(low):
            found["animationIterationCount"] = part
        else:
            found["animationName"] = part
    return found


_BACKGROUND = ("Image", "PositionX", "PositionY", "Size", "Repeat", "Attachment", "Origin", "Clip")
_REPEATS = frozenset({"repeat", "no-repeat", "repeat-x", "repeat-y", "space", "round"})
_PLACES = frozenset({"left", "right", "top", "bottom", "center"})
_AREAS = frozenset({"border-box", "padding-box", "content-box", "text"})


def background(value: str) -> Parts:
    """Read backgrounds; the colour is that of the last layer."""
    found = _layers(value, tuple(f"background{name}" for name in _BACKGROUND), _background_layer)
    last = _background_layer((split(value, ",") or [""])[-1])
    return found | {"backgroundColor": last.get("backgroundColor", "initial")}


def _background_layer(layer: str) -> Parts:
    found, places, sizes, repeats, areas = Parts(), list[str](), list[str](), list[str](), list[str]()
    in_size = False
    for part in (
        one for piece in split(layer) for one in re.findall(r"[^/(]+(?:\(.*\))?|/|\(.*\)", piece) or [piece]
    ):
        low = part.lower()
        if part == "/":
            in_size = True
        elif low.startswith(("url(", "image-set(", "element(")) or "gradient(" in low or low == "none":
            found["backgroundImage"] = part
        elif low in _REPEATS:
            repeats.append(part)
        elif low in ("scroll", "fixed", "local"):
            found["backgroundAttachment"] = part
        elif low in _AREAS:
            areas.append(part)
        elif low in ("cover", "contain", "auto") or (in_size and LENGTH.match(low)):
            sizes.append(part)
        elif low in _PLACES or LENGTH.match(low):
            places.append(part)
        else:
            found["backgroundColor"] = part
    if sizes:
        found["backgroundSize"] = " ".join(sizes)
    if repeats:
        found["backgroundRepeat"] = " ".join(repeats)
    if areas:
        found |= {"backgroundOrigin": areas[0], "backgroundClip": areas[-1]}
    return found | _position(places)


def _position(places: list[str]) -> Parts:
    if not places:
        return {}
    if len(places) == 1:
        is_down = places[0].lower() in ("top", "bottom")
        across, down = ("center", places[0]) if is_down else (places[0], "center")
    elif len(places) == 2:
        is_turned = places[0].lower() in ("top", "bottom") or places[1].lower() in ("left", "right")
        across, down = (places[1], places[0]) if is_turned else (places[0], places[1])
    else:
        at = next((at for at, one in enumerate(places) if one.lower() in ("top", "bottom")), 2)
        across, down = (" ".join(places[:at]), " ".join(places[at:]))
    return {"backgroundPositionX": across, "backgroundPositionY": down}


def background_position(value: str) -> Parts:
    """Read where backgrounds stand."""
    return _layers(
        value, ("backgroundPositionX", "backgroundPositionY"), lambda layer: _position(split(layer))
    )


def transition(value: str) -> Parts:
    """Read transitions."""
    return _layers(value, tuple(f"transition{name}" for name in _TRANSITION), _transition_layer)


def animation(value: str) -> Parts:
    """Read animations."""
    return _layers(value, tuple(f"animation{name}" for name in _ANIMATION), _animation_layer)
