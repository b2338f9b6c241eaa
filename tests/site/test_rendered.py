"""What a proposal changes is found on pages, and outlined there."""

from proofroom.demo.site import fieldnotes
from proofroom.site.publish.address import Address
from proofroom.site.publish.build import Inputs, SiteBuilder
from proofroom.site.publish.catalogue import Catalogue
from proofroom.site.publish.rendered import Changed, pages_with


def test_changes_are_shown_on_the_first_page_that_has_them() -> None:
    site = fieldnotes()
    builder = SiteBuilder(
        Inputs(site, Catalogue(("en",), {}), Address("http://s"), is_preview=True, uids=True)
    )
    title = next(rule.id for rule in site.rules.values() if rule.name == "lead-title")
    word = next(node.id for node in site.components[0].nodes.values())
    front = next(node.id for node in site.pages[0].nodes.values() if node.props.get("tag") == "h1")
    changes = [
        Changed("1", "rule", title, ""),
        Changed("2", "node", front, "front"),
        Changed("3", "node", word, "bar"),
        Changed("4", "node", '"]{}', "front"),
    ]
    first, second = pages_with(builder, changes)
    assert (first.title, first.path) == ("Fieldnotes", "/")
    assert first.marks == (("1", ".lead-title"), ("2", f'[uid="{front}"]'))
    assert (second.title, second.path) == ("Site bar", "/topics")
    made = builder.file("")
    assert made is not None
    assert isinstance(made[0], bytes)
    assert f'uid="{front}"'.encode() in made[0]
