"""A table at which tests set up situations.

`table()` is a match past its set-up, seat 0 at the start of its first turn, on a fixed layout: the areas in the order of the data, so
that neighbours are known. Fields are set directly on the players and the state; `ask` and `act` then go on from a decision.

Layout for 4 players (2 players: ten of them, in the same order):

    copper_mine_1  copper_mine_2  silk_factory_1  silk_factory_2  tea_plantation_1  tea_plantation_2
            fishing_ground_1  fishing_ground_2  bank  port_a  port_b
                    laboratory_a  laboratory_b  employment_agency  chinatown
                            church  customs  canal
"""

import engine
from engine.yokohama.actions import AREAS, TABLES
from engine.yokohama.board import board
from engine.yokohama.data.records import GOODS
from engine.yokohama.decisions import Decision, Phase
from engine.yokohama.phases.area import begin_action
from engine.yokohama.phases.turns import begin_turn, end_turn
from engine.yokohama.player import EMPTY, Player
from engine.yokohama.rules import LEGAL, PASS
from engine.yokohama.setup import boards_in_use
from engine.yokohama.state import YokohamaState
from engine.yokohama.technologies import NUMBERS
from engine.yokohama.turn import Turn

GAME = engine.game("yokohama")
ORDER = {card.id: number for number, card in enumerate(TABLES.orders)}
TOKEN = {token.id: number for number, token in enumerate(TABLES.five_powers)}
ACHIEVEMENT = {card.id: number for number, card in enumerate(TABLES.achievements)}
OBJECTIVE = {token.id: number for number, token in enumerate(TABLES.objective_rewards)}
_AREA = {area.id: number for number, area in enumerate(AREAS)}


def area(name: str) -> int:
    """The number of an area; `tea_plantation` stands for the first one."""
    return _AREA[name] if name in _AREA else _AREA[f"{name}_1"]


