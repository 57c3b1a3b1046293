"""Whether the turn of a position could be: the step can ask, and what the steps hand on to each other fits the table."""

from typing import TYPE_CHECKING

from engine.core.positions import Reader
from engine.yokohama import steps
from engine.yokohama.actions import AREAS, TABLES
from engine.yokohama.data.records import Reward
from engine.yokohama.phases.area import EFFECTS
from engine.yokohama.phases.church import FAITH
from engine.yokohama.phases.customs import IMPORTS
from engine.yokohama.player import EMPTY, NOWHERE
from engine.yokohama.rules import OPTIONS
from engine.yokohama.technologies import SPINNING_MILL, UNIVERSITY

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

BY_ITSELF = (steps.TURN_START, steps.AREA_ACTION, steps.LAB_GAINED, steps.ORDER_DONE, steps.TURN_END)
"""Steps that pass by themselves; no position rests there."""
STEP_KINDS = {
    steps.PORT_CARD: "port",
    steps.PORT_SECOND: "port",
    steps.PORT_SECOND_CARD: "port",
    steps.LAB_CARD: "laboratory",
    steps.LAB_PAY: "laboratory",
    steps.STATION_AREA: "laboratory",
    steps.HIRE: "employment_agency",
    steps.EXCHANGE: "chinatown",
    steps.CHURCH_SPACE: "church",
    steps.CHURCH_PAY: "church",
    steps.CHURCH_FROM: "church",
    steps.CUSTOMS_SPACE: "customs",
    steps.CUSTOMS_FROM: "customs",
}
"""Steps that belong to one kind of area."""
IN_AN_ACTION = (*STEP_KINDS, steps.FIVE_POWER, steps.BUILD, steps.RECOVERY)
IN_A_REWARD = (steps.ANY_GOOD, steps.WAREHOUSE, steps.MOVE_FROM, steps.MOVE_TO)
AFTER_A_REWARD = (steps.FIVE_POWER, steps.BUILD, steps.RECOVERY, steps.ORDER_DONE)
IN_PHASE_B = (steps.PLACE, steps.PLACE_NEXT, steps.TELEGRAM, steps.MOVE, steps.RECALL_MODE, steps.RECALL)
ONE_BY_ONE = (steps.HIRE, steps.EXCHANGE)
"""Effects taken in several decisions: `left` counts down."""
AT_A_SPOT = {steps.PLACE_NEXT: 1, steps.TELEGRAM: 2, steps.RECALL: 1}
"""Steps about an area, with the own assistants there are at least."""
AT_A_SLOT = (steps.LAB_PAY, steps.CHURCH_PAY, steps.CHURCH_FROM, steps.CUSTOMS_FROM)


def check(state: "YokohamaState", reader: Reader) -> None:
    """InvalidPosition names the field of `turn` that does not fit."""
    turn = reader.part("turn")
    over = state.turn.step == steps.OVER
    if over != (state.to_act is None):
        turn.wrong("step", "is over exactly if to_act is missing")
    if not over and state.to_act != state.turn.seat:
        reader.wrong("to_act", f"the turn is that of seat {state.turn.seat}")
    if state.turn.step in BY_ITSELF:
        turn.wrong("step", f"{steps.NAMES[state.turn.step]} asks nothing")
    for rule in (_reward, _area, _phase, _limits, _spot, _slot, _power, _left):
        rule(state, turn)
    if not over:
        _asks(state, turn)


def _asks(state: "YokohamaState", fields: Reader) -> None:
    """The step asks `to_act` something."""
    try:
        asked = bool(OPTIONS[state.turn.step](state.clone()))
    except (IndexError, KeyError, ValueError):
        asked = False
    if not asked:
        fields.wrong("step", f"{steps.NAMES[state.turn.step]} asks nothing in this position")


def step_of(state: "YokohamaState") -> int:
    """The step, or the one after it while a reward is being taken."""
    turn = state.turn
    return turn.after if turn.step in IN_A_REWARD else turn.step


def _reward(state: "YokohamaState", fields: Reader) -> None:
    """Icons are left exactly while a reward is taken, and no more than one that the player can have got."""
    turn = state.turn
    icons = (turn.any_left, turn.warehouse_left, turn.move_left)
    if turn.step not in IN_A_REWARD:
        for key, left in zip(("any_left", "warehouse_left", "move_left"), icons, strict=True):
            if left:
                fields.wrong(key, f"expected 0: no reward is taken at {steps.NAMES[turn.step]}")
        if turn.after not in (steps.TURN_START, *AFTER_A_REWARD):
            fields.wrong("after", f"{steps.NAMES[turn.after]} does not follow a reward")
        if turn.copper_gained and turn.after == steps.TURN_START:
            fields.wrong("copper_gained", "no reward was taken in this turn (after is turn_start)")
        return
    if turn.after not in AFTER_A_REWARD:
        fields.wrong("after", f"{steps.NAMES[turn.after]} does not follow a reward")
    place = min(IN_A_REWARD.index(turn.step), 2)
    key = ("any_left", "warehouse_left", "move_left")[place]
    if not icons[place] or any(icons[:place]):
        fields.wrong(key, f"{steps.NAMES[turn.step]} takes these icons, and those before them are taken; got {icons}")
    if not any(_could_be_left(icons, place, reward) for reward in _rewards(state)):
        fields.wrong(key, f"no reward that the player can have got before {steps.NAMES[turn.after]} leaves this")


