"""Verdicts on conduct, and the places they lead to."""

from collections.abc import Mapping, Sequence

from engine.core.outcome import places as ranked

FINISHED = "finished"
TIMEOUT = "timeout"
DISCONNECTED = "disconnected"
ILLEGAL = "illegal"
RESIGNED = "resigned"
FORFEIT = "forfeit"

FAULTS: dict[str, str] = {
    TIMEOUT: "connected, but its time ran out",
    DISCONNECTED: "away when its time ran out",
    ILLEGAL: "answered with something that is no legal choice",
    RESIGNED: "gave up",
    FORFEIT: "absent at the start",
}
"""Every verdict but `finished`, with its meaning. The list is closed."""


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
