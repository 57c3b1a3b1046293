"""Table sets: one public set-up, every rotation of the seats, other hidden draws in each match.

Both numbers must be drawn from 128 random bits each and apart from one another: bots learn the public seed's
set-up, and nothing about the secret may follow from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.chance import derived, shuffled, stream


@dataclass(frozen=True, slots=True)
class Seating:
    """One match of a set."""

    bots: tuple[str, ...]
    """Who sits in seat 0, 1, 2 …"""
    hidden_seed: int


@dataclass(frozen=True, slots=True)
class TableSet:
    """The matches of one set: as many as seats, everyone once in each seat."""

    seed: int
    matches: tuple[Seating, ...]


def table_set(bots: Sequence[str], seed: int, secret: int) -> TableSet:
    """The set of a table. Who follows whom around the table is drawn from the secret, then everyone moves up one seat per match."""
    if len(set(bots)) != len(bots) or not bots:
        raise ValueError(f"a table needs different bots, got {list(bots)}")
    round_table = shuffled(stream(secret, "round table"), sorted(bots))
    return TableSet(
        seed,
        tuple(
            Seating(tuple(round_table[shift:] + round_table[:shift]), hidden_seed(secret, shift))
            for shift in range(len(round_table))
        ),
    )


def hidden_seed(secret: int, match: int, attempt: int = 0) -> int:
    """The hidden draws of a match; a match that was void is played again with those of the next attempt."""
    return derived(secret, f"hidden {match} {attempt}")
