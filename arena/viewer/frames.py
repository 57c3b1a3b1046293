"""A replay as frames: the first view and what each decision changes, for one audience. docs/viewer.md describes the document."""

from collections.abc import Iterator, Sequence
from typing import Any

from arena.narration import sentence
from arena.replays import Diverges, OldRules, Replay, has_current_rules, old_rules_remark
from arena.viewer.audiences import PUBLIC, Audience
from arena.viewer.changes import changes
from engine import Action, Event, Game, State

FORMAT = 1


class Recorder:
    """Turns the steps of one match into frames, one after the other."""

    def __init__(self, state: State, audience: Audience) -> None:
        self._state, self._audience = state, audience
        self._game: Game = state.game
        self._turn = 0
        self._of_turn: tuple[int | None, int] | None = None
        state.record_events()
        self.view = audience.view(state)
        """The view after the last step."""
        self._round = self._round_now()
        self._sheet: list[list[int]] = []
        self.opening = {"round": self._round, "points": self._points(), **self._new_sheet()}

    @property
    def categories(self) -> list[str]:
        """The lines of the score sheet, in its order; empty if the game shows none before the end."""
        sheets = self._state.sheets()
        return list(sheets[0]) if sheets else []

    def decide(self, action: Action) -> dict[str, Any]:
        """Carry out a decision with all that it forces; its frame."""
        seat = self._state.to_act
        self._state.apply(action)
        return self._frame(seat, self._state.take_events())

    def decide_openly(self, action: Action) -> Iterator[dict[str, Any]]:
        """Carry out a decision; a frame for every move that the audience may know of, forced or not.

        Frames by decision tell which moves were not forced, so that a viewer would learn of a choice that only a hidden card allows.
        """
        move: Action | None = action
        while move is not None:
            seat = self._state.to_act
            self._state.apply(move, skip_forced=False)
            events = self._state.take_events()
            if any(self._audience.text(event) for event in events):
                yield self._frame(seat, events)
            legal = self._state.legal_actions()
            move = legal[0] if len(legal) == 1 else None

    def _frame(self, seat: int | None, events: Sequence[Event]) -> dict[str, Any]:
        before = self.view
        self.view = after = self._audience.view(self._state)
        text = self._audience.text(events[0])
        frame = {
            "seat": seat,
            "action": text,
            "words": sentence(self._game.name, text, before, after) if text else "",
            "events": list(self._written(events)),
            "round": self._round,
            "turn": self._turn_of(seat),
            "points": self._points(),
            **self._new_sheet(),
            "changes": changes(before, after),
        }
        self._round = self._round_now()
        return frame

    def _written(self, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            if text := self._audience.text(event):
                yield f"{'-' if event.seat is None else event.seat} {text}"

    def _turn_of(self, seat: int | None) -> int:
        """The number of a run of decisions of one seat in one round, from 1."""
        if (seat, self._round) != self._of_turn:
            self._of_turn, self._turn = (seat, self._round), self._turn + 1
        return self._turn

    def _round_now(self) -> int:
        """How far the match is, as the game counts it; 0 if it counts nothing."""
        return int(self.view.get(self._game.progress, 0))

    def _points(self) -> list[int]:
        field = self._game.open_points
        return [player[field] for player in self.view["players"]] if field else []

    def _new_sheet(self) -> dict[str, Any]:
        """The score sheet by seat and category, if it has changed."""
        sheet = [list(lines.values()) for lines in self._state.sheets()]
        if sheet == self._sheet:
            return {}
        self._sheet = sheet
        return {"sheet": sheet}


def frames(
    replay: Replay, audience: Audience, names: Sequence[str] = (), notices: Sequence[str] = ()
) -> dict[str, Any]:
    """The frames of a match. *names* by seat, if others than the replay has; *notices*: what the arena has to say about the match.

    A match that cannot be played again, because its rules have changed, is shown from its events and says so.
    """
    try:
        drawn = _drawn(replay, audience) if has_current_rules(replay) else _events_only(replay, audience)
        remarks = [] if drawn["drawn"] else [f"This match was {old_rules_remark(replay)}."]
    except Diverges as error:
        drawn, remarks = _events_only(replay, audience), [f"This match cannot be drawn: {error}."]
    return {**_about(replay, audience, names), **drawn, **_ending(replay), "notices": [*notices, *remarks]}


def start(replay: Replay, names: Sequence[str] = ()) -> dict[str, Any]:
    """The public frames of a match before its first step."""
    if not has_current_rules(replay):
        raise OldRules(old_rules_remark(replay))
    return {**_about(replay, PUBLIC, names), **_head(Recorder(replay.spec.first_state(), PUBLIC)), "steps": []}


def open_frames(replay: Replay, names: Sequence[str] = (), notices: Sequence[str] = ()) -> dict[str, Any]:
    """The public frames of a finished match while its set goes on: nothing in them tells what was hidden in it.

    Steps are moves, not decisions, and think times are left out.
    """
    if not has_current_rules(replay):
        raise OldRules(old_rules_remark(replay))
    recorder = Recorder(replay.spec.first_state(), PUBLIC)
    head = _head(recorder)
    parse = replay.spec.rules.parse
    steps = [frame for move in replay.decisions for frame in recorder.decide_openly(parse(move.action))]
    ending = {"faults": [], "result": _result(replay), "notices": list(notices)}
    return {**_about(replay, PUBLIC, names), **head, "steps": steps, **ending}


def _head(recorder: Recorder) -> dict[str, Any]:
    return {"drawn": True, "first": recorder.view, "opening": recorder.opening, "categories": recorder.categories}


def _about(replay: Replay, audience: Audience, names: Sequence[str]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": replay.game,
        "rules_version": replay.rules_version,
        "seats": replay.spec.seats,
        "options": replay.spec.options,
        "audience": audience.name,
        "names": list(names or replay.spec.players),
        "clock": replay.spec.clock.to_dict(),
    }


def _drawn(replay: Replay, audience: Audience) -> dict[str, Any]:
    recorder = Recorder(replay.spec.first_state(), audience)
    head = _head(recorder)
    steps = []
    for number, move in enumerate(replay.decisions):
        try:
            frame = recorder.decide(replay.spec.rules.parse(move.action))
        except Exception as error:
            raise Diverges(f"decision {number} cannot be played again: {error}") from error
        steps.append(_timed(frame, move.think_ms, move.by_stand_in))
    return {**head, "categories": head["categories"] or recorder.categories, "steps": steps}


def _timed(frame: dict[str, Any], ms: int, by_stand_in: bool) -> dict[str, Any]:
    frame["ms"] = ms
    if by_stand_in:
        frame["stand_in"] = True
    return frame


def _events_only(replay: Replay, audience: Audience) -> dict[str, Any]:
    steps = []
    for move in replay.decisions:
        seat, _, public = (move.events or ("",))[0].partition(" ")
        heard = public if seat == str(move.seat) else ""  # otherwise the public heard nothing of the action
        text = move.action if audience.sees_all or audience.seat == move.seat else heard
        frame = {"seat": move.seat, "action": text, "words": text.replace("_", " "), "events": list(move.events)}
        steps.append(_timed(frame, move.think_ms, move.by_stand_in))
    return {"drawn": False, "categories": [], "steps": steps}


def _ending(replay: Replay) -> dict[str, Any]:
    """How seats went out (*step*: how many decisions had been made by then), and the result."""
    faults = [{"seat": fault.seat, "step": fault.made, "verdict": fault.verdict} for fault in replay.faults]
    return {"faults": faults, "result": _result(replay)}


def _result(replay: Replay) -> dict[str, Any]:
    return {**replay.outcome, "places": list(replay.places), "verdicts": list(replay.verdicts)}
