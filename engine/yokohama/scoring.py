"""Final scoring: one function for each line of the sheet (Y-SCORE-1 to Y-SCORE-6)."""

from collections.abc import Sequence
from typing import Final

from engine.core.outcome import Outcome, places
from engine.yokohama.actions import TABLES
from engine.yokohama.player import Player
from engine.yokohama.position import Position

SHEET: Final = TABLES.scoring
ROUND_LIMIT: Final = "round_limit"
"""The match ended by the arena's house rule (Y-ARENA-1), not by the rules of the game."""


def outcome(state: Position) -> Outcome:
    """How the match ended. Equal totals: the earlier seat is ahead, so no place is shared (Y-SCORE-6)."""
    categories = sheets(state)
    totals = [sum(lines.values()) for lines in categories]
    earlier = tuple(-seat for seat in range(len(totals)))
    return Outcome(
        categories=categories,
        places=places(list(zip(totals, earlier, strict=True))),
        ended_by=state.end_trigger or ROUND_LIMIT,
        tie_breaks={"earlier_seat": earlier},
    )


def sheets(state: Position) -> tuple[dict[str, int], ...]:
    """The score sheet of every seat, as if the match ended now."""
    church = management(state.church, len(state.players), SHEET.church)
    customs = management(state.customs, len(state.players), SHEET.customs)
    technology = technologies(state.players)
    return tuple(
        {"play": player.vp, "church": church[seat], "customs": customs[seat], "technology": technology[seat]}
        | own(player)
        for seat, player in enumerate(state.players)
    )


def standing(state: Position, seat: int) -> int:
    """The total of one seat's sheet, as if the match ended now."""
    player, seats = state.players[seat], len(state.players)
    return (
        player.vp
        + management(state.church, seats, SHEET.church)[seat]
        + management(state.customs, seats, SHEET.customs)[seat]
        + technologies(state.players)[seat]
        + sum(own(player).values())
    )


def own(player: Player) -> dict[str, int]:
    """The lines that depend on the player alone (Y-SCORE-4, Y-SCORE-5)."""
    return {
        "countries": countries(player.icons),
        "agents": sum(player.agents) * SHEET.unused_agent,
        "imports": player.imports * SHEET.imports,
        "yen": player.yen // SHEET.yen_per_vp,
        "goods": sum(player.goods) // SHEET.goods_per_vp,
    }


def management(board: Sequence[int], seats: int, prizes: Sequence[int]) -> list[int]:
    """Most assistants on the board; tied: the rightmost of them. Neutral ones are not ranked (Y-SCORE-1, Y-SCORE-2)."""
    return _majority([_presence(board, seat) for seat in range(seats)], prizes)


def _presence(board: Sequence[int], seat: int) -> tuple[int, int] | None:
    """Number of assistants, and the rightmost space."""
    spaces = [space for space, owner in enumerate(board) if owner == seat]
    return (len(spaces), spaces[-1]) if spaces else None


def technologies(players: Sequence[Player]) -> list[int]:
    """Highest sum of printed industrial values; tied: the earlier seat (Y-SCORE-3)."""
    values = [sum(TABLES.technologies[card].value for card in player.technologies) for player in players]
    return _majority([(value, -seat) if value else None for seat, value in enumerate(values)], SHEET.technology)


def _majority(keys: Sequence[tuple[int, int] | None], prizes: Sequence[int]) -> list[int]:
    """First and second prize by key, higher is better; a seat without a key is not ranked and leaves no prize to others."""
    points = [0] * len(keys)
    if not any(keys):
        return points
    ranked = sorted(((key, seat) for seat, key in enumerate(keys) if key is not None), reverse=True)
    for prize, (_, seat) in zip(prizes, ranked, strict=False):
        points[seat] = prize
    return points


def countries(icons: Sequence[int]) -> int:
    """Sets of different countries. Taking the largest set again and again is best: a bigger set never gains less (Y-SCORE-4)."""
    left = list(icons)
    points = 0
    while any(left):
        points += SHEET.country_set[sum(1 for number in left if number)]
        left = [number - 1 if number else 0 for number in left]
    return points
