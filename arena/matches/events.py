"""What happened in a match, as each seat may know it.

An event is written `2 build kura` (done by seat 2) or `- reveal order_17` (by the game itself). Nobody is told
how many decisions another seat had: a choice that only a hidden card made possible would show.
"""

from collections.abc import Sequence

from arena.matches.record import Move
from arena.matches.spec import MatchSpec
from engine import Event, State


def written(event: Event, seat: int | None) -> str:
    """The event as that seat (None: the public) may know it; empty if it may not."""
    text = event.seen_by(seat)
    return text and f"{'-' if event.seat is None else event.seat} {text}"


def seen(events: Sequence[Event], seat: int | None) -> list[str]:
    """What that seat (None: the public) may know of them."""
    return [text for event in events if (text := written(event, seat))]


class EventLog:
    """All events of a running match, grouped by decision.

    Recording costs the engine time, so it can be left until somebody reads: the match so far is then played once more
    from its start with recording on.
    """

    __slots__ = ("_groups", "_indices", "_moves", "_public", "_spec", "_state", "recording")

    def __init__(self, spec: MatchSpec, state: State, moves: Sequence[Move], *, recording: bool) -> None:
        self._spec = spec
        self._state = state
        self._moves = moves  # the table's own list: it grows as the match goes on
        self._groups: list[list[Event]] = []
        self._public: list[list[str] | None] = []
        """By decision, as everyone may know it; None where some seat may know more."""
        self._indices: list[list[int]] = [[] for _ in range(spec.seats)]
        """By seat: where in the match each of its decisions was made."""
        self.recording = recording
        """Whether the table must call `take` after each decision."""
        if recording:
            state.record_events()

    def __len__(self) -> int:
        """How many decisions were made."""
        return len(self._moves)

    def take(self) -> None:
        """A decision was made, and the state moved on."""
        self._add(self._state.take_events())

    def of_decision(self, index: int) -> list[Event]:
        """What a decision led to: the action itself and all that followed up to the next decision."""
        self._catch_up()
        return self._groups[index]

    def since(self, index: int, seat: int | None) -> list[str]:
        """What that seat (None: the public) may know of all that happened from decision *index* on."""
        self._catch_up()
        return self._seen(index, len(self._groups), seat)

    def between(self, seat: int, number: int) -> list[str]:
        """What a seat may know of all that happened from its last decision on, up to its decision of that number."""
        self._catch_up()
        own = self._indices[seat]
        return self._seen(
            own[number - 1] if number else 0, own[number] if number < len(own) else len(self._groups), seat
        )

    def _seen(self, first: int, end: int, seat: int | None) -> list[str]:
        texts: list[str] = []
        for index in range(first, end):
            public = self._public[index]
            texts += seen(self._groups[index], seat) if public is None else public
        return texts

    def _add(self, events: list[Event]) -> None:
        for event in events:
            if event.private is not None:
                self._public.append(None)
                break
        else:
            self._public.append(seen(events, None))
        index = len(self._groups)
        self._indices[self._moves[index].seat].append(index)
        self._groups.append(events)

    def _catch_up(self) -> None:
        if self.recording:
            return
        again = self._spec.first_state()
        again.record_events()
        for move in self._moves:
            again.apply(self._spec.rules.parse(move.action))
            self._add(again.take_events())
        self.recording = True
        self._state.record_events()
