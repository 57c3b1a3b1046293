"""R&D, Mines and Finance: steps and what lies on the way."""

from engine.zaibatsu.catalogue import TRACK_BONUS
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import TRACK_LAST


def advance(state: Position, player: Player, track: int, steps: int) -> None:
    """Move a pawn on; surplus steps are lost (Z-GEN-4), every bonus reached or passed joins the set (Z-GEN-5)."""
    at = player.tracks[track]
    to = at + steps
    to = min(to, TRACK_LAST[track])
    player.tracks[track] = to
    row = TRACK_BONUS[track]
    while at < to:
        at += 1
        bonus = row[at]
        if bonus is not None:
            state.waiting.append(bonus)


def step(state: Position, player: Player, effect: Effect) -> None:
    """track:rnd:2"""
    advance(state, player, effect.what, effect.amount)


def unlock(_: Position, player: Player, effect: Effect) -> None:
    """influence:5: the locked token of that value joins the reserve, once (Z-GEN-5)."""
    bit = 1 << effect.amount
    if player.locked & bit:
        player.locked ^= bit
        player.tokens[effect.amount] += 1
