"""Whether the turn of a position could be: the pending decision has choices, and what was settled for it fits the table."""

from typing import Final

from engine.core.positions import Reader
from engine.yokohama.actions import AREAS, TABLES
from engine.yokohama.data.records import Reward
from engine.yokohama.decisions import Decision, Phase
from engine.yokohama.phases.area import EFFECTS
from engine.yokohama.phases.church import FAITH
from engine.yokohama.phases.customs import IMPORTS
from engine.yokohama.player import EMPTY, NOWHERE
from engine.yokohama.position import Position
from engine.yokohama.technologies import SPINNING_MILL, UNIVERSITY

ASKS_NOTHING: Final = (Decision.TURN_START, Decision.ORDER_DONE)
"""No position waits there."""
AREA_KINDS: Final = {
    Decision.PORT_CARD: "port",
    Decision.PORT_SECOND: "port",
    Decision.PORT_SECOND_CARD: "port",
    Decision.LAB_CARD: "laboratory",
    Decision.LAB_PAY: "laboratory",
    Decision.STATION_AREA: "laboratory",
    Decision.HIRE: "employment_agency",
    Decision.EXCHANGE: "chinatown",
    Decision.CHURCH_SPACE: "church",
    Decision.CHURCH_PAY: "church",
    Decision.CHURCH_FROM: "church",
    Decision.CUSTOMS_SPACE: "customs",
    Decision.CUSTOMS_FROM: "customs",
}
"""Decisions of one kind of area."""
IN_AN_ACTION: Final = (*AREA_KINDS, Decision.FIVE_POWER, Decision.BUILD, Decision.RECOVERY)
IN_A_REWARD: Final = (Decision.ANY_GOOD, Decision.WAREHOUSE, Decision.MOVE_FROM, Decision.MOVE_TO)
AFTER_A_REWARD: Final = (Decision.FIVE_POWER, Decision.BUILD, Decision.RECOVERY, Decision.ORDER_DONE)
IN_PHASE_B: Final = (
    Decision.PLACE,
    Decision.PLACE_NEXT,
    Decision.TELEGRAM,
    Decision.MOVE,
    Decision.RECALL_MODE,
    Decision.RECALL,
)
ONE_BY_ONE: Final = (Decision.HIRE, Decision.EXCHANGE)
"""Effects taken in several decisions: `left` counts down."""
AT_A_SPOT: Final = {Decision.PLACE_NEXT: 1, Decision.TELEGRAM: 2, Decision.RECALL: 1}
"""Decisions about an area, with the least number of assistants the player has there."""
AT_A_SLOT: Final = (Decision.LAB_PAY, Decision.CHURCH_PAY, Decision.CHURCH_FROM, Decision.CUSTOMS_FROM)


def turn(state: Position, reader: Reader) -> None:
    """InvalidPosition names the field of `turn` that does not fit."""
    fields = reader.part("turn")
    over = state.turn.decision is Decision.OVER
    if over != (state.to_act is None):
        fields.wrong("step", "is over exactly if to_act is missing")
    if not over and state.to_act != state.turn.seat:
        reader.wrong("to_act", f"the turn is that of seat {state.turn.seat}")
    if state.turn.decision in ASKS_NOTHING:
        fields.wrong("step", f"{state.turn.decision.label} asks nothing")
    for rule in (_reward, _area, _phase, _limits, _spot, _slot, _power, _left):
        rule(state, fields)
    if not over:
        _has_choices(state, fields)


def _has_choices(state: Position, fields: Reader) -> None:
    """The pending decision must have something to choose from."""
    try:
        legal = state.legal_actions()
    except (IndexError, KeyError, ValueError):
        legal = ()
    if not legal:
        fields.wrong("step", f"{state.turn.decision.label} asks nothing in this position")


def _decision(state: Position) -> Decision:
    """The pending decision; while a reward is being taken, the one after it."""
    turn = state.turn
    return turn.after if turn.decision in IN_A_REWARD else turn.decision


