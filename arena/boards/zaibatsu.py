"""Nippon: Zaibatsu for a terminal: workers, the map, the mission, the supply, the boards, and the pending decision."""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from arena.boards.zaibatsu_words import ASKED, CONDITIONS, EFFECTS
from engine.zaibatsu.data import BOARD, SIDES, TOKENS

WIDTH = 100
LABEL = 11
DIRECTIONS = ("n", "e", "s", "w")
NUMERALS = ("I", "II", "III")
ACTION_NAMES = ("R&D", "Mines", "Factory", "Machines", "Production", "Ships", "Trains", "Markets", "Invest")
TRACKS = (("rnd", "R&D"), ("mines", "Mines"), ("finance", "Finance"))
ROWS = ("ships", "machines", "trains")
SIDE_OF = {side.name: side for side in SIDES}

View = Mapping[str, Any]


def draw(view: View) -> str:
    """The position, at most 100 columns wide."""
    return "\n".join(line.rstrip() for line in _page(view))


def _page(view: View) -> Iterator[str]:
    yield _title(view)
    yield from _workers(view)
    yield from _map(view)
    yield from _mission(view)
    yield from _labelled(
        "SUPPLY", (effect_text(name) for name in view["supply"]) if _shows_supply(view) else _short(view)
    )
    yield from _labelled("PAIRS", (_pair(pair) for pair in view["start_pairs"]))
    yield from _labelled(
        "SHARED", (f"{NUMERALS[o['period'] - 1]} most {o['objective']}" for o in view["shared_objectives"])
    )
    if "automa" in view:
        yield from _automa(view["automa"])
    for seat, player in enumerate(view["players"]):
        yield from _player(view, seat, player)
    yield from _asked(view)


def _title(view: View) -> str:
    number = view["round"]
    period = NUMERALS[BOARD.period_of_round[number - 1] - 1]
    points = "-".join(str(points) for points in _values(view))
    left = f", {view['turns_left']} turns left in it" if view["turns_left"] and not view["final"] else ""
    return f"NIPPON: ZAIBATSU  round {number} of {BOARD.rounds}{left}, period {period} (regions score {points})"


def _values(view: View) -> list[int]:
    period = BOARD.periods[BOARD.period_of_round[view["round"] - 1] - 1]
    return [period[rank] for rank in BOARD.seats[view["seats"]].score_ranks]


def _labelled(label: str, items: Iterable[str]) -> Iterator[str]:
    """Items separated by dots under a label, wrapped; nothing if there are none."""
    text = " · ".join(items)
    for line in wrap(text, WIDTH - LABEL, break_on_hyphens=False):
        yield f"{label:<{LABEL}}{line}"
        label = ""


def _workers(view: View) -> Iterator[str]:
    for at, space in enumerate(view["spaces"]):
        actions = ", ".join(ACTION_NAMES[action] for action in BOARD.spaces[at])
        yield f"{'HIRE' if at == 0 else '':<{LABEL}}{actions:<18} {' '.join(space['workers']) or '(empty)'}"
    yield from _labelled("QUEUE", (" ".join(row["workers"]) for row in view["queue"]))
    counts = (f"{count} {colour}" for colour, count in view["bag"].items() if count)
    yield from _labelled("BAG", [f"{view['bag_size']}: {', '.join(counts)}" if view["bag_size"] else "empty"])


def _map(view: View) -> Iterator[str]:
    """Per region its bonus, trains and two markets; a slot shows its good, what is printed, and the token on it as [owner:value]."""
    limit = BOARD.seats[view["seats"]].train_limit
    for at, region in enumerate(BOARD.regions):
        trains = view["regions"][at]["trains"][:limit]
        slots = (
            _slot_bonus(*region.train_slots[n]) if owner < 0 else f"[{owner + 1}]" for n, owner in enumerate(trains)
        )
        bonus = f"{region.bonus[1]} {region.bonus[0]}"
        yield f"{f'REGION {at}':<{LABEL}}delivery bonus {bonus:<8} trains: {' '.join(slots)}"
        for side in (0, 1):
            market = view["markets"][2 * at + side]
            cells = (_cell(market, n, region.printed[4 * side + n]) for n in range(4))
            yield f"{f'  market {2 * at + side}':<{LABEL}}{'  '.join(f'{cell:<19}' for cell in cells)}"


def _slot_bonus(what: str, amount: int) -> str:
    return f"({amount} {what})" if amount else "( )"


def _cell(market: Mapping[str, Any], side: int, printed: int) -> str:
    owner, value = market["owners"][side], market["values"][side]
    shown = f"[{owner + 1}:{value}]" if value else f"foreign {printed}" if printed else "-"
    return f"{DIRECTIONS[side]} {market['goods'][side]} {shown}"


