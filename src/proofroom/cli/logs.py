"""Log lines on standard error and in a file: readable or JSON, without secrets and with their trace."""

import logging
import sys
from logging.handlers import TimedRotatingFileHandler
from typing import Any

import orjson

from proofroom.kernel.settings import Settings
from proofroom.kernel.trace import current_trace
from proofroom.safety.redaction import REDACTED, is_sensitive, redact, redact_text


class _Readable(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s  %(message)s", "%H:%M:%S")

    def format(self, record: logging.LogRecord) -> str:
        first, end, rest = super().format(record).partition("\n")
        words = [
            f"{name}={REDACTED if is_sensitive(name) else value}" for name, value in _fields(record).items()
        ]
        if trace := current_trace.get():
            words.append(f"trace={trace}")
        return redact_text(" ".join([first, *words]) + end + rest)


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact_text(record.getMessage()),
            **redact(_fields(record)),
        }
        if trace := current_trace.get():
            line["traceId"] = trace
        if record.exc_info:
            line["exception"] = redact_text(self.formatException(record.exc_info))
        return orjson.dumps(line, option=orjson.OPT_NON_STR_KEYS, default=str).decode()


def for_a_terminal(settings: Settings) -> Settings:
    """Return settings under which a person at a terminal finds the log in a file, unless they chose.

    A line per request and step would push the link to sign up out of sight.
    """
    if not sys.stderr.isatty() or settings.model_fields_set & {"log_level", "log_file"}:
        return settings
    return settings.model_copy(update={"log_file": settings.data / "logs" / "studio.log"})


def set_up_logs(settings: Settings, *, is_quiet: bool = False, shows_warnings_only: bool = False) -> None:
    """Send logs to standard error, and to a file if the settings name one, at the level they name.

    A command is quiet: it shows warnings, and leaves the file to the studio, which turns it over at midnight.
    A studio that `shows_warnings_only` writes the rest to the file alone.
    """
    shown = logging.StreamHandler(sys.stderr)
    handlers: list[logging.Handler] = [shown]
    if shows_warnings_only:
        shown.setLevel(logging.WARNING)
    level = "WARNING" if is_quiet else settings.log_level.upper()
    if settings.log_file is not None and not is_quiet:
        settings.log_file.parent.mkdir(parents=True, exist_ok=True)
        handlers.append(
            TimedRotatingFileHandler(
                settings.log_file, when="midnight", utc=True, backupCount=settings.log_retention_days
            )
        )
    for handler in handlers:
        handler.setFormatter(_Json() if settings.log_format == "json" else _Readable())
    logging.basicConfig(level=level, handlers=handlers, force=True)
    for noisy in ("uvicorn.error", "alembic", "aiosqlite", "mcp"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, logging.getLogger().level))


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    return getattr(record, "fields", None) or {}
