"""`proofroom content` against a running studio, one command after the other."""

import json
import re
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from proofroom.cli.app import app
from proofroom.cli.output import COMMANDS, in_commands, in_words
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.settings import Settings
from proofroom.store import find_running
from tests.cli.started import started
from tests.content.tools.conftest import TOPICS
from tests.media.samples import picture

Call = Callable[..., Any]
A, B = "aaaaaaaaaaaa", "bbbbbbbbbbbb"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Start a studio for all tests of this file and return its data folder."""
    with started(tmp_path_factory.mktemp("content")) as folder:
        yield folder


@pytest.fixture
def call(data: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return a function that runs a command and reads its JSON."""
    monkeypatch.setenv("PROOFROOM_DATA", str(data))
    runner = CliRunner()

    def run(*words: str, code: int = 0, given: str | None = None, plain: bool = False) -> Any:
        done = runner.invoke(app, ["content", *words, *([] if plain else ["--json"])], input=given)
        if isinstance(done.exception, ProofroomError):
            raise done.exception
        assert done.exit_code == code, (done.output, done.exception)
        return done.output if plain else json.loads(done.stdout)

    return run


@pytest.fixture
def media(call: Call) -> Call:
    """Return a function that runs a command of the media library and reads its JSON."""
    runner = CliRunner()

    def run(*words: str) -> Any:
        done = runner.invoke(app, ["media", *words, "--json"])
        if isinstance(done.exception, ProofroomError):
            raise done.exception
        assert done.exit_code == 0, (done.output, done.exception)
        return json.loads(done.stdout)

    return run


