"""Whether displays and the end of a position could be: slots are filled as long as there are cards, and what ends the match has ended it."""

from typing import Final

from engine.core.positions import Reader
from engine.yokohama.actions import TABLES
from engine.yokohama.decisions import Decision
from engine.yokohama.phases.laboratory import LABORATORY_AREAS
from engine.yokohama.phases.port import PORT_AREAS
from engine.yokohama.phases.turns import MAX_ROUNDS
from engine.yokohama.player import EMPTY
from engine.yokohama.position import Position

PORT_OPEN: Final = (Decision.PORT_SECOND, Decision.PORT_SECOND_CARD)
"""Between the first card and the refill one slot is empty (Y-ACT-PORT-4)."""


def displays(state: Position, reader: Reader) -> None:
    """Cards lie to the left, and a slot is empty only once the deck is (Y-ACT-PORT-4, Y-ACT-LAB-4)."""
    turn = state.turn
    for number, cards in enumerate(state.ports):
        taken = turn.decision in PORT_OPEN and PORT_AREAS[number] == turn.area
        _display(reader.parts("ports")[number], cards, bool(state.order_deck), taken)
    for number, cards in enumerate(state.laboratories):
        taken = turn.decision is Decision.STATION_AREA and LABORATORY_AREAS[number] == turn.area
        _display(reader.parts("laboratories")[number], cards, bool(state.technology_deck), taken)


def _display(entry: Reader, cards: list[int], deck: bool, taken: bool) -> None:
    """*taken*: a card of this display has just been taken, and the display has not been filled."""
    kept = list(cards)
    if taken:
        if EMPTY not in kept:
            entry.wrong("cards", "one was just taken: expected an empty slot")
        kept.remove(EMPTY)
    first = kept.index(EMPTY) if EMPTY in kept else len(kept)
    if any(card != EMPTY for card in kept[first:]):
        entry.wrong("cards", "cards lie to the left: no empty slot before a card")
    if deck and first < len(kept):
        entry.wrong("cards", "a slot stays empty only if the deck is")


def ending(state: Position, reader: Reader) -> None:
    """The end is called exactly once something has called it, and comes one round later (Y-END-1, Y-END-2)."""
    if (state.round == 0) != (state.turn.decision is Decision.KEEP_ORDER):
        reader.wrong("round", "is 0 while orders are kept, and from 1 on after that")
    if bool(state.end_trigger) != bool(state.last_round):
        reader.wrong("last_round", "is there exactly if end_trigger is")
    if state.last_round and not state.round <= state.last_round <= state.round + 1:
        reader.wrong("last_round", f"the end comes at most one round after the trigger; this is round {state.round}")
    _trigger(state, reader)
    if state.round > MAX_ROUNDS and state.last_round != MAX_ROUNDS + 1:
        reader.wrong("round", f"the match is over after round {MAX_ROUNDS} (Y-ARENA-1)")
    if state.turn.decision is Decision.OVER:
        last = state.last_round or MAX_ROUNDS
        if (state.round, state.turn.seat) != (last, state.setup.seats - 1):
            reader.wrong("round", f"the match ends with the last seat's turn in round {last}")


def _trigger(state: Position, reader: Reader) -> None:
    called = _called(state)
    if state.end_trigger:
        if state.end_trigger not in called:
            reader.wrong("end_trigger", f"{state.end_trigger} has not come about (Y-END-1)")
    elif called:
        reader.wrong("end_trigger", f"expected {' or '.join(called)}: it has come about (Y-END-1)")


def _called(state: Position) -> list[str]:
    """All that would call the end, by the state of the table."""
    limit = state.edition.management_end[state.setup.seats]
    met = {
        "trading_houses_built": any(p.built_houses >= TABLES.limits.trading_houses_built for p in state.players),
        "shops_built": any(p.built_shops >= TABLES.limits.shops_built for p in state.players),
        "orders_exhausted": any(_exhausted(state, number) for number in range(len(state.ports))),
        "church_full": len(state.church) - state.church.count(EMPTY) >= limit,
        "customs_full": len(state.customs) - state.customs.count(EMPTY) >= limit,
    }
    return [why for why, is_met in met.items() if is_met]


def _exhausted(state: Position, port: int) -> bool:
    """Whether a slot of the port was left empty by a refill (Y-ACT-PORT-6)."""
    turn = state.turn
    taken = turn.decision in PORT_OPEN and PORT_AREAS[port] == turn.area
    return state.ports[port].count(EMPTY) > taken


def kept_orders(state: Position, reader: Reader) -> None:
    """At set-up each seat in turn keeps one of two orders; the other is put away for good (Y-SETUP-10, Y-SETUP-11)."""
    choosing = state.turn.decision is Decision.KEEP_ORDER
    removed = TABLES.orders_removed[state.setup.seats]
    if len(state.orders_removed) != removed:
        reader.wrong("orders_removed", f"expected {removed} with {state.setup.seats} players (Y-SETUP-10)")
    for seat, player in enumerate(state.players):
        fields = reader.parts("players")[seat]
        to_choose = choosing and seat >= state.turn.seat
        if (player.put_away == EMPTY) != to_choose:
            fields.wrong("put_away", "is empty until the player has kept one order, and never after that")
        if choosing and len(player.orders) != 1 + to_choose:
            fields.wrong("orders", f"expected {1 + to_choose} while orders are kept")
