"""Positions for the rule tests: say what matters, the rest is as at the start of a match."""

from collections.abc import Iterable, Mapping
from typing import Any

import engine
from engine.iki.board import ROOMS
from engine.iki.cards import BUILDINGS, NAMES, SEASON_CARDS, STARTERS
from engine.iki.data import SEASONS, tables
from engine.iki.state import IkiState
from engine.iki.view import PIPES, TOBACCO

GAME = engine.game("iki")
PROMO_NAMES = tuple(card.id for card in tables().artisans if card.promo)
TURN = {"step_a", "recruit_room", "move_x", "move_extra", "business", "train_target", "build_pick", "build_room"}
FIRE_MONTHS = (5, 8, 11)

Card = str | tuple[str, int] | tuple[str, int, int]
"""In a room: a neutral artisan's name, (building, owner) or (artisan, owner, level)."""


def table(
    seats: int = 4,
    month: int = 2,
    decision: str = "step_a",
    queue: Iterable[int] | None = None,
    rooms: Mapping[str, Card] | None = None,
    row: Mapping[str, int] | None = None,
    players: Mapping[int, Mapping[str, Any]] | None = None,
    promos: Iterable[str] = (),
    **fields: Any,
) -> IkiState:
    """A position; without *queue* seat 0 alone is left to act, so that its `end` ends the month."""
    rooms, row = rooms or {}, row or {}
    queue = list(queue) if queue is not None else ([] if decision == "over" else [0])
    people = [_player(seat, rooms, (players or {}).get(seat, {})) for seat in range(seats)]
    if month <= 12 and decision in TURN | {"swap_first", "swap_second"}:
        for place, seat in enumerate(queue):
            people[seat].setdefault("ikizama", str(place + 1))
    position = {
        "game": "iki",
        "rules_version": GAME.rules_version,
        "seats": seats,
        "seed": 1,
        "hidden_seed": 2,
        "options": {"promos": list(promos)},
        "month": month,
        "season": SEASONS[min((month - 1) // 3, 3)],
        "decision": decision,
        "to_act": queue[0] if queue else 0,
        "queue": queue,
        "fire_order": sorted(range(seats), key=lambda seat: -people[seat]["fire"]),
        "players": people,
        "rooms": [_room(room, rooms.get(room)) for room in ROOMS],
        "row": [{"card": card, "mon": mon} for card, mon in row.items()],
        "starters": [],
        "fish_left": 2,
        "pipes": _left(PIPES, people, "pipes"),
        "tobacco": _left(TOBACCO, people, "tobacco"),
        "stall_actions_done": [],
        "traded": False,
        "cart_used": False,
        "fires": ["fire_nw"] * sum(1 for fire in FIRE_MONTHS if fire >= month),
        **fields,
    }
    if decision == "over":
        del position["to_act"]
    _cards(position, {card if isinstance(card, str) else card[0] for card in rooms.values()})
    return GAME.from_dict(position)


def at(
    space: int,
    month: int = 4,
    rooms: Mapping[str, Card] | None = None,
    others: Mapping[int, Mapping[str, Any]] | None = None,
    **mine: Any,
) -> IkiState:
    """Seat 0 does business on that space; seat 1 acts after it."""
    fields = {key: mine.pop(key) for key in ("fish_left", "buildings", "row") if key in mine}
    return table(
        month=month,
        decision="business",
        queue=[0, 1],
        rooms=rooms,
        players={0: {"space": space, **mine}, **(others or {})},
        **fields,
    )


def full_of_artisans() -> dict[str, tuple[str, int, int]]:
    """Every plain room is taken, by three artisans of each player."""
    cards = ["salt_peddler", "cotton_peddler", "plasterer", "swordsmith", "wood_engraver", "umbrella_maker"]
    cards += ["tatami_weaver", "used_clothes_seller", "sushi_stall", "oil_peddler", "seedling_peddler", "carpenter"]
    plain = [f"{nagaya}{number}" for nagaya in ("nw", "sw", "se", "ne") for number in (1, 2, 3)]
    return {name: (card, place % 4, 1) for place, (name, card) in enumerate(zip(plain, cards, strict=True))}


def _player(seat: int, rooms: Mapping[str, Card], given: Mapping[str, Any]) -> dict[str, Any]:
    on_cards = sum(1 for card in rooms.values() if not isinstance(card, str) and card[1] == seat)
    player: dict[str, Any] = {
        "mon": 8,
        "rice": 1,
        "sandal": 0,
        "wood": 0,
        "koban": 0,
        "iki": 0,
        "fire": 0,
        "kobun": 4 - on_cards,
        "space": 1,
        "retired": [],
        "fish": [],
        "pipes": [],
        "tobacco": [],
        **given,
    }
    player.setdefault("saves", int("town_fireman" in player["retired"]))
    return player


def _room(room: str, card: Card | None) -> dict[str, Any]:
    match card:
        case None:
            return {"room": room}
        case str():
            return {"room": room, "card": card}
        case (name, owner):
            return {"room": room, "card": name, "owner": owner}
        case (name, owner, level):
            return {"room": room, "card": name, "owner": owner, "level": level}


def _left(stack: tuple[str, ...], people: list[dict[str, Any]], key: str) -> list[str]:
    sold = [token for player in people for token in player[key]]
    return [token for token in stack if token not in sold]


def _cards(position: dict[str, Any], in_rooms: set[str]) -> None:
    """Decks hold what is not elsewhere; cards of past seasons, starters and missing buildings are lost."""
    seen = in_rooms | {entry["card"] for entry in position["row"]}
    seen |= {card for player in position["players"] for card in player["retired"]}
    seen |= set(position.get("lost", ())) | set(position["starters"])
    position.setdefault("buildings", [NAMES[card] for card in BUILDINGS if NAMES[card] not in seen])
    seen |= set(position["buildings"])
    promos = position["options"]["promos"]
    now = SEASONS.index(position["season"])
    lost, decks = list(position.get("lost", ())), []
    for number, (season, cards) in enumerate(zip(SEASONS, SEASON_CARDS, strict=True)):
        names = [NAMES[card] for card in cards if NAMES[card] not in PROMO_NAMES or NAMES[card] in promos]
        rest = [name for name in names if name not in seen]
        lost += rest if number < now else []
        decks.append({"season": season, "cards": rest if number >= now else []})
    lost += [NAMES[card] for card in (*STARTERS, *BUILDINGS) if NAMES[card] not in seen]
    position["lost"] = lost
    position.setdefault("decks", decks)


def legal(state: IkiState) -> list[str]:
    """The legal list in notation."""
    return [action.text for action in state.legal_actions()]


def play(state: IkiState, *texts: str) -> IkiState:
    """Take these actions one after another."""
    for text in texts:
        state.apply(GAME.parse(text))
    return state


def player(state: IkiState, seat: int) -> dict[str, Any]:
    """What that seat has."""
    found: dict[str, Any] = state.to_dict()["players"][seat]
    return found


def room(state: IkiState, name: str) -> dict[str, Any]:
    """What lies in that room."""
    found: dict[str, Any] = state.to_dict()["rooms"][ROOMS.index(name)]
    return found


def decision(state: IkiState) -> str:
    """What is being decided."""
    found: str = state.to_dict()["decision"]
    return found