@pytest.fixture
def project(call: Call, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Make a project with a model and return its slug."""
    models = tmp_path / "models.json"
    models.write_text(json.dumps([TOPICS]))
    options = ["--locale", "en", "--locale", "tr", "--domain", "blog", "--models", str(models)]
    return call("init", request.node.name[:40], *options)["slug"]


def test_saving_listing_showing_and_searching(call: Call, project: str) -> None:
    here = ("--project", project)
    data = json.dumps({A: {"name": "Rivers"}, B: {"name": "Parks", "color": "green"}})
    saved = call("save", "topics", "-", *here, given=data)
    assert saved["state"] == "waiting", "before there is an owner, review holds everything"
    merged = call("merge", saved["branch"], *here)
    assert merged["state"] == "merged"
    assert [row["name"] for row in call("list", "topics", "--sort", "name", *here)["data"]] == [
        "Parks",
        "Rivers",
    ]
    assert call("list", "topics", "--where", '{"color": "green"}', *here)["total"] == 1
    assert call("show", "topics", A, *here)["data"] == {"name": "Rivers"}
    assert call("search", "rivers", *here)["results"][0]["entryId"] == A
    assert call("models", *here)[0]["id"] == "topics"
    assert call("models", "topics", *here)["kind"] == "collection"
    assert call("analyze", "quality_score", *here)["quality"]["modelCount"] == 1
    assert call("status", *here)["models"][0]["entries"] == {"en": 2, "tr": 0}
    for words in (("list", "topics"), ("show", "topics", A), ("search", "rivers"), ("status",), ("models",)):
        assert call(*words, *here, plain=True)
    assert "Rivers" in call("list", "topics", *here, plain=True)
    assert "quality" in call("analyze", *here, plain=True)
    long = "Rivers, their banks and " + "all that grows there, " * 9
    waiting = call("save", "topics", "--set", f"name={long}", "--entry", A, *here)
    assert long in call("diff", waiting["branch"], *here, plain=True), "what is piped is not wrapped"
    call("merge", waiting["branch"], *here)
    assert long.strip() in call("list", "topics", *here, plain=True), "nor cut"
    assert "status: draft" in call("show", "topics", A, *here, plain=True)


def test_a_proposal_is_reviewed_in_part_and_the_turn_undone(call: Call, project: str) -> None:
    here = ("--project", project)
    first = call("save", "topics", "--set", "name=Rivers", "--entry", A, *here)
    call("merge", first["branch"], *here)
    data = json.dumps({A: {"color": "blue"}, B: {"name": "Parks"}})
    saved = call("save", "topics", "-", *here, given=data)
    (branch,) = call("branches", *here)
    assert branch["name"] == saved["branch"]
    hunks = {".".join(hunk["path"]): hunk["id"] for hunk in call("diff", branch["name"], *here)["hunks"]}
    assert "+ blue" in call("diff", branch["name"], *here, plain=True)
    done = call("merge", branch["name"], "--accept", hunks["color"], "--reject", hunks[""], *here)
    assert (done["accepted"], done["rejected"]) == (1, 1)
    assert call("show", "topics", A, *here)["data"]["color"] == "blue"
    undone = call("undo", saved["runId"])
    assert undone["state"] in ("waiting", "merged")
    if undone["state"] == "waiting":
        call("merge", undone["branch"], *here)
    assert "color" not in call("show", "topics", A, *here)["data"]
    log = call("log", "topics", A, *here)
    assert [version["value"].get("color") for version in log] == [None, "blue", None]
    assert call("log", *here, plain=True)


def test_rejecting_deleting_and_publishing(call: Call, project: str) -> None:
    here = ("--project", project)
    saved = call("save", "topics", "--set", "name=Rivers", "--entry", A, *here)
    assert call("reject", saved["branch"], *here) == {"ok": True}
    assert call("branches", *here) == []
    assert "waits for review" in call("restore-branch", saved["branch"], plain=True)
    assert [branch["name"] for branch in call("branches", *here)] == [saved["branch"]]
    call("reject", saved["branch"], *here)
    saved = call("save", "topics", "--set", "name=Rivers", "--entry", A, *here)
    call("merge", saved["branch"], *here)
    published = call("publish", "topics", A, *here)
    assert published["results"][0]["to"] == "published"
    later = call("publish", "topics", A, "--at", "2099-01-01T08:00:00Z", *here, plain=True)
    assert "to be seen from 2099-01-01T08:00:00Z" in later
    call("merge", published["branch"], *here)
    gone = call("delete", "topics", A, *here)
    assert "It waits for review" in call("delete", "topics", A, *here, plain=True)
    call("reject", gone["branch"], *here)


def test_validation_ends_with_its_code(call: Call, project: str) -> None:
    here = ("--project", project)
    assert call("validate", *here)["valid"] is True
    saved = call("save", "topics", "--set", "name=Rivers", "--entry", A, *here)
    found = call("validate", "--branch", saved["branch"], *here, code=1)
    assert {issue["code"] for issue in found["issues"]} == {"entry.parity"}
    assert "entry.parity" in call("validate", "--branch", saved["branch"], *here, code=1, plain=True)


def test_several_projects_need_a_name_and_a_repository_is_imported(
    call: Call, project: str, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = ("--project", project)
    saved = call("save", "topics", "--set", "name=Rivers", "--entry", A, *here)
    call("merge", saved["branch"], *here)
    source = max((data / "repos").iterdir(), key=lambda path: path.stat().st_mtime)
    copied = call("import", str(source), "--name", "Copy")
    assert call("list", "topics", "--project", copied["slug"])["total"] == 1
    with pytest.raises(ProofroomError, match="several projects"):
        call("status")
    with pytest.raises(ProofroomError, match="no such project"):
        call("status", "--project", "nothing")
    monkeypatch.setenv("PROOFROOM_DATA", str(data))
    asked = {"Which content models do we have?": True, "What time is it?": False}
    for words, is_told in asked.items():
        said = CliRunner().invoke(app, ["chat", words]).output
        assert ("several projects" in said) is is_told, said


def test_mistakes_are_explained(call: Call, project: str, tmp_path: Path) -> None:
    here = ("--project", project)
    with pytest.raises(ProofroomError, match="not field=value"):
        call("save", "topics", "--set", "name", *here)
    with pytest.raises(ProofroomError, match="nothing was written"):
        call("save", "topics", "--set", "color=red", "--entry", A, *here)
    with pytest.raises(ProofroomError, match="cannot be read"):
        call("save", "topics", str(tmp_path / "none.json"), *here)
    with pytest.raises(ProofroomError, match="no content model"):
        call("models", "nothing", *here)


def test_the_editor_answers_for_a_project(data: Path, project: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROOFROOM_DATA", str(data))
    words = ["chat", "--scope", "content", "--project", project, "Which content models do we have?", "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert (found[0]["type"], found[0]["agent"]) == ("runStarted", "editor")
    assert found[-1]["type"] == "done"


def test_chat_finds_the_agent_that_can(data: Path, project: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROOFROOM_DATA", str(data))
    for words, agent in (
        ("Which content models do we have?", "editor"),
        ("Make the headline of the page bigger", "designer"),
        ("What time is it?", "assistant"),
    ):
        done = CliRunner().invoke(app, ["chat", "--project", project, words, "--json"])
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout.splitlines()[0])["agent"] == agent


def test_a_first_model_is_of_a_domain_that_the_project_has(call: Call) -> None:
    call("init", "Bare", "--domain", "blog")
    words = ["chat", "--project", "bare", "Create a model for topics with a name and a color", "--json"]
    found = [json.loads(line) for line in CliRunner().invoke(app, words).stdout.splitlines()]
    (made,) = [
        event["input"] for event in found if event.get("toolName") == "save_model" and "input" in event
    ]
    assert made["domain"] == "blog"


def test_a_named_agent_works_where_it_belongs(
    data: Path, project: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROOFROOM_DATA", str(data))
    words = ["chat", "--project", project, "--agent", "editor", "Which content models do we have?", "--json"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert "list_models" in [event.get("toolName") for event in found]


def test_a_conversation_names_how_it_goes_on(
    data: Path, project: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROOFROOM_DATA", str(data))
    words = ["chat", "--project", project, "Add a topic called Rivers"]
    done = CliRunner().invoke(app, words)
    named = re.search(r"proofroom chat --conversation (\S+)", done.output)
    assert named, done.output
    done = CliRunner().invoke(app, ["chat", "--conversation", named[1], "its color is blue"])
    assert "Rivers" in done.output
    assert named[0] not in done.output


def test_a_repository_without_a_structure_is_told_how_it_gets_one(call: Call, tmp_path: Path) -> None:
    source = tmp_path / "notes"
    source.mkdir()
    (source / "first.md").write_text("# First\n")
    as_me = ["git", "-C", str(source), "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "First"]):
        subprocess.run([*as_me, *words], check=True)
    said = call("import", str(source), "--name", "Plain notes", "--ours", plain=True)
    assert "content status --project plain-notes" in said
    next_step = "content init --project plain-notes --locale en"
    assert next_step in call("status", "--project", "plain-notes", plain=True)
    call(*next_step.split()[1:])
    assert "active" in call("status", "--project", "plain-notes", plain=True)


def test_media_are_added_described_drawn_and_deleted(
    call: Call, media: Call, project: str, tmp_path: Path
) -> None:
    file = tmp_path / "Küçük.png"
    file.write_bytes(picture(90, 60))
    added = media("add", str(file), "--alt", "Small", "--tag", "tiny", "-p", project)
    assert (added["isNew"], added["asset"]["filename"]) == (True, "Küçük.png")
    asset = added["asset"]["id"]
    assert media("add", str(file), "-p", project)["isNew"] is False
    media("set", asset, "--focus", "0.2,0.5", "--alt", "Smaller", "-p", project)
    shown = media("show", asset, "-p", project)
    assert (shown["alt"], shown["focalPoint"], shown["usedIn"]) == ("Smaller", {"x": 0.2, "y": 0.5}, [])
    drawn = media("draw", "A: b -> c", "--size", "1024x1024", "-p", project)
    assert (drawn["provider"], drawn["assets"][0]["width"]) == ("local", 1024)
    assert [one["id"] for one in media("list", "--tag", "tiny", "-p", project)["assets"]] == [asset]
    assert media("storage", "-p", project)["assets"] >= 2
    assert media("delete", asset, "-p", project)["ok"] is True
    with pytest.raises(ProofroomError, match="no such asset"):
        media("show", asset, "-p", project)
    assert [one["id"] for one in media("list", "--deleted", "-p", project)["assets"]] == [asset]
    assert media("restore", asset, "-p", project)["id"] == asset


def test_submissions_are_listed_approved_and_declined(call: Call, data: Path, tmp_path: Path) -> None:
    form = {"enabled": True, "exposedFields": ["name"]}
    models = tmp_path / "models.json"
    fields = {"name": {"type": "string", "required": True}}
    letters = {"id": "letters", "name": "Letters", "kind": "collection", "domain": "blog", "i18n": False}
    models.write_text(json.dumps([letters | {"fields": fields, "form": form}]))
    call("init", "Letters", "--domain", "blog", "--workflow", "auto-merge", "--models", str(models))
    running = find_running(Settings(data=data))
    assert running is not None
    for name in ("Ada", "Bo"):
        body = json.dumps({"data": {"name": name}}).encode()
        url = f"{running.url}/api/forms/v1/letters/letters/submit"
        with urllib.request.urlopen(urllib.request.Request(url, body)) as answer:
            assert json.load(answer)["success"] is True
    bo, ada = call("submissions", "-p", "letters")["submissions"]
    done = call("approve", ada["id"], "-p", "letters")
    assert done["submission"]["status"] == "approved"
    assert call("show", "letters", done["entryId"], "-p", "letters")["data"] == {"name": "Ada"}
    assert call("decline", bo["id"], "-p", "letters")["status"] == "rejected"
    assert "0 in all" in call("submissions", "-p", "letters", plain=True)


def test_what_can_be_cured_is_shown_and_cured(call: Call, project: str, tmp_path: Path) -> None:
    here, hand = ("-p", project), tmp_path / "hand"
    entries = {A: {"name": "Rivers"}, B: {"name": "Parks"}}
    call("merge", call("save", "topics", "-", *here, given=json.dumps(entries))["branch"], *here)
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(tmp_path / "other.git")], check=True)
    call("remote", "add", str(tmp_path / "other.git"), *here)
    call("remote", "push", *here)
    clone = ["git", "clone", "-q", "-b", "contentrain", str(tmp_path / "other.git"), str(hand)]
    subprocess.run(clone, check=True)
    (hand / ".contentrain/meta/topics/en.json").unlink()
    identity = ["-c", "user.name=Hand", "-c", "user.email=hand@example.org"]
    subprocess.run(["git", "-C", str(hand), *identity, "commit", "-q", "-am", "by hand"], check=True)
    subprocess.run(["git", "-C", str(hand), "push", "-q"], check=True)
    call("remote", "fetch", *here)

    def missing() -> int:
        issues = call("validate", *here, code=1)["issues"]  # the Turkish half is missing too: not curable
        return sum(issue["code"] == "meta.missing" for issue in issues)

    assert missing() == 2
    shown = call("validate", "--fix", "--dry-run", *here, code=1)
    assert (shown["fixed"], shown["fileCount"], shown["change"]) == (2, 1, None)
    assert missing() == 2
    said = call("validate", "topics", "--fix", *here, plain=True, code=1)
    assert "2 cured, in 1 files" in said
    (branch,) = call("branches", *here)
    assert branch["name"] in said.replace("\n", "")
    call("merge", branch["name"], *here)
    assert missing() == 0


def test_content_is_exchanged_with_another_repository(call: Call, project: str, tmp_path: Path) -> None:
    other = tmp_path / "other.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(other)], check=True)
    call("remote", "add", str(other), "-p", project)
    sent = call("remote", "push", "-p", project)
    assert {one["status"] for one in sent["pushed"].values()} == {"pushed"}
    assert call("remote", "status", "-p", project)["branches"]["main"]["relation"] == "in_sync"
    made = call("import", f"file://{other}", "--name", f"Copy {project}")
    assert call("models", "-p", made["slug"])[0]["id"] == "topics"
    assert call("remote", "fetch", "-p", made["slug"])["status"] == "in_sync"
    assert "Nothing new." in call("remote", "join", "-p", made["slug"], plain=True)
    assert call("remote", "remove", "-p", made["slug"])["ok"] is True


def test_the_editors_story_from_chat_to_undo(call: Call, project: str) -> None:
    here = ("--project", project)
    entries = {f"{number:012x}": {"name": f"Topic {number}"} for number in range(20)}
    saved = call("save", "topics", "-", *here, given=json.dumps(entries))
    call("merge", saved["branch"], *here)

    def say(text: str, *options: str) -> list[dict[str, Any]]:
        words = ["chat", text, "--scope", "content", "--model", "offline", "--json", *options]
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
        return [json.loads(line) for line in done.stdout.splitlines() if line]

    begun = say("Create a model for events with a title and a date", "--project", project)
    conversation = next(event["conversationId"] for event in begun if event["type"] == "runStarted")
    going_on = ("--conversation", conversation)
    for text in ('Add an event called "Night walk"', 'Add a Turkish event called "Gece yürüyüşü"'):
        say(text, *going_on)
    words = ["chat", 'Add an event called "Dawn walk"', "--scope", "content", "--merge", *going_on]
    waiting = CliRunner().invoke(app, words)
    (branch,) = call("branches", *here)
    assert "this studio has no owner" in waiting.output.replace("\n", " ")
    assert f"proofroom content merge {branch['name']}" in waiting.output.replace("\n", "")
    events = say('Set the color of all topics to "#225577"', *going_on)
    run = next(event["runId"] for event in events if event["type"] == "runStarted")
    (branch,) = call("branches", *here)
    hunks = call("diff", branch["name"], *here)["hunks"]
    topics = [hunk["id"] for hunk in hunks if hunk["path"] == ["color"]]
    others = [hunk["id"] for hunk in hunks if hunk["id"] not in topics]
    assert len(topics) == 20
    words = [word for one in (*topics[:10], *others) for word in ("--accept", one)]
    words += [word for one in topics[10:] for word in ("--reject", one)]
    done = call("merge", branch["name"], *words, *here)
    assert (done["state"], done["rejected"]) == ("merged", 10)
    coloured = ("list", "topics", "--where", '{"color": "#225577"}', *here)
    assert call(*coloured)["total"] == 10
    assert call("list", "events", "--locale", "tr", *here)["data"][0]["title"] == "Gece yürüyüşü"
    undone = call("undo", run)
    if undone["state"] == "waiting":
        call("merge", undone["branch"], *here)
    assert call(*coloured)["total"] == 0
    assert call("list", "events", *here)["total"] == 2


def test_a_table_speaks_of_days_and_of_yes_and_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    cells = (True, False, None, 3, "2026-11-16T12:58:06.171373Z", "2026-11-16T12:58:06+03:00", "2026-11-16")
    told = [in_words(cell) for cell in cells]
    monkeypatch.undo()
    time.tzset()
    assert told == ["yes", "no", "", "3", "2026-11-16 12:58", "2026-11-16 09:58", "2026-11-16"]


def test_a_next_step_names_commands_not_tools_of_agents() -> None:
    for text, command in {
        "Call init_project first to set it up.": "`proofroom content init`",
        "Önce kaydı brain_query ya da brain_search ile arayın.": "`proofroom content search`",
    }.items():
        told = in_commands(text)
        assert command in told
        assert not any(tool in told for tool in COMMANDS)


def test_what_lacks_a_translation_is_named_where_no_entry_is_missing(call: Call, tmp_path: Path) -> None:
    models = tmp_path / "models.json"
    noted = {**TOPICS, "fields": {"name": {"type": "string", "required": True}, "note": {"type": "text"}}}
    models.write_text(json.dumps([noted]))
    call("init", "Gaps", "--locale", "en", "--locale", "tr", "--domain", "blog", "--models", str(models))
    here = ("--project", "gaps")
    for locale, data in (("en", {"name": "Rivers", "note": "Old"}), ("tr", {"name": "Nehirler"})):
        saved = call("save", "topics", "-", "--locale", locale, *here, given=json.dumps({A: data}))
        call("merge", saved["branch"], *here)
    told = call("analyze", "locale_parity", *here, plain=True)
    assert "topics (tr) Nehirler: note is empty" in told
    assert "1 of 1" not in told
