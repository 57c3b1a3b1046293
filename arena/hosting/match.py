"""A match between bots on streams and players in this process, driven on the event loop.

No task or thread belongs to a match: the answer of one bot moves the match on, which asks the next. Players in this process
think in a thread pool, so that they hold up no other match.

Bots are reached through a `Relay`: the connections of a gateway in the same process, or a worker's relay through Redis.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Protocol

from arena.matches import (
    Answer,
    Ask,
    Fault,
    Journal,
    MatchRecord,
    MatchSpec,
    MatchVoid,
    Player,
    answer,
    steps,
)
from arena.matches.spec import About
from arena.v1.bots_pb2 import MatchResult, MatchStarted
from arena.wire import Question, question
from arena.wire.messages import RatingChange, broken_off, result, started


class Listener(Protocol):
    """The match's side: hears what its bots did. Called on the event loop, never from inside `Relay.ask`."""

    def answered(self, seat: int, answer: Answer) -> None:
        """The pending question of that seat is answered, or its time ran out."""
        ...

    def resigned(self, seat: int) -> None:
        """A seat gives up while no question is put to it."""
        ...


class Relay(Protocol):
    """The bots' side."""

    def join(self, bot_id: str, started: MatchStarted, listener: Listener) -> None:
        """Seat the bot in a match; it hears of it at once, or when it dials in."""
        ...

    def ask(self, bot_id: str, question: Question) -> None:
        """Put a question; its clock starts now. The answer goes to the match's listener."""
        ...

    def leave(self, bot_id: str, result: MatchResult) -> None:
        """The match is over for this bot; a pending question is withdrawn."""
        ...


class HostedMatch:
    """One running match. Await `done` for its record; a void match raises."""

    def __init__(
        self,
        spec: MatchSpec,
        seats: Sequence[str | Player],
        relay: Relay,
        *,
        journal: Journal | None = None,
        about: About | None = None,
        names: Sequence[str] = (),
        max_seconds: float | None = None,
        keep_events: bool = True,
        threads: Executor | None = None,
        hold_results: bool = False,
        think: Callable[[Ask, Player], Answer] = answer,
    ) -> None:
        self.spec = spec
        self.seats = tuple(seats)
        """Per seat: the id of a bot, or a player in this process."""
        self.about = about or About()
        self.names = names or tuple(name for name in spec.players if name)
        """The names of the seats, sent when the match is over, unless its seats are anonymous."""
        self._hold_results = hold_results
        self._think = think
        """How a player in this process is asked."""
        self._relay = relay
        self._loop = asyncio.get_running_loop()
        self._threads = threads
        self._steps = steps(spec, journal=journal, keep_events=keep_events)
        self._asked: Ask | None = None
        self._overdue = None if max_seconds is None else self._loop.call_later(max_seconds, self._too_long, max_seconds)
        self.done: asyncio.Future[MatchRecord] = self._loop.create_future()

    @property
    def asked(self) -> Ask | None:
        """The question that is open, with the position it is about."""
        return self._asked

    def start(self, absent: Sequence[int] = ()) -> None:
        """Seat everybody and ask the first decision; *absent* seats forfeit."""
        self._go_on(lambda: self._seated(absent))

    def _seated(self, absent: Sequence[int]) -> Ask:
        for seat, bot in enumerate(self.seats):
            if isinstance(bot, str) and seat not in absent:
                self._relay.join(bot, started(self.spec, seat, self.about), self)
        ask = next(self._steps)
        for seat in absent:
            ask = self._steps.send(Fault("forfeit", "the bot was not there at the start", seat=seat))
        return ask

    def answered(self, seat: int, answer: Answer) -> None:
        """What the asked seat chose, or why it is out."""
        if self._asked is None or self._asked.seat != seat or self.done.done():
            return
        self._go_on(lambda: self._steps.send(answer))

    def _go_on(self, step: Callable[[], Ask]) -> None:
        """Take a step of the match, and put the question that it leads to."""
        try:
            ask = step()
        except StopIteration as over:
            self._finish(over.value)
        except Exception as error:
            self.cancel(error)
        else:
            self._put(ask)

    def _is_put(self, ask: Ask) -> bool:
        """Whether that very question was put to its seat already: another seat went out meanwhile."""
        return self._asked is not None and (self._asked.seat, self._asked.number) == (ask.seat, ask.number)

    def resigned(self, seat: int) -> None:
        """A seat gives up without having seen a question: perhaps one is on its way to it, perhaps another seat thinks."""
        if self._asked is not None and not self.done.done():
            self._go_on(lambda: self._steps.send(Fault("resigned", "the bot gave up", seat=seat)))

    def cancel(self, why: BaseException) -> None:
        """Break the match off: it does not count."""
        if self.done.done():
            return
        self._steps.close()
        self._disarm()
        for seat, bot in enumerate(self.seats):
            if isinstance(bot, str):
                self._relay.leave(bot, broken_off(self.spec, seat, self.about))
        self.done.set_exception(why)

    def abandon(self, why: BaseException) -> None:
        """Stop playing without a message to the bots: another attempt goes on from the journal."""
        if not self.done.done():
            self._steps.close()
            self._disarm()
            self.done.set_exception(why)

    def _put(self, ask: Ask) -> None:
        is_put, self._asked = self._is_put(ask), ask
        if is_put:
            return
        bot = self.seats[ask.seat]
        if isinstance(bot, str):
            self._relay.ask(bot, question(self.spec.match_id, ask))
        else:
            thinking = self._loop.run_in_executor(self._threads, self._think, ask, bot)
            thinking.add_done_callback(lambda thought: self._thought(ask.seat, thought))

    def _thought(self, seat: int, thought: asyncio.Future[Answer]) -> None:
        if thought.cancelled():
            return
        broken = thought.exception()
        if broken is None:
            self.answered(seat, thought.result())
        else:
            self.cancel(broken)

    def send_results(
        self,
        record: MatchRecord,
        page: str = "",
        rating_changes: Mapping[int, RatingChange] | None = None,
        *,
        is_set_over: bool = False,
    ) -> None:
        """Send every bot its result, with the *rating_changes* by seat if they are known.

        This happens when the match ends, unless results are held, for example until they are recorded. Anonymous seats are named once
        the whole set is over.
        """
        names = self.names if is_set_over or not self.about.anonymous else ()
        for seat, bot in enumerate(self.seats):
            if isinstance(bot, str):
                change = (rating_changes or {}).get(seat)
                self._relay.leave(bot, result(record, seat, self.about, names, page, change))

    def _finish(self, record: MatchRecord) -> None:
        self._disarm()
        if not self._hold_results:
            self.send_results(record)
        if not self.done.done():
            self.done.set_result(record)

    def _disarm(self) -> None:
        if self._overdue is not None:
            self._overdue.cancel()

    def _too_long(self, max_seconds: float) -> None:
        self.cancel(MatchVoid(f"the match took longer than its maximum of {max_seconds:g} s"))
