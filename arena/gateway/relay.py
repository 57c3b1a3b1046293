"""What a match needs from whoever holds the bots' streams.

The hub of a gateway in the same process is one (matches and streams share an event loop); one that goes through Redis can
take its place without the match noticing.
"""

from typing import Protocol

from arena.matches import Answer
from arena.v1.bots_pb2 import MatchResult, MatchStarted
from arena.wire import Question


class Listener(Protocol):
    """The match's side: told what its bots did. Called on the event loop, never from inside `Relay.ask`."""

    def answered(self, seat: int, answer: Answer) -> None:
        """The pending question of that seat is answered, or its time ran out."""
        ...

    def resigned(self, seat: int) -> None:
        """A seat that is not asked anything gives up."""
        ...


class Relay(Protocol):
    """The bots' side."""

    def join(self, bot_id: str, started: MatchStarted, listener: Listener) -> None:
        """The bot sits in a match from now on; it is told at once, or when it dials in."""
        ...

    def ask(self, bot_id: str, question: Question) -> None:
        """Put a question; its clock starts now. The answer goes to the match's listener."""
        ...

    def leave(self, bot_id: str, result: MatchResult) -> None:
        """The match is over for this bot; a pending question is withdrawn."""
        ...
