"""What is no address has no parts."""

import pytest

from proofroom.kernel.addresses import split_address


@pytest.mark.parametrize("odd", ["http://[", "https://[::1", "https://a\u2100b", "https://x:99999999/"])
def test_what_is_no_address_has_no_parts(odd: str) -> None:
    assert split_address(odd).geturl() == ""


def test_an_address_has_its_parts() -> None:
    parts = split_address("https://a.example:8080/b?c=d")
    assert (parts.scheme, parts.hostname, parts.port, parts.path) == ("https", "a.example", 8080, "/b")
