"""Looks at everything that can keep a studio from working, and says what to do about each finding.

It works without an open studio, because that is when it is needed most. It changes nothing.
"""

from proofroom.doctor.examine import examine

__all__ = ["examine"]