def _reward(state: Position, fields: Reader) -> None:
    """Icons are left exactly while a reward is taken, and no more than one that the player can have got."""
    turn = state.turn
    icons = (turn.any_left, turn.warehouse_left, turn.move_left)
    if turn.decision not in IN_A_REWARD:
        for key, left in zip(("any_left", "warehouse_left", "move_left"), icons, strict=True):
            if left:
                fields.wrong(key, f"expected 0: no reward is taken at {turn.decision.label}")
        if turn.after not in {Decision.TURN_START, *AFTER_A_REWARD}:
            fields.wrong("after", f"{turn.after.label} does not follow a reward")
        if turn.copper_gained and turn.after is Decision.TURN_START:
            fields.wrong("copper_gained", "no reward was taken in this turn (after is turn_start)")
        return
    if turn.after not in AFTER_A_REWARD:
        fields.wrong("after", f"{turn.after.label} does not follow a reward")
    place = min(IN_A_REWARD.index(turn.decision), 2)
    key = ("any_left", "warehouse_left", "move_left")[place]
    if not icons[place] or any(icons[:place]):
        fields.wrong(key, f"{turn.decision.label} takes these icons, and those before them are taken; got {icons}")
    if not any(_could_be_left(icons, place, reward) for reward in _rewards(state)):
        fields.wrong(key, f"no reward that the player can have got before {turn.after.label} leaves this")


def _could_be_left(icons: tuple[int, int, int], place: int, reward: Reward) -> bool:
    whole = (reward.any, reward.warehouse, reward.move)
    return icons[place] <= whole[place] and icons[place + 1 :] == whole[place + 1 :]


def _rewards(state: Position) -> list[Reward]:
    """The rewards that the decision after them leaves possible."""
    player, turn, area = state.acting, state.turn, state.turn.area
    if turn.after is Decision.ORDER_DONE:
        return [TABLES.orders[card].reward for card in player.completed[-1:]]
    if turn.after is Decision.FIVE_POWER:
        return _space_rewards(state)
    if turn.after is Decision.BUILD:
        return [TABLES.five_powers[token].reward for token in player.five_powers[-1:]]
    return _building_rewards(state) if area != NOWHERE else []


def _space_rewards(state: Position) -> list[Reward]:
    """Of the spaces of Church or Customs that the player has, if the action is there."""
    area, seat = state.turn.area, state.turn.seat
    kind = AREAS[area].kind if area != NOWHERE else ""
    boards = {"church": (state.church, TABLES.church), "customs": (state.customs, TABLES.customs)}
    owners, spaces = boards.get(kind, ([], ()))
    return [space.reward for owner, space in zip(owners, spaces, strict=True) if owner == seat]


def _building_rewards(state: Position) -> list[Reward]:
    """Of what the player has built in the action area."""
    area, seat = state.turn.area, state.turn.seat
    card = TABLES.buildings[state.buildings[area]]
    rewards = [card.shops[slot] for slot, owner in enumerate(state.shops[area]) if owner == seat]
    return [*rewards, card.trading_house] if state.houses[area] == seat else rewards


def _area(state: Position, fields: Reader) -> None:
    """The action area is there exactly in an action; the president acts where it is, an agent elsewhere."""
    turn, decision = state.turn, _decision(state)
    name = turn.decision.label
    if turn.area not in {NOWHERE, *state.board.land}:
        fields.wrong("area", f"{AREAS[turn.area].id} is not in use")
    if (decision in IN_AN_ACTION) != (turn.area != NOWHERE):
        fields.wrong("area", f"is there exactly in an area action; the step is {name}")
    if decision in AREA_KINDS and AREAS[turn.area].kind != AREA_KINDS[decision]:
        fields.wrong("area", f"{name} is a step of the {AREA_KINDS[decision]}")
    if turn.by_agent and (turn.area == NOWHERE or not turn.agent_used):
        fields.wrong("by_agent", "an agent acts in an area action, and is used then (agent_used)")
    if turn.area != NOWHERE and (state.acting.president == turn.area) == turn.by_agent:
        fields.wrong("area", "the president acts where it is; an agent acts elsewhere (Y-AGENT-2)")


