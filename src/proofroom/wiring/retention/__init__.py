"""What the studio forgets, kind by kind, and when; what a dry run counts is what the real run removes.

It must not decide how long anything is kept: that is in the settings.
"""

from proofroom.wiring.retention.kinds import build_retention
from proofroom.wiring.retention.sweep import Retention

__all__ = ["Retention", "build_retention"]
