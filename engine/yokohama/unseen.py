"""Draw again what a seat has not seen (Y-INFO-1): hands of others, cards put away or removed, both decks."""

from collections.abc import Mapping

from engine.core.chance import Rng, shuffled
from engine.core.game import Setup
from engine.yokohama.actions import TABLES, TECHNOLOGY_CARDS
from engine.yokohama.decisions import Decision
from engine.yokohama.player import NOWHERE
from engine.yokohama.position import Position


def redraw(state: Position, seat: int | None, rng: Rng) -> None:
    """Give the position other hidden parts and seeds that fit what the seat knows."""
    seeds = rng.randrange(1 << 64), rng.randrange(1 << 64)
    state.setup = Setup(state.setup.seats, *seeds, state.setup.options)
    hidden = {other: len(player.orders) for other, player in enumerate(state.players) if other != seat}
    deal_unseen(state, hidden, len(state.orders_removed), rng)


def deal_unseen(state: Position, hand_sizes: Mapping[int, int], removed: int, rng: Rng) -> None:
    """Deal hands of these sizes to these seats, and what lies unseen elsewhere. Where cards do not add up, `checks` says so."""
    for seat in hand_sizes:
        state.players[seat].orders = ()
        state.players[seat].put_away = NOWHERE
    unseen = shuffled(rng, _unseen_orders(state))
    for seat, size in hand_sizes.items():
        player = state.players[seat]
        player.orders, unseen = tuple(sorted(unseen[:size])), unseen[size:]
        if unseen and (state.turn.decision is not Decision.KEEP_ORDER or seat < state.turn.seat):
            player.put_away = unseen.pop()
    state.orders_removed = tuple(unseen[:removed])
    state.order_deck = tuple(unseen[removed:])
    state.technology_deck = tuple(shuffled(rng, _unseen_technologies(state)))


def _unseen_orders(state: Position) -> list[int]:
    seen = {card for cards in state.ports for card in cards}
    for player in state.players:
        seen.update(player.orders, player.completed, (player.put_away,))
    return [card for card in range(len(TABLES.orders)) if card not in seen]


def _unseen_technologies(state: Position) -> list[int]:
    left = list(TECHNOLOGY_CARDS)
    for cards in (*state.laboratories, *(player.technologies for player in state.players)):
        for card in cards:
            if card in left:  # an empty slot is not a card
                left.remove(card)
    return left
