"""Component tables: counts, and errors that name the entry."""

import tomllib
from importlib.resources import files

import pytest

from engine import InvalidTable
from engine.core.positions import Reader
from engine.core.tables import PROVENANCES
from engine.zaibatsu import data
from engine.zaibatsu.grammar import effect_of, effects_of_tile

TEXT = {
    name: files("engine.zaibatsu.data").joinpath(name).read_text("utf-8")
    for name in ("board.toml", "tokens.toml", "factories.toml")
}


@pytest.mark.parametrize("name", TEXT)
def test_every_table_names_its_source(name):
    def entries(value, path):
        if isinstance(value, dict):
            if "source" in value:
                yield path, value["source"]
            for key, inner in value.items():
                yield from entries(inner, f"{path}.{key}")
        elif isinstance(value, list):
            for number, inner in enumerate(value):
                if isinstance(inner, dict) and "values" not in inner:
                    assert "source" in inner, f"{path}[{number}]"
                yield from entries(inner, f"{path}[{number}]")

    found = list(entries(tomllib.loads(TEXT[name]), name))
    assert len(found) > 20
    assert {source for _, source in found} <= set(PROVENANCES)


def test_counts_of_the_rulebook():
    assert len(data.SIDES) == 62
    assert len(data.TOKENS.start_a) == len(data.TOKENS.start_b) == len(data.TOKENS.contracts) == 8
    assert len(data.TOKENS.objectives) == len(data.TOKENS.automa_tokens) == len(data.BOARD.demand) == 9
    assert sum(len(row) for row in data.TOKENS.automa_rows) == 10
    assert all(len(set(goods)) == 4 for goods in data.BOARD.demand)


@pytest.mark.parametrize(
    ("name", "old", "new", "named"),
    [
        ("board.toml", "market_limit = 2", "market_limit = 5", "seats[0].market_limit"),
        ("board.toml", 'bonus = "silk 2"', 'bonus = "sake 2"', "regions[0].bonus"),
        ("board.toml", "cells = 6", "", "workers.cells"),
        ("board.toml", 'colour = "red"', 'colour = "pink"', "colour"),
        ("tokens.toml", 'arrow = "left"', 'arrow = "up"', "automa_tokens[5].arrow"),
        ("tokens.toml", '"money 12"', '"sake 12"', "start_b[0].gain"),
        ("factories.toml", 'timing = "immediate"', 'timing = "soon"', "sides[0].timing"),
        ("factories.toml", 'side = "B"', 'side = "A"', "sides"),
    ],
)
def test_a_wrong_entry_fails_at_load_and_is_named(name, old, new, named, monkeypatch):
    assert old in TEXT[name]
    spoilt = {**TEXT, name: TEXT[name].replace(old, new, 1)}
    monkeypatch.setattr(data.tables, "load", lambda _, table: Reader(tomllib.loads(spoilt[table]), table))
    with pytest.raises(InvalidTable) as caught:
        data.load()
    assert named in str(caught.value)


@pytest.mark.parametrize(
    "token",
    [
        "sake:3",
        "gain:sake:3",
        "gain:silk",
        "track:rnd:x",
        "build:castle",
        "influence:2",
        "service:pink",
        "build:train:sideways",
    ],
)
def test_an_effect_that_does_not_exist_is_refused(token):
    with pytest.raises(InvalidTable, match="effect"):
        effect_of(token)


def test_a_may_without_a_price_is_refused():
    with pytest.raises(InvalidTable, match="may"):
        effects_of_tile(("build:ship", "may:build:ship"), 0)


def test_the_tables_are_read_through_the_reader():
    with pytest.raises(Exception, match="goods"):
        data.Board(Reader({}, "board.toml"))
