"""Synthetic bots: matches drawn from known skills, for what-if questions. Needs numpy.

A bot's mark in a match is its skill, plus what the set-up gives its seat, plus how the set-up suits the bot, plus
luck of the match (Gumbel, so that marks follow Plackett-Luce and skills are Elo points). The highest mark is placed first.
"""

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.int64]

LUCK = 400 / log(10)
"""Scale of the luck of a match, in Elo points: the one that makes skills Elo."""


@dataclass(frozen=True, slots=True)
class World:
    """How strong and how lucky things are, in Elo points (standard deviations)."""

    skill: float = 100.0
    seat: float = 120.0
    """What a set-up gives one seat over another."""
    suits: float = 40.0
    """How a set-up suits a bot: a set cannot take this away."""


@dataclass(frozen=True)
class Round:
    """Matches of some tables: table, match, bot of the table -> place and seat."""

    tables: "Numbers"
    places: "Numbers"
    seats: "Numbers"


def skills(world: World, bots: int, chance: "Generator") -> "Floats":
    """Skills of a field."""
    return chance.normal(0.0, world.skill, bots)


def play(world: World, strength: "Floats", tables: "Numbers", *, sets: bool, chance: "Generator") -> Round:
    """Each table plays as many matches as it has seats: as a set, or on other set-ups with seats drawn by lot."""
    count, size = tables.shape
    shape = (count, size, size)
    if sets:
        start = chance.integers(0, size, (count, 1, 1))
        seats = (np.arange(size)[None, None, :] + np.arange(size)[None, :, None] + start) % size
        tilt = np.broadcast_to(chance.normal(0.0, world.seat, (count, 1, size)), shape)
        suits = chance.normal(0.0, world.suits, (count, 1, size))
    else:
        seats = chance.random(shape).argsort(axis=2)
        tilt = chance.normal(0.0, world.seat, shape)
        suits = chance.normal(0.0, world.suits, shape)
    marks = (
        strength[tables][:, None, :] + np.take_along_axis(tilt, seats, axis=2) + suits + chance.gumbel(0.0, LUCK, shape)
    )
    places = 1 + (marks[:, :, None, :] > marks[:, :, :, None]).sum(axis=3)
    return Round(tables, places, seats)
