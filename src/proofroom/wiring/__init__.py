"""Builds the studio from its settings: the floors, then the rooms, each by its one function.

It puts parts together and decides nothing, and it knows no room but by its name in one list: `floors.py`
builds what rooms stand on, `rooms.py` takes them in, `studio.py` is what doors hold in their hands.
"""

from proofroom.kernel.loading import loading as _loading
from proofroom.kernel.models import models_later as _models_later

with _loading(), _models_later():
    from proofroom.wiring.health import check_stored_connections
    from proofroom.wiring.open import open_studio
    from proofroom.wiring.studio import Studio

__all__ = ["Studio", "check_stored_connections", "open_studio"]
