import http
import re

import pytest

from proofroom.kernel import errors
from proofroom.kernel.errors import (
    SEED_CATEGORIES,
    BudgetExceeded,
    InvalidStatus,
    NotFound,
    ProofroomError,
    RateLimited,
    all_errors,
)

CATEGORIES_OF_ARTICLES = {
    "TOOL_EXECUTION_FAILED": 500,
    "TOOL_TIMEOUT": 504,
    "AI_PROVIDER_ERROR": 502,
    "AI_RATE_LIMIT": 429,
    "AI_CONTENT_FILTER": 400,
    "ARTIFACT_NOT_FOUND": 404,
    "INVALID_ARTIFACT_ID": 400,
    "INVALID_STATUS": 400,
    "UNCLEAR_INTENT": 400,
    "MISSING_CONTEXT": 400,
    "RESEARCH_NOT_FOUND": 404,
    "INVALID_TONE": 400,
    "INVALID_CONTENT_TYPE": 400,
}


def make(error: type[ProofroomError]) -> ProofroomError:
    return error("It broke.", retry_after_s=1) if issubclass(error, RateLimited) else error("It broke.")


def test_the_thirteen_categories_keep_their_statuses():
    assert SEED_CATEGORIES == CATEGORIES_OF_ARTICLES


@pytest.mark.parametrize(
    ("category", "error"),
    [
        ("TOOL_EXECUTION_FAILED", errors.ToolFailed),
        ("TOOL_TIMEOUT", errors.ToolTimedOut),
        ("AI_PROVIDER_ERROR", errors.ProviderFailed),
        ("AI_RATE_LIMIT", errors.ProviderRateLimited),
        ("AI_CONTENT_FILTER", errors.ContentRefused),
        ("ARTIFACT_NOT_FOUND", errors.NotFound),
        ("INVALID_STATUS", errors.InvalidStatus),
        ("UNCLEAR_INTENT", errors.UnclearIntent),
        ("MISSING_CONTEXT", errors.MissingContext),
    ],
)
def test_an_error_class_answers_with_the_status_of_its_category(category, error):
    assert error.category == category
    assert error.status == SEED_CATEGORIES[category]


def test_every_error_has_one_code_of_its_own():
    codes = [error.code for error in all_errors()]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes)


@pytest.mark.parametrize("error", all_errors(), ids=lambda error: error.__name__)
def test_every_error_has_the_same_shape(error):
    body = make(error).as_dict()
    assert list(body)[:5] == ["code", "category", "message", "suggestion", "recoverable"]
    assert set(body) <= {"code", "category", "message", "suggestion", "recoverable", "context"}
    assert body["message"] == "It broke."
    assert body["suggestion"].endswith(".")
    assert isinstance(body["recoverable"], bool)
    assert http.HTTPStatus(error.status) >= 400


@pytest.mark.parametrize("error", all_errors()[1:], ids=lambda error: error.__name__)
def test_the_tree_in_the_docstring_shows_every_error_with_its_status(error):
    assert re.search(rf"[├└]── {error.__name__} +{error.status}  \w", errors.__doc__ or "")


def test_a_suggestion_can_be_more_exact_than_the_default():
    error = NotFound("There is no entry a.", suggestion="Did you mean b?", model="articles")
    assert error.as_dict()["suggestion"] == "Did you mean b?"
    assert error.as_dict()["context"] == {"model": "articles"}
    assert str(error) == "There is no entry a."


def test_a_rate_limit_says_how_long_to_wait():
    assert RateLimited("Slow down.", retry_after_s=1.23456).as_dict()["context"] == {"retry_after_s": 1.235}


def test_a_parent_catches_its_children():
    with pytest.raises(errors.InvalidInput):
        raise InvalidStatus("An archived article cannot be published.")
    assert BudgetExceeded.recoverable


def test_parents_come_before_children():
    seen: set[type] = {Exception}
    for error in all_errors():
        assert error.__bases__[0] in seen
        seen.add(error)
