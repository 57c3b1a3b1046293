"""A reader names the field that is wrong."""

import pytest

from engine import InvalidPosition, InvalidTable
from engine.core.positions import Reader
from engine.core.tables import load

GIVEN = {
    "round": 3,
    "phase": "spring",
    "open": True,
    "players": [{"coins": 5, "goods": {"silk": 1}}, {"coins": -2, "goods": {"sake": 1}}],
    "track": [1, 2, "x"],
    "names": ["a", 4],
    "flags": [True, 0],
}


def second(reader: Reader) -> Reader:
    return reader.parts("players", 2)[1]


@pytest.mark.parametrize(
    ("get", "sentence"),
    [
        (lambda r: r.number("rounds"), "rounds: is missing"),
        (lambda r: r.number("phase"), "phase: expected a whole number, got 'spring'"),
        (lambda r: r.number("open"), "open: expected a whole number, got True"),
        (lambda r: r.number("round", 4, 9), "round: expected a whole number from 4 to 9, got 3"),
        (lambda r: second(r).number("coins"), "players[1].coins: expected a whole number of at least 0, got -2"),
        (lambda r: r.text("phase", ("winter",)), "phase: expected one of winter, got 'spring'"),
        (lambda r: r.text("round"), "round: expected a text, got 3"),
        (lambda r: r.flag("round"), "round: expected true or false, got 3"),
        (lambda r: r.numbers("track"), "track[2]: expected a whole number, got 'x'"),
        (lambda r: r.numbers("track", length=2), "track: expected 2 entries, got 3"),
        (lambda r: r.numbers("round"), "round: expected a list, got 3"),
        (lambda r: r.texts("names"), "names[1]: expected a text, got 4"),
        (lambda r: r.flags("flags"), "flags[1]: expected true or false, got 0"),
        (lambda r: second(r).counts("goods", ("silk",)), "players[1].goods.sake: unknown; expected one of silk"),
        (lambda r: r.part("track"), "track: expected an object, got [1, 2, 'x']"),
    ],
)
def test_the_wrong_field_is_named(get, sentence):
    with pytest.raises(InvalidPosition) as caught:
        get(Reader(GIVEN))
    assert str(caught.value) == sentence


def test_what_is_right_is_given():
    reader = Reader(GIVEN)
    assert (reader.number("round"), reader.text("phase"), reader.flag("open")) == (3, "spring", True)
    assert reader.parts("players")[0].counts("goods", ("silk", "tea")) == {"silk": 1}


def test_a_field_nobody_reads_is_refused():
    reader = Reader({"round": 1, "rond": 2})
    reader.number("round")
    with pytest.raises(InvalidPosition, match="rond: is not a field here; there are: round"):
        reader.done()
    reader.ignore("rond")
    reader.done()


def test_a_table_that_is_no_toml_is_named(tmp_path, monkeypatch):
    package = tmp_path / "broken_data"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "cards.toml").write_text("[card\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InvalidTable, match=r"cards\.toml"):
        load("broken_data", "cards.toml")


def test_a_long_or_deep_value_is_quoted_in_short():
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    for wrong in ("x" * 10**6, list(range(10**5)), deep, {str(n): n for n in range(10**5)}):
        with pytest.raises(InvalidPosition) as caught:
            Reader({"round": wrong}).number("round")
        assert str(caught.value).startswith("round: expected a whole number, got ")
        assert len(str(caught.value)) < 250
