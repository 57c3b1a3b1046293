"""What a finished match is worth to each seat."""

from collections.abc import Callable

from arena.errors import Invalid
from engine import Outcome

POINTS = 100.0
"""A margin of that many points counts as 1."""


def win(outcome: Outcome) -> list[float]:
    """1 for the winner, shared between seats that are tied for first; a solo match that was lost gives 0."""
    if outcome.won is not None:
        return [1.0 if outcome.won else 0.0]
    first = outcome.places.count(1)
    return [1.0 / first if place == 1 else 0.0 for place in outcome.places]


def place(outcome: Outcome) -> list[float]:
    """From 1 for the first to -1 for the last in even steps; tied seats share what their places are worth together."""
    seats = len(outcome.places)
    if seats == 1:
        return [2 * win(outcome)[0] - 1]
    worth = [1 - 2 * rank / (seats - 1) for rank in range(seats)]
    tied = {at: outcome.places.count(at) for at in outcome.places}
    return [sum(worth[at - 1 : at - 1 + tied[at]]) / tied[at] for at in outcome.places]


def margin(outcome: Outcome) -> list[float]:
    """Points ahead of the best other seat, in hundreds; in a solo match the points themselves."""
    scores = outcome.scores
    if len(scores) == 1:
        return [scores[0] / POINTS]
    return [(score - max(scores[:seat] + scores[seat + 1 :])) / POINTS for seat, score in enumerate(scores)]


def points(outcome: Outcome) -> list[float]:
    """The points themselves, in hundreds."""
    return [score / POINTS for score in outcome.scores]


REWARDS: dict[str, Callable[[Outcome], list[float]]] = {"win": win, "place": place, "margin": margin, "points": points}


def reward_of(name: str) -> Callable[[Outcome], list[float]]:
    """The reward of that name; Invalid lists what exists."""
    if name not in REWARDS:
        raise Invalid(f"there is no reward {name!r}; there are: {', '.join(REWARDS)}")
    return REWARDS[name]
