"""What a proposal changes is found on pages, and outlined there."""

from proofroom.demo.site import fieldnotes
from proofroom.site.publish.build import Address, Inputs, SiteBuilder
from proofroom.site.publish.catalogue import Catalogue
from proofroom.site.publish.rendered import Changed, marked, pages_with


def test_changes_are_shown_on_the_first_page_that_has_them() -> None:
    site = fieldnotes()
    builder = SiteBuilder(
        Inputs(site, Catalogue(("en",), {}), Address("http://s"), is_preview=True, uids=True)
    )
    title = next(rule.id for rule in site.rules.values() if rule.name == "lead-title")
    word = next(node.id for node in site.components[0].nodes.values())
    front = next(node.id for node in site.pages[0].nodes.values() if node.props.get("tag") == "h1")
    changes = [
        Changed(1, "rule", title, ""),
        Changed(2, "node", front, "front"),
        Changed(3, "node", word, "bar"),
    ]
    first, second = pages_with(builder, changes)
    assert (first.title, first.path, first.marks) == ("Fieldnotes", "/", (f"1:{title}", f"2:{front}"))
    assert (second.title, second.path) == ("Site bar", "/topics")
    page = marked(builder, b"<html><head></head>", [*first.marks, "x:1", '4:"]{}', "5:</style>"])
    assert page.count(b"outline:") == 2
    assert b".lead-title{outline:" in page
    assert b'"]{}' not in page
    made = builder.file("")
    assert made is not None
    assert isinstance(made[0], bytes)
    assert f'uid="{front}"'.encode() in made[0]
