"""One tap at a time on a bot that has nothing else to do: how long until it answers?"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.simulator.server import start
from tests.bench.child import raw, shoal
from tests.bench.report import Bench, Line
from tests.bench.street import Street

PEOPLE, TAPS, WARM = 100, 400, 50


async def measure(folder: Path) -> Bench:
    """Both bots get the same taps, with pauses in which they fall idle."""
    ours = await _times(folder / "reply.db", shoal)
    baseline = await _times(folder / "reply_raw.db", raw)
    how = (
        f"{TAPS} taps one after the other, each on a button that changes its card; from the tap's arrival in the "
        "messenger to the call of `editMessageText`. Baseline: a bot of bare aiohttp that polls, writes one row with "
        "sqlite3 and makes the same two calls."
    )
    aims = {50: "", 95: "< 50 ms", 99: ""}
    lines = tuple(
        Line(f"tap to reply, {p}th percentile", 1000 * _at(ours, p), 1000 * _at(baseline, p), "ms", aim)
        for p, aim in aims.items()
    )
    return Bench("A reply to a tap", how, lines)


async def _times(
    database: Path, bot: Callable[[str, Path], AbstractAsyncContextManager[int]], chance: int = 1
) -> list[float]:
    simulator = await start()
    street = Street(simulator, database, PEOPLE)
    pause = random.Random(chance)
    found = []
    async with bot(simulator.url, database):
        await street.rests()
        for n in range(WARM + TAPS):
            found.append(await street.tap(n % PEOPLE))
            await asyncio.sleep(pause.uniform(0.01, 0.03))
    await simulator.stop()
    return sorted(found[WARM:])


def _at(times: list[float], percent: int) -> float:
    return times[min(len(times) - 1, len(times) * percent // 100)]
