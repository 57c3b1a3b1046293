"""Positions from plain data: whole ones, and views whose hidden parts are drawn again.

Reading comes first, field by field; checks.py then refuses what could not lie on one table.
"""

from typing import Final

from engine.core.chance import Rng, shuffled
from engine.core.game import Setup
from engine.core.positions import Reader
from engine.iki.board import COLOURED, FIRE_PATHS, FIRE_TILES, IKIZAMA, ROOM_NUMBER, ROOMS
from engine.iki.cards import ABILITY, BUILDINGS, FIRST_BUILDING, NAMES, NUMBER, STARTERS
from engine.iki.checks import check
from engine.iki.data import GOODS, SEASONS, tables
from engine.iki.decisions import Decision
from engine.iki.phases import stalls
from engine.iki.phases.fire import STRENGTH
from engine.iki.phases.street import FIRE_MAX, LEVELS, RECRUIT_DISCOUNT
from engine.iki.phases.turn import MONTHS
from engine.iki.player import NOBODY, Player
from engine.iki.setup import blank, season_decks
from engine.iki.state import IkiState
from engine.iki.view import FISH, PIPES, STALL_NAMES, TOBACCO

DECISIONS: Final = {decision.label: decision for decision in Decision}
ARTISAN_NAMES: Final = frozenset(NAMES[:FIRST_BUILDING])
BUILDING_NAMES: Final = frozenset(NAMES[card] for card in BUILDINGS)
STARTER_NAMES: Final = frozenset(NAMES[card] for card in STARTERS)


def restore(reader: Reader, setup: Setup) -> IkiState:
    """A state from a whole position."""
    state = _open_part(reader, setup)
    decks = []
    for season, deck in zip(SEASONS, _decks(reader), strict=True):
        names = {NAMES[card] for card in season_decks(setup.options)[SEASONS.index(season)]}
        decks.append(tuple(NUMBER[name] for name in deck.texts("cards", names)))
        deck.follows("cards_size", len(decks[-1]))
        deck.done()
    state.decks = tuple(decks)
    state.fires = tuple(FIRE_TILES.index(tile) for tile in reader.texts("fires", FIRE_TILES))
    check(state, reader)
    reader.follows("fires_size", len(state.fires))
    return state


def fill(reader: Reader, setup: Setup, rng: Rng) -> IkiState:
    """A state from a view: undrawn cards in a new order, new fires (I-INFO-1)."""
    state = _open_part(reader, setup)
    seen = {*state.row, *state.card, *state.lost, *(card for player in state.players for card in player.retired)}
    decks = []
    for cards, deck in zip(season_decks(setup.options), _decks(reader), strict=True):
        unseen = [card for card in cards if card not in seen]
        size = deck.number("cards_size")
        if size != len(unseen):
            deck.wrong("cards_size", f"{len(unseen)} cards of this season are not in sight, got {size}")
        decks.append(tuple(shuffled(rng, unseen)))
    state.decks = tuple(decks)
    state.fires = tuple(rng.randrange(len(FIRE_TILES)) for _ in range(reader.number("fires_size", 0, len(STRENGTH))))
    check(state, reader)
    return state


def _decks(reader: Reader) -> list[Reader]:
    decks = reader.parts("decks", length=len(SEASONS))
    for season, deck in zip(SEASONS, decks, strict=True):
        deck.text("season", (season,))
        deck.ignore("cards_size")
    return decks


def _open_part(reader: Reader, setup: Setup) -> IkiState:
    """Everything that everyone may know."""
    state = blank(setup)
    state.month = reader.number("month", 1, MONTHS + 1)
    reader.text("season", (SEASONS[stalls.season(state)],))
    state.decision = DECISIONS[reader.text("decision", DECISIONS)]
    state.to_act = None if state.decision is Decision.OVER else reader.number("to_act", 0, setup.seats - 1)
    state.queue = tuple(reader.numbers("queue", 0, setup.seats - 1))
    state.order = tuple(reader.numbers("fire_order", 0, setup.seats - 1, length=setup.seats))
    state.players = [_player(part) for part in reader.parts("players", length=setup.seats)]
    _rooms(reader, state)
    _row(reader, state)
    state.starters = _cards(reader, "starters", STARTER_NAMES)
    state.buildings = _cards(reader, "buildings", BUILDING_NAMES)
    state.lost = _cards(reader, "lost", ARTISAN_NAMES | BUILDING_NAMES)
    state.fish_left = reader.number("fish_left", 0, stalls.FISH[stalls.season(state)].count)
    state.pipes = _sold(reader, "pipes", PIPES)
    state.tobacco = _sold(reader, "tobacco", TOBACCO)
    state.done = tuple(STALL_NAMES.index(name) for name in reader.texts("stall_actions_done", STALL_NAMES))
    state.traded = reader.flag("traded")
    state.carted = reader.flag("cart_used")
    _pending(reader, state)
    return state


