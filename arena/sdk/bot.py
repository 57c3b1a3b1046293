"""What an author writes: a subclass of Bot."""

from collections.abc import Sequence

from arena.sdk.decisions import Decision
from arena.v1.bots_pb2 import MatchResult, MatchStarted, SetResult


class Bot:
    """A bot with its declarations. Only `choose` must be written."""

    version: str = ""
    """The author's version number, shown beside results."""
    games: Sequence[str] = ()
    """Names of the games it plays; empty: every game."""
    matches_at_once: int = 1
    """With more than 1, `choose` is called in several threads at a time."""

    def choose(self, decision: Decision) -> int:
        """The index of the choice in `decision.texts`. Raise `Resign` to give up."""
        raise NotImplementedError

    def on_start(self, match: MatchStarted) -> None:
        """A match begins, or goes on after a lost connection."""

    def on_end(self, result: MatchResult) -> None:
        """A match is over."""

    def on_set_end(self, result: SetResult) -> None:
        """A set is over: the seats of its matches, and the new rating; or it is void (`result.cancelled`, with a reason)."""
