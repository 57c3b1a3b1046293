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
    texts = (written(event, seat) for event in events)
    return [text for text in texts if text]


class EventLog:
    """All events of a running match, grouped by decision.

    Recording costs the engine time, so it can be left until somebody reads: the match so far is then played once more
    from its start with recording on.
    """

    __slots__ = ("_groups", "_moves", "_spec", "_state", "recording")

    def __init__(self, spec: MatchSpec, state: State, moves: Sequence[Move], *, recording: bool) -> None:
        self._spec = spec
        self._state = state
        self._moves = moves  # the table's own list: it grows as the match goes on
        self._groups: list[list[Event]] = []
        self.recording = recording
        """Whether the table must call `take` after each decision."""
        if recording:
            state.record_events()

    def __len__(self) -> int:
        """How many decisions were made."""
        return len(self._moves)

    def take(self) -> None:
        """A decision was made, and the state moved on."""
        self._groups.append(self._state.take_events())

    def of_decision(self, index: int) -> list[Event]:
        """What a decision led to: the action itself and all that followed up to the next decision."""
        self._catch_up()
        return self._groups[index]

    def since(self, index: int, seat: int | None) -> list[str]:
        """What that seat (None: the public) may know of all that happened from decision *index* on."""
        self._catch_up()
        return [text for group in self._groups[index:] for text in seen(group, seat)]

    def between(self, seat: int, number: int) -> list[str]:
        """What a seat may know of all that happened from its last decision on, up to its decision of that number."""
        last = self._index(seat, number - 1) if number else 0
        self._catch_up()
        return [text for group in self._groups[last : self._index(seat, number)] for text in seen(group, seat)]

    def _index(self, seat: int, number: int) -> int:
        """Where in the match a decision of a seat was made; the end, if it is still to be made."""
        for index in range(len(self._moves) - 1, -1, -1):
            move = self._moves[index]
            if move.seat == seat:
                if move.number == number:
                    return index
                if move.number < number:
                    break
        return len(self._moves)

    def _catch_up(self) -> None:
        if self.recording:
            return
        again = self._spec.first_state()
        again.record_events()
        for move in self._moves:
            again.apply(self._spec.rules.parse(move.action))
            self._groups.append(again.take_events())
        self.recording = True
        self._state.record_events()