def _cards(reader: Reader, key: str, allowed: frozenset[str]) -> tuple[int, ...]:
    """Cards by name, in data order."""
    return tuple(sorted(NUMBER[name] for name in reader.texts(key, allowed)))


def _sold(reader: Reader, key: str, stack: tuple[str, ...]) -> int:
    """How many tokens of a stack are gone; those left lie in the printed order (I-SETUP-6)."""
    left = reader.texts(key, stack, length=None)
    sold = len(stack) - len(left)
    if sold < 0 or left != list(stack[sold:]):
        reader.wrong(key, f"the stack is {', '.join(stack)} and sold from the top; got {', '.join(left)}")
    return sold


def _player(part: Reader) -> Player:
    goods = [part.number(good) for good in GOODS]
    retired = tuple(NUMBER[name] for name in part.texts("retired", ARTISAN_NAMES))
    abilities = [ABILITY[card] for card in retired]
    player = Player(
        goods,
        fire=part.number("fire", 0, FIRE_MAX),
        kobun=part.number("kobun", 0, tables().numbers.kobun),
        space=part.number("space", 0, len(stalls.OFFERS_AT) - 1),
        cylinder=IKIZAMA.index(part.text("ikizama", IKIZAMA)) if part.has("ikizama") else NOBODY,
        retired=retired,
        fish=tuple(FISH.index(name) for name in part.texts("fish", FISH)),
        pipes=tuple(PIPES.index(name) for name in part.texts("pipes", PIPES)),
        tobacco=tuple(TOBACCO.index(name) for name in part.texts("tobacco", TOBACCO)),
        discount=RECRUIT_DISCOUNT * abilities.count("recruit_discount"),
        carts=abilities.count("extra_step"),
        saves=part.number("saves", 0, abilities.count("save_from_fire")),
    )
    part.done()
    return player


def _rooms(reader: Reader, state: IkiState) -> None:
    for room, part in enumerate(reader.parts("rooms", length=len(ROOMS))):
        part.text("room", (ROOMS[room],))
        if part.has("card"):
            if len(state.players) == 2 and COLOURED >> room & 1:
                part.wrong("card", "coloured rooms are closed with 2 players")
            card = NUMBER[part.text("card", ARTISAN_NAMES | BUILDING_NAMES)]
            state.card[room] = card
            state.empty &= ~(1 << room)
            if card >= FIRST_BUILDING or part.has("owner") or len(state.players) > 2:
                state.owner[room] = part.number("owner", 0, len(state.players) - 1)
                state.level[room] = part.number("level", 1, LEVELS) if card < FIRST_BUILDING else 0
        part.done()


def _row(reader: Reader, state: IkiState) -> None:
    row: dict[int, int] = {}
    for part in reader.parts("row"):
        card = NUMBER[part.text("card", ARTISAN_NAMES)]
        if card in row:
            part.wrong("card", f"{NAMES[card]} is in the row twice")
        row[card] = part.number("mon", 0, tables().numbers.economy["unsold_card_mon_max"])
        part.done()
    state.row = {card: row[card] for card in sorted(row)}


def _pending(reader: Reader, state: IkiState) -> None:
    if state.decision is Decision.SWAP_SECOND:
        state.chosen = ROOM_NUMBER[reader.text("swap_room", ROOMS)]
    elif reader.has("chosen"):
        state.chosen = NUMBER[reader.text("chosen", NAMES)]
    if reader.has("visited"):
        state.visited = ROOM_NUMBER[reader.text("visited", ROOMS)]
    if reader.has("burning"):
        _burning(reader.part("burning"), state)


def _burning(part: Reader, state: IkiState) -> None:
    state.fire_tile = FIRE_TILES.index(part.text("tile", FIRE_TILES))
    path = FIRE_PATHS[state.fire_tile]
    room = ROOM_NUMBER[part.text("room", tuple(ROOMS[room] for room in path))]
    state.fire_room = path.index(room)
    strength = STRENGTH.get(state.month, 0) - state.fire_room
    part.number("strength", strength, strength)
    part.done()
