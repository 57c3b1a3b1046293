"""A tiny game for tests of matches and replays: hands nobody else sees, a choice only a hidden card makes possible.

In each of four turns a seat plays a card face up (`play 9`) or lays it face down (`bury 9`, others see `bury`) and draws a new
one. Whoever then holds the 7 may tuck it away (`tuck`) or not (`decline`); others see nothing of either.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from engine import Action, Game, State
from engine.core.actions import Vocabulary
from engine.core.chance import Rng, shuffled, stream
from engine.core.game import Setup
from engine.core.options import Choice, Flag, Value
from engine.core.outcome import Outcome, places
from engine.core.positions import Reader

CARDS = 32
TURNS = 4
WORDS = Vocabulary("tiny")
for _text in [f"{verb} {card}" for verb in ("play", "bury") for card in range(1, CARDS + 1)] + ["tuck", "decline"]:
    WORDS.add(Action("tiny", _text))
PLAY = [WORDS.parse(f"play {card}") for card in range(1, CARDS + 1)]
BURY = [WORDS.parse(f"bury {card}") for card in range(1, CARDS + 1)]
TUCK, DECLINE = WORDS.parse("tuck"), WORDS.parse("decline")


class Tiny(State):
    __slots__ = ("buried", "choosing", "deck", "hands", "played", "setup", "shown", "turns")

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self.setup = setup
        self.to_act = 0
        self.shown = 0
        self.deck: list[int] = []
        self.hands: list[list[int]] = []
        self.played: list[list[int]] = [[] for _ in range(setup.seats)]
        self.buried: list[list[int]] = [[] for _ in range(setup.seats)]
        self.turns = 0
        self.choosing = False

    @property
    def game(self) -> Game:
        return GAME

    def _legal(self) -> Sequence[Action]:
        assert self.to_act is not None
        hand = self.hands[self.to_act]
        if self.choosing:
            return (TUCK, DECLINE) if 7 in hand else (DECLINE,)
        return [PLAY[card - 1] for card in hand] + [BURY[card - 1] for card in hand]

    def _apply(self, action: Action) -> None:
        seat = self.to_act
        assert seat is not None
        if not self.choosing:
            verb, card = action.text.split()
            self.hands[seat].remove(int(card))
            (self.played if verb == "play" else self.buried)[seat].append(int(card))
            drawn = self.deck.pop()
            self.hands[seat] = sorted([*self.hands[seat], drawn])
            self.note("draw", seat, f"draw {drawn}")
            self.choosing = True
            return
        if action is TUCK:
            self.hands[seat].remove(7)
            self.buried[seat].append(7)
        self.choosing = False
        self.turns += 1
        seats = self.setup.seats
        self.to_act = None if self.turns == TURNS * seats else self.turns % seats
        if self.turns % seats == 0:
            self.note(f"round {self.turns // seats}")

    def public_text(self, action: Action) -> str:
        return "" if self.choosing else action.text.split()[0] if action.text.startswith("bury") else action.text

    def clone(self) -> Self:
        copy = type(self)(self.setup)
        copy.to_act, copy.shown, copy.turns, copy.choosing = self.to_act, self.shown, self.turns, self.choosing
        copy.deck = self.deck[:]
        copy.hands, copy.played, copy.buried = (
            [pile[:] for pile in piles] for piles in (self.hands, self.played, self.buried)
        )
        return copy

    def to_dict(self) -> dict[str, Any]:
        return self._dict(range(self.setup.seats), whole=True)

    def view(self, seat: int | None) -> dict[str, Any]:
        return self._dict((seat,), whole=False)

    def _dict(self, open_seats: Sequence[int | None], *, whole: bool) -> dict[str, Any]:
        plain = {**GAME.header(self.setup, whole), "shown": self.shown, "turns": self.turns}
        if self.to_act is not None:
            plain["to_act"] = self.to_act
        plain["players"] = [self._player(seat, seat in open_seats) for seat in range(self.setup.seats)]
        if whole or (self.choosing and self.to_act in open_seats):
            plain["choosing"] = self.choosing
        if whole:
            plain["deck"] = self.deck[:]
        plain["deck_size"] = len(self.deck)
        return plain

    def _player(self, seat: int, is_open: bool) -> dict[str, Any]:
        hidden = {"hand": self.hands[seat][:], "buried": self.buried[seat][:]} if is_open else {}
        sizes = {"hand_size": len(self.hands[seat]), "buried_size": len(self.buried[seat])}
        return {"played": self.played[seat][:], **sizes, **hidden}

    def standing(self, seat: int) -> int:
        return sum(self.played[seat]) + sum(self.buried[seat]) // 2

    def outcome(self) -> Outcome | None:
        if self.to_act is not None:
            return None
        lines = tuple(
            {"played": sum(up), "buried": sum(down) // 2} for up, down in zip(self.played, self.buried, strict=True)
        )
        totals = [sum(line.values()) for line in lines]
        return Outcome(lines, places(totals), "last_round", {"played": tuple(len(up) for up in self.played)})


def start(setup: Setup) -> State:
    state = Tiny(setup)
    state.shown = stream(setup.seed, "shown").randrange(CARDS) + 1
    state.deck = shuffled(stream(setup.hidden_seed, "deck"), [c for c in range(1, CARDS + 1) if c != state.shown])
    state.hands = [sorted(state.deck.pop() for _ in range(3)) for _ in range(setup.seats)]
    return state


def restore(reader: Reader, setup: Setup) -> State:
    state = Tiny(setup)
    state.shown, state.turns = reader.number("shown", 1, CARDS), reader.number("turns")
    state.to_act = reader.number("to_act", 0, setup.seats - 1) if reader.has("to_act") else None
    state.choosing = reader.flag("choosing")
    state.deck = reader.numbers("deck", 1, CARDS)
    for seat, player in enumerate(reader.parts("players", setup.seats)):
        state.played[seat] = player.numbers("played", 1, CARDS)
        state.buried[seat] = player.numbers("buried", 1, CARDS)
        state.hands.append(player.numbers("hand", 1, CARDS))
    reader.ignore("deck_size")
    return state


def fill(reader: Reader, setup: Setup, rng: Rng) -> State:
    state = Tiny(setup)
    state.shown, state.turns = reader.number("shown"), reader.number("turns")
    state.to_act = reader.number("to_act") if reader.has("to_act") else None
    state.choosing = reader.has("choosing") and reader.flag("choosing")
    players = reader.parts("players", setup.seats)
    known = {state.shown} | {card for p in players for key in p.data for card in _cards(p.data[key])}
    state.deck = shuffled(rng, [card for card in range(1, CARDS + 1) if card not in known])
    for seat, player in enumerate(players):
        own = player.has("hand")
        state.played[seat] = player.numbers("played")
        down, held = player.number("buried_size"), player.number("hand_size")
        state.buried[seat] = player.numbers("buried") if own else [state.deck.pop() for _ in range(down)]
        state.hands.append(player.numbers("hand") if own else sorted(state.deck.pop() for _ in range(held)))
    return state


def _cards(value: object) -> list[int]:
    return value if isinstance(value, list) else []


def check(seats: int, options: Mapping[str, Value]) -> None:
    """Everything goes together."""


GAME = Game(
    name="tiny",
    title="Tiny",
    seats=range(2, 5),
    rules_version=3,
    summary="Play high cards, or bury them.",
    options={"pace": Choice(("slow", "fast"), "slow", "nothing"), "extra": Flag(default=False, help="nothing")},
    vocabulary=WORDS,
    start=start,
    restore=restore,
    fill=fill,
    check=check,
)