def _phase(state: Position, fields: Reader) -> None:
    """The main action is phase B; agents, orders and achievements are phases A and C (Y-TURN-1)."""
    turn, decision = state.turn, _decision(state)
    if decision is Decision.KEEP_ORDER:
        allowed: tuple[Phase, ...] = (Phase.A,)
    elif decision is Decision.OVER:
        allowed = (Phase.C,)
    elif decision in IN_PHASE_B or (decision in IN_AN_ACTION and not turn.by_agent):
        allowed = (Phase.B,)
    else:
        allowed = (Phase.A, Phase.C)
    if turn.phase not in allowed:
        names = " or ".join(phase.label for phase in allowed)
        fields.wrong("phase", f"expected {names} at {turn.decision.label}, got {turn.phase.label}")


def _limits(state: Position, fields: Reader) -> None:
    """What was used in this turn is there (Y-TURN-5, Y-ACT-CHU-4)."""
    turn, player = state.turn, state.acting
    if turn.agent_used and not any(player.agents_used):
        fields.wrong("agent_used", "the player has no used agent")
    if turn.mill_used and not player.technology_bits & SPINNING_MILL:
        fields.wrong("mill_used", "the player has no Spinning Mill")
    if turn.university_used and not player.technology_bits & UNIVERSITY:
        fields.wrong("university_used", "the player has no University")
    if turn.church_paid:
        if not state.edition.church_once_per_turn:
            fields.wrong("church_paid", f"is not counted in the edition {state.edition.id} (Y-ACT-CHU-4)")
        if turn.seat not in state.church and turn.decision is not Decision.CHURCH_FROM:
            fields.wrong("church_paid", "the player has no assistant on the Church")


def _spot(state: Position, fields: Reader) -> None:
    """Areas that the next choice refers to."""
    turn, player = state.turn, state.acting
    name = turn.decision.label
    if turn.spot not in {NOWHERE, *state.board.land}:
        fields.wrong("spot", f"{AREAS[turn.spot].id} is not in use")
    least = AT_A_SPOT.get(turn.decision, 0)
    if turn.decision is Decision.MOVE_TO:
        there = player.assistants if turn.spot == NOWHERE else player.on_area[turn.spot]
        if not there:
            fields.wrong("spot", "the moving assistant is in hand (empty) or in this area; there is none")
    elif bool(least) != (turn.spot != NOWHERE):
        fields.wrong("spot", f"{name} needs it" if least else f"must be empty at {name}")
    elif least and player.on_area[turn.spot] < least:
        fields.wrong("spot", f"at {name} the player has {least} or more assistants there")
    if turn.decision in (Decision.RECALL_MODE, Decision.RECALL) and player.president != NOWHERE:
        fields.wrong("step", f"the president is in hand at {name} (Y-MOVE-8)")
    if turn.decision is Decision.PLACE_NEXT:
        upto = state.board.land[: state.board.land.index(turn.spot) + 1]
        most = sum(1 for area in upto if player.on_area[area])
        if not 1 <= turn.placed <= most:
            fields.wrong("placed", f"expected 1 to {most}: a spread goes on in the order of the layout (Y-DEC-1)")
    elif turn.placed:
        fields.wrong("placed", f"expected 0 at {name}")


def _slot(state: Position, fields: Reader) -> None:
    """The display slot or space chosen is free to be taken, and within reach."""
    turn = state.turn
    if turn.decision not in AT_A_SLOT:
        if turn.slot:
            fields.wrong("slot", f"expected 0 at {turn.decision.label}")
    elif turn.decision is Decision.LAB_PAY:
        display = state.laboratories[_laboratory(state)]
        if turn.slot >= len(display) or display[turn.slot] == EMPTY or _owned(state, display[turn.slot]):
            fields.wrong("slot", "expected a slot with a technology that the player has not (Y-GEN-3)")
    else:
        _space(state, fields)


