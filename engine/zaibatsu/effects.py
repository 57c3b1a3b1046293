"""Effects: what waits in the set of Z-GEN-3, and the grammar of Z-FAC-17 that makes them from the data.

An effect is a value made once, with one small function that carries it out. The function either finishes, or leaves a question for
the owner in `state.ask` with itself in `state.effect`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from engine.core.errors import InvalidTable
from engine.zaibatsu.terms import TILE_NAMES

if TYPE_CHECKING:
    from engine.zaibatsu.player import Player
    from engine.zaibatsu.state import ZaibatsuState

Run: TypeAlias = "Callable[[ZaibatsuState, Player, Effect], None]"
Able: TypeAlias = "Callable[[ZaibatsuState, Player, Effect], bool]"
Chooses: TypeAlias = "Callable[[ZaibatsuState], bool]"
Price: TypeAlias = tuple[tuple[str, int], ...]


@dataclass(slots=True, eq=False)
class Effect:
    """One effect token. Two are equal only if they are the same object."""

    name: str
    run: Run
    choice: bool = False
    """Whether its owner always has something to choose: then the order of waiting effects is asked."""
    chooses: "Chooses | None" = None
    """Whether there is a choice now, for an effect that has one only sometimes."""
    what: int = 0
    """What it concerns: a resource, track, colour, row or objective, as its verb has it."""
    amount: int = 0
    limit: int = 0
    kinds: tuple[int, ...] = ()
    """The alternatives of an `a|b`, or the rows and tracks that count."""
    tile: int = -1
    """The factory it stands on, where that matters."""
    able: "Able | None" = None
    """Whether it can be carried out now; None: always."""
    must: bool = False
    """A build that may not be declined (Z-DEC-1)."""
    variant: str = ""
    price: Price = ()
    inner: "Effect | None" = None
    """What is bought with the price, or done several times."""
    then: "Effect | None" = None
    """What joins the set once this is done."""


Maker: TypeAlias = Callable[[list[str], int], Effect]
VERBS: dict[str, Maker] = {}
EFFECTS: dict[str, Effect] = {}
"""Every effect by name, in the order made."""


def verb(name: str) -> Callable[[Maker], Maker]:
    """Register the maker of a verb's effects."""

    def keep(maker: Maker) -> Maker:
        VERBS[name] = maker
        return maker

    return keep


def made(token: str, tile: int = -1) -> Effect:
    """The effect of a token; the same token (on the same tile, where that matters) gives the same object."""
    head, *arguments = token.split(":")
    if head not in VERBS:
        raise InvalidTable(f"effect {token!r}: there is no effect {head!r}; there are: {', '.join(sorted(VERBS))}")
    try:
        effect = VERBS[head](arguments, tile)
    except (ValueError, IndexError):
        raise InvalidTable(
            f"effect {token!r} on {TILE_NAMES[tile] if tile >= 0 else 'the board'} is malformed"
        ) from None
    return EFFECTS.setdefault(effect.name, effect)


def made_on_tile(tokens: tuple[str, ...], tile: int) -> tuple[Effect, ...]:
    """The effects of a tile. A `may` or `service:expert` follows the token before it and does not join by itself (Z-FAC-17)."""
    joined: list[Effect] = []
    for token in tokens:
        if token.startswith(("may:", "service:expert")):
            joined[-1] = _followed(joined[-1], made(token, tile), tile)
        else:
            joined.append(made(token, tile))
    return tuple(joined)


def _followed(first: Effect, then: Effect, tile: int) -> Effect:
    copy = Effect(**{field: getattr(first, field) for field in Effect.__slots__})
    copy.name = f"{first.name}_{TILE_NAMES[tile]}"
    copy.tile = tile
    copy.then = then
    return EFFECTS.setdefault(copy.name, copy)


def repeated(token: str) -> tuple[Effect, ...]:
    """`e*2` as two effects, anything else as one (Z-FAC-17)."""
    name, _, times = token.partition("*")
    return (made(name),) * int(times or 1)
