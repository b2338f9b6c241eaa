"""Names that could be of the same thing."""

import pytest

from proofroom.entities.near import near_groups


@pytest.mark.parametrize(
    ("one", "other", "is_near"),
    [
        ("Waterways Department", "waterways department", True),
        ("Çelik Gıda A.Ş.", "Celik Gida", True),
        ("Acme Paper Ltd.", "The Acme Paper Company", True),
        ("Halil Demir", "Demir, Halil", True),
        ("Market Traders Association", "Market Tradrs Association", True),
        ("Lindqvist Institute", "Lindqvist Institut", True),
        ("Market Traders", "Market Trackers", False),
        ("Station 4", "Station 5", False),
        ("Anna", "Anne", False),
        ("North Hut", "South Hut", False),
    ],
)
def test_near_names_are_found_and_others_are_not(one: str, other: str, is_near: bool) -> None:
    found = near_groups([("1", "organisation", one), ("2", "organisation", other)])
    assert (found == [["1", "2"]]) is is_near, found


def test_things_of_other_kinds_stay_apart_and_chains_are_one_group() -> None:
    named = [("1", "place", "Kavak tunnel"), ("2", "event", "Kavak tunnel"), ("3", "place", "Kavak tunel")]
    assert near_groups([*named, ("4", "place", "Tunel, Kavak")]) == [["1", "3", "4"]]
