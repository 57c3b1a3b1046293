"""What the bots of a table set are sent once its last match is recorded: who sat where, and what became of their ratings."""

from collections.abc import Iterator, Mapping

from arena.storage.claims import Claim
from arena.storage.results import Recorded
from arena.wire.welcomes import SEASON_NEWS, Standing, notice, set_result


def standings_of(claim: Claim, done: Recorded | None) -> dict[int, Standing]:
    """By seat, if the match was the last of a rated set."""
    if done is None:
        return {}
    return {
        number: Standing(done.ratings[seat.bot_id] / 1000, done.changes[seat.bot_id] / 1000)
        for number, seat in enumerate(claim.seats)
        if seat.bot_id in done.changes
    }


def set_frames(claim: Claim, done: Recorded, standings: Mapping[int, Standing]) -> Iterator[tuple[str, bytes]]:
    """Bots and what each is sent, in order."""
    for number, seat in enumerate(claim.seats):
        if seat.house is not None:
            continue
        standing = standings.get(number)
        yield str(seat.bot_id), set_result(claim.about, claim.spec.game, done.names, standing)
        if standing is not None:
            where = f" in {claim.about.season}" if claim.about.season else ""
            text = f"Set rated{where}: {standing.change:+.1f} points, now {standing.rating:.1f}."
            yield str(seat.bot_id), notice(SEASON_NEWS, text)