def _could_be_left(icons: tuple[int, int, int], place: int, reward: Reward) -> bool:
    whole = (reward.any, reward.warehouse, reward.move)
    return icons[place] <= whole[place] and icons[place + 1 :] == whole[place + 1 :]


def _rewards(state: "YokohamaState") -> list[Reward]:
    """The rewards that the step after them leaves possible."""
    player, turn, area = state.acting, state.turn, state.turn.area
    if turn.after == steps.ORDER_DONE:
        return [TABLES.orders[card].reward for card in player.completed[-1:]]
    if turn.after == steps.FIVE_POWER:
        return _space_rewards(state)
    if turn.after == steps.BUILD:
        return [TABLES.five_powers[token].reward for token in player.five_powers[-1:]]
    return _building_rewards(state) if area != NOWHERE else []


def _space_rewards(state: "YokohamaState") -> list[Reward]:
    """Of the spaces of Church or Customs that the player has, if the action is there."""
    area, seat = state.turn.area, state.turn.seat
    kind = AREAS[area].kind if area != NOWHERE else ""
    boards = {"church": (state.church, TABLES.church), "customs": (state.customs, TABLES.customs)}
    owners, spaces = boards.get(kind, ([], ()))
    return [space.reward for owner, space in zip(owners, spaces, strict=True) if owner == seat]


def _building_rewards(state: "YokohamaState") -> list[Reward]:
    """Of what the player has built in the action area."""
    area, seat = state.turn.area, state.turn.seat
    card = TABLES.buildings[state.buildings[area]]
    rewards = [card.shops[slot] for slot, owner in enumerate(state.shops[area]) if owner == seat]
    return [*rewards, card.trading_house] if state.houses[area] == seat else rewards


def _area(state: "YokohamaState", fields: Reader) -> None:
    """The action area is there exactly in an action; the president acts where it is, an agent elsewhere."""
    turn, step = state.turn, step_of(state)
    name = steps.NAMES[turn.step]
    if turn.area not in (NOWHERE, *state.board.land):
        fields.wrong("area", f"{AREAS[turn.area].id} is not in use")
    if (step in IN_AN_ACTION) != (turn.area != NOWHERE):
        fields.wrong("area", f"is there exactly in an area action; the step is {name}")
    if step in STEP_KINDS and AREAS[turn.area].kind != STEP_KINDS[step]:
        fields.wrong("area", f"{name} is a step of the {STEP_KINDS[step]}")
    if turn.by_agent and (turn.area == NOWHERE or not turn.agent_used):
        fields.wrong("by_agent", "an agent acts in an area action, and is used then (agent_used)")
    if turn.area != NOWHERE and (state.acting.president == turn.area) == turn.by_agent:
        fields.wrong("area", "the president acts where it is; an agent acts elsewhere (Y-AGENT-2)")


def _phase(state: "YokohamaState", fields: Reader) -> None:
    """The main action is phase B; agents, orders and achievements are phases A and C (Y-TURN-1)."""
    turn, step = state.turn, step_of(state)
    if step == steps.KEEP_ORDER:
        allowed: tuple[int, ...] = (steps.PHASE_A,)
    elif step == steps.OVER:
        allowed = (steps.PHASE_C,)
    elif step in IN_PHASE_B or (step in IN_AN_ACTION and not turn.by_agent):
        allowed = (steps.PHASE_B,)
    else:
        allowed = (steps.PHASE_A, steps.PHASE_C)
    if turn.phase not in allowed:
        names = " or ".join(steps.PHASES[phase] for phase in allowed)
        fields.wrong("phase", f"expected {names} at {steps.NAMES[turn.step]}, got {steps.PHASES[turn.phase]}")


def _limits(state: "YokohamaState", fields: Reader) -> None:
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
        if turn.seat not in state.church and turn.step != steps.CHURCH_FROM:
            fields.wrong("church_paid", "the player has no assistant on the Church")


def _spot(state: "YokohamaState", fields: Reader) -> None:
    """Areas that the next choice refers to."""
    turn, player = state.turn, state.acting
    name = steps.NAMES[turn.step]
    if turn.spot not in (NOWHERE, *state.board.land):
        fields.wrong("spot", f"{AREAS[turn.spot].id} is not in use")
    least = AT_A_SPOT.get(turn.step, 0)
    if turn.step == steps.MOVE_TO:
        there = player.assistants if turn.spot == NOWHERE else player.on_area[turn.spot]
        if not there:
            fields.wrong("spot", "the moving assistant is in hand (empty) or in this area; there is none")
    elif bool(least) != (turn.spot != NOWHERE):
        fields.wrong("spot", f"{name} needs it" if least else f"must be empty at {name}")
    elif least and player.on_area[turn.spot] < least:
        fields.wrong("spot", f"at {name} the player has {least} or more assistants there")
    if turn.step in (steps.RECALL_MODE, steps.RECALL) and player.president != NOWHERE:
        fields.wrong("step", f"the president is in hand at {name} (Y-MOVE-8)")
    if turn.step == steps.PLACE_NEXT:
        upto = state.board.land[: state.board.land.index(turn.spot) + 1]
        most = sum(1 for area in upto if player.on_area[area])
        if not 1 <= turn.placed <= most:
            fields.wrong("placed", f"expected 1 to {most}: a spread goes on in the order of the layout (Y-DEC-1)")
    elif turn.placed:
        fields.wrong("placed", f"expected 0 at {name}")


