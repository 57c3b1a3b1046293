"""Whether a position as a whole could be: pieces neither made nor lost, every owner where it may be, the step able to ask."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engine.core.positions import Reader
from engine.yokohama import steps
from engine.yokohama.actions import AREAS, TABLES
from engine.yokohama.data.records import COUNTRIES, INDEPENDENT, Space
from engine.yokohama.player import (
    ALL_ASSISTANTS,
    ALL_HOUSES,
    ALL_SHOPS,
    EMPTY,
    NEUTRAL,
    Player,
)
from engine.yokohama.rules import OPTIONS
from engine.yokohama.setup import five_power_tokens

if TYPE_CHECKING:
    from engine.yokohama.state import YokohamaState

BY_ITSELF = (steps.TURN_START, steps.AREA_ACTION, steps.LAB_GAINED, steps.ORDER_DONE, steps.TURN_END)
"""Steps that pass by themselves; no position rests there."""
STEP_KINDS = {
    steps.PORT_CARD: "port",
    steps.PORT_SECOND: "port",
    steps.PORT_SECOND_CARD: "port",
    steps.LAB_CARD: "laboratory",
    steps.LAB_PAY: "laboratory",
    steps.STATION_AREA: "laboratory",
    steps.HIRE: "employment_agency",
    steps.EXCHANGE: "chinatown",
    steps.CHURCH_SPACE: "church",
    steps.CHURCH_PAY: "church",
    steps.CHURCH_FROM: "church",
    steps.CUSTOMS_SPACE: "customs",
    steps.CUSTOMS_FROM: "customs",
}
"""Steps that belong to one kind of area."""
IN_AN_ACTION = (*STEP_KINDS, steps.FIVE_POWER, steps.BUILD, steps.RECOVERY)
IN_A_REWARD = (steps.ANY_GOOD, steps.WAREHOUSE, steps.MOVE_FROM, steps.MOVE_TO)
AFTER_A_REWARD = (steps.FIVE_POWER, steps.BUILD, steps.RECOVERY, steps.ORDER_DONE)
AT_A_SPOT = (steps.PLACE_NEXT, steps.TELEGRAM, steps.RECALL)


def check(state: "YokohamaState", reader: Reader) -> None:
    """InvalidPosition names the first field that does not fit the others."""
    for rule in CHECKS:
        rule(state, reader)


def _areas(state: "YokohamaState", reader: Reader) -> None:
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
        if player.president not in (EMPTY, *state.board.land):
            reader.parts("players")[seat].wrong("president", f"{AREAS[player.president].id} is not in use")
    if state.station not in (EMPTY, *state.board.land):
        reader.wrong("station", f"{AREAS[state.station].id} is not in use")


def _owners(state: "YokohamaState", area: int) -> tuple[int, ...]:
    return (*state.shops[area], state.houses[area])


def _management(state: "YokohamaState", reader: Reader) -> None:
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


def _pieces(state: "YokohamaState", reader: Reader) -> None:
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


def _orders(state: "YokohamaState", reader: Reader) -> None:
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


def _technologies(state: "YokohamaState", reader: Reader) -> None:
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


def _tokens(state: "YokohamaState", reader: Reader) -> None:
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


def _achievers(state: "YokohamaState", reader: Reader) -> None:
    for pile, seats in enumerate(state.achievers):
        if len(set(seats)) != len(seats):
            reader.parts("achievements")[pile].wrong("seats", f"seat {_twice(seats)} is there twice")


def _ending(state: "YokohamaState", reader: Reader) -> None:
    if bool(state.end_trigger) != bool(state.last_round):
        reader.wrong("last_round", "is there exactly if end_trigger is")
    if state.last_round and not state.round <= state.last_round <= state.round + 1:
        reader.wrong("last_round", f"the end comes at most one round after the trigger; this is round {state.round}")
    if (state.round == 0) != (state.turn.step == steps.KEEP_ORDER):
        reader.wrong("round", "is 0 while orders are kept, and from 1 on after that")


def _step(state: "YokohamaState", reader: Reader) -> None:
    """The step asks `to_act` something."""
    turn = reader.part("turn")
    over = state.turn.step == steps.OVER
    if over != (state.to_act is None):
        turn.wrong("step", "is over exactly if to_act is missing")
    if over:
        return
    if state.to_act != state.turn.seat:
        reader.wrong("to_act", f"the turn is that of seat {state.turn.seat}")
    if state.turn.step in BY_ITSELF:
        turn.wrong("step", f"{steps.NAMES[state.turn.step]} asks nothing")
    _places(state, turn)
    try:
        asked = bool(OPTIONS[state.turn.step](state.clone()))
    except (IndexError, KeyError, ValueError):
        asked = False
    if not asked:
        turn.wrong("step", f"{steps.NAMES[state.turn.step]} asks nothing in this position")


def _places(state: "YokohamaState", fields: Reader) -> None:
    """The action area and the spot are there exactly if the step is about them."""
    turn = state.turn
    step, name = turn.step, steps.NAMES[turn.step]
    if turn.area not in (EMPTY, *state.board.land):
        fields.wrong("area", f"{AREAS[turn.area].id} is not in use")
    if turn.spot not in (EMPTY, *state.board.land):
        fields.wrong("spot", f"{AREAS[turn.spot].id} is not in use")
    if step in IN_A_REWARD:
        if turn.after not in AFTER_A_REWARD:
            fields.wrong("after", f"{steps.NAMES[turn.after]} does not follow a reward")
        step = turn.after
    if (step in IN_AN_ACTION) != (turn.area != EMPTY):
        fields.wrong("area", f"is there exactly in an area action; the step is {name}")
    if step in STEP_KINDS and AREAS[turn.area].kind != STEP_KINDS[step]:
        fields.wrong("area", f"{name} is a step of the {STEP_KINDS[step]}")
    if step in AT_A_SPOT and turn.spot == EMPTY:
        fields.wrong("spot", f"{name} needs it")


def _twice(items: Iterable[int]) -> int:
    return Counter(items).most_common(1)[0][0]


CHECKS: tuple[Callable[["YokohamaState", Reader], None], ...] = (
    _areas,
    _management,
    _achievers,
    _pieces,
    _orders,
    _technologies,
    _tokens,
    _ending,
    _step,
)
