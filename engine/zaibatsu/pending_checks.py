"""What is under way in a position that was set up by hand: the action, the effects, and the parts of a choice fit the question."""

from collections.abc import Callable

from engine.core.positions import Reader
from engine.zaibatsu import asks
from engine.zaibatsu.catalogue import KEEPS_COAL_AND_MONEY
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.effects import Effect
from engine.zaibatsu.phases.consolidation import open_levels, shortfall
from engine.zaibatsu.phases.goods import totals
from engine.zaibatsu.phases.turn import QUESTION
from engine.zaibatsu.player import EXPERT, Player
from engine.zaibatsu.powers import builds, gains, modifiers, services
from engine.zaibatsu.state import ZaibatsuState, order_matters
from engine.zaibatsu.terms import (
    ACTIVATIONS,
    COLOURS,
    DO_FACTORY,
    DO_INVEST,
    DO_MACHINE,
    DO_MARKET,
    DO_PRODUCE,
    DO_TRAIN,
    GOODS,
    NO_ACTION,
    TRAIN,
    VALUES_OF_GOOD,
)

ASKED_BY = {
    asks.SERVICE: services.serve_one_of,
    asks.MAY: builds.offer,
    asks.BUILD_PICK: builds.build_one_of,
    asks.REGION: modifiers.region_bonus,
    asks.GOODS_TO: gains.goods_to_distinct_factories,
}
"""Questions that only one kind of effect asks."""
PIECE_ASKED = (asks.SHIP, asks.MACHINE, asks.TRAIN_REGION)
"""Questions of ships, machines and trains, by an action or by an effect."""
BUILD_ASKS = (*PIECE_ASKED, asks.TRAIN_SLOT)
EFFECT_ASKS = (*ASKED_BY, *BUILD_ASKS, asks.WHITE, asks.ORDER)
ACTION_OF = {
    asks.MARKET_COUNT: (DO_MARKET,),
    asks.MARKET_RETURN: (DO_MARKET,),
    asks.MARKET_GAIN: (DO_MARKET,),
    asks.INVEST_USE: (DO_INVEST,),
    asks.GOODS_FROM: (DO_MARKET, DO_INVEST),
    asks.TRAIN_SLOT: (DO_TRAIN,),
}
"""Questions within an activation."""
STEP_OF = {asks.FAVOUR: (1,), asks.OBJECTIVE: (1,), asks.KEEP: (2,), asks.WAGE_SILK: (7,), asks.START_PAIR: (0,)}
STEP_OF |= {asks.OLD_SIDE: (1,), asks.BAG_WORKER: (1,)}
PLACED = (asks.MARKET_RETURN, asks.MARKET_GAIN)
TILE_BITS = (DO_MACHINE, DO_PRODUCE)
"""Actions whose `used` names factories."""


def check(reader: Reader, state: ZaibatsuState) -> None:
    """InvalidPosition names the field of `pending` that does not fit."""
    fields = reader.part("pending")
    for rule in (_step, _action, _effects, _activations, _used, _delivery, _need):
        rule(fields, state)
    _reason(reader, state)


def _owner(state: ZaibatsuState) -> Player:
    return state.players[state.to_act] if state.to_act is not None else _active(state)


def _active(state: ZaibatsuState) -> Player:
    """The player whose turn it is; a solo game may end with the automa's."""
    return state.players[state.active % state.seats]


def _in_action(state: ZaibatsuState) -> bool:
    return state.phase == asks.PLAY and state.ask != asks.TURN


def _step(fields: Reader, state: ZaibatsuState) -> None:
    """How far draft and consolidation have come; 0 in a turn."""
    if state.phase == asks.OVER:
        allowed: tuple[int, ...] = (8 if state.final else 0,)
    elif state.phase in (asks.PLAY, asks.REWARDS):
        allowed = (0,)
    else:
        effects = (3, 4) if state.phase == asks.CONSOLIDATION else (1, 2)
        allowed = STEP_OF.get(state.ask, effects)
    if state.step not in allowed:
        words = " or ".join(str(step) for step in allowed)
        fields.wrong("step", f"expected {words} at {asks.NAMES[state.ask]!r}, got {state.step}")


def _action(fields: Reader, state: ZaibatsuState) -> None:
    """An action is under way between the hiring and the end of the turn, and asks its own questions."""
    if (state.action != NO_ACTION) != _in_action(state):
        why = "is there in a turn from the hiring of a worker to its end, and only then"
        fields.wrong("action", f"{why}; ask is {asks.NAMES[state.ask]!r}")
    if state.action == NO_ACTION:
        return
    if state.hired not in _active(state).cells:
        fields.wrong("hired", f"the active player has no {COLOURS[state.hired]} worker")
    if state.effect is not None or state.ask in (*ASKED_BY, asks.WHITE, asks.ORDER, asks.MODIFIER):
        return
    if state.action not in ACTION_OF.get(state.ask, ()) and QUESTION[state.action] != state.ask:
        fields.wrong("action", f"does not ask {asks.NAMES[state.ask]!r}")


