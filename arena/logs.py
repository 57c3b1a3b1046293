"""Logs: one line per event, for people or as JSON. Never passwords, tokens or seeds."""

import json
import logging
import sys
import time
from datetime import UTC, datetime

from arena.settings import Settings

IDS = ("match", "bot", "season", "request")
"""What a line is about, as texts: some parts know ids as numbers, others only as texts."""


class JsonLines(logging.Formatter):
    """One JSON object per line; what is given as `extra={"match": 7}` becomes a field."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self._part = part

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "part": self._part,
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: str(getattr(record, name)) for name in IDS if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def configure(settings: Settings, part: str) -> None:
    """Log to stderr as the settings say."""
    handler = logging.StreamHandler(sys.stderr)
    if settings.log_json:
        handler.setFormatter(JsonLines(part))
    else:
        plain = logging.Formatter(f"%(asctime)s {part} %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        plain.converter = time.gmtime
        handler.setFormatter(plain)
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
