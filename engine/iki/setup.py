"""Set-up (I-SETUP): seats, seeds and options to the first decision."""

from typing import Final

from engine.core.chance import shuffled, stream
from engine.core.game import Setup
from engine.core.options import Value
from engine.iki.board import ALL_ROOMS, FIRE_TILES, PLAIN, ROOMS
from engine.iki.cards import BUILDINGS, NAMES, PROMOS, SEASON_CARDS, STARTERS
from engine.iki.data import GOODS, SEASONS, tables
from engine.iki.decisions import Decision
from engine.iki.phases.refresh import REVEALED
from engine.iki.player import NOBODY, Player
from engine.iki.state import IkiState

_NUMBERS: Final = tables().numbers
FIRES: Final = len(_NUMBERS.fire_strength)


def start(setup: Setup) -> IkiState:
    """A match before the first starting artisan is chosen."""
    state = blank(setup)
    spring, *later = season_decks(setup.options)
    first = shuffled(stream(setup.seed, "row"), spring)[:REVEALED]  # I-INFO-4
    state.row = dict.fromkeys(sorted(first), 0)
    undrawn = [[card for card in spring if card not in first], *later]
    state.decks = tuple(
        tuple(shuffled(stream(setup.hidden_seed, f"deck-{season}"), deck))
        for season, deck in zip(SEASONS, undrawn, strict=True)
    )
    draws = stream(setup.hidden_seed, "fire")
    state.fires = tuple(draws.randrange(len(FIRE_TILES)) for _ in range(FIRES))
    return state


def season_decks(options: dict[str, Value]) -> list[list[int]]:
    """Per season: its cards with the promo cards in play (I-SETUP-4, I-SETUP-12)."""
    chosen = options["promos"]
    assert isinstance(chosen, tuple)
    out = {card for card in PROMOS if NAMES[card] not in chosen}
    return [[card for card in cards if card not in out] for cards in SEASON_CARDS]


def blank(setup: Setup) -> IkiState:
    """A table with nothing drawn: what is the same at the start of every match."""
    state = IkiState()
    state.setup = setup
    state.month = 1
    state.decision = Decision.START_CARD
    state.queue = tuple(reversed(range(setup.seats)))  # I-SETUP-8
    state.to_act = state.queue[0]
    state.players = [new_player() for _ in range(setup.seats)]
    state.order = tuple(range(setup.seats))  # I-SETUP-3
    state.card = [NOBODY] * len(ROOMS)
    state.owner = [NOBODY] * len(ROOMS)
    state.level = [0] * len(ROOMS)
    state.empty = ALL_ROOMS if setup.seats > 2 else PLAIN  # I-SETUP-10
    state.row = {}
    state.decks = ((),) * len(SEASONS)
    state.fires = ()
    state.fish_left = tables().fish[0].count
    state.pipes = 0
    state.tobacco = 0
    state.buildings = BUILDINGS
    state.starters = STARTERS
    state.lost = ()
    state.done = ()
    state.traded = False
    state.carted = False
    state.chosen = NOBODY
    state.visited = NOBODY
    state.fire_tile = NOBODY
    state.fire_room = 0
    return state


def new_player() -> Player:
    """What a player has at the start (I-SETUP-2)."""
    figures = _NUMBERS.setup
    goods = [figures[good] for good in GOODS]
    return Player(goods, figures["fire"], _NUMBERS.kobun, 0, NOBODY, (), (), (), (), 0, 0, 0)
