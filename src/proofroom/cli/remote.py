"""`proofroom content remote`: exchange a project's content with another repository."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from proofroom.cli.content import ProjectOption, in_project
from proofroom.cli.output import FAILED, console, print_json, show_table
from proofroom.cli.run import Json
from proofroom.cli.secrets import read_secret
from proofroom.kernel.errors import HostNotTrusted, ProofroomError

app = typer.Typer(help="Another repository that the content is exchanged with.", no_args_is_help=True)

UserOption = Annotated[str, typer.Option("--username", help="Name to sign in with; git if unset.")]
TokenOption = Annotated[
    str | None,
    typer.Option("--token", help="Token or password, as env:VARIABLE, file:PATH or - for standard input."),
]
KeyOption = Annotated[
    Path | None, typer.Option("--key", help="File with a private key for SSH.", exists=True, dir_okay=False)
]
PassphraseOption = Annotated[
    str | None, typer.Option("--passphrase", help="Passphrase of the key, as env:VARIABLE, file:PATH or -.")
]
FingerprintOption = Annotated[
    str | None, typer.Option("--fingerprint", help="SHA-256 of the host's key or certificate, to accept it.")
]
CertificateOption = Annotated[
    Path | None,
    typer.Option(
        "--certificate",
        help="PEM file: the host's certificate, or the authority's that signed it.",
        exists=True,
        dir_okay=False,
    ),
]
OursOption = Annotated[
    bool | None,
    typer.Option(
        "--ours/--not-ours",
        help="What it brings is our own text: agents need not ask before they act on it.",
        show_default=False,
    ),
]


def trust_of(fingerprint: str | None, certificate: Path | None) -> dict[str, Any]:
    """Return which host is meant, as the studio wants it."""
    said: dict[str, Any] = {"fingerprint": fingerprint} if fingerprint else {}
    if certificate is not None:
        said["certificate"] = certificate.read_text("utf-8")
    return said


def accepting(send: Callable[[dict[str, Any]], Any], body: dict[str, Any]) -> Any:
    """Send it; somebody at a terminal is asked about a host that is new, never about one that has changed."""
    try:
        return send(body)
    except ProofroomError as error:
        told = error.context
        is_new = told.get("code") == HostNotTrusted.code and not told["changed"]
        if not is_new or not is_asking():
            raise
        console.print(error.message, markup=False)
        typer.confirm("Is this the host you mean?", abort=True, err=True)
        return send(body | {"fingerprint": told["fingerprint"]})


def is_asking() -> bool:
    """Tell whether somebody sits there to answer."""
    return sys.stdin.isatty()


def login_of(username: str, token: str | None, key: Path | None, passphrase: str | None) -> dict[str, Any]:
    """Return how to sign in, as the studio wants it."""
    said: dict[str, Any] = {"username": username} if username else {}
    if token is not None:
        said["token"] = read_secret(token)
    if key is not None:
        said["privateKey"] = key.read_text("utf-8")
    if passphrase is not None:
        said["passphrase"] = read_secret(passphrase)
    return said


@app.command("add")
def add(
    url: Annotated[str, typer.Argument(help="https:// or ssh:// address, git@host:path, or a path here.")],
    username: UserOption = "",
    token: TokenOption = None,
    key: KeyOption = None,
    passphrase: PassphraseOption = None,
    fingerprint: FingerprintOption = None,
    certificate: CertificateOption = None,
    ours: OursOption = None,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Connect a repository; it is reached once before anything is kept. Again: a new token or key."""
    body = {"url": url} | login_of(username, token, key, passphrase) | trust_of(fingerprint, certificate)
    if ours is not None:
        body["isOurs"] = ours

    def send(body: dict[str, Any]) -> Any:
        return in_project(project, lambda client, path: client.put(f"{path}/remote", body))

    _tell(accepting(send, body), json)


@app.command("status")
def status(project: ProjectOption = None, json: Json = False) -> None:
    """Show how the branches stand to what was last fetched."""
    _tell(in_project(project, lambda client, path: client.get(f"{path}/remote")), json)


@app.command("fetch")
def fetch(project: ProjectOption = None, json: Json = False) -> None:
    """Bring the remote's work here, where that loses nothing."""
    _tell_joined(in_project(project, lambda client, path: client.post(f"{path}/remote/fetch")), json)


@app.command("join")
def join(project: ProjectOption = None, json: Json = False) -> None:
    """Merge what the remote has into the content, record by record."""
    _tell_joined(in_project(project, lambda client, path: client.post(f"{path}/remote/join")), json)


@app.command("push")
def push(
    branch: Annotated[list[str] | None, typer.Option(help="Review branch to send too.")] = None,
    project: ProjectOption = None,
    json: Json = False,
) -> None:
    """Send the content and the base branch; nothing is forced."""
    body = {"branches": branch or []}
    done = in_project(project, lambda client, path: client.post(f"{path}/remote/push", body))
    if json:
        print_json(done)
    else:
        for name, one in done["pushed"].items():
            console.print(f"{name}: {one['status']} {one['reason']}".strip(), markup=False)
    if any(one["status"] != "pushed" for one in done["pushed"].values()):
        raise typer.Exit(FAILED)


@app.command("remove")
def remove(project: ProjectOption = None, json: Json = False) -> None:
    """Forget the remote and its sign-in; the content stays."""
    in_project(project, lambda client, path: client.delete(f"{path}/remote"), json)
    console.print("Forgotten.")


def _tell(remote: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(remote)
        return
    console.print(remote["url"], markup=False)
    rows = [[name, one["relation"], one["ahead"], one["behind"]] for name, one in remote["branches"].items()]
    show_table(("branch", "relation", "ahead", "behind"), rows)


def _tell_joined(done: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(done)
    else:
        _tell(done["remote"], as_json=False)
        words = {
            "in_sync": "Nothing new.",
            "joined": "The other side's work is in the content.",
            "diverged": "Both sides went on. Merge them with `proofroom content remote join`.",
            "conflicts": f"{done['conflicts']} values were changed on both sides. Nothing was merged.",
        }
        console.print(words[done["status"]], markup=False)
    if done["status"] == "conflicts":
        raise typer.Exit(FAILED)
