"""A decision in words, for people and language models: the position, the choices, and what each choice leads to."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Protocol

from arena.boards import draw
from arena.narration import View, sentence
from arena.wording import event_for_people, notation_for_people, seat_name
from engine import Action, Game, State
from engine.core.chance import Rng

WORLDS = 3
"""A consequence is mentioned only if it is the same in this many worlds: what differs depends on what the seat cannot know."""


class Asked(Protocol):
    """What a decision must offer: those of the SDK and of players inside the arena both do."""

    @property
    def seat(self) -> int: ...
    @property
    def game(self) -> Game: ...
    @property
    def texts(self) -> list[str]: ...
    @property
    def legal(self) -> Sequence[Action]: ...
    @property
    def view(self) -> dict[str, Any]: ...
    @property
    def events(self) -> list[str]: ...
    def determinize(self, rng: Rng) -> State:
        """A full position that fits the view."""
        ...


def rules(game: Game) -> str:
    """The rules in short, with the number of players."""
    return f"{game.title}, {game.seats[0]} to {game.seats[-1]} players.\n{game.summary}"


def position(decision: Asked) -> str:
    """The position as the seat may know it, with what happened since its last decision."""
    lines = [f"You are player {decision.seat + 1} ({seat_name(decision.seat)})."]
    if decision.events:
        lines += ["Since your last choice:", *(f"  {event_for_people(event)}" for event in decision.events)]
    return "\n".join([*lines, "", draw(decision.view)])


def choices(decision: Asked) -> list[str]:
    """Each choice in notation, with what it leads to where that is certain: `buy_fish: buys a fish for 2 mon`."""
    rng = Random(0)
    worlds = [decision.determinize(rng) for _ in range(WORLDS)]
    before = [world.view(decision.seat) for world in worlds]
    texts = []
    for action, text in zip(decision.legal, decision.texts, strict=True):
        certain = _consequence(decision, action, text, zip(worlds, before, strict=True))
        shown = notation_for_people(text)
        texts.append(f"{shown}: {certain}" if certain and certain != text.replace("_", " ") else shown)
    return texts


def _consequence(decision: Asked, action: Action, text: str, worlds: Iterable[tuple[State, View]]) -> str:
    """What the action leads to, in words; empty unless it is the same in every world."""
    consequence = None
    for world, before in worlds:
        after = world.clone()
        after.apply(action)
        words = sentence(decision.game.name, text, before, after.view(decision.seat))
        if consequence not in (None, words):
            return ""
        consequence = words
    return consequence or ""
