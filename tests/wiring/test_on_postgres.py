"""A whole studio on PostgreSQL: the demo is made, and every list that a person can open answers."""

import pytest

from proofroom.demo.first import make_demo
from proofroom.kernel.settings import Settings
from tests.api.conftest import serve
from tests.api.described import api_document


def lists() -> list[str]:
    """Return every address that is read as JSON without naming something."""
    found: list[str] = []
    for path, methods in api_document()["paths"].items():
        read = methods.get("get", {})
        is_json = "application/json" in read.get("responses", {}).get("200", {}).get("content", {})
        if is_json and not any(each.get("required") for each in read.get("parameters", [])):
            found.append(path)
    return found


@pytest.mark.timeout(180)
async def test_a_studio_makes_the_demo_and_answers_every_list(postgres_settings: Settings) -> None:
    async with serve(postgres_settings) as owner:
        await owner.set_up()
        await make_demo(owner.studio)
        answers = {path: await owner.call("GET", path) for path in lists()}
    assert len(answers) > 30
    failed = {path: answer for path, answer in answers.items() if answer[0] >= 500}
    assert failed == {}
