import warnings
from typing import Annotated

from pydantic import Field, TypeAdapter

from proofroom.api.app import create_app


def test_a_router_that_arrives_later_says_nothing_on_the_terminal_about_our_fields():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        create_app()
        TypeAdapter(Annotated[int, Field(alias="body")])
