"""Log lines on standard error: readable or JSON, with secrets taken out."""

import logging
import sys

import orjson

from proofroom.kernel.settings import Settings
from proofroom.safety.redact import redact_text


class _Readable(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s  %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        return redact_text(super().format(record))


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact_text(record.getMessage()),
        }
        if record.exc_info:
            line["trace"] = redact_text(self.formatException(record.exc_info))
        return orjson.dumps(line).decode()


def set_up_logs(settings: Settings) -> None:
    """Send logs to standard error at the level the settings name."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if settings.log_format == "json" else _Readable())
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    for noisy in ("uvicorn.error", "alembic", "aiosqlite"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLogger().level))
