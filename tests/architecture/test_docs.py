"""Documentation cannot rot: generated pages are current, links lead somewhere, every page can be found."""

import importlib.util
import re
import sys

import pytest

from tests.architecture.house import DOCS, ROOT, texts

SCRIPT = ROOT / "scripts/reference.py"


def load_reference():
    """Return the script that writes the reference pages as a module."""
    spec = importlib.util.spec_from_file_location("reference_pages", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


REFERENCE = load_reference()


@pytest.mark.parametrize("name", REFERENCE.pages())
def test_a_generated_page_is_current(name):
    assert (DOCS / "reference" / name).read_text() == REFERENCE.pages()[name](), "run `make docs`"


def test_the_web_app_knows_the_current_api():
    assert (ROOT / "web/openapi.json").read_text() == REFERENCE.openapi_text(), "run `make docs`"


def test_the_web_app_knows_every_feature():
    for name, text in REFERENCE.lists_of_features().items():
        assert (ROOT / "web/src" / name).read_text() == text, "run `make docs`"


def pages() -> dict[str, str]:
    shown = ("docs/", "README.md", "CONTRIBUTING.md", "CHANGELOG.md")
    return {name: text for name, text in texts().items() if name.startswith(shown) and name.endswith(".md")}


def links(name: str, text: str) -> set[str]:
    """Return the files a page links to, as paths from the root."""
    found: set[str] = set()
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        path = target.partition("#")[0]
        if path and "://" not in path:
            full = (ROOT / name).parent.joinpath(path).resolve()
            found.add(full.relative_to(ROOT).as_posix())
    return found


@pytest.mark.parametrize("name", pages())
def test_links_lead_somewhere(name):
    assert [target for target in links(name, pages()[name]) if not (ROOT / target).exists()] == []


def test_every_page_can_be_reached_from_the_index():
    seen, waiting = set[str](), {"docs/README.md", "README.md"}
    while waiting:
        name = waiting.pop()
        seen.add(name)
        waiting |= {target for target in links(name, pages().get(name, "")) if target in pages()} - seen
    assert set(pages()) - seen == set()


def test_the_readme_begins_with_the_two_commands():
    blocks = re.findall(r"```(?:sh|bash|console)\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert [line.split("#")[0].strip() for line in blocks[0].strip().splitlines()] == ["make up", "make test"]


def test_every_make_target_is_explained():
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    explained = re.findall(r"^\| `make ([a-z]+)`", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE)
    assert sorted(targets) == sorted(explained)


def test_decisions_are_numbered_without_gaps_and_have_three_parts():
    names = sorted(path.name for path in (DOCS / "decisions").glob("*.md"))
    assert [name[:4] for name in names] == [f"{number:04}" for number in range(1, len(names) + 1)]
    for name in names:
        text = (DOCS / "decisions" / name).read_text()
        headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert headings == ["Context", "Decision", "Consequence"], name
        assert text.startswith(f"# {name[:4]} ")


def test_the_map_of_the_house_shows_every_room():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    layers = re.search(r"^layers =\n((?: .+\n)+)", (ROOT / ".importlinter").read_text(), re.MULTILINE)
    assert layers is not None
    rooms = set(re.findall(r"[a-z]+", layers.group(1)))
    shown = set(re.findall(r"^  ([a-z]+)(?:/|\.py)", text, re.MULTILINE))
    assert rooms == shown - {"ui"}
