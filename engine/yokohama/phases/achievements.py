"""When an achievement's condition is met (Y-ACH-2, Y-ACH-3), and the tokens for all three (mini-expansion 1)."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import AREAS, TABLES, Move
from engine.yokohama.data.records import COPPER, FISH, INDEPENDENT, SILK, TEA
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.goods import add_icon, one_more
from engine.yokohama.player import Player
from engine.yokohama.position import Position

EXTRA: Final = Decision.EXTRA

PRODUCTION: Final = sum(1 << number for number, area in enumerate(AREAS) if area.production)
COMMERCIAL: Final = sum(1 << number for number, area in enumerate(AREAS) if area.commercial)


def _tokens(player: Player) -> int:
    """Five-power tokens and agents, used or not (R-12); an independent agent is its token (Y-M2-3)."""
    return len(player.five_powers) + sum(player.agents[:INDEPENDENT]) + sum(player.agents_used[:INDEPENDENT])


MEASURES: Final[dict[str, Callable[[Player], int]]] = {
    "copper": lambda player: player.goods[COPPER],
    "silk": lambda player: player.goods[SILK],
    "tea": lambda player: player.goods[TEA],
    "fish": lambda player: player.goods[FISH],
    "yen": lambda player: player.yen,
    "five_power_plus_agents": _tokens,
    "completed_orders": lambda player: len(player.completed),
    "technologies": lambda player: len(player.technologies),
    "production_areas": lambda player: (player.built_at & PRODUCTION).bit_count(),
    "commercial_areas": lambda player: (player.built_at & COMMERCIAL).bit_count(),
}
"""What a need counts. An area with shop and trading house counts once."""

Measure = Callable[[Player], int]


def _condition(need: dict[str, int]) -> tuple[Measure, int, Measure, int]:
    """A card's need as two measures with their least numbers; a single need is there twice."""
    parts = [(MEASURES[name], number) for name, number in need.items()]
    return (*parts[0], *parts[-1])


CONDITIONS: Final = tuple(_condition(card.need) for card in TABLES.achievements)


def met(player: Player, card: int) -> bool:
    """Whether the player has what the card asks for; more is allowed."""
    measure, number, other, least = CONDITIONS[card]
    return measure(player) >= number and (other is measure or other(player) >= least)


def legal_objective_reward(state: Position) -> Sequence[Move]:
    """The tokens that nobody has taken yet (Y-M1-2)."""
    return [actions.OBJECTIVES[token] for token in state.objectives]


def apply_objective_reward(state: Position, move: Move) -> None:
    """Take it: a flag is an icon of its country, the agent works as one (Y-M1-3, Y-M1-4)."""
    player = state.acting
    state.objectives = tuple(token for token in state.objectives if token != move.value)
    player.objective = move.value
    flag = TABLES.objective_rewards[move.value].flag
    if flag is None:
        player.agents = one_more(player.agents, INDEPENDENT)
    else:
        add_icon(state, player, flag)
    state.turn.decision = EXTRA
