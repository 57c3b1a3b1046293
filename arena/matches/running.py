"""A match while it runs: its state, clocks and events, what it asks next, and what it takes for an answer.

Only the loop moves it, one step at a time. The journal keeps each of these steps.

An event is written `2 build kura` (done by seat 2) or `- reveal order_17` (by the game). No seat learns how many decisions another seat had:
a choice that only a hidden card made possible would show.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from arena.matches.record import MatchRecord, Move, Note, SeatFault
from arena.matches.spec import MatchSpec
from engine import Action, Event, State
from engine.core.chance import stream
from engine.core.outcome import places as ranked

FINISHED = "finished"
TIMEOUT = "timeout"
DISCONNECTED = "disconnected"
ILLEGAL = "illegal"
RESIGNED = "resigned"
FORFEIT = "forfeit"

FAULTS: dict[str, str] = {
    TIMEOUT: "connected, but its time ran out",
    DISCONNECTED: "not connected when its time ran out",
    ILLEGAL: "answered with something that is not a legal choice",
    RESIGNED: "gave up",
    FORFEIT: "absent at the start",
}
"""Every verdict but `finished`, with its meaning. The list is closed."""


def out_remark(name: str, verdict: str) -> str:
    """A sentence for people about a seat that went out."""
    return f"{name} is out ({FAULTS[verdict]}): a stand-in plays on for it."


def awarded(places: Sequence[int], faults: Mapping[int, tuple[str, int]]) -> tuple[int, ...]:
    """The places that count: by the rules among seats that finished, behind them those that faulted.

    *faults* maps a seat to its verdict and to how many decisions had been made by then. The later the fault the better
    the place; seats absent from the start share the last one.
    """

    def key(seat: int) -> tuple[int, int]:
        if seat not in faults:
            return (1, -places[seat])
        verdict, made = faults[seat]
        return (0, -1 if verdict == FORFEIT else made)

    return ranked([key(seat) for seat in range(len(places))])


LONGEST_NOTE = 1024
"""Of a private note, in bytes."""


def _written(event: Event, seat: int | None) -> str:
    """The event as that seat (None: the public) may know it; empty if it may not."""
    text = event.seen_by(seat)
    return text and f"{'-' if event.seat is None else event.seat} {text}"


def events_seen_by(events: Sequence[Event], seat: int | None) -> list[str]:
    """What that seat (None: the public) may know of them."""
    return [text for event in events if (text := _written(event, seat))]


class EventLog:
    """All events of a running match, grouped by decision.

    Recording costs the engine time, so it can wait until somebody reads: then the match so far is played once more from its start with
    recording on.
    """

    __slots__ = ("_groups", "_indices", "_moves", "_public", "_spec", "_state", "recording")

    def __init__(self, spec: MatchSpec, state: State, moves: Sequence[Move], *, recording: bool) -> None:
        self._spec = spec
        self._state = state
        self._moves = moves  # the match's list: it grows as the match goes on
        self._groups: list[list[Event]] = []
        self._public: list[list[str] | None] = []
        """By decision, as everyone may know it; None where some seat may know more."""
        self._indices: list[list[int]] = [[] for _ in range(spec.seats)]
        """By seat: where in the match each of its decisions was made."""
        self.recording = recording
        """Whether `take` must be called after each decision."""
        if recording:
            state.record_events()

    def __len__(self) -> int:
        """How many decisions were made."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All decisions so far, think times and secret actions too: not for everyone."""
        return tuple(self._moves)

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
            texts += events_seen_by(self._groups[index], seat) if public is None else public
        return texts

    def _add(self, events: list[Event]) -> None:
        for event in events:
            if event.private is not None:
                self._public.append(None)
                break
        else:
            self._public.append(events_seen_by(events, None))
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


@dataclass(slots=True)
class Ask:
    """One decision of one seat. Drivers hand players a `Decision` or a view of it, never the state."""

    seat: int
    number: int
    """How many decisions this seat has made before."""
    state: State
    legal: tuple[Action, ...]
    clock_ms: int | None
    """Left on the seat's clock before this decision; None: no limit."""
    deadline: float | None
    """When the match as a whole is overdue, by the loop's clock; None: never."""
    log: EventLog
    """Everything that happened so far; `log.since(index, None)` is what the public may know."""

    @property
    def events_since(self) -> list[str]:
        """What happened since this seat's last decision, as it may know it (its own choice comes first)."""
        return self.log.between(self.seat, self.number)


@dataclass(slots=True)
class Chosen:
    """A choice out of `Ask.legal`."""

    index: int
    think_ms: int = 0
    note: str = ""
    """Private to the bot's owner; cut at 1 KB."""
    value: float | None = None
    """The bot's estimate of its position; private too."""


@dataclass(slots=True)
class Fault:
    """The seat is out; a stand-in plays on for it."""

    verdict: str
    """One of FAULTS."""
    detail: str = ""
    """What happened, in a sentence for the bot's author."""
    sent: str = ""
    """What the bot sent, if anything."""
    seat: int | None = None
    """Whose fault it is, if not the asked seat's: a bot may resign while others think. The same Ask then comes again."""


