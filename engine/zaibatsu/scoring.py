"""Final scoring, one function per line of the score sheet (Z-FINAL-2 to 5), and the outcome."""

from typing import Final

from engine.core.outcome import Outcome, places
from engine.zaibatsu import influence
from engine.zaibatsu.data import BOARD, TOKENS
from engine.zaibatsu.decisions import Phase
from engine.zaibatsu.player import NO_PAIR, Player
from engine.zaibatsu.position import Position
from engine.zaibatsu.powers.late import low_and_high

OVER: Final = Phase.OVER
FACTORY: Final = BOARD.categories.index("factory")
CONTRACT: Final = BOARD.categories.index("contract")


def objective_points(player: Player) -> int:
    """Personal objectives with a favour (Z-FINAL-2, Z-FINAL-3)."""
    return sum(objective(player, category) for category in range(len(player.favours)))


def objective(player: Player, category: int) -> int:
    """One objective: by its favour's level and how far its row or track is developed."""
    level = player.favours[category]
    if not level:
        return 0
    if category == FACTORY:
        return BOARD.factory_points[level - 1][len(player.tiles)]
    if category == CONTRACT:
        return BOARD.contract_points[level - 1][player.contract_count()]
    low, high = low_and_high(player, category)
    if high:
        return BOARD.high_points[level - 1]
    return BOARD.low_points[level - 1] if low else 0


def leftover_points(player: Player) -> int:
    """Goods and resources by threes, money by fives; silk changed where that gives more (Z-FINAL-4)."""
    items = sum(player.goods) + player.reserve_goods + player.coal + player.stored_coal + player.silk + player.iron
    return max(
        (items - changed) // BOARD.items_per_point + (player.money + changed) // BOARD.money_per_point
        for changed in range(player.silk + 1)
    )


def score_boards(state: Position) -> None:
    """The final scoring of every player."""
    for player in state.players:
        player.score += objective_points(player) + leftover_points(player)


def score_sheet(player: Player, *, scored: bool) -> dict[str, int]:
    """Points by line; a solo game that was lost has no final scoring (*scored* false)."""
    lines = {
        "start": TOKENS.start_a[player.start[0]].points if player.start != NO_PAIR else 0,
        "influence": player.influence_points,
        "services_and_deliveries": 0,
        "late_factories": player.factory_points,
        "shared_objectives": player.reward_points,
        "unpaid_wages": -player.wages_lost,
        "personal_objectives": objective_points(player) if scored else 0,
        "leftovers": leftover_points(player) if scored else 0,
    }
    lines["services_and_deliveries"] = player.score - sum(lines.values())
    return lines


def sheets(state: Position) -> tuple[dict[str, int], ...]:
    """By seat: points by line. Until the match is over, objectives and leftovers count as they are now."""
    if state.phase is OVER:
        return tuple(score_sheet(player, scored=state.final) for player in state.players)
    return tuple(
        score_sheet(player, scored=False)
        | {"personal_objectives": objective_points(player), "leftovers": leftover_points(player)}
        for player in state.players
    )


def outcome(state: Position) -> Outcome | None:
    """The end of a finished match; ties go to the player with the latest turn (Z-FINAL-5)."""
    if state.phase is not OVER:
        return None
    lines = sheets(state)
    if state.automa is not None:
        won = state.final
        grade = _grade(state.players[0].score) if won else "lost"
        return Outcome(lines, (1,), "round_8_played" if won else "solo_objective_missed", won=won, grade=grade)
    late = tuple((seat - state.marker) % state.seats for seat in range(state.seats))
    order = places([(player.score, late[seat]) for seat, player in enumerate(state.players)])
    return Outcome(lines, order, "round_8_played", {"last_turn": late})


def _grade(score: int) -> str:
    """The rulebook's table (Z-SOLO-16)."""
    return next(name for least, name in TOKENS.grades if score >= least)


def standing(state: Position, seat: int) -> int:
    """The points if scored now: the present regions by the period's values, objectives and leftovers."""
    player = state.players[seat]
    if state.phase is OVER:
        return player.score
    points = player.score + objective_points(player) + leftover_points(player)
    if not state.final:
        period = BOARD.period_of_round[state.round - 1]
        points += sum(influence.region_awards(state, region, period).get(seat, 0) for region in range(4))
    return points
