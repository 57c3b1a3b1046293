"""What a game is to its callers: a name, its options, and ways to make positions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.core import options as options_of
from engine.core.actions import Action, Vocabulary
from engine.core.chance import Rng, derived
from engine.core.encoding import Layout
from engine.core.errors import InvalidOption, InvalidPosition, shown
from engine.core.options import Option, Value
from engine.core.parts import Part, Take, fresh
from engine.core.positions import Reader
from engine.core.rows import Row
from engine.core.state import State

TYPICAL_DECISIONS: Final = 80
"""Of one seat in a match, where a game says nothing."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new match starts from: everything checked, every option present."""

    seats: int
    seed: int
    """For what lies face up at the start."""
    hidden_seed: int
    """For what is hidden at the start, and all later chance."""
    options: dict[str, Value]


def any_combination(seats: int, options: Mapping[str, Value]) -> None:
    """The check of a game whose options go together freely."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game with its rules and data."""

    name: str
    title: str
    seats: range
    rules_version: int
    """Raised whenever rules or data change what a replay of the same seeds and actions gives."""
    summary: str
    """The rules in a paragraph, for readers new to the game."""
    options: dict[str, Option]
    vocabulary: Vocabulary
    start: Callable[[Setup], State]
    """A new match at its first decision or before (forced choices are skipped by `new`)."""
    restore: Callable[[Reader, Setup], State]
    """A state from a whole position; the common fields are read already, the rest is the game's."""
    fill: Callable[[Reader, Setup, Rng], State]
    """A state from a view, with hidden parts drawn again; *setup* carries fresh seeds."""
    check: Callable[[int, Mapping[str, Value]], None] = field(default=any_combination)
    """Raises InvalidOption where seats and options do not go together."""
    short_title: str = ""
    """For narrow places; the title if empty."""
    progress: str = ""
    """The field of a position that counts how far a match is, such as `round`; empty: nothing does."""
    open_points: str = ""
    """The field of a player in a position with the points that everybody sees; empty: points are hidden until the end."""
    typical_decisions: Mapping[int, int] = field(default_factory=dict)
    """By number of seats: decisions of one seat in a match, the mean between greedy house bots."""
    encoding_version: int = 0
    """Of the fields that `State.encode` writes, raised whenever they change; 0: the game has no encoding."""
    most_decisions: int = 150
    """Of one seat in any match between random bots. The longest match that a clock allows follows from it."""

    @property
    def label(self) -> str:
        """The short title, or the title where there is none."""
        return self.short_title or self.title

    def decisions(self, seats: int) -> int:
        """How many decisions one seat makes in a match, typically."""
        return self.typical_decisions.get(seats, TYPICAL_DECISIONS)

    def new(
        self, seats: int, seed: int, hidden_seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> State:
        """A new match. *hidden_seed* is made from *seed* if left out. InvalidOption says what is wrong."""
        seed = _seed("seed", seed)
        hidden = derived(seed, "hidden") if hidden_seed is None else _seed("hidden_seed", hidden_seed)
        state = self.start(Setup(seats, seed, hidden, self.checked_options(seats, options or {})))
        state.skip_forced()
        return state

    def checked_options(self, seats: int, given: Mapping[str, object]) -> dict[str, Value]:
        """All options with their values; InvalidOption names what does not exist or does not fit."""
        if not isinstance(seats, int) or isinstance(seats, bool) or seats not in self.seats:
            raise InvalidOption(f"{self.name} is played with {self._span} seats; got {shown(seats)}")
        values = options_of.checked(self.name, self.options, given)
        self.check(seats, values)
        return values

    def parse(self, text: str) -> Action:
        """The action of that notation; InvalidAction if there is none."""
        return self.vocabulary.parse(text)

    def action_id(self, action: Action) -> int:
        """The number of an action, from 0 to `len(game.vocabulary) - 1`: the same wherever *rules_version* is the same."""
        return action.id

    def action(self, number: int) -> Action:
        """The action of that number; InvalidAction if there is none."""
        return self.vocabulary.action(number)

    def layout(self, seats: int) -> Layout:
        """What the numbers of `State.encode` mean at a table of that many seats."""
        row = Row(named=True)
        self.new(seats, 0)._encode(row, 0)
        return Layout(self.name, seats, self.encoding_version, tuple(row.fields or ()), row.length())

    def from_dict(self, position: Mapping[str, Any]) -> State:
        """A state from `to_dict` or an edited copy; InvalidPosition names the field that is wrong."""
        reader = self._opened(position)
        setup = Setup(
            reader.number("seats"),
            reader.number("seed"),
            reader.number("hidden_seed"),
            self._options_in(reader),
        )
        state = self.restore(reader, setup)
        reader.done()
        return state

    def from_view(self, view: Mapping[str, Any], rng: Rng) -> State:
        """A full state that fits the view: hidden parts and all later chance are drawn again with *rng*."""
        reader = self._opened(view)
        seed, hidden_seed = rng.randrange(1 << 64), rng.randrange(1 << 64)
        return self.fill(reader, Setup(reader.number("seats"), seed, hidden_seed, self._options_in(reader)), rng)

    def header(self, setup: Setup, whole: bool, take: Take = fresh) -> dict[str, Any]:
        """The common first fields of a position; a view (*whole* false) has no seeds. Parts are as *take* gives them."""
        head: dict[str, Any] = {**take(HEADER, self, setup)}
        if whole:
            head["seed"] = setup.seed
            head["hidden_seed"] = setup.hidden_seed
        return head

    def _opened(self, position: Mapping[str, Any]) -> Reader:
        reader = Reader(position)
        reader.text("game", (self.name,))
        version = reader.number("rules_version")
        if version != self.rules_version:
            reader.wrong("rules_version", f"this engine plays {self.name} by rules {self.rules_version}, got {version}")
        return reader

    @property
    def _span(self) -> str:
        return f"{self.seats.start} to {self.seats.stop - 1}"

    def _options_in(self, reader: Reader) -> dict[str, Value]:
        seats = reader.number("seats")
        if seats not in self.seats:
            reader.wrong("seats", f"{self.name} is played with {self._span} seats; got {seats}")
        try:
            return self.checked_options(seats, reader.part("options").data)
        except InvalidOption as wrong:
            raise InvalidPosition(f"options: {wrong}") from None


def _seed(name: str, value: object) -> int:
    """A seed that streams, positions and replays can carry; InvalidOption names it otherwise."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InvalidOption(f"{name} must be a whole number of at least 0; got {shown(value)}")
    return value


def _header(game: Game, setup: Setup) -> dict[str, Any]:
    return {
        "game": game.name,
        "rules_version": game.rules_version,
        "seats": setup.seats,
        "options": options_of.plain(setup.options),
    }


HEADER: Final = Part(
    "(header)",
    _header,
    key=lambda game, setup: (game.name, game.rules_version, setup.seats, *setup.options.values()),
)
"""The first fields of every view."""
