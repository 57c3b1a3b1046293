"""What the API answers of games: their options and components."""

from dataclasses import dataclass
from typing import Annotated, Any


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the arena."""

    name: str
    title: str
    seats: Annotated[list[int], "How many may play."]
    rules_version: int
    summary: str


@dataclass(frozen=True, slots=True)
class Games:
    """All games."""

    items: list[Game]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game."""

    name: str
    values: list[Any]
    default: Any
    several: Annotated[bool, "Whether any number of the values can be chosen together."]
    help: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a figure comes from."""

    of: Annotated[str, "Which part of the component; empty: all of it."]
    kind: Annotated[str, "rulebook, found, inferred, reconstructed, or a sentence."]


@dataclass(frozen=True, slots=True)
class Component:
    """One line of a component table."""

    cells: Annotated[list[str], "By column, as the site shows them: for people."]
    values: Annotated[
        dict[str, Any], "By column, as the rules read them: ids and numbers; left out where there is none."
    ]
    provenance: list[Provenance]


@dataclass(frozen=True, slots=True)
class ComponentTable:
    """Components of one kind."""

    name: str
    columns: list[str]
    rows: list[Component]


@dataclass(frozen=True, slots=True)
class GameDetail:
    """A game with its options and components."""

    game: Game
    options: list[Option]
    components: list[ComponentTable]