def _effects(fields: Reader, state: ZaibatsuState) -> None:
    """Effects wait only while one of them asks; the one that asks can ask this."""
    if state.waiting and state.ask not in EFFECT_ASKS:
        fields.wrong("waiting", f"must be empty at {asks.NAMES[state.ask]!r} (Z-GEN-3)")
    if state.ask == asks.ORDER and (len(state.waiting) < 2 or not order_matters(state)):
        fields.wrong("waiting", "an order is asked for two different effects, one of them with a choice (Z-GEN-3)")
    if state.ask in ASKED_BY and (state.effect is None or state.effect.run is not ASKED_BY[state.ask]):
        fields.wrong("effect", f"expected an effect that asks {asks.NAMES[state.ask]!r}")
    if state.effect is not None and state.ask not in ASKED_BY and not _builds(state, state.effect):
        fields.wrong("effect", f"does not ask {asks.NAMES[state.ask]!r}")
    for effect in (*state.waiting, *((state.effect,) if state.effect is not None else ())):
        _effect(fields, state, effect)


def _builds(state: ZaibatsuState, effect: Effect) -> bool:
    if effect.run is not builds.build:
        return False
    ask = builds.QUESTION[effect.what]
    return state.ask == ask or (state.ask == asks.TRAIN_SLOT and ask == asks.TRAIN_REGION)


def _effect(fields: Reader, state: ZaibatsuState, effect: Effect) -> None:
    """Its tile is there, its place too, and it can come up in this phase."""
    player = _owner(state)
    if effect.tile >= 0 and effect.tile not in player.tiles:
        fields.wrong("waiting", f"{effect.name!r} belongs to a factory that the player does not have")
    of_a_tile = effect.tile >= 0 or effect.run in OF_TILES or (effect.run is builds.build and not effect.must)
    if of_a_tile and state.phase != asks.PLAY:
        fields.wrong("waiting", f"{effect.name!r} comes up in a turn only")
    if effect.run is builds.build and effect.must and state.phase not in (asks.PLAY, asks.DRAFT):
        fields.wrong("waiting", f"{effect.name!r} comes up in a turn or in the draft only")
    where = _places(effect, player)
    if where and not 0 <= state.place < where:
        fields.wrong("place", f"{effect.name!r} refers to it: expected 0 to {where - 1}")


def _places(effect: Effect, player: Player) -> int:
    """How many places there are that `pending.place` can mean to the effect; 0: it does not look at it."""
    if effect.run is services.serve_expert:
        return len(BOARD.destinations)
    if effect.variant == "other_region":
        return 4
    coal = any(what == "coal" for what, _ in effect.price)
    return len(player.tiles) if coal or effect.variant == "other_factory" or effect.run is builds.produce_there else 0


OF_TILES: tuple[Callable[..., None], ...] = (
    *(builds.offer, builds.build_one_of, builds.produce_there, modifiers.region_bonus, modifiers.per_production),
    *(gains.goods_here, gains.goods_to_each_producer, gains.goods_to_distinct_factories, gains.store_coal),
    *(services.serve_worker, services.serve_expert),
)
"""What only factories bring about."""


def _activations(fields: Reader, state: ZaibatsuState) -> None:
    """Activations finished: fewer than the action has while it asks for one, all at the last modifier."""
    least, most = 0, 0
    if state.action != NO_ACTION:
        most = ACTIVATIONS[state.action]
        asked = state.effect is None and state.ask not in (*ASKED_BY, asks.WHITE, asks.ORDER, asks.MODIFIER)
        if asked and state.ask != asks.TRAIN_SLOT:
            most -= 1
        else:
            least = most if state.ask == asks.MODIFIER else 1
    if not least <= state.done <= most:
        fields.wrong("activations", f"expected {least} to {most} at {asks.NAMES[state.ask]!r}, got {state.done}")
    player = _active(state)
    if state.modifier_used and not (state.done and player.modifiers >> state.action & 1):
        fields.wrong("modifier_used", "the player has no modifier of this action that was used (Z-TURN-5)")
    contracts = min(state.done, player.contract_count()) if state.action == DO_INVEST else 0
    if state.contracts_now > contracts:
        fields.wrong("contracts", f"expected at most {contracts}, got {state.contracts_now}")


