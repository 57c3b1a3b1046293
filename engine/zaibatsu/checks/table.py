"""The table: what the number of players and the options allow."""

from collections.abc import Callable
from typing import Final

from engine.core.positions import Reader
from engine.zaibatsu import scoring
from engine.zaibatsu.automa_board import AutomaBoard
from engine.zaibatsu.data import BOARD, SIDES, TOKENS
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.phases.rounds import DARK
from engine.zaibatsu.pieces import RAILS
from engine.zaibatsu.player import EXPERT, NO_PAIR, Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.terms import COLOURS, EMPTY, GOODS, SHIP, SPACE_OF_ACTION

LATE: Final = 5
"""The number of late factories."""
STARTS: Final = tuple(start.name for start in TOKENS.start_a)
AMOUNTS: Final = {start.name: start.amount for start in TOKENS.start_a}
TURNED: Final = {
    tuple(goods[(side - turn) % 4] for side in range(4)): at
    for at, goods in enumerate(BOARD.demand)
    for turn in range(4)
}
"""Goods of a market -> its demand tile, in every rotation."""


def check(reader: Reader, state: Position) -> None:
    """InvalidPosition names the field that has more, or other things, than there can be."""
    for rule in CHECKS:
        rule(reader, state)
    for seat, player in enumerate(state.players):
        fields = reader.parts("players")[seat]
        _start(fields, player)
        _ships(fields, player)
        _points(fields, state, player)
    if state.automa is not None:
        _automa_rows(reader.part("automa"), state, state.automa)


def _workers(reader: Reader, state: Position) -> None:
    """As many rows as the players use; a space is empty only where its last worker was just hired (Z-SHORT-1, Z-DEC-6)."""
    if len(state.queue) > state.limits.queue_rows:
        reader.wrong("queue", f"expected at most {state.limits.queue_rows} rows with {state.seats} players (Z-SETUP-5)")
    for row, workers in enumerate(state.queue):
        if not workers:
            reader.wrong(f"queue[{row}].workers", "expected a worker: rows that are used up are left out")
    empty = [space for space, workers in enumerate(state.spaces) if not workers]
    if state.phase in (Phase.REWARDS, Phase.OVER):
        return
    hiring = SPACE_OF_ACTION[state.action] if state.phase == Phase.TURN and state.decision != Decision.TURN else -1
    for space in empty:
        if space != hiring and (state.round <= DARK or state.queue):
            reader.wrong(f"spaces[{space}].workers", "expected a worker: a row moves onto an empty space (Z-SHORT-1)")


