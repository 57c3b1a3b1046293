"""Plain data back to a state: a whole position field by field, or a view with its hidden parts drawn again."""

from collections import Counter
from typing import Final

from engine.core import chance
from engine.core.chance import Rng
from engine.core.game import Setup
from engine.core.positions import Reader
from engine.zaibatsu.automa_board import AutomaBoard
from engine.zaibatsu.checks import pending, pieces, table as table_checks, timing
from engine.zaibatsu.data import ACTIONS, BOARD, TOKENS
from engine.zaibatsu.decisions import Decision, Phase
from engine.zaibatsu.grammar import EFFECTS
from engine.zaibatsu.phases.factories import follow_tiles
from engine.zaibatsu.pieces import RAILS
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import lay_out
from engine.zaibatsu.rules import LEGAL
from engine.zaibatsu.setup import set_demand
from engine.zaibatsu.state import ZaibatsuState
from engine.zaibatsu.terms import (
    CELLS,
    COLOURS,
    COLUMNS,
    EMPTY,
    GOODS,
    GOODS_CAP,
    NO_ACTION,
    OLD,
    PLACES,
    TILE_NAMES,
    TILE_NUMBER,
    TRACK_LAST,
)
from engine.zaibatsu.view import WORKERS

START_A: Final = tuple(start.name for start in TOKENS.start_a)
CONTRACTS: Final = tuple(contract.name for contract in TOKENS.contracts)
PILE: Final = tuple(token.name for token in TOKENS.automa_tokens)
MANY: Final = 9999


def restore(reader: Reader, setup: Setup) -> ZaibatsuState:
    """A state from a whole position."""
    state = _common(reader, setup)
    _bag(reader, state)
    pieces.check(reader, state)
    if state.automa is not None:
        part = reader.part("automa")
        order = [PILE.index(name) for name in part.texts("pile_order", PILE)]
        if sorted(order) != state.automa.pile:
            part.wrong("pile_order", "expected the tokens of pile in some order")
        state.automa.pile = order
    _whose(reader, state)
    return state


def _bag(reader: Reader, state: ZaibatsuState) -> None:
    """The bag in order. Left out with `bag` and `bag_returned`, it holds what is missing elsewhere, in an order of the hidden seed."""
    if not any(reader.has(key) for key in ("bag", "bag_order", "bag_returned")):
        state.bag = tuple(chance.shuffled(chance.stream(state.setup.hidden_seed, "bag"), pieces.missing(state)))
    else:
        state.bag = tuple(_colours(reader, "bag_order"))
        state.returned = _colours(reader, "bag_returned")
    held = Counter([*state.bag, *state.returned])
    if reader.has("bag"):
        for colour, count in enumerate(_bag_counts(reader)):
            if held[colour] != count:
                reader.wrong(
                    f"bag.{COLOURS[colour]}", f"expected {held[colour]}, as in bag_order and bag_returned, got {count}"
                )
    reader.follows("bag_size", held.total())


def fill(reader: Reader, setup: Setup, rng: Rng) -> ZaibatsuState:
    """A state from a view: bag and pile are shuffled with *rng*."""
    state = _common(reader, setup)
    if reader.has("bag"):
        bag = [colour for colour, count in enumerate(_bag_counts(reader)) for _ in range(count)]
    else:
        bag = pieces.missing(state)
    reader.follows("bag_size", len(bag))
    state.bag = tuple(chance.shuffled(rng, bag))
    pieces.check(reader, state)
    if state.automa is not None:
        chance.shuffle(rng, state.automa.pile)
    _whose(reader, state)
    return state


def _bag_counts(reader: Reader) -> list[int]:
    counts = reader.counts("bag", COLOURS, 0, BOARD.workers_per_colour)
    return [counts.get(name, 0) for name in COLOURS]


def _colours(reader: Reader, key: str, most: int | None = None) -> list[int]:
    names = reader.texts(key, COLOURS)
    if most is not None and len(names) > most:
        reader.wrong(key, f"expected at most {most} workers, got {len(names)}")
    return [COLOURS.index(name) for name in names]


