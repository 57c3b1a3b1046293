"""Whether the pieces of a position could be where they are: none made or lost, every owner in a permitted place."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from engine.core.positions import Reader
from engine.yokohama.actions import AREAS, TABLES
from engine.yokohama.data.records import COUNTRIES, INDEPENDENT, PILES, Space
from engine.yokohama.decisions import Decision
from engine.yokohama.player import (
    ALL_ASSISTANTS,
    ALL_HOUSES,
    ALL_SHOPS,
    EMPTY,
    NEUTRAL,
    Player,
)
from engine.yokohama.position import Position
from engine.yokohama.setup import five_power_tokens
from engine.yokohama.technologies import STATION

ALL_PILES: Final = (1 << len(PILES)) - 1


def areas(state: Position, reader: Reader) -> None:
    """Every area once; nothing on the Canal; one shop per seat and area."""
    if len(set(state.board.layout)) != len(state.board.layout):
        reader.wrong("areas", f"{AREAS[_twice(state.board.layout)].id} is there twice")
    for position, area in enumerate(state.board.layout):
        entry = reader.parts("areas")[position]
        if area == state.board.canal:
            if any(state.five_powers[area] != EMPTY or owner != EMPTY for owner in _owners(state, area)):
                entry.wrong("id", "nothing is ever put on the canal")
            if any(player.on_area[area] for player in state.players):
                entry.wrong("assistants", "nothing is ever put on the canal")
        if (state.buildings[area] == EMPTY) != (area == state.board.canal):
            entry.wrong("building", "every area but the canal has a building card")
        owners = [owner for owner in state.shops[area] if owner != EMPTY]
        if len(set(owners)) != len(owners):
            entry.wrong("shops", f"seat {_twice(owners)} has two shops here")
    used = [card for card in state.buildings if card != EMPTY]
    if len(set(used)) != len(used):
        reader.wrong("areas", f"{TABLES.buildings[_twice(used)].id} is there twice")
    for seat, player in enumerate(state.players):
        if player.president not in {EMPTY, *state.board.land}:
            reader.parts("players")[seat].wrong("president", f"{AREAS[player.president].id} is not in use")
    if state.station not in {EMPTY, *state.board.land}:
        reader.wrong("station", f"{AREAS[state.station].id} is not in use")


def _owners(state: Position, area: int) -> tuple[int, ...]:
    return (*state.shops[area], state.houses[area])


def management(state: Position, reader: Reader) -> None:
    """Neutral assistants are on the spaces where set-up puts them (Y-SETUP-12)."""
    blocked = state.edition.neutral_assistants and state.setup.seats == 2
    boards: tuple[tuple[str, list[int], tuple[Space, ...]], ...] = (
        ("church", state.church, TABLES.church),
        ("customs", state.customs, TABLES.customs),
    )
    for name, board, spaces in boards:
        for number, space in enumerate(spaces):
            if (board[number] == NEUTRAL) != (blocked and space.blocked2p):
                which = "a" if blocked and space.blocked2p else "no"
                reader.wrong(f"{name}[{number}]", f"there is {which} neutral assistant (-2) on this space")


def pieces(state: Position, reader: Reader) -> None:
    """20 assistants, 8 shops and 4 trading houses for each player, wherever they are."""
    for seat, player in enumerate(state.players):
        fields = reader.parts("players")[seat]
        boards = state.church.count(seat) + state.customs.count(seat)
        cards = sum(achievers.count(seat) for achievers in state.achievers)
        assistants = player.assistants + player.stored_assistants + sum(player.on_area) + boards + cards
        shops = player.shops + player.stored_shops + sum(owners.count(seat) for owners in state.shops)
        houses = player.houses + player.stored_houses + state.houses.count(seat)
        for key, found, whole in (
            ("assistants", assistants, ALL_ASSISTANTS),
            ("shops", shops, ALL_SHOPS),
            ("trading_houses", houses, ALL_HOUSES),
        ):
            if found != whole:
                fields.wrong(
                    key, f"the player has {whole} in hand, warehouse and on the boards together; found {found}"
                )


def orders(state: Position, reader: Reader) -> None:
    """Each of the 36 cards is in exactly one place."""
    cards = Counter(card for port in state.ports for card in port if card != EMPTY)
    cards.update((*state.order_deck, *state.orders_removed))
    for seat, player in enumerate(state.players):
        cards.update((*player.orders, *player.completed))
        if player.put_away != EMPTY:
            cards[player.put_away] += 1
        if len(player.orders) > TABLES.limits.order_hand:
            reader.parts("players")[seat].wrong("orders", f"a hand holds at most {TABLES.limits.order_hand} orders")
    for number, card in enumerate(TABLES.orders):
        if cards[number] != 1:
            reader.wrong("order_deck", f"each order is in one place; {card.id} is in {cards[number]}")


def technologies(state: Position, reader: Reader) -> None:
    """Every card is in one place, and nobody has two of a name (Y-GEN-3)."""
    cards = Counter(card for laboratory in state.laboratories for card in laboratory if card != EMPTY)
    cards.update(state.technology_deck)
    for seat, player in enumerate(state.players):
        cards.update(player.technologies)
        if len(set(player.technologies)) != len(player.technologies):
            twice = TABLES.technologies[_twice(player.technologies)].id
            reader.parts("players")[seat].wrong("technologies", f"nobody has two of a name; {twice} is there twice")
    for number, card in enumerate(TABLES.technologies):
        if cards[number] != card.copies:
            reader.wrong("technology_deck", f"there are {card.copies} cards of {card.id}; found {cards[number]}")


def tokens(state: Position, reader: Reader) -> None:
    """Five-power tokens and objective rewards once each, agents as many as there are."""
    kinds = five_power_tokens(dict(state.setup.options))
    tokens = [token for token in state.five_powers if token != EMPTY]
    for player in state.players:
        tokens += player.five_powers
    for token in tokens:
        if token >= kinds:
            reader.wrong("areas", f"{TABLES.five_powers[token].id} needs mini_expansion_2")
    if len(set(tokens)) != len(tokens):
        reader.wrong("areas", f"{TABLES.five_powers[_twice(tokens)].id} is there twice")
    laid = min(kinds, len(state.board.land))
    if len(tokens) != laid:
        reader.wrong("areas", f"expected {laid} five-power tokens on areas and with players, got {len(tokens)}")
    rewards = [*state.objectives, *(player.objective for player in state.players if player.objective != EMPTY)]
    most = TABLES.limits.objective_rewards if state.setup.options["mini_expansion_1"] else 0
    if len(rewards) != most or len(set(rewards)) != most:
        reader.wrong(
            "objective_rewards", f"expected {most} different tokens here and with the players, got {len(rewards)}"
        )
    for country, name in enumerate(COUNTRIES):
        found = state.agents_left[country] + sum(_agents(player, country) for player in state.players)
        if found != TABLES.agents[country]:
            reader.wrong("agents_left", f"there are {TABLES.agents[country]} agents of {name}; found {found}")
    for seat, player in enumerate(state.players):
        if _agents(player, INDEPENDENT) != _independent(player):
            fields = reader.parts("players")[seat]
            fields.wrong("agents", f"the player's tokens give {_independent(player)} independent agents")


def _agents(player: Player, country: int) -> int:
    return player.agents[country] + player.agents_used[country]


def _independent(player: Player) -> int:
    mine = sum(TABLES.five_powers[token].reward.agent for token in player.five_powers)
    return mine + (player.objective != EMPTY and TABLES.objective_rewards[player.objective].flag is None)


def achievers(state: Position, reader: Reader) -> None:
    """A seat is once at most on each achievement."""
    for pile, seats in enumerate(state.achievers):
        if len(set(seats)) != len(seats):
            reader.parts("achievements")[pile].wrong("seats", f"seat {_twice(seats)} is there twice")


def station(state: Position, reader: Reader) -> None:
    """The token is on the board once somebody has the technology, for good (Y-TECH-2, R-22)."""
    placing = state.turn.decision is Decision.STATION_AREA
    owned = any(player.technology_bits & STATION for player in state.players)
    if (state.station != EMPTY) != (owned and not placing):
        reader.wrong("station", "is there exactly if a player has the technology Station and has placed it")
    if placing and 1 << (state.acting.technologies or (0,))[-1] != STATION:
        reader.part("turn").wrong("step", "station_area comes when Station is the player's newest technology")


def objective(state: Position, reader: Reader) -> None:
    """With mini-expansion 1, all three achievements bring one token (Y-M1-2)."""
    choosing = state.turn.decision is Decision.OBJECTIVE_REWARD
    for seat, player in enumerate(state.players):
        due = bool(state.setup.options["mini_expansion_1"]) and player.achieved == ALL_PILES
        taken = due and not (choosing and seat == state.turn.seat)
        if (player.objective != EMPTY) != taken:
            fields = reader.parts("players")[seat]
            fields.wrong("objective_reward", "is there exactly if the player has all three achievements")


def sizes(state: Position, reader: Reader) -> None:
    """Numbers that repeat how long a list is."""
    reader.follows("order_deck_size", len(state.order_deck))
    reader.follows("technology_deck_size", len(state.technology_deck))
    reader.follows("orders_removed_size", len(state.orders_removed))
    for player, fields in zip(state.players, reader.parts("players"), strict=True):
        fields.follows("orders_size", len(player.orders))


def _twice(items: Iterable[int]) -> int:
    return Counter(items).most_common(1)[0][0]
