"""A site in a repository: written, read back the same, and compared per node, rule and token."""

from typing import Any

from proofroom.site.document import new_site
from proofroom.site.document.dump import dump_site
from proofroom.site.document.types import Node, StyleRule
from proofroom.site.files import FOLDER, plan_site, read_site, site_files
from proofroom.site.format import OpenSite
from tests.conformance.site.document import load_site


class Memory:
    """Files of a tree, in memory."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def list(self, prefix: str = "") -> list[str]:
        return sorted(path for path in self.files if path.startswith(prefix))


def make_site() -> Any:
    site = new_site("Site", "seed", 5)
    page = site.pages[0]
    page.nodes["a"] = Node("a", "base.text", {"text": "Hi"}, parent_id=page.root_id, class_ids=["r"])
    page.nodes[page.root_id].children.append("a")
    site.rules["r"] = StyleRule("r", "x", "class", ".x", 0, {"zIndex": "1", "color": "red"}, created_at=5)
    site.settings["framework"] = {"colors": {"tokens": [{"id": "c", "slug": "ink", "order": 0}]}}
    site.rules["r"].updated_at = 5
    return site


def test_what_was_written_is_read_back_with_its_order() -> None:
    site = make_site()
    found = read_site(Memory(site_files(site)), "other", "other")
    assert dump_site(found) == dump_site(site)
    assert list(found.rules["r"].styles) == ["zIndex", "color"], "declarations keep their order"


def test_a_tree_without_a_site_reads_as_an_empty_homepage_that_is_the_same_each_time() -> None:
    one, other = (read_site(Memory({}), "Site", "project") for _ in range(2))
    assert dump_site(one) == dump_site(other)
    assert [(page.slug, len(page.nodes)) for page in one.pages] == [("index", 1)]


def test_a_change_of_one_page_writes_that_page_only_and_a_deleted_page_goes() -> None:
    site = make_site()
    tree = Memory(site_files(site))
    site.pages[0].nodes["a"].props["text"] = "Ho"
    plan = plan_site(tree, site)
    assert list(plan.writes) == [f"{FOLDER}pages/{site.pages[0].id}/nodes.json"]
    gone = site.pages[0].id
    site.pages.pop()
    assert plan_site(tree, site).deletes == tuple(
        f"{FOLDER}pages/{gone}/{name}.json" for name in ("nodes", "page")
    )


def test_every_file_has_a_place_of_its_own_kind() -> None:
    opened = OpenSite()
    kinds = {
        "pages/p/nodes.json": ("node", "records", "p", None),
        "pages/p/page.json": ("page", "object", "p", None),
        "components/c/nodes.json": ("node", "records", "c", None),
        "rules.json": ("rule", "records", None, None),
        "tokens.json": ("token", "object", None, None),
        "files/src/a.js": ("asset", "text", None, "src/a.js"),
    }
    for path, expected in kinds.items():
        place = opened.place(FOLDER + path)
        assert place is not None
        assert (place.type, place.shape, place.area, place.key) == expected
    assert opened.place("content/x.json") is None


def test_a_node_that_hangs_nowhere_or_twice_is_left_out() -> None:
    raw = dump_site(new_site("Site", "seed", 5))
    page = raw["pages"][0]
    root = page["rootNodeId"]
    page["nodes"] |= {
        key: {"id": key, "moduleId": "base.container", "children": children}
        for key, children in (("a", ["b", "a", root]), ("b", ["gone"]), ("orphan", []))
    }
    page["nodes"][root]["children"] = ["a", "a", "b"]
    nodes = load_site(raw).pages[0].nodes
    assert {key: node.children for key, node in nodes.items()} == {root: ["a"], "a": ["b"], "b": []}
    assert nodes["b"].parent_id == "a"
