"""Matches with a person at the table: no bar, no table of means, but the score sheet of each match."""

from typing import TYPE_CHECKING

from arena.cli import tables
from arena.cli.batch import play_one
from arena.cli.human import Left

if TYPE_CHECKING:
    from arena.series import Order


def sit(order: "Order") -> int:
    """Play the matches one after the other; 1 if the input ended before they did."""
    for pairing in order.pairings():
        shown = ", ".join(f"seat {seat} {order.names[entrant]}" for seat, entrant in enumerate(pairing.entrants))
        print(f"Match {pairing.number + 1} of {order.games}, {order.game}: {shown}")
        try:
            record, _ = play_one(order, pairing)
        except Left as left:
            print(f"{str(left).capitalize()}; the match is not counted.")
            return 0 if left.asked else 1
        if order.save is not None:
            print(f"The replay is in {order.save}.")
        tables.print_sheet(record.spec.players, record.outcome.to_dict(), record.places)
    return 0
