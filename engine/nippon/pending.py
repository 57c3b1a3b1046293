"""Reading the decision at hand from a position, and checking that it can be answered."""

from collections.abc import Callable

from engine.core.positions import Reader
from engine.nippon import clock
from engine.nippon.actions import SLOT_NAMES
from engine.nippon.data import tables
from engine.nippon.kinds import (
    ACHIEVEMENT,
    CONTRACT,
    CONTRACT_GOOD,
    END,
    FACTORY,
    GOODS_TO,
    KINDS,
    MACHINE,
    MARKET_COUNT,
    MARKET_RETURN,
    MARKET_SLOT,
    PLACE,
    PRODUCE,
    REWARD,
    STEPS,
    TRAIN,
)
from engine.nippon.phases import export, factory
from engine.nippon.state import NipponState, Player
from engine.nippon.tracks import open_tracks

GOODS = tables().goods
COSTS = tables().costs
PIECES = ("train", "ship")
STEP_TRACKS = {"coal": 0, "knowledge": 2}
REPEATED = (MACHINE, PRODUCE, CONTRACT, CONTRACT_GOOD, PLACE, MARKET_SLOT, MARKET_COUNT, MARKET_RETURN)
"""Kinds within an action that can be done several times."""
GRANTED = (MACHINE, PLACE, GOODS_TO)
"""Kinds that an effect can ask for."""


def read(reader: Reader, state: NipponState) -> None:
    """The decision at hand."""
    part = reader.part("pending")
    kind = KINDS.index(part.text("kind", KINDS))
    state.ask(kind)
    state.times = part.number("activations", 0, COSTS.activations - 1 if kind in REPEATED else 0)
    state.free = part.number("free", 0, 3 if kind in GRANTED else 0)
    if state.free and state.times:
        part.wrong("activations", "those granted by an effect are not counted")
    if kind == GOODS_TO and not state.free:
        part.wrong("free", "expected a whole number of at least 1")
    _read_used(part, state)
    _read_subject(part, state)
    part.done()


def _read_used(part: Reader, state: NipponState) -> None:
    """Lists of what the action has used up; they are empty for decisions that use nothing up."""
    goods, regions = part.texts("used_goods", GOODS), part.numbers("used_regions", 0, 3)
    paid = part.texts("paid_goods", GOODS)
    for key, listed, kinds in (
        ("used_goods", goods, (PRODUCE, GOODS_TO)),
        ("used_regions", regions, (PLACE,)),
        ("paid_goods", paid, (CONTRACT_GOOD,)),
    ):
        if listed and state.kind not in kinds:
            part.wrong(key, f"must be empty while deciding {KINDS[state.kind]!r}")
    state.used = sum(1 << GOODS.index(name) for name in set(goods)) | sum(1 << region for region in set(regions))
    state.paid = tuple(GOODS.index(name) for name in paid)


def _read_subject(part: Reader, state: NipponState) -> None:
    """What the decision is about."""
    kind = state.kind
    if kind == STEPS:
        state.spot = STEP_TRACKS[part.text("track", STEP_TRACKS)]
    elif kind == PLACE:
        state.spot = PIECES.index(part.text("piece", PIECES))
    elif kind == CONTRACT_GOOD:
        state.spot = part.number("contract", 0, len(tables().contracts) - 1)
        if len(state.paid) >= len(tables().contracts[state.spot].quantities):
            part.wrong("paid_goods", "pays the whole contract")
    elif kind == MARKET_SLOT and part.has("region"):
        state.spot = part.number("region", 0, len(tables().regions) - 1)
    elif kind in {MARKET_COUNT, MARKET_RETURN}:
        state.spot = 4 * part.number("city", 0, 7) + SLOT_NAMES.index(part.text("slot", SLOT_NAMES))
    elif kind == ACHIEVEMENT:
        state.spot = part.number("multiplier", 2, 5)


def _payable_factory(state: NipponState, player: Player) -> bool:
    return player.yen >= COSTS.factory and factory.buildable(state, player) > 0


def _payable_machine(state: NipponState, player: Player) -> bool:
    return state.free > 0 or player.yen >= player.perks.machine_cost


def _payable_place(state: NipponState, player: Player) -> bool:
    train = state.spot == TRAIN
    left = player.trains < tables().start.trains if train else player.ships < tables().start.ships
    price = player.perks.train_cost if train else player.perks.ship_cost
    return left and (state.free > 0 or player.yen >= price) and state.open_regions & ~state.used > 0


def _payable_contract(state: NipponState, player: Player) -> bool:
    return player.contracts >> state.spot & 1 == 1 and bool(export.legal_good(state))


# What the legal lists take for granted, because play never asks otherwise.
GRANTED_BY_PLAY: dict[int, Callable[[NipponState, Player], bool]] = {
    STEPS: lambda _state, player: player.yen >= COSTS.steps[0],
    FACTORY: _payable_factory,
    MACHINE: _payable_machine,
    PLACE: _payable_place,
    CONTRACT_GOOD: _payable_contract,
    MARKET_RETURN: lambda state, _player: state.tiles[state.spot] != 0,
    REWARD: lambda state, _player: len(state.legal_actions()) > 1,
    END: lambda state, player: (
        player.blueprints >= COSTS.blueprints_per_step and open_tracks(player) > 0 and clock.is_last(state)
    ),
}


def check(part: Reader, state: NipponState) -> None:
    """Refuse a decision that the player to act could not have come to."""
    player = state.players[state.acting]
    can_come = GRANTED_BY_PLAY.get(state.kind)
    if (can_come is not None and not can_come(state, player)) or not state.legal_actions():
        part.wrong("kind", f"player {state.acting} cannot have come to decide {KINDS[state.kind]!r} here")