def _common(reader: Reader, setup: Setup) -> ZaibatsuState:
    """Everything that a view and a position share; the decision is checked once the bag is there."""
    state = ZaibatsuState(setup)
    lay_out(state)
    table = state.table
    state.phase = Phase.of(reader.text("phase", Phase.labels()))
    state.decision = Decision.of(reader.text("ask", Decision.labels()))
    state.round = reader.number("round", 1, BOARD.rounds)
    state.active = reader.number("active", 0, table - 1)
    state.marker = reader.number("marker", 0, table - 1)
    state.turns_left = reader.number("turns_left", 0, table)
    state.final = reader.flag("final")
    state.players = [_player(part) for part in reader.parts("players", setup.seats)]
    space = BOARD.workers_per_space
    state.spaces = [tuple(sorted(_colours(part, "workers", space))) for part in reader.parts("spaces", 5)]
    rows = reader.parts("queue")
    state.queue = tuple(tuple(sorted(_colours(part, "workers", BOARD.row_size))) for part in rows)
    _destinations(reader, state)
    _markets(reader, state)
    for region, part in enumerate(reader.parts("regions", 4)):
        state.rails[region * RAILS : (region + 1) * RAILS] = part.numbers("trains", EMPTY, table - 1, RAILS)
    state.rail_count = [RAILS - state.rails[at : at + RAILS].count(EMPTY) for at in range(0, 4 * RAILS, RAILS)]
    state.supply = tuple(sorted(TILE_NUMBER[name] for name in reader.texts("supply", TILE_NAMES[:OLD])))
    pairs = reader.parts("start_pairs")
    state.pairs = tuple((START_A.index(part.text("a", START_A)), part.number("b", 0, 7)) for part in pairs)
    _objectives(reader, state)
    _pending(reader.part("pending"), state)
    state.automa = _automa(reader.part("automa")) if setup.seats == 1 else None
    return state


def _whose(reader: Reader, state: ZaibatsuState) -> None:
    """to_act is there unless the match is over, and fits the decision."""
    over = state.phase == Phase.OVER
    if not over:
        state.to_act = reader.number("to_act", 0, state.seats - 1)
    if over != (state.decision == Decision.NONE):
        reader.wrong("ask", "expected a decision unless the phase is over, and none then")
    timing.check(reader, state)
    pending.check(reader, state)
    table_checks.check(reader, state)
    if over:
        return
    if state.phase != Phase.REWARDS and state.to_act != state.active:
        reader.wrong("to_act", f"expected the active player {state.active}, got {state.to_act}")
    try:
        legal = LEGAL[state.decision](state)
    except (AssertionError, IndexError, KeyError, ValueError):
        reader.wrong("ask", f"{state.decision.label!r} does not fit what is pending")
    if not legal:
        reader.wrong("ask", f"{state.decision.label!r} has no legal action in this position")


def _player(reader: Reader) -> Player:
    player = Player()
    player.score = reader.number("score", -MANY, MANY)
    player.influence_points = reader.number("influence_points", 0, MANY)
    player.reward_points = reader.number("reward_points", 0, MANY)
    player.factory_points = reader.number("factory_points", 0, MANY)
    player.wages_lost = reader.number("wages_lost", 0, MANY)
    player.money = reader.number("money", 0, MANY)
    player.coal = reader.number("coal", 0, MANY)
    player.silk = reader.number("silk", 0, MANY)
    player.iron = reader.number("iron", 0, MANY)
    player.stored_coal = reader.number("stored_coal", 0, MANY)
    player.tracks = [reader.number(track.name, 0, TRACK_LAST[at]) for at, track in enumerate(BOARD.tracks)]
    player.built = [reader.number(row, 0, PLACES) for row in ("ships", "machines", "trains")]
    player.cells = [WORKERS.index(name) for name in reader.texts("cells", WORKERS)]
    if len(player.cells) > CELLS:
        reader.wrong("cells", f"expected at most {CELLS} workers, got {len(player.cells)}")
    _factories(reader, player)
    player.upgrades = sum(1 << COLOURS.index(name) for name in set(reader.texts("upgrades", COLOURS)))
    for value in reader.numbers("influence", 1, 7):
        player.tokens[value] += 1
        if player.tokens[value] > 2:
            reader.wrong("influence", f"there are no three tokens of {value}")
    player.locked = 0
    for at, value in enumerate(reader.numbers("locked", 1, 7)):
        if value not in BOARD.locked:
            reader.wrong(f"locked[{at}]", f"expected one of {BOARD.locked}, got {value}")
        player.locked |= 1 << value
    player.contracts = sum(1 << CONTRACTS.index(name) for name in set(reader.texts("contracts", CONTRACTS)))
    favours = reader.counts("favours", BOARD.categories, 0, 3)
    player.favours = tuple(favours.get(name, 0) for name in BOARD.categories)
    player.reserve_machine = int(reader.flag("reserve_machine"))
    player.reserve_goods = reader.number("reserve_goods", 0, GOODS_CAP)
    player.discount = reader.number("factory_discount", 0, BOARD.factory_money)
    if reader.has("start_a"):
        player.start = (START_A.index(reader.text("start_a", START_A)), reader.number("start_b", 0, 7))
    reader.done()
    return player


