"""Small content projects for tests, and the values that are hard to write down."""

import json
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import strategies as st

from proofroom.content.format.project import Project
from proofroom.content.plans.types import Stamp
from tests.content.memory_tree import MemoryTree

DATA = Path(__file__).parents[1] / "data/content"
NOON = datetime(2026, 1, 1, tzinfo=UTC)
STAMP = Stamp("contentrain-mcp", NOON)
TITLE = {"type": "string", "required": True}
SECRET = "sk_" + "live_abcdef123456"
RECORD = {
    "source": "agent",
    "status": "draft",
    "updated_at": "2026-01-01T00:00:00.000Z",
    "updated_by": "contentrain-mcp",
}


def vectors(name, *operations):
    """Return the recorded cases of some operations."""
    cases = [json.loads(line) for line in (DATA / name).read_text().split("\n") if line]
    return [case for case in cases if case["in"]["op"] in operations]


def model(model_id, kind, *, i18n=True, fields=None, **more):
    """Return a model's definition."""
    raw = {"id": model_id, "name": model_id, "kind": kind, "domain": "d", "i18n": i18n}
    raw["title_field"] = "key" if kind == "dictionary" else "title"
    if kind != "dictionary":
        raw["fields"] = {"title": TITLE} if fields is None else fields
    return {key: value for key, value in (raw | more).items() if value is not None}


def project(files, *, locales=("en", "tr"), root="", **config):
    """Return a project from files below .contentrain; values are texts, bytes or JSON."""
    config = {
        "version": 1,
        "locales": {"default": locales[0], "supported": list(locales)},
        "domains": ["d"],
    } | config
    prefix = f"{root}/.contentrain/" if root else ".contentrain/"
    all_files = {"config.json": config, **files}
    return Project(MemoryTree({prefix + path: as_bytes(value) for path, value in all_files.items()}), root)


def as_bytes(value):
    """Return a file's bytes."""
    if isinstance(value, bytes):
        return value
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()


def applied(before, plan):
    """Return the project after a plan."""
    files = {path: before.tree.read(path) for path in before.tree.list("")}
    files.update(plan.writes)
    return Project(
        MemoryTree({path: raw for path, raw in files.items() if path not in plan.deletes}), before.root
    )


def codes(report):
    """Return the codes of a report's issues."""
    return [issue.code for issue in report.issues]


_ODD = st.sampled_from(
    [
        *("a", "B", "_", "é", "😀", "\uf900", "9", "10", "007", "0", "4294967294", "4294967295", "-1"),
        "\u2028",
        '"',
        "\\",
    ]
)
keys = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6) | _ODD
scalars = (
    st.booleans()
    | st.integers(-(2**60), 2**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
    | _ODD
)
values = st.recursive(
    scalars | st.none(), lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4)
)
objects = st.dictionaries(keys, values, max_size=6)
