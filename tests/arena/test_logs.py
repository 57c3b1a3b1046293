"""Logs as lines of JSON, or for people."""

import json
import logging
import sys

import pytest

from arena.logs import LONGEST_LINE, JsonLines, PlainLines, configure
from arena.settings import Settings
from arena.text import allowed
from tests.hostile import STRINGS


def line_of(**extra: object) -> dict[str, object]:
    record = logging.getLogger("arena.test").makeRecord(
        "arena.test", logging.INFO, "file", 1, "match %s ended", (7,), None, extra=extra
    )
    return json.loads(JsonLines("gateway").format(record))


def test_a_line_names_part_match_and_bot():
    line = line_of(match=7, bot="12")
    assert line["message"] == "match 7 ended"
    assert (line["part"], line["level"], line["match"], line["bot"]) == ("gateway", "INFO", "7", "12")
    assert line["at"].endswith("+00:00")


def test_only_known_extras_are_written():
    assert "token" not in line_of(token="hush")


def plain_line(text: str) -> str:
    record = logging.getLogger("web").makeRecord("web", logging.INFO, "file", 1, "GET %s 404", (text,), None)
    return PlainLines("web").format(record)


@pytest.mark.parametrize("text", STRINGS.values(), ids=STRINGS)
def test_nothing_from_outside_makes_a_second_line_or_moves_the_cursor(text):
    line = plain_line(text)
    assert len(line.splitlines()) == 1
    assert all(allowed(letter) for letter in line)
    assert len(line) < 2 * LONGEST_LINE


def test_a_forged_line_is_seen_for_what_it_is():
    assert plain_line("/x\n2026-01-01T00:00:00Z web ERROR all is lost").endswith(
        "web INFO GET /x\\n2026-01-01T00:00:00Z web ERROR all is lost 404"
    )


def test_a_traceback_keeps_its_lines_but_no_terminal_codes():
    try:
        raise ValueError("\x1b[2J")
    except ValueError:
        wrong = sys.exc_info()
    record = logging.getLogger("web").makeRecord("web", logging.ERROR, "file", 1, "failed", (), wrong)
    lines = PlainLines("web").format(record).splitlines()
    assert lines[-1] == "  ValueError: \\x1b[2J"
    assert len(lines) > 2


@pytest.mark.parametrize(("level", "lines"), [("INFO", 1), ("DEBUG", 2)])
def test_a_tick_is_worth_a_line_at_debug_level_only(level, lines, capsys):
    root = logging.getLogger()
    before = root.level, list(root.handlers)
    try:
        configure(Settings(log_level=level), "worker-control")
        trace = logging.getLogger("celery.app.trace")
        trace.info("Task %(name)s succeeded in %(runtime)s s", {"name": "workers.tasks.tick", "runtime": 0.1})
        trace.info("Task %(name)s succeeded in %(runtime)s s", {"name": "workers.tasks.play_match", "runtime": 9})
        assert len(capsys.readouterr().err.splitlines()) == lines
        trace.error("Task %(name)s failed", {"name": "workers.tasks.tick"})
        assert "failed" in capsys.readouterr().err, "its errors are always told"
    finally:
        root.handlers[:] = before[1]
        root.setLevel(before[0])
