"""A running match as frames that grow, a turn at a time: what everyone may see of it, and nothing that tells what a seat holds.

The moves of the seat that is to act are held back until its turn is over: a viewer who saw them one by one would learn which of them were
forced, and so what the seat could not do. Think times are summed up by turn for the same reason.
"""

from collections.abc import Sequence
from typing import Any

from arena.matches import MatchRecord, MatchSpec, Move
from arena.viewer.audiences import PUBLIC
from arena.viewer.frames import FORMAT, Recorder


class LiveCourse:
    """The public frames of one running match."""

    def __init__(self, spec: MatchSpec, names: Sequence[str] = ()) -> None:
        self._spec = spec
        self._recorder = Recorder(spec.first_state(), PUBLIC)
        self._taken = 0
        """Decisions that are in the frames."""
        self._held: list[dict[str, Any]] = []
        """Frames that nobody has seen yet."""
        self.head = opening_of(spec, self._recorder, names)

    def catch_up(self, moves: Sequence[Move], to_act: int | None) -> list[dict[str, Any]]:
        """Further frames to show, now that these decisions were made in the match and *to_act* thinks (None: it is over)."""
        for move in moves[self._taken :]:
            self._held += self._recorder.decide_openly(self._spec.rules.parse(move.action))
        self._taken = len(moves)
        ready = len(self._held)
        while self._spec.seats > 1 and ready and self._held[ready - 1]["seat"] == to_act:
            ready -= 1
        shown, self._held = self._held[:ready], self._held[ready:]
        if shown:
            shown[-1]["used"] = self._used(moves, to_act)
        return shown

    def _used(self, moves: Sequence[Move], to_act: int | None) -> list[int]:
        """By seat: milliseconds of thinking, without the turn that is under way."""
        done = len(moves)
        while self._spec.seats > 1 and done and moves[done - 1].seat == to_act:
            done -= 1
        used = [0] * self._spec.seats
        for move in moves[:done]:
            used[move.seat] += move.think_ms
        return used


def opening_of(spec: MatchSpec, recorder: Recorder, names: Sequence[str] = ()) -> dict[str, Any]:
    """The document of a match that has just begun: frames without steps and result. Seats stay anonymous without *names*."""
    return {
        "format": FORMAT,
        "game": spec.game,
        "rules_version": spec.rules.rules_version,
        "seats": spec.seats,
        "options": spec.checked_options(),
        "audience": PUBLIC.name,
        "names": list(names) or [f"Seat {seat + 1}" for seat in range(spec.seats)],
        "clock": spec.clock.to_dict(),
        "drawn": True,
        "first": recorder.view,
        "opening": recorder.opening,
        "categories": recorder.categories,
        "steps": [],
        "notices": [],
    }


def ending_of(record: MatchRecord) -> dict[str, Any]:
    """The last entry of a live match: how it ended."""
    result = {**record.outcome.to_dict(), "places": list(record.places), "verdicts": list(record.verdicts)}
    return {"over": "finished", "result": result}
