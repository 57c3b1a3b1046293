"""Logs as lines of JSON."""

import json
import logging

from arena.logs import JsonLines


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
