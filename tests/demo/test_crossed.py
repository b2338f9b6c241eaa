"""Every order with every way to say which entries, in both languages, on projects the rules do not know.

Nothing may be written that was not asked for, and hardly anything may be asked about: what an order means
must not depend on how its entries are told.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofroom.wiring import Studio
from tests.demo.conversation import Talk, model_tools, offline_model
from tests.demo.second import build_second
from tests.demo.test_first_sight import are_same, changing, effects
from tests.demo.third import build_third

pytestmark = pytest.mark.timeout(480)

FILE = Path(__file__).parents[1] / "data/offline/crossed.json"
LEFT = 0.02
"""How many may be asked about, at most."""


async def test_every_order_goes_with_every_way_to_say_which_entries(studio: Studio) -> None:
    second = await studio.access.projects.create(await studio.operator(), "Toolhouse")
    await build_second(studio, second)
    projects = {"second": second.id, "cookery": await build_third(studio)}
    driver, tools, seen = offline_model(), model_tools(studio), dict[str, tuple[bool, str]]()
    wrong, left, count = list[str](), list[str](), 0
    for name, project in json.loads(FILE.read_text("utf-8")).items():
        for text, order, ids in requests(project):
            talk = Talk(studio, projects[name], driver, tools, seen=seen)
            said = await talk.say(text)
            got = dict(effects(studio, said))
            wanted = await wanted_of(talk, project["model"], order, ids)
            changed = await changing(talk, wanted, {})
            told = f"{text}: {got} {said.answer[:160]!r}"
            count += 1
            if got and not are_same(wanted, got) and not are_same(changed, await changing(talk, got, {})):
                wrong.append(told)
            elif changed and not got:
                left.append(told)
    assert wrong == []
    assert len(left) <= LEFT * count, "\n".join(left)


def requests(project: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], list[str]]]:
    """Yield each order with each selector: every text once with the first of the other, and all in turns."""
    for index, order in enumerate(project["orders"]):
        for selector in project["selectors"]:
            for at, text in enumerate(order["en"]):
                own = selector["en"]
                yield text.format(s=own[(at + index) % len(own)]), order, selector["ids"]
            for text in order["tr"]:
                yield text.format(**selector["tr"]), order, selector["ids"]


async def wanted_of(talk: Talk, model: str, order: dict[str, Any], ids: list[str]) -> dict[str, Any]:
    """Return what an order is to write."""
    found: dict[str, Any] = {}
    for one in ids:
        place, data = f"{model}/{one}", await talk.entry(model, one)
        found |= {f"{place}/{field}": value for field, value in order.get("set", {}).items()}
        found |= {f"{place}/{field}": data[field] + step for field, step in order.get("more", {}).items()}
        found |= {
            f"{place}/{field}": [*data[field], *([item] if item not in data[field] else [])]
            for field, item in order.get("add", {}).items()
        }
        found |= {f"{place}/status": order["status"]} if "status" in order else {}
    return found