def _slot(state: "YokohamaState", fields: Reader) -> None:
    """The display slot or space chosen is free to be taken, and within reach."""
    turn = state.turn
    if turn.step not in AT_A_SLOT:
        if turn.slot:
            fields.wrong("slot", f"expected 0 at {steps.NAMES[turn.step]}")
    elif turn.step == steps.LAB_PAY:
        display = state.laboratories[_laboratory(state)]
        if turn.slot >= len(display) or display[turn.slot] == EMPTY or _owned(state, display[turn.slot]):
            fields.wrong("slot", "expected a slot with a technology that the player has not (Y-GEN-3)")
    else:
        _space(state, fields)


def _space(state: "YokohamaState", fields: Reader) -> None:
    turn = state.turn
    board = state.customs if turn.step == steps.CUSTOMS_FROM else state.church
    if board[turn.slot] != EMPTY:
        fields.wrong("slot", "expected an empty space")
    if turn.step == steps.CUSTOMS_FROM and IMPORTS[turn.slot] > turn.left:
        fields.wrong("slot", f"takes {IMPORTS[turn.slot]} imports; the action allows {turn.left}")
    if turn.step == steps.CHURCH_FROM and state.edition.church_once_per_turn:
        missing = FAITH[turn.slot] - turn.left - turn.church_paid.bit_count()
        if missing > 0:
            fields.wrong("slot", f"takes {missing} more faith than the power and church_paid give")


def _laboratory(state: "YokohamaState") -> int:
    return [area for area in range(len(AREAS)) if AREAS[area].kind == "laboratory"].index(state.turn.area)


def _owned(state: "YokohamaState", card: int) -> bool:
    return bool(state.acting.technology_bits >> card & 1)


def _power(state: "YokohamaState", fields: Reader) -> None:
    """The power is that of the pieces in the area when the action began (Y-ACT-2)."""
    turn = state.turn
    low, high = _powers(state) if turn.area != NOWHERE else (0, 0)
    if not low <= turn.power <= high:
        span = str(low) if low == high else f"{low} to {high}"
        fields.wrong("power", f"expected {span} by the pieces of the player in the action area, got {turn.power}")
    step = step_of(state)
    least = {steps.FIVE_POWER: 0, steps.BUILD: TABLES.limits.five_power, steps.RECOVERY: TABLES.limits.build_power}
    if turn.step in IN_A_REWARD and turn.power < least.get(step, 0):
        fields.wrong("power", f"a reward before {steps.NAMES[step]} takes power {least[step]}")


def _powers(state: "YokohamaState") -> tuple[int, int]:
    """The least and the most: pieces that came or went since the action began may or may not have counted."""
    turn, player, seat = state.turn, state.acting, state.turn.seat
    area, step = turn.area, step_of(state)
    shop, house = player.shop_at >> area & 1, state.houses[area] == seat
    now = player.on_area[area] + (player.president == area) + shop + house + (state.station == area)
    came = went = 0
    if step not in STEP_KINDS:
        kind = AREAS[area].kind
        moves = _moves(_space_rewards(state))
        came += moves + (kind == "laboratory" and state.station == area)
        went += moves + bool(kind in ("church", "customs") and _space_rewards(state))
    if step in (steps.BUILD, steps.RECOVERY) and state.five_powers[area] == EMPTY:
        moves = _moves([TABLES.five_powers[token].reward for token in player.five_powers])
        came, went = came + moves, went + moves
    if step == steps.RECOVERY:
        moves = _moves(_building_rewards(state))
        came, went = came + moves + bool(shop or house), went + moves
    most = TABLES.limits.power
    return min(most, max(1, now - came)), min(most, now + went)


def _moves(rewards: list[Reward]) -> int:
    """The most assistants that one of them moves."""
    return max((reward.move for reward in rewards), default=0)


def _left(state: "YokohamaState", fields: Reader) -> None:
    """What the power gives, or what is left of it."""
    turn = state.turn
    most = EFFECTS[turn.area][turn.power] if turn.step in STEP_KINDS else 0
    least = min(1, most) if turn.step in ONE_BY_ONE else most
    if not least <= turn.left <= most:
        span = str(most) if least == most else f"{least} to {most}"
        fields.wrong("left", f"expected {span} at {steps.NAMES[turn.step]} with power {turn.power}, got {turn.left}")
