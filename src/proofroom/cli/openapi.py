"""`proofroom openapi`: the API's description, from which the web app's types are made."""

import typer

from proofroom.cli.output import print_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("openapi")(openapi)


def openapi() -> None:
    """Print the OpenAPI document, event schemas included."""
    from proofroom.api import describe_api

    print_json(describe_api())
