"""The pending decision: the action, the effects and the parts of a choice fit it."""

from typing import Final

from engine.core.positions import Reader
from engine.zaibatsu.catalogue import KEEPS_COAL_AND_MONEY
from engine.zaibatsu.data import BOARD
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.effects import Effect, Verb
from engine.zaibatsu.phases.consolidation import open_levels, shortfall
from engine.zaibatsu.phases.payment import totals
from engine.zaibatsu.phases.turn import DECISION_OF_ACTION
from engine.zaibatsu.player import EXPERT, Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers import builds
from engine.zaibatsu.resolve import order_matters
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

VERB_OF: Final = {
    Decision.SERVICE: Verb.SERVICE_ONE_OF,
    Decision.MAY: Verb.MAY,
    Decision.BUILD_PICK: Verb.BUILD_ONE_OF,
    Decision.REGION: Verb.REGION_BONUS,
    Decision.GOODS_TO: Verb.GOODS_DISTINCT_FACTORIES,
}
"""Decisions that only one kind of effect brings up."""
PIECE_DECISIONS: Final = (Decision.SHIP, Decision.MACHINE, Decision.TRAIN_REGION)
"""Where ships, machines and trains go, for an action or an effect."""
BUILD_DECISIONS: Final = (*PIECE_DECISIONS, Decision.TRAIN_SLOT)
EFFECT_DECISIONS: Final = (*VERB_OF, *BUILD_DECISIONS, Decision.WHITE, Decision.ORDER)
ACTION_OF: Final = {
    Decision.MARKET_COUNT: (DO_MARKET,),
    Decision.MARKET_RETURN: (DO_MARKET,),
    Decision.MARKET_GAIN: (DO_MARKET,),
    Decision.INVEST_USE: (DO_INVEST,),
    Decision.GOODS_FROM: (DO_MARKET, DO_INVEST),
    Decision.TRAIN_SLOT: (DO_TRAIN,),
}
"""Decisions within an activation."""
STEP_OF = {
    Decision.FAVOUR: (1,),
    Decision.OBJECTIVE: (1,),
    Decision.KEEP: (2,),
    Decision.WAGE_SILK: (7,),
    Decision.START_PAIR: (0,),
}
STEP_OF |= {Decision.OLD_FACTORY_SIDE: (1,), Decision.BAG_WORKER: (1,)}
PLACED: Final = (Decision.MARKET_RETURN, Decision.MARKET_GAIN)
TILE_BITS: Final = (DO_MACHINE, DO_PRODUCE)
"""Actions whose `used` names factories."""


def check(reader: Reader, state: Position) -> None:
    """InvalidPosition names the field of `pending` that does not fit."""
    fields = reader.part("pending")
    for rule in (_step, _action, _effects, _activations, _used, _delivery, _need):
        rule(fields, state)
    _reason(reader, state)


def _owner(state: Position) -> Player:
    return state.players[state.to_act] if state.to_act is not None else _active(state)


def _active(state: Position) -> Player:
    """The player whose turn it is; a solo game may end with the automa's."""
    return state.players[state.active % state.seats]


def _in_action(state: Position) -> bool:
    return state.phase == Phase.TURN and state.decision != Decision.TURN


def _step(fields: Reader, state: Position) -> None:
    """How far draft and consolidation have come; 0 in a turn."""
    if state.phase == Phase.OVER:
        allowed: tuple[int, ...] = (8 if state.final else 0,)
    elif state.phase in (Phase.TURN, Phase.REWARDS):
        allowed = (0,)
    else:
        effects = (3, 4) if state.phase == Phase.CONSOLIDATION else (1, 2)
        allowed = STEP_OF.get(state.decision, effects)
    if state.step not in allowed:
        words = " or ".join(str(step) for step in allowed)
        fields.wrong("step", f"expected {words} at {state.decision.label!r}, got {state.step}")


def _action(fields: Reader, state: Position) -> None:
    """An action is under way between the hiring and the end of the turn, and brings up its decisions."""
    if (state.action != NO_ACTION) != _in_action(state):
        why = "is there in a turn from the hiring of a worker to its end, and only then"
        fields.wrong("action", f"{why}; ask is {state.decision.label!r}")
    if state.action == NO_ACTION:
        return
    if state.hired not in _active(state).cells:
        fields.wrong("hired", f"the active player has no {COLOURS[state.hired]} worker")
    if state.effect is not None or state.decision in {*VERB_OF, Decision.WHITE, Decision.ORDER, Decision.MODIFIER}:
        return
    if state.action not in ACTION_OF.get(state.decision, ()) and DECISION_OF_ACTION[state.action] != state.decision:
        fields.wrong("action", f"does not ask {state.decision.label!r}")


