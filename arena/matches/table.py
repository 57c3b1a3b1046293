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


class Table:
    """The running match."""

    __slots__ = ("_rejoined", "clocks", "faults", "log", "moves", "notes", "numbers", "spec", "state")

    def __init__(self, spec: MatchSpec, *, keep_events: bool) -> None:
        self.spec = spec
        self.state = spec.first_state()
        self.log = EventLog(spec, self.state, recording=keep_events)
        self.moves: list[Move] = []
        self.faults: dict[int, SeatFault] = {}
        self.notes: list[Note] = []
        self.numbers = [0] * spec.seats
        self.clocks: list[int | None] = [spec.clock.bank_ms] * spec.seats
        self._rejoined = [0] * spec.seats  # per seat: index into the log of its last decision

    def ask(self, seat: int, deadline: float | None) -> Ask:
        """The question to the seat that is to act."""
        state = self.state
        return Ask(
            seat,
            self.numbers[seat],
            state,
            state.legal_actions(),
            self.clocks[seat],
            deadline,
            self.log,
            self._rejoined[seat],
        )

    def choose(self, seat: int, answer: Chosen) -> Move | SeatFault:
        """Take the choice of the seat to act, or find it at fault."""
        legal, index = self.state.legal_actions(), answer.index
        if type(index) is not int or not 0 <= index < len(legal):
            wrong = f"answered {index!r}; its choices were 0 to {len(legal) - 1}"
            return self.fault(seat, Fault(ILLEGAL, wrong, str(index)[:LONGEST_NOTE]))
        think_ms = max(answer.think_ms, 0)
        before = self.clocks[seat]
        left = self.spec.clock.after(before, think_ms)
        if left is not None and left < 0:
            late = f"thought for {think_ms} ms with {before} ms on its clock"
            return self.fault(seat, Fault(TIMEOUT, late, legal[index].text))
        if answer.note or answer.value is not None:
            note = answer.note.encode(errors="replace")[:LONGEST_NOTE].decode(errors="ignore")
            self.notes.append(Note(seat, self.numbers[seat], note, answer.value))
        self.clocks[seat] = left
        return self._move(seat, index, think_ms, by_stand_in=False)

    def stand_in(self, seat: int) -> Move:
        """The decision of a seat that is out, taken for it."""
        options = len(self.state.legal_actions())
        index = stand_in.choice(self.spec.hidden_seed, seat, self.numbers[seat], options)
        return self._move(seat, index, 0, by_stand_in=True)

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

    def _move(self, seat: int, index: int, think_ms: int, *, by_stand_in: bool) -> Move:
        state, moves = self.state, self.moves
        action = state.legal_actions()[index]
        state.apply(action)
        self.log.add(action)
        self._rejoined[seat] = len(moves)
        move = Move(seat, self.numbers[seat], action.text, think_ms, by_stand_in)
        moves.append(move)
        self.numbers[seat] += 1
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
            digest=self.state.digest(),
            events_kept=keep_events,
        )
