"""Questions that effects ask: order, colour, tracks, regions, kinds of piece, yes or no."""

from collections.abc import Sequence

from engine.zaibatsu import asks
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
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.powers.builds import accept
from engine.zaibatsu.powers.gains import gain
from engine.zaibatsu.powers.services import AMOUNT, serve
from engine.zaibatsu.powers.tracks import advance
from engine.zaibatsu.state import ZaibatsuState, finish, resolve
from engine.zaibatsu.terms import MINES, REGION_BONUS, RND, WHITE


def _owner(state: ZaibatsuState) -> int:
    assert state.to_act is not None
    return state.to_act


def legal_order(state: ZaibatsuState) -> Sequence[Move]:
    """Waiting effects, equal ones once (Z-GEN-3)."""
    return [RESOLVE[name] for name in dict.fromkeys(effect.name for effect in state.waiting)]


def answer_order(state: ZaibatsuState, move: Move) -> None:
    """Carry that one out."""
    assert move.effect is not None
    state.waiting.remove(move.effect)
    resolve(state, move.effect)


def legal_service(state: ZaibatsuState) -> Sequence[Move]:
    """The colours on offer (Z-SERV-2)."""
    effect = state.effect
    assert effect is not None
    return SERVICE if len(effect.kinds) == 6 else [SERVICE[colour] for colour in effect.kinds]


def answer_service(state: ZaibatsuState, move: Move) -> None:
    """That service."""
    finish(state)
    serve(state, state.players[_owner(state)], move.a)


def legal_white(state: ZaibatsuState) -> Sequence[Move]:
    """R&D or Mines; upgraded also one step on each (Z-SERV-1)."""
    if state.players[_owner(state)].upgrades >> WHITE & 1:
        return (WHITE_RND, WHITE_MINES, WHITE_SPLIT)
    return (WHITE_RND, WHITE_MINES)


def answer_white(state: ZaibatsuState, move: Move) -> None:
    """Move the pawns."""
    player = state.players[_owner(state)]
    steps = AMOUNT[WHITE][player.upgrades >> WHITE & 1]
    if move is WHITE_SPLIT:
        advance(state, player, RND, 1)
        advance(state, player, MINES, steps - 1)
    else:
        advance(state, player, RND if move is WHITE_RND else MINES, steps)


def legal_may(_: ZaibatsuState) -> Sequence[Move]:
    """Yes or no."""
    return (YES, NO)


def answer_may(state: ZaibatsuState, move: Move) -> None:
    """Pay and do it, or leave it."""
    effect = state.effect
    state.effect = None
    if move is YES:
        assert effect is not None
        accept(state, state.players[_owner(state)], effect)


def legal_region(state: ZaibatsuState) -> Sequence[Move]:
    """Regions where this action built a train (Z-FAC-8)."""
    return [REGION[region] for region in range(4) if state.used >> region & 1]


def answer_region(state: ZaibatsuState, move: Move) -> None:
    """The region's bonus."""
    gain(state.players[_owner(state)], *REGION_BONUS[move.a])
    finish(state)


def _buildable(state: ZaibatsuState, effect: Effect) -> bool:
    assert effect.able is not None
    return effect.able(state, state.players[_owner(state)], effect)


def legal_build(state: ZaibatsuState) -> Sequence[Move]:
    """Kinds of piece that can be built now, or none (clocks 1B)."""
    assert state.effect is not None
    moves = [BUILD[row] for row in state.effect.kinds if _buildable(state, MUST_BUILD[row])]
    moves.append(STOP)
    return moves


def answer_build(state: ZaibatsuState, move: Move) -> None:
    """Where, is asked next."""
    finish(state)
    if move is not STOP:
        resolve(state, MUST_BUILD[move.a])


asks.register(asks.ORDER, legal_order, answer_order)
asks.register(asks.SERVICE, legal_service, answer_service)
asks.register(asks.WHITE, legal_white, answer_white)
asks.register(asks.MAY, legal_may, answer_may)
asks.register(asks.REGION, legal_region, answer_region)
asks.register(asks.BUILD_PICK, legal_build, answer_build)
