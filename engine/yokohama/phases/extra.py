"""Phases A and C: agents, achievements, orders, Spinning Mill, University (Y-ADD-1)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import TABLES, Move
from engine.yokohama.data.records import PILES
from engine.yokohama.decisions import Decision, Phase
from engine.yokohama.phases.achievements import met
from engine.yokohama.phases.area import begin_action
from engine.yokohama.phases.goods import add_icon, one_less, one_more
from engine.yokohama.phases.rewards import grant
from engine.yokohama.phases.tools import TOOLS, apply_tool, can_mill, can_university
from engine.yokohama.phases.turns import end_turn
from engine.yokohama.player import NO_AGENTS, Player
from engine.yokohama.position import Position
from engine.yokohama.technologies import BALL, LANGUAGE_SCHOOL

PHASE_A: Final = Phase.A
PHASE_B: Final = Phase.B
EXTRA: Final = Decision.EXTRA
PLACE: Final = Decision.PLACE
ORDER_DONE: Final = Decision.ORDER_DONE
OBJECTIVE_REWARD: Final = Decision.OBJECTIVE_REWARD

ORDERS: Final = TABLES.orders
ORDER_GOODS: Final = tuple(order.goods for order in ORDERS)
BALL_VP: Final = 2
LANGUAGE_SCHOOL_YEN: Final = 1


def legal_extra(state: Position) -> Sequence[Move]:
    """Everything the player can do now, and the end of the phase."""
    player, turn = state.acting, state.turn
    legal: list[Move] = []
    if player.assistants:
        achieved = player.achieved
        for pile in range(len(PILES)):
            if not achieved >> pile & 1 and met(player, state.achievements[pile]):
                legal.append(actions.ACHIEVES[pile])
    if player.agents != NO_AGENTS and not turn.agent_used:
        legal += state.board.listed(actions.AGENTS, agent_areas(state, player))
    legal.append(actions.END_PHASE)
    tools = player.technology_bits & TOOLS
    if tools and can_mill(state):
        legal.append(actions.MILL)
    if player.orders:
        copper, silk, tea, fish = player.goods
        for card in player.orders:
            goods = ORDER_GOODS[card]
            if copper >= goods[0] and silk >= goods[1] and tea >= goods[2] and fish >= goods[3]:
                legal.append(actions.ORDERS[card])
    if tools and can_university(state):
        legal.append(actions.UNIVERSITY)
    return legal


def agent_areas(state: Position, player: Player) -> list[int]:
    """Areas with an assistant but not the president of the player (Y-AGENT-2)."""
    on_area, president = player.on_area, player.president
    return [area for area in state.board.land if on_area[area] and area != president]


def apply_extra(state: Position, move: Move) -> None:
    """Carry out what the player chose, or end the phase."""
    if move is actions.END_PHASE:
        _end_phase(state)
    elif move.verb == "order":
        _fulfil_order(state, move.value)
    elif move.verb == "agent":
        _use_agent(state, move.value)
    elif move.verb == "achieve":
        _achieve(state, move.value)
    else:
        apply_tool(state, move)


def _end_phase(state: Position) -> None:
    turn = state.turn
    if turn.phase == PHASE_A:
        turn.phase = PHASE_B
        turn.decision = PLACE
    else:
        end_turn(state)


def _use_agent(state: Position, area: int) -> None:
    """Turn the first unused agent down (Y-DEC-1) and carry out steps 3 to 6 there (Y-AGENT-1 to -3)."""
    player, turn = state.acting, state.turn
    first = next(place for place, number in enumerate(player.agents) if number)
    player.agents = one_less(player.agents, first)
    player.agents_used = one_more(player.agents_used, first)
    turn.agent_used = True
    turn.by_agent = True
    begin_action(state, area)


def _achieve(state: Position, pile: int) -> None:
    """An assistant from hand goes on the card; nothing is paid (Y-ACH-1)."""
    player = state.acting
    card = TABLES.achievements[state.achievements[pile]]
    player.assistants -= 1
    player.vp += card.later_vp if state.achievers[pile] else card.first_vp
    player.achieved |= 1 << pile
    state.achievers[pile] += (state.turn.seat,)
    if player.achieved == (1 << len(PILES)) - 1 and state.objectives:
        state.turn.decision = OBJECTIVE_REWARD  # Y-M1-2


def _fulfil_order(state: Position, card: int) -> None:
    """Pay its goods, take its reward, keep it face up (Y-ORD-1)."""
    player = state.acting
    order = ORDERS[card]
    player.orders = tuple(other for other in player.orders if other != card)
    for good, number in enumerate(order.goods):
        player.goods[good] -= number
    player.completed += (card,)
    grant(state, order.reward, ORDER_DONE)


def pass_order_done(state: Position) -> None:
    """After the reward: Ball and Language School, then the country's icon."""
    player = state.acting
    if player.technology_bits & BALL:
        player.vp += BALL_VP  # Y-TECH-7
    if player.technology_bits & LANGUAGE_SCHOOL:
        player.yen += LANGUAGE_SCHOOL_YEN  # Y-TECH-8
    add_icon(state, player, ORDERS[player.completed[-1]].country)
    state.turn.decision = EXTRA
