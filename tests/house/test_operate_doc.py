"""docs/operate.md names what exists, and all of it: figures, settings, commands."""

import re
import shlex
from dataclasses import fields
from pathlib import Path

from prometheus_client.core import Metric

from arena.cli.parser import COMMANDS, parser
from arena.metrics import figures, status
from arena.settings import Settings

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "operate.md").read_text("utf-8")


def told_figures() -> set[str]:
    """The names of all metrics, as Prometheus shows them."""
    counted = {_shown(metric) for registry in figures.EVERY for metric in registry.collect()}
    counted = {name for name in counted if name.startswith("arena_")}
    source = Path(status.__file__).read_text("utf-8")
    return counted | set(re.findall(r'"(arena_[a-z_]+)"', source))


def _shown(metric: Metric) -> str:
    return f"{metric.name}_total" if metric.type == "counter" else metric.name


def test_every_figure_is_in_the_table_and_nothing_else():
    rows = set(re.findall(r"^\| `(arena_[a-z_]+)`", TEXT, re.MULTILINE))
    assert rows == told_figures()


def test_settings_that_are_named_exist():
    names = {f"ARENA_{one.name.upper()}" for one in fields(Settings)}
    known = {"ARENA_SETTINGS", "ARENA_TOKEN", "ARENA_ENDPOINT", "ARENA_BIND", "ARENA_VERSION"}
    for variable in re.findall(r"\bARENA_[A-Z_]+\b", TEXT):
        assert variable.removesuffix("_FILE") in names | known, variable


def test_commands_in_the_examples_can_be_parsed():
    tried = 0
    for line in re.findall(r"^(?:\S+=\S+ )*(arena .*?)(?:\s{2,}#.*| *\|.*)?$", TEXT, re.MULTILINE):
        words = shlex.split(line)[1:]
        if words[0] in {command.name for command in COMMANDS}:
            parser().parse_args(words)
            tried += 1
    assert tried >= 8
