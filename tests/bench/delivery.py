"""From a tap to its answer: what a step costs on Shoal and on other bots, and what an announcement does to replies.

`python -m tests.bench.delivery [short]` measures this alone and prints it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import insert

from bot.screens.press import decode, encode
from bot.screens.presses.buying import ShowPrice
from bot.screens.presses.running import SendAnnouncement, WriteAnnouncement
from bot.store.database import Database
from bot.store.tables.people import PersonRow
from tests.bench.child import cpu_seconds, family, memory, rival, shoal
from tests.bench.messenger import Messenger, api, open_messenger
from tests.bench.rivals import seed
from tests.bench.street import a_draft
from tests.bench.tables import Table, show
from tests.store.postgresql import fresh

ADMIN = 1
NONE = "lexicon"  # nobody searches here: no model is loaded


@dataclass(frozen=True)
class Size:
    """How much is measured. taps: fewer than Shoal says at once in one chat. seconds: of each announcement."""

    people: int = 300
    taps: int = 5
    single: int = 150
    readers: int = 100_000
    seconds: float = 15.0


FULL = Size()
SHORT = Size(people=100, taps=4, single=40, readers=5_000, seconds=6.0)
Step = tuple[str, float, float]  # the bot, seconds of processor time for an update, updates in a second


async def tables(size: Size = FULL) -> list[Table]:
    """Everything, one after the other."""
    load = f"The machine's load when this began: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores."
    with tempfile.TemporaryDirectory(prefix="shoal-bench-") as folder:
        steps = await _steps(Path(folder), size)
        many = await _workers(size)
        quiet, busy, rates = await _announcements(Path(folder), size)
    return [_of_steps(steps, size, load), _of_workers(many), _of_replies(quiet, busy, size), _of_rates(rates, size)]


async def _steps(folder: Path, size: Size) -> list[Step]:
    found = []
    people = range(1000, 1000 + size.people)
    for name, bot, more in (
        ("bare aiohttp and sqlite3", "floor", ()),
        ("aiogram 3, SQLAlchemy over aiosqlite", "aiogram3", ()),
        ("python-telegram-bot's default Application, sqlite3", "ptb", ()),
        ("the same, answering many at once", "ptb", ("all",)),
    ):
        async with open_messenger() as messenger:
            seed(file := folder / f"{bot}{len(found)}.db", people)
            cards = {person: person for person in people}
            found.append((name, *await _crowd(messenger, rival(bot, api(messenger), file, *more), cards, size)))
    url = f"sqlite:///{folder / 'step.db'}"
    async with open_messenger() as messenger:
        cards = _furnish(url, people)
        found.append(
            ("**Shoal on SQLite**", *await _crowd(messenger, shoal(messenger.url, url, search=NONE), cards, size))
        )
    return found


async def _workers(size: Size) -> list[Step]:
    """Shoal on PostgreSQL, in one process and in several; nothing where there is no PostgreSQL."""
    found = []
    for workers in (1, 2, 4):
        async with open_messenger() as messenger:
            try:
                with fresh() as url:
                    cards = _furnish(url, range(1000, 1000 + size.people))
                    bot = shoal(messenger.url, url, workers=workers, search=NONE)
                    found.append((str(workers), *await _crowd(messenger, bot, cards, size)))
            except pytest.skip.Exception:
                return []
    return found


async def _crowd(
    messenger: Messenger, bot: AbstractAsyncContextManager[int], cards: dict[int, int], size: Size
) -> tuple[float, float]:
    """Everybody taps, and taps again as soon as the card has changed."""

    async def taps(person: int) -> None:
        for n in range(1, size.taps + 1):
            await messenger.tap(person, encode(ShowPrice(cards[person], n % 2)))

    async with bot as pid:
        await _rests(messenger, pid)
        await asyncio.gather(*(taps(person) for person in list(cards)[:10]))  # what is loaded at the first use
        others = list(cards)[10:]
        began, used = time.perf_counter(), _cpu(pid)
        await asyncio.gather(*(taps(person) for person in others))
        seconds, used = time.perf_counter() - began, _cpu(pid) - used
    updates = len(others) * size.taps
    print(f"  {1000 * used / updates:.2f} ms an update, {updates / seconds:.0f} updates/s", file=sys.stderr)
    return used / updates, updates / seconds


async def _announcements(folder: Path, size: Size) -> tuple[list[float], list[float], list[list[str]]]:
    """Replies before and during an announcement at 30 a second; and how far announcements use what is allowed."""
    quiet: list[float] = []
    busy: list[float] = []
    rates = []
    for allowed in (30.0, 1000.0):
        url = f"sqlite:///{folder / f'announcing{allowed:.0f}.db'}"
        cards = _furnish(url, range(1000, 1000 + size.single))
        _readers(url, size.readers)
        async with _serving(url, allowed) as (messenger, pid):
            if allowed == 30:
                quiet = await _one_by_one(messenger, cards)
            before, used = memory(pid), _cpu(pid)
            await _announce(messenger)
            sent, began = messenger.said, time.perf_counter()
            meanwhile = asyncio.create_task(_one_by_one(messenger, cards)) if allowed == 30 else None
            await asyncio.sleep(size.seconds)
            seconds, sent = time.perf_counter() - began, messenger.said - sent
            used = _cpu(pid) - used
            if meanwhile is not None:
                busy = await meanwhile
            share = sent / seconds / allowed
            print(f"  {share:.2f} of {allowed:.0f}/s, {messenger.refused} refused", file=sys.stderr)
            rates.append(
                [
                    f"{allowed:.0f}/s",
                    f"{share:.2f}",
                    str(messenger.refused),
                    f"{1000 * used / max(1, sent):.2f} ms",
                    f"{before:.0f} MB",
                    f"{memory(pid):.0f} MB",
                ]
            )
    return quiet, busy, rates


@asynccontextmanager
async def _serving(url: str, allowed: float) -> AsyncIterator[tuple[Messenger, int]]:
    async with (
        open_messenger(allowed) as messenger,
        shoal(messenger.url, url, rate=allowed, admin=ADMIN, search=NONE) as pid,
    ):
        await _rests(messenger, pid)
        yield messenger, pid


async def _announce(messenger: Messenger) -> None:
    """An admin writes to everybody."""
    await messenger.tap(ADMIN, encode(WriteAnnouncement()))
    await messenger.types(ADMIN, "Goods of small firms are on show in Hamburg from Monday on.")
    for _ in range(100):  # the words are shown first, and then what to do with them
        for data in messenger.buttons[ADMIN]:
            if isinstance(decode(data), SendAnnouncement):
                await messenger.tap(ADMIN, data)
                return
        await asyncio.sleep(0.1)
    raise AssertionError("there is no button to send it with")


async def _one_by_one(messenger: Messenger, cards: dict[int, int]) -> list[float]:
    """Seconds until each of some taps was answered, with pauses between."""
    found = []
    for person, draft in cards.items():
        found.append(await messenger.tap(person, encode(ShowPrice(draft, 1))))
        await asyncio.sleep(0.05)
    return sorted(found)


async def _rests(messenger: Messenger, pid: int) -> None:
    """Until the bot has polled and ended what a start leaves to do."""
    await asyncio.wait_for(messenger.polled.wait(), 180)
    for _ in range(60):
        used = _cpu(pid)
        await asyncio.sleep(1.5)
        if _cpu(pid) - used < 0.1:
            return


def _cpu(pid: int) -> float:
    return sum(cpu_seconds(one) for one in family(pid))


def _furnish(url: str, people: Sequence[int]) -> dict[int, int]:
    """Shoal's database with people who have a draft and its card; the number of the draft of each."""
    with _open(url) as database, database.writing() as store:
        drafts = {}
        for n in people:
            named = f"Buyer {n}"
            now = datetime.now(UTC)
            person = store.people.met(n, name=named, username=None, client_language="en", now=now)
            store.people.speaks(person.id, "en")
            drafts[n] = store.inquiries.add(a_draft(person.id)).id
            store.outbox.remember_card(n, f"draft:{drafts[n]}", 1)
        return drafts


