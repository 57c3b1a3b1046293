"""Evaluation suites: frozen set-ups and opponents, so that two people who test a bot months apart mean the same by a score."""

import tomllib
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from arena.errors import NotFound


class UnknownSuite(NotFound):
    """There is no suite of that name; the sentence lists those there are."""


@dataclass(frozen=True, slots=True)
class Suite:
    """What is played."""

    name: str
    game: str
    seats: int
    opponent: str
    """The house bot in every other seat."""
    seed: int
    sets: int
    options: dict[str, Any] = field(default_factory=dict)


def names() -> list[str]:
    """Every suite."""
    return sorted(file.name.removesuffix(".toml") for file in files(__name__).iterdir() if file.name.endswith(".toml"))


def suite(name: str) -> Suite:
    """The suite of that name."""
    if name not in names():
        raise UnknownSuite(f"there is no suite {name!r}; there are: {', '.join(names())}")
    return Suite(name, **tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8")))
