"""Templates as folders, and archives that nobody meant to be templates."""

import io
import json
import os
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofroom.workflows import TemplateReport, validate_template
from proofroom.workflows.template import contents
from tests.workflows.builder import CODE, FOLDER, MANIFEST, build, pack

GOOD = pack(build())

values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def folder(tmp_path):
    for path, content in build().items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    return tmp_path


def test_a_folder_is_checked_like_its_archive(folder):
    assert validate_template(folder, strict=True).findings == ()
    (folder / CODE).unlink()
    assert [finding.rule for finding in validate_template(folder).findings] == ["T-002"]


def test_a_link_in_a_folder_is_not_followed(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "tool.py"
    outside.write_bytes((folder / CODE).read_bytes())
    (folder / CODE).unlink()
    (folder / CODE).symlink_to(outside)
    assert {finding.rule for finding in validate_template(folder).findings} == {"Z-006", "T-002"}


def test_an_environment_in_a_folder_is_named_once(folder):
    inside = folder / FOLDER / ".venv/lib/deep"
    inside.mkdir(parents=True)
    (inside / "module.py").touch()
    report = validate_template(folder)
    assert [(finding.rule, finding.path) for finding in report.findings] == [("Z-W02", f"{FOLDER}/.venv")]


def test_a_file_name_that_is_no_text_is_reported(folder):
    with open(os.fsencode(folder) + b"/studio-data/\xff", "wb"):
        pass
    assert {finding.rule for finding in validate_template(folder).findings} == {"Z-005"}


def test_a_missing_file_is_a_finding(tmp_path):
    assert [finding.rule for finding in validate_template(tmp_path / "gone.zip").findings] == ["Z-001"]


def test_a_list_of_entries_that_is_too_large_is_refused_before_it_is_held():
    entry = struct.pack("<4s6H3L5H2L", b"PK\x01\x02", *(0,) * 6, *(0,) * 3, 1, *(0,) * 4, 0, 0) + b"a"
    count = 200_000
    directory = entry * count
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, len(directory), 0, 0)
    with zipfile.ZipFile(io.BytesIO(directory + end)) as archive:
        assert len(archive.infolist()) == count
    assert [finding.rule for finding in validate_template(directory + end).findings] == ["Z-002"]


@pytest.mark.parametrize(
    ("rule", "limit", "value"), [("Z-002", "MAX_ENTRIES", 3), ("Z-003", "MAX_UNPACKED", 50)]
)
def test_limits_hold_in_a_folder_too(folder, monkeypatch, rule, limit, value):
    monkeypatch.setattr(contents, limit, value)
    assert [finding.rule for finding in validate_template(folder).findings] == [rule]


@given(st.binary(max_size=400))
def test_random_bytes_never_crash(content):
    assert not validate_template(content).is_valid
    assert not validate_template(b"PK\x03\x04" + content).is_valid


@settings(max_examples=120, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), min_size=1, max_size=12))
def test_a_template_with_random_damage_never_crashes(changes):
    content = bytearray(GOOD)
    for place, value in changes:
        content[place] = value
    assert isinstance(validate_template(bytes(content)), TemplateReport)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(GOOD)), st.binary(max_size=40))
def test_a_template_that_is_cut_or_has_bytes_put_in_never_crashes(place, more):
    assert isinstance(validate_template(GOOD[:place] + more), TemplateReport)
    assert isinstance(validate_template(GOOD[:place] + more + GOOD[place:]), TemplateReport)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_random_values_in_a_manifest_never_crash(data):
    manifest = json.loads(json.dumps(MANIFEST))
    key = data.draw(st.sampled_from(sorted(manifest)))
    row = manifest[key][0] if isinstance(manifest[key], list) else manifest[key]
    if isinstance(row, dict) and data.draw(st.booleans()):
        row[data.draw(st.sampled_from(sorted(row)))] = data.draw(values)
    else:
        manifest[key] = data.draw(values)
    files = build() | {"workflow_template.json": json.dumps(manifest).encode()}
    report = validate_template(pack(files))
    assert all(finding.message.isprintable() for finding in report.findings)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "ignore")))
def test_random_tool_code_never_crashes(code):
    assert isinstance(validate_template(pack(build() | {CODE: code})), TemplateReport)
