"""What the offline model takes for a question about the studio, what for one about people's own things."""

import pytest

from proofroom.providers.offline import Request
from proofroom.runtime.baseline.help import search_help
from proofroom.runtime.baseline.playbook import baseline_playbook

SKILLS = {skill.name: skill for skill in baseline_playbook().skills}
RECORDS = frozenset({"getUsageStats", "searchEntities", "searchHelp"})


def _takes(skill: str, text: str) -> bool:
    return SKILLS[skill].match(Request(text, "en", "workspace", "assistant", {}, RECORDS)) > 0.5


@pytest.mark.parametrize(
    ("text", "is_ours"),
    [
        ("What did this cost?", True),
        ("How much did we spend this month?", True),
        ("What did the editor cost this week?", True),
        ("Bu ay ne kadar harcadık?", True),
        ("Which boat costs the most?", False),
        ("How much did we spend on ropes this month?", False),
    ],
)
def test_the_cost_of_a_thing_is_not_what_the_work_cost(text: str, is_ours: bool) -> None:
    assert _takes("usage", text) is is_ours


def test_how_long_something_is_stands_in_no_guide() -> None:
    assert _takes("help", "How do I invite a person?")
    assert not _takes("help", "How long is the longest trail?")


def test_help_that_shares_a_word_only_is_about_something_else() -> None:
    assert search_help("invite a person", 3)
    assert search_help("how do herons connect with otters below the old lock", 3) == []
