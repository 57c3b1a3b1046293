"""A replay for people: who played, every move with what followed from it, and the score sheet."""

from arena.boards import draw
from arena.cli.games import in_words
from arena.cli.refusals import Refused
from arena.cli.show import print_choices, viewer
from arena.cli.tables import print_sheet
from arena.matches import Move
from arena.replays import Replay, ReplayError, position_at, verify
from arena.text import visible


def print_moves(replay: Replay) -> None:
    """The whole match."""
    for line in heading(replay):
        print(line)
    print()
    for number, move in enumerate(replay.decisions):
        print(clean(told(number, move)))
        for event in followed(move):
            print(clean(f"{'':14}{event}"))
    print()
    for fault in replay.faults:
        print(f"Seat {fault.seat} went out before its decision {fault.number}: {fault.verdict}. A stand-in played on.")
    print_sheet(replay.spec.players, replay.outcome, replay.places)
    print(f"\nProof: {proof(replay)}")


def heading(replay: Replay) -> list[str]:
    """What the match was."""
    spec = replay.spec
    options = ", ".join(f"{name}={in_words(value)}" for name, value in spec.options.items()) or "none"
    players = (f"  seat {seat}: {name or 'anonymous'}" for seat, name in enumerate(spec.players))
    return [
        clean(line)
        for line in (
            f"{replay.game} (rules {replay.rules_version}), {spec.seats} seats, match {spec.match_id or '-'}",
            f"options: {options}; clock: {spec.clock.name}",
            *players,
        )
    ]


def told(number: int, move: Move) -> str:
    """One decision on one line."""
    think = f"  ({move.think_ms / 1000:.1f} s)" if move.think_ms >= 100 else ""
    stand_in = "  (stand-in)" if move.by_stand_in else ""
    return f"{number:>4}  seat {move.seat}  {move.action}{think}{stand_in}"


def followed(move: Move) -> list[str]:
    """The events of a decision, without the decision itself."""
    own = f"{move.seat} {move.action}"
    events = list(move.events)
    if events and events[0] == own:
        events.pop(0)
    return [event.removeprefix("- ") if event.startswith("- ") else f"seat {event}" for event in events]


def proof(replay: Replay) -> str:
    """Whether it is genuine, in a sentence."""
    try:
        verified = verify(replay)
    except ReplayError as wrong:
        return f"BAD, {type(wrong).__name__}: {wrong}"
    return f"{verified.remark}; signed by the key {verified.signer}"


def print_position(replay: Replay, decision: int, seat: str | None) -> None:
    """The position before a decision, and what was chosen in it."""
    if decision > len(replay.decisions):
        raise Refused(f"the match has {len(replay.decisions)} decisions: --at takes 0 to {len(replay.decisions)}")
    state = position_at(replay, decision)
    print(draw(state.view(viewer(state, seat))))
    print()
    print_choices(state)
    if decision < len(replay.decisions):
        print(f"\nChosen: {clean(replay.decisions[decision].action)}")


def clean(text: str) -> str:
    """Nothing that acts: a file from anywhere must not steer the terminal."""
    return visible(text)
