"""Decisions that effects bring up: order, colour, tracks, regions, kinds of piece, yes or no."""

from collections.abc import Sequence

from engine.zaibatsu.actions import (
    BUILD,
    NO,
    REGION,
    RESOLVE,
    SERVICE,
    STOP,
    WHITE_MINES,
    WHITE_RND,
    WHITE_SPLIT,
    YES,
    Move,
)
from engine.zaibatsu.catalogue import MUST_BUILD
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers import builds
from engine.zaibatsu.powers.gains import gain
from engine.zaibatsu.powers.services import AMOUNT, serve
from engine.zaibatsu.powers.tracks import advance
from engine.zaibatsu.resolve import finish, resolve
from engine.zaibatsu.terms import MINES, REGION_BONUS, RND, WHITE


def _owner(state: Position) -> int:
    assert state.to_act is not None
    return state.to_act


def legal_order(state: Position) -> Sequence[Move]:
    """Waiting effects, equal ones once (Z-GEN-3)."""
    return [RESOLVE[name] for name in dict.fromkeys(effect.name for effect in state.waiting)]


def apply_order(state: Position, move: Move) -> None:
    """Carry out the chosen effect."""
    assert move.effect is not None
    state.waiting.remove(move.effect)
    resolve(state, move.effect)


def legal_service(state: Position) -> Sequence[Move]:
    """The colours on offer (Z-SERV-2)."""
    effect = state.effect
    assert effect is not None
    return SERVICE if len(effect.kinds) == 6 else [SERVICE[colour] for colour in effect.kinds]


def apply_service(state: Position, move: Move) -> None:
    """Give the service of that colour."""
    finish(state)
    serve(state, state.players[_owner(state)], move.a)


def legal_white(state: Position) -> Sequence[Move]:
    """R&D or Mines; upgraded also one step on each (Z-SERV-1)."""
    if state.players[_owner(state)].upgrades >> WHITE & 1:
        return (WHITE_RND, WHITE_MINES, WHITE_SPLIT)
    return (WHITE_RND, WHITE_MINES)


def apply_white(state: Position, move: Move) -> None:
    """Move the pawns."""
    player = state.players[_owner(state)]
    steps = AMOUNT[WHITE][player.upgrades >> WHITE & 1]
    if move is WHITE_SPLIT:
        advance(state, player, RND, 1)
        advance(state, player, MINES, steps - 1)
    else:
        advance(state, player, RND if move is WHITE_RND else MINES, steps)


def legal_may(_: Position) -> Sequence[Move]:
    """Yes or no."""
    return (YES, NO)


def apply_may(state: Position, move: Move) -> None:
    """Pay for the offer and carry it out, or decline."""
    effect = state.effect
    state.effect = None
    if move is YES:
        assert effect is not None
        assert effect.inner is not None
        builds.pay(state, state.players[_owner(state)], effect.price)
        resolve(state, effect.inner)  # which may no longer be declined (Z-DEC-1)


def legal_region(state: Position) -> Sequence[Move]:
    """Regions where this action built a train (Z-FAC-8)."""
    return [REGION[region] for region in range(4) if state.used >> region & 1]


def apply_region(state: Position, move: Move) -> None:
    """Gain the bonus of that region."""
    gain(state.players[_owner(state)], *REGION_BONUS[move.a])
    finish(state)


def legal_build_pick(state: Position) -> Sequence[Move]:
    """Kinds of piece that can be built now, or none (clocks 1B)."""
    assert state.effect is not None
    player = state.players[_owner(state)]
    moves = [BUILD[row] for row in state.effect.kinds if builds.possible(state, player, MUST_BUILD[row])]
    moves.append(STOP)
    return moves


def apply_build_pick(state: Position, move: Move) -> None:
    """Build that kind of piece; its place is the next decision."""
    finish(state)
    if move is not STOP:
        resolve(state, MUST_BUILD[move.a])
