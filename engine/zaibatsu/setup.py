"""Seats, seeds and options to the first position (Z-SETUP-1 to 8, Z-LATE-1, Z-SHARED-1, Z-SOLO-1 to 4)."""

from collections.abc import Mapping
from typing import Final

from engine.core import chance
from engine.core.errors import InvalidOption
from engine.core.game import Setup
from engine.core.options import Choice, Flag, Option, Value
from engine.zaibatsu import automa
from engine.zaibatsu.automa_board import AutomaBoard
from engine.zaibatsu.data import BOARD, SIDES, TOKENS
from engine.zaibatsu.player import Player
from engine.zaibatsu.position import lay_out
from engine.zaibatsu.state import ZaibatsuState, go_on
from engine.zaibatsu.terms import OLD

OPTIONS: Final[dict[str, Option]] = {
    "factory_sides": Choice(("A", "random"), "A", "which side of each factory lies up: all A, or each at random"),
    "late_factories": Flag(default=False, help="add late factories (number 5) to the supply; not in a solo game"),
    "shared_objectives": Flag(default=False, help="reward the leaders of shared objectives; not in a solo game"),
    "solo_level": Choice(TOKENS.levels, "normal", "difficulty against the automa; solo games only"),
}


def check(seats: int, options: Mapping[str, Value]) -> None:
    """Modules need opponents (Z-SOLO-1), a level needs the automa; both modules together are allowed (Z-MOD-1)."""
    if seats == 1:
        for module in ("late_factories", "shared_objectives"):
            if options[module]:
                raise InvalidOption(
                    f"option {module} of zaibatsu must be false with 1 seat: a solo game has no modules"
                )
    elif options["solo_level"] != OPTIONS["solo_level"].default:
        raise InvalidOption(
            f"option solo_level of zaibatsu must be left out with {seats} seats: it is for solo games only"
        )


def start(setup: Setup) -> ZaibatsuState:
    """A new match at the draft of starting pairs."""
    state = ZaibatsuState(setup)
    lay_out(state)
    lay_demand(state)
    fill_spaces_and_queue(state)
    lay_factories(state)
    for player in state.players:
        give_pieces(player)
    lay_objectives(state)
    if setup.seats == 1:
        state.automa = set_up_automa(setup)
    deal_pairs(state)
    go_on(state)
    return state


def lay_demand(state: ZaibatsuState) -> None:
    """Eight of nine demand tiles, each turned at random (Z-SETUP-1)."""
    draws = chance.stream(state.setup.seed, "demand")
    demand: list[int] = []
    for tile in chance.shuffled(draws, range(len(BOARD.demand)))[:8]:
        turn = draws.randrange(4)
        demand += [BOARD.demand[tile][(side - turn) % 4] for side in range(4)]
    set_demand(state, demand)


def set_demand(state: ZaibatsuState, demand: list[int]) -> None:
    """Set the goods that the 32 slots want, and which slots want each good."""
    state.demand = tuple(demand)
    state.slots_of = tuple(tuple(slot for slot, wanted in enumerate(demand) if wanted == good) for good in range(6))


def fill_spaces_and_queue(state: ZaibatsuState) -> None:
    """Three workers on each space, then the rows; the rest of the bag is in hidden order (Z-SETUP-4, Z-SETUP-5)."""
    per_colour = BOARD.workers_per_colour - state.limits.workers_removed
    bag = [colour for colour in range(6) for _ in range(per_colour)]
    chance.stream(state.setup.seed, "workers").shuffle(bag)
    state.spaces = [_drawn(bag, BOARD.workers_per_space) for _ in range(5)]
    state.queue = tuple(_drawn(bag, BOARD.row_size) for _ in range(state.limits.queue_rows))
    bag.sort()
    state.bag = tuple(chance.shuffled(chance.stream(state.setup.hidden_seed, "bag"), bag))


def _drawn(bag: list[int], number: int) -> tuple[int, ...]:
    return tuple(sorted(bag.pop() for _ in range(number)))


def lay_factories(state: ZaibatsuState) -> None:
    """Some tiles of each type with a side up, and late ones (Z-SETUP-6, Z-LATE-1)."""
    draws = chance.stream(state.setup.seed, "factories")
    mixed = state.setup.options["factory_sides"] == "random"
    tiles: list[int] = []
    for good in range(6):
        firsts = [tile for tile in range(0, OLD, 2) if SIDES[tile].good == good and SIDES[tile].number < 5]
        for tile in chance.shuffled(draws, firsts)[: state.limits.factories_per_type]:
            tiles.append(tile + (draws.randrange(2) if mixed else 0))
    if state.setup.options["late_factories"]:
        late = chance.stream(state.setup.seed, "late_factories")
        firsts = [tile for tile in range(0, OLD, 2) if SIDES[tile].number == 5]
        tiles += [tile + late.randrange(2) for tile in chance.shuffled(late, firsts)[: state.limits.late_factories]]
    state.supply = tuple(sorted(tiles))


def give_pieces(player: Player) -> None:
    """Three tokens locked, the others in reserve; everything else starts at nothing (Z-SETUP-7)."""
    for value in BOARD.available:
        player.tokens[value] += 1
    player.locked = sum(1 << value for value in BOARD.locked)


def lay_objectives(state: ZaibatsuState) -> None:
    """Shared objectives for each period (Z-SHARED-1)."""
    if state.setup.options["shared_objectives"]:
        count = state.limits.shared_objectives
        order = chance.shuffled(chance.stream(state.setup.seed, "objectives"), range(len(TOKENS.objectives)))
        state.objectives = tuple(tuple(order[count * period : count * (period + 1)]) for period in range(3))


def deal_pairs(state: ZaibatsuState) -> None:
    """First player and starting pairs at random; the draft begins to the first player's right (Z-SETUP-8)."""
    draws = chance.stream(state.setup.seed, "start")
    state.marker = draws.randrange(state.seats)
    first = chance.shuffled(draws, range(len(TOKENS.start_a)))
    second = chance.shuffled(draws, range(len(TOKENS.start_b)))
    state.pairs = tuple(zip(first, second, strict=True))[: state.limits.start_pairs]
    state.active = state.to_act = (state.marker - 1) % state.seats


def set_up_automa(setup: Setup) -> AutomaBoard:
    """Region colours, priority order, objectives by difficulty, and the hidden pile (Z-SOLO-2 to 4)."""
    board = AutomaBoard()
    draws = chance.stream(setup.seed, "automa")
    board.level = 1 + TOKENS.levels.index(str(setup.options["solo_level"]))
    board.region_colours = tuple(chance.shuffled(draws, range(6))[:4])
    board.goals = tuple(chance.shuffled(draws, range(len(TOKENS.objectives)))[: board.level])
    board.priority = chance.shuffled(draws, range(6))
    priority = board.priority[:]
    automa.reshuffle(board, setup.hidden_seed)
    board.priority = priority  # lies open at the start, so it comes from the public seed
    return board