def _space(state: Position, fields: Reader) -> None:
    turn = state.turn
    board = state.customs if turn.decision is Decision.CUSTOMS_FROM else state.church
    if board[turn.slot] != EMPTY:
        fields.wrong("slot", "expected an empty space")
    if turn.decision is Decision.CUSTOMS_FROM and IMPORTS[turn.slot] > turn.left:
        fields.wrong("slot", f"takes {IMPORTS[turn.slot]} imports; the action allows {turn.left}")
    if turn.decision is Decision.CHURCH_FROM and state.edition.church_once_per_turn:
        missing = FAITH[turn.slot] - turn.left - turn.church_paid.bit_count()
        if missing > 0:
            fields.wrong("slot", f"takes {missing} more faith than the power and church_paid give")


def _laboratory(state: Position) -> int:
    return [area for area in range(len(AREAS)) if AREAS[area].kind == "laboratory"].index(state.turn.area)


def _owned(state: Position, card: int) -> bool:
    return bool(state.acting.technology_bits >> card & 1)


def _power(state: Position, fields: Reader) -> None:
    """The power is that of the pieces in the area when the action began (Y-ACT-2)."""
    turn = state.turn
    low, high = _powers(state) if turn.area != NOWHERE else (0, 0)
    if not low <= turn.power <= high:
        span = str(low) if low == high else f"{low} to {high}"
        fields.wrong("power", f"expected {span} by the pieces of the player in the action area, got {turn.power}")
    decision = _decision(state)
    least = {
        Decision.FIVE_POWER: 0,
        Decision.BUILD: TABLES.limits.five_power,
        Decision.RECOVERY: TABLES.limits.build_power,
    }
    if turn.decision in IN_A_REWARD and turn.power < least.get(decision, 0):
        fields.wrong("power", f"a reward before {decision.label} takes power {least[decision]}")


def _powers(state: Position) -> tuple[int, int]:
    """The least and the most: pieces that came or went since the action began may or may not have counted."""
    turn, player, seat = state.turn, state.acting, state.turn.seat
    area, decision = turn.area, _decision(state)
    shop, house = player.shop_at >> area & 1, state.houses[area] == seat
    now = player.on_area[area] + (player.president == area) + shop + house + (state.station == area)
    came = went = 0
    if decision not in AREA_KINDS:
        kind = AREAS[area].kind
        moves = _moves(_space_rewards(state))
        came += moves + (kind == "laboratory" and state.station == area)
        went += moves + bool(kind in ("church", "customs") and _space_rewards(state))
    if decision in (Decision.BUILD, Decision.RECOVERY) and state.five_powers[area] == EMPTY:
        moves = _moves([TABLES.five_powers[token].reward for token in player.five_powers])
        came, went = came + moves, went + moves
    if decision is Decision.RECOVERY:
        moves = _moves(_building_rewards(state))
        came, went = came + moves + bool(shop or house), went + moves
    most = TABLES.limits.power
    return min(most, max(1, now - came)), min(most, now + went)


def _moves(rewards: list[Reward]) -> int:
    """The most assistants that one of them moves."""
    return max((reward.move for reward in rewards), default=0)


def _left(state: Position, fields: Reader) -> None:
    """What the power gives, or what is left of it."""
    turn = state.turn
    most = EFFECTS[turn.area][turn.power] if turn.decision in AREA_KINDS else 0
    least = min(1, most) if turn.decision in ONE_BY_ONE else most
    if not least <= turn.left <= most:
        span = str(most) if least == most else f"{least} to {most}"
        fields.wrong("left", f"expected {span} at {turn.decision.label} with power {turn.power}, got {turn.left}")
