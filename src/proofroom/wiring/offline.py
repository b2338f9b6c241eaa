"""The built-in model with what every room has taught it."""

from proofroom.content.playbook import content_playbook
from proofroom.providers.offline import OfflineDriver
from proofroom.runtime.playbook import baseline_playbook


def offline_driver() -> OfflineDriver:
    """Return the offline model."""
    return OfflineDriver([baseline_playbook(), content_playbook()])
