"""How a match ended."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match, by the rules alone (conduct is the match's affair)."""

    categories: tuple[dict[str, int], ...]
    """Per seat: points by line of the score sheet, in the order of the sheet."""
    places: tuple[int, ...]
    """Per seat: 1 is first; seats that the rules leave tied share a place (1, 2, 2, 4)."""
    ended_by: str
    """Why the match ended, as a lower_snake word of the game, such as `last_market_filled`."""
    tie_breaks: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Tie-break figures in the order they were used: name -> per seat, higher is better."""
    won: bool | None = None
    """Solo games only: beaten or not."""
    grade: str | None = None
    """Solo games only: the grade of the rulebook's table."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Per seat: total points."""
        return tuple(sum(lines.values()) for lines in self.categories)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for replays and pages."""
        plain: dict[str, Any] = {
            "scores": list(self.scores),
            "places": list(self.places),
            "categories": [dict(lines) for lines in self.categories],
            "ended_by": self.ended_by,
            "tie_breaks": {name: list(row) for name, row in self.tie_breaks.items()},
        }
        if self.won is not None:
            plain["won"] = self.won
            plain["grade"] = self.grade
        return plain


def places(keys: Sequence[Any]) -> tuple[int, ...]:
    """Places by key, higher is better; equal keys share a place (1, 2, 2, 4)."""
    return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


def prize(amount: int, amounts: Sequence[int], prizes: Sequence[int]) -> int:
    """What *amount* gains among all *amounts* from the prizes of the places; equal ones divide theirs, rounded down."""
    ahead = equal = 0
    for other in amounts:
        if other > amount:
            ahead += 1
        elif other == amount:
            equal += 1
    gained = 0
    for place in range(ahead, min(ahead + equal, len(prizes))):
        gained += prizes[place]
    return gained // equal
