"""The loop with players in this process."""

import random

import pytest

from arena.matches import Chosen, Fault, InvalidSpec, MatchSpec, Resign, play, steps
from tests.arena.seats import First, Picks, finish


def spec(**changes):
    return MatchSpec(**{"game": "tiny", "seats": 3, "seed": 1, "hidden_seed": 2, **changes})


def test_a_match_is_played_to_its_end(tiny):
    record = play(spec(), [Picks(seat) for seat in range(3)])
    assert record.outcome.ended_by == record.ended_by == "last_round"
    assert record.places == record.outcome.places
    assert record.verdicts == ("finished",) * 3
    assert record.rules_version == tiny.rules_version
    assert record.spec.options == {"pace": "slow", "extra": False}


def test_the_same_seeds_and_choices_give_the_same_match(tiny):
    def once():
        record = play(spec(), [Picks(seat) for seat in range(3)])
        return record.digest, [move.action for move in record.decisions]

    assert once() == once()
    assert once()[0] != play(spec(hidden_seed=3), [Picks(seat) for seat in range(3)]).digest


def test_numbers_count_per_seat(tiny):
    record = play(spec(), [Picks(seat) for seat in range(3)])
    for seat in range(3):
        own = [move.number for move in record.decisions if move.seat == seat]
        assert own == list(range(len(own)))


def test_a_player_sees_its_seat_and_never_the_state(tiny):
    class Looks:
        def choose(self, decision):
            hands = ["hand" in player for player in decision.view["players"]]
            assert [seat for seat, is_open in enumerate(hands) if is_open] == [decision.seat]
            assert "seed" not in decision.view and "deck" not in decision.view
            assert decision.texts == [str(action) for action in decision.legal]
            assert decision.game is tiny
            guess = decision.determinize(random.Random(decision.number))
            assert guess.legal_actions() == decision.legal
            assert not any(isinstance(getattr(decision, name), type(guess)) for name in _readable(decision))
            return 0

    play(spec(), [Looks()] * 3, strict=True)


def _readable(decision):
    return [name for name in dir(decision) if not name.startswith("_")]


def test_events_are_those_since_the_seat_last_chose_as_it_may_know_them(tiny):
    heard = []

    class Listens(First):
        def choose(self, decision):
            heard.append(decision.events)
            return super().choose(decision)

    record = play(spec(seats=2), [Listens(), First()])
    assert heard[0] == []
    own, drawn = heard[1][0], heard[1][1]
    assert own == f"0 {record.decisions[0].action}"
    assert drawn.startswith("0 draw ")
    assert heard[1].count("1 draw") == 1
    assert not any(text.startswith("1 draw ") for text in heard[1])


@pytest.mark.parametrize("keep_events", [True, False])
def test_events_read_late_are_the_same_as_events_kept(tiny, keep_events):
    heard = []

    class ListensLate(First):
        def choose(self, decision):
            if decision.number >= 2:
                heard.append(decision.events)
            return super().choose(decision)

    play(spec(), [ListensLate(), First(), First()], keep_events=keep_events)
    kept = []
    for ask in _asks(spec()):
        if ask.seat == 0 and ask.number >= 2:
            kept.append(ask.events_since)
    assert heard == kept and heard[0]


def _asks(of):
    loop = steps(of)
    ask = next(loop)
    try:
        while True:
            yield ask
            ask = loop.send(Chosen(0))
    except StopIteration:
        return


def test_what_everyone_sees_of_a_decision_is_in_the_record(tiny):
    record = play(spec(), [Picks(seat) for seat in range(3)])
    for move in record.decisions:
        if move.action.startswith("bury"):
            assert move.events[0] == f"{move.seat} bury"
    assert record.events_kept
    assert not play(spec(), [First()] * 3, keep_events=False).events_kept


def test_a_player_that_raises_is_found_at_fault_and_played_on_for(tiny):
    class Breaks:
        def choose(self, decision):
            raise KeyError("no plan")

    record = play(spec(), [First(), Breaks(), First()])
    assert record.verdicts == ("finished", "illegal", "finished")
    assert record.faults[0].detail == "choose() raised KeyError: 'no plan'"
    with pytest.raises(KeyError):
        play(spec(), [First(), Breaks(), First()], strict=True)


def test_a_player_can_resign(tiny):
    class GivesUp:
        def choose(self, decision):
            raise Resign("enough")

    record = play(spec(), [GivesUp(), First(), First()])
    assert record.verdicts[0] == "resigned"
    assert record.places[0] == 3


def test_a_seat_may_go_out_while_another_thinks(tiny):
    loop = steps(spec())
    ask = next(loop)
    again = loop.send(Fault("resigned", seat=2))
    assert (again.seat, again.number) == (ask.seat, ask.number)
    third = loop.send(Fault("disconnected", seat=2))  # it is out already
    assert (third.seat, third.number) == (ask.seat, ask.number)
    record = finish(loop, third)
    assert record.verdicts == ("finished", "finished", "resigned")
    assert all(move.by_stand_in == (move.seat == 2) for move in record.decisions)
    assert record.faults[0].legal == ()


def test_every_seat_needs_a_player(tiny):
    with pytest.raises(InvalidSpec, match="3 seats need 3 players; got 2"):
        play(spec(), [First(), First()])


def test_a_match_plays_on_from_a_position(tiny):
    state = spec().first_state()
    for _ in range(5):
        state.apply(state.legal_actions()[0])
    whole = play(spec(), [First()] * 3)
    rest = play(spec(start=state.to_dict()), [First()] * 3)
    assert rest.digest == whole.digest
    assert [move.action for move in rest.decisions] == [move.action for move in whole.decisions[5:]]
    with pytest.raises(InvalidSpec, match="other seats or options"):
        play(spec(start=state.to_dict(), options={"pace": "fast"}), [First()] * 3)


def test_a_match_from_a_position_asks_real_questions_only(tiny):
    start = tiny.new(3, 1, 2).to_dict()
    start["choosing"] = True
    start["players"][0]["hand"] = [2, 3, 4]  # without the 7 there is nothing to choose
    ask = next(steps(spec(start=start)))
    assert ask.seat == 1 and len(ask.legal) == 6
