"""Every route that changes something has an audit entry with digests, or says why not."""

import pytest

from proofroom.articles.statuses import TRANSITIONS
from tests.architecture.audited import AUDITED, EXEMPT, plain, unsaid
from tests.architecture.house import texts
from tests.architecture.test_routes import routes

CHANGING = sorted({plain(name) for name in routes() if not name.startswith(("GET ", "HEAD "))})


@pytest.mark.parametrize("name", CHANGING)
def test_a_route_that_changes_something_is_audited_or_exempt_for_a_reason(name: str) -> None:
    assert (name in AUDITED) != (name in EXEMPT), f"{name}: name its entry in tests/architecture/audited.py"


def test_what_is_named_is_there() -> None:
    assert sorted({*AUDITED, *EXEMPT} - set(CHANGING)) == []
    assert all(reason for reason in EXEMPT.values())


def test_changes_are_recorded_and_never_only_noted() -> None:
    """A note has no digests: those that exist are for what changes no record."""
    found = [path for path, text in texts().items() if path.startswith("src/") and "audit.note(" in text]
    assert found == ["src/proofroom/api/requests.py", "src/proofroom/reviews/links/give.py"]


def test_the_page_of_the_log_has_words_for_all_that_is_recorded() -> None:
    recorded = {action for actions in AUDITED.values() for action in actions}
    recorded |= {f"article.{transition.operation}" for transition in TRANSITIONS}
    assert sorted({word for action in recorded for word in unsaid(action)}) == []
