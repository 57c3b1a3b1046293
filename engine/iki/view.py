"""A position as plain data: whole, or what everyone may know (I-INFO). docs/rules/iki.md lists the fields."""

from operator import attrgetter
from typing import Any, Final

from engine.core.parts import Part, Take, fresh
from engine.iki.actions import STALL_ACTIONS
from engine.iki.board import FIRE_PATHS, FIRE_TILES, IKIZAMA, ROOMS
from engine.iki.cards import NAMES
from engine.iki.data import GOODS, SEASONS
from engine.iki.decisions import Decision
from engine.iki.phases import stalls
from engine.iki.phases.fire import STRENGTH
from engine.iki.player import NOBODY, Player
from engine.iki.position import Position

PIPES: Final = tuple(pipe.id for pipe in stalls.PIPES)
TOBACCO: Final = tuple(box.id for box in stalls.TOBACCO)
FISH: Final = tuple(fish.id for fish in stalls.FISH)
STALL_NAMES: Final = tuple(action.id for action in STALL_ACTIONS)


def position(state: Position, *, whole: bool, take: Take = fresh) -> dict[str, Any]:
    """All fields; with *whole* the decks, the fires to come and the seeds too; parts as *take* gives them."""
    season = stalls.season(state)
    fields = state.game.header(state.setup, whole, take)
    fields["month"] = state.month
    fields["season"] = SEASONS[season]
    fields["decision"] = state.decision.label
    if state.to_act is not None:
        fields["to_act"] = state.to_act
    fields["queue"] = list(state.queue)
    fields["fire_order"] = list(state.order)
    fields["players"] = [take(PLAYER, player) for player in state.players]
    fields["rooms"] = take(ROOMS_NOW, state)
    fields["row"] = take(ROW, state.row)
    fields["starters"] = [NAMES[card] for card in state.starters]
    fields["buildings"] = [NAMES[card] for card in state.buildings]
    fields["fish_left"] = state.fish_left
    fields["pipes"] = list(PIPES[state.pipes :])
    fields["tobacco"] = list(TOBACCO[state.tobacco :])
    fields["lost"] = [NAMES[card] for card in sorted(state.lost)]
    fields["decks"] = take(DECKS, state.decks, whole)
    fields["fires_size"] = len(state.fires)
    if whole:
        fields["fires"] = [FIRE_TILES[tile] for tile in state.fires]
    fields["stall_actions_done"] = [STALL_NAMES[action] for action in state.done]
    fields["traded"] = state.traded
    fields["cart_used"] = state.carted
    _pending(state, fields)
    return fields


def _player(player: Player) -> dict[str, Any]:
    """The key of PLAYER must name every field that is read here."""
    fields: dict[str, Any] = dict(zip(GOODS, player.goods, strict=True))
    fields["fire"] = player.fire
    fields["kobun"] = player.kobun
    fields["space"] = player.space
    if player.cylinder != NOBODY:
        fields["ikizama"] = IKIZAMA[player.cylinder]
    fields["retired"] = [NAMES[card] for card in player.retired]
    fields["fish"] = [FISH[season] for season in player.fish]
    fields["pipes"] = [PIPES[pipe] for pipe in player.pipes]
    fields["tobacco"] = [TOBACCO[box] for box in player.tobacco]
    fields["saves"] = player.saves
    return fields


def _rooms(state: Position) -> list[dict[str, Any]]:
    """Every room; an empty one has no card, a neutral artisan no owner and no level, a building no level."""
    rooms = []
    for room, card, owner, level in zip(ROOMS, state.card, state.owner, state.level, strict=True):
        fields: dict[str, Any] = {"room": room}
        if card != NOBODY:
            fields["card"] = NAMES[card]
            if owner != NOBODY:
                fields["owner"] = owner
                if level:
                    fields["level"] = level
        rooms.append(fields)
    return rooms


def _row(row: dict[int, int]) -> list[dict[str, Any]]:
    return [{"card": NAMES[card], "mon": mon} for card, mon in row.items()]


def _decks(decks: tuple[tuple[int, ...], ...], whole: bool) -> list[dict[str, Any]]:
    return [_deck(season, deck, whole) for season, deck in zip(SEASONS, decks, strict=True)]


def _deck(season: str, deck: tuple[int, ...], whole: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {"season": season, "cards_size": len(deck)}
    if whole:
        fields["cards"] = [NAMES[card] for card in deck]
    return fields


def _pending(state: Position, fields: dict[str, Any]) -> None:
    """What the decisions before have settled already."""
    if state.decision is Decision.SWAP_SECOND:
        fields["swap_room"] = ROOMS[state.chosen]
    elif state.chosen != NOBODY:
        fields["chosen"] = NAMES[state.chosen]
    if state.visited != NOBODY:
        fields["visited"] = ROOMS[state.visited]
    if state.fire_tile != NOBODY:
        fields["burning"] = {
            "tile": FIRE_TILES[state.fire_tile],
            "room": ROOMS[FIRE_PATHS[state.fire_tile][state.fire_room]],
            "strength": STRENGTH[state.month] - state.fire_room,
        }


_SETTLED: Final = attrgetter("fire", "kobun", "space", "cylinder", "retired", "fish", "pipes", "tobacco", "saves")
PLAYER: Final = Part("players", _player, key=lambda player: (*player.goods, *_SETTLED(player)), is_item=True)
ROOMS_NOW: Final = Part("rooms", _rooms, key=lambda state: (*state.card, *state.owner, *state.level))
ROW: Final = Part("row", _row, key=lambda row: tuple(row.items()))
DECKS: Final = Part("decks", _decks, key=lambda decks, whole: decks if whole else tuple(map(len, decks)))
