"""Whether a restored position could be: every card once, every kobun somewhere, markers, tokens, and the pending decision."""

from collections import Counter
from typing import Final

from engine.core.positions import Reader
from engine.iki.board import FIRE_PATHS, ON_X, ROOMS
from engine.iki.cards import BUILDINGS, FIRST_BUILDING, NAMES, RICE, SKILL, STARTERS, SWAP, TRAIN
from engine.iki.data import tables
from engine.iki.decisions import Decision
from engine.iki.phases import stalls
from engine.iki.phases.fire import STRENGTH
from engine.iki.phases.settlement import MONTHS as SETTLEMENTS, employed
from engine.iki.phases.turn import MONTHS
from engine.iki.player import NOBODY
from engine.iki.position import Position
from engine.iki.setup import season_decks

END_OF_MONTH: Final = (Decision.NEUTRAL_CARD, Decision.NEUTRAL_ROOM, Decision.FIRE_SAVE, Decision.STARVE)
SETUP: Final = (Decision.START_CARD, Decision.START_ROOM)
BEFORE_THE_WALK: Final = (
    *SETUP,
    Decision.STEP_A,
    Decision.RECRUIT_ROOM,
    Decision.MOVE_X,
    Decision.MOVE_EXTRA,
    Decision.NEW_YEAR_SPACE,
)
"""Decisions before the acting player has done anything at a stall."""
AFTER_THE_WALK: Final = (
    Decision.BUSINESS,
    Decision.TRAIN_TARGET,
    Decision.BUILD_PICK,
    Decision.BUILD_ROOM,
    Decision.SWAP_FIRST,
    Decision.SWAP_SECOND,
)


def check(state: Position, reader: Reader) -> None:
    """InvalidPosition names the field that does not fit."""
    _cards(state, reader)
    _kobun(state, reader)
    _tokens(state, reader)
    _fire_order(state, reader)
    _queue(state, reader)
    _ikizama(state, reader)
    _pending(state, reader)
    _turn(state, reader)
    _end_of_month(state, reader)
    if state.to_act is not None and not state.legal_actions():
        reader.wrong("decision", "there is nothing to choose from")


def _cards(state: Position, reader: Reader) -> None:
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


def _kobun(state: Position, reader: Reader) -> None:
    """A kobun lies in supply or on a card (I-SETUP-2)."""
    total = tables().numbers.kobun
    for seat, player in enumerate(state.players):
        expected = total - state.owner.count(seat)
        if player.kobun != expected:
            reader.wrong(f"players[{seat}].kobun", f"expected {expected}, the rest are on cards; got {player.kobun}")


def _tokens(state: Position, reader: Reader) -> None:
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


def _fire_order(state: Position, reader: Reader) -> None:
    """All seats, the stronger before the weaker (I-TRACK-4)."""
    if sorted(state.order) != list(range(len(state.players))):
        reader.wrong("fire_order", "expected every seat once")
    strengths = [state.players[seat].fire for seat in state.order]
    if strengths != sorted(strengths, reverse=True):
        reader.wrong("fire_order", "a stronger seat is behind a weaker one")


def _queue(state: Position, reader: Reader) -> None:
    """The seats still to act in the phase: the acting one first; none at the end of a month and of the match."""
    queue = state.queue
    if len(set(queue)) < len(queue):
        reader.wrong("queue", "names a seat twice")
    if state.decision in {*END_OF_MONTH, Decision.OVER}:
        if queue:
            reader.wrong("queue", "nobody is left to act in this phase")
    elif not queue or queue[0] != state.to_act:
        reader.wrong("queue", "the seat to act comes first")
    new_year = state.month > MONTHS
    if state.decision not in {*AFTER_THE_WALK, Decision.NEW_YEAR_SPACE, Decision.OVER} and new_year:
        reader.wrong("decision", "there is business only in New Year")
    if state.decision in (Decision.NEW_YEAR_SPACE, Decision.OVER) and not new_year:
        reader.wrong("decision", "New Year is month 13")
    if state.decision in SETUP and (state.month > 1 or list(queue) != list(reversed(range(len(queue))))):
        reader.wrong("queue", "starting artisans are chosen in reverse seat order")
    if state.decision in AFTER_THE_WALK and not state.players[queue[0]].space:
        reader.wrong(f"players[{queue[0]}].space", "there is no business in the start zone")


