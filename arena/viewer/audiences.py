"""Whose eyes a match is seen with: everyone's, one seat's at that moment, or all that there is."""

from dataclasses import dataclass
from typing import Any

from arena.errors import NotFound
from engine import Event, State

PUBLIC_NAME, ALL_NAME, SEAT_PREFIX = "public", "all", "seat-"
SEEDS = ("seed", "hidden_seed")


@dataclass(frozen=True, slots=True)
class Audience:
    """What part of a position is shown."""

    name: str
    """As it is written in addresses: `public`, `seat-0`, `all`."""
    seat: int | None = None
    """The seat through whose eyes we look; None for the public and for all."""

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden."""
        return self.name == ALL_NAME

    def view(self, state: State) -> dict[str, Any]:
        """The position as far as this audience may know it; seeds never."""
        if not self.sees_all:
            return state.view(self.seat)
        return {key: value for key, value in state.to_dict().items() if key not in SEEDS}

    def text(self, event: Event) -> str:
        """An event as far as this audience may know it; empty if it may not."""
        if self.sees_all and event.private is not None:
            return event.private
        return event.seen_by(self.seat)


PUBLIC = Audience(PUBLIC_NAME)
ALL = Audience(ALL_NAME)


def audiences(seats: int) -> tuple[Audience, ...]:
    """All there are at a table."""
    return (PUBLIC, *(Audience(f"{SEAT_PREFIX}{seat}", seat) for seat in range(seats)), ALL)


def audience(name: str, seats: int) -> Audience:
    """The audience of that name; NotFound says which there are."""
    for known in audiences(seats):
        if known.name == name:
            return known
    raise NotFound(
        f"there is no view {name[:40]!r} of this match; there are: {', '.join(a.name for a in audiences(seats))}"
    )
