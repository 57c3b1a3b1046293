"""Private notes of bots beside the steps of a match. Only the owners of a bot see its notes, not even admins."""

import gzip
from dataclasses import dataclass

import orjson
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.results.match import notes, replay_file


@dataclass(frozen=True, slots=True)
class NotedStep:
    """A note beside a decision of a finished match."""

    step: int
    """How many decisions had been made after this one: the board beside it shows what the bot had just decided."""
    seat: int
    note: str
    value: float | None
    """The bot's estimate of its position, in its own unit."""


def noted_steps(session: Session, who: Viewer, match_id: int) -> list[NotedStep]:
    """Notes of the viewer's own bots in the order of the match. NotFound until the replay is open. Two statements."""
    body, _ = replay_file(session, who, match_id)
    noted = notes(session, who, match_id)
    if not noted:
        return []
    decisions = orjson.loads(gzip.decompress(body))["decisions"]
    return [
        NotedStep(step, move["seat"], *noted[move["seat"], move["number"]])
        for step, move in enumerate(decisions, 1)
        if (move["seat"], move["number"]) in noted
    ]
