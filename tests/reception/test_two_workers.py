"""Two processes that work on one inbox: slow work is kept by a lease, and taken over when its process is dead."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest

from bot.reception import workers
from bot.reception.workers import Chore, Worker
from bot.store.database import Database
from bot.store.store import Store
from tests.store import postgresql

from .conftest import Clock


class Process:
    """A worker with a database and a writing thread of its own; its slow chore waits until it may go on."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.database, self.clock = Database(url), clock
        self.writer = ThreadPoolExecutor(1)
        self.began, self.may_end = threading.Event(), threading.Event()
        self.recorded = 0
        slow = Chore(self._record, self._prepare)
        self.worker = Worker(
            self.database,
            lambda *_: None,
            {"slow": slow},
            writer=self.writer,
            committed=lambda: None,
            sorry=lambda *_: None,
            clock=clock,
        )

    def _prepare(self, database: Database, payload: dict[str, Any], now: datetime) -> None:
        self.began.set()
        assert self.may_end.wait(20)

    def _record(self, store: Store, payload: dict[str, Any], prepared: None, now: datetime) -> None:
        self.recorded += 1

    def starts(self) -> None:
        self.running = asyncio.create_task(self.worker.run())

    async def stops(self) -> None:
        self.worker.stop()
        await self.running

    def closes(self) -> None:
        self.may_end.set()
        self.writer.shutdown()
        self.database.close()


@pytest.fixture
def two(clock: Clock) -> Iterator[tuple[Process, Process]]:
    with postgresql.fresh() as url:
        processes = Process(url, clock), Process(url, clock)
        with processes[0].database.writing() as store:
            store.inbox.add_chore("slow", {}, lane="inquiry:7", due=clock())
        yield processes
        for process in processes:
            process.closes()


async def becomes(true: Callable[[], bool], *woken: Process) -> None:
    while not true():
        for process in woken:
            process.worker.wake()
        await asyncio.sleep(0.02)


async def looks(process: Process) -> None:
    for _ in range(10):
        process.worker.wake()
        await asyncio.sleep(0.02)


def at(go: Any) -> None:
    asyncio.run(asyncio.wait_for(go(), 30))


def test_slow_work_that_goes_on_is_nobody_elses_however_long_it_takes(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    monkeypatch.setattr(workers, "_RENEW_AFTER", 0.02)

    async def go() -> None:
        one.starts()
        await becomes(one.began.is_set, one)
        other.starts()
        for _ in range(4):
            one.clock.passes(workers._LEASE * 0.7)
            await asyncio.sleep(0.1)  # renewed
            await looks(other)
        assert not other.began.is_set()
        one.may_end.set()
        await becomes(lambda: one.recorded == 1, one)
        await one.stops()
        await other.stops()
        assert other.recorded == 0

    at(go)


def test_the_lane_of_a_dead_process_is_taken_over_and_its_late_result_does_not_count(
    two: tuple[Process, Process],
) -> None:
    one, other = two

    async def go() -> None:
        one.starts()
        await becomes(one.began.is_set, one)
        other.starts()
        await looks(other)
        assert not other.began.is_set()
        one.clock.passes(workers._LEASE + 1)  # too little of our own time for a renewal: like a process that hangs
        await becomes(other.began.is_set, other)
        one.may_end.set()
        await becomes(lambda: not one.worker._slow, one)
        other.may_end.set()
        await becomes(lambda: other.recorded == 1, other)
        assert one.recorded == 0
        await one.stops()
        await other.stops()

    at(go)


def test_a_process_that_is_told_to_stop_hands_slow_work_to_the_others(
    two: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    monkeypatch.setattr(workers, "_PATIENCE", 0.1)

    async def go() -> None:
        one.starts()
        await becomes(one.began.is_set, one)
        await one.stops()
        other.may_end.set()
        other.starts()
        await becomes(lambda: other.recorded == 1, other)
        await other.stops()

    at(go)
