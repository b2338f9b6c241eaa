"""Builds the studio from its settings: the only room that knows all others.

It puts parts together and decides nothing: `open.py` builds, `ports.py` fills what the loop needs,
`studio.py` is what doors hold in their hands.
"""

from proofroom.wiring.health import check_stored_connections
from proofroom.wiring.offline import offline_driver
from proofroom.wiring.open import open_studio
from proofroom.wiring.studio import Studio

__all__ = ["Studio", "check_stored_connections", "offline_driver", "open_studio"]
