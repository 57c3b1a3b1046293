"""The map of modules in docs/modules.md is complete."""

from tools.module_map import DOCUMENT, modules, summary, written


def test_every_module_is_on_the_map():
    assert DOCUMENT.read_text("utf-8") == written(), "run `make map`"


def test_every_module_says_what_it_does():
    assert [str(path) for path in modules() if summary(path) == "(no docstring)"] == []
