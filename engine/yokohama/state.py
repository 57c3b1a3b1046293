"""The state of a match: data, copying, and the way from step to step. The rules are in phases/, by step in rules.py."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Self

from engine.core.actions import Action
from engine.core.chance import Rng
from engine.core.game import Game, Setup
from engine.core.outcome import Outcome
from engine.core.parts import Take, fresh
from engine.core.state import State
from engine.yokohama import scoring, steps, view
from engine.yokohama.actions import Play
from engine.yokohama.board import Board
from engine.yokohama.data.records import Edition
from engine.yokohama.player import Player
from engine.yokohama.rules import CARRY_OUT, OPTIONS
from engine.yokohama.turn import Turn
from engine.yokohama.unseen import redraw


class YokohamaState(State):
    """One position. Lists indexed by area have a place for every area of the data, in use or not."""

    __slots__ = (
        "_options",
        "achievements",
        "achievers",
        "acting",
        "agents_left",
        "board",
        "buildings",
        "church",
        "customs",
        "edition",
        "end_trigger",
        "five_powers",
        "houses",
        "laboratories",
        "last_round",
        "objectives",
        "order_deck",
        "orders_removed",
        "players",
        "ports",
        "round",
        "setup",
        "shops",
        "station",
        "technology_deck",
        "turn",
    )

    setup: Setup
    edition: Edition
    board: Board
    buildings: tuple[int, ...]
    """Building card by area."""
    achievements: tuple[int, ...]
    """The card of each pile."""
    players: list[Player]
    acting: Player
    """The player whose turn it is."""
    turn: Turn
    round: int
    """From 1; 0 while the first orders are chosen."""
    end_trigger: str
    """What triggered the end (Y-END-1); empty until then."""
    last_round: int
    """The round after which the match ends; 0 until triggered."""
    shops: list[tuple[int, ...]]
    """By area: owners of the four shop spaces."""
    houses: list[int]
    """By area: owner of the trading house."""
    five_powers: list[int]
    """By area: the token still there."""
    station: int
    """The area of the station token; NOWHERE while in the supply."""
    church: list[int]
    """Owners of the assistants, by space; so *customs*."""
    customs: list[int]
    ports: list[list[int]]
    """Order cards by slot, for Port A and Port B."""
    laboratories: list[list[int]]
    """Technologies by slot, for Laboratory A and B."""
    order_deck: tuple[int, ...]
    """The next card first; so *technology_deck*."""
    technology_deck: tuple[int, ...]
    orders_removed: tuple[int, ...]
    """Left the game unseen at set-up."""
    agents_left: list[int]
    """Foreign agents in the supply, by country."""
    achievers: list[tuple[int, ...]]
    """By pile: the seats that did it, first one first."""
    objectives: tuple[int, ...]
    """Tokens of mini-expansion 1 not taken yet."""

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup
        self._options: Sequence[Play] | None = None
        """The choices found when the last action was carried out."""

    @property
    def game(self) -> Game:
        """Yokohama."""
        return _game()

    def _legal(self) -> Sequence[Action]:
        options = self._options
        if options is None:
            options = self._options = OPTIONS[self.turn.step](self)
        return options

    def _apply(self, action: Action) -> None:
        assert isinstance(action, Play)
        CARRY_OUT[self.turn.step](self, action)
        self.go_on()

    def go_on(self) -> None:
        """Pass the steps that ask nothing, up to the next choice or the end."""
        options = OPTIONS[self.turn.step](self)
        while not options and self.to_act is not None:
            options = OPTIONS[self.turn.step](self)
        self._options = options

    def clone(self) -> Self:
        copy = type(self)(self.setup)
        copy._copy(self)
        return copy

    def _copy(self, source: "YokohamaState") -> None:
        self.to_act = source.to_act
        self._cached = source._cached
        self._options = source._options
        self.edition = source.edition
        self.board = source.board
        self.buildings = source.buildings
        self.achievements = source.achievements
        self.players = [Player(player) for player in source.players]
        self.turn = Turn(source.turn.seat, source.turn)
        self.acting = self.players[self.turn.seat]
        self.round = source.round
        self.end_trigger = source.end_trigger
        self.last_round = source.last_round
        self.shops = source.shops[:]
        self.houses = source.houses[:]
        self.five_powers = source.five_powers[:]
        self.station = source.station
        self.church = source.church[:]
        self.customs = source.customs[:]
        self.ports = [port[:] for port in source.ports]
        self.laboratories = [laboratory[:] for laboratory in source.laboratories]
        self.order_deck = source.order_deck
        self.technology_deck = source.technology_deck
        self.orders_removed = source.orders_removed
        self.agents_left = source.agents_left[:]
        self.achievers = source.achievers[:]
        self.objectives = source.objectives

    def public_text(self, action: Action) -> str:
        """The order kept at set-up stays secret (Y-INFO-5)."""
        return "keep_order" if self.turn.step == steps.KEEP_ORDER else action.text

    def to_dict(self) -> dict[str, Any]:
        return view.whole(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.seen(self, seat, fresh)

    def view_of_parts(self, seat: int | None, take: Take) -> dict[str, Any]:
        return view.seen(self, seat, take)

    def outcome(self) -> Outcome | None:
        return scoring.outcome(self) if self.to_act is None else None

    def standing(self, seat: int) -> int:
        return scoring.standing(self, seat)

    def determinize(self, seat: int | None, rng: Rng) -> "YokohamaState":
        return redraw(self, seat, rng)

    def forget_options(self) -> None:
        """Find the choices anew when asked: something they rest on has changed."""
        self._options = self._cached = None


@cache
def _game() -> Game:
    from engine.yokohama import GAME  # which imports this module

    return GAME
