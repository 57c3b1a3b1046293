"""What must agree in a position: every card once, every kobun somewhere, markers, tokens, and the pending decision."""

from collections import Counter

from engine.core.positions import Reader
from engine.iki.board import FIRE_PATHS, ON_X, ROOMS
from engine.iki.cards import BUILDINGS, FIRST_BUILDING, NAMES, RICE, SKILL, STARTERS, SWAP, TRAIN
from engine.iki.data import tables
from engine.iki.phases import stalls
from engine.iki.phases.fire import STRENGTH
from engine.iki.phases.settlement import MONTHS as SETTLEMENTS
from engine.iki.phases.settlement import employed
from engine.iki.phases.turn import MONTHS
from engine.iki.position import (
    BUILD_PICK,
    BUILD_ROOM,
    BUSINESS,
    FIRE_SAVE,
    IKIZAMA,
    MOVE_EXTRA,
    MOVE_X,
    NEUTRAL_CARD,
    NEUTRAL_ROOM,
    NEW_YEAR_SPACE,
    NOBODY,
    OVER,
    RECRUIT_ROOM,
    START_CARD,
    START_ROOM,
    STARVE,
    STEP_A,
    SWAP_FIRST,
    SWAP_SECOND,
    TRAIN_TARGET,
)
from engine.iki.setup import season_decks
from engine.iki.state import IkiState

END_OF_MONTH = (NEUTRAL_CARD, NEUTRAL_ROOM, FIRE_SAVE, STARVE)
SETUP = (START_CARD, START_ROOM)
BEFORE_THE_WALK = (*SETUP, STEP_A, RECRUIT_ROOM, MOVE_X, MOVE_EXTRA, NEW_YEAR_SPACE)
"""Decisions before the acting player has done anything at a stall."""
AFTER_THE_WALK = (BUSINESS, TRAIN_TARGET, BUILD_PICK, BUILD_ROOM, SWAP_FIRST, SWAP_SECOND)


def check(reader: Reader, state: IkiState) -> None:
    """InvalidPosition names the field that does not fit."""
    _cards(reader, state)
    _kobun(reader, state)
    _tokens(reader, state)
    _fire_order(reader, state)
    _queue(reader, state)
    _ikizama(reader, state)
    _pending(reader, state)
    _turn(reader, state)
    _asked(reader, state)
    if state.to_act is not None and not state.legal_actions():
        reader.wrong("decision", "there is nothing to choose from")


def _cards(reader: Reader, state: IkiState) -> None:
    """Every card of the game lies in exactly one place."""
    places = Counter(card for card in state.card if card != NOBODY)
    for cards in (tuple(state.row), state.starters, state.buildings, state.lost, *state.decks):
        places.update(cards)
    for player in state.players:
        places.update(player.retired)
    game = {*STARTERS, *BUILDINGS, *(card for deck in season_decks(state.setup.options) for card in deck)}
    for card in sorted(game | set(places)):
        wanted = 1 if card in game else 0
        if places[card] != wanted:
            times = "nowhere" if not places[card] else f"there {places[card]} times"
            reader.wrong("lost", f"every card must be in one place; {NAMES[card]} is {times}, expected {wanted}")
    if state.starters and state.decision not in SETUP:
        reader.wrong("starters", "starting artisans are chosen before the first month")


def _kobun(reader: Reader, state: IkiState) -> None:
    """A kobun lies in supply or on a card (I-SETUP-2)."""
    total = tables().numbers.kobun
    for seat, player in enumerate(state.players):
        expected = total - state.owner.count(seat)
        if player.kobun != expected:
            reader.wrong(f"players[{seat}].kobun", f"expected {expected}, the rest are on cards; got {player.kobun}")


def _tokens(reader: Reader, state: IkiState) -> None:
    """Tokens that were sold are with somebody; fish that nobody bought may be gone (I-SETUP-11)."""
    for key, sold in (("pipes", state.pipes), ("tobacco", state.tobacco)):
        bought = sorted(token for player in state.players for token in getattr(player, key))
        if bought != list(range(sold)):
            reader.wrong(key, f"{sold} were sold from the stack, but the players have {len(bought)} that fit")
    now = stalls.season(state)
    fish = Counter(season for player in state.players for season in player.fish)
    fish[now] += state.fish_left
    for season, count in fish.items():
        if season > now or count > stalls.FISH[season].count:
            reader.wrong("fish_left", f"there cannot be {count} {stalls.FISH[season].id} by now")


def _fire_order(reader: Reader, state: IkiState) -> None:
    """All seats, the stronger before the weaker (I-TRACK-4)."""
    if sorted(state.order) != list(range(len(state.players))):
        reader.wrong("fire_order", "expected every seat once")
    strengths = [state.players[seat].fire for seat in state.order]
    if strengths != sorted(strengths, reverse=True):
        reader.wrong("fire_order", "a stronger seat stands behind a weaker one")


