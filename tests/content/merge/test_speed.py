"""Cost follows the change. Processor time is measured, because other work on the machine is not ours.

The limits leave half as much again as the targets, which `make bench` measures.
"""

import random

import pytest

from proofroom.repository.git import branch, init
from proofroom.repository.git import open as repository
from proofroom.repository.git.save import save
from proofroom.repository.json.splice import change_members
from proofroom.repository.json.text import render_json
from proofroom.repository.merge.land import Target, merge_branch
from tests.content.merge.conftest import FAQ, FAQ_META, MODELS, SIGNED, Plan, write
from tests.content.merge.formatted import FORMATS
from tests.pace import hold_within

WORDS = ("lorem", "ipsum", "dolor", "amet", "city", "nature", "river", "tree", "street", "garden", "light")


def _entry(chance: random.Random) -> dict[str, object]:
    def text(count: int) -> str:
        return " ".join(chance.choice(WORDS) for _ in range(count))

    return {"answer": text(62), "question": text(8), "tags": [text(1), text(1)]}


def _project(path, files):
    repo = repository.create(path)
    init.ensure_first_commit(repo, "main", SIGNED)
    write(repo, "main", MODELS | files)
    branch.ensure_content_branch(repo, "main")
    return repo


@pytest.mark.parametrize(("count", "limit_ms"), [(1900, 75), (10_000, 180)], ids=["1 MB", "5 MB"])
def test_a_save_follows_the_touched_file(tmp_path, count, limit_ms):
    """Branch, splice one entry and its metadata, commit, merge, move the base branch."""
    chance = random.Random(1)
    entries = {f"{chance.getrandbits(48):012x}": _entry(chance) for _ in range(count)}
    content, meta = render_json(entries), render_json({key: {"status": "draft"} for key in entries})
    assert len(content) > count * 500
    repo = _project(tmp_path / "p.git", {FAQ: content, FAQ_META: meta})

    def work(number):
        key, name = f"{chance.getrandbits(48):012x}", f"cr/content/faq/{number}-a"
        new, record = _entry(chance), {"status": "draft"}
        branch.create_branch(repo, name, branch.need_tip(repo, "contentrain"))
        save(
            repo,
            name,
            lambda view: Plan(
                {
                    FAQ: change_members(view.read(FAQ) or b"", {key: new}),
                    FAQ_META: change_members(view.read(FAQ_META) or b"", {key: record}),
                }
            ),
            message="save",
            signed=SIGNED,
        )
        assert (
            merge_branch(repo, name, Target(base="main", formats=FORMATS), signed=SIGNED).status == "merged"
        )

    hold_within(limit_ms, work)


def test_commits_and_merges_do_not_depend_on_the_number_of_files(tmp_path):
    files = {f"d{number % 100:02d}/f{number}.json": b'{"a": %d}\n' % number for number in range(10_000)}
    repo = _project(tmp_path / "p.git", files)

    def commit(number):
        write(repo, "contentrain", {f"d{number:02d}/f{number}.json": b"{}"})

    def merge(number):
        name = f"cr/x/{number}-a"
        branch.create_branch(repo, name, branch.need_tip(repo, "contentrain"))
        write(repo, name, {f"d{number:02d}/mine.json": b"{}"})
        write(repo, "contentrain", {f"d{number + 50:02d}/theirs.json": b"{}"})
        assert merge_branch(repo, name, Target(formats=FORMATS), signed=SIGNED).status == "merged"

    hold_within(5, commit)
    hold_within(20, merge)
