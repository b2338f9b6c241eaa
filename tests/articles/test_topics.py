"""Searches for topics are paid for like any other."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from proofroom.articles.topics.tools import _search
from proofroom.kernel.errors import ProviderFailed
from proofroom.kernel.strings import say
from proofroom.kernel.tool import PaidCall, ToolContext
from proofroom.providers.search.types import SearchRequest
from proofroom.runtime.baseline.search import OpenSearch


class Failing:
    """A search provider that takes the question and then fails."""

    name = "exa"

    async def search(self, request: SearchRequest) -> Any:
        raise ProviderFailed(say("articles.no_images"))


async def test_a_search_for_topics_that_fails_is_in_the_books_as_well() -> None:
    calls: list[PaidCall] = []
    context = cast("ToolContext", SimpleNamespace(account=calls.append))
    with pytest.raises(ProviderFailed):
        await _search(context, OpenSearch(cast("Any", Failing()), "c"), SearchRequest("bees"))
    assert [(one.kind, one.provider, one.connection_id, one.has_failed) for one in calls] == [
        ("search", "exa", "c", True)
    ]
