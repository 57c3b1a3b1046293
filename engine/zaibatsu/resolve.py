"""Which function carries out which effect, and what happens before and after one."""

from collections.abc import Callable
from typing import Final

from engine.zaibatsu.decisions import Decision
from engine.zaibatsu.effects import Effect, Verb
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers import builds, gains, late, modifiers, services, tracks

Run = Callable[[Position, Player, Effect], None]
"""Carries an effect out, or sets the decision that its owner makes first, with the effect in `state.effect`."""

POWERS: Final[dict[Verb, Run]] = {
    Verb.GAIN: gains.take,
    Verb.POINTS: gains.score,
    Verb.STORED_COAL: gains.store_coal,
    Verb.GOODS_HERE: gains.goods_here,
    Verb.GOODS_EACH_PRODUCER: gains.goods_to_each_producer,
    Verb.GOODS_DISTINCT_FACTORIES: gains.goods_to_distinct_factories,
    Verb.TRACK: tracks.step,
    Verb.INFLUENCE: tracks.unlock,
    Verb.SERVICE: services.serve_colour,
    Verb.SERVICE_ONE_OF: services.serve_one_of,
    Verb.SERVICE_WORKER: services.serve_worker,
    Verb.SERVICE_EXPERT: services.serve_expert,
    Verb.BUILD: builds.build,
    Verb.BUILD_ONE_OF: builds.build_one_of,
    Verb.PRODUCE_SAME_FACTORY: builds.produce_there,
    Verb.MAY: builds.offer,
    Verb.PER_PRODUCTION: modifiers.per_production,
    Verb.REGION_BONUS: modifiers.region_bonus,
    Verb.SERVICE_BY_FAVOUR: late.service_by_favour,
    Verb.SERVICES_REACHED: late.services_reached,
    Verb.MONEY_PER_MACHINE: late.money_per_machine,
    Verb.POINTS_PER_FACTORY_TYPE: late.points_per_factory_type,
    Verb.POINTS_PER_THRESHOLD: late.points_per_threshold,
    Verb.POINTS_PER_LOW_THRESHOLD: late.points_per_low_threshold,
    Verb.FREE_PRODUCTION: modifiers.nothing,
    Verb.KEEP_ON_CONSOLIDATION: modifiers.nothing,
    Verb.TRAIN_INFLUENCE: modifiers.nothing,
}
RUN: Final[tuple[Run, ...]] = tuple(POWERS[verb] for verb in Verb)
"""The same by the number of the verb, for speed."""

CHOOSES: Final[dict[Verb, Callable[[Position], bool]]] = {
    Verb.SERVICE_WORKER: services.worker_is_white,
    Verb.SERVICE_EXPERT: services.expert_is_white,
}
"""Whether there is a choice now, for effects that have one only sometimes."""

NONE: Final = Decision.NONE


def resolve(state: Position, effect: Effect) -> None:
    """Carry out one effect up to its decision, if it has one."""
    assert state.to_act is not None
    RUN[effect.verb](state, state.players[state.to_act], effect)
    if effect.then is not None and state.decision is NONE:
        state.waiting.append(effect.then)


def finish(state: Position) -> None:
    """The effect whose decision was made is done; what follows it joins the set."""
    effect = state.effect
    state.effect = None
    if effect is not None and effect.then is not None:
        state.waiting.append(effect.then)


def order_matters(state: Position) -> bool:
    """Whether two different effects wait and one has a choice; the others only add up, in any order."""
    waiting = state.waiting
    first = waiting[0]
    choice = different = False
    for effect in waiting:
        choice = choice or effect.choice or (effect.verb in CHOOSES and CHOOSES[effect.verb](state))
        different = different or effect is not first
    return choice and different
