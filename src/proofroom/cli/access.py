"""`proofroom keys`: API keys of programs; `proofroom people`: who may use the studio."""

import secrets
from typing import Annotated, Any

import typer

from proofroom.cli.client import Client
from proofroom.cli.content import only_project
from proofroom.cli.output import console, print_json, show_fields, show_table
from proofroom.cli.roles import find_role
from proofroom.cli.run import Json, with_studio

PROJECT_ROLES = ("viewer", "reviewer", "editor")

keys = typer.Typer(name="keys", help="API keys: list, make, revoke.", no_args_is_help=True)
people = typer.Typer(
    name="people",
    help="People: list, invite, change a role, reset a password, disable, remove.",
    no_args_is_help=True,
)


@keys.command("list")
def list_keys(json: Json = False) -> None:
    """List the API keys."""
    found = with_studio(lambda client: client.get("/api/keys"), json)
    show_fields(found, ("id", "name", "role", "prefix", "madeBy", "usedAt", "revokedAt"))


@keys.command("create")
def create_key(
    name: Annotated[str, typer.Argument(help="What it is for.")],
    role: Annotated[str, typer.Option(help="viewer, editor or admin.")] = "viewer",
    project: Annotated[str | None, typer.Option(help="Only this project, by slug or id.")] = None,
    models: Annotated[list[str] | None, typer.Option("--model", help="Only this content model.")] = None,
    locales: Annotated[list[str] | None, typer.Option("--locale", help="Only this locale.")] = None,
    tools: Annotated[list[str] | None, typer.Option("--tool", help="Only this tool.")] = None,
    json: Json = False,
) -> None:
    """Make an API key; its secret is shown once."""
    limits = {"models": models or None, "locales": locales or None, "tools": tools or None}

    async def work(client: Client) -> Any:
        body: dict[str, Any] = {"name": name, "role": role, "limits": limits}
        if project is not None:
            body["projectId"] = (await client.get(f"/api/projects/{project}"))["id"]
        return await client.post("/api/keys", body)

    made = with_studio(work, json)
    console.print("Keep this secret; it is not shown again:")
    console.print(made["secret"], markup=False, soft_wrap=True)


@keys.command("revoke")
def revoke_key(key_id: Annotated[str, typer.Argument(help="Key, by id.")], json: Json = False) -> None:
    """Revoke an API key."""
    with_studio(lambda client: client.delete(f"/api/keys/{key_id}"), json)
    console.print("Revoked.")


@people.command("list")
def list_people(json: Json = False) -> None:
    """List the people of the workspace."""
    found = with_studio(lambda client: client.get("/api/people"), json)
    rows = [
        [each["person"]["id"], each["person"]["name"], each["person"]["email"], each["role"]]
        for each in found
    ]
    show_table(("id", "name", "email", "role"), rows)


@people.command("invite")
def invite_person(
    email: Annotated[str, typer.Argument(help="Address to invite.")],
    role: Annotated[
        str, typer.Option(help="owner, admin or member; or viewer, reviewer or editor of a project.")
    ] = "member",
    project: Annotated[str | None, typer.Option(help="Project of that role; the only one if unset.")] = None,
    json: Json = False,
) -> None:
    """Invite somebody; give them the printed path, which works once."""

    async def work(client: Client) -> Any:
        if role not in PROJECT_ROLES:
            return await client.post("/api/invites", {"email": email, "role": role})
        place = await client.get(f"/api/projects/{project or await only_project(client)}")
        return await client.post("/api/invites", {"email": email, "projectRoles": {place["id"]: role}})

    sent = with_studio(work, json)
    console.print("Send this path of the studio's address; it works once:")
    console.print(sent["path"], markup=False, soft_wrap=True)


@people.command("role")
def change_role(
    person_id: str,
    role: str,
    plus: Annotated[
        str | None, typer.Option(help="A role of the workspace's own that adds to it, by key; none: `-`.")
    ] = None,
    json: Json = False,
) -> None:
    """Change somebody's role in the workspace."""

    async def work(client: Client) -> Any:
        body: dict[str, Any] = {"role": role}
        if plus is not None:
            body["roleId"] = None if plus == "-" else (await find_role(client, plus))["id"]
        return await client.put(f"/api/people/{person_id}", body)

    changed = with_studio(work, json)
    console.print(f"{changed['person']['name']} is now {changed['role']}.")


@people.command("password")
def reset_password(
    person_id: Annotated[str, typer.Argument(help="Person, by id: `proofroom people list` shows it.")],
    json: Json = False,
) -> None:
    """Give somebody a new password, which is printed once; they are signed out everywhere."""
    new = secrets.token_urlsafe(15)
    with_studio(lambda client: client.put(f"/api/people/{person_id}/password", {"new": new}))
    if json:
        print_json({"password": new})
        return
    console.print("Tell them this password; they can change it in their settings:")
    console.print(new, markup=False, soft_wrap=True)


@people.command("disable")
def disable_person(
    person_id: Annotated[str, typer.Argument(help="Person, by id.")],
    enable: Annotated[bool, typer.Option("--enable", help="Open the account again.")] = False,
    json: Json = False,
) -> None:
    """Close somebody's account, or open it again; what they did stays."""
    body = {"isDisabled": not enable}
    with_studio(lambda client: client.put(f"/api/people/{person_id}/disabled", body), json)
    console.print("Enabled." if enable else "Disabled.")


@people.command("remove")
def remove_person(person_id: str, json: Json = False) -> None:
    """Remove somebody from the workspace; what they did stays."""
    with_studio(lambda client: client.delete(f"/api/people/{person_id}"), json)
    console.print("Removed.")


@people.command("sessions")
def list_sessions(json: Json = False) -> None:
    """List where the owner is signed in."""
    found = with_studio(lambda client: client.get("/api/sessions"), json)
    show_fields(found, ("id", "device", "address", "createdAt", "seenAt"))


@people.command("sign-out")
def sign_out(
    session: Annotated[str | None, typer.Option(help="Only this sign-in, by id.")] = None,
    json: Json = False,
) -> None:
    """End the owner's sign-ins: one, or everywhere."""
    path = f"/api/sessions/{session}" if session else "/api/sessions"
    with_studio(lambda client: client.delete(path), json)
    console.print("Signed out.")
