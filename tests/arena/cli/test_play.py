"""`arena play` on the tiny game."""

import json

import pytest

from arena.cli import main


def played(capsys, *argv):
    code = main(["play", "tiny", *argv])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_table_has_a_row_per_bot_with_errors(tiny, capsys):
    code, out, err = played(capsys, "--seats", "3", "--bots", "greedy,greedy:noise=0.5,random", "--games", "12")
    assert code == 0
    assert err == ""
    rows = [line for line in out.splitlines() if "│" in line]
    assert len(rows) == 3
    assert all(row.count("±") == 3 and " % (" in row for row in rows)
    assert "12 matches" in out
    assert "decisions/s" in out


def test_few_matches_say_what_errors_would_need(tiny, capsys):
    _, out, _ = played(capsys, "--bots", "greedy,random", "--games", "3")
    assert "±" not in out
    assert "Errors need two whole sets: 4 matches." in out


def test_one_bot_takes_every_seat_and_a_set_is_the_default(tiny, capsys):
    code, out, _ = played(capsys, "--seats", "4", "--json")
    assert code == 0
    result = json.loads(out)
    assert [bot["name"] for bot in result["bots"]] == ["random", "random (2)", "random (3)", "random (4)"]
    assert result["games"] == 4


def test_without_seats_there_are_as_many_as_bots(tiny, capsys):
    _, out, _ = played(capsys, "--bots", "random,random,random", "--json")
    assert json.loads(out)["seats"] == 3


def test_the_same_seed_gives_the_same_result_and_another_does_not(tiny, capsys):
    def scores(seed):
        _, out, _ = played(capsys, "--bots", "greedy,random", "--games", "6", "--seed", seed, "--json")
        return [match["scores"] for match in json.loads(out)["matches"]]

    assert scores("1") == scores("1")
    assert scores("1") != scores("2")


def test_options_reach_the_game(tiny, capsys):
    code, out, _ = played(capsys, "--option", "pace=fast", "--option", "extra=on", "--json")
    assert code == 0
    assert json.loads(out)["options"] == {"pace": "fast", "extra": True}


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (
            ["--bots", "gredy"],
            "there is no bot 'gredy'; there are: random, greedy, easy, normal, hard, human; did you mean 'greedy'?",
        ),
        (["--bots", "greedy:x=1"], "bot greedy has no setting 'x'; its settings are: noise, redraws, ahead"),
        (["--option", "speed=3"], "tiny has no option 'speed'; its options are: pace, extra"),
        (["--option", "pace=warp"], "option pace of tiny must be one of slow, fast; got 'warp'"),
        (["--option", "pace"], "--option takes NAME=VALUE, got 'pace'; options of tiny: pace, extra"),
        (["--seats", "9"], "tiny is played with 2 to 4 seats; got 9"),
        (
            ["--seats", "3", "--bots", "random,random"],
            "3 seats need 3 bots, separated by commas; got 2: random, random",
        ),
        (["--seats", "2", "--bots", "human"], "2 seats need 2 bots, separated by commas; got 1: human"),
    ],
)
def test_what_does_not_exist_is_answered_with_what_does(tiny, capsys, argv, sentence):
    code, out, err = played(capsys, *argv)
    assert code == 2
    assert out == ""
    assert err == f"arena: {sentence}\n"


def test_an_unknown_game_lists_the_games(capsys):
    assert main(["play", "chess"]) == 2
    assert capsys.readouterr().err == ("arena: there is no game 'chess'; there are: iki, nippon, yokohama, zaibatsu\n")


@pytest.mark.parametrize("argv", [["--games", "0"], ["--games", "many"], ["--jobs", "-1"], ["--seed", "x"]])
def test_a_bad_number_is_refused_with_its_limits(capsys, argv):
    with pytest.raises(SystemExit) as left:
        main(["play", "tiny", *argv])
    assert left.value.code == 2
    assert "expected a whole number" in capsys.readouterr().err


def test_a_file_in_the_place_of_the_folder_is_refused_before_anything_is_played(tiny, capsys, tmp_path):
    (tmp_path / "file").write_text("precious")
    code, out, err = played(capsys, "--save", str(tmp_path / "file"))
    assert (code, out) == (2, "")
    assert f"--save takes a folder, and {tmp_path / 'file'} is a file" in err
    assert (tmp_path / "file").read_text() == "precious"


def test_a_folder_that_cannot_be_made_is_named(tiny, capsys, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, err = played(capsys, "--save", str(tmp_path / "file" / "replays"))
    assert code == 2
    assert str(tmp_path / "file") in err
