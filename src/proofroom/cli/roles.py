"""`proofroom roles`: sets of permissions, the built-in ones and the workspace's own."""

from typing import Annotated, Any

import typer

from proofroom.cli.client import Client
from proofroom.cli.output import console, print_json, show_fields, show_table
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say

app = typer.Typer(
    name="roles", help="Roles as sets of permissions: list, make, change, delete.", no_args_is_help=True
)

RoleArgument = Annotated[str, typer.Argument(help="Role, by key or id.")]
Allow = Annotated[
    list[str] | None, typer.Option("--allow", help="A permission; `proofroom roles permissions` lists them.")
]


async def find_role(client: Client, name: str) -> dict[str, Any]:
    """Return a role of the workspace by key or id."""
    for role in await client.get("/api/roles"):
        if name in (role["key"], role["id"]):
            return role
    raise NotFound(say("access.no_role_key", key=name))


@app.command("list")
def list_roles(json: Json = False) -> None:
    """List the roles of the workspace."""
    found = with_studio(lambda client: client.get("/api/roles"), json)
    rows = [
        [each["key"], each["name"], "yes" if each["isBuiltin"] else "", len(each["permissions"])]
        for each in found
    ]
    show_table(("key", "name", "built in", "permissions"), rows)


@app.command("show")
def show_role(role: RoleArgument, json: Json = False) -> None:
    """Show what a role allows."""

    async def work(client: Client) -> Any:
        return await find_role(client, role), await client.get("/api/permissions")

    found, permissions = with_studio(work)
    if json:
        print_json(found)
        return
    console.print(f"{found['name']}: {found['description']}", markup=False)
    held = set(found["permissions"])
    show_table(
        ("permission", "meaning"),
        [[one["name"], one["meaning"]] for one in permissions if one["name"] in held],
    )


@app.command("permissions")
def list_permissions(json: Json = False) -> None:
    """List everything that a role can allow."""
    found = with_studio(lambda client: client.get("/api/permissions"), json)
    show_fields(found, ("name", "meaning"), ("permission", "meaning"))


@app.command("create")
def create_role(
    name: Annotated[str, typer.Argument(help="What it is called.")],
    allow: Allow = None,
    like: Annotated[str | None, typer.Option(help="Begin with what this role allows, by key.")] = None,
    description: Annotated[str, typer.Option(help="What it is for.")] = "",
    json: Json = False,
) -> None:
    """Make a role; it never allows more than you may do."""

    async def work(client: Client) -> Any:
        held: list[str] = (await find_role(client, like))["permissions"] if like else []
        body = {"name": name, "description": description, "permissions": [*held, *(allow or [])]}
        return await client.post("/api/roles", body)

    made = with_studio(work, json)
    console.print(f"Made `{made['key']}`.", markup=False)


@app.command("change")
def change_role(
    role: RoleArgument,
    allow: Allow = None,
    deny: Annotated[list[str] | None, typer.Option("--deny", help="A permission to take out.")] = None,
    name: Annotated[str | None, typer.Option(help="A new name.")] = None,
    description: Annotated[str | None, typer.Option(help="A new description.")] = None,
    json: Json = False,
) -> None:
    """Change a role of the workspace's own; whoever has it is allowed the same at once."""

    async def work(client: Client) -> Any:
        known = await find_role(client, role)
        body: dict[str, Any] = {"name": name, "description": description}
        if allow or deny:
            body["permissions"] = sorted({*known["permissions"], *(allow or [])} - {*(deny or [])})
        return await client.put(f"/api/roles/{known['id']}", body)

    changed = with_studio(work, json)
    console.print(f"`{changed['key']}` allows {len(changed['permissions'])} things.", markup=False)


@app.command("delete")
def delete_role(role: RoleArgument, json: Json = False) -> None:
    """Delete a role of the workspace's own; whoever had it loses what it gave."""

    async def work(client: Client) -> Any:
        return await client.delete(f"/api/roles/{(await find_role(client, role))['id']}")

    with_studio(work, json)
    console.print("Deleted.")
