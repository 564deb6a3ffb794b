"""Many people tap at once: how many updates a second, and how much processor time for each?"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.simulator.server import start
from tests.bench.child import cpu_seconds, raw, shoal
from tests.bench.report import Bench, Line
from tests.bench.street import Street

# Fewer taps a person than Shoal says at once in one chat; beyond, it keeps to one message a second as Telegram asks.
PEOPLE, TAPS = 300, 5


async def measure(folder: Path) -> Bench:
    """Both bots get the same crowd."""
    ours_rate, ours_cpu = await _crowd(folder / "load.db", shoal)
    raw_rate, raw_cpu = await _crowd(folder / "load_raw.db", raw)
    how = (
        f"{PEOPLE} people tap a button that changes their card, {TAPS} times each, and tap again as soon as it has "
        "changed. The messenger and the people share the machine with the bot. Baseline: the same raw bot as above."
    )
    lines = (
        Line("updates answered in a second", ours_rate, raw_rate, "/s"),
        Line("processor time for an update", 1000 * ours_cpu, 1000 * raw_cpu, "ms"),
    )
    return Bench("Under load", how, lines)


async def _crowd(database: Path, bot: Callable[[str, Path], AbstractAsyncContextManager[int]]) -> tuple[float, float]:
    """Updates a second, and seconds of processor time for each."""
    simulator = await start()
    street = Street(simulator, database, PEOPLE)

    async def person(n: int) -> None:
        for _ in range(TAPS):
            await street.tap(n)

    async with bot(simulator.url, database) as pid:
        await street.rests()
        begun, used = time.perf_counter(), cpu_seconds(pid)
        await asyncio.gather(*(person(n) for n in range(PEOPLE)))
        seconds, used = time.perf_counter() - begun, cpu_seconds(pid) - used
    await simulator.stop()
    return PEOPLE * TAPS / seconds, used / (PEOPLE * TAPS)
