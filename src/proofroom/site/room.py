"""What the site brings to the house."""

from proofroom.house import House, Room
from proofroom.site.format import SiteFormat
from proofroom.site.sites import Sites


def room(house: House) -> Room:
    """Return sites: documents in Git, their tools and what they publish."""
    sites = Sites(house.repositories)
    return Room(name="site", offers=(sites,), formats=[SiteFormat()])
