"""What the offline model can do with a site: pages from a sentence, and the usual changes.

Sections, drawings, colours and texts are files (`sections`, `art`, `looks.toml`, `trades.toml`,
`words.toml`); which of them a page gets follows from its sentence alone. It must not know documents or Git:
tools are all it has, as any model.
"""

from proofroom.providers.offline import Playbook, read_playbook
from proofroom.site.playbook.build import build_page

__all__ = ["site_playbook"]


def site_playbook() -> Playbook:
    """Return the room's skills."""
    return read_playbook("site", "proofroom.site.playbook", {"build_page": build_page})
