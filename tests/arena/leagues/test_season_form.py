import re
from datetime import datetime
from pathlib import Path

import pytest

from arena.leagues.season import SeasonError
from arena.leagues.season_form import fields_of, unshown, written
from arena.leagues.seasonfile import parse

FULL = re.search(
    r"```toml\n(.*?)```", (Path(__file__).parents[3] / "docs" / "run-a-league.md").read_text("utf-8"), re.DOTALL
).group(1)
"""The file of the documents, with every field and many comments."""


def test_a_form_that_changes_nothing_leaves_the_file_as_it_is():
    assert written(FULL, fields_of(FULL)) == FULL


def test_a_form_changes_its_fields_and_keeps_comments_and_what_it_does_not_show():
    text = written(FULL, {**fields_of(FULL), "deadline": "2027-07-01T22:00", "stage[0].rounds": "6"})
    season = parse(text)
    assert season.deadline == datetime(2027, 7, 1, 22, tzinfo=season.deadline.tzinfo)
    assert season.stages[0].rounds == 6
    assert season.points == parse(FULL).points
    assert season.stages[1].freeze_at == parse(FULL).stages[1].freeze_at
    assert "# by place; shared places share the points they cover" in text
    assert len(text.splitlines()) == len(FULL.splitlines())


def test_a_file_made_from_an_empty_form_shows_the_same_fields_again():
    values = fields_of(FULL)
    text = written("", values)
    assert fields_of(text) == values
    assert parse(text).divisions == parse(FULL).divisions


def test_rows_can_be_added_and_removed():
    values = fields_of(FULL)
    without = parse(written(FULL, {**values, "stage[1].format": "", "division[0].size": "", "division[1].size": ""}))
    assert [stage.format for stage in without.stages] == ["swiss"]
    assert without.divisions is None, "promotion goes with the divisions"
    more = parse(written(FULL, {**values, "stage[2].format": "final", "stage[2].name": "grand", "stage[2].top": "4"}))
    assert [stage.name for stage in more.stages] == ["main round", "final", "grand"]
    first_gone = parse(written(FULL, {**values, "division[0].size": ""}))
    assert first_gone.divisions.names == ("Second",), "the row that stays is the one that was kept"


def test_fields_that_a_format_or_schedule_does_not_have_are_left_out():
    values = {**fields_of(FULL), "schedule.rounds": "asap", "stage[0].format": "round_robin"}
    season = parse(written(FULL, values))
    assert (season.schedule.kind, season.stages[0].rounds) == ("asap", 0)


def test_another_game_drops_the_options_of_the_last_one():
    text = written(FULL, {**fields_of(FULL), "options.mini_expansion_1": "no", "options.edition": "okazu"})
    assert text == FULL
    nippon = {**fields_of(FULL), "game": "nippon", "options.consolidation_workers": "rows"}
    assert parse(written(FULL, nippon)).options == {"consolidation_workers": "rows"}
    iki = {**fields_of(FULL), "game": "iki", "options.promos": ""}
    assert parse(written(FULL, iki)).options == {}


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("seats", "1", "yokohama is for 2 to 4 players"),
        ("seats", "", "is missing"),
        ("seats", "many", "a whole number"),
        ("schedule.first", "tomorrow", "expected a date and time"),
        ("time_zone", "Mars/Olympus", "unknown time zone"),
        ("schedule.at", "noonish", "a time of day"),
        ("match_minutes", "a few", "expected a number"),
        ("stage[1].top", "0", "from 4 to 1000"),
        ("registration.closes", "2027-01-01T00:00", "lies before"),
        ("promotion.up", "9", "do not fit"),
        ("name", 'a "quoted"\nname', "cannot be shown"),
    ],
)
def test_what_is_wrong_names_its_field(field, value, words):
    with pytest.raises(SeasonError) as refused:
        parse(written(FULL, {**fields_of(FULL), field: value}))
    assert refused.value.field == field
    assert words in refused.value.why
    assert ":" not in refused.value.why[:6], "without file and line"


def test_a_base_that_is_not_a_season_is_refused_before_anything_else_reads_it():
    with pytest.raises(SeasonError):
        written(".".join("a" * 5000) + " = 1", {"name": "x"})
    assert unshown(".".join("a" * 5000) + " = 1") == []


def test_what_the_form_does_not_show_is_named():
    assert unshown(FULL) == [
        "points by place",
        "points for a bye",
        "1 listed entry",
        "freeze_at, reveal, visibility of a stage",
    ]
