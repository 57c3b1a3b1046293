"""What happened in a match, as each seat may know it.

An event is written `2 build kura` (done by seat 2) or `- reveal order_17` (by the game itself). Nobody is told
how many decisions another seat had: a choice that only a hidden card made possible would show.
"""

from collections.abc import Sequence

from arena.matches.spec import MatchSpec
from engine import Action, Event, State


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

    __slots__ = ("_actions", "_groups", "_recording", "_spec", "_state")

    def __init__(self, spec: MatchSpec, state: State, *, recording: bool) -> None:
        self._spec = spec
        self._state = state
        self._actions: list[Action] = []
        self._groups: list[list[Event]] = []
        self._recording = recording
        if recording:
            state.record_events()

    def __len__(self) -> int:
        """How many decisions were made."""
        return len(self._actions)

    def add(self, action: Action) -> None:
        """A decision was made, and the state moved on."""
        self._actions.append(action)
        if self._recording:
            self._groups.append(self._state.take_events())

    def of_decision(self, index: int) -> list[Event]:
        """What a decision led to: the action itself and all that followed up to the next decision."""
        self._catch_up()
        return self._groups[index]

    def since(self, index: int, seat: int | None) -> list[str]:
        """What that seat (None: the public) may know of all that happened from decision *index* on."""
        self._catch_up()
        return [text for group in self._groups[index:] for text in seen(group, seat)]

    def _catch_up(self) -> None:
        if self._recording:
            return
        again = self._spec.first_state()
        again.record_events()
        for action in self._actions:
            again.apply(action)
            self._groups.append(again.take_events())
        self._recording = True
        self._state.record_events()
