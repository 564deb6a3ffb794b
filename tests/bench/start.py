"""From the start of the process to the answer to somebody who has been waiting."""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from bot.demo.people import CATALOGUE
from bot.simulator import acts
from bot.simulator.server import start
from bot.simulator.world import World
from bot.store.database import Database
from tests.bench.child import ROOT, shoal
from tests.bench.report import Bench, Line

TIMES = 5
IMPORTS = "import telegram, aiohttp, sqlalchemy"


async def measure(folder: Path) -> Bench:
    """Start both in turn, a few times; the median counts."""
    database = folder / "start.db"
    firms = _with_catalogue(database)
    simulator = await start()
    ours, bare = [], []
    for _ in range(TIMES):
        bare.append(await _bare())
        ours.append(await _answer(simulator.world, simulator.url, database))
    await simulator.stop()
    how = (
        f"`python -m bot serve` over a database with {firms} firms, as in the demo, while a `/start` waits for it; "
        f"the median of {TIMES} starts. Baseline: `python -c '{IMPORTS}'` alone."
    )
    line = Line("from process start to the first reply", statistics.median(ours), statistics.median(bare), "s", "< 3 s")
    return Bench("Start to answering", how, (line,))


def _with_catalogue(file: Path) -> int:
    """A database as a bot leaves it that has served before: firms, products, and what the model knows of them."""
    url = f"sqlite:///{file}"
    given = os.environ | {"PYTHONPATH": str(ROOT), "DATABASE_URL": url, "LOG_LEVEL": "ERROR"}
    for words in (["import", *map(str, sorted(CATALOGUE.glob("*.jsonl")))], ["search", "bottle"]):
        subprocess.run(
            [sys.executable, "-m", "bot", *words], check=True, capture_output=True, env=given, cwd=file.parent
        )
    database = Database(url)
    with database.reading() as store:
        firms = sum(store.suppliers.counts().values())
    database.close()
    return firms


async def _bare() -> float:
    begun = time.perf_counter()
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", IMPORTS)
    await child.wait()
    return time.perf_counter() - begun


async def _answer(world: World, url: str, database: Path) -> float:
    person = world.add_person(first_name="Ana", language_code="en")
    chat = world.private_chat(person)
    acts.starts(world, world.bot, chat, person, "")
    begun = time.perf_counter()
    async with shoal(url, database):
        while not any(message.by_bot for message in chat.messages.values()):
            await asyncio.sleep(0.002)
        return time.perf_counter() - begun
