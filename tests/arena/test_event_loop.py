"""Tasks that are cancelled until they end."""

import asyncio

from arena.event_loop import cancelled, on_loop


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
