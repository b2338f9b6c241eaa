"""The HTTP door: thin routers over the rooms, one error shape, streams, and the web app's files.

A router reads a request, asks a room, and shapes the answer; it decides nothing. The web framework is
imported here and nowhere else.
"""

from proofroom.kernel.loading import loading as _loading
from proofroom.kernel.models import models_later as _models_later

with _loading(), _models_later():
    from proofroom.api.app import create_app, describe_api
    from proofroom.api.serve import Server

__all__ = ["Server", "create_app", "describe_api"]
