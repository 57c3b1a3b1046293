"""The state contract: what every game's position can do.

A game's state subclasses `State` and gives `to_act`, `_legal`, `_apply`, `clone`, `to_dict`, `view` and `outcome`. The base
keeps the legal list until the next `apply`, refuses what is not in it, and takes forced single choices without asking,
so that bots and replays see real decisions only.
"""

import json
from array import array
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from engine.core.actions import Action
from engine.core.chance import Rng
from engine.core.errors import IllegalAction, shown
from engine.core.native import mypyc_attr
from engine.core.outcome import Outcome
from engine.core.parts import Take
from engine.core.rows import Row

if TYPE_CHECKING:
    from engine.core.game import Game


class Event(NamedTuple):
    """Something that happened, in notation, as everyone sees it and as one seat does."""

    text: str
    """What everyone may know, such as `place 3` or `reveal order_17`."""
    seat: int | None = None
    """The seat that did it; None for the game."""
    private: str | None = None
    """What the doer saw, where that says more than *text*."""

    def seen_by(self, seat: int | None) -> str:
        """The event as that seat (None: the public) may know it."""
        return self.private if self.private is not None and seat is not None and seat == self.seat else self.text


@mypyc_attr(allow_interpreted_subclasses=True)  # games outside this repository are not compiled
class State:
    """One position of one match: plain data that reads no clock, disk or global."""

    __slots__ = ("_cached", "events", "to_act")

    def __init__(self) -> None:
        self.to_act: int | None = None
        """The seat to choose next; None once the match is over."""
        self._cached: tuple[Action, ...] | None = None
        self.events: list[Event] | None = None
        """What happened since `take_events`; None while events are not recorded, as in search."""

    # What a game gives

    @property
    def game(self) -> "Game":
        """The game this is a position of."""
        raise NotImplementedError

    def _legal(self) -> Sequence[Action]:
        """What `to_act` may choose, in an order that is the same on every machine; never empty."""
        raise NotImplementedError

    def _apply(self, action: Action) -> None:
        """Carry out a legal action up to the next choice of any seat, and set `to_act`."""
        raise NotImplementedError

    def clone(self) -> Self:
        """An independent copy; it records no events."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The whole position, hidden parts and seeds too; docs/positions.md describes it."""
        raise NotImplementedError

    def view(self, seat: int | None) -> dict[str, Any]:
        """The same schema without what that seat may not know; None: what everyone may know."""
        raise NotImplementedError

    def view_of_parts(self, seat: int | None, take: Take) -> dict[str, Any]:  # noqa: ARG002  this one has no parts
        """The view with its parts as *take* gives them (engine/core/parts.py).

        Optional: what is sent to bots is made of it, and most of a position is as it was at the last decision.
        """
        return self.view(seat)

    def outcome(self) -> Outcome | None:
        """None until the match is over."""
        raise NotImplementedError

    def _encode(self, row: Row, seat: int) -> None:
        """Write what that seat may know into the row, the same fields in every position (engine/core/encoding.py).

        Optional: programs that learn read it.
        """
        raise NotImplementedError

    def public_text(self, action: Action) -> str:
        """How others see the action that `to_act` is about to take; its own text unless that tells a secret."""
        return action.text

    def standing(self, seat: int) -> int:
        """The points that seat would have if the match were scored now; at the end its score.

        Optional: house bots look one step ahead with it. Open information and the seat's own secrets may count. The
        base knows the score of a finished match only, so a game without its own tells such bots nothing before the end.
        """
        outcome = self.outcome()
        return outcome.scores[seat] if outcome is not None else 0

    def sheets(self) -> tuple[dict[str, int], ...]:
        """By seat the lines of the score sheet as everyone can work them out now; at the end those of the outcome.

        Optional: viewers draw curves with it. It must not depend on what some seat does not know. The base knows the end only.
        """
        outcome = self.outcome()
        return outcome.categories if outcome is not None else ()

    # What the base does with it

    def legal_actions(self) -> tuple[Action, ...]:
        """The choices of `to_act`; empty only once the match is over."""
        legal = self._cached
        if legal is None:
            legal = self._cached = tuple(self._legal()) if self.to_act is not None else ()
        return legal

    def legal_mask(self) -> bytearray:
        """By number of the action (`game.action_id`): 1 where `to_act` may choose it, else 0."""
        mask = bytearray(len(self.game.vocabulary))
        for action in self.legal_actions():
            mask[action.id] = 1
        return mask

    def encode(self, seat: int) -> "array[int]":
        """What that seat may know, as 16-bit numbers; `game.layout(seats)` says what each means."""
        row = Row()
        self._encode(row, seat)
        return row.array()

    def apply(self, action: object, skip_forced: bool = True) -> None:
        """Take one of the legal actions, then every forced one. IllegalAction leaves the state untouched; the same for anything that is not an action.

        With *skip_forced* false it stops before forced actions too: `legal_actions()` then lists the one action.
        """
        if not isinstance(action, Action) or action not in self.legal_actions():
            raise IllegalAction(self._why_illegal(action))
        self._take(action)
        if skip_forced:
            self.skip_forced()

    def skip_forced(self) -> None:
        """Take choices of one action until there is a real one, or the end. Set-up and `apply` call it."""
        while self.to_act is not None:
            legal = self._cached = tuple(self._legal())
            if len(legal) != 1:
                return
            self._take(legal[0])

    def play_randomly(self, draw: Callable[[], float], decisions: int = -1) -> int:
        """Make that many decisions, or all that are left (negative), with choices by *draw*, such as `random.Random(1).random`.

        The same as drawing from `legal_actions()` and `apply`, but without a list and a check for each. Returns how many were made.
        """
        left = decisions
        while self.to_act is not None:
            legal = self._legal()
            options = len(legal)
            if options == 1:
                self._take(legal[0])
            elif left == 0:
                break
            else:
                self._take(legal[int(draw() * options)])
                left -= 1
        return decisions - left

    def _take(self, action: Action) -> None:
        if self.events is not None:
            public = self.public_text(action)
            self.events.append(Event(public, self.to_act, action.text if public != action.text else None))
        self._cached = None
        self._apply(action)

    def _why_illegal(self, action: object) -> str:
        if not isinstance(action, Action):
            return f"{shown(action)} is not an action; `game.parse(text)` gives one from its notation"
        if self.to_act is None:
            return f"{action.text!r}: the match is over"
        legal = self.legal_actions()
        first = ", ".join(option.text for option in legal[:8])
        more = f" and {len(legal) - 8} more" if len(legal) > 8 else ""
        return f"{action.text!r} is not legal for seat {self.to_act} now; legal: {first}{more}"

    def record_events(self) -> None:
        """Begin to keep events."""
        if self.events is None:
            self.events = []

    def take_events(self) -> list[Event]:
        """The events since the last call; recording goes on."""
        taken, self.events = self.events or [], []
        return taken

    def note(self, text: str, seat: int | None = None, private: str | None = None) -> None:
        """Record an event besides actions, such as a card that was turned up."""
        if self.events is not None:
            self.events.append(Event(text, seat, private))

    def digest(self) -> str:
        """A short stable hash of the whole position: equal positions, equal digests, on every machine."""
        body = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return blake2b(body.encode(), digest_size=8).hexdigest()

    def determinize(self, seat: int | None, rng: Rng) -> "State":
        """A full position that fits what that seat knows; the rest, and all later chance, is drawn again."""
        return self.game.from_view(self.view(seat), rng)
