"""What a change of a site breaks is told, and what it does not is not."""

from proofroom.demo.site import fieldnotes
from proofroom.site.checks import check_site
from proofroom.site.document import Node, new_site
from proofroom.site.document.types import Site, StyleRule


def site_with(*nodes: Node) -> Site:
    site = new_site("S", "seed")
    page = site.pages[0]
    for node in nodes:
        node.parent_id = page.root_id
        page.nodes[node.id] = node
        page.nodes[page.root_id].children.append(node.id)
    return site


def told(site: Site, *rules: str) -> list[str]:
    return [one.message.key for one in check_site(site, {site.pages[0].id}, rules)]


def test_links_pictures_and_texts_are_looked_at() -> None:
    site = site_with(
        Node("a", "base.link", {"href": "cms:page:gone"}),
        Node("b", "base.link", {"href": "/nowhere"}),
        Node("c", "base.link", {"href": "/"}),
        Node("d", "base.link", {"href": "{currentEntry.permalink}"}),
        Node("e", "base.image", {"src": "/img/gone.svg", "alt": "A map"}),
        Node("f", "base.image", {"src": "https://example.org/a.png"}),
        Node("g", "base.image", {"src": "media/original/a.webp", "htmlAttributes": {"role": "presentation"}}),
    )
    assert told(site) == ["site.check.link", "site.check.link", "site.check.image", "site.check.alt"]


def test_tokens_and_contrast_are_looked_at() -> None:
    site = site_with()
    site.rules["r"] = StyleRule(
        "r", "x", "class", ".x", 0, {"color": "#777", "background": "#888", "top": "var(--gone)"}
    )
    site.rules["s"] = StyleRule(
        "s", "y", "class", ".y", 1, {"--own": "1px", "left": "var(--own)", "right": "var(--no, 1px)"}
    )
    assert sorted(told(site, "r", "s")) == ["site.check.contrast", "site.check.token"]


def test_headings_that_leave_out_a_level_are_told() -> None:
    site = site_with(*(Node(tag, "base.text", {"tag": tag, "text": tag}) for tag in ("h1", "h2", "h4", "h3")))
    assert told(site) == ["site.check.heading"]
    again = site_with(*(Node(f"{at}", "base.text", {"tag": "h1", "text": "Twice"}) for at in range(2)))
    assert told(again) == ["site.check.second_h1"]


def test_a_page_in_one_language_is_looked_for_in_the_others() -> None:
    site = site_with(Node("a", "base.link", {"href": "/om"}), Node("b", "base.link", {"href": "/"}))
    site.settings["locales"] = ["en", "tr", "sv"]
    here = site.pages[0]
    here.extra |= {"locales": ["en"], "translation": "home"}
    other = new_site("S", "other").pages[0]
    other.id, other.slug, other.title = "om", "om", "Om oss"
    other.extra |= {"locales": ["sv"], "translation": "home"}
    site.pages.append(other)
    assert told(site) == ["site.check.language", "site.check.untranslated", "site.check.translation"]
    both = [one.message.key for one in check_site(site, {here.id, other.id}, ())]
    assert "site.check.translation" not in both, "they changed together"
    here.extra.pop("locales")
    assert told(site) == [], "it stands in every language"


def test_the_demos_site_breaks_nothing() -> None:
    site = fieldnotes()
    found = check_site(site, {tree.id for tree in (*site.pages, *site.components)}, set(site.rules))
    assert [(one.message, one.area) for one in found if one.message.key != "site.check.alt"] == []