def _used(fields: Reader, state: ZaibatsuState) -> None:
    """One factory, region or good for each activation."""
    player = _active(state)
    places = {DO_TRAIN: 4, DO_INVEST: len(GOODS)} | dict.fromkeys(TILE_BITS, len(player.tiles))
    count = state.done if state.action in places else 0
    if state.action == DO_INVEST and state.ask in (asks.GOODS_FROM, asks.INVEST_USE):
        count += 1
    if state.used.bit_count() != count or state.used >> places.get(state.action, 0):
        fields.wrong("used", f"expected {count} of {places.get(state.action, 0)} by the activations")
    if state.spread and (state.action != DO_FACTORY or state.spread >> len(player.tiles)):
        fields.wrong("spread", "expected own factories, while bulbs 1A gives goods (Z-FAC-9)")


def _delivery(fields: Reader, state: ZaibatsuState) -> None:
    """Region, slot and good of a delivery; the region of a train."""
    market = state.action == DO_MARKET
    begun = market and (state.done > 0 or state.ask != asks.MARKET_SLOT)
    if (state.slot >= 0) != begun:
        fields.wrong("slot", "is there from the first delivery of the action on, and only then")
    if begun and state.region != state.slot >> 3:
        fields.wrong("region", f"slot {state.slot} is in region {state.slot >> 3}")
    if begun and state.good != state.demand[state.slot]:
        fields.wrong("good", f"slot {state.slot} asks for {GOODS[state.demand[state.slot]]}")
    if (
        not begun
        and state.region >= 0
        and not (state.ask == asks.TRAIN_SLOT or any(p.built[TRAIN] for p in state.players))
    ):
        fields.wrong("region", "neither a delivery nor a train has been made")
    if state.ask == asks.TRAIN_SLOT and state.region < 0:
        fields.wrong("region", "expected the region of the train")
    if state.action == DO_INVEST:
        spent = state.done > 0 or state.ask != asks.INVEST_GOOD
        if (state.good >= 0) != spent or (spent and not state.used >> state.good & 1):
            fields.wrong("good", "expected one of the goods spent in this action, once there is one")
    elif not begun and state.good >= 0:
        fields.wrong("good", "no goods are being spent")
    _count(fields, state)


def _count(fields: Reader, state: ZaibatsuState) -> None:
    delivered = state.action == DO_MARKET and (state.done > 0 or state.ask not in (asks.MARKET_SLOT, asks.MARKET_COUNT))
    if (state.count > 0) != delivered:
        fields.wrong("count", "is there once the goods of a delivery are chosen, and only then")
    if state.ask in PLACED:
        value = VALUES_OF_GOOD[state.good][state.count - 1]
        if state.board[state.slot] != 8 * (state.active + 1) + value:
            fields.wrong("count", f"expected the active player's token of {value} on slot {state.slot}")


def _need(fields: Reader, state: ZaibatsuState) -> None:
    """Goods still to be paid or given out, or the level of a favour."""
    player = _active(state)
    least = most = 0
    if state.ask == asks.GOODS_FROM:
        least, most = 1, state.count if state.action == DO_MARKET else state.done + 1
        most = min(most, totals(player)[state.good])
    elif state.ask == asks.GOODS_TO:
        least = most = 3 - state.spread.bit_count()
    elif state.ask == asks.OBJECTIVE:
        least, most = 1, max(open_levels(player), default=0)
        if state.need not in open_levels(player):
            most = 0
    if not least <= state.need <= most:
        fields.wrong("need", f"expected {least} to {most} at {asks.NAMES[state.ask]!r}, got {state.need}")


def _reason(reader: Reader, state: ZaibatsuState) -> None:
    """The question has a reason."""
    player, effect = _owner(state), state.effect
    workers = [worker % EXPERT for worker in _active(state).cells]
    bad = {
        asks.FAVOUR: not (0 in player.favours and open_levels(player)),
        asks.KEEP: KEEPS_COAL_AND_MONEY not in player.tiles,
        asks.WAGE_SILK: not (workers and player.silk and shortfall(player) > 0),
        asks.MAY: effect is not None and not _offered(state, player, effect),
    }
    if bad.get(state.ask):
        reader.wrong("ask", f"{asks.NAMES[state.ask]!r} has no reason in this position")
    if state.phase == asks.CONSOLIDATION and state.ask in EFFECT_ASKS and not workers:
        reader.wrong("ask", "without workers a consolidation gives no service (Z-CONS-3)")


def _offered(state: ZaibatsuState, player: Player, effect: Effect) -> bool:
    inner = effect.inner
    able = inner is not None and (inner.able is None or inner.able(state, player, inner))
    return able and builds.payable(state, player, effect.price)