def _readers(url: str, count: int) -> None:
    """People who can be reached, and the admin."""
    now = datetime.now(UTC)
    ids = (ADMIN, *range(1_000_000, 1_000_000 + count))
    rows = [{"telegram_id": n, "name": f"Buyer {n}", "language": "en", "reachable": True, "met_at": now} for n in ids]
    with _open(url) as database, database.writing() as store:
        store.session.execute(insert(PersonRow), rows)


@contextmanager
def _open(url: str) -> Iterator[Database]:
    database = Database(url)
    database.prepare()
    yield database
    database.close()


def _of_steps(steps: list[Step], size: Size, load: str) -> Table:
    floor = steps[0][1]
    rows = [
        [name, f"{1000 * cpu:.2f} ms", f"{cpu / floor:.1f}", f"{1 / cpu:.0f}", f"{a_second:.0f}"]
        for name, cpu, a_second in steps
    ]
    header = ["bot", "processor time for an update", "times the floor", "updates a second on one core", "seen here"]
    notes = (
        f"{size.people} people tap a button that changes their card, {size.taps} times each, and tap again as soon as "
        "it has changed: each bot reads the person and their draft, writes the choice, answers the tap and edits the "
        "card with its button. Only Shoal stores the update before it is confirmed and the reply before it is sent, "
        "so that neither is lost. One local messenger serves all; its processor time is not counted, but it shares "
        f"the machine, which the last column shows. {load}\n"
    )
    return "What a step costs", header, rows, notes


def _of_workers(found: list[Step]) -> Table:
    rows = [[name, f"{1000 * cpu:.2f} ms", f"{a_second:.0f}"] for name, cpu, a_second in found]
    notes = f"The same crowd. The database's own time is not counted; all share {os.cpu_count()} cores.\n"
    return "Several processes on PostgreSQL", ["processes", "processor time for an update", "updates/s"], rows, notes


def _of_replies(quiet: list[float], busy: list[float], size: Size) -> Table:
    rows = [
        [name, *(f"{1000 * times[min(len(times) - 1, len(times) * p // 100)]:.0f} ms" for p in (50, 95, 99))]
        for name, times in (("nothing else to do", quiet), ("an announcement is on its way at 30/s", busy))
    ]
    notes = f"{size.single} taps, one after the other; {size.readers} people are to read the announcement.\n"
    return "How long a reply takes", ["while", "median", "95th percentile", "99th percentile"], rows, notes


def _of_rates(rows: list[list[str]], size: Size) -> Table:
    header = [
        "allowed",
        "share used",
        "refused (429)",
        "processor time for a message",
        "memory before",
        "memory after",
    ]
    notes = (
        f"{size.seconds:.0f} seconds of an announcement to {size.readers} people; "
        "more than allowed is refused. No model for searching is loaded.\n"
    )
    return "Announcements", header, rows, notes


if __name__ == "__main__":
    show(asyncio.run(tables(SHORT if "short" in sys.argv[1:] else FULL)))
