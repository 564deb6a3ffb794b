"""`make soak`: SOAK_MINUTES=30 DATABASE=sqlite|postgresql of steady talk, without trouble: does anything grow?

Fails if after a warm-up of a third of the time a process's memory grows by more than a megabyte a minute, if it holds
more open files, or if a table grows that keeps no history.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sqlalchemy import inspect, text

from tests.chaos.__main__ import database
from tests.chaos.run import MOST_AT_ONCE, Town, lives, settled

EVERY = 5.0  # seconds between two looks
SIZE = 60
# What people agreed on and said, and the two queues, which are swept after days.
HISTORY = frozenset({"inquiry", "lead", "quote", "question", "inbox", "outbox", "card"})
MOST_MEMORY, MOST_FILES, MOST_ROWS = 1.0, 10, 50  # megabytes a minute; files; rows more than in the warm-up


@dataclass(frozen=True)
class Look:
    """One look: minutes since the beginning, megabytes and open files of the largest process, rows of each table."""

    at: float
    memory: float
    files: int
    rows: dict[str, int]


def look(town: Town, begun: float) -> Look:
    """How things stand now (Linux: /proc)."""
    memory, files = 0.0, 0
    for process in town.house.workers:
        status = Path(f"/proc/{process}/status").read_text()
        resident = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
        memory = max(memory, int(resident) / 1024)
        files = max(files, len(os.listdir(f"/proc/{process}/fd")))  # noqa: PTH208 - a path for each of them would cost more than it counts
    return Look((time.monotonic() - begun) / 60, memory, files, _rows(town))


def _rows(town: Town) -> dict[str, int]:
    """The rows of each table, and those that wait or are on their way in the queues."""
    with town.books.connect() as connection:
        counts = {name: f"SELECT count(*) FROM {name}" for name in inspect(connection).get_table_names()}
        counts["outbox that waits"] = "SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending')"
        counts["updates that wait"] = "SELECT count(*) FROM inbox WHERE state = 'waiting' AND kind = 'update'"
        return {name: connection.execute(text(query)).scalar() or 0 for name, query in counts.items()}


def slope(looks: Sequence[Look]) -> float:
    """Megabytes a minute: the straight line through what was seen (least squares)."""
    middle, mean = sum(one.at for one in looks) / len(looks), sum(one.memory for one in looks) / len(looks)
    spread = sum((one.at - middle) ** 2 for one in looks)
    return sum((one.at - middle) * (one.memory - mean) for one in looks) / spread


def grown(looks: Sequence[Look]) -> list[str]:
    """What grows that should not."""
    warm, later = looks[: len(looks) // 3], looks[len(looks) // 3 :]
    found = []
    if (per_minute := slope(later)) > MOST_MEMORY:
        found.append(f"memory grows by {per_minute:.1f} MB a minute")
    if (more := later[-1].files - max(one.files for one in warm)) > MOST_FILES:
        found.append(f"{more} more files are open")
    for table in later[-1].rows.keys() - HISTORY:
        if (more := later[-1].rows[table] - max(one.rows.get(table, 0) for one in warm)) > MOST_ROWS:
            found.append(f"{table} has {more} rows more")
    return found


async def soak(folder: Path, *, url: str, workers: int, minutes: float) -> tuple[list[Look], int]:
    """What was seen, after how many conversations."""
    looks: list[Look] = []
    say = partial(print, flush=True)
    async with settled(folder, url=url, workers=workers, size=SIZE, seed=1, say=say) as town:
        begun = time.monotonic()

        async def watch() -> None:
            while True:
                await asyncio.sleep(EVERY)
                looks.append(seen := await asyncio.to_thread(look, town, begun))
                if len(looks) % 6 == 0:
                    rows = sum(seen.rows[table] for table in HISTORY)
                    say(f"{seen.at:.1f} min: {town.told.conversations} conversations, {seen.memory:.0f} MB, "
                        f"{seen.files} files, {rows} rows of history")  # fmt: skip

        await lives(town, most=MOST_AT_ONCE // 2, enough=lambda: time.monotonic() - begun > minutes * 60, beside=watch)
        await town.rests()
        return looks, town.told.conversations


def main() -> int:
    """Soak, and say in the last line what grew."""
    minutes = float(os.environ.get("SOAK_MINUTES", "30"))
    name = os.environ.get("DATABASE", "sqlite")
    with tempfile.TemporaryDirectory(prefix="shoal-soak-") as folder, database(name) as (url, workers):
        looks, conversations = asyncio.run(soak(Path(folder), url=url, workers=workers, minutes=minutes))
    found, later = grown(looks), looks[len(looks) // 3 :]
    print(
        f"{name}, {minutes:g} minutes, {conversations} conversations: memory {later[0].memory:.0f} to "
        f"{later[-1].memory:.0f} MB ({slope(later):+.2f} MB a minute), files {later[0].files} to {later[-1].files}"
    )
    print("; ".join(found) or "nothing grew")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
