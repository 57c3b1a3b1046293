"""The threads in which a bot thinks: one per match, beside the event loop.

The loop stays free while a bot thinks: it answers pings, and notices at once that a match is over. A `choose` that goes on after that
blocks nothing: the next match has another thread.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from arena.sdk.decisions import Decision

log = logging.getLogger("arena.sdk")

QUICK_SECONDS = 0.001
"""The loop waits this long for a bot that answered its last decision as fast: being woken by another thread costs it more."""
Answer = tuple[Decision, bytes | None]


class Thinker:
    """The thread of one match; it takes its decisions one after the other.

    *think* is called in the thread and returns the answer. *notify* is called there too, when an answer is ready that `ask` did not return:
    the loop then fetches it with `answers`.
    """

    def __init__(
        self, match_id: str, think: Callable[[Decision], bytes | None], notify: "Callable[[Thinker], None]"
    ) -> None:
        self.match_id = match_id
        self._think, self._notify = think, notify
        self._decisions: SimpleQueue[Decision | None] = SimpleQueue()
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._is_quick, self._is_awaited = True, False
        self._at: Decision | None = None
        """The decision that `choose` is working on."""
        threading.Thread(target=self._run, name=f"match {match_id}", daemon=True).start()

    def ask(self, decision: Decision) -> list[Answer]:
        """Think about it next. Returns the answers that are ready: its own too if that comes at once."""
        self._is_awaited = self._is_quick
        self._decisions.put(decision)
        if not self._is_awaited:
            return []
        ready = []
        with suppress(Empty):
            ready.append(self._answers.get(timeout=QUICK_SECONDS))
        self._is_awaited = False
        return ready + self.answers()  # what came before that line was not notified

    def answers(self) -> list[Answer]:
        """The answers that `ask` did not return."""
        ready = []
        while not self._answers.empty():
            ready.append(self._answers.get())
        return ready

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
        self._decisions.put(None)

    def _run(self) -> None:
        while (decision := self._decisions.get()) is not None:
            self._at = decision
            begun = time.perf_counter()
            message = self._think(decision)
            self._is_quick = time.perf_counter() - begun < QUICK_SECONDS
            self._at = None
            self._answers.put((decision, message))
            if not self._is_awaited:
                self._notify(self)