Answer: TypeAlias = Chosen | Fault


class RunningMatch:
    """The state of a match, each seat's clock and decision number, and all decisions so far."""

    __slots__ = ("clocks", "faults", "log", "moves", "notes", "numbers", "spec", "state")

    def __init__(self, spec: MatchSpec, *, keep_events: bool) -> None:
        self.spec = spec
        self.state = spec.first_state()
        self.moves: list[Move] = []
        self.log = EventLog(spec, self.state, self.moves, recording=keep_events)
        self.faults: dict[int, SeatFault] = {}
        self.notes: list[Note] = []
        self.numbers = [0] * spec.seats
        self.clocks: list[int | None] = [spec.clock.bank_ms] * spec.seats

    def ask(self, seat: int, deadline: float | None) -> Ask:
        """The question to the seat that is to act."""
        state = self.state
        return Ask(seat, self.numbers[seat], state, state.legal_actions(), self.clocks[seat], deadline, self.log)

    def choose(self, seat: int, answer: Chosen) -> Move | SeatFault:
        """Take the choice of the seat to act, or find it at fault."""
        legal, index = self.state.legal_actions(), answer.index
        if type(index) is not int or not 0 <= index < len(legal):
            detail = f"answered {index!r}; its choices were 0 to {len(legal) - 1}"
            return self.fault(seat, Fault(ILLEGAL, detail, str(index)[:LONGEST_NOTE]))
        think_ms, before = max(answer.think_ms, 0), self.clocks[seat]
        if before is not None:
            left = before - think_ms
            if left < 0:
                late = f"thought for {think_ms} ms with {before} ms on its clock"
                return self.fault(seat, Fault(TIMEOUT, late, legal[index].text))
            self.clocks[seat] = left + self.spec.clock.increment_ms
        if answer.note or answer.value is not None:
            note = answer.note.encode(errors="replace")[:LONGEST_NOTE].decode(errors="ignore")
            self.notes.append(Note(seat, self.numbers[seat], note, answer.value))
        return self._move(seat, legal[index], think_ms)

    def stand_in(self, seat: int) -> Move:
        """The decision of a seat that is out, taken for it."""
        legal = self.state.legal_actions()
        index = stand_in_choice(self.spec.hidden_seed, seat, self.numbers[seat], len(legal))
        return self._move(seat, legal[index], 0, True)

    def fault(self, seat: int, fault: Fault) -> SeatFault:
        """Take out a seat that is still in."""
        if fault.verdict not in FAULTS:
            raise ValueError(f"there is no verdict {fault.verdict!r}; there are: {', '.join(FAULTS)}")
        if seat not in range(self.spec.seats) or seat in self.faults:
            raise ValueError(f"seat {seat} is not in the match")
        legal = self.state.legal_actions() if self.state.to_act == seat else ()
        texts = tuple(action.text for action in legal)
        out = SeatFault(seat, self.numbers[seat], len(self.moves), fault.verdict, fault.detail, texts, fault.sent)
        self.faults[seat] = out
        if fault.verdict == TIMEOUT and self.clocks[seat] is not None:
            self.clocks[seat] = 0
        return out

    def _move(self, seat: int, action: Action, think_ms: int, by_stand_in: bool = False) -> Move:
        self.state.apply(action)
        number = self.numbers[seat]
        self.numbers[seat] = number + 1
        move = Move(seat, number, action.text, think_ms, by_stand_in)
        self.moves.append(move)
        if self.log.recording:
            self.log.take()
        return move

    def record(self, *, keep_events: bool) -> MatchRecord:
        """What is known of the match, now that it is over."""
        outcome = self.state.outcome()
        assert outcome is not None, f"{self.spec.game}: nobody is to act, but there is no outcome"
        if keep_events:
            for index, move in enumerate(self.moves):
                move.events = tuple(events_seen_by(self.log.of_decision(index), None))
        verdicts = [self.faults[seat].verdict if seat in self.faults else FINISHED for seat in range(self.spec.seats)]
        out = {seat: (fault.verdict, fault.made) for seat, fault in self.faults.items()}
        return MatchRecord(
            spec=replace(self.spec, options=self.spec.checked_options()),
            rules_version=self.spec.rules.rules_version,
            decisions=tuple(self.moves),
            outcome=outcome,
            places=awarded(outcome.places, out),
            verdicts=tuple(verdicts),
            faults=tuple(self.faults.values()),
            notes=tuple(self.notes),
            clock_left_ms=tuple(self.clocks),
            events_kept=keep_events,
            final=self.state,
        )


def stand_in_choice(hidden_seed: int, seat: int, number: int, options: int) -> int:
    """The index that is played for a seat that is out: random, so that it favours no one, and the same each time it is worked out."""
    return stream(hidden_seed, f"stand_in {seat}", number).randrange(options)
