import re
import warnings
from typing import Annotated

import pytest
from fastapi.routing import APIRoute, APIRouter, iter_route_contexts
from pydantic import Field, TypeAdapter
from starlette.routing import Match
from starlette.types import Scope

from proofroom.api.app import create_app, whole


def test_a_router_that_arrives_later_says_nothing_on_the_terminal_about_our_fields():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        create_app()
        TypeAdapter(Annotated[int, Field(alias="body")])


def test_every_route_is_met_at_its_address_and_other_modules_are_passed_over(monkeypatch: pytest.MonkeyPatch):
    app, looked = whole(create_app()), list[str]()
    look = APIRouter.matches

    def count(self: APIRouter, scope: Scope) -> tuple[Match, Scope]:
        looked.append(scope["path"])
        return look(self, scope)

    monkeypatch.setattr(APIRouter, "matches", count)
    found = [one for one in iter_route_contexts(app.routes) if isinstance(one.original_route, APIRoute)]
    for one in found:
        path = re.sub(r"{[^}]*}", "some", one.path)
        scope = {"type": "http", "path": path, "method": next(iter(one.methods)), "root_path": ""}
        met = [route.matches({**scope})[0] for route in app.routes]
        assert Match.FULL in met[:-1], one.path  # the last one takes everything
    assert len(looked) < len(found) * len(app.routes) / 3
