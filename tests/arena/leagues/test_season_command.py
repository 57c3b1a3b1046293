import json
import re
import subprocess
import sys

import pytest

from arena.cli import main

SEASON = """\
name = "Spring league"
game = "yokohama"
seats = 4
time_zone = "Europe/Berlin"
expected_entries = 12
tables_at_once = 3
match_minutes = 10

[schedule]
first = 2027-03-22T20:00:00
rounds = "daily"
at = 20:00:00

[[stage]]
format = "round_robin"
"""


@pytest.fixture
def season(tmp_path):
    def write(text: str = SEASON):
        path = tmp_path / "spring.toml"
        path.write_text(text, "utf-8")
        return str(path)

    return write


def test_a_plan_is_printed_with_matches_load_balance_and_end(season, capsys):
    assert main(["season", "plan", season()]) == 0
    shown = capsys.readouterr().out
    assert "48 matches, 8.0 hours of play, 16 matches per bot" in shown
    assert "each pair meets 1 to 2 times; every table rotates the seats" in shown
    assert "first round Mon 2027-03-22 20:00 CET, last round Fri 2027-04-02 20:00 CEST" in shown


def test_a_plan_can_be_read_by_programs(season, capsys):
    assert main(["season", "plan", season(), "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert (plain["matches"], plain["matches_per_bot"], plain["stages"][0]["rounds"]) == (48, [16, 16], 12)


def test_a_missed_deadline_is_answered_with_what_would_fit(season, capsys):
    assert main(["season", "plan", season("deadline = 2027-03-23T23:00:00\n" + SEASON)]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("Spring league: the season would end on 2027-04-02 20:40 CEST, after its deadline")
    assert 'rounds = "asap" in the schedule' in shown


def test_a_kept_deadline_is_said(season, capsys):
    assert main(["season", "plan", season("deadline = 2027-05-01T00:00:00\n" + SEASON)]) == 0
    assert "kept in any case" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seats = 4", "seats = 7", "spring.toml:3: seats: expected"),
        ("entries = 12", "entries = 2", "2 entries do not fill a table of 4"),
    ],
)
def test_a_bad_file_is_a_sentence_with_its_line(season, capsys, old, new, said):
    assert main(["season", "plan", season(SEASON.replace(old, new))]) == 2
    assert said in capsys.readouterr().err


def test_a_missing_file_is_a_sentence(capsys):
    assert main(["season", "plan", "nowhere.toml"]) == 2
    assert "nowhere.toml: No such file" in capsys.readouterr().err


def test_formats_are_compared(capsys):
    assert main(["season", "simulate", "--entries", "8", "--runs", "2"]) == 0
    shown = capsys.readouterr().out
    assert all(
        word in shown for word in ("random tables", "ladder", "round robin", "swiss", "table sets", "single matches")
    )
    shares = re.findall(r"([\d.]+) % \((\d+) to (\d+)\)", shown)
    assert len(shares) == 8
    assert all(0 <= float(low) <= float(mean) <= float(high) <= 100 for mean, low, high in shares)
    assert "± 0.0 %" not in shown, "two runs do not make anything certain"


def test_a_season_is_simulated(season, capsys):
    assert main(["season", "simulate", season(), "--runs", "2", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["trial"]["kind"] for row in rows] == ["random", "random", "round_robin", "round_robin"]


def test_too_few_entries_to_simulate_are_refused(season, capsys):
    assert main(["season", "simulate", season(SEASON.replace("entries = 12", "entries = 3"))]) == 2
    assert "entries that fill one" in capsys.readouterr().err


def test_without_an_action_the_help_is_shown(capsys):
    assert main(["season"]) == 0
    assert "arena season plan spring.toml" in capsys.readouterr().out


def test_only_fits_and_simulations_need_numpy():
    modules = [
        "arena.ratings.elo", "arena.ratings.intervals", "arena.scheduling.pairing",
        "arena.leagues.standings", "arena.leagues.results", "arena.leagues.swiss",
        "arena.leagues.divisions", "arena.leagues.plan", "arena.leagues.seasonfile", "arena.cli.season",
    ]  # fmt: skip
    code = f"import sys, {', '.join(modules)}; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.strip() == "False"
