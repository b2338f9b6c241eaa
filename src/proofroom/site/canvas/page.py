"""A previewed page inside the editor: its own scripts rest, ours tells what a person points at."""

import re
from functools import cache
from importlib import resources

_OWN_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy"[^>]*>')
_KEY = re.compile(r"[\w-]{16,64}\Z", re.ASCII)


def is_key(key: str) -> bool:
    """Tell whether a word can be what a frame and its editor know each other by."""
    return _KEY.match(key) is not None


def framed(html: bytes, key: str) -> bytes:
    """Return a page with the frame's script at its end; it speaks under the key, and only with its parent."""
    script = f'<script nonce="{key}" data-key="{key}">{_script()}</script></body>'.encode()
    before, found, after = _OWN_POLICY.sub(b"", html, count=1).rpartition(b"</body>")
    return before + script + after if found else html + script


def frame_policy(policy: str, key: str) -> str:
    """Return a page's policy in the editor: no script runs but the frame's own, and nothing leaves."""
    kept = [part.strip() for part in policy.split(";") if not part.strip().startswith("sandbox")]
    return "; ".join(["sandbox allow-scripts", *kept, f"script-src 'nonce-{key}'", "form-action 'none'"])


@cache
def _script() -> str:
    room = resources.files("proofroom.site")
    frame, layout = (room / "canvas" / "frame.js", room / "snapshot" / "layout.js")
    return f"(\n{frame.read_text('utf-8')})(\n{layout.read_text('utf-8')});"