def _mission(view: View) -> Iterator[str]:
    limit = BOARD.seats[view["seats"]].ship_limit
    yield from _labelled(
        "MISSION",
        (
            f"{port['name']} {BOARD.colours[BOARD.destination_colour[at]]}: "
            f"{'expert' if port['expert'] else 'no expert'}, {port['ships']}/{limit} ships"
            for at, port in enumerate(view["destinations"])
        ),
    )


def _shows_supply(view: View) -> bool:
    """The effects are written out when a factory is being chosen."""
    return bool(view["ask"] == "factory")


def _short(view: View) -> Iterator[str]:
    for good in BOARD.goods:
        numbers = [name.removeprefix(f"{good}_") for name in view["supply"] if name.startswith(f"{good}_")]
        if numbers:
            yield f"{good} {' '.join(numbers)}"


def effect_text(name: str) -> str:
    """What a factory does, in words."""
    side = SIDE_OF[name]
    effects = ", ".join(EFFECTS[token] for token in side.effects)
    when = f"with {ACTION_NAMES[_action(side.action)]}{CONDITIONS[side.when]}: " if side.timing == "modifier" else ""
    return f"{name}: {when}{effects}"


def _action(name: str) -> int:
    return ("rnd", "mines", "factory", "machine", "produce", "ship", "train", "market", "invest").index(name)


def _pair(pair: Mapping[str, Any]) -> str:
    token = next(start for start in TOKENS.start_a if start.name == pair["a"])
    gains = ", ".join(f"{amount} {what}" for what, amount in TOKENS.start_b[pair["b"]])
    return f"{token.name}: {token.points} points, {gains}"


def _automa(automa: Mapping[str, Any]) -> Iterator[str]:
    goals = (f"{name} {TOKENS.solo_goals[TOKENS.objectives.index(name)]}" for name in automa["goals"])
    rows = " / ".join(" ".join(str(value) for value in automa[f"row_{n}"]) or "-" for n in (1, 2, 3))
    regions = ", ".join(f"{at} {colour}" for at, colour in enumerate(automa["region_colours"]))
    yield from _labelled(
        "AUTOMA",
        [
            f"reach {', '.join(goals)}",
            f"priority {' '.join(automa['priority'])}",
            f"regions {regions}",
            f"{automa['trains']} trains",
            f"influence {rows}",
            f"pile of {automa['pile_size']}: {', '.join(automa['pile'])}",
            "its pieces are [2]",
        ],
    )


def _player(view: View, seat: int, player: Mapping[str, Any]) -> Iterator[str]:
    active = "*" if view.get("to_act") == seat else " "
    stored = f" (+{player['stored_coal']} stored)" if player["stored_coal"] else ""
    reserve = [f"{player['reserve_goods']} goods"] if player["reserve_goods"] else []
    reserve += ["a machine"] if player["reserve_machine"] else []
    kept = f"  in reserve: {', '.join(reserve)}" if reserve else ""
    yield (
        f"{f'PLAYER {seat + 1}{active}':<{LABEL}}{player['score']} points  {player['money']} money  {player['coal']} coal{stored}  "
        f"{player['silk']} silk  {player['iron']} iron{kept}"
    )
    cells = " ".join(player["cells"]) or "none"
    upgraded = f"  upgraded: {' '.join(player['upgrades'])}" if player["upgrades"] else ""
    yield from _indented(f"workers: {cells}{upgraded}")
    tracks = "  ".join(
        f"{label} {player[name]} (gives {BOARD.tracks[at].values[player[name]]})"
        for at, (name, label) in enumerate(TRACKS)
    )
    yield from _indented(f"{tracks}  built: {', '.join(f'{player[row]} {row}' for row in ROWS)}")
    if player["factories"]:
        shown = (
            f"{f['tile']} {'+' * f['machines']} {f['goods']} goods".replace("  ", " ") for f in player["factories"]
        )
        yield from _indented(f"factories: {' · '.join(shown)}")
    yield from _indented(_rest(player))


def _rest(player: Mapping[str, Any]) -> str:
    """Influence, contracts and favours in one line."""
    tokens = " ".join(str(value) for value in player["influence"]) or "none"
    locked = f" (locked {' '.join(str(value) for value in player['locked'])})" if player["locked"] else ""
    favours = ", ".join(f"{name} level {level}" for name, level in player["favours"].items() if level)
    contracts = f"  contracts: {' '.join(player['contracts'])}" if player["contracts"] else ""
    return f"influence: {tokens}{locked}{contracts}{f'  favours: {favours}' if favours else ''}"


def _indented(text: str) -> Iterator[str]:
    for line in wrap(text, WIDTH - LABEL, break_on_hyphens=False, subsequent_indent="  "):
        yield f"{'':<{LABEL}}{line}"


def _asked(view: View) -> Iterator[str]:
    if "to_act" not in view:
        yield "The match is over."
        return
    pending = view["pending"]
    waiting = f" Waiting: {', '.join(pending['waiting'])}." if pending["waiting"] else ""
    yield from wrap(f"Player {view['to_act'] + 1} to choose: {ASKED[view['ask']]}.{waiting}", WIDTH)
