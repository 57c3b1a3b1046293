import tracemalloc
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest

from arena.leagues.season import SeasonError
from arena.leagues.seasonfile import parse, read
from arena.text import fault
from tests.hostile import STRINGS

GOOD = """\
name = "Spring league"
league = "club"
game = "yokohama"
seats = 4
clock = "standard"
time_zone = "Europe/Berlin"
points = [5, 3, 1.5, 0]
deadline = 2027-04-30T23:00:00

[schedule]
first = 2027-03-01T20:00:00
rounds = "weekly"
day = "monday"
at = 20:00:00

[registration]
opens = 2027-02-01T00:00:00
closes = 2027-02-20T00:00:00

[entry_rules]
per_team = 2

[[stage]]
format = "swiss"
rounds = 5

[[stage]]
name = "the final"
format = "final"
top = 4
meetings = 3
freeze_at = 2027-04-20T00:00:00
reveal = 2027-04-21T18:00:00

[[division]]
name = "first"
size = 8

[[division]]
name = "second"
size = 8

[promotion]
up = 2

[[entry]]
bot = "kaiga"
owner = "anna"
rating = 1612

[[entry]]
bot = "sumi"
owner = "anna"
"""

MANY = GOOD.replace('rating = 1612\n\n[[entry]]\nbot = "sumi"\nowner = "anna"\n', "")


def test_a_whole_file_is_read():
    season = parse(MANY.split("[[division]]")[0] + MANY[MANY.index("[[entry]]") :])
    assert (season.name, season.seats, season.time_zone, season.league) == ("Spring league", 4, "Europe/Berlin", "club")
    assert season.points == (5, 3, Fraction(3, 2), 0)
    assert season.bye_points == Fraction(19, 8)
    assert season.schedule.first.astimezone(UTC) == datetime(2027, 3, 1, 19, tzinfo=UTC)
    assert [stage.format for stage in season.stages] == ["swiss", "final"]
    assert (season.stages[1].name, season.stages[1].top, season.stages[1].meetings) == ("the final", 4, 3)
    assert season.entries[0].bot == "kaiga"


def test_divisions_are_read():
    divisions = parse(GOOD[: GOOD.index("[[entry]]")]).divisions
    assert divisions is not None
    assert (divisions.names, divisions.sizes, divisions.up) == (("first", "second"), (8, 8), 2)


def test_defaults_are_one_point_per_opponent_behind_and_the_mean_for_a_bye():
    season = parse(
        'name = "x"\ngame = "yokohama"\nseats = 3\n[schedule]\nfirst = 2027-01-01T00:00:00\n[[stage]]\nformat = "ladder"\n'
    )
    assert season.points == (2, 1, 0) and season.bye_points == 1
    assert season.stages[0].sets and season.clock == "standard" and season.time_zone == "UTC"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seats = 4", "seats = 9", "f.toml:4: seats: expected a whole number from 1 to 4, got 9"),
        ("seats = 4", 'seats = "4"', "f.toml:4: seats: expected a whole number from 1 to 4, got '4'"),
        ("seats = 4", "", "f.toml: seats: is missing; expected a whole number from 1 to 4"),
        (
            'game = "yokohama"',
            'game = "chess"',
            "f.toml:3: game: expected one of iki, nippon, yokohama, zaibatsu, got 'chess'",
        ),
        ("Europe/Berlin", "Europe/Berlinn", "f.toml:6: time_zone: unknown time zone 'Europe/Berlinn'"),
        ('"standard"', '"glacial"', "f.toml:5: clock: there is no clock 'glacial'"),
        ('"standard"', '"none"', "f.toml:5: clock: a season needs a clock with a limit"),
        (
            "[5, 3, 1.5, 0]",
            "[5, 3, 1]",
            "f.toml:7: points: expected a list of 4 numbers from -1000000 to 1000000, got [5, 3, 1]",
        ),
        ("[5, 3, 1.5, 0]", "[5, 3, 4, 0]", "f.toml:7: points: a better place must not be worth less"),
        ("deadline = 2027-04-30", "deadline = 2026-04-30", "f.toml:8: deadline: lies before the first round"),
        (
            "first = 2027-03-01T20:00:00",
            'first = "soon"',
            "f.toml:11: schedule.first: expected a date and time from 2000 to 2200, such as",
        ),
        (
            '"weekly"',
            '"hourly"',
            "f.toml:12: schedule.rounds: expected one of asap, daily, every, weekly, got 'hourly'",
        ),
        ('day = "monday"', 'day = "someday"', "f.toml:13: schedule.day: expected one of"),
        ("closes = 2027-02-20", "closes = 2027-01-20", "f.toml:18: registration.closes: lies before `opens`"),
        ("closes = 2027-02-20", "closes = 2027-03-20", "f.toml:18: registration.closes: lies after the first round"),
        ("per_team = 2", "per_teem = 2", "f.toml:21: entry_rules.per_teem: unknown field; did you mean per_team?"),
        ("per_team = 2", "per_team = 1", "f.toml:53: entry[1].owner: anna has more than 1 bots"),
        ("rounds = 5", "", "f.toml:23: stage[0].rounds: is missing"),
        ("rounds = 5", "rounds = 5\nmeetings = 2", "f.toml:26: stage[0].meetings: unknown field"),
        ("top = 4", "top = 3", "f.toml:30: stage[1].top: expected a whole number from 4 to 1000, got 3"),
        ('name = "the final"', 'name = "swiss"', "f.toml:28: stage[1].name: another stage is called 'swiss'"),
        ("reveal = 2027-04-21", "reveal = 2027-04-19", "f.toml:33: stage[1].reveal: lies before `freeze_at`"),
        ("freeze_at = 2027-04-20T00:00:00\n", "", "f.toml:32: stage[1].reveal: needs `freeze_at`"),
        (
            'format = "swiss"\nrounds = 5',
            'format = "final"\ntop = 4',
            "f.toml:24: stage[0].format: a final needs a stage before it",
        ),
        ("up = 2", "up = 5", "f.toml:44: promotion.up: 5 up and 5 down do not fit a division of 8"),
        ('bot = "sumi"', 'bot = "kaiga"', "f.toml:52: entry[1].bot: kaiga is entered twice"),
        ("up = 2", "up = 2\n[options]\nblue = 1", "f.toml:45: options: yokohama has no option 'blue'"),
        ("[registration]", "[registration", "f.toml: not TOML:"),
        ("up = 2", "up = 2", "f.toml:35: division: 2 entries do not reach the last division"),
        ("[[stage]]", "[stage]", "f.toml: not TOML:"),
    ],
)
def test_a_bad_field_is_named_with_its_line(old, new, message):
    assert old in GOOD
    with pytest.raises(SeasonError) as caught:
        parse(GOOD.replace(old, new, 1), "f.toml")
    assert str(caught.value).startswith(message)


