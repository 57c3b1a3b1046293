"""The printed tables: whole, true to their counts, and refused by name when wrong."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from engine import InvalidTable
from engine.core.positions import Reader
from engine.iki.cards import price
from engine.iki.data import read, tables

FILES = ("numbers.toml", "board.toml", "tokens.toml", "artisans.toml")


def raw() -> dict[str, dict[str, Any]]:
    folder = files("engine.iki.data")
    return {name: tomllib.loads(folder.joinpath(name).read_text("utf-8")) for name in FILES}


def load(data: dict[str, dict[str, Any]]):
    return read(*(Reader(data[name], name) for name in FILES))


def test_the_tables_load_as_they_are():
    assert load(raw()) == tables()
    assert len({card.id for card in tables().artisans}) == 64
    assert all(card.provenance for card in tables().artisans)


def test_every_income_matches_the_kind_of_card():
    for card in tables().artisans:
        assert bool(card.ability) != bool(card.income), card.id
        assert len(card.income) in {0, 3}


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("artisans.toml.artisan[3].cost", lambda d: d["artisans.toml"]["artisan"][3].update(cost="2")),
        ("artisans.toml.artisan[3].colour", lambda d: d["artisans.toml"]["artisan"][3].update(colour=1)),
        ("artisans.toml.artisan[3].skill.kind", lambda d: d["artisans.toml"]["artisan"][3]["skill"].update(kind="x")),
        ("artisans.toml.artisan[3].skill.pay", lambda d: d["artisans.toml"]["artisan"][3]["skill"].pop("pay")),
        (
            "artisans.toml.artisan[1].income[0].gold",
            lambda d: d["artisans.toml"]["artisan"][1]["income"][0].update(gold=1),
        ),
        ("salt_peddler is there twice", lambda d: d["artisans.toml"]["artisan"][1].update(id="salt_peddler")),
        ("artisans_base: expected the 55", lambda d: d["artisans.toml"]["artisan"].pop(0)),
        ("artisan[0].src.rest", lambda d: d["artisans.toml"]["artisan"][0]["src"].update(rest="hearsay")),
        ("board.toml.space[0].stall", lambda d: d["board.toml"]["space"][0].update(stall="inn")),
        ("board.toml.group[0].rooms", lambda d: d["board.toml"]["group"][0]["rooms"].pop()),
        (
            "board.toml.stall[0].actions[0].pay.gold",
            lambda d: d["board.toml"]["stall"][0]["actions"][0]["pay"].update(gold=1),
        ),
        ("tokens.toml.building[0].per", lambda d: d["tokens.toml"]["building"][0].update(per="cat")),
        ("tokens.toml.pipe[0].cost", lambda d: d["tokens.toml"]["pipe"][0].pop("cost")),
        ("numbers.toml.economy.tax", lambda d: d["numbers.toml"]["economy"].update(tax=1)),
        ("numbers.toml.economy.patron_iki", lambda d: d["numbers.toml"]["economy"].pop("patron_iki")),
        ("numbers.toml.scoring.types", lambda d: d["numbers.toml"]["scoring"]["types"].pop()),
        ("numbers.toml.ikizama.reach", lambda d: d["numbers.toml"]["ikizama"]["reach"].update(x=3)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_entry_is_named(said, change):
    data = raw()
    change(data)
    with pytest.raises(InvalidTable) as caught:
        load(data)
    assert said in str(caught.value)


def test_a_price_in_two_goods_is_refused():
    with pytest.raises(InvalidTable, match="inn"):
        price((("mon", 1), ("rice", 1)), "inn")