def _effects(fields: Reader, state: Position) -> None:
    """Effects wait only while one of them has a decision; that one can bring up this decision."""
    if state.waiting and state.decision not in EFFECT_DECISIONS:
        fields.wrong("waiting", f"must be empty at {state.decision.label!r} (Z-GEN-3)")
    if state.decision == Decision.ORDER and (len(state.waiting) < 2 or not order_matters(state)):
        fields.wrong("waiting", "an order is asked for two different effects, one of them with a choice (Z-GEN-3)")
    if state.decision in VERB_OF and (state.effect is None or state.effect.verb is not VERB_OF[state.decision]):
        fields.wrong("effect", f"expected an effect that asks {state.decision.label!r}")
    if state.effect is not None and state.decision not in VERB_OF and not _builds(state, state.effect):
        fields.wrong("effect", f"does not ask {state.decision.label!r}")
    for effect in (*state.waiting, *((state.effect,) if state.effect is not None else ())):
        _effect(fields, state, effect)


def _builds(state: Position, effect: Effect) -> bool:
    if effect.verb is not Verb.BUILD:
        return False
    decision = builds.DECISION_OF_PIECE[effect.what]
    return state.decision == decision or (state.decision == Decision.TRAIN_SLOT and decision == Decision.TRAIN_REGION)


def _effect(fields: Reader, state: Position, effect: Effect) -> None:
    """Its tile is there, its place too, and it can come up in this phase."""
    player = _owner(state)
    if effect.tile >= 0 and effect.tile not in player.tiles:
        fields.wrong("waiting", f"{effect.name!r} belongs to a factory that the player does not have")
    of_a_tile = effect.tile >= 0 or effect.verb in OF_TILES or (effect.verb is Verb.BUILD and not effect.must)
    if of_a_tile and state.phase != Phase.TURN:
        fields.wrong("waiting", f"{effect.name!r} comes up in a turn only")
    if effect.verb is Verb.BUILD and effect.must and state.phase not in (Phase.TURN, Phase.DRAFT):
        fields.wrong("waiting", f"{effect.name!r} comes up in a turn or in the draft only")
    where = _places(effect, player)
    if where and not 0 <= state.place < where:
        fields.wrong("place", f"{effect.name!r} refers to it: expected 0 to {where - 1}")


def _places(effect: Effect, player: Player) -> int:
    """How many places there are that `pending.place` can mean to the effect; 0: it does not look at it."""
    if effect.verb is Verb.SERVICE_EXPERT:
        return len(BOARD.destinations)
    if effect.variant == "other_region":
        return 4
    coal = any(what == "coal" for what, _ in effect.price)
    return (
        len(player.tiles)
        if coal or effect.variant == "other_factory" or effect.verb is Verb.PRODUCE_SAME_FACTORY
        else 0
    )


OF_TILES: Final = (
    *(Verb.MAY, Verb.BUILD_ONE_OF, Verb.PRODUCE_SAME_FACTORY, Verb.REGION_BONUS, Verb.PER_PRODUCTION),
    *(Verb.GOODS_HERE, Verb.GOODS_EACH_PRODUCER, Verb.GOODS_DISTINCT_FACTORIES, Verb.STORED_COAL),
    *(Verb.SERVICE_WORKER, Verb.SERVICE_EXPERT),
)
"""What only factories bring about."""


def _activations(fields: Reader, state: Position) -> None:
    """Activations finished: fewer than the action has while one is being decided, all at the last modifier."""
    least, most = 0, 0
    if state.action != NO_ACTION:
        most = ACTIVATIONS[state.action]
        asked = state.effect is None and state.decision not in {
            *VERB_OF,
            Decision.WHITE,
            Decision.ORDER,
            Decision.MODIFIER,
        }
        if asked and state.decision != Decision.TRAIN_SLOT:
            most -= 1
        else:
            least = most if state.decision == Decision.MODIFIER else 1
    if not least <= state.done <= most:
        fields.wrong("activations", f"expected {least} to {most} at {state.decision.label!r}, got {state.done}")
    player = _active(state)
    if state.modifier_used and not (state.done and player.modifiers >> state.action & 1):
        fields.wrong("modifier_used", "the player has no modifier of this action that was used (Z-TURN-5)")
    contracts = min(state.done, player.contract_count()) if state.action == DO_INVEST else 0
    if state.contracts_now > contracts:
        fields.wrong("contracts", f"expected at most {contracts}, got {state.contracts_now}")


