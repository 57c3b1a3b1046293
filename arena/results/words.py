"""A match as a sentence: `shinobi beat ronin 151 to 131`. For lists, feeds and titles."""

from collections.abc import Callable, Iterator, Sequence

from arena.matches.running import DISCONNECTED, FORFEIT, ILLEGAL, RESIGNED, TIMEOUT
from arena.results.queries import MatchLine, SeatLine
from arena.wording import seat_name

WHY = {
    TIMEOUT: "ran out of time",
    DISCONNECTED: "lost its connection",
    ILLEGAL: "made an illegal choice",
    RESIGNED: "gave up",
    FORFEIT: "did not come",
}
"""What a seat that faulted did, after its name."""


def in_words(match: MatchLine) -> str:
    """The whole sentence, without a full stop."""
    return "".join(words for words, _ in pieces(match))


def pieces(match: MatchLine) -> list[tuple[str, str]]:
    """The sentence in pieces: words, and the bot they name or nothing. Unnamed players are called by their seats."""
    seats = match.by_place
    if not seats or any(seat.place is None for seat in seats):
        return [*_listed(seats, _nothing), (" at the table", "")]
    if len(seats) == 1:
        score = "" if seats[0].score is None else f" scored {seats[0].score}"
        return [_name(seats[0]), (score or " finished", "")]
    first = [seat for seat in seats if seat.place == seats[0].place]
    others = list(seats[len(first) :])
    if len(first) > 1:
        tied = " tied" if first[0].score is None else f" tied at {first[0].score}"
        return [*_listed(first, _nothing), (tied, ""), *_ahead(others)]
    if len(others) == 1:
        return [_name(first[0]), *_duel(first[0], others[0])]
    won = " won" if first[0].score is None else f" won with {first[0].score}"
    return [_name(first[0]), (won, ""), *_ahead(others)]


def _duel(winner: SeatLine, loser: SeatLine) -> Iterator[tuple[str, str]]:
    yield " beat ", ""
    yield _name(loser)
    if loser.verdict in WHY:
        yield f", which {WHY[loser.verdict]}", ""
    elif winner.score is not None and loser.score is not None:
        # The same score is decided by the game's tie-break, which the figures would hide.
        yield f" {winner.score} to {loser.score}" + (" on the tie-break" if winner.score == loser.score else ""), ""


def _ahead(others: Sequence[SeatLine]) -> Iterator[tuple[str, str]]:
    if others:
        yield ", ahead of ", ""
        yield from _listed(others, _aside)


def _aside(seat: SeatLine) -> str:
    if seat.verdict in WHY:
        return f" ({WHY[seat.verdict]})"
    return "" if seat.score is None else f" ({seat.score})"


def _listed(seats: Sequence[SeatLine], aside: Callable[[SeatLine], str]) -> Iterator[tuple[str, str]]:
    for at, seat in enumerate(seats):
        if at:
            yield " and " if at == len(seats) - 1 else ", ", ""
        yield _name(seat)
        if after := aside(seat):
            yield after, ""


def _name(seat: SeatLine) -> tuple[str, str]:
    return (seat.bot, seat.bot) if seat.bot else (seat_name(seat.seat), "")


def _nothing(_: SeatLine) -> str:
    return ""
