"""Work that begins at once, and tasks that are cancelled until they end."""

import asyncio

import pytest

from arena.wire.loops import Begun, cancelled, on_loop


def test_work_begins_at_once_and_goes_on_when_what_it_waits_for_is_there():
    async def main():
        done, gate, ended = [], asyncio.get_running_loop().create_future(), asyncio.Event()

        async def work():
            done.append("begun")
            done.append(await gate)
            await asyncio.sleep(0)
            done.append("turned")
            await asyncio.sleep(0.001)
            ended.set()

        Begun(work())
        assert done == ["begun"], "before the loop has had a turn"
        gate.set_result("there")
        await ended.wait()
        assert done == ["begun", "there", "turned"]

    on_loop(main())


def test_work_that_waits_for_nothing_is_done():
    async def main():
        done = []

        async def work():
            done.append(1)

        Begun(work()).cancel()
        assert done == [1]

    on_loop(main())


@pytest.mark.parametrize("how", ["cancelled", "failed"])
def test_work_is_told_how_its_wait_ended(how):
    async def main():
        seen, gate = asyncio.get_running_loop().create_future(), asyncio.get_running_loop().create_future()

        async def work():
            try:
                await gate
            except asyncio.CancelledError:
                seen.set_result("cancelled")
            except OSError as wrong:
                seen.set_result(str(wrong))

        begun = Begun(work())
        if how == "cancelled":
            begun.cancel()
        else:
            gate.set_exception(OSError("failed"))
        assert await seen == how

    on_loop(main())


def test_a_lost_cancellation_is_made_again():
    async def main():
        lost = 0

        async def deaf_at_first():
            nonlocal lost
            while True:
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    lost += 1
                    if lost == 2:
                        raise

        task = asyncio.get_running_loop().create_task(deaf_at_first())
        await asyncio.sleep(0)
        await cancelled([task])
        assert task.cancelled()

    on_loop(main())
