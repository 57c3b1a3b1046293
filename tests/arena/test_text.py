"""Text from outside: cleaned where it may be changed, refused where it must be meant, written out in logs."""

import time
import unicodedata

import pytest

from arena.text import MOST_MARKS, allowed, cell, clean_line, clean_text, fault, visible, whole_number
from tests.hostile import STRINGS


@pytest.mark.parametrize("text", STRINGS.values(), ids=STRINGS)
def test_what_is_cleaned_can_be_shown_stored_and_put_into_a_feed(text):
    line, block = clean_line(text, 40), clean_text(text, 200)
    assert len(line) <= 40
    assert len(block) <= 200
    assert all(allowed(one) for one in line)
    assert "\n" not in line
    assert all(allowed(one) or one in "\n\t" for one in block)
    assert fault(line, 40) is None
    assert fault(block, 200, lines=True) is None
    assert clean_line(line, 40) == line, "cleaning twice changes nothing"
    assert clean_text(block, 200) == block
    line.encode()


@pytest.mark.parametrize("text", STRINGS.values(), ids=STRINGS)
def test_what_is_logged_stays_on_its_line_and_moves_no_cursor(text):
    shown = visible(text, 100)
    assert all(allowed(one) for one in shown)
    shown.encode()


def test_ordinary_words_of_many_languages_stay_as_they_are():
    for text in ("Großmeister 3.1", "将棋ロボット", "نرم‌افزار", "हिन्दी", "👨‍👩‍👧 v2", "naïve-bot", "Việt"):
        assert clean_line(text, 40) == text
        assert fault(text, 40) is None


def test_a_line_has_one_line_and_a_text_keeps_its_own():
    assert clean_line("  one\r\n two\tthree\u2028four ", 40) == "one two three four"
    assert clean_text("one\r\ntwo\rthree\tfour\x00", 40) == "one\ntwo\nthree\tfour"


def test_the_reason_names_the_character():
    assert fault("a\x1b[2J", 40) == "holds a character that cannot be shown (U+001B)"
    assert fault("a" * 41, 40) == "is too long: 40 characters at most"
    assert fault("a" + "\u0336" * (MOST_MARKS + 1), 40) == f"has more than {MOST_MARKS} marks on one letter"


def test_a_log_line_loses_nothing():
    assert visible("/a\n2026 ERROR\x1b[2J\u202e") == "/a\\n2026 ERROR\\x1b[2J\\u202e"


def test_numbers_are_ascii_digits_within_bounds():
    assert [whole_number(text, 1, 100) for text in ("1", "100", "042"[1:])] == [1, 100, 42]
    for text in ("", "-", "²", "٣", "１", "1_0", " 1", "+1", "1.0", "101", "0", "9" * 5000):
        assert whole_number(text, 1, 100) is None
    assert whole_number("-7", -10, 10) == -7


def test_a_megabyte_costs_no_more_than_what_is_kept_of_it():
    began = time.process_time()
    for _ in range(100):
        clean_line("\u0300" * (1 << 20), 40)
    assert time.process_time() - began < 1
    assert unicodedata.is_normalized("NFC", clean_line("e\u0301" * 10, 40))


def test_a_spreadsheet_computes_no_cell():
    for text in ("=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "\n=1", "  =1", "\uff1d1", "\u00a0@x"):
        assert cell(text) == f"'{text}"
    for text in ("", "shinobi", "a=b", "1-2", "\u00b2", "' quoted"):
        assert cell(text) == text
