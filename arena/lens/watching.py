"""One match between equal house bots, and what each seat did in it."""

from collections import Counter
from dataclasses import dataclass, field

from arena.lens.counting import Seen, use_names
from arena.matches import MatchSpec, play
from arena.players import make


@dataclass(frozen=True, slots=True)
class Order:
    """Which match to watch."""

    game: str
    seats: int
    bot: str
    seed: int
    options: dict[str, object] = field(default_factory=dict)


def watch(order: Order) -> Seen:
    """Play the match, and count what each seat did."""
    spec = MatchSpec(order.game, order.seats, options=order.options, seed=order.seed, hidden_seed=order.seed)
    bots = [make(order.bot, order.seed * 10 + seat) for seat in range(order.seats)]
    record = play(spec, bots, strict=True, keep_events=False)
    uses: list[Counter[str]] = [Counter() for _ in range(order.seats)]
    for move in record.decisions:
        uses[move.seat].update(use_names(move.action))
    outcome = record.outcome
    assert outcome is not None
    return Seen(
        seats=order.seats,
        seed=order.seed,
        decisions=len(record.decisions),
        scores=list(record.scores),
        places=list(record.places),
        sheets=[dict(sheet) for sheet in outcome.categories],
        uses=[dict(count) for count in uses],
    )
