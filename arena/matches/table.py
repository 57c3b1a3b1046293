"""A match while it runs: the state, every seat's clock and number, and what was decided so far.

Only the loop moves it, one step at a time; each step is also what the journal keeps.
"""

from dataclasses import replace

from arena.matches import stand_in
from arena.matches.asks import LONGEST_NOTE, Ask, Chosen, Fault
from arena.matches.conduct import FAULTS, FINISHED, ILLEGAL, TIMEOUT, awarded
from arena.matches.events import EventLog, seen
from arena.matches.record import MatchRecord, Move, Note, SeatFault
from arena.matches.spec import MatchSpec
from engine import Action


class Table:
    """The running match."""

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
            wrong = f"answered {index!r}; its choices were 0 to {len(legal) - 1}"
            return self.fault(seat, Fault(ILLEGAL, wrong, str(index)[:LONGEST_NOTE]))
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
        index = stand_in.choice(self.spec.hidden_seed, seat, self.numbers[seat], len(legal))
        return self._move(seat, legal[index], 0, True)

    def fault(self, seat: int, fault: Fault) -> SeatFault:
        """Put a seat out that is still in."""
        if fault.verdict not in FAULTS:
            raise ValueError(f"there is no verdict {fault.verdict!r}; there are: {', '.join(FAULTS)}")
        if seat not in range(self.spec.seats) or seat in self.faults:
            raise ValueError(f"seat {seat} is not in the match")
        legal = self.state.legal_actions() if self.state.to_act == seat else ()
        texts = tuple(action.text for action in legal)
        made = SeatFault(seat, self.numbers[seat], len(self.moves), fault.verdict, fault.detail, texts, fault.sent)
        self.faults[seat] = made
        if fault.verdict == TIMEOUT and self.clocks[seat] is not None:
            self.clocks[seat] = 0
        return made

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
                move.events = tuple(seen(self.log.of_decision(index), None))
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
