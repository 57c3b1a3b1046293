"""A person at the table."""

import io

import pytest

from arena.cli import main


@pytest.fixture
def typed(tiny, monkeypatch, capsys):
    """Play a match of two with these lines typed; gives the exit code and what was printed."""

    def play(*lines, bots="human,random"):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main(["play", "tiny", "--bots", bots, "--seed", "1"])
        return code, capsys.readouterr().out

    return play


def test_numbers_play_a_match_to_its_score_sheet(typed):
    code, out = typed(*["1"] * 30)
    assert code == 0
    assert "You are seat 1." in out
    assert "Since your last choice:\n  you: play" in out
    assert "seat 2: " in out
    assert "The match ended: last round" in out
    assert "points" in out
    assert "tie-break: played" in out


def test_the_position_and_a_numbered_list_are_shown(typed):
    _, out = typed("quit")
    assert "hand: " in out
    assert "  1  play " in out
    assert "  6  bury " in out


def test_an_action_can_be_typed_as_it_is_written(typed):
    first = next(line for line in typed("quit")[1].splitlines() if line.startswith("  2  "))
    action = first.split(maxsplit=1)[1]
    assert f"you: {action}" in typed(f"  {action.upper()} ", "quit")[1]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("99", "There is no choice 99: they are numbered 1 to 6."),
        ("0", "There is no choice 0: they are numbered 1 to 6."),
        ("-1", "There is no choice -1: they are numbered 1 to 6."),
        ("xyzzy", "'xyzzy' is not a choice now, and no choice contains it."),
        ("bury", "Choices with 'bury'; type the number of one:"),
        ("undo", "A choice is final"),
        ("rules", "Play high cards, or bury them."),
        ("help", "why a choice cannot be taken back"),
        ("?", "why a choice cannot be taken back"),
        ("", "  6  bury"),
        ("board", "deck size: 25"),
    ],
)
def test_everything_else_is_answered_and_asked_again(typed, line, answer):
    code, out = typed(line, "quit")
    assert code == 0
    assert answer in out.split("seat 1> ", 1)[1]
    assert out.count("seat 1> ") == 2


def test_quit_leaves_the_match(typed):
    code, out = typed("1", "quit")
    assert code == 0
    assert "You left the match; the match is not counted." in out


def test_the_end_of_input_is_no_crash(typed):
    code, out = typed("1")
    assert code == 1
    assert "The input ended before the match did; the match is not counted." in out


def test_a_long_list_is_shown_in_part_and_whole_on_demand(typed, monkeypatch):
    monkeypatch.setattr("arena.cli.human.SHOWN", 2)
    _, out = typed("all", "quit")
    before, after = out.split("seat 1> ", 2)[:2]
    assert "  2  play" in before
    assert "  3  play" not in before
    assert "… and 4 more: type `all`, or words to look for." in before
    assert "  6  bury" in after


def test_two_people_see_their_own_hands_only(typed):
    _, out = typed("1", "quit", bots="human,human")
    assert "seat 2> " in out
    assert out.count("    hand: ") == 2


def test_ctrl_c_at_the_prompt_is_clean(tiny, monkeypatch, capsys):
    class Interrupting(io.StringIO):
        def readline(self, *_):
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Interrupting())
    assert main(["play", "tiny", "--bots", "human,random"]) == 130
    assert "interrupted" in capsys.readouterr().err