def _regions(reader: Reader, state: Position) -> None:
    """Trains and tokens within what the number of players allows (Z-TRAIN-1, Z-ACT-MARKET-5)."""
    slots = state.limits.train_limit
    for region in range(4):
        if any(owner != EMPTY for owner in state.rails[region * RAILS + slots : (region + 1) * RAILS]):
            reader.wrong(
                f"regions[{region}].trains", f"with {state.seats} players only the first {slots} slots are used"
            )
    for market in range(8):
        tokens = sum(1 for token in state.board[4 * market : 4 * market + 4] if token)
        most = state.limits.market_limit + (state.decision == Decision.MARKET_RETURN and state.slot // 4 == market)
        if tokens > most:
            reader.wrong(f"markets[{market}].owners", f"expected at most {most} tokens, got {tokens} (Z-ACT-MARKET-5)")


def _demand(reader: Reader, state: Position) -> None:
    """Eight of the nine demand tiles, each turned in some way (Z-SETUP-1)."""
    tiles: set[int] = set()
    for market in range(8):
        goods = state.demand[4 * market : 4 * market + 4]
        tile = TURNED.get(goods, -1)
        if tile < 0 or tile in tiles:
            names = ", ".join(GOODS[good] for good in goods)
            why = "no demand tile has" if tile < 0 else "another market has the one tile with"
            reader.wrong(f"markets[{market}].goods", f"{why} {names} in this order (Z-SETUP-1)")
        tiles.add(tile)


def _supply(reader: Reader, state: Position) -> None:
    """Late factories as many as were dealt, in the supply or built; none without the module (Z-LATE-1).

    Which of the other factories were dealt is left open: a position may be set up with any.
    """
    tiles = (*state.supply, *(tile for player in state.players for tile in player.tiles))
    late = sum(1 for tile in tiles if SIDES[tile].number == LATE)
    expected = state.limits.late_factories if state.setup.options["late_factories"] else 0
    if late != expected:
        reader.wrong("supply", f"with those built expected {expected} late factories, got {late} (Z-LATE-1)")


def _objectives(reader: Reader, state: Position) -> None:
    """As many for each period as there are players for; none without the module (Z-SHARED-1)."""
    each = state.limits.shared_objectives if state.setup.options["shared_objectives"] else 0
    dealt = [objective for period in state.objectives for objective in period]
    if any(len(period) != each for period in state.objectives) or len(set(dealt)) < len(dealt):
        reader.wrong("shared_objectives", f"expected {each} for each period, all different (Z-SHARED-1)")


def _draft(reader: Reader, state: Position) -> None:
    """Pairs are taken counter-clockwise from the first player's right; the others leave the game (Z-SETUP-8)."""
    taken = [seat for seat, player in enumerate(state.players) if player.start != NO_PAIR]
    drafting = state.phase == Phase.DRAFT
    before = (state.marker - 1 - state.active) % state.seats + (state.decision != Decision.START_PAIR)
    expected = sorted((state.marker - 1 - turn) % state.seats for turn in range(before if drafting else state.seats))
    if taken != expected:
        seat = next(iter(set(taken) ^ set(expected)))
        word = "must" if seat in expected else "must not"
        reader.wrong(f"players[{seat}].start_a", f"{word} be there at this point (Z-SETUP-8)")
    left = state.limits.start_pairs - len(taken) if drafting else 0
    if len(state.pairs) != left:
        reader.wrong("start_pairs", f"expected {left}, got {len(state.pairs)} (Z-SETUP-8)")
    pairs = [*state.pairs, *(player.start for player in state.players if player.start != NO_PAIR)]
    for which, key in enumerate(("a", "b")):
        if len({pair[which] for pair in pairs}) < len(pairs):
            reader.wrong("start_pairs", f"with the players' pairs, {key} is there twice (Z-SETUP-8)")


def _missions(reader: Reader, state: Position) -> None:
    """A service is upgraded by a ship to its destination (Z-SHIP-1)."""
    for at, colour in enumerate(BOARD.destination_colour):
        upgraded = sum(player.upgrades >> colour & 1 for player in state.players)
        if upgraded > state.ships_at[at] or (state.ships_at[at] and not upgraded):
            reader.wrong(
                f"destinations[{at}].ships",
                f"{state.ships_at[at]} ships do not fit {upgraded} players with the {COLOURS[colour]} upgrade (Z-SHIP-1)",
            )


def _start(fields: Reader, player: Player) -> None:
    """What waits for the first factory, and the discount, come from the starting token alone (Z-SETUP-9)."""
    name = STARTS[player.start[0]] if player.start != NO_PAIR else ""
    if player.reserve_machine and name != "machine":
        fields.wrong("reserve_machine", "comes with the start token machine only")
    goods = AMOUNTS["goods"] if name == "goods" else 0
    if player.reserve_goods not in (0, goods):
        fields.wrong("reserve_goods", f"expected 0 or {goods} by the start token, got {player.reserve_goods}")
    discount = AMOUNTS["factory_discount"] if name == "factory_discount" else 0
    if player.discount != discount:
        fields.wrong("factory_discount", f"expected {discount} by the start token, got {player.discount}")


def _ships(fields: Reader, player: Player) -> None:
    """Ships bring upgrades and experts (Z-SHIP-1)."""
    upgrades = player.upgrades.bit_count()
    if not min(1, player.built[SHIP]) <= upgrades <= player.built[SHIP]:
        fields.wrong("upgrades", f"{player.built[SHIP]} ships cannot have brought {upgrades} upgrades (Z-SHIP-1)")
    for worker in player.cells:
        if worker >= EXPERT and not player.upgrades >> worker - EXPERT & 1:
            fields.wrong(
                "cells", f"the {COLOURS[worker - EXPERT]} expert comes with an upgrade of its service (Z-SHIP-1)"
            )


def _points(fields: Reader, state: Position, player: Player) -> None:
    """Points of a module only with the module; the parts do not come to more than the score."""
    for key, option, points in (
        ("reward_points", "shared_objectives", player.reward_points),
        ("factory_points", "late_factories", player.factory_points),
    ):
        if points and not state.setup.options[option]:
            fields.wrong(key, f"expected 0 without the option {option}")
    if state.phase == Phase.DRAFT:
        for key in ("influence_points", "reward_points", "factory_points", "wages_lost"):
            if fields.raw(key):
                fields.wrong(key, "expected 0 in the draft")
        return
    rest = scoring.score_sheet(player, scored=state.final and state.phase == Phase.OVER)["services_and_deliveries"]
    if rest < 0:
        fields.wrong("score", f"expected at least {player.score - rest}, what its parts come to; got {player.score}")


def _automa_rows(fields: Reader, state: Position, board: AutomaBoard) -> None:
    """Tokens come from the row of the period; from a later one only if those before it are empty (Z-SOLO-10)."""
    period = BOARD.period_of_round[state.round - 1]
    for row in range(period, 3):
        if len(board.rows[row]) < len(TOKENS.automa_rows[row]) and any(board.rows[period - 1 : row]):
            fields.wrong(f"row_{row + 1}", f"expected all of its tokens in period {period} (Z-SOLO-10)")


CHECKS: Final[tuple[Callable[[Reader, Position], None], ...]] = (
    _workers,
    _regions,
    _demand,
    _supply,
    _objectives,
    _draft,
    _missions,
)