def test_a_season_needs_a_stage_and_a_schedule():
    for cut, name in (("[[stage]]", "stage"), ("[schedule]", "schedule")):
        with pytest.raises(SeasonError, match=f"f.toml: {name}: is missing"):
            parse(
                GOOD[: GOOD.index(cut)] + ("[schedule]\nfirst = 2027-03-01T20:00:00\n" if name == "x" else ""), "f.toml"
            )


def test_files_are_read_as_utf_8(tmp_path):
    path = tmp_path / "season.toml"
    path.write_text(GOOD[: GOOD.index("[[entry]]")].replace("Spring", "Frühling"), "utf-8")
    assert read(path).name == "Frühling league"
    path.write_bytes(b'name = "\xff"')
    with pytest.raises(SeasonError, match="is not UTF-8"):
        read(path)


def test_the_file_in_the_guide_is_right():
    guide = (Path(__file__).parents[3] / "docs" / "run-a-league.md").read_text("utf-8")
    text = guide.split("```toml\n")[1].split("```")[0]
    season = parse(text, "guide")
    assert [stage.name for stage in season.stages] == ["main round", "final"]
    assert season.entry_rules.per_team == 2 and season.divisions is not None


def body(more: str = "", first: str = "2027-03-01T20:00:00") -> str:
    return f'name = "x"\ngame = "nippon"\nseats = 2\n{more}\n[schedule]\nfirst = {first}\n[[stage]]\nformat = "round_robin"\n'


BOMBS = {
    "dotted key": ".".join("a" * 50_000) + " = 1",
    "dotted key with blanks": " . ".join("a" * 25_000) + " = 1",
    "dotted key in quotes": ".".join(['"a"'] * 25_000) + " = 1",
    "dotted key in a value": "a = {" + ".".join("a" * 50_000) + " = 1}",
    "dotted table": "[" + ".".join("a" * 50_000) + "]",
    "many keys": "\n".join(f"a.b.c.k{at} = 1" for at in range(7000)),
    "deep list": "a = " + "[" * 50_000,
    "deep table": "a = " + "{a = " * 20_000,
    "long number": "a = " + "1" * 5000,
    "table of blanks": "[" + " " * 99_000 + "x",
    "quotes nothing closes": '""" "\n' + '\\"""x"\n' * 14_000,
    "string nothing closes": "a = '" + "b" * 99_000,
    "long name of a field": '"' + "a" * 99_000 + '" = 1',
    "many entries": "\n".join(f'[[entry]]\nbot = "b{at}"' for at in range(4500)),
    "many stages": "\n".join(f'[[stage]]\nformat = "ladder"\nname = "s{at}"' for at in range(2000)),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_text_made_to_choke_a_parser_is_refused_in_no_time_and_little_memory(bomb):
    began = process_time()
    tracemalloc.start()
    try:
        with pytest.raises(SeasonError) as refused:
            parse(body() + BOMBS[bomb], "f.toml")
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # 20 kB took 8.5 s and 469 MB.
    assert process_time() - began < 5 and most < 40_000_000
    assert str(refused.value).startswith("f.toml") and len(str(refused.value)) < 400


@pytest.mark.parametrize(
    "text",
    [
        body(first="0001-01-01T00:00:00"),
        body(first="9999-12-31T23:59:59-12:00"),
        body("deadline = 0001-01-01T00:00:00+23:59"),
        body("points = [inf, 0]"),
        body("points = [nan, 0]"),
        body("points = [1" + "0" * 60 + ", 0]"),
        body("bye_points = nan"),
        body("name = 1"),
    ],
)
def test_figures_beyond_all_sense_are_refused_by_their_name(text):
    with pytest.raises(SeasonError, match=r"^f.toml"):
        parse(text, "f.toml")


@pytest.mark.parametrize("what", sorted(STRINGS))
def test_hostile_texts_are_refused_or_can_be_shown(what):
    text = STRINGS[what].encode("utf-8", "replace").decode()
    escaped = "".join(f"\\U{ord(letter):08x}" for letter in text[:5000])
    try:
        season = parse(body().replace('"x"', f'"{escaped}"'), "f.toml")
    except SeasonError as wrong:
        assert fault(str(wrong), 400) is None
    else:
        assert fault(season.name, 120) is None


def test_a_season_that_is_kept_is_read_with_the_name_it_was_made_with():
    odd = body().replace('"x"', r'"a\u0007b"')
    with pytest.raises(SeasonError, match=r"f.toml:1: name: holds a character that cannot be shown"):
        parse(odd, "f.toml")
    assert parse(odd, kept=True).name == "a\x07b"
