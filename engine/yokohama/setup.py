"""From seats, options and seeds to the first position (Y-SETUP-1 to Y-SETUP-15).

What lies face up comes from the public seed, the rest from the hidden one; one stream for each purpose (Y-SETUP-14).
"""

from collections.abc import Sequence
from typing import Final

from engine.core.chance import stream
from engine.core.game import Setup
from engine.yokohama.actions import AREAS, TABLES, TECHNOLOGY_CARDS
from engine.yokohama.board import Board, board
from engine.yokohama.data.records import PILES, Space
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.laboratory import LABORATORY_AREAS
from engine.yokohama.phases.port import PORT_AREAS
from engine.yokohama.player import EMPTY, NEUTRAL, NOWHERE, SUPPLY, Player
from engine.yokohama.state import YokohamaState
from engine.yokohama.turn import Turn

NO_SHOPS: Final = (EMPTY,) * 4
DEALT: Final = 2
"""Orders dealt to each player; one of them is kept (Y-SETUP-11)."""


def start(setup: Setup) -> YokohamaState:
    """The position in which the first player chooses an order."""
    state = YokohamaState(setup)
    _lay_out_areas(state, setup)
    _open_boards(state, setup)
    _deal_displays(state, setup)
    _seat_players(state, setup)
    state.turn = Turn(0)
    state.turn.decision = Decision.KEEP_ORDER
    state.acting = state.players[0]
    state.to_act = 0
    state.round = 0
    state.end_trigger = ""
    state.last_round = 0
    return state


def boards_in_use(seats: int) -> tuple[int, ...]:
    """The areas of that number of players (Y-SETUP-1)."""
    return tuple(number for number, area in enumerate(AREAS) if area.players <= seats)


def displays_in_use(areas: Sequence[int], seats: int) -> int:
    """How many ports or laboratories are in use."""
    return sum(1 for area in areas if AREAS[area].players <= seats)


def five_power_tokens(options: dict[str, object]) -> int:
    """How many kinds of five-power tokens are mixed in (Y-SETUP-5, Y-M2-1)."""
    return len(TABLES.five_powers) - (0 if options["mini_expansion_2"] else TABLES.independent_tokens)


def blank_boards(state: YokohamaState) -> None:
    """Nothing built, no station, every agent in the supply (Y-SETUP-13), neutral assistants only (Y-SETUP-12)."""
    state.shops = [NO_SHOPS] * len(AREAS)
    state.houses = [EMPTY] * len(AREAS)
    state.five_powers = [EMPTY] * len(AREAS)
    state.station = NOWHERE
    state.agents_left = list(TABLES.agents)
    blocked = state.edition.neutral_assistants and state.setup.seats == 2
    state.church = _management_board(TABLES.church, blocked)
    state.customs = _management_board(TABLES.customs, blocked)


def _management_board(spaces: Sequence[Space], blocked: bool) -> list[int]:
    return [NEUTRAL if blocked and space.blocked2p else EMPTY for space in spaces]


def _lay_out_areas(state: YokohamaState, setup: Setup) -> None:
    """Boards, then building cards and five-power tokens by position, the Canal skipped (Y-SETUP-2, -4, -5)."""
    state.edition = TABLES.editions[str(setup.options["edition"])]
    layout = _shuffled(setup.seed, "boards", boards_in_use(setup.seats))
    state.board = board(tuple(layout), setup.seats)
    blank_boards(state)
    state.buildings = _by_area(state.board, _shuffled(setup.seed, "buildings", range(len(TABLES.buildings))))
    tokens = _shuffled(setup.seed, "five_power", range(five_power_tokens(dict(setup.options))))
    state.five_powers = list(_by_area(state.board, tokens))


def _by_area(laid: Board, pile: Sequence[int]) -> tuple[int, ...]:
    by_area = [EMPTY] * len(AREAS)
    for area, item in zip(laid.land, pile, strict=False):
        by_area[area] = item
    return tuple(by_area)


def _open_boards(state: YokohamaState, setup: Setup) -> None:
    """Achievements and, with mini-expansion 1, the tokens beside them (Y-SETUP-8, Y-M1-1)."""
    state.achievements = tuple(_achievement(setup.seed, pile) for pile in range(len(PILES)))
    state.achievers = [()] * len(PILES)
    state.objectives = ()
    if setup.options["mini_expansion_1"]:
        tokens = _shuffled(setup.seed, "objective_rewards", range(len(TABLES.objective_rewards)))
        in_play = tokens[: TABLES.limits.objective_rewards]
        state.objectives = tuple(sorted(in_play, key=lambda token: TABLES.objective_rewards[token].id))


def _achievement(seed: int, pile: int) -> int:
    cards = [number for number, card in enumerate(TABLES.achievements) if card.pile == pile]
    return _shuffled(seed, f"achievements_{PILES[pile].lower()}", cards)[0]


def _deal_displays(state: YokohamaState, setup: Setup) -> None:
    """Displays from the public seed, the decks from the hidden one (Y-SETUP-9, Y-SETUP-10)."""
    laboratories = displays_in_use(LABORATORY_AREAS, setup.seats)
    state.laboratories, deck = _displays(
        setup, "technologies", TECHNOLOGY_CARDS, laboratories, len(TABLES.laboratory_surcharge)
    )
    state.technology_deck = tuple(deck)
    ports = displays_in_use(PORT_AREAS, setup.seats)
    state.ports, deck = _displays(setup, "orders", range(len(TABLES.orders)), ports, len(TABLES.port_levels))
    removed = TABLES.orders_removed[setup.seats]
    state.orders_removed = tuple(deck[:removed])
    state.order_deck = tuple(deck[removed:])


def _displays(
    setup: Setup, purpose: str, cards: Sequence[int], number: int, slots: int
) -> tuple[list[list[int]], list[int]]:
    """*number* displays of *slots* cards each, A before B, and the other cards in a new order."""
    pile = _shuffled(setup.seed, purpose, cards)
    shown, rest = pile[: number * slots], pile[number * slots :]
    displays = [shown[first : first + slots] for first in range(0, len(shown), slots)]
    return displays, _shuffled(setup.hidden_seed, purpose, sorted(rest))


def _seat_players(state: YokohamaState, setup: Setup) -> None:
    """Supplies, yen by seat, two orders each (Y-SETUP-6, Y-SETUP-7, Y-SETUP-11)."""
    state.players = [Player() for _ in range(setup.seats)]
    for seat, player in enumerate(state.players):
        player.yen = SUPPLY.yen_other_players if seat else SUPPLY.yen_first_player
        player.orders = tuple(sorted(state.order_deck[:DEALT]))
        state.order_deck = state.order_deck[DEALT:]


def _shuffled(seed: int, purpose: str, cards: Sequence[int]) -> list[int]:
    pile = list(cards)
    stream(seed, purpose).shuffle(pile)
    return pile
