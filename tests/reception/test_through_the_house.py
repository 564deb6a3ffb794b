"""Reception and courier together, over HTTP against the simulator."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from bot.simulator.phone import Phone
from bot.simulator.server import start
from bot.store.database import Database

from . import echo


def said(phone: Phone) -> list[str]:
    return [message["text"] for message in phone.messages() if not message["out"]]


def test_texts_and_taps_are_answered(database: Database) -> None:
    async def go() -> None:
        simulator, stop = await start(), asyncio.Event()
        living = asyncio.create_task(echo.live(simulator.url, database, stop))

        def talk() -> None:
            phone = Phone.create(simulator.url, first_name="Ana")
            phone.says("hello <b>")  # refused as markup, hence sent plain
            phone.sees("hello")
            phone.says("once more")
            phone.sees("once more")
            callback = phone.taps("Again", on="once more")
            assert phone.toast(callback) == "Heard"
            phone.sees("again once more")

        await asyncio.to_thread(talk)
        stop.set()
        await living
        await simulator.stop()

    asyncio.run(asyncio.wait_for(go(), 60))


def test_a_process_killed_again_and_again_answers_everybody_in_order(tmp_path: Path) -> None:
    people, texts = 4, 15

    async def go() -> None:
        simulator = await start()
        phones = [await asyncio.to_thread(Phone.create, simulator.url, first_name="Ana") for _ in range(people)]
        child = await born(simulator.url)
        await first_sign_of(child, lambda: bool(simulator.world.bots))
        for number in range(texts):
            for phone in phones:
                await asyncio.to_thread(phone.says, f"{number:02}")
            if number % 5 == 4:
                child.kill()
                await child.wait()
                child = await born(simulator.url)
        wanted = [f"{number:02}" for number in range(texts)]
        for phone in phones:
            async with asyncio.timeout(30):
                while sorted(set(await asyncio.to_thread(said, phone))) != wanted:
                    await asyncio.sleep(0.05)
            heard = await asyncio.to_thread(said, phone)
            # At most the one message that was on its way at each of the three deaths is there twice.
            assert len(heard) - texts <= 3
            assert heard == sorted(heard)
        child.kill()
        await child.wait()
        await simulator.stop()

    async def born(url: str) -> asyncio.subprocess.Process:
        arguments = [sys.executable, "-m", "tests.reception.echo", url, str(tmp_path / "shoal.db")]
        return await asyncio.create_subprocess_exec(
            *arguments, stderr=subprocess.DEVNULL, cwd=Path(__file__).parents[2]
        )

    asyncio.run(asyncio.wait_for(go(), 120))


async def first_sign_of(child: asyncio.subprocess.Process, sign: Callable[[], bool]) -> None:
    while not sign():
        assert child.returncode is None
        await asyncio.sleep(0.02)
