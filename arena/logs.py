"""Logs: one line per event, for people or as JSON. Never passwords, tokens or seeds."""

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import Any

from arena.settings import Settings
from arena.text import visible

IDS = ("match", "bot", "season", "request")
"""What a line is about, always as text: ids are numbers in some modules and text in others."""


LONGEST_LINE = 4000
"""Characters of a message; the rest is cut."""


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
            "message": visible(record.getMessage(), LONGEST_LINE),
        }
        line |= {name: str(getattr(record, name)) for name in IDS if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class PlainLines(logging.Formatter):
    """One line for people: what came from outside cannot break it in two or move the reader's cursor."""

    converter = staticmethod(time.gmtime)

    def __init__(self, part: str) -> None:
        super().__init__(f"%(asctime)s {part} %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%SZ")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        """The line, without a traceback."""
        return visible(super().formatMessage(record), LONGEST_LINE)

    def formatException(self, ei: Any) -> str:  # noqa: N802 (logging's name)
        """A traceback keeps its lines; what values hold beside line breaks is written out."""
        return "\n".join(f"  {visible(line)}" for line in super().formatException(ei).splitlines())


CELERY = {"celery.worker.strategy", "celery.app.trace", "celery.beat"}
ROUTINE = ("workers.tasks.tick", "workers.tasks.sweep")


def is_worth_a_line(record: logging.LogRecord) -> bool:
    """False for ticks that are sent, begin and end, which happens every second."""
    is_routine = record.levelno == logging.INFO and record.name in CELERY
    return not (is_routine and any(task in record.getMessage() for task in ROUTINE))


def configure(settings: Settings, part: str) -> None:
    """Log to stderr as the settings say."""
    handler = logging.StreamHandler(sys.stderr)
    if settings.log_level != "DEBUG":
        handler.addFilter(is_worth_a_line)
    if settings.log_json:
        handler.setFormatter(JsonLines(part))
    else:
        handler.setFormatter(PlainLines(part))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
