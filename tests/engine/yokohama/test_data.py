"""The data files: what is printed, and what happens when an entry is wrong."""

import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine import InvalidTable
from engine.yokohama import data
from engine.yokohama.data.records import COUNTRIES, PROVENANCES

HERE = Path(data.__file__).parent


def test_the_counts_of_the_rulebook():
    tables = data.tables()
    assert len(tables.areas) == 18
    assert len(tables.orders) == 36
    assert sum(technology.copies for technology in tables.technologies) == 30
    assert len(tables.buildings) == 24
    assert len(tables.five_powers) - tables.independent_tokens == 20
    assert Counter(card.pile for card in tables.achievements) == {0: 4, 1: 4, 2: 4}
    assert sum(tables.agents) == 10
    assert all(len(card.shops) == 4 for card in tables.buildings)


def test_facts_printed_in_the_rulebooks():
    tables = data.tables()
    named = {technology.id: technology for technology in tables.technologies}
    assert named["tram"].value == 5
    assert tables.laboratory_surcharge[2] == 1
    assert [surcharge > 0 for surcharge in tables.laboratory_surcharge] == [False, False, True, True, True, True]
    assert (tables.church[2].price, tables.church[2].reward.vp, tables.church[2].reward.move) == (6, 5, 2)
    assert (tables.customs[1].price, tables.customs[1].reward.vp, tables.customs[1].reward.yen) == (1, 4, 2)
    assert any(card.trading_house.vp == 9 for card in tables.buildings)
    assert any(token.reward.imports == 1 for token in tables.five_powers)


def test_every_record_says_where_it_comes_from():
    tables = data.tables()
    for records in (
        *(tables.areas, tables.church, tables.customs, tables.orders, tables.technologies, tables.buildings),
        *(tables.five_powers, tables.achievements, tables.objective_rewards),
    ):
        for record in records:
            assert record.provenance
            assert set(record.provenance.values()) <= set(PROVENANCES)


def test_every_country_has_orders_and_technologies():
    tables = data.tables()
    for cards in (tables.orders, tables.technologies):
        assert {card.country for card in cards} == set(range(len(COUNTRIES)))


@pytest.mark.parametrize(
    ("file", "old", "new", "named"),
    [
        ("orders.toml", 'country = "england"', 'country = "spain"', r"orders\.toml\.order\[0\]\.country"),
        ("orders.toml", "tea = 2, fish = 2", "tea = 0, fish = 2", r"orders\.toml\.order\[0\]\.goods\.tea"),
        ("orders.toml", 'id = "order_02"', 'id = "order_01"', "orders: order_01 is there twice"),
        ("technologies.toml", "value = 4", "value = 0", r"technologies\.toml\.technology\[0\]\.value"),
        ("technologies.toml", "copies = 2", "copies = 1", "technologies: expected 30 cards in all copies, got 29"),
        ("buildings.toml", "{ vp = 6 }", "{ sake = 6 }", r"buildings\.toml\.building\[0\]\.shops\[0\]\.sake"),
        ("tokens.toml", 'prov = "rulebook"', 'prov = "dreamt"', r"tokens\.toml\.five_power\[0\]\.prov"),
        ("achievements.toml", 'pile = "A"', 'pile = "D"', r"achievements\.toml\.achievement\[0\]\.pile"),
        ("areas.toml", "effect = [0, 0, 1, 2, 3]", "effect = [0, 0, 1, 2]", r"areas\.toml\.area\[0\]\.effect"),
        ("areas.toml", "rows = [4, 3, 2, 1]", "rows = [4, 3, 2, 2]", "layout for 2 seats"),
        ("boards.toml", "faith = 5", "faith = true", r"boards\.toml\.church_space\[0\]\.faith"),
        ("constants.toml", "power = 5  ", "puissance = 5  ", r"constants\.toml\.limits\.power"),
        ("constants.toml", "[supply]", "[supply", "constants.toml"),
    ],
)
def test_a_wrong_entry_fails_at_load_and_is_named(tmp_path, monkeypatch, file, old, new, named):
    package = tmp_path / f"spoilt_{abs(hash((file, new)))}"
    package.mkdir()
    (package / "__init__.py").touch()
    for path in HERE.glob("*.toml"):
        shutil.copy(path, package)
    text = (package / file).read_text("utf-8")
    assert old in text
    (package / file).write_text(text.replace(old, new, 1), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(InvalidTable, match=named):
        data.load(package.name)
    sys.modules.pop(package.name, None)
