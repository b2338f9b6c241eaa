"""What the site brings to the house."""

from proofroom.content.brain import Brain
from proofroom.house import House, Room
from proofroom.media import Library
from proofroom.site.format import SiteFormat
from proofroom.site.publish.flow import PUBLISH, publish_flow
from proofroom.site.publish.publisher import Publisher
from proofroom.site.sites import Sites


def room(house: House) -> Room:
    """Return sites: documents in Git, their tools and what they publish."""
    sites = Sites(house.repositories)
    publisher = Publisher(sites, house.get(Brain), house.get(Library), house.settings, house.clock)
    return Room(
        name="site",
        offers=(sites, publisher),
        formats=[SiteFormat()],
        flows={PUBLISH: publish_flow(publisher, house.access.projects.find)},
    )
