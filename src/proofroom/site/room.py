"""What the site brings to the house."""

from typing import TYPE_CHECKING

from proofroom.content.brain import Brain
from proofroom.content.contents import Contents
from proofroom.content.origins import Origins
from proofroom.house import House, Room, SystemAgent
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.strings import prompts, say
from proofroom.kernel.tool import ToolSpec
from proofroom.media import Library
from proofroom.runtime.addressed import NAMED, PLAIN, Addressed, by_words
from proofroom.runtime.types import Limits
from proofroom.site.destinations import excerpt_of_page, find_pages
from proofroom.site.format import SiteFormat
from proofroom.site.publish.flow import PUBLISH, publish_flow
from proofroom.site.publish.publisher import Publisher
from proofroom.site.sections import site_sections
from proofroom.site.sites import Sites
from proofroom.site.tools.bench import SiteBench

if TYPE_CHECKING:
    from proofroom.providers.offline import Playbook

DESIGNER = SystemAgent(
    slug="designer",
    name="Designer",
    description="Builds and changes the pages of a site: structure, styles, design tokens, templates.",
    icon="layout",
    prompt=prompts()["agent.designer"],
    scope="site",
    tool_groups=("site", "media"),
    suggestions=(say("site.suggest.landing"), say("site.suggest.colour"), say("site.suggest.questions")),
    # Builds a page in many small calls; what it read of a page is old as soon as it changed it.
    limits=Limits(max_rounds=40, result_cap=32_000, elide_heavy=True),
)

_OF_PAGES = late_pattern(
    r"\b(?:(?:home|landing|web)[ -]?)?(?:page|site)s?\b|\b(?:fonts?|colou?rs?|backgrounds?|layout)\b"
    r"|\b(?:section|headline|hero|header|footer|navbar|button|banner)s?\b"
    r"|\b(?:(?:ana)?sayfa|site(?!m)|bolum|dugme|buton|altbilgi|ustbilgi|yazi tip|arka plan|renk)\w*"
)
"""What only pages have, in English and Turkish, as `fold` writes it."""


def room(house: House) -> Room:
    """Return sites: documents in Git, their tools and what they publish."""
    sites = Sites(house.repositories)
    bench = SiteBench(sites, house.get(Contents), house.get(Origins))
    publisher = Publisher(sites, house.get(Brain), house.get(Library), house.settings, house.clock)

    def tools() -> list[ToolSpec]:
        from proofroom.site.snapshot import with_browser
        from proofroom.site.tools.edits import edit_tool, undo_tool
        from proofroom.site.tools.fonts import with_fonts

        return [
            *with_browser(
                with_fonts(bench.specs(), bench, house.transport, house.settings.fonts_url),
                bench,
                publisher,
                house.access.projects.find,
                house.settings.chromium,
            ),
            edit_tool(bench),
            undo_tool(bench),
        ]

    return Room(
        name="site",
        offers=(sites, bench, publisher),
        tools=tools,
        sections=site_sections(sites),
        playbook=_playbook,
        addressed=[Addressed("site", by_words(_OF_PAGES, one=NAMED, several=PLAIN))],
        system_agents=[DESIGNER],
        formats=[SiteFormat()],
        search=[find_pages(sites)],
        excerpt=excerpt_of_page(sites, house.get(Origins)),
        flows={PUBLISH: publish_flow(publisher, house.access.projects.find)},
    )


def _playbook() -> "Playbook":
    from proofroom.site.playbook import site_playbook

    return site_playbook()
