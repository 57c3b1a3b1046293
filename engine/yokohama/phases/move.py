"""Step 2, movement: the president goes to an area of action, or back to hand (Y-MOVE-1 to Y-MOVE-10)."""

from collections.abc import Sequence
from typing import Final

from engine.yokohama import actions
from engine.yokohama.actions import BANK_BIT, SEAT_BITS, Move
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.area import begin_action
from engine.yokohama.player import NOWHERE, Player
from engine.yokohama.position import Position
from engine.yokohama.technologies import POSTAL_SYSTEM, STAGECOACH, STATION, TRAM

RECALL_MODE: Final = Decision.RECALL_MODE

Ways = dict[int, list[int]]
"""Area -> the payments that reach it, none paying all that another pays (Y-DEC-2). A payment is a mask of those that get 1 yen."""


def legal_move(state: Position) -> Sequence[Move]:
    """Every destination with its payments, and the take-back, which is always allowed (Y-MOVE-8)."""
    player = state.acting
    rivals = _rivals(state)
    ways = _from_hand(state, player, rivals) if player.president == NOWHERE else _on_foot(state, player, rivals)
    legal: list[Move] = []
    trams: list[int] = []
    if player.technology_bits & TRAM:
        trams = _tram_areas(state, player, rivals, ways)
    if _takes_station(state, player, ways):
        ways.pop(state.station, None)
        if state.station not in trams:
            legal.append(actions.STATION)
    legal.append(actions.TAKE_BACK)
    if ways:
        for area in state.board.land:
            if area in ways:
                legal += [actions.TO[area][mask] for mask in sorted(ways[area])]
    if trams:
        legal += state.board.listed(actions.TRAMS, trams)
    return legal


def _rivals(state: Position) -> dict[int, int]:
    """Area -> the owners of opposing presidents, each paid on entering it, as bits (Y-MOVE-5)."""
    rivals: dict[int, int] = {}
    acting = state.acting
    for seat, player in enumerate(state.players):
        area = player.president
        if area != NOWHERE and player is not acting:
            rivals[area] = rivals.get(area, 0) | SEAT_BITS[seat]
    return rivals


def _from_hand(state: Position, player: Player, rivals: dict[int, int]) -> Ways:
    """Any area with an assistant of the player and no opposing president; with Postal System also with one (Y-MOVE-3, Y-TECH-11)."""
    ways: Ways = {}
    on_area = player.on_area
    for area in state.board.land:
        if on_area[area]:
            if area not in rivals:
                ways[area] = [0]
            elif player.technology_bits & POSTAL_SYSTEM:
                toll = 0 if player.technology_bits & STAGECOACH else rivals[area]
                if toll.bit_count() <= player.yen:
                    ways[area] = [toll]
    return ways


def _on_foot(state: Position, player: Player, rivals: dict[int, int]) -> Ways:
    """Area by area over the player's assistants (Y-MOVE-4); the Canal for 1 yen (Y-MOVE-6); never back to the start (Y-MOVE-7).

    Re-entering an area never pays less, so keeping the cheapest payments of each area finds exactly the simple paths (R-3).
    The Canal may be among the areas found; it is never listed.
    """
    start, canal, yen, on_area = player.president, state.board.canal, player.yen, player.on_area
    neighbours = state.board.neighbours
    tolls = {} if player.technology_bits & STAGECOACH else rivals  # Y-TECH-5
    ways: Ways = {}
    frontier = [(start, 0)]
    while frontier:
        area, paid = frontier.pop()
        for near in neighbours[area]:
            if near == canal:
                mask = paid | BANK_BIT
            elif on_area[near] and near != start:
                mask = paid | tolls[near] if near in tolls else paid
            else:
                continue
            if mask and mask.bit_count() > yen:
                continue
            if _is_cheaper(ways, near, mask):
                frontier.append((near, mask))
    if not player.technology_bits & POSTAL_SYSTEM:
        for area in rivals:
            ways.pop(area, None)
    return ways


def _is_cheaper(ways: Ways, area: int, mask: int) -> bool:
    """Note the payment unless there is one that pays no more; drop those that pay more."""
    payments = ways.get(area)
    if payments is None:
        ways[area] = [mask]
        return True
    for other in payments:
        if other & mask == other:
            return False
    ways[area] = [other for other in payments if other & mask != mask] + [mask]
    return True


def _tram_areas(state: Position, player: Player, rivals: dict[int, int], ways: Ways) -> list[int]:
    """Any area without an opposing president but the start (Y-TECH-20). A free ride drops the paid walk (Y-DEC-2)."""
    trams: list[int] = []
    for area in state.board.land:
        if area != player.president and area not in rivals and ways.get(area) != [0]:
            ways.pop(area, None)
            trams.append(area)
    return trams


def _takes_station(state: Position, player: Player, ways: Ways) -> bool:
    """Whether the owner of Station can ride to its token, and no free walk leads there (Y-TECH-2)."""
    return (
        bool(player.technology_bits & STATION)
        and state.station not in (NOWHERE, player.president)
        and ways.get(state.station) != [0]
    )


def apply_move(state: Position, move: Move) -> None:
    """Pay and go, or take the president back."""
    player = state.acting
    if move is actions.TAKE_BACK:
        player.president = NOWHERE
        state.turn.decision = RECALL_MODE
        return
    if move.mask:
        _pay(state, move.mask)
    player.president = state.station if move is actions.STATION else move.value
    begin_action(state, player.president)


def _pay(state: Position, mask: int) -> None:
    state.acting.yen -= mask.bit_count()
    for seat, player in enumerate(state.players):
        if mask & SEAT_BITS[seat]:
            player.yen += 1
