"""The component tables: complete, with provenance, and refused when wrong."""

import re
import tomllib
from importlib.resources import files

import pytest

from engine import InvalidTable
from engine.core.errors import InvalidPosition
from engine.core.positions import Reader
from engine.core.tables import refuse
from engine.nippon import data
from engine.nippon.data import tables


def test_the_pieces_are_complete():
    printed = tables()
    assert len(printed.factories) == 24
    assert sum(reward.count for reward in printed.rewards) == 24
    assert len(printed.contracts) == 8
    assert len(printed.achievements) == 9
    assert len(printed.cities) == 9
    assert len(printed.start.influence) == 10
    assert all(sorted(city) == [0, 1, 2, 3] for region in printed.regions for city in region.foreign)
    assert len({frozenset(city.goods) for city in printed.cities}) == 9


def test_every_record_says_where_it_comes_from():
    printed = tables()
    records = [
        *printed.factories,
        *printed.contracts,
        *printed.rewards,
        *printed.achievements,
        *printed.cities,
        *printed.regions,
        *printed.tracks.values(),
        *printed.rows.values(),
        *printed.players.values(),
    ]
    assert {record.origin.provenance for record in records} == {"rulebook", "found", "reconstructed"}


def raw(name):
    return tomllib.loads(files(data).joinpath(name).read_text("utf-8"))


def loaded(board, pieces):
    try:
        return data._tables(Reader(board, "board.toml"), Reader(pieces, "pieces.toml"))
    except InvalidPosition as wrong:
        raise refuse(wrong) from None


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("board.toml.goods.silk", 4),
        ("board.toml.workers.reward_by_workers", [0, 2]),
        ("board.toml.hiring.spaces", []),
        ("board.toml.clock.gold_from", 9),
        ("board.toml.tracks.coal.stars", [11]),
        ("board.toml.regions[1].bonus", "sake"),
        ("board.toml.regions[1].cities", [[1, 2, 3], [1, 2, 3, 4]]),
        ("board.toml.scoring.places", [[1]]),
        ("board.toml.levels.provenance", "hearsay"),
        ("pieces.toml.cities[3].goods", ["silk", "silk", "paper", "bento"]),
        ("pieces.toml.cities[3].id", 4),
        ("pieces.toml.contracts[4].goods", [1, 2]),
        ("pieces.toml.rewards[2].multiplier", 6),
        ("pieces.toml.achievements[0].name", "saints"),
        ("pieces.toml.factories[5].effects", ["gain:sake:2"]),
        ("pieces.toml.factories[5].effects", ["dance:2"]),
        ("pieces.toml.factories[5].effects", ["gain:yen:many"]),
        ("pieces.toml.factories[5].effects", ["train_cost:3"]),
        ("pieces.toml.factories[5].number", 3),
    ],
)
def test_a_wrong_entry_is_named(path, value):
    board, pieces = raw("board.toml"), raw("pieces.toml")
    inner = board if path.startswith("board") else pieces
    *steps, last = re.findall(r"[a-z_]+|\d+", path.split(".toml.")[1])
    for step in steps:
        inner = inner[int(step) if step.isdigit() else step]
    inner[last] = value
    with pytest.raises(InvalidTable, match="^" + re.escape(path)):
        loaded(board, pieces)


def test_an_unknown_entry_is_named():
    board, pieces = raw("board.toml"), raw("pieces.toml")
    pieces["factories"][0]["colour"] = "red"
    with pytest.raises(InvalidTable, match=r"factories\[0\]\.colour"):
        loaded(board, pieces)