class Table:
    """One match under test."""

    def __init__(self, state: YokohamaState) -> None:
        self.state = state

    @property
    def turn(self) -> Turn:
        return self.state.turn

    @property
    def decision(self) -> str:
        return self.state.turn.decision.label

    def player(self, seat: int) -> Player:
        return self.state.players[seat]

    @property
    def me(self) -> Player:
        return self.player(0)

    def put(self, seat: int, name: str, number: int = 1) -> None:
        """Move assistants from hand to an area."""
        player = self.player(seat)
        player.on_area[area(name)] += number
        player.assistants -= number

    def president(self, seat: int, name: str) -> None:
        self.player(seat).president = area(name)

    def shop(self, seat: int, name: str, slot: int = 1) -> None:
        """A shop of the player's warehouse stands there."""
        player, where = self.player(seat), area(name)
        owners = list(self.state.shops[where])
        owners[slot - 1] = seat
        self.state.shops[where] = tuple(owners)
        player.shop_at |= 1 << where
        player.built_at |= 1 << where
        player.stored_shops -= 1

    def house(self, seat: int, name: str) -> None:
        """A trading house of the player's warehouse stands there."""
        player, where = self.player(seat), area(name)
        self.state.houses[where] = seat
        player.built_at |= 1 << where
        player.stored_houses -= 1

    def station(self, name: str) -> None:
        self.state.station = area(name)

    def owns(self, seat: int, *technologies: str) -> None:
        """The player has these technologies; the cards come from nowhere."""
        player = self.player(seat)
        for name in technologies:
            player.technologies += (NUMBERS[name],)
            player.technology_bits |= 1 << NUMBERS[name]

    def goods(self, seat: int, **numbers: int) -> None:
        """Exactly these goods."""
        self.player(seat).goods = [numbers.get(good, 0) for good in GOODS]

    def token(self, name: str, token: str | None) -> None:
        """The five-power token of an area."""
        self.state.five_powers[area(name)] = EMPTY if token is None else TOKEN[token]

    def building(self, name: str, card: str) -> None:
        """The building card of an area."""
        cards = list(self.state.buildings)
        cards[area(name)] = next(number for number, entry in enumerate(TABLES.buildings) if entry.id == card)
        self.state.buildings = tuple(cards)

    def achievement(self, pile: int, name: str) -> None:
        cards = list(self.state.achievements)
        cards[pile] = ACHIEVEMENT[name]
        self.state.achievements = tuple(cards)

    def ask(self, decision: Decision, phase: Phase | None = None) -> list[str]:
        """Go to a decision and on to its choices, forced ones included."""
        self.turn.decision = decision
        if phase is not None:
            self.turn.phase = phase
        return self.listed()

    def listed(self) -> list[str]:
        """The choices from here on, after what was changed by hand."""
        state = self.state
        state._cached = state._next = None
        while state.to_act is not None and not LEGAL[state.turn.decision](state):
            PASS[state.turn.decision](state)
        return self.legal

    def begin_turn(self) -> list[str]:
        """The acting seat's turn from its start."""
        begin_turn(self.state, self.turn.seat)
        return self.listed()

    def seat(self, seat: int) -> None:
        """It is that seat's turn; a new one, if it was not."""
        if self.turn.seat != seat or self.state.to_act is None:
            self.state.turn = Turn(seat)
            self.state.acting = self.player(seat)
            self.state.to_act = seat

    def extra(self, phase: Phase = Phase.A, seat: int = 0) -> list[str]:
        """Phase A or C."""
        self.seat(seat)
        return self.ask(Decision.EXTRA, phase)

    def place(self) -> list[str]:
        self.seat(0)
        return self.ask(Decision.PLACE, Phase.B)

    def move(self) -> list[str]:
        self.seat(0)
        return self.ask(Decision.MOVE, Phase.B)

    def act(self, name: str, assistants: int | None = None, seat: int = 0) -> list[str]:
        """The main action of a seat in an area, its president there; *assistants*: exactly that number besides."""
        self.seat(seat)
        player = self.state.acting
        player.president = area(name)
        if assistants is not None:
            player.assistants += player.on_area[area(name)] - assistants
            player.on_area[area(name)] = assistants
        self.turn.by_agent = False
        self.turn.phase = Phase.B
        begin_action(self.state, area(name))
        return self.listed()

    @property
    def legal(self) -> list[str]:
        return [action.text for action in self.state.legal_actions()]

    def can(self, text: str) -> bool:
        return text in self.legal

    def do(self, *texts: str) -> "Table":
        """Take these actions, then what is forced."""
        for text in texts:
            self.state.apply(GAME.parse(text))
        return self

    def end_turns(self, number: int = 1) -> None:
        """Let that number of turns pass: the seat to act takes the president back and nothing else."""
        for _ in range(number):
            end_turn(self.state)
            self.listed()
            self.state.skip_forced()


def table(seats: int = 4, edition: str = "okazu", m1: bool = False, m2: bool = False) -> Table:
    """Seat 0 at the start of its first turn; orders in hand are put out of the way."""
    options = {"edition": edition, "mini_expansion_1": m1, "mini_expansion_2": m2}
    state = GAME.new(seats, seed=5, hidden_seed=6, options=options)
    assert isinstance(state, YokohamaState)
    while state.turn.decision == Decision.KEEP_ORDER:
        state.apply(state.legal_actions()[0])
    _fixed_layout(state, seats)
    for player in state.players:
        player.orders = ()
    made = Table(state)
    made.begin_turn()
    return made


def _fixed_layout(state: YokohamaState, seats: int) -> None:
    state.board = board(boards_in_use(seats), seats)
    buildings, tokens = [EMPTY] * len(AREAS), [EMPTY] * len(AREAS)
    for number, where in enumerate(state.board.land):
        buildings[where] = tokens[where] = number
    state.buildings = tuple(buildings)
    state.five_powers = tokens
