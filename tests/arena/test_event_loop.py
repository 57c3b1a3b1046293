"""Tasks that are cancelled until they end, and tasks that nobody waits for."""

import asyncio
import gc
import subprocess
import sys
import weakref

from arena.event_loop import Tasks, cancelled, on_loop


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


def test_a_task_that_nobody_waits_for_is_kept_until_it_is_done():
    async def main():
        tasks, waited_for, done = Tasks(), [], []

        async def work():
            future = asyncio.get_running_loop().create_future()
            waited_for.append(weakref.ref(future))
            await future
            done.append(True)

        tasks.start(work())
        await asyncio.sleep(0)
        gc.collect()  # would take task and future: the loop knows of neither
        waited_for[0]().set_result(None)
        await asyncio.wait(tasks)
        await asyncio.sleep(0)
        assert (done, len(tasks)) == ([True], 0)

    on_loop(main())


FAILING = """
import asyncio, logging
from arena.event_loop import on_loop, vital

async def main():
    vital(asyncio.sleep(3600)).cancel()
    await asyncio.sleep(0.01)
    print("a cancelled one ends nothing", flush=True)
    vital(asyncio.wait_for(asyncio.sleep(3600), 0))
    await asyncio.sleep(3600)

on_loop(main())
"""


def test_a_process_whose_vital_task_fails_ends_and_says_why():
    ended = subprocess.run([sys.executable, "-c", FAILING], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert ended.stdout == "a cancelled one ends nothing\n"
    assert "others take over" in ended.stderr
    assert "TimeoutError" in ended.stderr
