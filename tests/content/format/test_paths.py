"""Where files are, for every kind and way of naming languages."""

import pytest

from proofroom.content.format import paths
from proofroom.content.format.model import model_from
from proofroom.content.format.types import Config
from tests.content.samples import model

CONFIG = Config(default_locale="en", locales=("en", "tr"))
DEFAULT = ".contentrain/content/d/m"
JSON = {
    (False, None): "data.json",
    (False, "suffix"): "data.json",
    (False, "none"): "data.json",
    (True, None): "tr.json",
    (True, "file"): "tr.json",
    (True, "suffix"): "m.tr.json",
    (True, "directory"): "tr/m.json",
    (True, "none"): "m.json",
}
MARKDOWN = {
    (False, None): "hello.md",
    (False, "directory"): "hello.md",
    (True, None): "hello/tr.md",
    (True, "file"): "hello/tr.md",
    (True, "suffix"): "hello.tr.md",
    (True, "directory"): "tr/hello.md",
    (True, "none"): "hello.md",
}


@pytest.mark.parametrize("folder", [None, "src/content"])
@pytest.mark.parametrize(("choice", "expected"), JSON.items())
@pytest.mark.parametrize("kind", ["singleton", "collection", "dictionary"])
def test_json_files(kind, choice, expected, folder):
    i18n, strategy = choice
    made = model_from(model("m", kind, i18n=i18n, locale_strategy=strategy, content_path=folder))
    assert paths.content_path(made, "tr") == f"{folder or DEFAULT}/{expected}"
    assert paths.meta_path(made, "tr", CONFIG) == f".contentrain/meta/m/{'tr' if i18n else 'en'}.json"


@pytest.mark.parametrize("folder", [None, "docs"])
@pytest.mark.parametrize(("choice", "expected"), MARKDOWN.items())
def test_documents_and_back(choice, expected, folder):
    i18n, strategy = choice
    made = model_from(model("m", "document", i18n=i18n, locale_strategy=strategy, content_path=folder))
    path = paths.document_path(made, "hello", "tr")
    assert path == f"{folder or DEFAULT}/{expected}"
    has_locale = i18n and strategy != "none"
    assert paths.slug_of(made, path) == ("hello", "tr" if has_locale else None)
    meta = paths.meta_path(made, "tr", CONFIG, "hello")
    assert meta == f".contentrain/meta/m/hello/{'tr' if i18n else 'en'}.json"


@pytest.mark.parametrize("strategy", ["file", "suffix", "directory", "none"])
def test_other_files_are_no_documents(strategy):
    made = model_from(model("m", "document", locale_strategy=strategy))
    for name in ("readme.txt", "a/b/c.md", "x.json"):
        assert paths.slug_of(made, f"{DEFAULT}/{name}") is None
    assert paths.slug_of(made, "elsewhere/hello.md") is None


@pytest.mark.parametrize(
    "path",
    [
        *("../x", "a/../b", "/abs", "a//b", "a\\b", "", " ", ".git", ".GIT/hooks", "sub/.git/x", ".github/w"),
        *("node_modules/x", ".env", ".ci", ".contentrain/models", ".contentrain/config.json", "C:/x", "./a"),
        *(".contentrain/meta", ".proofroom/site", "a\nb"),
    ],
)
def test_unsafe_content_paths_are_named(path):
    assert paths.unsafe_content_path(path)


@pytest.mark.parametrize(
    "path", ["src/content", "content/blog", ".contentrain/content/d/x", "gitting", "envs"]
)
def test_ordinary_content_paths_may_be_used(path):
    assert paths.unsafe_content_path(path) is None


@pytest.mark.parametrize(("root", "normal"), [("", ""), ("/", ""), ("/apps/web/", "apps/web"), ("a", "a")])
def test_a_content_root_stands_in_front(root, normal):
    assert paths.normal_root(root) == normal
    assert paths.rooted(normal, "x").lstrip("/") == f"{normal}/x".lstrip("/")