def _queue(reader: Reader, state: IkiState) -> None:
    """Who is still to act in the phase: the acting seat first; nobody at the end of a month and of the match."""
    queue = state.queue
    if len(set(queue)) < len(queue):
        reader.wrong("queue", "names a seat twice")
    if state.decision in (*END_OF_MONTH, OVER):
        if queue:
            reader.wrong("queue", "nobody is left to act in this phase")
    elif not queue or queue[0] != state.to_act:
        reader.wrong("queue", "the seat to act comes first")
    new_year = state.month > MONTHS
    if state.decision not in (*AFTER_THE_WALK, NEW_YEAR_SPACE, OVER) and new_year:
        reader.wrong("decision", "there is business only in New Year")
    if state.decision in (NEW_YEAR_SPACE, OVER) and not new_year:
        reader.wrong("decision", "New Year is month 13")
    if state.decision in SETUP and (state.month > 1 or list(queue) != list(reversed(range(len(queue))))):
        reader.wrong("queue", "starting artisans are chosen in reverse seat order")
    if state.decision in AFTER_THE_WALK and not state.players[queue[0]].space:
        reader.wrong(f"players[{queue[0]}].space", "there is no business in the start zone")


def _ikizama(reader: Reader, state: IkiState) -> None:
    """Cylinders stand on the track from a player's choice to the end of the turn (I-PH1-2, I-PH2-2)."""
    cylinders = [player.cylinder for player in state.players]
    used = [space for space in cylinders if space != NOBODY]
    if len(set(used)) < len(used):
        reader.wrong("players", "two cylinders stand on one space of the ikizama track")
    if ON_X in used and len(cylinders) < 4:
        reader.wrong("players", "the ikizama track has no x with fewer than 4 players")
    choosing = state.decision == IKIZAMA
    none = state.decision in (*SETUP, *END_OF_MONTH, OVER) or state.month > MONTHS
    for seat, space in enumerate(cylinders):
        expected = not none and (seat in state.queue) != choosing
        if (space != NOBODY) != expected:
            word = "must" if expected else "must not"
            reader.wrong(f"players[{seat}].ikizama", f"{word} be there at this point")
    order = [cylinders[seat] for seat in state.queue]
    if not none and not choosing and order != sorted(order):
        reader.wrong("queue", "players act in the order of the ikizama track")
    if not none and not choosing and (state.decision == MOVE_X) > (cylinders[state.queue[0]] == ON_X):
        reader.wrong("decision", "only the player on x chooses the distance")
    if state.decision in (STEP_A, RECRUIT_ROOM) and cylinders[state.queue[0]] == ON_X:
        reader.wrong("decision", "the player on x has no step A")


def _pending(reader: Reader, state: IkiState) -> None:
    """The card and the room that the decisions before have settled."""
    choices: dict[int, tuple[int, ...]] = {
        START_ROOM: state.starters,
        RECRUIT_ROOM: tuple(state.row),
        NEUTRAL_ROOM: tuple(state.row),
        BUILD_ROOM: state.buildings,
    }
    if state.decision in choices:
        if state.chosen not in choices[state.decision]:
            reader.wrong("chosen", "expected a card that can be chosen here")
    elif state.chosen != NOBODY and state.decision != SWAP_SECOND:
        reader.wrong("chosen", "nothing is chosen at this point")
    skills = {TRAIN_TARGET: TRAIN, SWAP_FIRST: SWAP, SWAP_SECOND: SWAP}
    asked = state.decision in (*skills, BUILD_PICK, BUILD_ROOM)
    if state.visited == NOBODY:
        if state.decision in skills:
            reader.wrong("visited", "expected the room of the artisan traded with")
        return
    card = state.card[state.visited]
    if not asked or not NOBODY < card < FIRST_BUILDING or not state.traded:
        reader.wrong("visited", "nobody is being traded with")
    if state.decision in skills and SKILL[card] != skills[state.decision]:
        reader.wrong("visited", f"the artisan in {ROOMS[state.visited]} has another skill")


def _turn(reader: Reader, state: IkiState) -> None:
    """What the acting player has done this turn comes after the walk; a cart needs a card that gives one."""
    if state.decision in BEFORE_THE_WALK:
        carted = state.carted and state.decision != MOVE_EXTRA  # the cart is part of the walk
        for key, used in (("stall_actions_done", state.done), ("traded", state.traded), ("cart_used", carted)):
            if used:
                reader.wrong(key, "nothing is done before the walk")
    if state.carted and state.decision in AFTER_THE_WALK and not state.players[state.queue[0]].carts:
        reader.wrong("cart_used", "the acting player has no retired card that gives an extra step")


def _asked(reader: Reader, state: IkiState) -> None:
    """The questions at the end of a month are put to the right seat, and for a reason."""
    seat = state.to_act
    if state.decision in (NEUTRAL_CARD, NEUTRAL_ROOM) and (len(state.players) > 2 or seat != (state.month + 1) % 2):
        reader.wrong("to_act", "neutral artisans are placed with 2 players: odd months seat 0, even months seat 1")
    if (state.fire_tile != NOBODY) != (state.decision == FIRE_SAVE):
        reader.wrong("burning", "expected while an owner is asked about an artisan in a fire, and only then")
    if state.decision == FIRE_SAVE:
        room = FIRE_PATHS[state.fire_tile][state.fire_room]
        if state.owner[room] != seat or not state.players[state.owner[room]].saves:
            reader.wrong("to_act", "expected the owner of the burning room, who can save")
    if state.decision == STARVE:
        assert seat is not None
        if state.month not in SETTLEMENTS or state.players[seat].goods[RICE] >= len(employed(state, seat)):
            reader.wrong("decision", "nobody starves here")
    past = state.month - 1 if state.decision not in (FIRE_SAVE, STARVE) else state.month
    to_come = sum(1 for month in STRENGTH if month > past)
    if len(state.fires) != to_come:
        reader.wrong("fires", f"expected {to_come} fires to come, got {len(state.fires)}")
