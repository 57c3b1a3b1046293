"""The final stage: the top of an earlier stage plays a decider, from zero."""

from collections.abc import Sequence

from arena.leagues.round_robin import round_robin


def finalists(standing: Sequence[str], top: int, seats: int) -> tuple[str, ...]:
    """Who is in the final."""
    if top < seats:
        raise ValueError(f"a final of {top} does not fill a table of {seats}")
    if len(standing) < top:
        raise ValueError(f"a final of {top} needs as many entries; there are {len(standing)}")
    return tuple(standing[:top])


def rounds(
    standing: Sequence[str], top: int, seats: int, repeats: int = 1, *, sets: bool = True
) -> list[list[tuple[str, ...]]]:
    """The rounds of the final: one table again and again, or a round robin where more qualify than sit at a table."""
    names = finalists(standing, top, seats)
    design = round_robin(top, seats, repeats, sets=sets)
    return [[tuple(names[at] for at in table) for table in row] for row in design.rounds]
