"""`arena show`, `arena games` and `arena bots`."""

import json

import pytest

from arena.cli import main
from arena.players import KINDS


def shown(capsys, *argv):
    code = main(["show", "tiny", *argv])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_position_is_readable_and_lists_the_choices(tiny, capsys):
    code, out, _ = shown(capsys, "--seed", "3", "--at", "5")
    assert code == 0
    assert "deck size: " in out
    assert "Seat " in out
    assert "\n  play " in out


def test_the_same_seed_shows_the_same(tiny, capsys):
    assert shown(capsys, "--at", "4") == shown(capsys, "--at", "4")
    assert shown(capsys, "--at", "4") != shown(capsys, "--at", "4", "--seed", "2")


def test_seats_and_viewer_can_be_chosen(tiny, capsys):
    _, out, _ = shown(capsys, "--seats", "2", "--seat", "2")
    assert out.index("    hand: ") > out.index("  1:\n")
    assert "hand: " not in shown(capsys, "--seat", "public")[1]


def test_past_the_end_it_says_so(tiny, capsys):
    code, out, _ = shown(capsys, "--at", "1000")
    assert code == 0
    assert "The match ended after " in out
    assert "Over (last round). Points: " in out


def test_json_is_the_whole_position_and_can_be_read_back(tiny, capsys, tmp_path):
    code, out, _ = shown(capsys, "--at", "3", "--seats", "2", "--json")
    assert code == 0
    position = json.loads(out)
    assert "deck" in position
    position["players"][0]["played"] = [13]
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position))
    code, out, _ = shown(capsys, "--position", str(file))
    assert code == 0
    assert "played: 13" in out


def test_a_wrong_field_is_named(tiny, capsys, tmp_path):
    position = json.loads(shown(capsys, "--json")[1])
    position["players"][1]["played"] = ["x"]
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position))
    code, _, err = shown(capsys, "--position", str(file))
    assert code == 2
    assert err == "arena: players[1].played[0]: expected a whole number, got 'x'\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("{", "is not JSON"), ("[]", "holds no position: expected an object"), ("\xff", "not JSON")],
)
def test_a_file_that_is_no_position_is_refused(tiny, capsys, tmp_path, content, sentence):
    file = tmp_path / "position.json"
    file.write_bytes(content.encode("latin-1"))
    code, _, err = shown(capsys, "--position", str(file))
    assert code == 2
    assert sentence in err
    assert str(file) in err


@pytest.mark.parametrize("argv", [["--seats", "2"], ["--option", "pace=fast"]])
def test_a_position_takes_no_other_seats_or_options(tiny, capsys, tmp_path, argv):
    code, _, err = shown(capsys, "--position", str(tmp_path / "position.json"), *argv)
    assert code == 2
    assert "a position has its own seats and options" in err


def test_a_position_of_another_game_is_refused(tiny, capsys, tmp_path):
    file = tmp_path / "position.json"
    file.write_text(json.dumps({**tiny.new(2, 1).to_dict(), "game": "iki"}))
    code, _, err = shown(capsys, "--position", str(file))
    assert code == 2
    assert err == "arena: game: expected one of tiny, got 'iki'\n"


def test_a_missing_file_is_named(tiny, capsys, tmp_path):
    code, _, err = shown(capsys, "--position", str(tmp_path / "none.json"))
    assert code == 2
    assert err == f"arena: {tmp_path / 'none.json'}: No such file or directory\n"


@pytest.mark.parametrize("seat", ["5", "0", "-1", "me"])
def test_a_seat_that_does_not_exist_is_refused(tiny, capsys, seat):
    code, _, err = shown(capsys, f"--seat={seat}")
    assert code == 2
    assert "--seat takes 1 to 4 or public" in err


def test_a_game_is_described_with_its_options(tiny, capsys):
    assert main(["games", "tiny"]) == 0
    out = capsys.readouterr().out
    assert "tiny: Tiny, 2 to 4 players" in out
    assert "Play high cards" in out
    assert "slow, fast (default: slow)" in out


def test_an_unknown_game_is_answered_with_those_that_exist(capsys):
    assert main(["games", "go"]) == 2
    assert "there are: iki, nippon, yokohama, zaibatsu" in capsys.readouterr().err


def test_bots_are_listed_with_their_settings(capsys):
    assert main(["bots"]) == 0
    out = capsys.readouterr().out
    assert all(f"{name}: {kind.help}" in out for name, kind in KINDS.items())
    assert "noise: " in out
    assert "human: " in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "is nested more deeply than any position"),
        ('{"seed": ' + "9" * 6000 + "}", "holds a number longer than any in a position"),
        ("nothing", "is not JSON"),
    ],
    ids=["deep", "long", "no JSON"],
)
def test_a_file_that_no_position_can_be_in_is_refused_in_a_sentence(tiny, capsys, tmp_path, text, said):
    file = tmp_path / "position.json"
    file.write_text(text)
    code, out, err = shown(capsys, "--position", str(file))
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