def _factories(reader: Reader, player: Player) -> None:
    parts = reader.parts("factories")
    if len(parts) > COLUMNS:
        reader.wrong("factories", f"expected at most {COLUMNS}, got {len(parts)}")
    for part in parts:
        player.tiles += (TILE_NUMBER[part.text("tile", TILE_NAMES)],)
        player.fitted.append(part.number("machines", 0, BOARD.machine_places))
        player.goods.append(part.number("goods", 0, GOODS_CAP))
        part.done()
    follow_tiles(player)


def _destinations(reader: Reader, state: ZaibatsuState) -> None:
    state.experts = 0
    for at, part in enumerate(reader.parts("destinations", 6)):
        part.text("name", (BOARD.destinations[at],))
        state.experts |= part.flag("expert") << at
        state.ships_at[at] = part.number("ships", 0, state.limits.ship_limit)
        part.done()


def _markets(reader: Reader, state: ZaibatsuState) -> None:
    demand: list[int] = []
    for at, part in enumerate(reader.parts("markets", 8)):
        demand += [GOODS.index(name) for name in part.texts("goods", GOODS, 4)]
        owners = part.numbers("owners", -1, state.table - 1, 4)
        values = part.numbers("values", 0, 7, 4)
        for side, (owner, value) in enumerate(zip(owners, values, strict=True)):
            if (owner < 0) != (value == 0):
                part.wrong(f"values[{side}]", f"expected a value where there is an owner and 0 elsewhere, got {value}")
            state.board[4 * at + side] = 8 * (owner + 1) + value
        part.done()
    set_demand(state, demand)


def _objectives(reader: Reader, state: ZaibatsuState) -> None:
    dealt: list[list[int]] = [[], [], []]
    for part in reader.parts("shared_objectives"):
        period = part.number("period", 1, 3)
        dealt[period - 1].append(TOKENS.objectives.index(part.text("objective", TOKENS.objectives)))
        part.done()
    state.objectives = tuple(tuple(period) for period in dealt)
    for part in reader.parts("rewards_due"):
        objective = TOKENS.objectives.index(part.text("objective", TOKENS.objectives))
        state.rewards += ((part.number("seat", 0, state.seats - 1), objective),)
        part.done()


def _pending(reader: Reader, state: ZaibatsuState) -> None:
    state.waiting = [EFFECTS[name] for name in reader.texts("waiting", EFFECTS)]
    state.effect = EFFECTS[reader.text("effect", EFFECTS)] if reader.has("effect") else None
    state.action = ACTIONS.index(reader.text("action", ACTIONS)) if reader.has("action") else NO_ACTION
    state.hired = COLOURS.index(reader.text("hired", COLOURS)) if state.action != NO_ACTION else 0
    state.done = reader.number("activations", 0, BOARD.activations)
    state.used = sum(1 << at for at in set(reader.numbers("used", 0, 5)))
    state.modifier_used = reader.flag("modifier_used")
    state.contracts_now = reader.number("contracts", 0, BOARD.activations)
    state.region = reader.number("region", 0, 3) if reader.has("region") else -1
    state.slot = reader.number("slot", 0, 31) if reader.has("slot") else -1
    state.count = reader.number("count", 0, 3)
    state.need = reader.number("need", 0, 3)
    state.place = reader.number("place", 0, 5) if reader.has("place") else -1
    state.spread = sum(1 << at for at in set(reader.numbers("spread", 0, 5)))
    state.step = reader.number("step", 0, 8)
    state.good = GOODS.index(reader.text("good", GOODS)) if reader.has("good") else -1
    reader.done()


def _automa(reader: Reader) -> AutomaBoard:
    board = AutomaBoard()
    reader.ignore("pile_order")
    board.level = reader.number("level", 1, 3)
    board.goals = tuple(TOKENS.objectives.index(name) for name in reader.texts("goals", TOKENS.objectives))
    board.region_colours = tuple(COLOURS.index(name) for name in reader.texts("region_colours", COLOURS, 4))
    board.priority = [COLOURS.index(name) for name in reader.texts("priority", COLOURS, 6)]
    board.pile = sorted(PILE.index(name) for name in reader.texts("pile", PILE))
    if not board.pile:
        reader.wrong("pile", "expected at least one token: an empty pile is shuffled again at once")
    reader.follows("pile_size", len(board.pile))
    board.trains = reader.number("trains", 0, TOKENS.automa_trains)
    board.rows = [reader.numbers(f"row_{number}", 1, 7) for number in (1, 2, 3)]
    board.shuffles = reader.number("shuffles", 1, MANY)
    reader.done()
    return board
