"""The threads in which a bot thinks: one per match, beside the event loop.

The loop stays free while a bot thinks: it answers pings, and notices at once that a match is over. A `choose` that goes on after that
blocks nothing: the next match has another thread.
"""

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue

from arena.sdk.decisions import Decision

log = logging.getLogger("arena.sdk")


class Thinker:
    """The thread of one match; it takes its decisions one after the other."""

    def __init__(self, match_id: str, think: Callable[[Decision], None]) -> None:
        self.match_id = match_id
        self._think = think
        self._waiting: SimpleQueue[Decision | None] = SimpleQueue()
        self._at: Decision | None = None
        """The decision that `choose` is working on."""
        threading.Thread(target=self._run, name=f"match {match_id}", daemon=True).start()

    def ask(self, decision: Decision) -> None:
        """Think about it next."""
        self._waiting.put(decision)

    def end(self) -> None:
        """The match is over: the thread ends as soon as `choose` returns."""
        late = self._at
        if late is not None:
            log.warning(
                "match %s is over, but choose is still thinking about its decision %d: "
                "return when decision.expired is true, or it takes time from the next match",
                self.match_id,
                late.number,
            )
        self._waiting.put(None)

    def _run(self) -> None:
        while (decision := self._waiting.get()) is not None:
            self._at = decision
            self._think(decision)
            self._at = None