def _used(fields: Reader, state: Position) -> None:
    """One factory, region or good for each activation."""
    player = _active(state)
    places = {DO_TRAIN: 4, DO_INVEST: len(GOODS)} | dict.fromkeys(TILE_BITS, len(player.tiles))
    count = state.done if state.action in places else 0
    if state.action == DO_INVEST and state.decision in (Decision.GOODS_FROM, Decision.INVEST_USE):
        count += 1
    if state.used.bit_count() != count or state.used >> places.get(state.action, 0):
        fields.wrong("used", f"expected {count} of {places.get(state.action, 0)} by the activations")
    if state.spread and (state.action != DO_FACTORY or state.spread >> len(player.tiles)):
        fields.wrong("spread", "expected own factories, while bulbs 1A gives goods (Z-FAC-9)")


def _delivery(fields: Reader, state: Position) -> None:
    """Region, slot and good of a delivery; the region of a train."""
    market = state.action == DO_MARKET
    begun = market and (state.done > 0 or state.decision != Decision.MARKET_SLOT)
    if (state.slot >= 0) != begun:
        fields.wrong("slot", "is there from the first delivery of the action on, and only then")
    if begun and state.region != state.slot >> 3:
        fields.wrong("region", f"slot {state.slot} is in region {state.slot >> 3}")
    if begun and state.good != state.demand[state.slot]:
        fields.wrong("good", f"slot {state.slot} asks for {GOODS[state.demand[state.slot]]}")
    if (
        not begun
        and state.region >= 0
        and not (state.decision == Decision.TRAIN_SLOT or any(p.built[TRAIN] for p in state.players))
    ):
        fields.wrong("region", "neither a delivery nor a train has been made")
    if state.decision == Decision.TRAIN_SLOT and state.region < 0:
        fields.wrong("region", "expected the region of the train")
    if state.action == DO_INVEST:
        spent = state.done > 0 or state.decision != Decision.INVEST_GOOD
        if (state.good >= 0) != spent or (spent and not state.used >> state.good & 1):
            fields.wrong("good", "expected one of the goods spent in this action, once there is one")
    elif not begun and state.good >= 0:
        fields.wrong("good", "no goods are being spent")
    _count(fields, state)


def _count(fields: Reader, state: Position) -> None:
    delivered = state.action == DO_MARKET and (
        state.done > 0 or state.decision not in (Decision.MARKET_SLOT, Decision.MARKET_COUNT)
    )
    if (state.count > 0) != delivered:
        fields.wrong("count", "is there once the goods of a delivery are chosen, and only then")
    if state.decision in PLACED:
        value = VALUES_OF_GOOD[state.good][state.count - 1]
        if state.board[state.slot] != 8 * (state.active + 1) + value:
            fields.wrong("count", f"expected the active player's token of {value} on slot {state.slot}")


def _need(fields: Reader, state: Position) -> None:
    """Goods still to be paid or given out, or the level of a favour."""
    player = _active(state)
    least = most = 0
    if state.decision == Decision.GOODS_FROM:
        least, most = 1, state.count if state.action == DO_MARKET else state.done + 1
        most = min(most, totals(player)[state.good])
    elif state.decision == Decision.GOODS_TO:
        least = most = 3 - state.spread.bit_count()
    elif state.decision == Decision.OBJECTIVE:
        least, most = 1, max(open_levels(player), default=0)
        if state.need not in open_levels(player):
            most = 0
    if not least <= state.need <= most:
        fields.wrong("need", f"expected {least} to {most} at {state.decision.label!r}, got {state.need}")


def _reason(reader: Reader, state: Position) -> None:
    """The decision has a reason."""
    player, effect = _owner(state), state.effect
    workers = [worker % EXPERT for worker in _active(state).cells]
    bad = {
        Decision.FAVOUR: not (0 in player.favours and open_levels(player)),
        Decision.KEEP: KEEPS_COAL_AND_MONEY not in player.tiles,
        Decision.WAGE_SILK: not (workers and player.silk and shortfall(player) > 0),
        Decision.MAY: effect is not None and not _offered(state, player, effect),
    }
    if bad.get(state.decision):
        reader.wrong("ask", f"{state.decision.label!r} has no reason in this position")
    if state.phase == Phase.CONSOLIDATION and state.decision in EFFECT_DECISIONS and not workers:
        reader.wrong("ask", "without workers a consolidation gives no service (Z-CONS-3)")


def _offered(state: Position, player: Player, effect: Effect) -> bool:
    inner = effect.inner
    return inner is not None and builds.possible(state, player, inner) and builds.payable(state, player, effect.price)
