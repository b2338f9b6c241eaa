import importlib
from types import SimpleNamespace

import pytest


@pytest.fixture
def conformance(monkeypatch):
    module = importlib.import_module("conformance")
    monkeypatch.setattr(module, "SUITES", ())
    return module


def add_suite(conformance, monkeypatch, tmp_path, outcome):
    """Add one suite with data that ends in the given way."""
    (tmp_path / "numbers").mkdir()
    suite = conformance.Suite("numbers", "proofroom.numbers.suite", lambda _module, _data: outcome)
    monkeypatch.setattr(conformance, "SUITES", (suite,))
    monkeypatch.setattr(conformance, "find", lambda _name: SimpleNamespace())


def test_a_suite_that_passes_ends_with_0(conformance, monkeypatch, tmp_path, capsys):
    add_suite(conformance, monkeypatch, tmp_path, conformance.Outcome(3, 3, []))
    assert conformance.main(tmp_path) == 0
    assert "3/3" in capsys.readouterr().out


def test_a_failing_case_is_shown_and_ends_with_1(conformance, monkeypatch, tmp_path, capsys):
    add_suite(conformance, monkeypatch, tmp_path, conformance.Outcome(2, 3, ["case-7: 1 is not 2"]))
    assert conformance.main(tmp_path) == 1
    assert "2/3" in (shown := capsys.readouterr().out)
    assert "case-7: 1 is not 2" in shown


def test_a_named_exception_does_not_fail_but_is_shown(conformance, monkeypatch, tmp_path, capsys):
    add_suite(conformance, monkeypatch, tmp_path, conformance.Outcome(2, 3, ["case-7: 1 is not 2"]))
    monkeypatch.setattr(conformance, "EXCEPTIONS", {"numbers": {"case-7": "the original is wrong"}})
    assert conformance.main(tmp_path) == 0
    assert "the original is wrong: case-7" in capsys.readouterr().out


def test_an_empty_suite_is_not_a_success(conformance, monkeypatch, tmp_path):
    add_suite(conformance, monkeypatch, tmp_path, conformance.Outcome(0, 0, []))
    assert conformance.main(tmp_path) == 1


def test_a_room_that_is_not_built_does_not_count(conformance, monkeypatch, tmp_path, capsys):
    (tmp_path / "numbers").mkdir()
    suite = conformance.Suite("numbers", "proofroom.numbers.suite", lambda _module, _data: None)
    monkeypatch.setattr(conformance, "SUITES", (suite,))
    assert conformance.main(tmp_path) == 2
    assert "not built" in capsys.readouterr().out


def test_a_missing_library_is_not_mistaken_for_a_room_that_is_not_built(conformance, monkeypatch):
    def fail(_name):
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr(conformance, "import_module", fail)
    with pytest.raises(ModuleNotFoundError):
        conformance.find("proofroom.numbers.suite")


def test_a_folder_that_is_not_there_ends_with_2(conformance, tmp_path):
    assert conformance.main(tmp_path / "nowhere") == 2


@pytest.mark.parametrize(
    ("rule", "answer", "told"),
    [
        ("scan", lambda text, **_: SimpleNamespace(is_flagged=True, families=()), "b1 (benign)"),
        (
            "scan",
            lambda text, **_: SimpleNamespace(is_flagged=True, families=()),
            "ordinary request flagged:",
        ),
        ("find", lambda text: [], "email: a@b.co"),
        ("mask", lambda text: "***", "harmless: 127.0.0.1"),
    ],
)
def test_missed_figures_of_safety_end_with_1(conformance, monkeypatch, tmp_path, capsys, rule, answer, told):
    suite = importlib.import_module("tests.conformance.safety")
    (tmp_path / "safety").mkdir()
    (tmp_path / "safety/rows.jsonl").write_text(
        '{"id": "b1", "label": "benign", "text": "hello", "lang": "en"}\n'
    )
    monkeypatch.setattr(
        conformance, "SUITES", (conformance.Suite("safety", suite.__name__, conformance.run_safety),)
    )
    assert conformance.main(tmp_path) == 0
    shown = capsys.readouterr().out
    for figure in (
        "language en",
        "benign flagged 0/1",
        "content team flagged 0/",
        "personal data iban",
        "looks personal",
    ):
        assert figure in shown
    monkeypatch.setattr(suite, rule, answer)
    assert conformance.main(tmp_path) == 1
    assert told in capsys.readouterr().out
