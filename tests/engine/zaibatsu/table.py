"""Positions for rule tests: a table after the draft with bare boards, and short ways to look and to play."""

from typing import Any

import engine
from engine.zaibatsu.data import BOARD, TOKENS
from engine.zaibatsu.phases.factories import add_tile
from engine.zaibatsu.phases.rounds import begin_turn
from engine.zaibatsu.player import EXPERT, Player
from engine.zaibatsu.setup import give_pieces, set_demand
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import COLOURS, GOODS, TILE_NUMBER

GAME = engine.game("zaibatsu")
WHITE, BLUE, GREY, YELLOW, RED, BLACK = range(6)
CROWD = (WHITE, BLUE, BLACK)
"""Who stands on every space of a bare table."""
CATEGORIES = BOARD.categories
OBJECTIVES = TOKENS.objectives


def bare_table(seats: int = 2, *, seed: int = 3, active: int = 0, **options: Any) -> ZaibatsuState:
    """Round 1, first turn; white, blue and black workers on every space. The others have 1 money, so that they are asked."""
    state = GAME.new(seats, seed, options=options)
    assert isinstance(state, ZaibatsuState)
    state.players = [Player() for _ in range(seats)]
    for player in state.players:
        give_pieces(player)
    state.pairs, state.waiting, state.effect, state.step = (), [], None, 0
    for other in state.players:
        other.money = 1
    state.players[active].money = 0
    state.marker = state.active = active
    state.spaces = [CROWD] * 5
    begin_turn(state)
    return state


def again(state: ZaibatsuState, seat: int = 0) -> ZaibatsuState:
    """Let a seat take another turn, with everyone back on the spaces."""
    state.active = seat
    state.spaces = [CROWD] * 5
    begin_turn(state)
    return state


def build(player: Player, *tiles: str, machines: int = 0, goods: int = 0) -> None:
    """Put factories on a board, without their effects."""
    for name in tiles:
        add_tile(player, TILE_NUMBER[name])
        player.fitted[-1] = machines
        player.goods[-1] = goods
    player.built[1] += machines * len(tiles)


def legal(state: ZaibatsuState) -> list[str]:
    """What the position offers, also after its fields were set by hand."""
    state._cached = None
    return [action.text for action in state.legal_actions()]


def play(state: ZaibatsuState, *texts: str) -> ZaibatsuState:
    """Take these decisions."""
    for text in texts:
        state._cached = None
        state.apply(GAME.parse(text))
    return state


def ask(state: ZaibatsuState) -> str:
    return state.decision.label


def demand(state: ZaibatsuState, **goods: str) -> None:
    """Set the goods of some markets: m3="paper lenses bulbs clocks" in the order N, E, S, W."""
    asked = list(state.demand)
    for market, names in goods.items():
        at = 4 * int(market[1:])
        asked[at : at + 4] = [GOODS.index(name) for name in names.split()]
    set_demand(state, asked)


def ask_for(state: ZaibatsuState, good: str) -> None:
    """Let every slot ask for one good."""
    set_demand(state, [GOODS.index(good)] * 32)


def put(state: ZaibatsuState, slot: int, owner: int, value: int) -> None:
    """A token on a slot (market × 4 + side), taken out of its owner's reserve if there is one."""
    state.board[slot] = 8 * (owner + 1) + value
    if owner < state.seats:
        state.players[owner].tokens[value] = max(0, state.players[owner].tokens[value] - 1)


def lay(state: ZaibatsuState, region: int, *owners: int) -> None:
    """Trains from the top of a region."""
    for slot, owner in enumerate(owners):
        state.rails[region * 7 + slot] = owner
        if owner < state.seats:
            state.players[owner].built[2] += 1
    state.rail_count[region] = len(owners)


def workers(*names: str) -> list[int]:
    """Cells from the lowest up; `expert_white` is an expert."""
    return [
        COLOURS.index(name.removeprefix("expert_")) + (EXPERT if name.startswith("expert_") else 0) for name in names
    ]


def token_values(player: Player) -> list[int]:
    return [value for value in range(8) for _ in range(player.tokens[value])]