def _ikizama(state: Position, reader: Reader) -> None:
    """Cylinders are on the track from a player's choice to the end of the turn (I-PH1-2, I-PH2-2)."""
    cylinders = [player.cylinder for player in state.players]
    used = [space for space in cylinders if space != NOBODY]
    if len(set(used)) < len(used):
        reader.wrong("players", "two cylinders stand on one space of the ikizama track")
    if ON_X in used and len(cylinders) < 4:
        reader.wrong("players", "the ikizama track has no x with fewer than 4 players")
    choosing = state.decision is Decision.IKIZAMA
    none = state.decision in {*SETUP, *END_OF_MONTH, Decision.OVER} or state.month > MONTHS
    for seat, space in enumerate(cylinders):
        expected = not none and (seat in state.queue) != choosing
        if (space != NOBODY) != expected:
            word = "must" if expected else "must not"
            reader.wrong(f"players[{seat}].ikizama", f"{word} be there at this point")
    order = [cylinders[seat] for seat in state.queue]
    if not none and not choosing and order != sorted(order):
        reader.wrong("queue", "players act in the order of the ikizama track")
    if not none and not choosing and (state.decision is Decision.MOVE_X) > (cylinders[state.queue[0]] == ON_X):
        reader.wrong("decision", "only the player on x chooses the distance")
    if state.decision in (Decision.STEP_A, Decision.RECRUIT_ROOM) and cylinders[state.queue[0]] == ON_X:
        reader.wrong("decision", "the player on x has no step A")


def _pending(state: Position, reader: Reader) -> None:
    """The card and the room that the decisions before have settled."""
    choices: dict[int, tuple[int, ...]] = {
        Decision.START_ROOM: state.starters,
        Decision.RECRUIT_ROOM: tuple(state.row),
        Decision.NEUTRAL_ROOM: tuple(state.row),
        Decision.BUILD_ROOM: state.buildings,
    }
    if state.decision in choices:
        if state.chosen not in choices[state.decision]:
            reader.wrong("chosen", "expected a card that can be chosen here")
    elif state.chosen != NOBODY and state.decision is not Decision.SWAP_SECOND:
        reader.wrong("chosen", "nothing is chosen at this point")
    skills = {Decision.TRAIN_TARGET: TRAIN, Decision.SWAP_FIRST: SWAP, Decision.SWAP_SECOND: SWAP}
    trading = state.decision in {*skills, Decision.BUILD_PICK, Decision.BUILD_ROOM}
    if state.visited == NOBODY:
        if state.decision in skills:
            reader.wrong("visited", "expected the room of the artisan traded with")
        return
    card = state.card[state.visited]
    if not trading or not NOBODY < card < FIRST_BUILDING or not state.traded:
        reader.wrong("visited", "nobody is being traded with")
    if state.decision in skills and SKILL[card] != skills[state.decision]:
        reader.wrong("visited", f"the artisan in {ROOMS[state.visited]} has another skill")


def _turn(state: Position, reader: Reader) -> None:
    """What the acting player has done this turn comes after the walk; a cart needs a card that gives one."""
    if state.decision in BEFORE_THE_WALK:
        carted = state.carted and state.decision is not Decision.MOVE_EXTRA  # the cart is part of the walk
        for key, used in (("stall_actions_done", state.done), ("traded", state.traded), ("cart_used", carted)):
            if used:
                reader.wrong(key, "nothing is done before the walk")
    if state.carted and state.decision in AFTER_THE_WALK and not state.players[state.queue[0]].carts:
        reader.wrong("cart_used", "the acting player has no retired card that gives an extra step")


def _end_of_month(state: Position, reader: Reader) -> None:
    """The decisions at the end of a month belong to the right seat, and have a reason."""
    seat = state.to_act
    if state.decision in (Decision.NEUTRAL_CARD, Decision.NEUTRAL_ROOM) and (
        len(state.players) > 2 or seat != (state.month + 1) % 2
    ):
        reader.wrong("to_act", "neutral artisans are placed with 2 players: odd months seat 0, even months seat 1")
    if (state.fire_tile != NOBODY) != (state.decision is Decision.FIRE_SAVE):
        reader.wrong("burning", "expected while an owner decides about an artisan in a fire, and only then")
    if state.decision is Decision.FIRE_SAVE:
        room = FIRE_PATHS[state.fire_tile][state.fire_room]
        if state.owner[room] != seat or not state.players[state.owner[room]].saves:
            reader.wrong("to_act", "expected the owner of the burning room, if that seat can save")
    if state.decision is Decision.STARVE:
        assert seat is not None
        if state.month not in SETTLEMENTS or state.players[seat].goods[RICE] >= len(employed(state, seat)):
            reader.wrong("decision", "nobody starves here")
    past = state.month - 1 if state.decision not in (Decision.FIRE_SAVE, Decision.STARVE) else state.month
    to_come = sum(1 for month in STRENGTH if month > past)
    if len(state.fires) != to_come:
        reader.wrong("fires", f"expected {to_come} fires to come, got {len(state.fires)}")
