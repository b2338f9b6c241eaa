"""Whoever talks to the studio in `bench/turn.py`, in a process of its own: its work is not the studio's.

Reads where to speak, then one line for each turn; answers each with a line once the turn's stream has ended.
"""

import http.client
import json
import sys
from typing import Any
from urllib.parse import urlparse


def main() -> None:
    """Hold one turn for every line."""
    place: dict[str, Any] = json.loads(sys.stdin.readline())
    studio = http.client.HTTPConnection(urlparse(str(place["url"])).netloc)
    for line in sys.stdin:
        body = json.dumps({"conversationId": line.strip(), "message": "What time is it?"})
        studio.request("POST", "/api/ai/chat/workspace", body, place["headers"])
        answer = studio.getresponse()
        heard = answer.read()
        print("done" if answer.status == 200 and b'"done"' in heard else repr(heard), flush=True)


if __name__ == "__main__":
    main()
