"""What chance gave or took: how good a position is after a draw, against how good it would be on average over all draws.

A match is a row of decisions, and after some of them cards or workers are drawn. The same decision carried out in many other draws gives the
average. The differences have a mean of zero whatever the evaluation, so that a result without them is still fair to everyone; a good
evaluation only makes it steadier. So do the factors in `arena/players/evaluation/<game>.toml`, which say how much of a difference is still seen in
the final score (`python -m bench.coach fit` finds them). The judge of luck knows every hand, and nothing of what lies in the decks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

import engine
from arena.players.evaluation import Evaluation, evaluation_of
from arena.players.turn_search import TurnSearch
from engine import State

TRIED, AVERAGED = 3, 8
"""Draws that show whether there is chance at all, and draws that are averaged where there is."""
CARRIED = 4
"""How many sequences of actions are searched for each turn that is played before a position is judged."""
DEAL = -1
"""In place of the number of a decision: the set-up of the match."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A decision and what was drawn after it. Plain values only."""

    number: int
    position: dict[str, Any]
    """Before the decision, hidden parts included."""
    action: str


@dataclass(frozen=True, slots=True)
class Deal:
    """The set-up of a match."""

    position: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chance:
    """What chance gave at one moment, by seat."""

    number: int
    """Of the decision after which it was drawn; DEAL: the set-up."""
    points: tuple[float, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """The position after a draw against the average over other draws: points by seat, then shares of winning by seat."""

    number: int
    progress: float
    """Of the match, from 0 to 1."""
    at_once: tuple[float, ...]
    later: tuple[float, ...]
    """After everyone has had at least one turn."""


def chance_of(moment: Draw | Deal, times: int = 1) -> Chance | None:
    """What chance gave at a moment; None where nothing was drawn that matters."""
    given = given_at(moment, times)
    if given is None:
        return None
    factors = evaluation_of(moment.position["game"]).luck
    once, later = (factor.at(given.progress, deal=given.number == DEAL) for factor in factors)
    gave = [once * one + later * other for one, other in zip(given.at_once, given.later, strict=True)]
    seats = moment.position["seats"]
    return Chance(given.number, tuple(gave[:seats]), tuple(gave[seats:]))


def given_at(moment: Draw | Deal, times: int = 1) -> Given | None:
    """The same, before any factor."""
    state = engine.game(moment.position["game"]).from_dict(moment.position)
    seats = moment.position["seats"]
    if isinstance(moment, Deal):
        return _against_average(DEAL, state, seats, lambda rng: _other_deal(moment.position, rng), times)
    action = state.game.parse(moment.action)

    def drawn_again(rng: Random) -> State:
        other = redrawn(state, rng)
        other.apply(action)
        return other

    after = state.clone()
    after.apply(action)
    return _against_average(moment.number, after, seats, drawn_again, times)


def _against_average(
    number: int, after: State, seats: int, draw: Callable[[Random], State], times: int
) -> Given | None:
    rng = Random(f"luck/{number}")
    others = [draw(rng) for _ in range(TRIED)]
    # Only the other draws decide whether it is worth the time: what really came must not, or the mean would not be zero.
    seen = others[0].view(None)
    if all(other.view(None) == seen for other in others[1:]):
        return None
    others += [draw(rng) for _ in range(AVERAGED * times - TRIED)]
    progress = evaluation_of(after.game.name).features.progress(after)
    looks = [_look(other, seats) for other in others]
    came = [_look(redrawn(after, rng), seats) for _ in range(AVERAGED * times)]
    at_once, later = ([fmean(of) for of in zip(*rows, strict=True)] for rows in zip(*came, strict=True))
    usual, usual_later = ([fmean(of) for of in zip(*rows, strict=True)] for rows in zip(*looks, strict=True))
    return Given(number, progress, _more(at_once, usual), _more(later, usual_later))


def _more(values: Sequence[float], usual: Sequence[float]) -> tuple[float, ...]:
    return tuple(value - other for value, other in zip(values, usual, strict=True))


def _look(state: State, seats: int) -> tuple[Sequence[float], Sequence[float]]:
    """The points that each seat can expect, then their shares of winning: right after the draw, and after everyone has had at least one turn. The state changes."""
    evaluation = evaluation_of(state.game.name)
    at_once = _expected(evaluation, state, seats)
    search = TurnSearch(evaluation, seats)
    for _ in range(evaluation.features.turns_to_tell * seats):
        if state.to_act is not None:
            search.play_turn(state, CARRIED)
    return at_once, _expected(evaluation, state, seats)


def _expected(evaluation: Evaluation, state: State, seats: int) -> Sequence[float]:
    return [*(evaluation.points(state, seat) for seat in range(seats)), *evaluation.shares(state, seats)]


def _other_deal(position: Mapping[str, Any], rng: Random) -> State:
    game = engine.game(position["game"])
    return game.new(position["seats"], rng.getrandbits(64), rng.getrandbits(64), position["options"])


def redrawn(state: State, rng: Random) -> State:
    """The same position, hands included, with other decks and other chance to come."""
    return evaluation_of(state.game.name).features.redrawn(state, rng)
