"""Messages on their way out: in order, one at a time, and none after the stream broke."""

import asyncio

import pytest

from arena.event_loop import on_loop
from arena.wire.outbox import Outbox


class Stream:
    """Writes that end when the test says so."""

    def __init__(self):
        self.begun, self.told, self.gates = [], [], []

    async def write(self, message):
        self.begun.append(message)
        self.gates.append(asyncio.get_running_loop().create_future())
        await self.gates[-1]


def opened():
    """A stream and its outbox."""
    stream = Stream()
    return stream, Outbox(stream.write, stream.told.append)


async def turn():
    for _ in range(3):
        await asyncio.sleep(0)


def test_messages_are_written_in_order_and_one_at_a_time():
    async def main():
        stream, outbox = opened()
        assert outbox.is_empty
        outbox.put(b"a")
        outbox.put(b"bc")
        await turn()
        assert stream.begun == [b"a"], "one at a time"
        assert (outbox.waiting_bytes, outbox.is_empty) == (3, False)
        stream.gates[0].set_result(None)
        await turn()
        assert (stream.begun, outbox.waiting_bytes, stream.told) == ([b"a", b"bc"], 2, [])
        stream.gates[1].set_result(None)
        await turn()
        assert (outbox.waiting_bytes, outbox.is_empty, stream.told) == (0, True, [None])
        outbox.put(b"d")
        await turn()
        assert stream.begun[-1] == b"d"

    on_loop(main())


@pytest.mark.parametrize("how", ["failed", "cancelled"])
def test_nothing_is_written_once_the_stream_has_broken(how):
    async def main():
        stream, outbox = opened()
        outbox.put(b"a")
        outbox.put(b"b")
        await turn()
        if how == "failed":
            stream.gates[0].set_exception(OSError("gone"))
        else:
            outbox.cancel()
        await turn()
        outbox.put(b"c")
        assert stream.begun == [b"a"]
        assert (outbox.waiting_bytes, outbox.is_empty) == (0, True), "nobody must wait for what can never be sent"
        (told,) = stream.told
        assert isinstance(told, OSError if how == "failed" else asyncio.CancelledError)

    on_loop(main())


def test_what_is_cancelled_before_its_first_turn_is_reported():
    async def main():
        stream, outbox = opened()
        outbox.put(b"a")
        outbox.cancel()
        await turn()
        assert (stream.begun, outbox.waiting_bytes, outbox.is_empty) == ([], 0, True)
        (told,) = stream.told
        assert isinstance(told, asyncio.CancelledError)

    on_loop(main())


def test_what_was_not_begun_can_be_forgotten():
    async def main():
        stream, outbox = opened()
        for message in (b"a", b"bc", b"def"):
            outbox.put(message)
        await turn()
        outbox.clear()
        assert outbox.waiting_bytes == 1
        stream.gates[0].set_result(None)
        await turn()
        assert (stream.begun, outbox.waiting_bytes, stream.told) == ([b"a"], 0, [None])

    on_loop(main())


def test_whoever_sends_waits_until_it_is_written():
    async def main():
        stream, outbox = opened()
        sending = asyncio.ensure_future(outbox.send(b"a"))
        await turn()
        outbox.put(b"b")
        await outbox.send(b"c")  # somebody writes already, and will write this too
        stream.gates[0].set_result(None)
        await turn()
        assert (stream.begun, sending.done()) == ([b"a", b"b"], False)
        for at in (1, 2):
            stream.gates[at].set_result(None)
            await turn()
        await sending
        assert (stream.begun, stream.told) == ([b"a", b"b", b"c"], [None])

    on_loop(main())


def test_whoever_is_cancelled_while_it_sends_is_cancelled():
    async def main():
        stream, outbox = opened()
        sending = asyncio.ensure_future(outbox.send(b"a"))
        await turn()
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        assert (outbox.is_empty, len(stream.told)) == (True, 1)

    on_loop(main())
