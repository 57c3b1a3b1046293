"""docs/settings.md has every setting, as the code has it."""

from tools.settings_page import DOCUMENT, written


def test_the_table_is_as_the_code_has_it():
    assert DOCUMENT.read_text("utf-8") == written(), "run `make map`"
