"""An announcement to a million people: what it takes of memory and of the outbox, and how long a page takes."""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import func, select, text

from bot.actions import announcing
from bot.domain.announcement import Step
from bot.store.database import Database
from bot.store.tables.traffic import OutboxRow
from tests.bench.report import Bench, Line

FEW, MANY = 10_000, 1_000_000
PER_SECOND = 28.0
ADMIN = 1
NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
_PEOPLE = text(
    "INSERT INTO person (telegram_id, name, client_language, reachable, met_at) "
    "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < :many) "
    "SELECT i, 'x', 'en', 1, :now FROM n"
)


@dataclass
class _Run:
    """What one announcement took: bytes of memory above the start, rows at most, seconds."""

    memory: int = 0
    rows: int = 0
    counting: float = 0.0
    pages: list[float] = field(default_factory=list)
    sent: int = 0


async def measure(folder: Path) -> Bench:
    """First to few, then to many."""
    few = await asyncio.to_thread(_announce, folder / "few.db", FEW)
    many = await asyncio.to_thread(_announce, folder / "many.db", MANY)
    how = (
        f"An announcement to {many.sent:,} people: pages are posted and counted as in the bot, and what waits is "
        f"marked as sent before the next look; no message leaves. Processor time. Baseline: the same to {few.sent:,}."
    )
    megabyte = 2**20
    lines = (
        Line("memory above the start, at most", many.memory / megabyte, few.memory / megabyte, "MB", "as with few"),
        Line("rows in the outbox, at most", many.rows, few.rows, "rows", "as with few"),
        Line("a look that posts a page, median", _ms(many.pages, 50), _ms(few.pages, 50), "ms", "as with few"),
        Line("a look that posts a page, 99th percentile", _ms(many.pages, 99), _ms(few.pages, 99), "ms", "< 100 ms"),
        Line("counting whom it reaches", many.counting * 1000, few.counting * 1000, "ms"),
    )
    return Bench("An announcement to a million", how, lines)


def _ms(seconds: list[float], percentile: int) -> float:
    return statistics.quantiles(seconds, n=100)[percentile - 1] * 1000


def _announce(file: Path, people: int) -> _Run:
    database = Database(f"sqlite:///{file}", admins=frozenset({ADMIN}))
    database.prepare()
    with database.writing() as store:
        admin = store.people.met(ADMIN, name="Noor", username=None, client_language="en", now=NOW)
        store.session.execute(_PEOPLE, {"many": people, "now": "2026-12-01 12:00:00.000000"})
    run = _Run()
    with database.writing() as store:
        draft = announcing.write(store, "The fair opens on Monday. " * 20, (), by=admin)
        begun = time.thread_time()
        announcing.send(store, draft.id, by=admin, now=NOW)
        run.counting = time.thread_time() - begun
    start, at = _resident(), NOW
    while not _look(database, draft.id, at, run):
        run.memory = max(run.memory, _resident() - start)
        at += timedelta(seconds=announcing.PAGE / PER_SECOND)
    with database.reading() as store:
        run.sent = store.announcements.get(draft.id).tally.sent
    database.close()
    return run


def _look(database: Database, number: int, at: datetime, run: _Run) -> bool:
    """The chore once, then the courier's part; True at the end."""
    begun = time.thread_time()
    with database.writing() as store:
        announcing.carry_on(store, {"announcement": number}, None, at, per_second=PER_SECOND)
    run.pages.append(time.thread_time() - begun)
    with database.writing() as store:
        run.rows = max(run.rows, store.session.scalar(select(func.count()).select_from(OutboxRow)) or 0)
        store.session.execute(text("UPDATE outbox SET state = 'sent' WHERE state = 'waiting'"))
        store.session.execute(text("DELETE FROM outbox WHERE announcement IS NULL"))
        return store.announcements.get(number).step is Step.ENDED


def _resident() -> int:
    """Bytes of memory that this process holds now."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
